"""One of our own games as a GCG file tells it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from lettrix.game import replay_states
from lettrix.plays import parse_play
from lettrix.state import Game, Turn

from .model import Event, GcgGame, Kind, Player

_TOLD = frozenset(
    ("play", "draw", "exchange", "pass", "timeout", "resign", "forfeit", "pause", "leftover", "given", "limit", "end")
)
_ENDS = {"limit": "the time limit is reached", "timeout": "out of time"}
_REMARKS = {"resign": "resigns", "forfeit": "is out of the game", "pause": "is on vacation"}


def from_game(first: Game, turns: Iterable[Turn], names: Sequence[str]) -> GcgGame:
    """The game that began as `first` and went on by these records; `names` by seat.

    Racks, and which letters were exchanged, are told once the game is over, and never before. Raises `ValueError` for
    a game in which something happened that GCG has no words for: points or tiles that come and go beside the plays.
    """
    return _Export(first, names).game(turns)


class _Export:
    def __init__(self, first: Game, names: Sequence[str]) -> None:
        if len(names) != len(first.seats):
            raise ValueError("every seat has a name")
        if not first.rules.counts_across:
            raise ValueError("GCG has no words for points that are letters owned")
        self.first = first
        self.players = _players(names)
        self.totals = [seat.score for seat in first.seats]
        self.events: list[Event] = []
        self.note = ""

    def game(self, turns: Iterable[Turn]) -> GcgGame:
        before = self.first
        for after, turn in replay_states(self.first, turns):
            self._turn(before, turn)
            if self.totals != list(turn.scores):
                raise ValueError(f"GCG has no words for the points of turn {turn.number}")
            before = after
        if not before.is_over:
            self.events = [_in_public(event) for event in self.events]
        description = f"Lettrix: {before.rules.id}, {before.rules.language}"
        return GcgGame(
            self.players,
            tuple(self.events),
            (("description", description),),
            self.note,
            is_incomplete=not before.is_over,
        )

    def _turn(self, before: Game, turn: Turn) -> None:
        if unknown := {str(fact["kind"]) for fact in turn.facts} - _TOLD:
            raise ValueError(f"GCG has no words for what happened in turn {turn.number}: {', '.join(sorted(unknown))}")
        fact, seat = turn.facts[0], turn.seat
        if seat is None:
            self._remark(_ENDS["limit"])
        elif turn.action == "play" or fact["kind"] == "play":
            place, word = self._played(before, fact["text"])
            self._event(Kind.PLAY, seat, int(fact["points"]), before, place, word)
        elif turn.action == "exchange":
            self._event(Kind.EXCHANGE, seat, 0, before, text="".join(fact["letters"]))
        elif turn.action in ("pass", "timeout"):
            self._event(Kind.PASS, seat, 0, before)
            if turn.action == "timeout":
                self._remark(_ENDS["timeout"])
        else:
            self._remark(f"{self.players[seat].nick} {_REMARKS[turn.action]}")
        left = [(f["seat"], "".join(f["letters"]), f["points"]) for f in turn.facts if f["kind"] == "leftover"]
        for loser, letters, points in left:
            self._add(Event(Kind.RACK, loser, points, 0, letters, text=letters))
        for given in (f for f in turn.facts if f["kind"] == "given" and f["points"]):
            others = "".join(letters for loser, letters, _ in left if loser != given["seat"])
            self._add(Event(Kind.RACK, given["seat"], given["points"], 0, text=others))

    def _event(self, kind: Kind, seat: int, points: int, before: Game, place: str = "", text: str = "") -> None:
        self._add(Event(kind, seat, points, 0, before.seats[seat].rack, place, text))

    def _add(self, event: Event) -> None:
        self.totals[event.player] += event.points
        self.events.append(replace(event, total=self.totals[event.player]))

    def _remark(self, text: str) -> None:
        if self.events:
            note = self.events[-1].note
            self.events[-1] = replace(self.events[-1], note=f"{note}\n{text}".strip())
        else:
            self.note = f"{self.note}\n{text}".strip()

    def _played(self, before: Game, text: str) -> tuple[str, str]:
        """The play as GCG writes it: tiles that lie there as dots."""
        place, word = text.split(" ")
        new = {(tile.row, tile.col) for tile in parse_play(text, before.grid, before.rules.tiles.alphabet).tiles}
        down = place[0].isalpha()
        letter, number = (place[0], place[1:]) if down else (place[-1], place[:-1])
        row, col = int(number) - 1, ord(letter) - ord("A")
        squares = [(row + i, col) if down else (row, col + i) for i in range(len(word))]
        return place, "".join(tile if square in new else "." for square, tile in zip(squares, word, strict=True))


def _in_public(event: Event) -> Event:
    """What everybody may know of it while the game runs."""
    text = str(len(event.text)) if event.kind is Kind.EXCHANGE else event.text
    return replace(event, rack="", text=text)


def _players(names: Sequence[str]) -> tuple[Player, ...]:
    players: list[Player] = []
    for number, name in enumerate(names, 1):
        name = " ".join(name.split())
        nick = "".join("_" if c.isspace() or c == ":" else c for c in name) or f"player{number}"
        if any(player.nick == nick for player in players):
            nick = f"{nick}{number}"
        players.append(Player(nick, name))
    return tuple(players)
