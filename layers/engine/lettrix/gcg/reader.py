"""Read a GCG file. What cannot be understood is a `GcgError` with line and column."""

from __future__ import annotations

import codecs
import re
import unicodedata
from dataclasses import replace
from typing import NoReturn

from .model import Event, GcgError, GcgGame, Kind, Player

MAX_LINES = 20_000
MAX_PLAYERS = 4

_LINE_END = re.compile(r"\r\n|\n|\r")
_ENCODING = re.compile(rb"[\s\xef\xbb\xbf]*#character-encoding[ \t]+([^\s]+)")
_ENCODINGS = {
    "utf-8": "utf-8",
    "utf8": "utf-8",
    "iso-8859-1": "latin-1",
    "iso8859-1": "latin-1",
    "iso_8859-1": "latin-1",
    "latin-1": "latin-1",
    "latin1": "latin-1",
    "iso-8859-9": "iso8859-9",
    "iso-8859-15": "iso8859-15",
    "windows-1252": "cp1252",
    "windows-1254": "cp1254",
    "cp1252": "cp1252",
    "us-ascii": "ascii",
    "ascii": "ascii",
}
_PRAGMA = re.compile(r"[ \t]*#([A-Za-z][A-Za-z0-9-]*)(?:[ \t]+(.*))?$")
_EVENT = re.compile(r"[ \t]*>([^:\s]+):")
_TOKEN = re.compile(r"[^ \t]+")
_PLACE = re.compile(r"[1-9][0-9]?[A-Za-z]|[A-Za-z][1-9][0-9]?")
_POINTS = re.compile(r"[+-]?[0-9]{1,5}")
_COUNT = re.compile(r"[1-9]")
_MANY_LINED = ("note", "description")


def read(content: bytes | str) -> GcgGame:
    """The game in a file. Raises `GcgError`.

    The encoding is UTF-16 where the file begins with its mark, else that of `#character-encoding`; without either the
    file is UTF-8 if it can be, else ISO 8859-1, which is what the format began with. Lines may end in any of the three
    ways.
    """
    return _Reader(content.removeprefix("\ufeff") if isinstance(content, str) else _decode(content)).game()


def _decode(content: bytes) -> str:
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        try:
            return content.decode("utf-16")
        except UnicodeDecodeError:
            raise GcgError(1, 1, "the file begins as UTF-16 does, and is not text in it") from None
    named = _ENCODING.match(content)
    if named is None:
        try:
            return content.decode("utf-8-sig")
        except UnicodeDecodeError:
            return content.decode("latin-1")
    name = named[1].decode("latin-1")
    encoding = _ENCODINGS.get(name.lower())
    if encoding is None:
        line, column = _position(content, named.start(1), "latin-1")
        raise GcgError(line, column, f"the character encoding {name!r} is not known here")
    try:
        return content.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line, column = _position(content, error.start, encoding)
        raise GcgError(line, column, f"this is not text in {name}") from None


def _position(content: bytes, at: int, encoding: str) -> tuple[int, int]:
    before = content[:at].decode(encoding, errors="replace")
    lines = _LINE_END.split(before)
    return len(lines), len(lines[-1]) + 1


