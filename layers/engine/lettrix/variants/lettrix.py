"""Lettrix: 15x15, eight letters, 48 hours a turn."""

from __future__ import annotations

from lettrix.boards import STANDARD15
from lettrix.clock import Clock
from lettrix.rules import Rules
from lettrix.tilesets import FRENCH
from lettrix.variant import VACATION, Option, Options, Variant

SEVEN_OF_EIGHT = Option(
    "whole_rack_only",
    kind="bool",
    default=False,
    about="The bonus is only for emptying the rack: seven of eight letters bring none.",
)


def _rules(version: int, language: str, options: Options) -> Rules:
    return Rules(
        id="lettrix",
        version=version,
        language=language,
        options=options,
        board=STANDARD15,
        tiles=FRENCH,
        rack_size=8,
        bonuses={7: 40, 8: 50},
        bonus_for_whole_rack_only=bool(options["whole_rack_only"]),
        exchange_bag_min=8,
        clock=Clock(),
        lookups="switch",
        vacation=bool(options["vacation"]),
    )


LETTRIX = Variant(
    id="lettrix",
    version=1,
    languages=("fr",),
    players=(2, 4),
    options=(SEVEN_OF_EIGHT, VACATION),
    make_rules=_rules,
)
