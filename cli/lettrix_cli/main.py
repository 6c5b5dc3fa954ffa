"""The `lettrix` command: one subcommand a module, each with its own `register`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from lettrix_cli import lexicon, verify

COMMANDS = (verify, lexicon)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, that of the process if none is given; the exit status.

    0: done, 1: what was checked is not so, 2: it could not be done (usage, files).
    """
    parser = argparse.ArgumentParser(prog="lettrix", description="Tools for Lettrix games and dictionaries.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in COMMANDS:
        command.register(commands)
    options = parser.parse_args(arguments)
    return int(options.run(options))
