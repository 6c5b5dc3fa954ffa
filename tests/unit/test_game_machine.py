"""Whole games, played by hypothesis, held against a second opinion (`tests.game_model`) after every step."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from random import Random

from hypothesis import event, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.engine import LETTRIX, NONCES, SECRET, SMALL_WORDS, T0, proof_of
from tests.game_model import Model, judge_by_hand

from lettrix.clock import DAY, HOUR
from lettrix.draw import make_seed
from lettrix.game import apply, conserved, replay, settle, start
from lettrix.generation import Position, all_plays
from lettrix.graphbuild import build_graph
from lettrix.legality import IllegalAction, Reason
from lettrix.lexicon import Lexicon
from lettrix.plays import Action, Exchange, Forfeit, Laid, Pass, Play, Resign, TimeLimit, Timeout
from lettrix.proof import verify
from lettrix.state import Game, Turn
from lettrix.tiles import TileSet
from lettrix.view import turn_view, view

# Many short words, so that tiles laid at random are often a legal play too.
WORDS = {*SMALL_WORDS, *map("".join, product("AEILST", repeat=2))}
LEXICON = Lexicon.from_bytes(build_graph(WORDS, LETTRIX.tiles.alphabet.upper))
SMALL_BAG = replace(
    LETTRIX, tiles=TileSet.parse(LETTRIX.tiles.alphabet, "1 A7 E9 I5 L4 S5 T5 N3 R2\n8 Q1\n10 Z1", blanks=1)
)
"""43 tiles: with it games are played out."""

REFUSED_PLAYS = {
    *(Reason.OFF_BOARD, Reason.SQUARE_TAKEN, Reason.NOT_IN_LINE, Reason.GAP, Reason.NOT_CONNECTED, Reason.TOO_SHORT),
    *(Reason.MISSES_START, Reason.TOO_FEW_TILES, Reason.NOT_ON_RACK, Reason.UNKNOWN_WORDS, Reason.BLANK_NEEDS_LETTER),
}

seats_of_anybody = st.integers(0, 3)


class PlayedGames(RuleBasedStateMachine):
    @initialize(seats=st.integers(2, 4), secret=st.integers(0, 255), small=st.booleans(), days=st.sampled_from([15, 4]))
    def begin(self, seats: int, secret: int, small: bool, days: int) -> None:
        self.secret = bytes([secret]) * 32
        seed = make_seed(self.secret, NONCES[:seats])
        rules = SMALL_BAG if small else LETTRIX
        self.now = T0
        self.first = self.game = start(rules, seed, seats, T0, ends_at=T0 + days * DAY)
        self.model = Model(seats, T0, T0 + days * DAY)
        self.turns: list[Turn] = []

    # What is done

    def worth(self, game: Game) -> list[int]:
        return [sum(game.rules.tiles.values[tile] for tile in seat.rack) for seat in game.seats]

    def attempt(self, seat: int | None, action: Action) -> tuple[Game, Turn] | Reason:
        before = replace(self.game)
        try:
            return apply(self.game, seat, action, self.now, LEXICON)
        except IllegalAction as illegal:
            reason = illegal.reason
        assert self.game == before
        return reason

    def do(self, seat: int, action: Action) -> None:
        """Carry an action out that fits the tiles; the model says whether its moment is right."""
        why_not = self.model.why_not(seat, action.kind, self.now)
        done = self.attempt(seat, action)
        if why_not:
            assert done == why_not
            return
        assert isinstance(done, tuple), f"{action.kind} was refused: {done}"
        game, turn = done
        points = turn.facts[0].get("points", 0)
        out = action.kind == "play" and not game.bag and not game.seats[seat].rack
        self.model.act(seat, action.kind, self.now, self.worth(game), points, out=out)
        self.game = game
        self.turns.append(turn)

    def board(self) -> dict[tuple[int, int], str]:
        return {divmod(square, 15): self.game.grid.text[square] for square in self.game.grid.squares()}

    @property
    def mover(self) -> int:
        return self.model.mover

    @property
    def rack(self) -> str:
        return self.game.seats[self.mover].rack

    @precondition(lambda self: not self.game.is_over)
    @rule(count=st.integers(1, 6), pick=st.randoms(use_true_random=False))
    def play(self, count: int, pick: Random) -> None:
        """Some plays in a row: most of a game is plays."""
        for _ in range(count):
            if not self.game.is_over:
                self.play_one(pick)

    def play_one(self, pick: Random) -> None:
        plays = all_plays(Position.bare(self.game.rules, self.game.grid, self.rack), LEXICON, budget=None)
        if not plays:
            return
        # Generators promise no order; the steps are the same with each.
        points, _, play = pick.choice(sorted(plays, key=lambda candidate: candidate.play.tiles))
        assert points == judge_by_hand(self.board(), self.rack, play.tiles, WORDS, self.game.rules.tiles.values)
        score = self.game.seats[self.mover].score
        mover, before = self.mover, len(self.turns)
        self.do(mover, play)
        if len(self.turns) > before and not self.game.is_over:
            assert self.game.seats[mover].score == score + points

    @precondition(lambda self: not self.game.is_over)
    @rule(
        at=st.tuples(st.integers(-1, 15), st.integers(-1, 15)) | st.tuples(st.integers(6, 9), st.integers(5, 9)),
        down=st.booleans(),
        pick=st.randoms(use_true_random=False),
    )
    def lay_anything(self, at: tuple[int, int], down: bool, pick: Random) -> None:
        """Tiles of the rack, or others, laid near one another: taken exactly when the second opinion takes them."""
        rack, laid = self.rack, []
        row, col = at
        for tile in pick.sample(rack, min(len(rack), pick.choice([1, 2, 2, 2, 3, 4]))):
            if pick.random() < 0.03:
                tile = pick.choice("AZé?a")
            laid.append(Laid(row, col, pick.choice("AES") if tile == "?" else tile, tile == "?"))
            step = 2 if pick.random() < 0.1 else 1
            row, col = (row + step, col) if down else (row, col + step)
        if pick.random() < 0.05 and laid:
            laid[-1] = laid[-1]._replace(row=pick.randrange(15))
        play = Play(tuple(laid))
        points = judge_by_hand(self.board(), rack, play.tiles, WORDS, self.game.rules.tiles.values)
        if self.model.why_not(self.mover, "play", self.now) is None and points is None:
            reason = self.attempt(self.mover, play)
            assert reason in REFUSED_PLAYS, f"an illegal play was taken: {play}"
        else:
            self.do(self.mover, play)

    @precondition(lambda self: not self.game.is_over and len(self.game.bag) >= 8)
    @rule(pick=st.randoms(use_true_random=False))
    def exchange(self, pick: Random) -> None:
        self.do(self.mover, Exchange("".join(pick.sample(self.rack, pick.randint(1, len(self.rack))))))

    @rule()
    def skip(self) -> None:
        self.do(self.mover, Pass())

    @precondition(lambda self: self.game.is_over or self.game.turn % 6 == 0)
    @rule(seat=seats_of_anybody, action=st.sampled_from([Pass(), Resign(), Forfeit("suspended")]))
    def out_of_turn(self, seat: int, action: Action) -> None:
        seat %= self.model.seats
        if isinstance(action, Forfeit):  # the organiser's moment is always right, while the player is in
            done = self.attempt(seat, action)
            if self.game.is_over or seat in self.model.left:
                assert done == Reason.GAME_OVER
                return
            assert isinstance(done, tuple)
            self.game, turn = done
            self.model.act(seat, "forfeit", self.now, self.worth(self.game))
            self.turns.append(turn)
        else:
            self.do(seat, action)

    @rule(hours=st.sampled_from([1, 5, 13, 24]))
    def some_time_passes(self, hours: int) -> None:
        self.now += hours * HOUR

    @precondition(lambda self: self.game.turn % 4 == 3 and not self.game.is_over)
    @rule(offset=st.sampled_from([-1, 0, 1, 5 * DAY]))
    def the_due_moment_comes(self, offset: int) -> None:
        assert self.model.due_at is not None
        self.now = max(self.now, self.model.due_at + offset)

    @rule()
    def settle(self) -> None:
        before = self.game
        expected = self.model.settle(self.now, self.worth(before))
        self.game, turns = settle(before, self.now, LEXICON)
        assert [turn.action for turn in turns] == expected
        for turn in turns:
            assert before.due_at is not None
            assert turn.at == self.now >= before.due_at, "never early"
        self.turns += turns

    @rule(seat=seats_of_anybody, action=st.sampled_from([Timeout(), TimeLimit()]))
    def settle_by_force(self, seat: int, action: Action) -> None:
        """What only the clock does, asked for by somebody else before its moment."""
        seat %= self.model.seats
        if self.model.due_at is None or self.now < self.model.due_at:
            done = self.attempt(None if isinstance(action, TimeLimit) else seat, action)
            assert done in (Reason.TOO_EARLY, Reason.NOT_YOUR_TURN, Reason.GAME_OVER), f"{action.kind} came early"

    # What always holds

    @invariant()
    def the_game_is_as_the_model_says(self) -> None:
        game, model = self.game, self.model
        assert game.turn == model.turn == len(self.turns) + 1
        assert [seat.score for seat in game.seats] == model.scores
        assert [seat.passes for seat in game.seats] == model.passes
        assert [seat.timeouts for seat in game.seats] == model.timeouts
        assert {number for number, seat in enumerate(game.seats) if not seat.is_playing} == set(model.left)
        assert (game.due_at, game.remind_at) == (model.due_at, model.remind_at)
        assert game.finished_at == model.finished_at
        if game.result is None:
            assert model.reason is None
            assert game.to_move == model.mover
        else:
            assert game.to_move is None
            assert game.result.reason == model.reason
            assert list(game.result.ranks) == model.ranks
            assert list(game.result.winners) == model.winners

    @invariant()
    def no_tile_is_lost_or_made(self) -> None:
        assert conserved(self.game)
        racks = [len(seat.rack) for seat in self.game.seats]
        assert all(count == 8 for count in racks) or not self.game.bag
        assert sum(racks) + len(self.game.bag) + len(self.board()) == self.game.rules.tiles.size

    @invariant()
    def the_records_give_the_game_again(self) -> None:
        assert replay(self.first, self.turns) == self.game
        stored = json.loads(json.dumps([turn.to_json() for turn in self.turns]))
        assert replay(self.first, map(Turn.from_json, stored)) == self.game
        assert [turn.number for turn in self.turns] == list(range(1, len(self.turns) + 1)), "one decision a turn"

    @invariant()
    def scores_are_the_sum_of_the_points_in_the_records(self) -> None:
        sums = [0] * len(self.game.seats)
        for turn in self.turns:
            for fact in turn.facts:
                if "points" in fact:
                    sums[fact.get("seat", turn.seat or 0)] += fact["points"]
            assert list(turn.scores) == sums

    @invariant()
    def what_a_player_may_not_know_makes_no_difference_to_what_he_sees(self) -> None:
        """Deal the hidden tiles in another way: same view. So a view cannot tell anything about them."""
        if self.game.is_over:
            return
        for viewer in (None, *range(len(self.game.seats))):
            other = dealt_otherwise(self.game, viewer)
            assert json.dumps(view(other, viewer)) == json.dumps(view(self.game, viewer))
            for turn in self.turns[-3:]:
                shown = turn_view(self.game, drawn_otherwise(turn, viewer), viewer)
                assert json.dumps(shown) == json.dumps(turn_view(self.game, turn, viewer))

    def teardown(self) -> None:
        """A finished game's record is true."""
        if not hasattr(self, "game"):
            return
        event(f"{len(self.turns) // 10 * 10} turns or more, {self.model.reason or 'running'}")
        self.verify_the_record()

    def verify_the_record(self) -> None:
        if not self.game.is_over or self.game.rules != LETTRIX:
            return
        proof = proof_of(self.first, self.turns, LEXICON, secret=self.secret)
        assert verify(proof, LEXICON) == self.game


