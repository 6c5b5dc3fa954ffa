"""Games played at random, where every word is valid: real states for tests, without a dictionary."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from lettrix.game import AnyWord, apply, judge
from lettrix.legality import IllegalAction
from lettrix.lexicon import WordList
from lettrix.plays import Action, Exchange, Laid, Pass, Play
from lettrix.state import Game, Turn
from lettrix.tiles import BLANK, EMPTY

HOUR = 3_600_000
T0 = 1_764_460_800_000
"""30 November 2025, ms UTC."""


def random_play(game: Game, random: Random, most: int = 8, words: WordList | None = None) -> Play | None:
    """A legal play of the player to move with up to `most` tiles, or None when a few tries found none."""
    size, text = game.grid.size, game.grid.text
    assert game.to_move is not None
    rack = game.seats[game.to_move].rack
    for _ in range(60):
        count = random.randint(1, min(most, len(rack))) if rack else 0
        if not count:
            return None
        down = random.random() < 0.5
        line, at = random.randrange(size), random.randrange(size)
        if game.grid.is_empty:
            count = max(2, count)
            if not game.rules.policy.may_open_anywhere(game):
                line, at = game.rules.board.start[:: -1 if down else 1]
        count = max(game.rules.min_tiles, count)
        squares = [(at + i, line) if down else (line, at + i) for i in range(size - at)]
        empty = [(row, col) for row, col in squares if text[row * size + col] == EMPTY][:count]
        letters = random.sample(rack, len(empty)) if len(empty) <= len(rack) else []
        tiles = [
            Laid(row, col, random.choice("AEIOU") if letter == BLANK else letter, letter == BLANK)
            for (row, col), letter in zip(empty, letters, strict=bool(letters))
        ]
        try:
            judge(game, game.to_move, Play(tuple(tiles)), words or AnyWord())
        except IllegalAction:
            continue
        return Play(tuple(tiles))
    return None


def random_action(game: Game, random: Random, most: int = 8) -> Action:
    """Mostly a play, sometimes an exchange, else a pass."""
    assert game.to_move is not None
    play = None if random.random() < 0.05 else random_play(game, random, most)
    if play is not None:
        return play
    rack = game.seats[game.to_move].rack
    count = min(len(rack), len(game.bag))
    if count and game.rules.exchange == "any" and len(game.bag) >= game.rules.exchange_bag_min:
        return Exchange("".join(random.sample(rack, random.randint(1, count))))
    return Pass()


def play_on(game: Game, random: Random, most: int = 8) -> Iterator[tuple[Game, Turn]]:
    """The game after each turn, with the turn, to its end."""
    now = game.started_at
    while not game.is_over:
        now += random.randint(1, HOUR)
        game, turn = apply(game, game.to_move, random_action(game, random, most), now, AnyWord())
        yield game, turn