class _Reader:
    def __init__(self, text: str) -> None:
        self.lines = _LINE_END.split(unicodedata.normalize("NFC", text))
        self.number = 0
        self.players: dict[int, Player] = {}
        self.events: list[Event] = []
        self.pragmas: list[tuple[str, str]] = []
        self.racks: dict[int, str] = {}
        self.notes: list[list[str]] = [[]]
        """Lines of the notes before the first event, after it, after the second..."""
        self.is_incomplete = False
        self.open = ""
        """The keyword of the pragma that a line of plain text goes on with."""

    def game(self) -> GcgGame:
        if len(self.lines) > MAX_LINES:
            raise GcgError(MAX_LINES + 1, 1, "no game has so many lines")
        for line in self.lines:
            self.number += 1
            self._line(line)
        if not self.players:
            self._fail(1, "the file names no player (#player1, #player2)")
        notes = ["\n".join(lines).rstrip() for lines in self.notes]
        events = [replace(event, note=note) for event, note in zip(self.events, notes[1:], strict=True)]
        return GcgGame(
            tuple(self.players.values()),
            tuple(events),
            tuple((keyword, text.rstrip()) for keyword, text in self.pragmas),
            notes[0],
            tuple(sorted(self.racks.items())),
            self.is_incomplete,
        )

    def _fail(self, column: int, what: str) -> NoReturn:
        raise GcgError(self.number, column, what)

    def _line(self, line: str) -> None:
        if control := re.search(r"[\x00-\x08\x0b-\x1f\x7f\ufeff\ud800-\udfff]", line):
            self._fail(control.start() + 1, "a control character does not belong here")
        first = line.lstrip(" \t")[:1]
        if first == "#":
            self._pragma(line)
        elif first == ">":
            self.open = ""
            self._event(line)
        elif self.open == "note":
            self.notes[-1].append(line.rstrip())
        elif self.open == "description":
            keyword, text = self.pragmas[-1]
            self.pragmas[-1] = (keyword, f"{text}\n{line.rstrip()}")
        elif line.strip():
            self._fail(len(line) - len(line.lstrip()) + 1, "a line begins with # or >")

    def _pragma(self, line: str) -> None:
        match = _PRAGMA.match(line)
        if match is None:
            self._fail(line.index("#") + 2, "a keyword follows #")
        at = match.start(1) + 1
        keyword, text = match[1].lower(), (match[2] or "").strip()
        column = match.start(2) + 1 if match[2] else len(line) + 1
        self.open = keyword if keyword in _MANY_LINED else ""
        if keyword == "note":
            self.notes[-1].append(text)
        elif keyword == "incomplete":
            self.is_incomplete = True
        elif keyword == "character-encoding":
            if self.number > 1 and any(line.strip() for line in self.lines[: self.number - 1]):
                self._fail(at - 1, "the character encoding stands in the first line")
        elif numbered := re.fullmatch(r"(player|rack)([0-9]+)", keyword):
            self._numbered(numbered[1], int(numbered[2][:9]), text, at, column)
        else:
            self.pragmas.append((keyword, text))

    def _numbered(self, what: str, number: int, text: str, at: int, column: int) -> None:
        if what == "rack":
            if number not in self.players:
                self._fail(at, f"there is no player {number}")
            if number - 1 in self.racks:
                self._fail(at, f"the rack of player {number} was given already")
            self.racks[number - 1] = self._rack(text, column)
            return
        if self.events:
            self._fail(at - 1, "players are named before the game begins")
        if number in self.players:
            self._fail(at, f"player {number} was named already")
        if not 1 <= number <= MAX_PLAYERS or number != len(self.players) + 1:
            self._fail(at, f"players are numbered from 1 to {MAX_PLAYERS}, one after the other")
        nick, *rest = text.split(None, 1)[:2] or [""]
        if not nick:
            self._fail(column, "a player has a nickname")
        if ":" in nick:
            self._fail(column, "a nickname holds no colon")
        if any(player.nick == nick for player in self.players.values()):
            self._fail(column, f"two players are called {nick}")
        self.players[number] = Player(nick, rest[0] if rest else "")

    def _event(self, line: str) -> None:
        match = _EVENT.match(line)
        if match is None:
            self._fail(line.index(">") + 2, "a player's nickname and a colon follow >")
        number = next((n for n, player in self.players.items() if player.nick == match[1]), None)
        if number is None:
            self._fail(match.start(1) + 1, f"there is no player {match[1]}")
        tokens = [(token[0], token.start() + 1) for token in _TOKEN.finditer(line, match.end())]
        rack, rack_column = "", match.end() + 1
        if tokens and not _is_action(tokens[0][0]):
            rack, rack_column = tokens.pop(0)
            self._rack(rack, rack_column)
        if not tokens:
            self._fail(len(line) + 1, "what the player did is missing")
        action, column = tokens.pop(0)
        text, text_column, place, kind = "", column, "", Kind.PLAY
        if _PLACE.fullmatch(action):
            place = action
            if not tokens:
                self._fail(len(line) + 1, "the word is missing")
            text, text_column = tokens.pop(0)
            self._word(text, text_column)
        else:
            kind, text = self._action(action, column)
        points, points_column = self._number(tokens, line, "the points")
        total, total_column = self._number(tokens, line, "the player's total")
        words: tuple[str, ...] = ()
        if tokens:
            if kind is not Kind.PLAY:
                self._fail(tokens[0][1], "nothing follows the total")
            words = self._words(tokens)
        columns = (rack_column, column, text_column, points_column, total_column)
        self.events.append(
            Event(kind, number - 1, points, total, rack, place, text, words, line=self.number, columns=columns)
        )
        self.notes.append([])

    def _action(self, action: str, column: int) -> tuple[Kind, str]:
        if action == "--":
            return Kind.TAKEN_BACK, ""
        if action == "-":
            return Kind.PASS, ""
        if action.startswith("-"):
            text = action[1:]
            if not _COUNT.fullmatch(text):
                self._rack(text, column + 1)
            return Kind.EXCHANGE, text
        if not action.startswith("("):
            self._fail(column, f"{action!r} is no square, and nothing else that a player does")
        inside = action[1:-1]
        if not action.endswith(")") or not inside:
            self._fail(column, "a bracket is not closed, or holds nothing")
        if inside.lower() in ("challenge", "time"):
            return Kind(inside.lower()), ""
        self._rack(inside, column + 1)
        return Kind.RACK, inside

    def _rack(self, tiles: str, column: int) -> str:
        for at, tile in enumerate(tiles):
            if tile in "[]":
                self._fail(column + at, "tiles of several letters are not known here")
            if tile != "?" and not (tile.isalpha() and tile.upper() == tile):
                self._fail(column + at, f"{tile!r} is no tile: tiles are upper-case letters, and ? for a blank")
        return tiles

    def _word(self, word: str, column: int) -> None:
        is_open = False
        for at, tile in enumerate(word):
            if tile in "[]":
                self._fail(column + at, "tiles of several letters are not known here")
            if tile in "()":
                if is_open == (tile == "("):
                    self._fail(column + at, "brackets come in pairs")
                is_open = not is_open
            elif tile != "." and not tile.isalpha():
                self._fail(column + at, f"{tile!r} does not belong in a word")
        if is_open:
            self._fail(column + len(word), "a bracket is not closed")

    def _number(self, tokens: list[tuple[str, int]], line: str, what: str) -> tuple[int, int]:
        if not tokens:
            self._fail(len(line.rstrip()) + 1, f"{what} should stand here")
        token, column = tokens.pop(0)
        if not _POINTS.fullmatch(token):
            self._fail(column, f"{what} should stand here, not {token!r}")
        return int(token), column

    def _words(self, tokens: list[tuple[str, int]]) -> tuple[str, ...]:
        words = []
        for number, (token, column) in enumerate(tokens, 1):
            word = token if number == len(tokens) else token.removesuffix(",")
            if not word.isalpha() or (word == token and number < len(tokens)):
                self._fail(column, "after the total only the words across follow, with commas between them")
            words.append(word)
        return tuple(words)


def _is_action(token: str) -> bool:
    return token.startswith(("-", "(")) or _PLACE.fullmatch(token) is not None
