"""Play a GCG file through: recompute every score and total, look words up, and name what differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, NoReturn

from lettrix.grid import Grid
from lettrix.legality import IllegalAction, Placement, Reason, place
from lettrix.lexicon import WordList
from lettrix.plays import Laid, Play, place_name, square_name
from lettrix.rules import Rules
from lettrix.scoring import total
from lettrix.tiles import BLANK, EMPTY, take

from .model import Event, GcgError, GcgGame, Kind


class Mismatch(NamedTuple):
    """Something that the file says and that is not so."""

    line: int
    player: str
    play: str
    """As the file writes it."""
    what: str
    """`points`, `total`, `rack`, `tiles`, `word`, `words across` or `words`."""
    says: str
    is_: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.player} {self.play}: {self.what}: file says {self.says}, is {self.is_}"


@dataclass(frozen=True)
class Replayed:
    """A file played through."""

    grid: Grid
    """At the end."""
    totals: tuple[int, ...]
    """By player, as the file says."""
    plays: int
    """Lines that lay tiles, those taken back later among them."""
    mismatches: tuple[Mismatch, ...]


def replay(game: GcgGame, rules: Rules, words: WordList | None = None) -> Replayed:
    """Recompute the points of every line, and every total from the one before and the points that the file gives, so
    that one mistake is told once. With `words` every word of every play that stayed is looked up.

    Points for letters left, after the custom of the table: below zero those of one's own letters; above zero those of
    the others' letters, twice where two play and nobody's letters are taken off. Raises `GcgError` for a line that
    cannot have happened on this board.
    """
    replaying = _Replay(game, rules, words)
    try:
        return replaying.run()
    except GcgError as error:
        error.before = tuple(map(str, replaying.mismatches))
        raise


class _Replay:
    def __init__(self, game: GcgGame, rules: Rules, words: WordList | None) -> None:
        self.game, self.rules, self.words = game, rules, words
        self.alphabet = rules.tiles.alphabet
        self.grid = Grid.blank(rules.board.size)
        self.totals = [0] * len(game.players)
        self.mismatches: list[Mismatch] = []
        self.undo: tuple[Event, Grid] | None = None
        """The play just before, and the grid before it, while it can be taken back."""
        self.each_takes_off = any(event.kind is Kind.RACK and event.points < 0 for event in game.events)

    def run(self) -> Replayed:
        events = self.game.events
        for number, event in enumerate(events):
            for tiles, column in ((event.rack, 0), (event.text if event.kind in (Kind.EXCHANGE, Kind.RACK) else "", 2)):
                self._check_tiles(event, tiles, column)
            if event.kind is Kind.PLAY:
                following = events[number + 1] if number + 1 < len(events) else None
                stayed = following is None or following.kind is not Kind.TAKEN_BACK
                self._play(event, look_up=stayed)
            elif event.kind is Kind.TAKEN_BACK:
                self._take_back(event)
            else:
                self._other(event)
                self.undo = None
            expected = self.totals[event.player] + event.points
            if event.total != expected:
                self._differs(event, "total", str(event.total), str(expected))
            self.totals[event.player] = event.total
        plays = sum(event.kind is Kind.PLAY for event in events)
        return Replayed(self.grid, tuple(self.totals), plays, tuple(self.mismatches))

    def _fail(self, event: Event, column: int, what: str, further: int = 0) -> NoReturn:
        raise GcgError(event.line, (event.columns[column] if event.columns else 1) + further, what)

    def _differs(self, event: Event, what: str, says: str, is_: str) -> None:
        play = f"{event.place} {event.text}" if event.kind is Kind.PLAY else _written(event)
        self.mismatches.append(Mismatch(event.line, self.game.players[event.player].nick, play, what, says, is_))

    def _check_points(self, event: Event, points: int) -> None:
        if event.points != points:
            self._differs(event, "points", f"{event.points:+d}", f"{points:+d}")

    def _check_tiles(self, event: Event, tiles: str, column: int) -> None:
        if tiles.isdecimal():
            return
        for at, tile in enumerate(tiles):
            if tile != BLANK and tile not in self.alphabet.index:
                self._fail(event, column, f"{tile!r} is no tile of this game", at + (column == 2))

    # ---- plays ----

    def _play(self, event: Event, *, look_up: bool) -> None:
        play, start, step, length = self._read_play(event)
        spent = "".join(BLANK if tile.blank else tile.letter for tile in play.tiles)
        rack = event.rack
        if rack and take(rack, spent) is None:
            self._differs(event, "rack", rack, f"without {_lacking(rack, spent)}")
            rack = ""
        # What is not known to be left on the rack counts as nothing left: only the bonus for a whole rack asks.
        placement = self._place(event, rack or spent, play)
        across = [w.text for w in placement.words if (w.start, w.step, len(w.text)) != (start, step, length)]
        if len(across) == len(placement.words):
            main = placement.words[0]
            across.remove(main.text)
            name = place_name(*divmod(main.start, self.grid.size), down=main.step != 1)
            self._differs(event, "word", f"{event.place} {event.text}", f"{name} {main.text}")
        if _lacking(*([self.alphabet.fold(word) for word in words] for words in (across, event.words))):
            self._differs(event, "words across", ", ".join(event.words), ", ".join(across) or "none")
        self._check_points(event, total(self.rules.valuation, placement))
        self.undo = (event, self.grid)
        self.grid = self.grid.put(placement.new, event.line, event.player)
        self._check_counts(event, placement)
        if look_up and self.words is not None:
            found = [self.alphabet.fold(word.text) for word in placement.words]
            unknown = [word for word in found if not self.words.contains(word)]
            if unknown:
                self._differs(event, "words", " ".join(found), f"{' '.join(unknown)} not in the dictionary")

    def _read_play(self, event: Event) -> tuple[Play, int, int, int]:
        """The play, the square where its word begins, the step from one to the next, and the word's length."""
        size, text = self.grid.size, self.grid.text
        down = event.place[0].isalpha()
        letter, number = (event.place[0], event.place[1:]) if down else (event.place[-1], event.place[:-1])
        row, col = int(number) - 1, ord(letter.upper()) - ord("A")
        step = size if down else 1
        start = row * size + col
        tiles = []
        length, through = 0, False
        for at, tile in enumerate(event.text):
            if tile in "()":
                through = tile == "("
                continue
            if row >= size or col >= size:
                self._fail(event, 2, "the word leaves the board", at)
            there = text[row * size + col]
            upper = self.alphabet.fold(tile)
            if tile != EMPTY and upper not in self.alphabet.index:
                self._fail(event, 2, f"{tile!r} is no letter of this game", at)
            if there == EMPTY:
                if tile == EMPTY or through:
                    self._fail(event, 2, f"no tile lies on {square_name(row, col)} to play through", at)
                tiles.append(Laid(row, col, upper, tile != upper))
            elif tile != EMPTY and upper != self.alphabet.fold(there):
                self._fail(event, 2, f"{there} lies on {square_name(row, col)}", at)
            row, col = (row + 1, col) if down else (row, col + 1)
            length += 1
        return Play(tuple(tiles)), start, step, length

    def _place(self, event: Event, rack: str, play: Play) -> Placement:
        try:
            return place(self.rules, self.grid, rack, play)
        except IllegalAction as refusal:
            if refusal.reason is Reason.TOO_FEW_TILES and not play.tiles:
                self._fail(event, 2, "the play lays no tile")
            self._fail(event, 1, refusal.detail)

    def _check_counts(self, event: Event, placement: Placement) -> None:
        counts = self.rules.tiles.counts
        lower = dict.fromkeys(map(ord, self.alphabet.lower), BLANK)
        lying = Counter(self.grid.text.translate(lower))
        for tile in dict.fromkeys("".join(placement.new.values()).translate(lower)):
            if lying[tile] > counts.get(tile, 0):
                self._differs(event, "tiles", f"{lying[tile]} {tile} on the board", f"{counts.get(tile, 0)} in the set")

    # ---- everything else ----

    def _take_back(self, event: Event) -> None:
        if self.undo is None or self.undo[0].player != event.player:
            self._fail(event, 1, "there is no play of this player just before that could be taken back")
        play, self.grid = self.undo
        self.undo = None
        self._check_points(event, -play.points)

    def _other(self, event: Event) -> None:
        tiles = self.rules.tiles
        if event.kind in (Kind.PASS, Kind.EXCHANGE):
            self._check_points(event, 0)
            counted = event.text.isdecimal()
            if (int(event.text) if counted else len(event.text)) > self.rules.rack_size:
                self._fail(event, 2, "more tiles than a rack holds")
            given = "" if counted else event.text
            if event.rack and take(event.rack, given) is None:
                self._differs(event, "rack", event.rack, f"without {_lacking(event.rack, given)}")
        elif event.kind is Kind.TIME:
            self._check_points(event, -abs(event.points))
        elif event.kind is Kind.RACK:
            left = tiles.total(event.text)
            if event.points < 0:
                if event.rack and Counter(event.rack) != Counter(event.text):
                    self._differs(event, "rack", event.rack, event.text)
                self._check_points(event, -left)
            else:
                twice = len(self.game.players) == 2 and not self.each_takes_off
                self._check_points(event, 2 * left if twice else left)


def _written(event: Event) -> str:
    return {
        Kind.TAKEN_BACK: "--",
        Kind.PASS: "-",
        Kind.EXCHANGE: f"-{event.text}",
        Kind.RACK: f"({event.text})",
        Kind.CHALLENGE: "(challenge)",
        Kind.TIME: "(time)",
    }[event.kind]


def _lacking(rack: Iterable[str], tiles: Iterable[str]) -> str:
    lacking = Counter(tiles) - Counter(rack)
    return "".join(sorted(lacking.elements()))
