"""`make play` stopped and started again: players, sessions, games and clock are as they were, and nothing runs on."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from infra.local.deploy import ROOT
from infra.local.stack import HOST, is_free
from tests.stack.people import TIMEOUT

PATIENCE = 180.0
"""Seconds for a start or a stop."""


class Play:
    """One `python -m infra.local.play`, in its own process group as a shell gives it one."""

    def __init__(self, folder: Path, port: int) -> None:
        self.url = f"http://{HOST}:{port}"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "infra.local.play", "--port", str(port), "--folder", str(folder)],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self.said: list[str] = []

    def wait_until_it_runs(self) -> None:
        """Read what it says until it says how to stop it."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append(line.rstrip("\n"))
            if line.startswith("Ctrl-C"):
                return
        pytest.fail("\n".join(self.said))

    def stop(self, number: signal.Signals) -> int:
        """Send a signal to the whole group, as a terminal does, and wait: the exit status."""
        os.killpg(self.process.pid, number)
        said, _ = self.process.communicate(timeout=PATIENCE)
        self.said += said.splitlines()
        return self.process.returncode

    def end(self) -> None:
        """Make sure that it is over, however the test went."""
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(PATIENCE)
        if self.process.stdout is not None:
            self.process.stdout.close()


def descendants(pid: int) -> set[int]:
    """All processes that a process started, and those that they started."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
            except OSError:  # it has just ended
                continue
            parents[int(entry.name)] = int(fields[1])
    found: set[int] = set()
    while more := {child for child, parent in parents.items() if parent in found | {pid}} - found:
        found |= more
    return found


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and was not yet waited for does not."""
    try:
        return (
            Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[0] != "Z"
        )
    except OSError:
        return False


def free_pair() -> int:
    """A port that is free, as is the next."""
    while True:
        with socket.socket() as probe:
            probe.bind((HOST, 0))
            port: int = probe.getsockname()[1]
        if port < 65_535 and is_free(port) and is_free(port + 1):
            return port


@pytest.fixture
def plays(tmp_path: Path) -> Iterator[list[Play]]:
    """All that a test started, ended after it."""
    started: list[Play] = []
    yield started
    for play in started:
        play.end()


def start(plays: list[Play], folder: Path, port: int) -> Play:
    play = Play(folder, port)
    plays.append(play)
    play.wait_until_it_runs()
    return play


def stop_and_leave_nothing(play: Play, number: signal.Signals, folder: Path) -> None:
    running = descendants(play.process.pid)
    assert len(running) >= 3, "emulator, front door and a function at least"
    assert play.stop(number) == 0, "\n".join(play.said)
    wait_until_gone(running)
    logs = {file.name: file.read_text(encoding="utf-8", errors="replace") for file in (folder / "log").iterdir()}
    for name, text in {"play": "\n".join(play.said), **logs}.items():
        assert "Traceback" not in text, (name, text[-2_000:])
        assert "Fatal Python error" not in text, (name, text[-2_000:])


def wait_until_gone(processes: set[int]) -> None:
    """Until none of these processes runs any more."""
    deadline = time.monotonic() + PATIENCE
    while left := {pid for pid in processes if is_alive(pid)}:
        assert time.monotonic() < deadline, f"still running: {left}"
        time.sleep(0.1)


def sign_in(url: str, player: str) -> httpx.Client:
    answer = httpx.post(f"{url}/dev/sessions", json={"player": player, "token": True}, timeout=TIMEOUT)
    assert answer.status_code == 201, answer.text
    headers = {"authorization": f"Bearer {answer.json()['token']}"}
    return httpx.Client(base_url=url, headers=headers, timeout=TIMEOUT)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at the processes of Linux")
def test_stopped_and_started_again_it_is_as_it_was(plays: list[Play], tmp_path: Path) -> None:
    folder, port = tmp_path / "stack", free_pair()
    play = start(plays, folder, port)
    ada, ben = sign_in(play.url, "ada"), sign_in(play.url, "ben")
    request = {"request_id": "restart", "rules": "lettrix", "players": 2, "invite": [ben.get("/api/me").json()["id"]]}
    game = ada.post("/api/games", json=request).json()["id"]
    assert ben.post(f"/api/games/{game}/seats", json={}).status_code == 200
    for turn in (1, 2):
        view = ada.get(f"/api/games/{game}").json()
        person = ada if view["to_move"] == view["my_seat"] else ben
        rack = person.get(f"/api/games/{game}").json()["rack"]
        move = {"turn": turn, "request_id": f"restart-{turn}", "action": "exchange", "letters": rack[:2]}
        assert person.post(f"/api/games/{game}/moves", json=move).status_code == 200
    moved = ada.post("/dev/clock", json={"advance": 36_000}).json()["now"]
    kept = [person.get(f"/api/games/{game}").json() for person in (ada, ben)]
    assert kept[0]["turn"] == 3

    second = Play(tmp_path / "other", port)
    plays.append(second)
    said, _ = second.process.communicate(timeout=PATIENCE)
    assert second.process.returncode == 1
    assert len(said.splitlines()) == 1, said
    assert str(port) in said

    same_folder = Play(folder, free_pair())
    plays.append(same_folder)
    said, _ = same_folder.process.communicate(timeout=PATIENCE)
    assert same_folder.process.returncode == 1
    assert len(said.splitlines()) == 1, said

    stop_and_leave_nothing(play, signal.SIGINT, folder)
    assert is_free(port)
    assert is_free(port + 1)
    play = start(plays, folder, port)
    assert [person.get(f"/api/games/{game}").json() for person in (ada, ben)] == kept
    assert ada.get("/dev/clock").json()["now"] > moved
    assert sign_in(play.url, "chloe").get("/api/me").json()["name"] == "chloe"
    view = kept[0]
    person = ada if view["to_move"] == view["my_seat"] else ben
    move = {"turn": 3, "request_id": "restart-3", "action": "pass"}
    assert person.post(f"/api/games/{game}/moves", json=move).status_code == 200

    # Killed, it cannot stop anything itself: its parts see that it is gone, and save what they know.
    running = descendants(play.process.pid)
    play.process.kill()
    wait_until_gone(running)
    play = start(plays, folder, port)
    assert person.get(f"/api/games/{game}").json()["turn"] == 4
    stop_and_leave_nothing(play, signal.SIGTERM, folder)
