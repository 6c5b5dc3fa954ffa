"""Games as text for a terminal: the board, the score sheet, the result."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from lettrix.boards import LABELS, START_LABEL
from lettrix.grid import Grid
from lettrix.plays import square_name
from lettrix.rules import Rules
from lettrix.state import Fact, Game, Turn
from lettrix.tiles import EMPTY

SEAT_MARKS = "●▲■◆"
"""By seat, what marks its tiles where tiles have owners."""


def square_label(rules: Rules, square: int) -> str:
    """What is written on an empty square."""
    if square == rules.board.start_square:
        return START_LABEL
    kind = rules.board.kinds[square]
    return LABELS[rules.language].get(kind, "·")


def board_squares(
    rules: Rules, grid: Grid, fresh: Collection[int] = (), special: Mapping[int, str] | None = None
) -> list[str]:
    """By square what stands on it, all of one width: the label of a premium, a tile (a blank in lower case).

    `fresh`: squares of tiles just laid, which stand in brackets; `special`: what stands on an empty square instead of
    its label, or the sign behind a tile.
    """
    special = special or {}
    squares = []
    for square, tile in enumerate(grid.text):
        if tile == EMPTY:
            squares.append(special.get(square) or square_label(rules, square))
            continue
        shown = f"{tile}{SEAT_MARKS[grid.seats[square]]}" if rules.shared_rack else tile
        sign = special.get(square, "")
        squares.append(f"[{shown}{sign or ']'}" if square in fresh else f"{shown}{sign}")
    width = max(3 + rules.shared_rack, *map(len, rules.board.labels(rules.language).values()), *map(len, squares))
    return [shown.center(width) for shown in squares]


def ruler(size: int, width: int) -> str:
    """The letters above the columns of a board."""
    return "   " + "".join(chr(ord("A") + col).center(width) for col in range(size)).rstrip()


def board_text(rules: Rules, grid: Grid, fresh: Collection[int] = ()) -> str:
    """The board with its rulers as plain text; `fresh` as for `board_squares`."""
    size, squares = grid.size, board_squares(rules, grid, fresh)
    rows = (f"{row + 1:>2} " + "".join(squares[row * size : (row + 1) * size]).rstrip() for row in range(size))
    return "\n".join([ruler(size, len(squares[0])), *rows])


def turn_text(turn: Turn, names: Sequence[str]) -> str:
    """One line of the score sheet."""
    who = "" if turn.seat is None else names[turn.seat]
    scores = "  ".join(f"{score:>{_width(names)}}" for score in turn.scores)
    return f"{turn.number:>3}  {who:<12.12} {_what(turn.facts[0]):<26} {scores}"


def _width(names: Sequence[str]) -> int:
    """Of a column of scores under a name."""
    return max(4, min(7, max(map(len, names))))


def _what(fact: Fact) -> str:
    match fact["kind"]:
        case "play":
            return f"{fact['text']:<18} {fact['points']:+}"
        case "exchange":
            return f"exchanges {fact['count']}"
        case "timeout":
            return f"out of time ({fact['number']})"
        case "refused":
            return f"refused: {' '.join(fact['words']) or fact['code'].replace('_', ' ')}"
        case "limit":
            return "the game's time limit"
        case "pass":
            return "passes"
        case "resign":
            return "resigns"
        case "forfeit":
            return "forfeits"
        case "pause":
            return "is on vacation"
        case kind:
            return str(kind)


def consequence_text(fact: Fact, names: Sequence[str]) -> str:
    """What a turn caused besides, as everybody may see it; empty where there is nothing to tell of it."""
    match fact:
        case {"kind": "play" | "draw" | "pause" | "end"}:
            return ""
        case {"kind": "leftover", "seat": seat, "letters": letters, "points": points}:
            return f"{names[seat]}: letters left {''.join(letters)}, {points:+}"
        case {"kind": "given", "seat": seat, "points": points}:
            return f"{names[seat]}: {points:+} for the letters left to the others"
        case {"kind": "forfeit", "seat": seat, "reason": reason}:
            return f"{names[seat]} forfeits: {str(reason).replace('_', ' ')}"
        case {"kind": "loss", "seat": seat, "points": points}:
            return f"{names[seat]} {points:+}"
        case {"kind": "star25"}:
            return "the star is covered: 25 points in these"
        case {"kind": "zone", "row": row, "col": col}:
            return f"a zone moves to {square_name(row, col)}"
        case {"kind": "event", "event": "zone", "zone": number, "turns": turns}:
            return f"event: zone {number + 1} doubles words for {turns} turns"
        case {"kind": "event", "event": "present", "seat": seat, "points": points}:
            return f"event: {points} points for {names[seat]}"
        case {"kind": "event", "event": "annulled", "turn": number, "seat": seat, "points": points}:
            return f"event: turn {number} is annulled, {names[seat]} {points:+}"
        case {"kind": "malus", "tiles": tiles}:
            return f"malus: {_tiles_text(tiles)}"
        case {"kind": "explosion", "traps": traps, "tiles": tiles}:
            where = ", ".join(square_name(trap["row"], trap["col"]) for trap in traps)
            return f"the letter on {where} explodes: {_tiles_text(tiles) or 'nothing'} gone"
        case {"kind": "bomb", "row": row, "col": col, "size": size, "tiles": tiles}:
            where = f"{square_name(row, col)}-{square_name(row + size - 1, col + size - 1)}"
            return f"a bomb on {where}: {_tiles_text(tiles) or 'nothing'} back into the bag"
        case {"kind": "cleared"}:
            return "the board is cleared"
        case {"kind": "renewed", "letters": letters}:
            return f"the rack {''.join(letters)} is put aside, and another one drawn"
        case {"kind": kind, **details} if details:
            return f"{kind} ({', '.join(f'{name} {value}' for name, value in details.items())})"
        case _:
            return ""


def _tiles_text(tiles: Sequence[Mapping[str, Any]]) -> str:
    return ", ".join(f"{tile['letter']} on {square_name(tile['row'], tile['col'])}" for tile in tiles)


def score_sheet(turns: Sequence[Turn], names: Sequence[str]) -> str:
    """All turns with the scores after each, and what was taken off at the end."""
    width = _width(names)
    heading = f"  #  {'':<12} {'':<26} " + "  ".join(f"{name:>{width}.{width}}" for name in names)
    lines = [heading, *(turn_text(turn, names) for turn in turns)]
    for turn in turns:
        for fact in turn.facts:
            if fact["kind"] == "leftover":
                left = "".join(fact["letters"])
                lines.append(f"     {names[fact['seat']]:<12.12} letters left {left:<12} {fact['points']:>5}")
            elif fact["kind"] == "given":
                lines.append(f"     {names[fact['seat']]:<12.12} letters of the others    {fact['points']:>+5}")
    return "\n".join(lines)


def result_text(game: Game, names: Sequence[str]) -> str:
    """Who won, how, and the final scores in order of rank."""
    if game.result is None:
        return "the game is not over"
    winners = [names[seat] for seat in game.result.winners]
    if len({game.rules.side(seat) for seat in game.result.winners}) == 1:
        outcome = f"{' and '.join(winners)} win{'s' * (len(winners) == 1)}"
    else:
        outcome = f"a draw between {' and '.join(winners)}" if winners else "nobody wins"
    table = sorted(zip(game.result.ranks, names, (seat.score for seat in game.seats), strict=True))
    places = ", ".join(f"{rank}. {name} {score}" for rank, name, score in table)
    return f"{outcome} ({game.result.reason.replace('_', ' ')}): {places}"
