"""`lettrix play`, driven as a script drives it: commands on standard input."""

from __future__ import annotations

import contextlib
import io
import json
import os
import pty
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text
from tests.engine import LETTRIX, SMALL_WORDS, small_lexicon

from lettrix.boardtext import parse_board
from lettrix.game import conserved
from lettrix.glossarybuild import GlossaryWriter
from lettrix.graphbuild import build_graph
from lettrix.plays import Exchange, Pass
from lettrix.tiles import ALPHABETS
from lettrix.variants import VARIANTS, find_variant
from lettrix_cli.main import main
from lettrix_cli.play.commands import Refused
from lettrix_cli.play.screen import board_view, rack_view, word_squares
from lettrix_cli.play.session import Player, SaveError, Session, players_of
from lettrix_cli.play.table import Table
from lettrix_cli.seeds import seed_of

Typed = Callable[..., str]
COMMAND = Path(sys.executable).with_name("lettrix")
NOW = 1_800_000_000_000


@pytest.fixture(autouse=True)
def dictionary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a small French dictionary, which the environment names; it is the working directory too."""
    (tmp_path / "fr.lxg").write_bytes(small_lexicon().cells.cast("B"))
    monkeypatch.setenv("LETTRIX_LEXICON", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Typed:
    """Plays with these lines typed; what was shown."""

    def run(lines: str, *options: str, status: int = 0) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        assert main(["play", *options]) == status
        said = capsys.readouterr()
        return said.out if status == 0 else said.err

    return run


def plain(lines: list[Text]) -> str:
    console = Console(file=io.StringIO(), width=200, color_system=None)
    with console.capture() as capture:
        for line in lines:
            console.print(line)
    return "\n".join(line.rstrip() for line in capture.get().splitlines())


def test_the_board_without_colour_shows_premiums_tiles_blanks_and_what_is_new() -> None:
    grid = parse_board("15/" * 6 + "6L8/4RaTES2OR2/6S8" + "/15" * 6, 15, LETTRIX.tiles.alphabet)
    shown = plain(board_view(LETTRIX, grid, fresh={7 * 15 + 11, 7 * 15 + 12})).splitlines()
    assert shown[0] == "    A  B  C  D  E  F  G  H  I  J  K  L  M  N  O"
    assert shown[1] == " 1  MT ·  ·  LD ·  ·  ·  MT ·  ·  ·  LD ·  ·  MT"
    assert shown[5] == " 5  ·  ·  ·  ·  MD ·  ·  ·  ·  ·  MD ·  ·  ·  ·"
    assert shown[6] == " 6  ·  LT ·  ·  ·  LT ·  ·  ·  LT ·  ·  ·  LT ·"
    assert shown[7] == " 7  ·  ·  LD ·  ·  ·  L  ·  LD ·  ·  ·  LD ·  ·"
    assert shown[8] == " 8  MT ·  ·  LD R  a  T  E  S  ·  · [O][R] ·  MT"
    assert shown[9] == " 9  ·  ·  LD ·  ·  ·  S  ·  LD ·  ·  ·  LD ·  ·"
    assert len(shown) == 16
    assert "★" in plain(board_view(LETTRIX, parse_board("/".join(["15"] * 15), 15, LETTRIX.tiles.alphabet)))


def test_a_rack_without_colour_shows_what_each_tile_is_worth() -> None:
    assert rack_view(LETTRIX, "AQ?").plain == "  A1   Q8   ? "


def test_the_squares_of_a_word() -> None:
    assert list(word_squares("8H", 3, 15)) == [112, 113, 114]
    assert list(word_squares("H8", 3, 15)) == [112, 127, 142]


def test_a_game_as_it_is_typed(play: Typed) -> None:
    """Two people at one keyboard."""
    shown = play("rack\nquit\n", "--seed", "3", "--seats", "Ann,Ben")
    first = next(line for line in shown.splitlines() if line.startswith("Rack")).split()[1:]
    assert len(first) == 8
    script = """
        # a word that is none, a play off the star, a word not on the rack
        check zut
        8H ZZ
        play 1A LE
        pass
        board
        exchange all
        tiles
        score
        quit
    """
    shown = play("\n".join(line.strip() for line in script.splitlines()), "--seed", "3", "--seats", "Ann,Ben")
    assert "ZUT: not valid" in shown
    assert shown.count("! ") == 2
    assert "! these tiles are not on the rack" in shown
    assert "passes" in shown
    assert "exchanges 8" in shown
    assert "94 tiles in the bag and on the other racks" in shown
    assert "\x1b" not in shown
    assert not any(line.endswith(" ") for line in shown.splitlines())


def rack_of(session: Session) -> str:
    seat = session.game.to_move
    assert seat is not None
    return session.game.seats[seat].rack


def test_tiles_that_spell_all_are_those_tiles(play: Typed) -> None:
    number = next(
        number
        for number in range(400)
        if not Counter("ALL")
        - Counter(rack_of(Session(LETTRIX, seed_of(str(number)), players_of("A,B", 1, 2, 4), NOW)))
    )
    shown = play("exchange ALL\nquit\n", "--seed", str(number), "--seats", "Ann,Ben")
    assert "exchanges 3" in shown


def test_a_word_is_played_checked_and_taken_back(play: Typed, tmp_path: Path) -> None:
    """Against the robot: find a seed with which the person begins with a word of the small dictionary."""
    for number in range(200):
        session = Session(LETTRIX, seed_of(str(number)), players_of("2", 3, 2, 4), NOW)
        seat = session.game.to_move
        if seat is not None and session.player(seat).is_person and {"L", "E", "S"} <= set(rack_of(session)):
            break
    seed = ["--seed", str(number)]
    shown = play("check 8G LES\n8G LES\nundo\n8G LES\nsave one.json\nquit\n", *seed)
    assert "8G LES: LES 6 = 6" in shown
    assert shown.count("You          8G LES             +6") == 2
    assert "2 turns taken back" in shown
    assert " [L]" not in shown.split("2 turns taken back")[0].split("8G LES: ")[0]
    saved = json.loads((tmp_path / "one.json").read_text())
    assert [turn["seat"] for turn in saved["turns"]] == [0, 1]
    again = Session.from_json(saved)
    assert again.to_json() == saved
    assert conserved(again.game)
    # the robot answers the same play in the same way
    robot = [line for line in shown.splitlines() if line.startswith("  2  Robot")]
    assert len(robot) == 2
    assert robot[0] == robot[1]
    assert "there is nothing to take back" in play("undo\n", *seed)


def test_a_whole_game_is_saved_and_resumed(play: Typed, tmp_path: Path) -> None:
    """Saved after every turn, resumed in the middle and at its end: the same game."""
    moves = ["pass"] * 3
    whole = play("\n".join([*moves, *moves, "score"]), "--seed", "8", "--save", "whole.json")
    play("\n".join(moves), "--seed", "8", "--save", "half.json")
    resumed = play("\n".join([*moves, "score"]), "--resume", "half.json")
    assert resumed.split("> score")[-1] == whole.split("> score")[-1]
    one, two = (json.loads((tmp_path / name).read_text()) for name in ("whole.json", "half.json"))
    untimed = [[{**turn, "at": 0} for turn in saved["turns"]] for saved in (one, two)]
    assert untimed[0] == untimed[1]
    assert one["scores"] == two["scores"]
    assert Session.from_json(one).to_json() == one


def test_a_game_to_its_end(play: Typed, tmp_path: Path) -> None:
    shown = play("pass\n" * 4 + "pass\nquit\n", "--seed", "5", "--seats", "Ann,Ben", "--save", "end.json")
    assert "all passed" in shown
    assert "! the game is over" in shown
    saved = json.loads((tmp_path / "end.json").read_text())
    assert saved["turns"][-1]["facts"][-1]["kind"] == "end"
    assert "all passed" in play("rack\n", "--resume", "end.json")


def test_the_rack_in_another_order_stays_the_same_tiles(play: Typed) -> None:
    shown = play("shuffle\nshuffle\nrack\n", "--seed", "3", "--seats", "Ann,Ben")
    racks = [line.split()[1:] for line in shown.splitlines() if line.startswith("Rack")]
    assert len(racks) == 4
    assert all(sorted(rack) == sorted(racks[0]) for rack in racks)
    assert racks[1] != racks[0]
    assert racks[2] == racks[3]


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("fly", "! there is no command 'fly' (help lists them)"),
        ("s", "! there is no command 's'; did you mean "),
        ("play", "! a play is written as '8H WORD' (across) or 'H8 WORD' (down)"),
        ("8H", "! a play is written as '8H WORD' (across) or 'H8 WORD' (down)"),
        ("exchange", "! name the letters to exchange"),
        ("exchange ????????", "! these tiles are not on the rack"),
        ("save", "! save takes a file name"),
        ("save /none/such/file.json", "! /none/such/file.json: No such file or directory"),
        ("undo", "! undo is for games against robots alone"),
        ("8H É", "! 'É' is not a letter of this game"),
        ("8H le", "! a lower-case letter is a blank, and the rack holds "),
    ],
)
def test_what_cannot_be_done_is_said_and_the_game_goes_on(typed: str, answer: str, play: Typed) -> None:
    shown = play(f"{typed}\nrack\n", "--seed", "3", "--seats", "Ann,Ben")
    said = shown.split("> ")
    assert any(part.split("\n", 1)[-1].startswith(answer) for part in said), shown
    assert said[-1].startswith("rack\nRack")


def test_help_names_every_command(play: Typed) -> None:
    shown = play("help\n", "--seats", "Ann,Ben")
    for name in "play exchange pass check rack shuffle tiles score undo save resign quit help".split():
        assert f"\n  {name}" in shown


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--rules", "chess"], "no game is called 'chess'; there are: lettrix"),
        (["--seats", "5"], "this game is for 2 to 4 players"),
        (["--seats", "Ann"], "this game is for 2 to 4 players"),
        (["--seats", "Ann,Ann"], "players have names, each another"),
        (["--seats", "Ann,"], "players have names, each another"),
        (["--seats", "Ann,7"], "a robot's level is a number from 1 to 6"),
        (["--seats", "3,5"], "nobody would play: robots among themselves are lettrix selfplay"),
        (["--resume", "none.json"], "none.json: No such file or directory"),
        (["--resume", "fr.lxg"], "fr.lxg: not a saved game: "),
        (["--save", "fr.lxg"], "fr.lxg is there already: go on with --resume fr.lxg, or keep this game elsewhere"),
        (["--lexicon", "none.lxg"], "cannot open the word graph none.lxg: No such file or directory"),
        (["--level", "9"], "Invalid value for '--level': Input should be less than or equal to 6"),
    ],
)
def test_a_wrong_call_is_one_line(options: list[str], message: str, play: Typed) -> None:
    said = play("", *options, status=2)
    assert said.startswith(f"lettrix play: {message}")
    assert len(said.splitlines()) == 1


def test_who_plays() -> None:
    assert players_of("2", 4, 2, 4) == [Player("You"), Player("Robot", 4)]
    assert [p.name for p in players_of("4", 1, 2, 4)] == ["You", "Robot 1", "Robot 2", "Robot 3"]
    assert players_of("Ann, 6,Ben", 1, 2, 4) == [Player("Ann"), Player("Robot", 6), Player("Ben")]


@pytest.mark.parametrize("change", [{"seed": "00" * 32}, {"seed": "zz"}, {"v": 9}, {"players": []}, {"turns": [{}]}])
def test_a_save_that_was_tampered_with_is_refused(change: dict[str, object]) -> None:
    session = Session(LETTRIX, seed_of("1"), players_of("Ann,Ben", 1, 2, 4), NOW)
    while not session.game.is_over:
        session.act(Exchange(rack_of(session)) if len(session.turns) < 3 else Pass(), small_lexicon())
    saved = json.loads(json.dumps(session.to_json()))
    assert Session.from_json(saved).game == session.game
    with pytest.raises(SaveError):
        Session.from_json(saved | change)


@pytest.mark.parametrize("content", ["", "{", "[]", "null", "{}", "[" * 100_000, '{"format": "lettrix-game", "v": 1}'])
def test_what_is_no_saved_game(content: str, play: Typed, tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text(content)
    said = play("", "--resume", "x.json", status=2)
    assert said.startswith("lettrix play: x.json: ")
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize(
    "setting", ["--rules lettrix", "--seats 2", "--level 4", "--seed 1", "-O whole_rack_only=true"]
)
def test_what_a_saved_game_has_settled_is_not_set_anew(setting: str, play: Typed) -> None:
    play("", "--seed", "1", "--save", "x.json")
    said = play("", "--resume", "x.json", *setting.split(), status=2)
    assert said.startswith("lettrix play: --")
    assert said.endswith(" is for a new game, and --resume goes on with one that has it settled\n")


def test_an_interrupt_stops_what_takes_long_and_does_not_throw_the_game_away(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = iter(["pass", "simulate 100000", "", ""])

    def type_next(_: str = "") -> str:
        line = next(typed)
        if not line:
            raise KeyboardInterrupt
        return line

    def interrupted(*_: object) -> list[str]:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", type_next)
    monkeypatch.setattr("lettrix_cli.play.aids.simulation", interrupted)
    console = Console(file=io.StringIO(), width=80, color_system=None)
    session = Session(LETTRIX, seed_of("1"), players_of("Ann,Ben", 3, 2, 4), NOW)
    Table(session, small_lexicon(), console, None, is_terminal=True).run()
    said = console.file.getvalue()  # type: ignore[attr-defined]
    assert "! stopped\n" in said
    assert said.endswith("! the game is not saved: save FILE keeps it, quit again leaves it\n\n")
    assert [turn.action for turn in session.turns] == ["pass"]
    assert next(typed, None) is None


def colours(**variables: str) -> str:
    """The raw output of a start on a (forced) terminal."""
    environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR", "TERM", "COLORTERM")}
    call = [str(COMMAND), "play", "--seed", "3", "--seats", "Ann,Ben"]
    done = subprocess.run(
        call, input="quit\n", env=environment | variables, capture_output=True, text=True, timeout=60, check=True
    )
    return done.stdout


def test_colour_only_where_it_is_wanted() -> None:
    coloured = colours(FORCE_COLOR="1", TERM="xterm-256color", COLORTERM="truecolor")
    assert "\x1b[38;2;255;250;251;48;2;178;71;90m MT" in coloured
    assert "\x1b" not in colours(TERM="xterm-256color"), "a pipe"
    uncoloured = colours(FORCE_COLOR="1", NO_COLOR="1", TERM="xterm-256color")
    assert "38;2;" not in uncoloured
    assert " MT" in uncoloured


def test_on_a_real_terminal() -> None:
    """Colours, a prompt, and a second question before a game that is not saved is left."""
    terminal, program = pty.openpty()
    environment = os.environ | {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}
    environment.pop("NO_COLOR", None)
    call = [str(COMMAND), "play", "--seed", "3", "--seats", "Ann,Ben"]
    with subprocess.Popen(call, stdin=program, stdout=program, stderr=program, env=environment) as game:
        os.close(program)
        os.write(terminal, b"pass\nquit\nquit\n")
        shown = b""
        with contextlib.suppress(OSError):  # raised when the other side has gone
            while part := os.read(terminal, 65536):
                shown += part
        assert game.wait(timeout=60) == 0
    os.close(terminal)
    text = shown.decode()
    assert "help lists what can be typed" in text
    assert "\x1b[38;2;" in text
    assert text.count("> quit\r\n") == 2
    assert "rack shows your tiles" in text, "two people at one keyboard do not see each other's tiles unasked"
    assert "Rack" not in text
    assert "! the game is not saved: save FILE keeps it, quit again leaves it" in text


def test_a_clock_runs_while_a_player_sees_the_table(dictionary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fundox at the table: 40 seconds a turn; who types too late finds his turn passed."""
    seconds = [0.0]
    monkeypatch.setattr("lettrix_cli.play.watch.time.monotonic", lambda: seconds[0])
    rules = find_variant("fundox").rules(seats=2)
    console = Console(file=io.StringIO(), width=80, color_system=None)
    session = Session(rules, seed_of("1"), players_of("Ann,Ben", 3, 2, 4), NOW)
    table = Table(session, small_lexicon(), console, None, is_terminal=True)
    table.show_rack()
    seconds[0] = 39.0
    table.show_rack()
    table.act(Pass())
    assert session.turns[-1].action == "pass"
    assert session.turns[-1].at == NOW + 39_000
    seconds[0] = 79.5
    with pytest.raises(Refused, match="the time was over before this was typed"):
        table.act(Pass())
    assert [turn.action for turn in session.turns] == ["pass", "timeout"]
    said = console.file.getvalue()  # type: ignore[attr-defined]
    assert "0:40 left" in said
    assert "0:01 left" in said
    assert "out of time (1)" in said


