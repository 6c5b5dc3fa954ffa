"""How speed and cost are measured and told: rows, medians of fifteen, interleaved runs."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from time import perf_counter

ROUNDS = 15


@dataclass(frozen=True)
class Row:
    """One measured value. `bound` is the most that it may be, or None where it is told for information."""

    name: str
    value: float
    unit: str
    bound: float | None = None

    @property
    def holds(self) -> bool:
        """Within its bound; always where there is none."""
        return self.bound is None or self.value <= self.bound

    def to_json(self) -> dict[str, object]:
        """As it stands in `build/bench.json`."""
        return {**asdict(self), "holds": self.holds}


Bench = Callable[[], Iterable[Row]]


def seconds(work: Callable[[], object], times: int = 1) -> float:
    """How long one call takes, over so many, with the garbage collector at rest."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        begin = perf_counter()
        for _ in range(times):
            work()
        return (perf_counter() - begin) / times
    finally:
        if was_on:
            gc.enable()


def interleaved(works: Mapping[str, Callable[[], float]], rounds: int = ROUNDS) -> dict[str, float]:
    """The median of each, by name, over rounds in which all have their turn: what slows the machine down for a
    while slows all of them. Each returns what it measured. One round before counts for nothing."""
    measured: dict[str, list[float]] = {name: [] for name in works}
    for number in range(rounds + 1):
        for name, work in works.items():
            value = work()
            if number:
                measured[name].append(value)
    return {name: median(values) for name, values in measured.items()}


def table(rows: Iterable[Row]) -> str:
    """The rows for people."""
    lines = [("", "value", "unit", "bound", "holds")]
    for row in rows:
        bound, holds = ("", "") if row.bound is None else (_number(row.bound), "yes" if row.holds else "NO")
        lines.append((row.name, _number(row.value), row.unit, bound, holds))
    widths = [max(len(line[column]) for line in lines) for column in range(5)]
    return "\n".join(
        "  ".join(
            text.rjust(width) if column in (1, 3) else text.ljust(width)
            for column, (text, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) or value >= 1000 else f"{value:.3g}"


def write(rows: Iterable[Row], path: Path) -> None:
    """`build/bench.json`: a list of {name, value, unit, bound, holds}."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps([row.to_json() for row in rows], indent=1) + "\n")
