"""A look at a play before it is made: legal or why not, its words and its points."""

from __future__ import annotations

from dataclasses import dataclass

from .game import judge
from .legality import IllegalAction, Reason
from .lexicon import WordList
from .plays import Play
from .scoring import Breakdown
from .state import Game


@dataclass(frozen=True, slots=True)
class Checked:
    """A play judged against its player's rack and the board as they are, whoever's turn it is."""

    reason: Reason | None
    """Why the rules refuse it; None when it is legal."""
    detail: str
    """The same in a few words."""
    words: tuple[str, ...]
    """Formed by a legal play, the main word first, blanks in lower case; else every unknown word."""
    breakdown: Breakdown | None
    """Of a legal play, as far as its player can know."""

    @classmethod
    def refused(cls, refusal: IllegalAction) -> Checked:
        """A play that the rules refuse."""
        return cls(refusal.reason, refusal.detail, refusal.words, None)


def check(game: Game, seat: int, play: Play, words: WordList) -> Checked:
    """Whether the play is legal and what it scores, whose turn it is apart. Nothing changes."""
    try:
        placement = judge(game, seat, play, words)
    except IllegalAction as refusal:
        return Checked.refused(refusal)
    counted = game.rules.policy.breakdown(game, seat, placement)
    return Checked(None, "", tuple(word.text for word in placement.words), counted)
