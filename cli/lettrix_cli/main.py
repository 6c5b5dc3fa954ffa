"""The `lettrix` command: one subcommand a module, each with a typer application `app` of its own.

Modules of commands import at their top only what options need; the engine, rich and the robot are imported where
they are used, so that help and completions come at once.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any

import typer
from typer.main import get_command

from lettrix_cli import bench, dictionary, games, lexicon, moves, play, replay, selfplay, verify
from lettrix_cli.shell import CommandError

_BROKEN_PIPE = 141
"""As a shell tells of a program that SIGPIPE ended."""

app = typer.Typer(
    name="lettrix",
    help="Play, look into and check word-board games: rules, plays, dictionaries, records.",
    epilog="Every command has help with examples: lettrix moves --help",
    invoke_without_command=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"lettrix {version('lettrix-cli')}")
        raise typer.Exit


@app.callback()
def _options(
    ctx: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    del version
    if ctx.invoked_subcommand is None:
        print(ctx.get_help())
        raise typer.Exit(2)


for command in (play, games, moves, replay, verify, selfplay, bench):
    app.add_typer(command.app)
app.add_typer(dictionary.app, name="dict")
app.add_typer(lexicon.app, name="lexicon")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, that of the process if none is given; the exit status.

    0: done, 1: what was checked is not so, 2: it could not be done (usage, files), 130: interrupted, 141: nobody
    reads on what is printed. Errors are one line on stderr.
    """
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 (closed with the process)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # what a terminal lacks is a ? and no traceback
    try:
        status = _command().main(arguments, prog_name="lettrix", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except SystemExit as left:  # how typer leaves on a broken pipe, and after completions
        return _BROKEN_PIPE if left.code == 1 else int(left.code or 0)
    except OSError as error:  # what was printed could not be written
        sys.stdout = None
        if error.errno == errno.EPIPE:
            return _BROKEN_PIPE
        print(f"lettrix: {error.strerror}", file=sys.stderr)
        return 2
    except typer.TyperException as error:
        print(_one_line(error), file=sys.stderr)
        return error.exit_code
    except typer.Abort:
        return 130
    return int(status or 0)


@cache
def _command() -> Any:
    return get_command(app)


def _one_line(error: typer.TyperException) -> str:
    if isinstance(error, CommandError):
        return f"{error.where}: {error}"
    context = getattr(error, "ctx", None)  # of a wrong call
    where = context.command_path if context else "lettrix"
    return f"{where}: {' '.join(error.format_message().split()).rstrip('.')} (see {where} --help)"
