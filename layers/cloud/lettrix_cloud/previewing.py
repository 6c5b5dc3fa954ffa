"""What a play would be: legal or why not, its words and points, without making it.

The dictionary's verdict is part of it, so it is given only where and when look-ups are allowed. The bag is not
touched, and nothing is written.
"""

from __future__ import annotations

from collections.abc import Callable

from lettrix.checking import Checked, check
from lettrix.legality import IllegalAction, Reason
from lettrix.lexicon import WordList
from lettrix.plays import Play
from lettrix.state import Game
from lettrix_cloud.games import GameRepository
from lettrix_cloud.playing import NotAPlayer, NotFound, NotStarted, may_see
from lettrix_cloud.stored import StoredGame
from lettrix_cloud.views import may_check
from lettrix_cloud.words import LookupsClosed


def preview(
    repository: GameRepository,
    words_of: Callable[[StoredGame], WordList],
    *,
    game_id: str,
    player: str,
    read: Callable[[Game], Play],
) -> Checked:
    """Judge a play. Raises `NotFound`, `NotAPlayer`, `NotStarted`, `LookupsClosed`, and what `read` raises."""
    stored = repository.load(game_id)
    if stored is None or not may_see(stored, player):
        raise NotFound
    game, seat = stored.game, stored.seat_of(player)
    if game is None:
        raise NotStarted
    if seat is None:
        raise NotAPlayer
    if game.is_over:
        raise IllegalAction(Reason.GAME_OVER, "the game is over")
    if not may_check(stored, seat, word_check=repository.word_check()):
        raise LookupsClosed
    try:
        play = read(game)
    except IllegalAction as refusal:
        return Checked.refused(refusal)
    return check(game, seat, play, words_of(stored))