def dealt_otherwise(game: Game, viewer: int | None) -> Game:
    """The same game to this viewer's eyes: bag and other racks dealt anew, another seed."""
    hidden = list(game.bag + "".join(seat.rack for number, seat in enumerate(game.seats) if number != viewer))
    Random(game.turn).shuffle(hidden)
    seats = tuple(
        seat if number == viewer else replace(seat, rack="".join(hidden.pop() for _ in seat.rack))
        for number, seat in enumerate(game.seats)
    )
    return replace(game, seats=seats, bag="".join(hidden), seed=SECRET)


def drawn_otherwise(turn: Turn, viewer: int | None) -> Turn:
    """The same record with other letters where this viewer sees none."""
    if turn.seat == viewer:
        return turn
    facts = tuple(
        {**fact, "letters": ["Q"] * len(fact["letters"])} if fact["kind"] in ("draw", "exchange") else fact
        for fact in turn.facts
    )
    return replace(turn, facts=facts)


PlayedGames.TestCase.settings = settings(max_examples=25, stateful_step_count=40, deadline=None)
TestPlayedGames = PlayedGames.TestCase


def play_to_the_end(number: int) -> str | None:
    """One game by the same steps, chosen so that it gets on; it is followed a little beyond its end. Why it ended."""
    pick = Random(number)
    table = PlayedGames()
    table.begin(2 + number % 3, number, small=number % 4 != 0, days=15 if number % 5 else 4)
    steps: dict[Callable[[], object], int] = {
        lambda: table.play_one(pick): 60,
        lambda: table.lay_anything((pick.randint(-1, 15), pick.randint(-1, 15)), pick.random() < 0.5, pick): 20,
        lambda: table.some_time_passes(pick.choice([1, 3, 9])): 15,
        lambda: table.exchange(pick) if len(table.game.bag) >= 8 else None: 3,
        table.skip: 6,
        lambda: table.out_of_turn(pick.randrange(4), pick.choice([Pass(), Pass(), Resign(), Forfeit("suspended")])): 1,
        lambda: table.the_due_moment_comes(pick.choice([-1, 0, 1, 5 * DAY])): 2,
        table.settle: 15,
        lambda: table.settle_by_force(pick.randrange(4), pick.choice([Timeout(), TimeLimit()])): 3,
    }
    checked = 0
    while not table.game.is_over:
        pick.choices(list(steps), list(steps.values()))[0]()
        if checked + 5 <= len(table.turns) or table.game.is_over:
            checked = len(table.turns)
            table.the_game_is_as_the_model_says()
            table.no_tile_is_lost_or_made()
            table.the_records_give_the_game_again()
            table.scores_are_the_sum_of_the_points_in_the_records()
            table.what_a_player_may_not_know_makes_no_difference_to_what_he_sees()
    table.skip()
    table.settle()
    table.settle_by_force(0, TimeLimit())
    table.the_game_is_as_the_model_says()
    table.verify_the_record()
    return table.model.reason


def test_games_played_to_their_end_end_in_every_way() -> None:
    reasons = Counter(play_to_the_end(number) for number in range(6))
    assert set(reasons) == {"played_out", "all_passed", "time_limit", "last_player"}, reasons
