"""Games for tests of the engine: positions by hand, and a table at which actions follow one another."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from lettrix.clock import DAY, HOUR
from lettrix.draw import Stream, make_seed
from lettrix.game import AnyWord, apply, conserved, replay, settle, start
from lettrix.generation import Position, best_plays
from lettrix.graphbuild import build_graph
from lettrix.grid import Grid
from lettrix.legality import IllegalAction, Reason
from lettrix.lexicon import Lexicon, WordList
from lettrix.plays import Action, Exchange, Forfeit, Pass, Play, Resign, parse_play
from lettrix.proof import make_proof
from lettrix.rules import Rules
from lettrix.state import Fact, Game, Turn
from lettrix.variants import find_variant

LETTRIX = find_variant("lettrix").rules()
WHOLE_RACK_ONLY = find_variant("lettrix").rules(options={"whole_rack_only": True})
ANY_WORD = AnyWord()

SECRET = bytes(range(32))
NONCES = [bytes([seat]) * 16 for seat in range(4)]
T0 = 1_800_000_000_000
"""When games in tests start, ms UTC."""
PLAYERS = ["01PLAYERA", "01PLAYERB", "01PLAYERC", "01PLAYERD"]
"""Who played in a game of which a record is made, in the order of joining."""


def started(seats: int = 2, rules: Rules = LETTRIX, *, secret: bytes = SECRET, ends_at: int | None = None) -> Game:
    """A game that has just begun, dealt from a fixed secret."""
    return start(rules, make_seed(secret, NONCES[:seats]), seats, T0, ends_at=ends_at)


def grid_of(tiles: Mapping[str, str], size: int = 15) -> Grid:
    """A grid from plays such as {"8H": "LA", "H8": "LE"} (across and down)."""
    grid = Grid.blank(size)
    alphabet = LETTRIX.tiles.alphabet
    for place, word in tiles.items():
        for row, col, letter, blank in parse_play(f"{place} {word}", grid, alphabet).tiles:
            grid = grid.put({row * size + col: alphabet.to_lower[letter] if blank else letter}, 1, 0)
    return grid


def position(
    racks: Sequence[str],
    board: Mapping[str, str] | None = None,
    *,
    bag: str = "",
    scores: Sequence[int] | None = None,
    rules: Rules = LETTRIX,
    **changes: Any,
) -> Game:
    """A running game with these racks, tiles on the board, bag and scores; seat 0 is to move."""
    game = started(len(racks), rules)
    seats = tuple(
        replace(seat, rack=rack, score=score)
        for seat, rack, score in zip(game.seats, racks, scores or [0] * len(racks), strict=True)
    )
    grid = grid_of(board or {}, rules.board.size)
    return replace(game, seats=seats, grid=grid, bag=bag, **changes)


class Table:
    """A game in progress: it keeps the state, the time and the records; actions are those of the player to move."""

    def __init__(self, game: Game, words: WordList = ANY_WORD) -> None:
        self.first = self.game = game
        self.words = words
        self.now = game.began_at
        self.turns: list[Turn] = []

    def do(self, action: Action, seat: int | None = None, *, after: int = 0) -> list[Fact]:
        """Carry an action out `after` so many milliseconds; the facts that it caused."""
        self.now += after
        seat = self.game.to_move if seat is None else seat
        self.game, turn = apply(self.game, seat, action, self.now, self.words)
        self.turns.append(turn)
        return list(turn.facts)

    def read(self, text: str) -> Play:
        """A play from its text form."""
        return parse_play(text, self.game.grid, self.game.rules.tiles.alphabet)

    def play(self, text: str, *, after: int = 0) -> int:
        """Lay tiles; the points of the play."""
        facts = self.do(self.read(text), after=after)
        return int(facts[0]["points"])

    def exchange(self, letters: str, *, after: int = 0) -> list[Fact]:
        return self.do(Exchange(letters), after=after)

    def skip(self, *, after: int = 0) -> list[Fact]:
        """Pass."""
        return self.do(Pass(), after=after)

    def resign(self, seat: int | None = None, *, after: int = 0) -> list[Fact]:
        return self.do(Resign(), seat, after=after)

    def forfeit(self, seat: int, *, after: int = 0) -> list[Fact]:
        return self.do(Forfeit("suspended"), seat, after=after)

    def settle(self, *, after: int = 0) -> list[Turn]:
        """Let the time pass, then settle once; what was recorded."""
        self.now += after
        self.game, turns = settle(self.game, self.now, self.words)
        self.turns += turns
        return turns

    def wait_for_the_end(self) -> None:
        """Nobody does anything, and everything is settled at its very moment."""
        while self.game.due_at is not None:
            self.settle(after=self.game.due_at - self.now)

    @property
    def scores(self) -> list[int]:
        return [seat.score for seat in self.game.seats]

    @property
    def elapsed(self) -> float:
        """Days since the start."""
        return (self.now - self.first.started_at) / DAY


def dealt(rules: Rules, racks: Sequence[str], then: str = "", *, words: WordList = ANY_WORD) -> Table:
    """A table whose bag lies so that these racks are dealt and `then` drawn; the rest follows in its drawn order.

    One rack where all share one is given once for each seat.
    """

    class Dealt(type(rules.policy)):  # type: ignore[misc]
        def deal(self, rules: Rules, seed: bytes, seats: int) -> tuple[list[str], str]:
            bag = "".join(Stream(seed, "bag", 0).shuffled(rules.tiles.tiles()))
            for tile in "".join(racks[:1] if rules.shared_rack else racks) + then:
                assert tile in bag
                bag = bag.replace(tile, "", 1)
            return list(racks), then + bag

    policy = Dealt.__new__(Dealt)
    policy.__dict__.update(vars(rules.policy))
    rules = replace(rules, policy=policy)
    return Table(start(rules, make_seed(SECRET, NONCES[: len(racks)]), len(racks), T0), words)


def stored(turns: Sequence[Turn]) -> list[Turn]:
    """The records after a stay in a database."""
    return [Turn.from_json(turn) for turn in json.loads(json.dumps([turn.to_json() for turn in turns]))]


def check_replay(table: Table) -> None:
    """The stored records give the same game again, and no tile is lost."""
    assert replay(table.first, stored(table.turns)) == table.game
    assert conserved(table.game)


def proof_of(
    first: Game, turns: Sequence[Turn], words: WordList, *, players: Sequence[str] = PLAYERS, secret: bytes = SECRET
) -> dict[str, Any]:
    """The record of a finished game that `started` began, as it is published."""
    seats = len(first.seats)
    record = make_proof(
        replay(first, turns),
        turns,
        game_id="01GAME",
        secret=secret,
        nonces=NONCES[:seats],
        players=players[:seats],
        seats_offered=seats,
        dictionary_hash=words.hash,
    )
    return json.loads(json.dumps(record))  # type: ignore[no-any-return]


def refusal(game: Game, action: Action | str, words: WordList = ANY_WORD, *, seat: int | None = None) -> Reason:
    """The reason for which an action is refused now; fails when it is not."""
    if isinstance(action, str):
        action = parse_play(action, game.grid, game.rules.tiles.alphabet)
    try:
        apply(game, game.to_move if seat is None else seat, action, game.began_at + HOUR, words)
    except IllegalAction as illegal:
        return illegal.reason
    raise AssertionError("the action was not refused")


SMALL_WORDS = """AS ES ET IL LA LE LES NE SA SE TA TE UN AIL AILE AILES ANE ANES ETE ETES ILE ILES LAS LIT LITS NET
NETS NUL RAT RATE RATES SEL SELS TAS TEL TELS USA USE USES UNE UNES OR ORS RIS ROI ROIS SOI DO DOS MER MERE MI MIS
TRAINE TRAINES LESTAIT RALENTIS ARTISTE ENTRAIS""".split()


@cache
def small_lexicon() -> Lexicon:
    """A handful of French words as a word graph: enough to play games in which words cross."""
    return Lexicon.from_bytes(build_graph(SMALL_WORDS, LETTRIX.tiles.alphabet.upper))


def play_out(game: Game, random: Random, lexicon: Lexicon | None = None) -> list[Turn]:
    """A game played to its end, often with the best play: its records."""
    lexicon = lexicon or small_lexicon()
    turns: list[Turn] = []
    now = game.started_at
    while game.to_move is not None:
        now += random.randrange(1, 10 * HOUR)
        if game.ends_at is not None and now >= game.ends_at:
            return turns + settle(game, now, lexicon)[1]
        rack = game.seats[game.to_move].rack
        plays = best_plays(Position.of(game, game.to_move), lexicon, 3, budget=None)
        action: Action = Pass()
        if plays:
            action = random.choice(plays).play
        elif len(game.bag) >= game.rules.exchange_bag_min and random.random() < 0.7:
            action = Exchange("".join(random.sample(rack, random.randint(1, len(rack)))))
        game, turn = apply(game, game.to_move, action, now, lexicon)
        turns.append(turn)
    return turns
