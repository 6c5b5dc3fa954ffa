"""A finished game's record: a true one is accepted, and one that was tampered with is refused."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engine import LETTRIX, T0, Table, play_out, proof_of, small_lexicon, started

from lettrix.clock import DAY, HOUR
from lettrix.draw import commitment
from lettrix.game import replay
from lettrix.lexicon import WordSet
from lettrix.plays import Resign
from lettrix.proof import ProofError, verify
from lettrix.variants import find_variant

Record = dict[str, Any]


@cache
def played_text() -> str:
    """Three players, words, exchanges, an automatic pass, a resignation out of turn."""
    table = Table(started(3), small_lexicon())
    table.turns = play_out(table.game, Random(3))[:8]
    table.game = replay(table.first, table.turns)
    table.now = table.turns[-1].at
    table.settle(after=48 * HOUR)
    table.resign((table.game.to_move or 0) + 1 if (table.game.to_move or 0) < 2 else 0, after=HOUR)
    while not table.game.is_over:
        if len(table.turns) < 15:
            table.exchange(table.game.seats[table.game.to_move or 0].rack[:2], after=HOUR)
        else:
            table.skip(after=HOUR)
    kinds = {turn.action for turn in table.turns}
    assert kinds >= {"play", "exchange", "pass", "timeout", "resign"}
    return json.dumps(proof_of(table.first, table.turns, small_lexicon()))


def played() -> Record:
    return json.loads(played_text())  # type: ignore[no-any-return]


class TestTrueRecords:
    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_a_played_game(self, seats: int) -> None:
        first = started(seats)
        turns = play_out(first, Random(seats))
        game = verify(proof_of(first, turns, small_lexicon()), small_lexicon())
        assert game == replay(first, turns)
        assert game.result is not None
        assert max(seat.score for seat in game.seats) > 20

    def test_one_with_everything_that_can_happen(self) -> None:
        verify(played(), small_lexicon())

    def test_games_ended_by_the_limit_by_forfeits_and_by_resigning(self) -> None:
        for seats in (2, 3, 4):
            table = Table(started(seats))
            table.wait_for_the_end()
            verify(proof_of(table.first, table.turns, small_lexicon()), small_lexicon())
        table = Table(started(3))
        table.forfeit(1)
        table.resign(2)
        verify(proof_of(table.first, table.turns, small_lexicon()), small_lexicon())

    def test_a_match_with_a_limit_of_its_own(self) -> None:
        table = Table(started(2, ends_at=T0 + 3 * DAY))
        table.wait_for_the_end()
        verify(proof_of(table.first, table.turns, small_lexicon()), small_lexicon())

    def test_its_options_and_seats_are_read_from_the_record(self) -> None:
        rules = find_variant("lettrix").rules(options={"whole_rack_only": True})
        table = Table(started(2, rules))
        table.wait_for_the_end()
        assert verify(proof_of(table.first, table.turns, small_lexicon()), small_lexicon()).rules == rules

    def test_the_seats_name_the_players(self) -> None:
        """With this secret the three seats are drawn as 2, 0, 1 of the order of joining."""
        assert played()["joined"] == ["01PLAYERA", "01PLAYERB", "01PLAYERC"]
        assert played()["seats"] == ["01PLAYERC", "01PLAYERA", "01PLAYERB"]

    def test_a_running_game_has_none(self) -> None:
        with pytest.raises(ValueError, match="running"):
            proof_of(started(2), [], small_lexicon())


def facts_of(record: Record, kind: str) -> list[Record]:
    return [fact for turn in record["turns"] for fact in turn["facts"] if fact["kind"] == kind]


def turn_of(record: Record, action: str, number: int = 0) -> Record:
    found: Record = [turn for turn in record["turns"] if turn["action"] == action][number]
    return found


def promise_again(record: Record) -> None:
    """Make the commitment fit what the record says now, as a dishonest server would."""
    record["commitment"] = commitment(
        secret=bytes.fromhex(record["secret"]),
        game=record["game"],
        rules=record["rules"],
        rules_version=record["rules_version"],
        dictionary_hash=record["dictionary_hash"],
    )


def swap_a_draw(record: Record) -> None:
    letters = facts_of(record, "draw")[0]["letters"]
    letters[0] = "Z" if letters[0] != "Z" else "A"


def swap_the_order_of_a_draw(record: Record) -> None:
    letters = next(f["letters"] for f in facts_of(record, "draw") if len(set(f["letters"])) > 1)
    letters.sort(reverse=letters == sorted(letters))


def swap_two_draws(record: Record) -> None:
    first, second = facts_of(record, "draw")[:2]
    assert first["letters"] != second["letters"]
    first["letters"], second["letters"] = second["letters"], first["letters"]


def change_a_score(record: Record) -> None:
    record["turns"][0]["scores"][0] += 1


def change_all_scores_of_a_play(record: Record) -> None:
    turn = turn_of(record, "play")
    turn["facts"][0]["points"] += 5
    for later in record["turns"][turn["turn"] - 1 :]:
        later["scores"][turn["seat"]] += 5
    record["scores"][turn["seat"]] += 5


def move_a_tile(record: Record) -> None:
    for tile in turn_of(record, "play")["facts"][0]["tiles"]:
        tile["row"] -= 1


def change_a_letter(record: Record) -> None:
    tile = turn_of(record, "play")["facts"][0]["tiles"][0]
    tile["letter"] = "E" if tile["letter"] != "E" else "S"


def claim_a_blank(record: Record) -> None:
    tile = turn_of(record, "play")["facts"][0]["tiles"][0]
    tile["blank"] = not tile["blank"]


def swap_two_turns(record: Record) -> None:
    turns = record["turns"]
    turns[1], turns[2] = turns[2], turns[1]


def renumber_swapped_turns(record: Record) -> None:
    swap_two_turns(record)
    for number, turn in enumerate(record["turns"], 1):
        turn["turn"] = number


def drop_the_last_turn(record: Record) -> None:
    record["turns"].pop()


def drop_a_turn(record: Record) -> None:
    record["turns"].pop(4)


def add_a_turn_at_the_end(record: Record) -> None:
    record["turns"].append({**record["turns"][-1], "turn": len(record["turns"]) + 1})


def repeat_a_turn(record: Record) -> None:
    record["turns"].insert(2, copy.deepcopy(record["turns"][2]))


def play_another_turn(record: Record) -> None:
    turn = turn_of(record, "exchange")
    turn.update(action="pass", facts=[{"kind": "pass"}])


def exchange_other_letters(record: Record) -> None:
    facts_of(record, "exchange")[0]["letters"].sort(reverse=True)
    facts_of(record, "exchange")[0]["letters"][0] = "?"


def let_another_player_move(record: Record) -> None:
    turn = turn_of(record, "pass")
    turn["seat"] = (turn["seat"] + 1) % 3


def play_too_late(record: Record) -> None:
    turn_of(record, "play", 2)["at"] += 49 * HOUR


def play_before_the_turn_began(record: Record) -> None:
    turn = turn_of(record, "play", 2)
    turn["at"] = record["turns"][turn["turn"] - 2]["at"] - 1


def time_out_early(record: Record) -> None:
    turn_of(record, "timeout")["at"] -= 1


def start_later(record: Record) -> None:
    record["started_at"] = record["turns"][0]["at"] + 1


def end_earlier(record: Record) -> None:
    record["ends_at"] = record["turns"][-1]["at"] - 1


def other_dictionary(record: Record) -> None:
    record["dictionary_hash"] = WordSet(["AA"]).hash
    promise_again(record)


def swap_seats(record: Record) -> None:
    record["seats"].reverse()


def swap_players_who_joined(record: Record) -> None:
    record["joined"].reverse()


def swap_nonces(record: Record) -> None:
    record["nonces"].reverse()


def another_secret(record: Record) -> None:
    record["secret"] = bytes(32).hex()


def another_secret_promised(record: Record) -> None:
    another_secret(record)
    promise_again(record)


def another_option(record: Record) -> None:
    record["rules"] = record["rules"].replace("false", "true")


def unheard_of_option(record: Record) -> None:
    record["rules"] = record["rules"].replace("whole_rack_only", "free_points")
    promise_again(record)


def untidy_rules(record: Record) -> None:
    record["rules"] = record["rules"].replace(":", ": ")
    promise_again(record)


def another_rules_version(record: Record) -> None:
    record["rules_version"] = 2
    promise_again(record)


def another_game_id(record: Record) -> None:
    record["game"] = "01OTHER"


def another_winner(record: Record) -> None:
    record["result"]["winners"] = [(record["result"]["winners"][0] + 1) % 3]


def another_rank(record: Record) -> None:
    record["result"]["ranks"].reverse()


def another_reason(record: Record) -> None:
    record["result"]["reason"] = "time_limit"


def another_board(record: Record) -> None:
    record["board"][0] = "Z" * 15


def another_rack(record: Record) -> None:
    record["racks"][0] = record["racks"][1]


def another_bag(record: Record) -> None:
    record["bag"] = record["bag"][::-1]


def another_final_score(record: Record) -> None:
    record["scores"][0] += 1


def forget_a_leftover(record: Record) -> None:
    facts = record["turns"][-1]["facts"]
    facts.remove(next(fact for fact in facts if fact["kind"] == "leftover"))


def one_player_fewer(record: Record) -> None:
    record["nonces"].pop()
    record["joined"].pop()


def a_ghost_player(record: Record) -> None:
    record["nonces"] += ["00" * 16] * 2
    record["joined"] += ["01GHOST"] * 2


def other_versions(record: Record) -> None:
    record["draw"] = "lx0"


@pytest.mark.parametrize(
    "tamper",
    [
        *(swap_a_draw, swap_the_order_of_a_draw, swap_two_draws),
        *(change_a_score, change_all_scores_of_a_play, another_final_score, forget_a_leftover),
        *(move_a_tile, change_a_letter, claim_a_blank),
        *(
            swap_two_turns,
            renumber_swapped_turns,
            drop_the_last_turn,
            drop_a_turn,
            add_a_turn_at_the_end,
            repeat_a_turn,
        ),
        *(play_another_turn, exchange_other_letters, let_another_player_move),
        *(play_too_late, play_before_the_turn_began, time_out_early, start_later, end_earlier),
        *(other_dictionary, swap_seats, swap_players_who_joined, swap_nonces, one_player_fewer, a_ghost_player),
        *(another_secret, another_secret_promised, another_option, unheard_of_option, untidy_rules),
        *(another_rules_version, another_game_id, other_versions),
        *(another_winner, another_rank, another_reason, another_board, another_rack, another_bag),
    ],
    ids=lambda tamper: tamper.__name__,
)
def test_tampering_is_refused(tamper: Callable[[Record], None]) -> None:
    record = played()
    tamper(record)
    assert record != played(), "the tampering changed something"
    with pytest.raises(ProofError):
        verify(record, small_lexicon())


def test_another_dictionary_than_the_games_is_refused() -> None:
    words = [*small_lexicon().words(), "ZZ"]
    with pytest.raises(ProofError, match="dictionary"):
        verify(played(), WordSet(words))


def test_a_word_that_is_not_in_the_dictionary_is_refused() -> None:
    """A server that took a false word, everything else being true."""
    table = Table(started(2))
    letters = table.game.seats[0].rack.replace("?", "")[:3]
    table.play(f"8G {letters}")
    table.do(Resign())
    with pytest.raises(ProofError, match=f"unknown_words {letters}"):
        verify(proof_of(table.first, table.turns, small_lexicon()), small_lexicon())


def test_every_field_is_needed() -> None:
    for name in played():
        record = played()
        del record[name]
        with pytest.raises(ProofError, match=f"not a record that can be read: '{name}'"):
            verify(record, small_lexicon())


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=4)
    | st.sampled_from([0, 1, 2, "play", "E", "?", "0" * 64, 10**30]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_any_other_value_anywhere_is_refused(data: st.DataObject) -> None:
    """Only a moment may be another one, and only where the rules allow it: nothing else vouches for the clock."""
    record = played()
    node: Any = record
    path: list[Any] = []
    while isinstance(node, dict | list) and node and (not path or data.draw(st.integers(0, 4))):
        key = data.draw(st.sampled_from(sorted(node) if isinstance(node, dict) else range(len(node))))
        path.append(key)
        parent, node = node, node[key]
    value = data.draw(json_values)
    parent[path[-1]] = value
    if json.dumps(value) == json.dumps(node):
        return
    if not is_true(record):
        return
    assert path[-1] in ("at", "started_at", "ends_at")
    assert value is None or type(value) is int


def is_true(record: Record) -> bool:
    try:
        verify(record, small_lexicon())
    except ProofError:
        return False
    return True


@settings(deadline=None)
@given(json_values)
def test_anything_at_all_is_refused(value: Any) -> None:
    with pytest.raises(ProofError):
        verify(value, small_lexicon())


def test_the_rules_of_the_record_are_those_of_the_game() -> None:
    assert played()["rules"] == (
        '{"id":"lettrix","language":"fr","options":{"vacation":false,"whole_rack_only":false},"seats":3}'
    )
    assert played()["rules_version"] == LETTRIX.version
    assert (played()["v"], played()["draw"]) == (1, "lx1")
