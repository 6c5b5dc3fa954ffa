"""The `lettrix` command as a whole: help, version, completions, wrong calls, a quick start."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from lettrix_cli.main import app, main

COMMAND = Path(sys.executable).with_name("lettrix")


def commands() -> list[list[str]]:
    """Every command, as the words that call it."""
    found = []
    for name, command in sorted(get_command(app).commands.items()):  # type: ignore[attr-defined]
        inner = getattr(command, "commands", None)
        found += [[name, action] for action in sorted(inner)] if inner else [[name]]
    return found


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_every_command_has_help_with_examples(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words, "--help"]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"Usage: lettrix {' '.join(words)} ")
    _, examples = said.split("Examples:\n")
    lines = examples.strip().splitlines()
    assert lines
    assert any(f"lettrix {' '.join(words)}" in line for line in lines)
    assert max(map(len, said.splitlines())) <= 120


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_examples_can_be_called_as_they_stand(words: list[str]) -> None:
    """In any shell: what one of them would expand is quoted, and remarks are comments."""
    _, *lines = _find(words).epilog.removeprefix("\b\n").splitlines()
    for line in lines:
        called = False
        for part in line.split("|"):
            if " ".join(shlex.split(part, comments=True)).startswith("lettrix "):
                _, *call = shlex.split(part.split(" < ")[0], comments=True)
                depth = 2 if call[0] in ("dict", "lexicon") else 1
                _find(call[:depth]).make_context("lettrix", call[depth:])
                called = True
        assert called, line
        assert not re.search(r"[?*]", re.sub(r"'[^']*'", "", line.replace("*.txt", ""))), line


def _find(words: list[str]) -> Any:
    command: Any = get_command(app)
    for word in words:
        command = command.commands[word]
    return command


def test_the_version() -> None:
    result = CliRunner().invoke(app, ["--version"])
    assert result.exit_code == 0
    assert result.stdout == f"lettrix {version('lettrix-cli')}\n"


def test_without_a_command_help_is_shown_and_nothing_was_done(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "Commands:\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (["fly"], "lettrix: No such command 'fly' (see lettrix --help)"),
        (["--fast"], "lettrix: No such option: --fast (see lettrix --help)"),
        (["lexicon"], "lettrix lexicon: Missing command (see lettrix lexicon --help)"),
        (["lexicon", "stats"], "lettrix lexicon stats: Missing argument 'FILE' (see lettrix lexicon stats --help)"),
    ],
)
def test_a_wrong_call_is_one_line(call: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(call) == 2
    assert capsys.readouterr() == ("", message + "\n")


def completed(shell: str, typed: str) -> str:
    """What the command answers a shell that asks how to go on."""
    asking = os.environ | {
        "_LETTRIX_COMPLETE": f"complete_{shell}",
        "_TYPER_COMPLETE_ARGS": typed,
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
        "COMP_WORDS": typed,
        "COMP_CWORD": str(len(typed.split(" ")) - 1),
    }
    return subprocess.run([COMMAND], env=asking, capture_output=True, text=True, timeout=60, check=True).stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completions(shell: str) -> None:
    """Names of games, for example."""
    answer = completed(shell, "lettrix moves --rules c")
    assert "classic" in answer
    assert "chaos" in answer
    assert "lettrix" not in answer


def test_commands_and_options_are_completed() -> None:
    assert completed("bash", "lettrix dict a").split() == ["anagram"]
    assert completed("bash", "lettrix play --l").split() == ["--language", "--level", "--lexicon"]


def test_the_completion_script() -> None:
    """What `--install-completion` makes the shell read."""
    variables = os.environ | {"_LETTRIX_COMPLETE": "source_bash"}
    script = subprocess.run([COMMAND], env=variables, capture_output=True, text=True, timeout=60, check=True).stdout
    assert "_LETTRIX_COMPLETE=complete_bash" in script


def test_help_comes_without_the_engine_or_rich() -> None:
    """Startup is quick as long as nothing heavy is imported for it."""
    program = (
        "import sys; from lettrix_cli.main import main; main(['--help']);"
        "print(sorted(n for n in sys.modules if n.split('.')[0] in ('lettrix', 'rich', 'sqlite3')), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert done.stderr == "[]\n"


def _bash(call: str, *, unbuffered: bool = False) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    environment |= {"PYTHONUNBUFFERED": "1"} if unbuffered else {}
    return subprocess.run(
        ["bash", "-c", call], capture_output=True, text=True, timeout=60, check=False, env=environment
    )


@pytest.mark.parametrize("unbuffered", [True, False])
def test_a_reader_that_leaves_early_is_no_traceback(unbuffered: bool) -> None:
    done = _bash(f"{COMMAND} dict search '*' --limit 100000 | head -1; exit ${{PIPESTATUS[0]}}", unbuffered=unbuffered)
    assert (done.stdout, done.stderr, done.returncode) == ("AA\n", "", 141)
    done = _bash(f"exec 3> >(:); wait $!; {COMMAND} games >&3", unbuffered=unbuffered)
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 141)


@pytest.mark.parametrize("unbuffered", [True, False])
def test_output_that_cannot_be_written_is_an_error_of_one_line(unbuffered: bool) -> None:
    done = _bash(f"{COMMAND} games > /dev/full", unbuffered=unbuffered)
    assert done.returncode == 2
    assert re.fullmatch(r"lettrix(?: games)?: No space left on device\n", done.stderr)


def test_a_closed_standard_input_is_an_empty_one() -> None:
    done = _bash(f"{COMMAND} replay - <&-")
    assert (done.stdout, done.returncode) == ("", 2)
    assert done.stderr.startswith("lettrix replay: standard input, line 1, column 1: ")
    assert len(done.stderr.splitlines()) == 1
