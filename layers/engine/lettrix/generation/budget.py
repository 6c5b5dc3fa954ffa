"""How long a search may take."""

from __future__ import annotations

from collections.abc import Callable

STEPS = 1000
SHARE = 0.9
"""Of the seconds given, for the search; the rest is for what comes after it: handing the plays over, freeing memory."""


class OutOfTime(Exception):
    """The budget of a search is used up."""


class Budget:
    """A number of seconds, by a counter that only goes forward; the counter is read every thousand steps or so."""

    def __init__(self, seconds: float | None, counter: Callable[[], float]) -> None:
        self._counter = counter
        self._end = None if seconds is None else counter() + SHARE * seconds
        self._left = 0

    def work(self, steps: int) -> None:
        """Account for steps that are about to be made; raises `OutOfTime`."""
        if self._end is None:
            return
        self._left -= steps
        if self._left < 0:
            self._left = STEPS
            if self._counter() >= self._end:
                raise OutOfTime
