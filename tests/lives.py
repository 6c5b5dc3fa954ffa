"""Games of every rule set from beginning to end, with all that can happen in them, for laws that hold everywhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from zlib import crc32

from tests.engine import NONCES, SMALL_WORDS, T0
from tests.random_games import random_play

from lettrix.clock import DAY
from lettrix.draw import make_seed
from lettrix.game import apply, start
from lettrix.generation import Position, best_plays
from lettrix.graphbuild import build_graph
from lettrix.lexicon import Lexicon, WordList
from lettrix.plays import Action, Exchange, Laid, Pass, Pause, Play, Resign, TimeLimit, Timeout
from lettrix.rules import Rules
from lettrix.state import Game, Turn
from lettrix.tiles import BLANK
from lettrix.variant import Variant
from lettrix.variants import VARIANTS

MOST_TURNS = 60
"""A life is cut short after so many: from then on nobody does anything."""


class Picky:
    """A word list without a list: three words of four are in, and it is always the same ones."""

    hash = "6c" * 32

    def contains(self, word: str, /) -> bool:
        return crc32(word.encode()) % 4 != 0


@cache
def lexicon_of(letters: str) -> Lexicon:
    """A handful of words in the letters of a game."""
    return Lexicon.from_bytes(build_graph(SMALL_WORDS, letters))


@dataclass(frozen=True)
class Case:
    """A rule set as it is offered: a language and some options."""

    variant: Variant
    rules: Rules
    seats: int

    def __str__(self) -> str:
        chosen = {
            option.name: value
            for option in self.variant.options
            if (value := self.rules.options[option.name]) != option.default_for(self.seats)
        }
        options = ",".join(f"{name}={value}" for name, value in chosen.items())
        version = f".{self.rules.version}" if self.variant.version > 1 else ""
        return f"{self.rules.id}{version}-{self.rules.language}-{self.seats}{options and '-'}{options}"


def cases() -> Iterator[Case]:
    """Every variant, version and language; in its first language with each option at either end of what it takes."""
    for variant in VARIANTS.values():
        fewest, most = variant.players
        for number, language in enumerate(variant.languages):
            seats = fewest + number % (most - fewest + 1)
            for version in range(1, variant.version + 1):
                yield Case(variant, variant.rules(language, version=version, seats=seats), seats)
        for number, end in enumerate((0, -1)):
            options = {option.name: option.values()[end] for option in variant.options}
            seats = most - number % (most - fewest + 1)
            rules = variant.rules(variant.languages[0], options, seats=seats)
            if options and dict(rules.options) != variant.complete({}, seats):
                yield Case(variant, rules, seats)


@dataclass(frozen=True)
class Life:
    """A game with every state on its way."""

    secret: bytes
    words: WordList
    states: list[Game]
    """From the start; the last one is over."""
    turns: list[Turn]
    """turns[i] leads from states[i] to states[i + 1]."""

    @property
    def first(self) -> Game:
        return self.states[0]

    @property
    def last(self) -> Game:
        return self.states[-1]


def live(case: Case, number: int, *, found: bool = False) -> Life:
    """A game to its end. Plays are random ones with words of no language, or `found` by generation."""
    random = Random(f"{case} {number} {found}")
    secret = random.randbytes(32)
    words: WordList = lexicon_of(case.rules.tiles.alphabet.upper) if found else Picky()
    game = start(case.rules, make_seed(secret, NONCES[: case.seats]), case.seats, T0)
    life = Life(secret, words, [game], [])
    now, turns_left = T0, MOST_TURNS
    seat: int | None
    action: Action
    while not game.is_over:
        assert game.due_at is not None
        turns_left -= 1
        chance = random.random()
        if turns_left < 0 or chance < 0.02:
            now = game.due_at + random.randrange(3)
            limited = game.deadline != game.due_at
            seat, action = (None, TimeLimit()) if limited else (game.to_move, Timeout())
        else:
            now = min(now + random.randrange(1, 20_000), game.due_at)
            seat, action = _choose(game, random, words, found=found)
        game, turn = apply(game, seat, action, now, words)
        life.states.append(game)
        life.turns.append(turn)
    return life


def _choose(game: Game, random: Random, words: WordList, *, found: bool) -> tuple[int, Action]:
    assert game.to_move is not None
    seat, rules = game.to_move, game.rules
    rack = game.seats[seat].rack
    chance = random.random()
    if chance < 0.005:
        return random.choice([n for n, player in enumerate(game.seats) if player.is_playing]), Resign()
    if chance < 0.015 and rules.vacation:
        away = random.choice([number for number, player in enumerate(game.seats) if player.is_playing])
        return away, Pause((game.due_at or 0) + random.randint(1, 9) * DAY)
    if chance < 0.05:
        return seat, Pass()
    if chance < 0.15 and rack and rules.exchange != "no" and len(game.bag) >= max(1, rules.exchange_bag_min):
        count = len(rack) if rules.exchange == "whole_rack" else random.randint(1, min(len(rack), len(game.bag)))
        return seat, Exchange("".join(random.sample(rack, count)))
    if chance < 0.2 and rules.refusal_costs_turn:
        row, col = random.randrange(game.grid.size), random.randrange(game.grid.size)
        letter = random.choice(rack)
        return seat, Play((Laid(row, col, "A" if letter == BLANK else letter, letter == BLANK),))
    if found:
        assert isinstance(words, Lexicon)
        plays = best_plays(Position.of(game, seat), words, 3, budget=None)
        return seat, random.choice(list(plays)).play if plays else Pass()
    return seat, random_play(game, random, rules.rack_size, words) or Pass()
