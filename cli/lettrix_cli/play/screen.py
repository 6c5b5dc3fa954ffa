"""The board and what belongs beside it, in colour where the terminal has any, and readable where it has none.

Nothing is said by colour alone: premium squares bear their label, tiles just laid stand in brackets, a blank is a
lower-case letter, and where tiles have owners each owner has a mark.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rich.style import Style
from rich.text import Text

from lettrix.grid import Grid
from lettrix.rules import Rules
from lettrix.state import Game, Turn
from lettrix.tiles import BLANK, EMPTY
from lettrix_cli.play.session import Session
from lettrix_cli.play.special import Special, special_of
from lettrix_cli.render import SEAT_MARKS, board_squares, ruler

_LEAST_ROOM = 22
"""Columns that the block beside a board needs."""
_RULER = Style(dim=True)
_UNDERLINED = Style(underline=True)
_NO_STYLE = Style()
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
_TEAMS = "ABCD"


def board_view(
    rules: Rules,
    grid: Grid,
    fresh: Collection[int] = (),
    special: Special | None = None,
    underlined: Collection[int] = (),
) -> list[Text]:
    """The board, a line a row, under a ruler.

    `fresh`: squares of tiles just laid; `underlined`: squares of a word to set off.
    """
    special = special or Special()
    size, squares = grid.size, board_squares(rules, grid, fresh, special.shown)
    lines = [Text.assemble((ruler(size, len(squares[0])), _RULER))]
    for row in range(size):
        line = Text.assemble((f"{row + 1:>2} ", _RULER))
        for square in range(row * size, (row + 1) * size):
            if grid.text[square] == EMPTY:
                style = _SQUARES[rules.board.kinds[square]]
            else:
                style = _tile_style(rules, grid, square, fresh=square in fresh)
            style += special.styles.get(square, _NO_STYLE)
            line.append(squares[square], style + _UNDERLINED if square in underlined else style)
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
        team = "" if rules.sides is None else f" ({_TEAMS[rules.side(number)]})"
        line.append("> " if moves else "  ")
        if rules.shared_rack:
            line.append(SEAT_MARKS[number], _OWNERS[number])
            line.append(" ")
        line.append(f"{names[number]}{team}"[:14].ljust(15), Style(bold=moves))
        line.append(f"{seat.score:>4}", Style(bold=True))
        if not seat.is_playing:
            line.append("  out")  # how is told among the turns; more does not fit beside the board at 80 columns
        elif not rules.shared_rack and len(seat.rack) != rules.rack_size:
            line.append(f"  {len(seat.rack)} tiles")
        lines.append(line)
    if rules.sides is not None:
        lines.append(Text())
        for side in sorted(set(rules.sides)):
            total = sum(seat.score for number, seat in enumerate(game.seats) if rules.side(number) == side)
            lines.append(Text(f"  {f'Team {_TEAMS[side]}':<15}{total:>4}"))
    return lines


def table_view(session: Session, width: int) -> list[Text]:
    """The board, and beside it who plays, the bag and the last turns."""
    game, rules = session.game, session.game.rules
    special = special_of(game)
    board = board_view(rules, game.grid, _fresh(session), special, _last_word(session))
    side = [Text(f"{rules.id} · {rules.language} · turn {game.turn}", "bold"), Text()]
    side += [*standings(game, session.names), Text(), Text(f"  {len(game.bag)} in the bag")]
    side += [*(Text(f"  {line}") for line in special.lines), Text()]
    side += [Text(_brief(turn, session.names)) for turn in session.turns[-8:]]
    return beside(board, side, width)


def _fresh(session: Session) -> set[int]:
    """The tiles laid since the player to move had his last turn, by the others; at the end those of the last turn."""
    game = session.game
    if game.is_over:
        since = len(session.turns) - 1
    else:
        since = max((turn.number for turn in session.turns if turn.seat == game.to_move), default=0)
    return {square for square in game.grid.squares() if game.grid.turns[square] > since}


def _last_word(session: Session) -> list[int]:
    """The squares of the last play's word, as far as its tiles are still there."""
    grid = session.game.grid
    last = next((turn.facts[0] for turn in reversed(session.turns) if turn.facts[0]["kind"] == "play"), None)
    if last is None:
        return []
    place, word = last["text"].split()
    return [square for square in word_squares(place, len(word), grid.size) if grid.text[square] != EMPTY]


def _brief(turn: Turn, names: list[str]) -> str:
    """A turn in few columns, what matters most first."""
    fact = turn.facts[0]
    who = names[turn.seat] if turn.seat is not None else ""
    match fact["kind"]:
        case "play":
            what = f"{fact['points']:>+4} {fact['text']}"
        case "exchange":
            what = f"     exchanges {fact['count']}"
        case kind:
            what = f"     {kind}"
    return f"{turn.number:>3} {who:<7.7} {what}"


def word_squares(place: str, length: int, size: int) -> range:
    """The squares of a word that starts at a place such as `8H` (across) or `H8` (down)."""
    down = place[0].isalpha()
    letter, number = (place[0], place[1:]) if down else (place[-1], place[:-1])
    start = (int(number) - 1) * size + ord(letter.upper()) - ord("A")
    step = size if down else 1
    return range(start, start + length * step, step)
