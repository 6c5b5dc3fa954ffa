"""The table: reads lines, carries out what players and robots do, shows what came of it, keeps the game in its file."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import TypeVar

from rich.console import Console
from rich.text import Text

from lettrix.legality import IllegalAction
from lettrix.lexicon import Lexicon
from lettrix.plays import Action
from lettrix.robot import choose
from lettrix.state import Turn
from lettrix.tiles import take
from lettrix.view import turn_view
from lettrix_cli.play.aids import refusal_text
from lettrix_cli.play.commands import Quit, Refused, carry_out
from lettrix_cli.play.screen import rack_view, table_view
from lettrix_cli.play.session import Session
from lettrix_cli.play.watch import Watch
from lettrix_cli.render import consequence_text, result_text, turn_text
from lettrix_cli.shell import write_whole

T = TypeVar("T")
_SIGNS = "·★●▲■◆²×±"
_PLAINER = str.maketrans(_SIGNS, ".*1234'x~")
"""For terminals that lack these signs."""


class Table:
    """A session with its dictionary, its console, and where it is saved."""

    def __init__(
        self, session: Session, lexicon: Lexicon, console: Console, save: Path | None, *, is_terminal: bool
    ) -> None:
        """`save`: the file that keeps the game; `is_terminal`: somebody types, and does not only send lines."""
        self.session, self.lexicon, self.console, self.save_path = session, lexicon, console, save
        self.is_terminal = is_terminal
        self.hinted = (0, 0)
        """The turn and the grade of the last hint."""
        self.saved_turns = len(session.turns) if save else -1
        """How many turns the file holds that was written last."""
        self._watch = Watch(session) if session.is_timed and is_terminal else None
        self._racks: dict[int, str] = {}
        """By seat, the rack as its player arranged it."""
        self._random = Random(0)
        persons = sum(player.is_person for player in session.players)
        self._hides_racks = is_terminal and persons > 1 and not session.game.rules.shared_rack
        self._has_signs = _can_say(_SIGNS, console.encoding)

    def run(self) -> None:
        """Play until somebody leaves or nothing more is typed."""
        if self.is_terminal:
            self.say("help lists what can be typed; a play is 8H WORD (across) or H8 WORD (down)")
        self._robots_move()
        self.keep()
        self.show()
        for line in self._lines():
            try:
                carry_out(self, line)
            except Refused as refused:
                self.say(f"! {refused}", "bold red")
            except Quit:
                return

    def _lines(self) -> Iterator[str]:
        """What is typed, until the end of the input."""
        if self.is_terminal:
            import readline  # noqa: F401 (line editing and history, by being imported)
        while True:
            seat = self.session.game.to_move if self.session.has_people else None
            prompt = f"{'' if seat is None else self.session.player(seat).name}> "
            try:
                if self.is_terminal:
                    line = input(prompt)
                else:
                    line = sys.stdin.readline()
                    if not line:
                        return
                    self.say(prompt + line.strip())
            except EOFError:
                self.console.print()
                return
            except KeyboardInterrupt:
                self.console.print()
                line = "quit"
            yield line

    def mover(self) -> int:
        """The seat to move; raises `Refused` when the game is over, or nobody who plays it is left."""
        seat = self.session.game.to_move
        if seat is None or not self.session.has_people:
            raise Refused("the game is over")
        return seat

    def act(self, action: Action) -> None:
        """Carry the player's action out, let the robots move, and show the table; raises `Refused`."""
        self.mover()
        if self._watch:
            late = self.session.settle(self._watch.now(), self.lexicon)
            if late:
                self._go_on(late)
                raise Refused("the time was over before this was typed")
        try:
            turn = self.session.act(action, self.lexicon, self._watch.now() if self._watch else None)
        except IllegalAction as error:
            raise Refused(refusal_text(error)) from None
        self._go_on([turn])

    def _go_on(self, turns: list[Turn]) -> None:
        for turn in turns:
            self._tell(turn)
        self._robots_move()
        self.keep()
        self.show()

    def _robots_move(self) -> None:
        while self.session.has_people and (seat := self.session.game.to_move) is not None:
            level = self.session.player(seat).level
            if level is None:
                return
            game = self.session.game
            action = self.thinking(lambda: choose(game, seat, level, self.lexicon))  # noqa: B023 (called at once)
            self._tell(self.session.act(action, self.lexicon))

    def thinking(self, answer: Callable[[], T]) -> T:
        """What takes a moment to find out."""
        if not self.is_terminal:
            return answer()
        with self.console.status("thinking ..."):
            return answer()

    def _tell(self, turn: Turn) -> None:
        names = self.session.names
        self.say(turn_text(turn, names))
        for fact in turn_view(self.session.game, turn, None)["facts"][1:]:
            if text := consequence_text(fact, names):
                self.say(f"     {text}")

    def show(self) -> None:
        """The board, who stands where, and the rack of the player to move."""
        session, game = self.session, self.session.game
        if self._watch:
            self._watch.begin()
        self.console.print()
        for line in table_view(session, self.console.width):
            self._print(line)
        self.console.print()
        if game.to_move is not None and session.has_people:
            if self._hides_racks:
                self.say("rack shows your tiles")
            else:
                self.show_rack()
            return
        if game.is_over:
            result = result_text(game, session.names)
            self.say(result[:1].upper() + result[1:], "bold")
        else:
            self.say("only robots are left, and they do not play on without you", "bold")
        if self.is_terminal:
            self.say("score, undo, save FILE or quit")

    def say(self, text: str, style: str = "") -> None:
        """Some lines of text."""
        self._print(Text(text, style))

    def _print(self, line: Text) -> None:
        if self.console.color_system is None:
            line.rstrip()
        if not self._has_signs:
            line.plain = line.plain.translate(_PLAINER)
        self.console.print(line, soft_wrap=True)

    def show_rack(self) -> None:
        """The rack of the player to move, as he arranged it."""
        line = Text("Rack")
        line.append_text(rack_view(self.session.game.rules, self._arranged(self.mover())))
        if self._watch:
            line.append(f"   {self._watch.left()}")
        self._print(line)

    def _arranged(self, seat: int) -> str:
        """The rack in the order in which its player put it, what was drawn since at its end."""
        rack, order = self.session.game.seats[seat].rack, ""
        for tile in self._racks.get(seat, ""):
            rest = take(rack, tile)
            if rest is not None:
                rack, order = rest, order + tile
        self._racks[seat] = order + rack
        return self._racks[seat]

    def shuffle(self) -> None:
        """Put the rack of the player to move in another order."""
        seat = self.mover()
        tiles = list(self._arranged(seat))
        self._random.shuffle(tiles)
        self._racks[seat] = "".join(tiles)

    def write(self, path: Path) -> None:
        """Write the game to a file; raises `OSError`."""
        saved = json.dumps(self.session.to_json(), ensure_ascii=False, indent=1)
        write_whole(path, saved.encode() + b"\n")
        self.saved_turns = len(self.session.turns)

    def keep(self) -> None:
        """Write the game to the file that keeps it, if any does."""
        if self.save_path is None:
            return
        try:
            self.write(self.save_path)
        except OSError as error:
            self.say(f"! not saved: {self.save_path}: {error.strerror}", "bold red")


def _can_say(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
