"""Fundox: 13x13, one rack of seven for all, and points that are letters owned."""

from __future__ import annotations

from lettrix.boards import FUNDOX13, WHITE13
from lettrix.clock import SECOND, Clock
from lettrix.rules import Rules
from lettrix.tilesets import FUNDOX as TILES
from lettrix.variant import VACATION, Option, Options, Variant

from .ownership import OWNERSHIP

TARGET = Option(
    "target",
    kind="int",
    default=40,
    default_by_seats={2: 40, 3: 35, 4: 30},
    low=20,
    high=999,
    about="The points with which a player wins at once.",
)
PACE = Option(
    "pace",
    kind="choice",
    default="table",
    choices=("table", "correspondence"),
    about="All at the table with seconds for a turn, or by correspondence with 48 hours.",
)
TURN = Option("turn", kind="int", default=40, low=15, high=180, about="Seconds for a turn at the table.")
CLEARING = Option(
    "vidage",
    kind="choice",
    default="none",
    choices=("none", "allowed", "not_first"),
    about="Whether a tile on a pink square clears the board: never, always, or not on the game's first turn.",
)
NO_S = Option(
    "no_s",
    kind="bool",
    default=False,
    about="A play may not take a word by only adding a final S to it.",
)


def _rules(version: int, language: str, options: Options) -> Rules:
    at_table = Clock(turn=int(options["turn"]) * SECOND, game=None, grace=SECOND, timeouts_to_forfeit=None)
    return Rules(
        id="fundox",
        version=version,
        language=language,
        options=options,
        board=WHITE13 if options["vidage"] == "none" else FUNDOX13,
        tiles=TILES,
        rack_size=7,
        bonuses={},
        clock=at_table if options["pace"] == "table" else Clock(),
        shared_rack=True,
        min_tiles=2,
        no_hook="S" if options["no_s"] else "",
        exchange="no",
        passes_to_end=None,
        leftovers="keep",
        refusal_costs_turn=True,
        draft_counts=True,
        counts_across=False,
        draw_seats=False,
        lookups="never",
        aids=frozenset(),
        vacation=bool(options["vacation"]),
        policy=OWNERSHIP,
    )


FUNDOX = Variant(
    id="fundox",
    version=1,
    languages=("fr",),
    players=(2, 4),
    options=(TARGET, TURN, PACE, CLEARING, NO_S, VACATION),
    make_rules=_rules,
)
