"""What all commands share: errors of one line, exit statuses, files or standard input, JSON."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

MAX_INPUT_BYTES = 16 * 1024 * 1024

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs instead of text for people.")]


class CommandError(typer.TyperException):
    """A command cannot be carried out: one line of text, exit status 2."""

    exit_code = 2
    where = "lettrix"
    """The command, as it was called."""


class Command(TyperCommand):
    """A command whose errors say where they come from."""

    def invoke(self, ctx: typer.Context) -> Any:  # type: ignore[override]
        """Carry the command out."""
        try:
            return super().invoke(ctx)
        except CommandError as error:
            error.where = ctx.command_path
            raise
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise
            name = f"{error.filename}: " if error.filename else ""
            described = CommandError(f"{name}{error.strerror or error}")
            described.where = ctx.command_path
            raise described from error


def examples(*lines: str) -> str:
    """The end of a command's help: how it is called."""
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])


def read_input(path: Path, what: str) -> bytes:
    """The bytes of a file, or of standard input for `-`. Raises `CommandError` when it is too large, `OSError`."""
    with contextlib.nullcontext(sys.stdin.buffer) if path == Path("-") else path.open("rb") as file:
        content = file.read(MAX_INPUT_BYTES + 1)
    if len(content) > MAX_INPUT_BYTES:
        raise CommandError(f"{what} is too large to be one")
    return content


def read_text(path: Path, what: str) -> str:
    """The same as text in UTF-8."""
    try:
        return read_input(path, what).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CommandError(f"{what} is not UTF-8 text: {error.reason} at byte {error.start}") from None


def print_json(value: object) -> None:
    """One JSON document on standard output."""
    print(json.dumps(value, ensure_ascii=False, indent=2))


def read_json(path: Path, what: str) -> Any:
    """The same as a JSON document."""
    try:
        return json.loads(read_input(path, what))
    except (ValueError, RecursionError) as error:
        name = "standard input" if path == Path("-") else path
        raise CommandError(f"{name}: not {what}: {error}") from None


def write_whole(path: Path, content: bytes) -> None:
    """Write a file whole or not at all: somebody may have the old one open. Raises `OSError`."""
    beside = path.with_name(path.name + ".new")
    try:
        beside.write_bytes(content)
        os.replace(beside, path)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    finally:
        with contextlib.suppress(OSError):
            beside.unlink()
