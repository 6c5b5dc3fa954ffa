"""The table: reads a line, does what it says, shows what came of it, and lets the robots move."""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from rich.console import Console
from rich.text import Text

from lettrix.aids import HINTS, SAMPLES
from lettrix.legality import IllegalAction
from lettrix.lexicon import Lexicon
from lettrix.plays import Action, Exchange, NotationError, Pass, Play, Resign, parse_play
from lettrix.robot import choose
from lettrix.state import Turn
from lettrix.tiles import BLANK, take
from lettrix.view import turn_view, unseen
from lettrix_cli.play import aids
from lettrix_cli.play.screen import rack_view, table_view
from lettrix_cli.play.session import Session
from lettrix_cli.play.watch import Watch
from lettrix_cli.render import consequence_text, result_text, score_sheet, turn_text
from lettrix_cli.shell import write_whole


class Refused(Exception):
    """What was typed cannot be done; one line of text."""


class Quit(Exception):
    """The player leaves the table."""


class Table:
    """A session with its dictionary, its console, and where it is saved."""

    def __init__(
        self, session: Session, lexicon: Lexicon, console: Console, save: Path | None, *, is_terminal: bool
    ) -> None:
        """`save`: the file that keeps the game; `is_terminal`: somebody types, and does not only send lines."""
        self.session, self.lexicon, self.console, self.save_path = session, lexicon, console, save
        self._is_terminal = is_terminal
        self._watch = Watch(session) if session.is_timed and is_terminal else None
        self._racks: dict[int, str] = {}
        """By seat, the rack as its player arranged it."""
        self._random = Random(0)
        self._hinted = (0, 0)
        """The turn and the grade of the last hint."""
        self._saved_turns = len(session.turns) if save else -1

    # -- the loop ------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the game is over or somebody leaves."""
        try:
            if self._is_terminal:
                self._say("help lists what can be typed; a play is 8H WORD (across) or H8 WORD (down)")
            self._robots_move()
            self._show()
            for line in self._lines():
                try:
                    self._do(line)
                except Refused as refused:
                    self._say(f"! {refused}", "bold red")
        except Quit:
            pass

    def _lines(self) -> Iterator[str]:
        """What is typed, until the end of the input."""
        if self._is_terminal:
            import readline  # noqa: F401 (line editing and history, by being imported)
        while True:
            game = self.session.game
            who = "" if game.to_move is None else self.session.player(game.to_move).name
            prompt = f"{who}> "
            try:
                if self._is_terminal:
                    line = input(prompt)
                else:
                    line = sys.stdin.readline()
                    if not line:
                        return
                    self._print(Text(prompt + line.strip()))
            except EOFError:
                self.console.print()
                return
            yield line

    def _do(self, line: str) -> None:
        name, _, rest = line.strip().partition(" ")
        rest = rest.strip()
        if not name or name.startswith("#"):
            return
        if name[0].isdigit() or (name[-1].isdigit() and rest):
            name, rest = "play", line.strip()
        name = name.lower()
        matching = [name] if name in COMMANDS else [command for command in COMMANDS if command.startswith(name)]
        if len(matching) != 1:
            also = f"; did you mean {' or '.join(matching)}?" if matching else ""
            raise Refused(f"there is no command {name!r}{also or ' (help lists them)'}")
        COMMANDS[matching[0]].run(self, rest)

    # -- moves ---------------------------------------------------------------------------------------------------

    def act(self, action: Action) -> None:
        """Carry the player's action out, let the robots move, and show the table."""
        game = self.session.game
        if game.to_move is None:
            raise Refused("the game is over")
        if self._watch:
            for turn in self.session.settle(self._watch.now(), self.lexicon):
                self._tell(turn)
            if self.session.game is not game:
                self._autosave()
                self._robots_move()
                self._show()
                raise Refused("the time was over before this was typed")
        try:
            turn = self.session.act(action, self.lexicon, self._watch.now() if self._watch else None)
        except IllegalAction as error:
            raise Refused(aids.refusal_text(error)) from None
        self._tell(turn)
        self._autosave()
        self._robots_move()
        self._show()

    def _robots_move(self) -> None:
        while (seat := self.session.game.to_move) is not None:
            level = self.session.player(seat).level
            if level is None:
                return
            action = choose(self.session.game, seat, level, self.lexicon)
            self._tell(self.session.act(action, self.lexicon))
            self._autosave()

    def _tell(self, turn: Turn) -> None:
        names = self.session.names
        self._say(turn_text(turn, names))
        for fact in turn_view(self.session.game, turn, None)["facts"][1:]:
            if text := consequence_text(fact, names):
                self._say(f"     {text}")

    def play(self, text: str) -> None:
        """Lay tiles."""
        self.act(self._read(text))

    def _read(self, text: str) -> Play:
        game = self.session.game
        try:
            return parse_play(text, game.grid, game.rules.tiles.alphabet)
        except NotationError as error:
            raise Refused(str(error)) from None

    def exchange(self, text: str) -> None:
        """Exchange tiles, or `all`."""
        game, seat = self.session.game, self._mover()
        if text.lower() == "all" or (not text and game.rules.exchange == "whole_rack"):
            text = game.seats[seat].rack
        self.act(Exchange(game.rules.tiles.alphabet.fold(text.replace(" ", ""))))

    def skip(self, _: str) -> None:
        """Pass."""
        self.act(Pass())

    def resign(self, _: str) -> None:
        """Give up."""
        self.act(Resign())

    def undo(self, _: str) -> None:
        """Take the last turn back."""
        if sum(player.is_person for player in self.session.players) > 1:
            raise Refused("undo is for games against robots alone")
        count = self.session.undo()
        if not count:
            raise Refused("there is nothing to take back")
        self._say(f"{count} turn{'s' * (count > 1)} taken back")
        self._autosave()
        self._show()

    def _mover(self) -> int:
        seat = self.session.game.to_move
        if seat is None:
            raise Refused("the game is over")
        return seat

    # -- aids ----------------------------------------------------------------------------------------------------

    def check(self, text: str) -> None:
        """Judge a play without making it, or look a word up."""
        game, alphabet = self.session.game, self.session.game.rules.tiles.alphabet
        if game.rules.lookups == "never":
            raise Refused("in this game nothing is looked up while it is being played")
        if text and " " not in text:
            word = alphabet.spell(text)
            self._say(f"{word}: {'valid' if self.lexicon.contains(word) else 'not valid'}")
            return
        play = self._read(text)
        try:
            self._say(aids.checked(game, self._helped("check"), play, self.lexicon))
        except IllegalAction as error:
            raise Refused(aids.refusal_text(error)) from None

    def suggest(self, text: str) -> None:
        """The best plays."""
        seat, count = self._helped("suggest"), _number(text, 5, 100)
        self._think(lambda: aids.suggestions(self.session.game, seat, self.lexicon, count))

    def hints(self, text: str) -> None:
        """A hint, each time one that tells more."""
        seat, turn = self._helped("hints"), self.session.game.turn
        given = self._hinted[1] if self._hinted[0] == turn else 0
        grade = _number(text, min(given + 1, HINTS), HINTS)
        self._hinted = turn, grade
        self._think(lambda: [aids.hint(self.session.game, seat, self.lexicon, grade)])

    def simulate(self, text: str) -> None:
        """The best plays after likely replies."""
        seat, samples = self._helped("simulate"), _number(text, SAMPLES, aids.MOST_SAMPLES)
        self._think(lambda: aids.simulation(self.session.game, seat, self.lexicon, samples))

    def _helped(self, aid: str) -> int:
        """The seat to move, in a game that allows this aid."""
        allowed = sorted(aids.allowed(self.session.game.rules))
        if aid not in allowed:
            raise Refused(f"{aid} is no part of this game; what helps in it: {', '.join(allowed) or 'nothing'}")
        return self._mover()

    def _think(self, answer: Callable[[], list[str]]) -> None:
        """Say what takes a moment to find out."""
        if self._is_terminal:
            with self.console.status("thinking ..."):
                lines = answer()
        else:
            lines = answer()
        for line in lines:
            self._say(line)

    # -- what there is to see ------------------------------------------------------------------------------------

    def _show(self) -> None:
        """The board, who stands where, and the rack of the player to move."""
        session, game = self.session, self.session.game
        if self._watch:
            self._watch.begin()
        self.console.print()
        for line in table_view(session, self.console.width):
            self._print(line)
        self.console.print()
        if game.is_over:
            self._say(_capital(result_text(game, session.names)), "bold")
            if self._is_terminal:
                self._say("score, undo, save FILE or quit")
        elif game.to_move is not None and session.player(game.to_move).is_person:
            self.rack("")

    def _say(self, text: str, style: str = "") -> None:
        self._print(Text(text, style))

    def _print(self, line: Text) -> None:
        if self.console.color_system is None:
            line.rstrip()
        self.console.print(line, soft_wrap=True)

    def board(self, _: str) -> None:
        """Show the table again."""
        self._show()

    def rack(self, _: str) -> None:
        """Show the rack."""
        seat = self._mover()
        line = Text("Rack")
        line.append_text(rack_view(self.session.game.rules, self._arranged(seat)))
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

    def shuffle(self, _: str) -> None:
        """Put the rack in another order."""
        seat = self._mover()
        tiles = list(self._arranged(seat))
        self._random.shuffle(tiles)
        self._racks[seat] = "".join(tiles)
        self.rack("")

    def tiles(self, _: str) -> None:
        """The letters left."""
        game = self.session.game
        left = unseen(game, game.to_move)
        where = "in the bag" if game.rules.shared_rack or game.is_over else "in the bag and on the other racks"
        self._say(f"{sum(left.values())} tiles {where}:")
        shown = [f"{tile}{count}" for tile, count in left.items() if tile != BLANK]
        if left.get(BLANK):
            shown.append(f"{left[BLANK]} blank{'s' * (left[BLANK] > 1)}")
        self._say(textwrap.fill("  ".join(shown), self.console.width))

    def score(self, _: str) -> None:
        """The score sheet."""
        self._say(score_sheet(self.session.turns, self.session.names))

    # -- the game as a file --------------------------------------------------------------------------------------

    def save(self, text: str) -> None:
        """Write the game to a file."""
        path = Path(text).expanduser() if text else self.save_path
        if path is None:
            raise Refused("save takes a file name")
        try:
            self._write(path)
        except OSError as error:
            raise Refused(f"{path}: {error.strerror}") from None
        self._say(f"saved as {path}; go on with: lettrix play --resume {path}")

    def _write(self, path: Path) -> None:
        saved = json.dumps(self.session.to_json(), ensure_ascii=False, indent=1)
        write_whole(path, saved.encode() + b"\n")
        self._saved_turns = len(self.session.turns)

    def _autosave(self) -> None:
        if self.save_path:
            self._write(self.save_path)

    def quit(self, _: str) -> None:
        """Leave."""
        unsaved = self._saved_turns != len(self.session.turns) and self.session.turns and not self.session.game.is_over
        if unsaved and self._is_terminal:
            self._saved_turns = len(self.session.turns)
            raise Refused("the game is not saved: save FILE keeps it, quit again leaves it")
        raise Quit

    def help(self, _: str) -> None:
        """What can be typed."""
        for name, command in COMMANDS.items():
            self._say(f"  {f'{name} {command.takes}'.strip():<18} {command.about}")
        self._say("A play may be typed alone (8H WORD), and a command by its first letters.")


