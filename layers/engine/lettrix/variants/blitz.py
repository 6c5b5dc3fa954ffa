"""Blitz: classic with a chess clock; whoever has used his time up has lost, and the game stops."""

from __future__ import annotations

from lettrix.clock import MINUTE, ChessClock
from lettrix.policy import Policy
from lettrix.rules import Rules
from lettrix.state import Working
from lettrix.variant import Option, Options, Variant

from .classic_family import BAG_MIN, LANGUAGES, family_rules

MINUTES = Option(
    "minutes",
    kind="choice",
    default="10",
    choices=("5", "10", "25"),
    about="Each player's time for the whole game, in minutes.",
)


class Blitz(Policy):
    """The first player without time forfeits (the clock's first time-out does that), and nobody plays on."""

    def ending(self, work: Working) -> str | None:
        return "out_of_time" if work.facts[0]["kind"] == "timeout" else super().ending(work)


_POLICY = Blitz()


def _rules(version: int, language: str, options: Options) -> Rules:
    each = int(options["minutes"]) * MINUTE
    clock = ChessClock(each=each, game=None, timeouts_to_forfeit=1)
    return family_rules("blitz", version, language, options, clock=clock, rated=True, policy=_POLICY)


BLITZ = Variant(
    id="blitz",
    version=1,
    languages=LANGUAGES,
    players=(2, 4),
    options=(MINUTES, BAG_MIN),
    make_rules=_rules,
)
