"""Games as text for a terminal: the board, the score sheet, the result."""

from __future__ import annotations

from collections.abc import Sequence

from lettrix.boards import Board
from lettrix.grid import Grid
from lettrix.state import Fact, Game, Turn
from lettrix.tiles import EMPTY

_PREMIUM_SIGNS = {"T": "≡", "D": "=", "Q": "#", "t": "”", "d": "’", "q": "*", "P": "o", "O": "+", ".": "·"}


def board_text(board: Board, grid: Grid, marked: frozenset[tuple[int, int]] = frozenset()) -> str:
    """The board with its rulers; tiles just laid, `marked` as (row, col), stand in brackets.

    Empty squares show their premium: ≡ word x3, = word x2, ” letter x3, ’ letter x2. A blank is lower case.
    """
    size = grid.size
    lines = ["    " + "  ".join(chr(ord("A") + col) for col in range(size))]
    for row in range(size):
        cells = []
        for col in range(size):
            tile = grid.text[row * size + col]
            shown = _PREMIUM_SIGNS[board.rows[row][col]] if tile == EMPTY else tile
            cells.append(f"[{shown}]" if (row, col) in marked else f" {shown} ")
        lines.append(f"{row + 1:>2} " + "".join(cells).rstrip())
    return "\n".join(lines)


def turn_text(turn: Turn, names: Sequence[str]) -> str:
    """One line of the score sheet."""
    who = "" if turn.seat is None else names[turn.seat]
    scores = "  ".join(f"{score:>4}" for score in turn.scores)
    return f"{turn.number:>3}  {who:<12.12} {_what(turn.facts[0]):<26} {scores}"


def _what(fact: Fact) -> str:
    match fact["kind"]:
        case "play":
            return f"{fact['text']:<18} +{fact['points']}"
        case "exchange":
            return f"exchanges {fact['count']}"
        case "timeout":
            return f"out of time ({fact['number']})"
        case "refused":
            return f"refused: {fact['code']}"
        case "limit":
            return "the game's time limit"
        case "pass":
            return "passes"
        case "resign":
            return "resigns"
        case "forfeit":
            return "forfeits"
        case kind:
            return str(kind)


def score_sheet(turns: Sequence[Turn], names: Sequence[str]) -> str:
    """All turns with the scores after each, and what was taken off at the end."""
    heading = f"  #  {'':<12} {'':<26} " + "  ".join(f"{name:>4.4}" for name in names)
    lines = [heading, *(turn_text(turn, names) for turn in turns)]
    for turn in turns:
        for fact in turn.facts:
            if fact["kind"] == "leftover":
                left = "".join(fact["letters"])
                lines.append(f"     {names[fact['seat']]:<12.12} letters left {left:<12} {fact['points']:>5}")
    return "\n".join(lines)


def result_text(game: Game, names: Sequence[str]) -> str:
    """Who won, how, and the final scores in order of rank."""
    if game.result is None:
        return "the game is not over"
    winners = [names[seat] for seat in game.result.winners]
    outcome = f"{winners[0]} wins" if len(winners) == 1 else f"a draw between {' and '.join(winners)}"
    if not winners:
        outcome = "nobody wins"
    table = sorted(zip(game.result.ranks, names, (seat.score for seat in game.seats), strict=True))
    places = ", ".join(f"{rank}. {name} {score}" for rank, name, score in table)
    return f"{outcome} ({game.result.reason.replace('_', ' ')}): {places}"
