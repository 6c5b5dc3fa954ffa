"""The robot's strengths as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Level:
    """How one level chooses among the legal plays."""

    number: int
    judges: Literal["points", "equity", "look_ahead"]
    """By points alone; by points and what the play leaves behind; or by that and a look ahead."""
    aim: tuple[int, int] = (100, 100)
    """Per cent of the best play's points: each turn draws its aim between the two and plays what comes nearest."""
    common: bool = False
    """Words that everybody uses before any other."""
    slips: int = 0
    """Turns in a hundred at which it takes one of the next best plays instead of the best."""


LEVELS: Mapping[int, Level] = {
    level.number: level
    for level in (
        Level(1, "points", aim=(25, 50), common=True),
        Level(2, "points", aim=(35, 65)),
        Level(3, "points", aim=(55, 85)),
        Level(4, "points", aim=(75, 100)),
        Level(5, "equity", slips=20),
        Level(6, "look_ahead"),
    )
}
"""By number, from the weakest to the strongest."""

GREEDY = Level(0, "points")
"""Always the play with the most points: no level that is offered, but the measure of the others."""