def test_fundox_shows_owners_and_a_refused_play_is_a_turn_over(play: Typed) -> None:
    shown = play("check LE\n7G ZZ\nscore\n", "--rules", "fundox", "--seed", "1", "--seats", "Ann,Ben")
    assert "! in this game nothing is looked up while it is being played" in shown
    assert "  1  Ann          refused: not on rack" in shown
    assert "> ▲ Ben" in shown
    assert "! there is no command" not in shown


def test_the_aids(play: Typed) -> None:
    shown = play(
        "suggest 2\nhints\nhints\nhints\nhints\nhints 1\nsimulate 4\nhints 9\n", "--seed", "3", "--seats", "Ann,Ben"
    )
    said = [part.partition("\n")[2].strip() for part in re.split(r"\n(?:Ann|Ben)> ", shown)[1:]]
    best, second = said[0].splitlines()
    points = int(best.split()[2])
    assert "worth" in second
    assert re.fullmatch(r"there are \d+ plays", said[1])
    assert re.fullmatch(r"the best brings \d+ points", said[2])
    assert int(said[2].split()[3]) >= points
    assert re.fullmatch(r"it lays tiles on ([A-O]\d+, )*[A-O]\d+", said[3])
    assert re.fullmatch(r"its word begins with [A-Z]", said[4])
    assert said[5] == said[1]
    assert re.fullmatch(r"\S+ \S+ +[+-][\d.]+ ± [\d.]+   spread \d+, \d+ tries", said[6].splitlines()[0])
    assert said[7] == "! this takes a number from 1 to 4"


