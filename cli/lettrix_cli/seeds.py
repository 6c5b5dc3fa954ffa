"""Seeds that people type."""

from __future__ import annotations

import hashlib


def seed_of(text: str) -> bytes:
    """The 32 bytes that a seed given as text stands for: its SHA-256."""
    return hashlib.sha256(text.encode()).digest()
