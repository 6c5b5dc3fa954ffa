"""Changing the code on purpose, to see whether a test notices."""

from __future__ import annotations
import __future__

import inspect
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import ModuleType
from typing import Any


@dataclass(frozen=True)
class Mutant:
    """A module's function with one piece of its text replaced."""

    module: ModuleType
    function: str
    text: str
    """Must stand in the function exactly once, so that a mutant cannot outlive what it changes."""
    instead: str


@contextmanager
def alive(*mutants: Mutant) -> Iterator[None]:
    """Run the changed functions in place of the true ones; several mutants of one function are one changed function."""
    places = {(mutant.module, mutant.function): getattr(mutant.module, mutant.function) for mutant in mutants}
    try:
        for module, function in places:
            changes = [mutant for mutant in mutants if (mutant.module, mutant.function) == (module, function)]
            setattr(module, function, _changed(module, function, changes))
        yield
    finally:
        for (module, function), original in places.items():
            setattr(module, function, original)


def _changed(module: ModuleType, function: str, mutants: Sequence[Mutant]) -> Any:
    source = textwrap.dedent(inspect.getsource(getattr(module, function)))
    for mutant in mutants:
        assert source.count(mutant.text) == 1, f"{function} does not hold {mutant.text!r} once"
        source = source.replace(mutant.text, mutant.instead)
    code = compile(source, f"<mutant of {function}>", "exec", __future__.annotations.compiler_flag)
    made: dict[str, Any] = {}
    exec(code, vars(module), made)  # noqa: S102 - our own code, changed by a test
    return made[function]
