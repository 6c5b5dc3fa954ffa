"""The games of Lettrix: rules, draws that can be checked, clocks, dictionaries, move generation, a robot.

Standard library only. No clock and no chance of its own: `now` and the seed are arguments. The only files that it
touches are dictionaries and glossaries whose path it is given.

The names that a program needs most are here (`lettrix.start`, `lettrix.apply`, ...); each is loaded when it is first
used, so that importing the package costs next to nothing. Everything else stands in the module of its subject.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .draw import make_seed as make_seed
    from .game import apply as apply
    from .game import replay as replay
    from .game import settle as settle
    from .game import start as start
    from .generation import Position as Position
    from .generation import all_plays as all_plays
    from .generation import best_plays as best_plays
    from .graphbuild import build_graph as build_graph
    from .legality import IllegalAction as IllegalAction
    from .legality import Reason as Reason
    from .lexicon import Lexicon as Lexicon
    from .lexicon import LexiconError as LexiconError
    from .lexicon import WordSet as WordSet
    from .plays import Exchange as Exchange
    from .plays import Pass as Pass
    from .plays import Play as Play
    from .plays import Resign as Resign
    from .plays import format_play as format_play
    from .plays import parse_play as parse_play
    from .proof import make_proof as make_proof
    from .proof import verify as verify
    from .variants import VARIANTS as VARIANTS
    from .variants import find_variant as find_variant

_HOME = {
    "draw": ["make_seed"],
    "game": ["apply", "replay", "settle", "start"],
    "generation": ["Position", "all_plays", "best_plays"],
    "graphbuild": ["build_graph"],
    "legality": ["IllegalAction", "Reason"],
    "lexicon": ["Lexicon", "LexiconError", "WordSet"],
    "plays": ["Exchange", "Pass", "Play", "Resign", "format_play", "parse_play"],
    "proof": ["make_proof", "verify"],
    "variants": ["VARIANTS", "find_variant"],
}
"""Module -> the names of it that stand here too."""
_MODULES = {name: module for module, names in _HOME.items() for name in names}

__all__ = sorted(_MODULES)


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES})