@pytest.mark.parametrize(
    ("options", "allowed"),
    [
        (["--rules", "lettrix"], {"suggest", "check", "hints", "simulate"}),
        (["--rules", "classic", "--language", "fr"], {"suggest", "check", "hints", "simulate"}),
        (["--rules", "classic", "--language", "fr", "-O", "level=standard"], {"suggest"}),
        (["--rules", "classic", "--language", "fr", "-O", "level=competitive"], set()),
        (["--rules", "blitz", "--language", "fr"], {"suggest"}),
        (["--rules", "fundox"], set()),
    ],
)
def test_aids_are_those_that_the_game_allows(options: list[str], allowed: set[str], play: Typed) -> None:
    """At the terminal a game is casual, with every aid, unless its rules or its level say otherwise."""
    shown = play("suggest\ncheck 8H LE\nhints\nsimulate 4\n", "--seed", "3", "--seats", "Ann,Ben", *options)
    for aid in ("suggest", "check", "hints", "simulate"):
        refused = f"! {aid} is no part of this game" in shown
        if aid == "check" and "fundox" in options:
            refused = "nothing is looked up while it is being played" in shown
        assert refused == (aid not in allowed), aid


GAMES = [(name, language) for name, variant in VARIANTS.items() for language in variant.languages]


@pytest.mark.parametrize(("rules", "language"), GAMES)
def test_every_game_is_played_in_every_language(
    rules: str,
    language: str,
    play: Typed,
    dictionary: Path,
) -> None:
    """As many players as it takes, one of them a person: some turns, all there is to see, saved and resumed."""
    alphabet = ALPHABETS[language]
    (dictionary / f"{language}.lxg").write_bytes(build_graph(SMALL_WORDS, alphabet.upper))
    seats = str(VARIANTS[rules].players[1])
    call = ["--rules", rules, "--language", language, "--seats", seats, "--level", "2", "--seed", "1"]
    script = "hints\nsuggest 1\nshuffle\npass\ntiles\npass\nscore\n"
    shown = play(script, *call, "--save", "game.json")
    size = VARIANTS[rules].rules(language).board.size
    assert f"{rules} · {language} · turn " in shown
    assert f"\n{size:>2} " in shown
    assert shown.count("passes") >= 2
    saved = json.loads((dictionary / "game.json").read_text())
    session = Session.from_json(saved)
    assert session.to_json() == saved
    assert conserved(session.game)
    resumed = play("score\n", "--resume", "game.json")
    assert resumed.split("> score")[-1] == shown.split("> score")[-1]


