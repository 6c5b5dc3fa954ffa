"""Every legal play of a position, and the best of them.

`all_plays` and `best_plays` take a `Position` and a word graph. The plain Python generator answers everywhere.
"""

from .leaves import Leaves
from .plain import all_plays, best_plays
from .position import Candidate, Found, Position

__all__ = ["Candidate", "Found", "Leaves", "Position", "all_plays", "best_plays"]
