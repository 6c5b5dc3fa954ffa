"""A variant: a game as it is offered, before language and options are chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from .boards import START_LABEL
from .rules import AIDS, Rules

MANY = 10
"""Whole numbers of which a description says one by one what each changes."""

Options = Mapping[str, bool | int | str]


class OptionError(ValueError):
    """An option, language or number of players that the game does not have; the message names it."""


@dataclass(frozen=True)
class Option:
    """A setting that the host of a game chooses."""

    name: str
    kind: Literal["bool", "int", "choice"]
    default: bool | int | str
    about: str
    """One sentence in English for people who read the API."""
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()
    default_by_seats: Mapping[int, int] = field(default_factory=dict)
    """Where the default depends on the number of seats offered."""

    def default_for(self, seats: int | None) -> bool | int | str:
        """The value of an option that was not chosen."""
        return self.default if seats is None else self.default_by_seats.get(seats, self.default)

    def check(self, value: object) -> bool | int | str:
        """The value when it is allowed; raises `OptionError`."""
        if self.kind == "bool" and isinstance(value, bool):
            return value
        if self.kind == "int" and isinstance(value, int) and not isinstance(value, bool):
            low = value if self.low is None else self.low
            high = value if self.high is None else self.high
            if low <= value <= high:
                return value
        if self.kind == "choice" and isinstance(value, str) and value in self.choices:
            return value
        raise OptionError(f"{self.name} does not take this value")

    def values(self) -> Sequence[bool | int | str]:
        """Every value that it takes; of whole numbers only the limits where there are many."""
        if self.kind == "bool":
            return (False, True)
        if self.kind == "choice":
            return self.choices
        ends = [end for end in (self.low, self.high) if end is not None]
        return range(ends[0], ends[-1] + 1) if len(ends) == 2 and ends[1] - ends[0] <= MANY else ends

    def describe(self) -> dict[str, Any]:
        """For `/api/rules`."""
        by_seats = {str(seats): value for seats, value in self.default_by_seats.items()}
        limits = {"low": self.low, "high": self.high, "choices": list(self.choices) or None}
        return {
            "name": self.name,
            "type": self.kind,
            "default": self.default,
            "about": self.about,
            **{name: limit for name, limit in limits.items() if limit is not None},
            **({"default_by_seats": by_seats} if by_seats else {}),
        }


VACATION = Option(
    "vacation",
    kind="bool",
    default=False,
    about="A player's vacation stops this game's clock.",
)
"""An option of every game that can be played by correspondence."""


@dataclass(frozen=True)
class Variant:
    """One game on offer."""

    id: str
    version: int
    """The rules version that new games get; older ones stay playable."""
    languages: tuple[str, ...]
    players: tuple[int, int]
    """Fewest and most."""
    options: tuple[Option, ...]
    make_rules: Callable[[int, str, Options], Rules]
    """(version, language, complete options) -> rules."""

    def rules(
        self,
        language: str | None = None,
        options: Options | None = None,
        version: int | None = None,
        *,
        seats: int | None = None,
    ) -> Rules:
        """The rules of one game; what is not chosen is the default, which may depend on the number of seats.

        Raises `OptionError`.
        """
        language = self.languages[0] if language is None else language
        version = self.version if version is None else version
        if language not in self.languages:
            raise OptionError(f"{self.id} is not played in this language")
        if not 1 <= version <= self.version:
            raise OptionError(f"{self.id} has no rules version {version}")
        return self.make_rules(version, language, self.complete(options or {}, seats))

    def complete(self, options: Options, seats: int | None = None) -> dict[str, bool | int | str]:
        """All options, the chosen ones checked; raises `OptionError` for one that does not exist."""
        known = {option.name: option for option in self.options}
        if unknown := set(options) - set(known):
            raise OptionError(f"{self.id} has no option {sorted(unknown)[0]}")
        return {name: option.check(options.get(name, option.default_for(seats))) for name, option in known.items()}

    def describe(self) -> dict[str, Any]:
        """The game as data that a client can render: nothing of it need be known to the client beforehand."""
        return {
            "id": self.id,
            "version": self.version,
            "players": {"low": self.players[0], "high": self.players[1]},
            "options": [option.describe() for option in self.options],
            "languages": {language: self._describe(language) for language in self.languages},
        }

    def _describe(self, language: str) -> dict[str, Any]:
        """The rules with the default options, and under `by_option` which parts of them another value replaces.

        Options in their order: where two change the same part, what the later one says of it holds.
        """
        plain = describe_rules(self.rules(language))
        by_option: dict[str, dict[str, Any]] = {}
        for option in self.options:
            for value in option.values():
                other = describe_rules(self.rules(language, {option.name: value}))
                if changed := {part: other[part] for part in other if other[part] != plain[part]}:
                    by_option.setdefault(option.name, {})[str(value).lower()] = changed
        return plain | {"by_option": by_option}


def describe_rules(rules: Rules) -> dict[str, Any]:
    """The rules of one game as data that a client can render and count by."""
    board, tiles, valuation = rules.board, rules.tiles, rules.valuation
    squares = {kind: board.kinds.index(kind) for kind in sorted(set(board.kinds))}
    return {
        "board": {
            "name": board.name,
            "size": board.size,
            "start": list(board.start),
            "rows": list(board.rows),
            "labels": board.labels(rules.language),
            "start_label": START_LABEL,
            "factors": {
                kind: {"letter": valuation.letter_factors[square], "word": valuation.word_factors[square]}
                for kind, square in squares.items()
            },
        },
        "alphabet": list(tiles.alphabet.upper),
        "lower": list(tiles.alphabet.lower),
        "counts": dict(tiles.counts),
        "values": {letter: tiles.values[letter] for letter in tiles.alphabet.upper},
        "rack_size": rules.rack_size,
        "bonuses": [{"tiles": count, "points": points} for count, points in sorted(rules.bonuses.items())],
        "bonus_for_whole_rack_only": rules.bonus_for_whole_rack_only,
        "counts_across": rules.counts_across,
        "min_tiles": rules.min_tiles,
        "no_hook": rules.no_hook,
        "exchange": {"what": rules.exchange, "bag_min": rules.exchange_bag_min},
        "leftovers": rules.leftovers,
        "shared_rack": rules.shared_rack,
        "refusal_costs_turn": rules.refusal_costs_turn,
        "draft_counts": rules.draft_counts,
        "lookups": rules.lookups,
        "aids": [aid for aid in AIDS if aid in rules.aids],
        "rated": rules.rated,
        "vacation": rules.vacation,
        "sides": None if rules.sides is None else list(rules.sides),
        "draw_seats": rules.draw_seats,
        "passes_to_end": rules.passes_to_end,
        "clock": rules.clock.describe(),
        "special": rules.policy.describe(rules),
    }
