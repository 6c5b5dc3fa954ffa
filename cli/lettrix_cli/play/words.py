"""Refusals and points in words."""

from __future__ import annotations

from lettrix.legality import IllegalAction, Reason
from lettrix.scoring import Breakdown


def refusal_text(error: IllegalAction) -> str:
    """Why not."""
    if error.reason is Reason.UNKNOWN_WORDS:
        return f"not in this game's dictionary: {', '.join(error.words)}"
    return error.detail or error.reason.value.replace("_", " ")


def breakdown_text(breakdown: Breakdown) -> str:
    """`QUARTZ 48 + ZOO 12 + bonus 50 = 110`."""
    parts = [f"{word.word} {word.points}" for word in breakdown.words]
    parts += [f"square {points}" for _, _, points in breakdown.squares]
    if breakdown.bonus:
        parts.append(f"bonus {breakdown.bonus}")
    return " + ".join(parts) + f" = {breakdown.points}"
