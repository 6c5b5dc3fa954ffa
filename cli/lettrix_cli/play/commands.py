"""What can be typed at the table."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from lettrix.aids import HINTS, SAMPLES
from lettrix.legality import IllegalAction
from lettrix.plays import Exchange, NotationError, Pass, Play, Resign, parse_play
from lettrix.tiles import BLANK
from lettrix.view import unseen
from lettrix_cli.choices import find_dictionary
from lettrix_cli.dictionary import definition_lines
from lettrix_cli.play import aids
from lettrix_cli.render import score_sheet
from lettrix_cli.shell import CommandError

if TYPE_CHECKING:
    from lettrix_cli.play.table import Table

SUGGESTED = 5


class Refused(Exception):
    """What was typed cannot be done; one line of text."""


class Quit(Exception):
    """The player leaves the table."""


def carry_out(table: Table, line: str) -> None:
    """Do what a line says; raises `Refused`, `Quit`."""
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
    COMMANDS[matching[0]].run(table, rest)


def _read(table: Table, text: str) -> Play:
    game = table.session.game
    try:
        return parse_play(text, game.grid, game.rules.tiles.alphabet)
    except NotationError as error:
        raise Refused(str(error)) from None


def _play(table: Table, text: str) -> None:
    play, rack = _read(table, text), table.session.game.seats[table.mover()].rack
    held = rack.count(BLANK)
    if sum(tile.blank for tile in play.tiles) > held:
        raise Refused(f"a lower-case letter is a blank, and the rack holds {held or 'none'}")
    table.act(play)


def _exchange(table: Table, text: str) -> None:
    game, seat = table.session.game, table.mover()
    if text == "all" or (not text and game.rules.exchange == "whole_rack"):
        text = game.seats[seat].rack
    table.act(Exchange(game.rules.tiles.alphabet.fold(text.replace(" ", ""))))


def _check(table: Table, text: str) -> None:
    game, alphabet = table.session.game, table.session.game.rules.tiles.alphabet
    _look_up_allowed(table)
    if text and not any(char.isspace() or char.isdigit() for char in text):
        word = alphabet.spell(text)
        table.say(f"{word}: {'valid' if table.lexicon.contains(word) else 'not valid'}")
        return
    play = _read(table, text)
    try:
        table.say(aids.checked(game, _helped(table, "check"), play, table.lexicon))
    except IllegalAction as error:
        raise Refused(aids.refusal_text(error)) from None


def _define(table: Table, text: str) -> None:
    from lettrix.glossary import Glossary, GlossaryError

    rules = table.session.game.rules
    _look_up_allowed(table)
    if not text:
        raise Refused("define takes a word")
    try:
        with Glossary.open(find_dictionary(rules.language, "-glossary.sqlite", "make glossaries")) as glossary:
            entries = glossary.define(text)
    except (CommandError, GlossaryError) as error:
        raise Refused(str(error)) from None
    if not entries:
        raise Refused(f"{rules.tiles.alphabet.spell(text)} is not in the glossary")
    for line in definition_lines(entries):
        table.say(line)


def _look_up_allowed(table: Table) -> None:
    if table.session.game.rules.lookups == "never" and not table.session.game.is_over:
        raise Refused("in this game nothing is looked up while it is being played")


def _suggest(table: Table, text: str) -> None:
    seat, count = _helped(table, "suggest"), _number(text, SUGGESTED, 100)
    _answer(table, lambda: aids.suggestions(table.session.game, seat, table.lexicon, count))


def _hints(table: Table, text: str) -> None:
    """Without a number, more each time in the same turn."""
    seat, turn = _helped(table, "hints"), table.session.game.turn
    given = table.hinted[1] if table.hinted[0] == turn else 0
    grade = _number(text, min(given + 1, HINTS), HINTS)
    table.hinted = turn, grade
    _answer(table, lambda: [aids.hint(table.session.game, seat, table.lexicon, grade)])


def _simulate(table: Table, text: str) -> None:
    seat, samples = _helped(table, "simulate"), _number(text, SAMPLES, aids.MOST_SAMPLES)
    _answer(table, lambda: aids.simulation(table.session.game, seat, table.lexicon, samples))


def _helped(table: Table, aid: str) -> int:
    """The seat to move, in a game that allows this aid."""
    allowed = sorted(aids.allowed(table.session.game.rules))
    if aid not in allowed:
        raise Refused(f"{aid} is no part of this game; what helps in it: {', '.join(allowed) or 'nothing'}")
    return table.mover()


def _number(text: str, default: int, most: int) -> int:
    """A number that was typed, from 1 to `most`."""
    if not text:
        return default
    if not text.isdecimal() or not 1 <= int(text) <= most:
        raise Refused(f"this takes a number from 1 to {most}")
    return int(text)


def _answer(table: Table, find: Callable[[], list[str]]) -> None:
    try:
        lines = table.thinking(find)
    except KeyboardInterrupt:
        raise Refused("stopped") from None
    for line in lines:
        table.say(line)


def _shuffle(table: Table, _: str) -> None:
    table.shuffle()
    table.show_rack()


def _tiles(table: Table, _: str) -> None:
    """The letters left, as the player to move knows them."""
    game = table.session.game
    left = unseen(game, None if game.is_over else table.mover())
    where = "in the bag" if game.rules.shared_rack or game.is_over else "in the bag and on the other racks"
    table.say(f"{sum(left.values())} tiles {where}:")
    shown = [f"{tile}{count}" for tile, count in left.items() if tile != BLANK]
    if left.get(BLANK):
        shown.append(f"{left[BLANK]} blank{'s' * (left[BLANK] > 1)}")
    table.say(textwrap.fill("  ".join(shown), table.console.width))


def _score(table: Table, _: str) -> None:
    table.say(score_sheet(table.session.turns, table.session.names))


def _undo(table: Table, _: str) -> None:
    if sum(player.is_person for player in table.session.players) > 1:
        raise Refused("undo is for games against robots alone")
    count = table.session.undo()
    if not count:
        raise Refused("there is nothing to take back")
    table.say(f"{count} turn{'s' * (count > 1)} taken back")
    table.keep()
    table.show()


def _save(table: Table, text: str) -> None:
    path = Path(text).expanduser() if text else table.save_path
    if path is None:
        raise Refused("save takes a file name")
    try:
        table.write(path)
    except OSError as error:
        raise Refused(f"{path}: {error.strerror}") from None
    table.say(f"saved as {path}; go on with: lettrix play --resume {path}")


def _quit(table: Table, _: str) -> None:
    """A player who would lose something is told so once."""
    session = table.session
    if table.is_terminal and session.turns and table.saved_turns != len(session.turns) and not session.game.is_over:
        table.saved_turns = len(session.turns)
        raise Refused("the game is not saved: save FILE keeps it, quit again leaves it")
    raise Quit


def _help(table: Table, _: str) -> None:
    for name, command in COMMANDS.items():
        table.say(f"  {f'{name} {command.takes}'.strip():<18} {command.about}")
    table.say("A play may be typed alone (8H WORD), and a command by its first letters.")


class Command(NamedTuple):
    """Something that can be typed."""

    run: Callable[[Table, str], None]
    takes: str
    """What is typed behind its name."""
    about: str


COMMANDS = {
    "play": Command(_play, "8H QUaRTZ", "lay tiles across from H8 (H8: down); lower case: a blank"),
    "exchange": Command(_exchange, "ABC", "put these tiles back and draw others (? a blank; all)"),
    "pass": Command(lambda table, _: table.act(Pass()), "", "do nothing"),
    "check": Command(_check, "8H WORD", "what a play would bring; check WORD looks a word up"),
    "define": Command(_define, "WORD", "what a word means"),
    "suggest": Command(_suggest, "[N]", "the best plays"),
    "hints": Command(_hints, "[1-4]", "a hint; each time one that tells more"),
    "simulate": Command(_simulate, "[N]", "the best plays after likely replies, tried N times"),
    "rack": Command(lambda table, _: table.show_rack(), "", "your tiles"),
    "shuffle": Command(_shuffle, "", "your tiles in another order"),
    "tiles": Command(_tiles, "", "the letters left"),
    "score": Command(_score, "", "the score sheet"),
    "board": Command(lambda table, _: table.show(), "", "the table again"),
    "undo": Command(_undo, "", "take your last turn back, and the robots' after it"),
    "save": Command(_save, "FILE", "write the game to a file"),
    "resign": Command(lambda table, _: table.act(Resign()), "", "give the game up"),
    "quit": Command(_quit, "", "leave the table"),
    "help": Command(_help, "", "this list"),
}
