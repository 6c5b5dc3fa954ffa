"""The record of a turn: stored, read again, and what is no record."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.engine import T0, Table, position, started

from lettrix.clock import DAY, HOUR
from lettrix.game import action_of, replay
from lettrix.legality import IllegalAction, Reason
from lettrix.plays import Exchange, Forfeit, Laid, Pass, Play, Resign, TimeLimit, Timeout
from lettrix.state import Turn


def everything() -> Table:
    """A game in which each kind of action is recorded."""
    table = Table(started(4))
    letters = table.game.seats[0].rack.replace("?", "")
    table.play(f"8H {letters[:3]}", after=HOUR)
    table.exchange(table.game.seats[1].rack[:2], after=HOUR)
    table.skip(after=HOUR)
    table.settle(after=48 * HOUR)
    table.resign(2, after=HOUR)
    table.forfeit(3)
    table.settle(after=20 * DAY)
    return table


def test_each_action_is_read_from_its_record() -> None:
    table = everything()
    actions = [action_of(turn) for turn in table.turns]
    assert [type(action) for action in actions] == [Play, Exchange, Pass, Timeout, Resign, Forfeit, Timeout, TimeLimit]
    assert isinstance(actions[0], Play)
    assert [tile[:2] for tile in actions[0].tiles] == [(7, 7), (7, 8), (7, 9)]
    assert actions[5] == Forfeit("suspended")


def test_records_survive_json() -> None:
    table = everything()
    stored = json.loads(json.dumps([turn.to_json() for turn in table.turns]))
    assert [Turn.from_json(turn) for turn in stored] == table.turns
    assert replay(table.first, map(Turn.from_json, stored)) == table.game
    assert stored[2] == {
        "turn": 3,
        "seat": 2,
        "action": "pass",
        "facts": [{"kind": "pass"}],
        "scores": list(table.turns[2].scores),
        "at": T0 + 3 * HOUR,
    }


def test_a_blank_is_recorded_with_its_letter() -> None:
    table = Table(position(["?A", "E"], bag="E"))
    table.play("8H wA")
    assert action_of(table.turns[0]) == Play((Laid(7, 7, "W", blank=True), Laid(7, 8, "A")))
    assert table.turns[0].facts[0]["text"] == "8H wA"
    assert table.turns[0].facts[0]["words"] == ["wA"]


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("turn", [None, "x", [1]]),
        ("seat", ["x", [1]]),
        ("facts", [None, 3, ["x"], [3]]),
        ("scores", [None, 3, ["x"]]),
        ("at", [None, "x", [1]]),
        ("action", []),
    ],
)
def test_what_is_no_record_is_refused(name: str, values: list[Any]) -> None:
    record = everything().turns[0].to_json()
    for value in values:
        with pytest.raises(ValueError, match=r"."):
            Turn.from_json({**record, name: value})
    del record[name]
    with pytest.raises(ValueError, match="not the record of a turn"):
        Turn.from_json(record)


@pytest.mark.parametrize(
    ("action", "facts"),
    [
        ("dance", ({"kind": "dance"},)),
        ("play", ()),
        ("play", ({"kind": "play"},)),
        ("play", ({"kind": "play", "tiles": [{"row": 1}]},)),
        ("play", ({"kind": "play", "tiles": 3},)),
        ("exchange", ({"kind": "exchange"},)),
        ("forfeit", ({"kind": "forfeit"},)),
    ],
)
def test_what_tells_of_no_action_is_refused(action: str, facts: tuple[dict[str, Any], ...]) -> None:
    with pytest.raises(ValueError, match="turn 1 is not the record of an action"):
        action_of(Turn(1, 0, action, facts, (0, 0), T0))


def test_a_record_that_breaks_the_rules_does_not_replay() -> None:
    first = started(2)
    out_of_turn = Turn(1, 1, "pass", ({"kind": "pass"},), (0, 0), T0)
    with pytest.raises(IllegalAction) as refused:
        replay(first, [out_of_turn])
    assert refused.value.reason == Reason.NOT_YOUR_TURN
