"""The robot's choice: what to do now, at a level, in any game.

Everything drawn comes from the game's own stream `robot` of this turn, so the same position of the same game always
gets the same answer. Effort is counted in positions searched, never in time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from lettrix.draw import Stream
from lettrix.generation import Candidate, Found, Position, all_plays, best_plays
from lettrix.grid import words_formed
from lettrix.lexicon import Lexicon
from lettrix.plays import Action, Exchange, Pass, Play, tile_character, with_tiles
from lettrix.state import Game

from .common import common_words
from .endgame import Endgame
from .levels import LEVELS, Level
from .lookahead import against_replies, before_the_end
from .playout import lead
from .territory import best_territory
from .valuing import Ranked, Valuer

NODES = 400
"""Positions that one choice may search besides its own."""
NEXT_BEST = 5
"""A slip takes one of so many plays after the best."""
LOOKED_AT = 600
"""Plays whose words are looked up in the list of common words, those nearest to the aim first."""


def choose(game: Game, seat: int, level: int | Level, lexicon: Lexicon, *, nodes: int = NODES) -> Action:
    """What the robot of this level (1 to 6) does; `seat` is to move.

    Always a legal action: a play, an exchange where that is worth more or nothing can be laid, else a pass. Raises
    `ValueError` for a level that there is not, and for a seat that is not to move.
    """
    if isinstance(level, int):
        if level not in LEVELS:
            raise ValueError(f"the robot has levels 1 to {len(LEVELS)}")
        level = LEVELS[level]
    if game.is_over or seat != game.to_move:
        raise ValueError("this seat is not to move")
    action = _choose(game, seat, level, lexicon, nodes)
    return Pass() if isinstance(action, Exchange) and _can_end_it(game, seat) else action


def _can_end_it(game: Game, seat: int) -> bool:
    """Whether all rivals have just passed and this side leads: another pass wins, an exchange would only go on."""
    side = game.rules.side
    rivals = [other for n, other in enumerate(game.seats) if other.is_playing and side(n) != side(seat)]
    return all(rival.passes for rival in rivals) and lead(game, seat) > 0


def _choose(game: Game, seat: int, level: Level, lexicon: Lexicon, nodes: int) -> Action:
    chance = Stream(game.seed, "robot", game.turn - 1)
    if level.judges == "points":
        return _by_points(game, seat, level, lexicon, chance)
    if game.rules.shared_rack:
        return best_territory(game, seat, lexicon, chance, ahead=level.judges == "look_ahead")
    valuer = Valuer(game.rules, lexicon)
    if level.judges == "look_ahead" and is_settled(game):
        if not game.bag:
            return Endgame(valuer, nodes).best(game)
        if len(game.bag) <= game.rules.rack_size:
            return before_the_end(game, seat, valuer, chance, nodes)
    best = valuer.best(game, 1 + NEXT_BEST)
    if not best:
        return Pass()
    if level.judges == "look_ahead":
        return against_replies(game, seat, valuer, best, chance).action
    return _slip(best, level, chance).action


def is_settled(game: Game) -> bool:
    """Two players, and nothing but their plays and the draws changes the game: looking ahead can be exact."""
    return len(game.seats) == 2 and not game.rules.policy.eventful


def _slip(best: Sequence[Ranked], level: Level, chance: Stream) -> Ranked:
    slips = level.slips and chance.below(100) < level.slips
    return best[1 + chance.below(len(best) - 1)] if slips and len(best) > 1 else best[0]


def _by_points(game: Game, seat: int, level: Level, lexicon: Lexicon, chance: Stream) -> Action:
    """The play whose points come nearest to the level's aim."""
    position = Position.of(game, seat)
    low, high = level.aim
    found = best_plays(position, lexicon, 1, budget=None) if low == 100 else all_plays(position, lexicon, budget=None)
    if not found:
        exchange = Valuer(game.rules, lexicon).exchange(position.rack, len(game.bag), None)
        return exchange.action if exchange else Pass()
    aim = low + chance.below(high - low + 1)
    if level.common:
        words = common_words(game.rules.language)
        nearest = islice(_nearest(found, aim), LOOKED_AT)
        known = next((candidate for candidate in nearest if _all_common(game, candidate, words)), None)
        if known is not None:
            return known.play
    return next(_nearest(found, aim)).play


def _nearest(found: Found, aim: int) -> Iterator[Candidate]:
    """The plays, those nearest to so many per cent of the most points first; level ones in board order."""
    places: dict[int, list[int]] = {}
    for place, points in enumerate(found.points()):
        places.setdefault(points, []).append(place)
    most = max(places)
    for points in sorted(places, key=lambda points: (abs(100 * points - aim * most), -points)):
        yield from sorted((found[place] for place in places[points]), key=lambda candidate: candidate.play.tiles)


def _all_common(game: Game, candidate: Candidate, words: frozenset[str]) -> bool:
    """Whether every word that the play forms is in the list."""
    return all(word in words for word in words_of(game, candidate.play))


def words_of(game: Game, play: Play) -> list[str]:
    """The words that a play forms, in upper case, the main word first."""
    alphabet, grid = game.rules.tiles.alphabet, game.grid
    new = {tile.row * grid.size + tile.col: tile_character(tile, alphabet) for tile in play.tiles}
    squares = sorted(new)
    step = grid.size if len(squares) > 1 and squares[0] % grid.size == squares[1] % grid.size else 1
    formed = words_formed(with_tiles(grid.text, new.items()), grid.size, squares, step)
    return [alphabet.fold(word.text) for word in formed]
