"""Every game on offer, as `/api/rules` shows it: what the engine's variants say of themselves, typed."""

from __future__ import annotations

from functools import cache
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


class Factors(Answer):
    letter: int
    word: int


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
    factors: dict[str, Factors]
    """By character, what a new tile there multiplies itself and its words by."""


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
    counts_across: bool
    """Whether a new tile counts in the word across too."""
    min_tiles: int
    no_hook: str
    """Letters of which a play may not take a word by only adding one."""
    exchange: ExchangeInfo
    leftovers: Literal["deduct", "finisher", "keep"]
    shared_rack: bool
    refusal_costs_turn: bool
    draft_counts: bool
    """Whether what lies on the board when time is over is played."""
    lookups: Literal["always", "switch", "never"]
    clock: ClockInfo
    aids: list[Literal["suggest", "check", "simulate", "hints"]]
    rated: bool
    vacation: bool
    sides: list[int] | None
    """By seat, its side, where seats play together."""
    draw_seats: bool
    passes_to_end: int | None
    """Turns that everybody passes running, which end the game; None where that ends none."""
    special: dict[str, Any]
    """What this game alone has."""
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


@cache
def describe() -> dict[str, Any]:
    """What `Catalogue` is made of; JSON-able, the same until the process ends, so not to be changed."""
    return {"rules": [variant.describe() for variant in VARIANTS.values()]}
