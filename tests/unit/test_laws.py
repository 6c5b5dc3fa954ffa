"""What holds in every game on offer, whatever its rules: a new variant is held to it by being in `VARIANTS`.

Each rule set, in each language, version and with its options at either end, is played at random (words of no
language, refusals, exchanges, time-outs, players who leave) and with plays that generation finds.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest
from tests.engine import T0, Table, check_replay, proof_of, started, stored
from tests.lives import Case, Life, cases, live

from lettrix.game import action_of, apply, conserved, judge, replay, replay_states, settle
from lettrix.generation import Position, best_plays
from lettrix.legality import IllegalAction, Reason
from lettrix.lexicon import Lexicon
from lettrix.plays import Exchange, Forfeit, Pass, Play, Resign, TimeLimit, Timeout
from lettrix.proof import ProofError, verify
from lettrix.scoring import total
from lettrix.state import Game, Turn
from lettrix.tiles import BLANK
from lettrix.variant import Variant, describe_rules
from lettrix.variants import VARIANTS
from lettrix.view import turn_view, unseen, view

CASES = list(cases())
SHORTEST = 12
"""Turns of a life that says something: in some everybody leaves at once."""

every_life = pytest.mark.parametrize(("case", "found"), list(product(CASES, (False, True))), ids=str)
every_variant = pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.id)


@cache
def life_of(case_name: str, found: bool) -> Life:
    case = next(case for case in CASES if str(case) == case_name)
    lives = (live(case, number, found=found) for number in range(1, 50))
    return next(life for life in lives if len(life.turns) >= SHORTEST)


@every_life
def test_every_tile_is_in_one_place_at_every_moment(case: Case, found: bool) -> None:
    life = life_of(str(case), found)
    for game in life.states:
        assert conserved(game)


@every_life
def test_a_score_is_the_sum_of_its_points_turn_by_turn(case: Case, found: bool) -> None:
    life = life_of(str(case), found)
    sums = [0] * case.seats
    for turn, after in zip(life.turns, life.states[1:], strict=True):
        for fact in turn.facts:
            if fact["kind"] == "play":
                assert turn.seat is not None
                sums[turn.seat] += fact["points"]
            elif "points" in fact:
                sums[fact["seat"]] += fact["points"]
        assert list(turn.scores) == [seat.score for seat in after.seats] == sums


@every_life
def test_nothing_can_be_done_after_the_end(case: Case, found: bool) -> None:
    life = life_of(str(case), found)
    game = life.last
    assert game.is_over
    assert game.to_move is game.due_at is game.remind_at is None
    assert not any(before.is_over for before in life.states[:-1])
    rack = game.seats[0].rack or "A"
    for seat in range(case.seats):
        for action in (Pass(), Exchange(rack[:1]), Resign(), Timeout(), TimeLimit(), Forfeit("x"), Play(())):
            with pytest.raises(IllegalAction) as refused:
                apply(game, seat, action, game.finished_at or 0, life.words)
            assert refused.value.reason == Reason.GAME_OVER
    assert settle(game, (game.finished_at or 0) * 2, life.words) == (game, [])
    assert view(game, 0)["allowed"] == []


@every_life
def test_the_stored_records_give_every_state_again(case: Case, found: bool) -> None:
    life = life_of(str(case), found)
    records = stored(life.turns)
    again = list(replay_states(life.first, records))
    assert [game for game, _ in again] == life.states[1:]
    assert [turn.to_json() for _, turn in again] == [turn.to_json() for turn in life.turns]
    assert json.loads(json.dumps(dict(life.last.extra))) == life.last.extra


@every_life
def test_the_proof_is_true_and_a_false_one_is_not(case: Case, found: bool) -> None:
    life = life_of(str(case), found)
    proof = proof_of(life.first, life.turns, life.words, secret=life.secret)
    assert verify(proof, life.words) == life.last
    number = next((i for i, turn in enumerate(life.turns) if turn.facts[0]["kind"] == "play"), None)
    falsified = json.loads(json.dumps(proof))
    if number is not None:
        falsified["turns"][number]["facts"][0]["points"] += 1
    else:
        falsified["scores"][0] += 1
    with pytest.raises(ProofError):
        verify(falsified, life.words)


@every_life
def test_points_are_told_alike_before_and_after_and_by_whoever_counts(case: Case, found: bool) -> None:
    """A preview, the scoring of a valuation and generation agree; the account of a play is what was written down."""
    life = life_of(str(case), found)
    policy, counted = case.rules.policy, 0
    for before, turn in zip(life.states, life.turns, strict=False):
        if turn.facts[0]["kind"] != "play" or turn.seat is None:
            continue
        action = action_of(turn)
        assert isinstance(action, Play | Timeout)
        placement = judge(before, turn.seat, Play(action.tiles), life.words)
        told = policy.breakdown(before, turn.seat, placement)
        assert told.points == total(policy.valuation(before, turn.seat), placement)
        account = policy.account(before, turn, placement)
        assert account.points == turn.facts[0]["points"]
        flat = sum(points for _, _, points in account.squares)
        assert account.points == sum(word.points for word in account.words) + account.bonus + flat
        for word in account.words:
            assert word.points == word.factor * sum(letter.value * letter.factor for letter in word.letters)
        counted += 1
    assert counted >= 2 or len(life.turns) < 20
    lexicon = life.words
    for before in life.states[:-1:7]:
        if isinstance(lexicon, Lexicon) and before.to_move is not None:
            for candidate in best_plays(Position.of(before, before.to_move), lexicon, 5, budget=None):
                placement = judge(before, before.to_move, candidate.play, lexicon)
                assert policy.breakdown(before, before.to_move, placement).points == candidate.points


def mark_differently(game: Game, random: Random) -> dict[str, Any]:
    """Chaos with other malus tiles in bag and racks, and other traps."""
    hidden = game.extra["malus"]
    racks = [[at for at in range(len(seat.rack)) if random.random() < 0.3] for seat in game.seats]
    bag = [at for at in range(len(game.bag)) if random.random() < 0.1]
    traps = [square for square in game.grid.squares() if random.random() < 0.2]
    return {**game.extra, "malus": {**hidden, "racks": racks, "bag": bag}, "traps": traps}


HIDDEN: Mapping[str, Callable[[Game, Random], dict[str, Any]]] = {"chaos": mark_differently}
"""By variant, `Game.extra` with what of it nobody may know made otherwise. In the other games all of it is shown."""


def as_it_might_be(game: Game, viewer: int | None, random: Random) -> Game:
    """Another game that this viewer cannot tell from it: all that he may not know is different."""
    shared = game.rules.shared_rack
    others = [] if shared else [seat for seat in range(len(game.seats)) if seat != viewer]
    pool = list(game.bag + "".join(game.seats[seat].rack for seat in others))
    random.shuffle(pool)
    seats = list(game.seats)
    for seat in others:
        count = len(seats[seat].rack)
        seats[seat] = replace(seats[seat], rack="".join(pool[:count]))
        del pool[:count]
    hide = HIDDEN.get(game.rules.id)
    extra = game.extra if hide is None else hide(game, random)
    return replace(game, seats=tuple(seats), bag="".join(pool), seed=random.randbytes(32), extra=extra)


def with_other_letters(game: Game, turn: Turn, viewer: int | None) -> Turn:
    """The record with other letters where another player drew or exchanged."""
    facts = []
    for fact in turn.facts:
        mine = fact.get("seat", turn.seat) == viewer or (game.rules.shared_rack and fact["kind"] == "draw")
        if fact["kind"] in ("draw", "exchange") and not mine:
            fact = {**fact, "letters": [BLANK] * len(fact["letters"])}
        facts.append(fact)
    return replace(turn, facts=(*facts, {"kind": "of_a_new_kind", "letters": ["X"]}))


@every_life
def test_a_view_tells_nothing_that_its_viewer_may_not_know(case: Case, found: bool) -> None:
    """Two games that differ only in what is hidden from him look, count and can be played alike."""
    life, random = life_of(str(case), found), Random(5)
    different = 0
    for number, game in enumerate(life.states[:-1]):
        if number % 5:
            continue
        for viewer in (None, *range(case.seats)):
            other = as_it_might_be(game, viewer, random)
            different += (other.bag, other.seats) != (game.bag, game.seats)
            assert view(other, viewer) == view(game, viewer)
            assert json.loads(json.dumps(view(game, viewer))) == view(game, viewer)
            for turn in life.turns[max(0, number - 2) : number]:
                hidden = turn_view(game, with_other_letters(game, turn, viewer), viewer)
                assert hidden["facts"].pop() == {"kind": "of_a_new_kind"}
                assert hidden == turn_view(other, turn, viewer) == turn_view(game, turn, viewer)
            if viewer is not None:
                assert unseen(other, viewer) == unseen(game, viewer)
                assert Position.of(other, viewer) == Position.of(game, viewer)
    assert different > 3


@every_life
def test_the_secret_and_the_bag_stand_in_no_text_of_a_running_game(case: Case, found: bool) -> None:
    life = life_of(str(case), found)
    for number, game in enumerate(life.states[:-1]):
        if number % 10:
            continue
        for viewer in (None, *range(case.seats)):
            text = json.dumps([view(game, viewer), repr(game)], ensure_ascii=False)
            assert game.seed.hex() not in text
            assert life.secret.hex() not in text
            for at in range(0, len(game.bag) - 8, 9):
                run = game.bag[at : at + 9]
                assert run not in text
                assert json.dumps(list(run), ensure_ascii=False)[1:-1] not in text


@every_variant
def test_nobody_plays(variant: Variant) -> None:
    """Time alone brings every game to an end, unless it has none; and the records give the same again."""
    fewest, most = variant.players
    for seats in range(fewest, most + 1):
        table = Table(started(seats, variant.rules(seats=seats)))
        table.wait_for_the_end()
        assert table.game.result is not None
        assert {turn.action for turn in table.turns} <= {"timeout", "limit"}
        check_replay(table)


@every_variant
def test_all_but_one_side_resign_out_of_turn(variant: Variant) -> None:
    fewest, most = variant.players
    for seats in range(fewest, most + 1):
        for staying in range(seats):
            rules = variant.rules(seats=seats)
            table = Table(started(seats, rules))
            for seat in range(seats):
                if rules.side(seat) != rules.side(staying) and table.game.seats[seat].is_playing:
                    table.resign(seat)
            assert table.game.result is not None
            assert table.game.result.reason == "last_player"
            winners = {seat for seat in range(seats) if rules.side(seat) == rules.side(staying)}
            assert set(table.game.result.winners) == winners
            for seat in range(seats):
                assert (table.game.result.ranks[seat] == 1) == (seat in winners)
            assert table.scores == [0] * seats
            check_replay(table)


@every_variant
def test_who_runs_out_of_time_is_told_so_and_the_next_one_moves_or_it_is_over(variant: Variant) -> None:
    seats = variant.players[1]
    game = started(seats, variant.rules(seats=seats))
    table = Table(game)
    assert game.due_at is not None
    assert table.settle(after=game.due_at - T0 - 1) == []
    (turn,) = table.settle(after=1)
    assert (turn.action, turn.seat, turn.facts[0]["kind"]) == ("timeout", 0, "timeout")
    assert table.game.is_over or table.game.to_move == 1
    check_replay(table)


@every_variant
def test_a_description_is_data_and_its_options_are_told_apart(variant: Variant) -> None:
    """What a description says of the values of options, taken one after the other, holds for them together."""
    told = variant.describe()
    assert json.loads(json.dumps(told)) == told
    assert len({str(case) for case in CASES}) == len(CASES), "no two cases bear one name"
    for case in CASES:
        if case.variant is not variant or case.rules.version != variant.version:
            continue
        described = told["languages"][case.rules.language]
        expected = {part: value for part, value in described.items() if part != "by_option"}
        for option in variant.options:
            value = str(case.rules.options[option.name]).lower()
            expected |= described["by_option"].get(option.name, {}).get(value, {})
        assert describe_rules(case.rules) == expected


def test_the_lives_meet_what_can_happen() -> None:
    """Else the laws above would say little."""
    actions, kinds, reasons = set(), set(), set()
    for case, found in product(CASES, (False, True)):
        life = life_of(str(case), found)
        actions |= {turn.action for turn in life.turns}
        kinds |= {(case.rules.id, fact["kind"]) for turn in life.turns for fact in turn.facts}
        assert life.last.result is not None
        reasons.add(life.last.result.reason)
    assert actions == {"play", "exchange", "pass", "resign", "timeout", "limit", "pause"}
    assert {"played_out", "all_passed", "time_limit", "last_player", "out_of_time"} <= reasons
    for variant in VARIANTS.values():
        for kind in variant.rules().policy.public_facts:
            assert (variant.id, kind) in kinds, "a fact of its own that no life met"


def test_replaying_one_state_needs_no_more_than_the_game_before() -> None:
    for case in CASES[:3]:
        life = life_of(str(case), False)
        for before, turn, after in zip(life.states, stored(life.turns), life.states[1:], strict=False):
            assert replay(before, [turn]) == after