def test_the_star_of_kelime_is_on_the_board(play: Typed, dictionary: Path) -> None:
    (dictionary / "tr.lxg").write_bytes(build_graph(SMALL_WORDS, ALPHABETS["tr"].upper))
    shown = play("", "--rules", "kelime", "--seed", "5", "--seats", "Ann,Ben")
    where = re.search(r"★25 on ([A-O])(\d+)\n", shown)
    assert where
    row = next(line for line in shown.splitlines() if line.startswith(f"{where[2]:>2} "))
    assert row[3 + 3 * (ord(where[1]) - ord("A")) :].startswith("★25")


def test_a_word_is_explained(play: Typed, dictionary: Path) -> None:
    assert "! there is no fr-glossary.sqlite in " in play("define sel\n", "--seats", "Ann,Ben")
    with GlossaryWriter(dictionary / "fr-glossary.sqlite", "fr", source="Test", licence="CC0") as writer:
        writer.add("sel", "nom", ["Ce qui rend la mer salée."], [])
    shown = play("define sel\ndefine poivre\ndefine\n", "--seats", "Ann,Ben")
    assert "sel (nom)\n  1. Ce qui rend la mer salée.\n  [Test, CC0]\n" in shown
    assert "! POIVRE is not in the glossary" in shown
    assert "! define takes a word" in shown
    assert "! in this game nothing is looked up" in play("define sel\n", "--rules", "fundox", "--seats", "Ann,Ben")


