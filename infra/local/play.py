"""`make play`: the local stack with a few players, until Ctrl-C."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import threading
import urllib.request
from pathlib import Path

from botocore.exceptions import BotoCoreError, ClientError
from infra.layers import LayerError
from infra.local.deploy import ROOT, DeployError
from infra.local.stack import LocalStack, StackError
from samtranslator.model.exceptions import InvalidDocumentException

PLAYERS = ("ada", "ben", "chloe", "david")
FOLDER = ROOT / ".stack"


def main() -> int:
    """Run until SIGINT or SIGTERM; 0 then, 1 when the stack could not run or ended by itself."""
    parser = argparse.ArgumentParser(prog="make play")
    parser.add_argument("--port", type=int, default=8080, help="of the front door; the emulator has the next")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the stack keeps its state")
    options = parser.parse_args()
    stopped = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.set())

    stack = LocalStack(
        options.folder, options.port, options.port + 1, report=lambda line: print(f"play: {line}", flush=True)
    )
    try:
        stack.start()
        seed(stack.url)
        print(welcome(stack.url), flush=True)
        while not stopped.wait(0.5) and not make_is_interrupted():
            if not stack.alive():
                raise StackError(f"a part of the stack ended by itself; see {stack.log_folder}")
        print("play: stopping and saving the games", flush=True)
    except (
        StackError,
        DeployError,
        LayerError,
        InvalidDocumentException,
        BotoCoreError,
        ClientError,
        OSError,
    ) as error:
        print(f"play: {error}", file=sys.stderr)
        return 1
    finally:
        stack.stop()
    return 0


def make_is_interrupted() -> bool:
    """Whether the `make` that runs us was sent SIGINT by itself: it then waits for us without telling us.

    Linux only; elsewhere, and on a terminal, SIGINT reaches us too.
    """
    try:
        lines = Path(f"/proc/{os.getppid()}/status").read_text(encoding="utf-8").splitlines()
    except OSError:
        return False
    status = dict(line.split(":\t", 1) for line in lines if ":\t" in line)
    return status.get("Name") == "make" and bool(int(status["SigBlk"], 16) >> (signal.SIGINT - 1) & 1)


def seed(url: str) -> None:
    """Create the players that are not there yet. Raises StackError."""
    for player in PLAYERS:
        request = urllib.request.Request(  # noqa: S310  # our own front door
            f"{url}/dev/sessions",
            data=json.dumps({"player": player, "create": True}).encode(),
            headers={"content-type": "application/json"},
        )
        try:
            urllib.request.urlopen(request, timeout=60).close()  # noqa: S310
        except OSError as error:  # urllib's errors are
            raise StackError(f"the player {player} could not be created: {error}") from error


def welcome(url: str) -> str:
    """What to do now, for whoever started the stack."""
    names = ", ".join(PLAYERS)
    return f"""
Lettrix runs at {url}
  players   {names} (ada@lettrix.test and so on)
  sign in   on the page, or by a code that comes to {url}/dev/mailbox?to=ada@lettrix.test
  in a shell:
    token=$(curl -s {url}/dev/sessions -d '{{"player": "ada", "token": true}}' | sed 's/.*"token":"\\([^"]*\\).*/\\1/')
    curl -s {url}/api/me -H "authorization: Bearer $token"
  logs      .stack/log/    time: {url}/dev/clock
Ctrl-C stops it; players and games stay in .stack/.
"""


if __name__ == "__main__":
    sys.exit(main())
