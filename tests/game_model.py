"""A second, simple opinion on a Lettrix game, held against the engine and (`tests.component.lifecycle`) the handlers.

It knows the rules about turns, times, endings and ranks (`Model`), and judges a play with dictionaries of squares
(`judge_by_hand`). It shares no code with `lettrix` and keeps no tiles: what a rack is worth is told to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field

HOUR = 3_600_000
DAY = 24 * HOUR


@dataclass
class Model:
    """Whose turn it is, until when, and how it ends. Times in milliseconds."""

    seats: int
    start: int
    ends_at: int
    turn: int = 1
    mover: int = 0
    began: int = 0
    passes: list[int] = field(default_factory=list)
    timeouts: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    left: dict[int, int] = field(default_factory=dict)
    """Seat -> the turn at which it left."""
    reason: str | None = None
    """Why the game is over, None while it runs."""
    finished_at: int | None = None

    def __post_init__(self) -> None:
        self.began = self.start
        self.passes, self.timeouts, self.scores = ([0] * self.seats for _ in range(3))

    @property
    def deadline(self) -> int:
        return self.began + 48 * HOUR

    @property
    def due_at(self) -> int | None:
        return None if self.reason else min(self.deadline, self.ends_at)

    @property
    def remind_at(self) -> int | None:
        due_at = self.due_at
        return None if due_at is None or due_at - self.began < 24 * HOUR else due_at - 12 * HOUR

    @property
    def still_in(self) -> list[int]:
        return [seat for seat in range(self.seats) if seat not in self.left]

    def why_not(self, seat: int, kind: str, now: int) -> str | None:
        """The reason for which this player may not do that now, whatever the tiles; None when he may."""
        if self.reason or seat in self.left:
            return "game_over"
        if self.due_at is not None and now > self.due_at:
            return "too_late"
        return "not_your_turn" if seat != self.mover and kind != "resign" else None

    def act(self, seat: int, kind: str, now: int, worth: Sequence[int], points: int = 0, *, out: bool = False) -> None:
        """A player's action that the rules take. `worth`: by seat, what the letters on the rack are worth after it;
        `out`: he laid his last tile and the bag is empty."""
        if kind == "play":
            self.scores[seat] += points
        if kind in ("play", "exchange"):
            self.passes[seat] = 0
        if kind == "pass":
            self.passes[seat] += 1
        if kind in ("resign", "forfeit"):
            self.left[seat] = self.turn
        self._end_turn(seat, now, worth, out=out)

    def settle(self, now: int, worth: Sequence[int]) -> list[str]:
        """What fell due by now, in its order."""
        done = []
        while (due_at := self.due_at) is not None and due_at <= now:
            if self.deadline <= self.ends_at:
                seat = self.mover
                self.passes[seat] += 1
                self.timeouts[seat] += 1
                if self.timeouts[seat] == 3:
                    self.left[seat] = self.turn
                done.append("timeout")
                self._end_turn(seat, now, worth)
            else:
                done.append("limit")
                self.turn += 1
                self._over("time_limit", now)
        return done

    def _end_turn(self, seat: int, now: int, worth: Sequence[int], *, out: bool = False) -> None:
        self.turn += 1
        still_in = self.still_in
        if len(still_in) == 1:
            self._over("last_player", now)
        elif out or min(self.passes[each] for each in still_in) >= 2:
            for each in still_in:
                self.scores[each] -= worth[each]
            self._over("played_out" if out else "all_passed", now)
        elif seat == self.mover:
            self.began = now
            self.mover = min(still_in, key=lambda each: (each - seat - 1) % self.seats)

    def _over(self, reason: str, now: int) -> None:
        self.reason, self.finished_at = reason, now

    @property
    def ranks(self) -> list[int]:
        """By seat, 1 the best: by score, then those who left, the earliest last."""
        ranks = [0] * self.seats
        by_score = sorted((self.scores[seat] for seat in self.still_in), reverse=True)
        for seat in self.still_in:
            ranks[seat] = by_score.index(self.scores[seat]) + 1
        for place, seat in enumerate(sorted(self.left, key=lambda each: self.left[each])):
            ranks[seat] = self.seats - place
        return ranks

    @property
    def winners(self) -> list[int]:
        return [seat for seat in self.still_in if self.ranks[seat] == 1]


Square = tuple[int, int]
# An eighth of the board, as its rows from the corner to the centre; the rest is its mirror image.
_CORNER = {"T": [(0, 0), (0, 7)], "D": [(1, 1), (2, 2), (3, 3), (4, 4), (7, 7)]}
_CORNER |= {"t": [(1, 5), (5, 5)], "d": [(0, 3), (2, 6), (3, 7), (6, 6)]}
_BONUS = {7: 40, 8: 50}


def _premium(square: Square) -> str:
    row, col = (min(x, 14 - x) for x in square)
    corner = (min(row, col), max(row, col))
    return next((kind for kind, squares in _CORNER.items() if corner in squares), ".")


def judge_by_hand(
    board: Mapping[Square, str],
    rack: str,
    laid: Sequence[tuple[int, int, str, bool]],
    words: Container[str],
    values: Mapping[str, int],
) -> int | None:
    """Points of a play of (row, col, letter, blank), or None when it is not legal. `board` and `values`: a blank
    that was laid is a lower-case letter, worth 0."""
    new = {(row, col): letter.lower() if blank else letter for row, col, letter, blank in laid}
    spent = Counter("?" if blank else letter for _, _, letter, blank in laid)
    if not laid or len(new) < len(laid) or spent - Counter(rack) or set(new) & set(board):
        return None
    if not all(letter.isascii() and letter.isupper() and len(letter) == 1 for _, _, letter, _ in laid):
        return None
    rows, cols = {row for row, _ in new}, {col for _, col in new}
    if not rows | cols <= set(range(15)) or min(len(rows), len(cols)) > 1:
        return None
    both = {**board, **new}
    if any((row, col) not in both for row in _span(rows) for col in _span(cols)):
        return None
    if board:
        if not any((row + y, col + x) in board for row, col in new for y, x in ((0, 1), (1, 0), (0, -1), (-1, 0))):
            return None
    elif (7, 7) not in new or len(new) < 2:
        return None
    points = _BONUS.get(len(new), 0)
    for word in {_word(both, square, step) for square in new for step in ((0, 1), (1, 0))}:
        if len(word) < 2:
            continue
        if "".join(both[square] for square in word).upper() not in words:
            return None
        premiums = {square: _premium(square) for square in word if square in new}
        letters = sum(values[both[s]] * {"d": 2, "t": 3}.get(premiums.get(s, "."), 1) for s in word)
        kinds = list(premiums.values())
        points += letters * 2 ** kinds.count("D") * 3 ** kinds.count("T")
    return points


def _span(numbers: set[int]) -> range:
    return range(min(numbers), max(numbers) + 1)


def _word(tiles: Mapping[Square, str], square: Square, step: Square) -> tuple[Square, ...]:
    """The squares of the run through this one."""
    row, col = square
    while (row - step[0], col - step[1]) in tiles:
        row, col = row - step[0], col - step[1]
    run = []
    while (row, col) in tiles:
        run.append((row, col))
        row, col = row + step[0], col + step[1]
    return tuple(run)
