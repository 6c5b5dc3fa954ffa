"""What a move costs, as the deployed stack reports it: the same all through a long game of four."""

from __future__ import annotations

from infra.local import stack as local_stack
from infra.local.stack import LocalStack
from tests.long_game import costs

from lettrix.lexicon import Lexicon


def test_a_move_takes_four_write_units_however_long_the_game(stack: LocalStack, french: Lexicon) -> None:
    described = local_stack.running(stack.folder)
    assert described is not None
    paid = costs(described["environment"], french, turns=60)
    assert [cost.turn for cost in paid] == list(range(1, 61))
    assert {cost.units for cost in paid} == {4}
    assert not any(cost.of_indexes for cost in paid)
    assert 600 < paid[-1].state_bytes < 1000
