"""Is a play legal, and if not, why not."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from .grid import Grid, Word, words_formed
from .lexicon import WordList
from .plays import Play
from .tiles import BLANK, EMPTY, take

if TYPE_CHECKING:
    from .rules import Rules


class Reason(StrEnum):
    """Why an action is refused; the client translates the code."""

    NOT_YOUR_TURN = "not_your_turn"
    GAME_OVER = "game_over"
    OFF_BOARD = "off_board"
    SQUARE_TAKEN = "square_taken"
    NOT_IN_LINE = "not_in_line"
    GAP = "gap"
    NOT_CONNECTED = "not_connected"
    MISSES_START = "misses_start"
    TOO_SHORT = "too_short"
    TOO_FEW_TILES = "too_few_tiles"
    NOT_ON_RACK = "not_on_rack"
    UNKNOWN_WORDS = "unknown_words"
    ONLY_ADDS_S = "only_adds_s"
    BAG_TOO_SMALL = "bag_too_small"
    EXCHANGE_ALL_OR_NONE = "exchange_all_or_none"
    TOO_MANY_TILES = "too_many_tiles"
    BLANK_NEEDS_LETTER = "blank_needs_letter"
    STALE_TURN = "stale_turn"
    TOO_LATE = "too_late"
    TOO_EARLY = "too_early"
    """A time-out or limit before its moment: never a player's fault, always a caller's."""


class IllegalAction(Exception):
    """An action that the rules refuse; nothing has changed."""

    def __init__(self, reason: Reason, detail: str = "", words: Sequence[str] = ()) -> None:
        super().__init__(detail or reason.value)
        self.reason = reason
        self.detail = detail
        self.words = tuple(words)
        """Every unknown word, upper case, for `unknown_words`."""


class Placement(NamedTuple):
    """A play that fits on the grid: what scoring needs to know about it."""

    new: dict[int, str]
    """Square -> tile laid (a blank in lower case), in board order."""
    text: str
    """The grid's text with the new tiles on it."""
    words: list[Word]
    """The main word first."""
    rest: str
    """The rack without the tiles laid."""
    size: int
    """Squares in a row of the grid."""

    def __repr__(self) -> str:
        return f"Placement(new={self.new}, words={self.words})"  # not what is left on the rack


def place(rules: Rules, grid: Grid, rack: str, play: Play, *, anywhere: bool = False) -> Placement:
    """Put a play on the grid; look no word up.

    `anywhere`: a play on an empty grid need not cover the start square. Raises `IllegalAction`.
    """
    size, text, to_lower = grid.size, grid.text, rules.tiles.alphabet.to_lower
    count = len(play.tiles)
    if count < rules.min_tiles or not count:
        raise IllegalAction(Reason.TOO_FEW_TILES, f"a play needs {max(1, rules.min_tiles)} new tiles")
    if count > rules.rack_size:
        raise IllegalAction(Reason.TOO_MANY_TILES, "more tiles than a rack holds")
    laid: dict[int, str] = {}
    after, rest = text, rack
    for row, col, letter, blank in play.tiles:
        if not (0 <= row < size and 0 <= col < size):
            raise IllegalAction(Reason.OFF_BOARD, "a tile lies off the board")
        square = row * size + col
        if after[square] != EMPTY:
            raise IllegalAction(Reason.SQUARE_TAKEN, "a tile lies there already")
        if letter not in to_lower:
            raise IllegalAction(Reason.BLANK_NEEDS_LETTER if blank else Reason.NOT_ON_RACK)
        spent = BLANK if blank else letter
        if spent not in rest:
            raise IllegalAction(Reason.NOT_ON_RACK, "these tiles are not on the rack")
        rest = rest.replace(spent, "", 1)
        laid[square] = tile = to_lower[letter] if blank else letter
        after = f"{after[:square]}{tile}{after[square + 1 :]}"
    squares = sorted(laid)
    first, last = squares[0], squares[-1]
    if count == 1:
        step = 1 if _has_neighbour_in_row(text, size, first) else size
    elif first // size == last // size:
        step = 1
    else:
        step = size
        if any(square % size != first % size for square in squares):
            raise IllegalAction(Reason.NOT_IN_LINE, "the tiles do not lie on one line")
    if EMPTY in after[first : last + 1 : step]:
        raise IllegalAction(Reason.GAP, "there is an empty square between the tiles")
    words = words_formed(after, size, squares, step)
    if len(words) <= 1 and (not words or len(words[0].text) == count):
        _check_opening(rules, grid, laid, words, anywhere=anywhere)
    if squares != list(laid):
        laid = {square: laid[square] for square in squares}
    if rules.no_hook:
        _check_hooks(rules, laid, words)
    return Placement(laid, after, words, rest, size)


def _has_neighbour_in_row(text: str, size: int, square: int) -> bool:
    col = square % size
    return (col > 0 and text[square - 1] != EMPTY) or (col < size - 1 and text[square + 1] != EMPTY)


def _check_opening(rules: Rules, grid: Grid, laid: dict[int, str], words: list[Word], *, anywhere: bool) -> None:
    """A play that touches nothing is legal only as the first on an empty grid."""
    if not grid.is_empty:
        raise IllegalAction(Reason.NOT_CONNECTED, "the play touches no tile on the board")
    if not anywhere and rules.board.start_square not in laid:
        raise IllegalAction(Reason.MISSES_START, "the first play covers the start square")
    if not words:
        raise IllegalAction(Reason.TOO_SHORT, "a word has two letters or more")


def _check_hooks(rules: Rules, laid: dict[int, str], words: list[Word]) -> None:
    """No word is a run of two tiles or more that lay there already with one of the letters of `no_hook` after it."""
    to_upper = rules.tiles.alphabet.to_upper
    for text, start, step in words:
        last = start + (len(text) - 1) * step
        letter = text[-1].translate(to_upper)
        if len(text) < 3 or letter not in rules.no_hook or last not in laid:
            continue
        if all(square not in laid for square in range(start, last, step)):
            raise IllegalAction(Reason.ONLY_ADDS_S, f"a play may not take a word by only adding {letter} to it")


def look_up(rules: Rules, placement: Placement, words: WordList) -> None:
    """Look every word formed up; raises `IllegalAction` naming all that are unknown."""
    table = rules.tiles.alphabet.to_upper
    unknown = []
    for text, _, _ in placement.words:
        word = text.translate(table)
        if not words.contains(word):
            unknown.append(word)
    if unknown:
        raise IllegalAction(Reason.UNKNOWN_WORDS, "not in this game's dictionary", list(dict.fromkeys(unknown)))


def check_exchange(rules: Rules, rack: str, letters: str, bag: int) -> str:
    """The rack without the letters given back; raises `IllegalAction`. `bag`: tiles in the bag."""
    if rules.exchange == "no":
        raise IllegalAction(Reason.BAG_TOO_SMALL, "nothing is exchanged in this game")
    if bag < rules.exchange_bag_min:
        raise IllegalAction(Reason.BAG_TOO_SMALL, "the bag does not hold enough tiles to exchange")
    if not letters:
        raise IllegalAction(Reason.TOO_FEW_TILES, "name the letters to exchange")
    rest = take(rack, letters)
    if rest is None:
        raise IllegalAction(Reason.NOT_ON_RACK, "these tiles are not on the rack")
    if rules.exchange == "whole_rack" and rest:
        raise IllegalAction(Reason.EXCHANGE_ALL_OR_NONE, "the whole rack is exchanged, or none of it")
    if len(letters) > bag:
        raise IllegalAction(Reason.TOO_MANY_TILES, "more tiles than the bag holds")
    return rest
