"""A variant: a game as it is offered, before language and options are chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from .boards import START_LABEL
from .rules import Rules

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

    def describe(self) -> dict[str, Any]:
        """For `/api/rules`."""
        limits = {"low": self.low, "high": self.high, "choices": list(self.choices) or None}
        return {
            "name": self.name,
            "type": self.kind,
            "default": self.default,
            "about": self.about,
            **{name: limit for name, limit in limits.items() if limit is not None},
        }


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

    def rules(self, language: str | None = None, options: Options | None = None, version: int | None = None) -> Rules:
        """The rules of one game; what is not chosen is the default. Raises `OptionError`."""
        language = self.languages[0] if language is None else language
        version = self.version if version is None else version
        if language not in self.languages:
            raise OptionError(f"{self.id} is not played in this language")
        if not 1 <= version <= self.version:
            raise OptionError(f"{self.id} has no rules version {version}")
        return self.make_rules(version, language, self.complete(options or {}))

    def complete(self, options: Options) -> dict[str, bool | int | str]:
        """All options, the chosen ones checked; raises `OptionError` for one that does not exist."""
        known = {option.name: option for option in self.options}
        if unknown := set(options) - set(known):
            raise OptionError(f"{self.id} has no option {sorted(unknown)[0]}")
        return {name: option.check(options.get(name, option.default)) for name, option in known.items()}

    def describe(self) -> dict[str, Any]:
        """The game as data that a client can render: nothing of it need be known to the client beforehand."""
        return {
            "id": self.id,
            "version": self.version,
            "players": {"low": self.players[0], "high": self.players[1]},
            "options": [option.describe() for option in self.options],
            "languages": {language: _describe(self.rules(language)) for language in self.languages},
        }


def _describe(rules: Rules) -> dict[str, Any]:
    board, tiles, clock = rules.board, rules.tiles, rules.clock
    return {
        "board": {
            "name": board.name,
            "size": board.size,
            "start": list(board.start),
            "rows": list(board.rows),
            "labels": board.labels(rules.language),
            "start_label": START_LABEL,
        },
        "alphabet": list(tiles.alphabet.upper),
        "lower": list(tiles.alphabet.lower),
        "counts": dict(tiles.counts),
        "values": {letter: tiles.values[letter] for letter in tiles.alphabet.upper},
        "rack_size": rules.rack_size,
        "bonuses": [{"tiles": count, "points": points} for count, points in sorted(rules.bonuses.items())],
        "bonus_for_whole_rack_only": rules.bonus_for_whole_rack_only,
        "min_tiles": rules.min_tiles,
        "exchange": {"what": rules.exchange, "bag_min": rules.exchange_bag_min},
        "shared_rack": rules.shared_rack,
        "lookups": rules.lookups,
        "clock": {
            "turn": clock.turn // 1000,
            "game": None if clock.game is None else clock.game // 1000,
            "filling": clock.filling // 1000,
            "remind_before": clock.remind_before // 1000,
            "timeouts_to_forfeit": clock.timeouts_to_forfeit,
        },
    }
