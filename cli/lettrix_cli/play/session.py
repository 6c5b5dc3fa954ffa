"""A game at one terminal: who plays, what was done, taking it back, saving and resuming. Nothing is printed here.

A saved game is a JSON file: the rules, the seed, the players, and the record of every turn. The seed makes the game
replay exactly, and lets whoever opens the file see the bag: it is a local game, nobody else plays in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lettrix.clock import MINUTE, SECOND
from lettrix.game import apply, replay_states, settle, start
from lettrix.legality import IllegalAction
from lettrix.lexicon import WordList
from lettrix.plays import Action
from lettrix.rules import Rules
from lettrix.state import Game, Turn
from lettrix.variant import OptionError
from lettrix.variants import find_variant

SAVE_FORMAT = "lettrix-game"
SAVE_VERSION = 1
_TABLE_TURN = 10 * MINUTE
"""Turns shorter than this are played against the clock; longer ones are correspondence, without a clock here."""


class SaveError(ValueError):
    """A saved game that cannot be read, or that is not what its seed gives; one line of text."""


@dataclass(frozen=True)
class Player:
    """Somebody who plays."""

    name: str
    level: int | None = None
    """The robot's, 1 to 6; None for a person."""

    @property
    def is_person(self) -> bool:
        """Types his moves."""
        return self.level is None


class Session:
    """A running game and its records."""

    dictionary_hash = ""
    """Of the dictionary that the game was last played with."""

    def __init__(self, rules: Rules, seed: bytes, players: Sequence[Player], now: int) -> None:
        """`players` in the order of joining; `now` in ms UTC. Raises `ValueError` for too many players."""
        self.players = tuple(players)
        self.first = self.game = start(rules, seed, len(players), now)
        self.turns: list[Turn] = []
        self._before: list[Game] = []
        """The game before each turn."""

    def player(self, seat: int) -> Player:
        """Who sits there."""
        return self.players[self.game.order[seat]]

    @property
    def names(self) -> list[str]:
        """Names by seat."""
        return [self.player(seat).name for seat in range(len(self.players))]

    @property
    def has_people(self) -> bool:
        """A person is still in the game."""
        return any(self.player(seat).is_person for seat, state in enumerate(self.game.seats) if state.is_playing)

    @property
    def is_timed(self) -> bool:
        """The game is one that is played against the clock at a table."""
        clock = self.game.rules.clock
        return clock.bank() is not None or clock.turn < _TABLE_TURN

    def act(self, action: Action, words: WordList, now: int | None = None) -> Turn:
        """Carry out what the player to move does; raises `IllegalAction`.

        Without `now` it takes a second, or what time he has left.
        """
        if now is None:
            due_at = self.game.due_at
            now = self.game.began_at + SECOND if due_at is None else min(self.game.began_at + SECOND, due_at)
        after, turn = apply(self.game, self.game.to_move, action, now, words)
        self._add(after, turn)
        return turn

    def settle(self, now: int, words: WordList) -> list[Turn]:
        """Carry out what fell due by `now`; the turns."""
        turns = []
        while not self.game.is_over and (due_at := self.game.due_at) is not None and due_at <= now:
            after, settled = settle(self.game, due_at, words)
            for turn in settled:
                self._add(after, turn)
            turns += settled
        return turns

    def _add(self, after: Game, turn: Turn) -> None:
        self._before.append(self.game)
        self.turns.append(turn)
        self.game = after

    def undo(self) -> int:
        """Take back everything since the last turn of a person, that turn included; how many turns."""
        persons = [
            at for at, turn in enumerate(self.turns) if turn.seat is not None and self.player(turn.seat).is_person
        ]
        if not persons:
            return 0
        keep = persons[-1]
        count = len(self.turns) - keep
        self.game = self._before[keep]
        del self._before[keep:], self.turns[keep:]
        return count

    def to_json(self) -> dict[str, Any]:
        """The saved form; `from_json` reads it."""
        rules = self.game.rules
        return {
            "format": SAVE_FORMAT,
            "v": SAVE_VERSION,
            "rules": rules.id,
            "rules_version": rules.version,
            "language": rules.language,
            "options": dict(rules.options),
            "dictionary_hash": self.dictionary_hash,
            "seed": self.first.seed.hex(),
            "players": [{"name": player.name, "level": player.level} for player in self.players],
            "started_at": self.first.started_at,
            "turns": [turn.to_json() for turn in self.turns],
            "scores": [seat.score for seat in self.game.seats],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Session:
        """Read the saved form and play it again; raises `SaveError`."""
        try:
            if data["format"] != SAVE_FORMAT or data["v"] != SAVE_VERSION:
                raise SaveError("not a saved game of this version")
            rules = find_variant(data["rules"]).rules(data["language"], data["options"], data["rules_version"])
            players = [_player(entry) for entry in data["players"]]
            session = cls(rules, bytes.fromhex(data["seed"]), players, int(data["started_at"]))
            session.dictionary_hash = str(data["dictionary_hash"])
            turns = [Turn.from_json(turn) for turn in data["turns"]]
            for recorded, (after, redone) in zip(turns, replay_states(session.first, turns), strict=True):
                if redone != recorded:
                    raise SaveError(f"turn {recorded.number} is not what the seed and the rules give")
                session._add(after, redone)
        except SaveError:
            raise
        except IllegalAction as error:
            raise SaveError(f"a turn breaks the rules: {error}") from None
        except OptionError as error:
            raise SaveError(str(error)) from None
        except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError, RecursionError) as error:
            raise SaveError(f"not a saved game: {str(error) or type(error).__name__}") from None
        return session


def _player(entry: Mapping[str, Any]) -> Player:
    name, level = entry["name"], entry["level"]
    if not isinstance(name, str) or not (level is None or (isinstance(level, int) and 1 <= level <= 6)):
        raise SaveError("its players cannot be read")
    return Player(name, level)


def players_of(text: str, level: int, low: int, high: int) -> list[Player]:
    """Who plays, in the order of joining, from the text of `--seats`; raises `ValueError`.

    A number is so many players, you and robots of this level. A list names each: a number from 1 to 6 is a robot of
    that level, anything else a person at this terminal.
    """
    entries = [entry.strip() for entry in text.split(",")]
    if len(entries) == 1 and entries[0].isdecimal():
        entries = ["You", *[str(level)] * (min(int(entries[0]), high + 1) - 1)]
    if not low <= len(entries) <= high:
        raise ValueError(f"this game is for {low if low == high else f'{low} to {high}'} players")
    levels = [int(entry) if entry.isdecimal() else None for entry in entries]
    if any(number is not None and not 1 <= number <= 6 for number in levels):
        raise ValueError("a robot's level is a number from 1 to 6")
    robots = sum(number is not None for number in levels)
    names: list[str] = []
    for entry, number in zip(entries, levels, strict=True):
        if number is None:
            names.append(entry)
        else:
            names.append("Robot" if robots == 1 else f"Robot {sum(name.startswith('Robot ') for name in names) + 1}")
    if "" in names or len(set(names)) < len(names):
        raise ValueError("players have names, each another")
    if robots == len(names):
        raise ValueError("nobody would play: robots among themselves are lettrix selfplay")
    return [Player(name, number) for name, number in zip(names, levels, strict=True)]
