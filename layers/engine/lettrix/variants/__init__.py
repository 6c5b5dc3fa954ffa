"""The games that can be played: one short module each, data first.

A new game is a new module with a `Variant`, named in `VARIANTS`.
"""

from __future__ import annotations

from collections.abc import Mapping

from lettrix.variant import Variant

from .blitz import BLITZ
from .chaos import CHAOS
from .classic import CLASSIC
from .duo import DUO
from .fundox import FUNDOX
from .grand import GRAND
from .kelime import KELIME
from .lettrix import LETTRIX

VARIANTS: Mapping[str, Variant] = {
    variant.id: variant for variant in (LETTRIX, CLASSIC, BLITZ, DUO, GRAND, CHAOS, FUNDOX, KELIME)
}
"""By id."""


def find_variant(name: str) -> Variant:
    """The variant of this id, whatever its case; raises `KeyError` naming those that exist."""
    try:
        return VARIANTS[name.lower()]
    except KeyError:
        raise KeyError(f"no game is called {name!r}; there are: {', '.join(VARIANTS)}") from None
