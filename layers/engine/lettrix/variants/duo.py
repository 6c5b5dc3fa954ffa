"""Duo: classic for two teams of two, who sit alternately: A, B, A, B."""

from __future__ import annotations

from lettrix.rules import Rules
from lettrix.variant import VACATION, Option, Options, Variant

from .classic_family import BAG_MIN, LANGUAGES, LEVEL, family_rules

TEAMS = Option(
    "teams",
    kind="choice",
    default="drawn",
    choices=("drawn", "joined"),
    about="drawn: seats, and so teams, by lot; joined: the host and the third to join against the second and fourth.",
)


def _rules(version: int, language: str, options: Options) -> Rules:
    return family_rules("duo", version, language, options, sides=(0, 1, 0, 1), draw_seats=options["teams"] == "drawn")


DUO = Variant(
    id="duo",
    version=1,
    languages=LANGUAGES,
    players=(4, 4),
    options=(TEAMS, LEVEL, BAG_MIN, VACATION),
    make_rules=_rules,
)