def test_a_game_goes_on_where_it_cannot_be_kept(play: Typed) -> None:
    shown = play("pass\npass\n", "--seats", "Ann,Ben", "--save", "none/such.json")
    assert shown.count("! not saved: none/such.json: No such file or directory") == 3
    assert shown.count("passes") == 2


def test_a_saved_game_becomes_gcg(play: Typed, capsys: pytest.CaptureFixture[str]) -> None:
    """And is recomputed without a mismatch."""
    options = ["--rules", "classic", "--language", "fr"]
    play("pass\nexchange all\npass\n", *options, "--seed", "4", "--seats", "Ann,2", "--save", "game.json")
    assert main(["gcg", "game.json", "-o", "game.gcg"]) == 0
    assert main(["replay", "game.gcg", *options]) == 0
    assert capsys.readouterr().out.endswith(" plays, 0 mismatches\n")
    text = Path("game.gcg").read_text(encoding="utf-8")
    assert "Ann" in text
    assert ">Robot: " in text


def test_a_terminal_that_lacks_signs_shows_others() -> None:
    call = [str(COMMAND), "play", "--rules", "kelime", "--language", "fr", "--seed", "3", "--seats", "Ann,Ben"]
    environment = os.environ | {"PYTHONIOENCODING": "ascii:replace"}
    done = subprocess.run(call, input=b"", env=environment, capture_output=True, timeout=60, check=True)
    lines = done.stdout.decode("ascii").splitlines()
    assert " 1  .  .  MT .  .  LD" in lines[2]
    assert "?" not in lines[2]
    assert "*25" in done.stdout.decode("ascii")


def test_robots_do_not_play_on_without_people(play: Typed) -> None:
    shown = play("resign\nrack\nundo\nrack\n", "--seats", "Ann,2,3", "--seed", "2")
    assert "only robots are left, and they do not play on without you" in shown
    assert "> rack\n! the game is over" in shown
    assert shown.rstrip().splitlines()[-1].startswith("Rack "), "and the resignation can be taken back"


def test_without_a_clock_nobody_runs_out_of_time() -> None:
    """Blitz as a script plays it: a second a turn, as long as there are any."""
    rules = find_variant("blitz").rules("fr", {"minutes": "5"})
    session = Session(rules, seed_of("1"), players_of("Ann,Ben", 1, 2, 4), NOW)
    for _ in range(700):
        session.act(Exchange(rack_of(session)[:1]), small_lexicon())
    assert not session.game.is_over
    assert Session.from_json(json.loads(json.dumps(session.to_json()))).game == session.game
