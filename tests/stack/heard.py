"""Everything that the stack answered during the tests, kept so that it can be searched for secrets at the end."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Heard:
    """One answer, as the bytes that came."""

    viewer: str | None
    """Id of the player whose session asked; None without one."""
    method: str
    path: str
    status: int
    headers: bytes
    body: bytes


@dataclass
class Ledger:
    """What was heard, and what only its owner may ever hear."""

    answers: list[Heard] = field(default_factory=list)
    tokens: list[str] = field(default_factory=list)
    codes: list[str] = field(default_factory=list)
    addresses: dict[str, str] = field(default_factory=dict)
    """Player's id -> address."""
