"""The board and what belongs beside it, in colour where the terminal has any, and readable where it has none.

Nothing is said by colour alone: premium squares bear their label, tiles just laid stand in brackets, a blank is a
lower-case letter, and where tiles have owners each owner has a mark.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from rich.style import Style
from rich.text import Text

from lettrix.grid import Grid
from lettrix.rules import Rules
from lettrix.state import Game
from lettrix.tiles import BLANK, EMPTY
from lettrix_cli.render import SEAT_MARKS, board_squares, ruler

_LEAST_ROOM = 22
"""Columns that the block beside a board needs."""
_RULER = Style(dim=True)
_SQUARES = {
    ".": Style.parse("#7c8f80 on #dae7da"),
    "d": Style.parse("#013b60 on #aed6ef"),
    "t": Style.parse("#f9fcff on #2f72a1"),
    "q": Style.parse("#eef6ff on #1a3363"),
    "D": Style.parse("#791e33 on #fbc6ca"),
    "T": Style.parse("#fffafb on #b2475a"),
    "Q": Style.parse("#fff1f7 on #671c43"),
    "P": Style.parse("#6b1346 on #fcabd1"),
    "O": Style.parse("#693609 on #ffba7e"),
}
_TILE = Style.parse("bold #2a1c0c on #f4d582")
_FRESH = Style.parse("bold #2a1c0c on #fff9e0")
_BLANK = Style(italic=True, color="#b2243c")
_OWNERS = [Style.parse(f"bold #17192b on {colour}") for colour in ("#fa9184", "#97d18b", "#86b7f3", "#f4cd6b")]
"""Red, green, blue, gold, by seat."""


def board_view(
    rules: Rules,
    grid: Grid,
    fresh: Collection[int] = (),
    *,
    notes: Mapping[int, Style] | None = None,
) -> list[Text]:
    """The board, a line a row, under a ruler.

    `fresh`: squares of tiles just laid; `notes`: how to set squares off besides.
    """
    size, squares = grid.size, board_squares(rules, grid, fresh)
    lines = [Text.assemble((ruler(size, len(squares[0])), _RULER))]
    for row in range(size):
        line = Text.assemble((f"{row + 1:>2} ", _RULER))
        for square in range(row * size, (row + 1) * size):
            if grid.text[square] == EMPTY:
                style = _SQUARES[rules.board.kinds[square]]
            else:
                style = _tile_style(rules, grid, square, fresh=square in fresh)
            line.append(squares[square], style + notes[square] if notes and square in notes else style)
        lines.append(line)
    return lines


def _tile_style(rules: Rules, grid: Grid, square: int, *, fresh: bool) -> Style:
    style = _OWNERS[grid.seats[square]] if rules.shared_rack else _FRESH if fresh else _TILE
    tile = grid.text[square]
    return style + _BLANK if rules.tiles.alphabet.fold(tile) != tile else style


def rack_view(rules: Rules, rack: str) -> Text:
    """Tiles with what they are worth."""
    line = Text()
    for tile in rack:
        worth = "" if tile == BLANK else str(rules.tiles.values[tile])
        line.append(" ")
        line.append(f" {tile}{worth} ", _TILE + _BLANK if tile == BLANK else _TILE)
    return line


def beside(left: Sequence[Text], right: Sequence[Text], width: int, gap: str = "  ") -> list[Text]:
    """Two blocks of lines side by side, the right one cut off at `width`, or above one another where it is narrow."""
    edge = max(line.cell_len for line in left)
    room = width - edge - len(gap)
    if room < _LEAST_ROOM:
        return [*right, Text(), *left]
    lines = []
    for at in range(max(len(left), len(right))):
        line = left[at].copy() if at < len(left) else Text()
        if at < len(right) and right[at].plain:
            line.pad_right(edge - line.cell_len)
            line.append(gap)
            shown = right[at].copy()
            shown.truncate(room)
            line.append_text(shown)
        lines.append(line)
    return lines


def standings(game: Game, names: Sequence[str]) -> list[Text]:
    """Who plays, with scores, tiles and whose turn it is."""
    rules = game.rules
    lines = []
    for number, seat in enumerate(game.seats):
        line = Text()
        moves = number == game.to_move
        team = "" if rules.sides is None else f" ({'AB'[rules.side(number)]})"
        line.append("> " if moves else "  ")
        if rules.shared_rack:
            line.append(SEAT_MARKS[number], _OWNERS[number])
            line.append(" ")
        line.append(f"{names[number]}{team}"[:14].ljust(15), Style(bold=moves))
        line.append(f"{seat.score:>4}", Style(bold=True))
        if not seat.is_playing:
            line.append(f"  {seat.state}")
        elif not rules.shared_rack and len(seat.rack) != rules.rack_size:
            line.append(f"  {len(seat.rack)} tiles")
        lines.append(line)
    return lines


def word_squares(place: str, length: int, size: int) -> range:
    """The squares of a word that starts at a place such as `8H` (across) or `H8` (down)."""
    down = place[0].isalpha()
    letter, number = (place[0], place[1:]) if down else (place[-1], place[:-1])
    start = (int(number) - 1) * size + ord(letter.upper()) - ord("A")
    step = size if down else 1
    return range(start, start + length * step, step)
