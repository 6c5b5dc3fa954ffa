"""GCG, the text form in which crossword games are exchanged: read it, write it, play it through."""

from .checking import Mismatch, Replayed, replay
from .export import from_game
from .model import Event, GcgError, GcgGame, Kind, Player
from .reader import read
from .writer import write

__all__ = [
    "Event",
    "GcgError",
    "GcgGame",
    "Kind",
    "Mismatch",
    "Player",
    "Replayed",
    "from_game",
    "read",
    "replay",
    "write",
]
