"""Chaos: classic with tiles worth less than nothing, letters that explode, and bombs."""

from __future__ import annotations

from lettrix.rules import Rules
from lettrix.variant import VACATION, Options, Variant

from .chaos_mines import Chaos
from .classic_family import BAG_MIN, LANGUAGES, LEVEL, family_rules

_POLICY = Chaos()


def _rules(version: int, language: str, options: Options) -> Rules:
    return family_rules("chaos", version, language, options, policy=_POLICY)


CHAOS = Variant(
    id="chaos",
    version=1,
    languages=LANGUAGES,
    players=(2, 4),
    options=(LEVEL, BAG_MIN, VACATION),
    make_rules=_rules,
)
