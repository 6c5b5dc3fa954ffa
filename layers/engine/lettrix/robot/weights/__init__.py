"""Leaves fitted by self-play (training/leaves.py), one module for each rack and language; data."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from lettrix.generation import Leaves
from lettrix.rules import Rules

FITTED = frozenset({"lettrix_fr", "classic_fr", "classic_en", "classic_de", "kelime_tr"})
"""The modules that there are."""


def find_leaves(rules: Rules) -> Leaves:
    """The leaves for a game: its own, else those of the classic game in its language, else letters count nothing."""
    for name in (f"{rules.id}_{rules.language}", f"classic_{rules.language}"):
        if name in FITTED:
            return _load(name)
    return _NEUTRAL


@cache
def _load(name: str) -> Leaves:
    data = import_module(f"{__name__}.{name}")
    return Leaves(data.FIRST, data.REPEAT, data.WITHOUT, frozenset(data.VOWELS), data.BALANCE)


_NEUTRAL = Leaves({}, {}, {}, frozenset(), ((0,) * 9,) * 9)
