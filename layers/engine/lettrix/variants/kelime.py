"""Kelime: the Turkish game for two, with a star worth 25 on an ordinary square; in other languages too.

Rules version 2 makes the first racks playable in Turkish: two vowels and two consonants at least in each. Games of
version 1 keep theirs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from lettrix.boards import KELIME15
from lettrix.clock import Clock
from lettrix.draw import Stream
from lettrix.policy import Policy
from lettrix.rules import Rules
from lettrix.tiles import BLANK
from lettrix.tilesets import BY_LANGUAGE
from lettrix.valuation import Valuation
from lettrix.variant import VACATION, Options, Variant

if TYPE_CHECKING:
    from lettrix.legality import Placement
    from lettrix.state import Game, Working

STAR = 25
VOWELS = frozenset("AEIİOÖUÜ")
CERTIFIED: frozenset[str] = frozenset()
"""Languages whose games are rated: none yet."""
WORDLESS_TO_END = 4
"""Turns without a word, all players together, that end the game."""


@dataclass(frozen=True)
class Kelime(Policy):
    """`Game.extra`: the square of the `star` until it is covered, then None; `wordless` turns running."""

    public_facts: ClassVar[Mapping[str, tuple[str, ...]]] = {"star25": ("row", "col")}

    each_at_least: int = 0
    """Vowels, and as many consonants, that each of the first racks holds."""
    ends_below: int | None = None
    """Turns without a word end the game only with fewer tiles than this in the bag; None: with any bag."""

    def deal(self, rules: Rules, seed: bytes, seats: int) -> tuple[list[str], str]:
        """Dealt as usual; racks that do not hold enough are all put back, and dealt again from `opening`."""
        racks, bag = super().deal(rules, seed, seats)
        stream = Stream(seed, "opening", 0)
        while not all(map(self._is_fair, racks)):
            drawn = "".join(stream.shuffled(rules.tiles.tiles()))
            ends = range(rules.rack_size, rules.rack_size * (seats + 1), rules.rack_size)
            racks, bag = [drawn[end - rules.rack_size : end] for end in ends], drawn[rules.rack_size * seats :]
        return racks, bag

    def _is_fair(self, rack: str) -> bool:
        vowels = sum(tile in VOWELS for tile in rack)
        consonants = len(rack) - vowels - rack.count(BLANK)
        return min(vowels, consonants) >= self.each_at_least

    def opening(self, rules: Rules, seed: bytes, seats: int) -> dict[str, Any]:
        """The star lies on a plain square, in row order the one of the number drawn; the start square is none."""
        plain = [square for square, kind in enumerate(rules.board.kinds) if kind == "."]
        return {"star": plain[Stream(seed, "star25", 0).below(len(plain))], "wordless": 0}

    def valuation(self, game: Game, seat: int) -> Valuation:
        star = game.extra["star"]
        return game.rules.valuation if star is None else replace(game.rules.valuation, flat={star: STAR})

    def score(self, work: Working, seat: int, placement: Placement) -> int:
        points = super().score(work, seat, placement)
        star = work.extra["star"]
        if star in placement.new:
            row, col = divmod(star, work.grid.size)
            work.note("star25", row=row, col=col)
            work.extra["star"] = None
        return points

    def after_turn(self, work: Working) -> None:
        if work.turn_over:
            work.extra["wordless"] = 0 if work.facts[0]["kind"] == "play" else work.extra["wordless"] + 1

    def ending(self, work: Working) -> str | None:
        few_left = self.ends_below is None or len(work.bag) < self.ends_below
        wordless = few_left and work.extra["wordless"] >= WORDLESS_TO_END
        return super().ending(work) or ("wordless" if wordless else None)

    def describe(self, rules: Rules) -> dict[str, Any]:
        del rules
        return {
            "star25": {"points": STAR, "label": f"★{STAR}"},
            "opening": {"vowels": self.each_at_least, "consonants": self.each_at_least},
            "wordless_to_end": WORDLESS_TO_END,
            "wordless_ends_below": self.ends_below,
        }

    def show(self, game: Game, viewer: int | None) -> dict[str, Any]:
        del viewer
        star = game.extra["star"]
        place = None if star is None else dict(zip(("row", "col"), divmod(star, game.grid.size), strict=True))
        return {"star25": place, "wordless": game.extra["wordless"]}


def _rules(version: int, language: str, options: Options) -> Rules:
    turkish = language == "tr"
    return Rules(
        id="kelime",
        version=version,
        language=language,
        options=options,
        board=KELIME15,
        tiles=BY_LANGUAGE[language],
        rack_size=7,
        bonuses={7: 30 if turkish else 50},
        clock=Clock(),
        exchange="whole_rack",
        exchange_bag_min=7,  # a rack is whole while the bag holds anything
        passes_to_end=None,
        leftovers="finisher",
        rated=language in CERTIFIED,
        vacation=bool(options["vacation"]),
        policy=Kelime(
            each_at_least=2 if turkish and version >= 2 else 0,
            ends_below=20 if turkish else None,
        ),
    )


KELIME = Variant(
    id="kelime",
    version=2,
    languages=("tr", "en", "fr", "de"),
    players=(2, 2),
    options=(VACATION,),
    make_rules=_rules,
)
