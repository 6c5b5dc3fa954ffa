"""The robot: an opponent of six strengths for every game, and the self-play that measures them.

`choose` is pure: the same game, seat, level and dictionary always give the same action, whatever the machine. It knows
what its seat may know and nothing else (see `lettrix.robot.worlds`).
"""

from .choosing import choose
from .levels import GREEDY, LEVELS, Level

__all__ = ["GREEDY", "LEVELS", "Level", "choose"]
