"""Every game on offer, as `/api/rules` shows it: what the engine's variants say of themselves, typed."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import ConfigDict

from lettrix.variants import VARIANTS
from lettrix_cloud.api import Answer


class Described(Answer):
    """Rules may say more of themselves than is typed here: a new kind of game has new knobs."""

    model_config = ConfigDict(extra="allow", frozen=True)


class Range(Answer):
    low: int
    high: int


class OptionInfo(Answer):
    name: str
    type: Literal["bool", "int", "choice"]
    default: bool | int | str
    about: str
    low: int | None = None
    high: int | None = None
    choices: list[str] | None = None
    default_by_seats: dict[str, int] | None = None
    """Where the default depends on the number of seats."""


class BoardInfo(Described):
    name: str
    size: int
    start: list[int]
    """Row and column of the start square, from 0."""
    rows: list[str]
    """One character a square: T D Q word x3 x2 x4, t d q letter x3 x2 x4, P pink, O orange, `.` plain."""
    labels: dict[str, str]
    """By character, what is written on such a square in this language."""
    start_label: str


class Bonus(Answer):
    tiles: int
    points: int


class ExchangeInfo(Described):
    what: Literal["any", "whole_rack", "no"]
    bag_min: int


class ClockInfo(Described):
    """Seconds."""

    turn: int | None
    """None where each player has time of his own for the whole game."""
    each: int | None
    game: int | None
    filling: int
    remind_before: int
    timeouts_to_forfeit: int | None


class RulesInfo(Described):
    """A game in one language, with the default options; `by_option` says what another value of one replaces."""

    board: BoardInfo
    alphabet: list[str]
    lower: list[str]
    counts: dict[str, int]
    values: dict[str, int]
    rack_size: int
    bonuses: list[Bonus]
    bonus_for_whole_rack_only: bool
    min_tiles: int
    exchange: ExchangeInfo
    shared_rack: bool
    lookups: Literal["always", "switch", "never"]
    clock: ClockInfo
    aids: list[Literal["suggest", "check", "simulate", "hints"]]
    rated: bool
    by_option: dict[str, dict[str, dict[str, Any]]]
    """Option -> value -> parts of this description."""


class VariantInfo(Described):
    id: str
    version: int
    players: Range
    options: list[OptionInfo]
    languages: dict[str, RulesInfo]


class Catalogue(Answer):
    rules: list[VariantInfo]


def describe() -> dict[str, Any]:
    """What `Catalogue` is made of; JSON-able."""
    return {"rules": [variant.describe() for variant in VARIANTS.values()]}
