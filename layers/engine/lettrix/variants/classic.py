"""Classic: 15x15, seven letters, in three languages and three levels."""

from __future__ import annotations

from lettrix.rules import Rules
from lettrix.variant import VACATION, Options, Variant

from .classic_family import BAG_MIN, LANGUAGES, LEVEL, family_rules


def _rules(version: int, language: str, options: Options) -> Rules:
    return family_rules("classic", version, language, options, rated=options["level"] != "casual")


CLASSIC = Variant(
    id="classic",
    version=1,
    languages=LANGUAGES,
    players=(2, 4),
    options=(LEVEL, BAG_MIN, VACATION),
    make_rules=_rules,
)