class _Command:
    """What can be typed at the table."""

    def __init__(self, run: Callable[[Table, str], None], takes: str, about: str) -> None:
        self.run, self.takes, self.about = run, takes, about


COMMANDS = {
    "play": _Command(Table.play, "8H QUaRTZ", "lay tiles across from H8 (H8: down); lower case: a blank"),
    "exchange": _Command(Table.exchange, "ABC", "put these tiles back and draw others (? a blank; all)"),
    "pass": _Command(Table.skip, "", "do nothing"),
    "check": _Command(Table.check, "8H WORD", "what a play would bring; check WORD looks a word up"),
    "suggest": _Command(Table.suggest, "[N]", "the best plays"),
    "hints": _Command(Table.hints, "[1-4]", "a hint; each time one that tells more"),
    "simulate": _Command(Table.simulate, "[N]", "the best plays after likely replies, tried N times"),
    "rack": _Command(Table.rack, "", "your tiles"),
    "shuffle": _Command(Table.shuffle, "", "your tiles in another order"),
    "tiles": _Command(Table.tiles, "", "the letters left"),
    "score": _Command(Table.score, "", "the score sheet"),
    "board": _Command(Table.board, "", "the table again"),
    "undo": _Command(Table.undo, "", "take your last turn back, and the robots' after it"),
    "save": _Command(Table.save, "FILE", "write the game to a file"),
    "resign": _Command(Table.resign, "", "give the game up"),
    "quit": _Command(Table.quit, "", "leave the table"),
    "help": _Command(Table.help, "", "this list"),
}


def _number(text: str, default: int, most: int) -> int:
    """A number that was typed, from 1 to `most`; raises `Refused`."""
    if not text:
        return default
    if not text.isdecimal() or not 1 <= int(text) <= most:
        raise Refused(f"this takes a number from 1 to {most}")
    return int(text)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
