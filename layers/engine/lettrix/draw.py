"""Chance that can be checked: commitment, seed, labelled streams, shuffling. Draw version `lx1`.

The server commits to its secret before anybody takes a seat, every seat adds a nonce, and all that is drawn in the
game follows from the two. When the secret is published anybody can redo every draw.

    commitment = SHA-256 of canonical JSON {dictionary_hash, draw, game, rules, rules_version, s, v}
    seed       = SHA-256(secret, nonces in order of joining), raw bytes one after the other
    stream     = HMAC-SHA256(seed, "label|turn|0"), HMAC-SHA256(seed, "label|turn|1"), ... as bytes

`turn` is the number of actions taken before (so 0 for what is drawn at the start). A number below n is read as the
fewest whole bytes that hold n - 1, big-endian; values at or above the largest multiple of n are thrown away
(rejection sampling: no bias), the rest are taken modulo n; n = 1 reads nothing. Shuffling is Fisher-Yates from the
last place to the second: place i is exchanged with place below(i + 1).
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Sequence
from typing import TypeVar

DRAW_VERSION = "lx1"
SECRET_BYTES = 32
NONCE_BYTES = 16

T = TypeVar("T")


def canonical_json(value: object) -> str:
    """Sorted keys, no spaces, UTF-8 as it is: the one text form that is hashed."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def commitment(*, secret: bytes, game: str, rules: str, rules_version: int, dictionary_hash: str) -> str:
    """Hex SHA-256 that binds the server to its secret; `rules` is the string of `lettrix.rules.canonical_rules`."""
    _expect(secret, SECRET_BYTES, "the secret")
    text = canonical_json(
        {
            "dictionary_hash": dictionary_hash,
            "draw": DRAW_VERSION,
            "game": game,
            "rules": rules,
            "rules_version": rules_version,
            "s": secret.hex(),
            "v": 1,
        }
    )
    return hashlib.sha256(text.encode()).hexdigest()


def make_seed(secret: bytes, nonces: Iterable[bytes]) -> bytes:
    """The 32-byte seed of all draws of a game; `nonces` in the order in which the players joined."""
    _expect(secret, SECRET_BYTES, "the secret")
    digest = hashlib.sha256(secret)
    for nonce in nonces:
        _expect(nonce, NONCE_BYTES, "a nonce")
        digest.update(nonce)
    return digest.digest()


def _expect(value: bytes, length: int, what: str) -> None:
    if len(value) != length:
        raise ValueError(f"{what} has {length} bytes")


class Stream:
    """The stream of one label at one turn. Labels keep streams from disturbing one another."""

    def __init__(self, seed: bytes, label: str, turn: int) -> None:
        self._seed = seed
        self._prefix = f"{label}|{turn}|"
        self._counter = 0
        self._bytes = b""

    def _read(self, count: int) -> bytes:
        while len(self._bytes) < count:
            message = f"{self._prefix}{self._counter}".encode()
            self._bytes += hmac.digest(self._seed, message, "sha256")
            self._counter += 1
        taken, self._bytes = self._bytes[:count], self._bytes[count:]
        return taken

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each as likely as the other."""
        if n < 1:
            raise ValueError("nothing to choose from")
        width = ((n - 1).bit_length() + 7) // 8
        limit = 256**width // n * n
        while True:
            value = int.from_bytes(self._read(width), "big")
            if value < limit:
                return value % n

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """A shuffled copy."""
        result = list(items)
        for i in range(len(result) - 1, 0, -1):
            j = self.below(i + 1)
            result[i], result[j] = result[j], result[i]
        return result
