"""Grand: 21x21 with the bag twice over, moving zones and events."""

from __future__ import annotations

from dataclasses import replace

from lettrix.boards import SUPER21
from lettrix.rules import Rules
from lettrix.tiles import TileSet
from lettrix.tilesets import BY_LANGUAGE
from lettrix.variant import VACATION, Option, Options, Variant

from .classic_family import BAG_MIN, LANGUAGES, LEVEL, family_rules
from .grand_events import Grand

QUADRUPLE = Option(
    "quadruple",
    kind="bool",
    default=False,
    about="The squares x4 of the layout count four times; otherwise they count three times.",
)

_THREEFOLD = replace(
    SUPER21, name="super21x3", rows=tuple(row.translate(str.maketrans("Qq", "Tt")) for row in SUPER21.rows)
)
_BAGS = {
    language: TileSet(tiles.alphabet, {letter: 2 * count for letter, count in tiles.counts.items()}, tiles.points)
    for language, tiles in BY_LANGUAGE.items()
    if language in LANGUAGES
}
_POLICY = Grand()


def _rules(version: int, language: str, options: Options) -> Rules:
    board = SUPER21 if options["quadruple"] else _THREEFOLD
    return family_rules("grand", version, language, options, board=board, tiles=_BAGS[language], policy=_POLICY)


GRAND = Variant(
    id="grand",
    version=1,
    languages=LANGUAGES,
    players=(2, 4),
    options=(QUADRUPLE, LEVEL, BAG_MIN, VACATION),
    make_rules=_rules,
)
