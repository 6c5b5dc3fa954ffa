"""The whole game of `make demo`, on the deployed stack: its record is true, and the log knew nothing of its draw."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import httpx
import pytest
from infra.local import demo
from infra.local.stack import LocalStack, is_free


def test_a_whole_game_is_played_and_its_record_is_true(
    stack: LocalStack, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    record = demo.play_game(stack.url)
    assert demo.is_true(record, tmp_path / "record.json")

    said = capfd.readouterr().out
    assert said.count("    A  B  C") == len(record["turns"])
    assert "Result: " in said
    assert "TRUE: commitment" in said

    record["scores"][0] += 1
    assert not demo.is_true(record, tmp_path / "changed.json")
    assert "NOT TRUE" in capfd.readouterr().out

    log = "".join(path.read_text(encoding="utf-8") for path in stack.log_folder.iterdir())
    assert log.count('"service":"move"') >= len(record["turns"])
    for secret in (record["secret"], *record["nonces"]):
        assert secret not in log


def test_the_command_takes_the_running_stack_or_starts_and_ends_one(
    stack: LocalStack, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The game itself is the test above."""
    asked: list[str] = []

    def play_game(url: str) -> dict[str, Any]:
        assert httpx.get(f"{url}/api/rules", timeout=60).status_code == 200
        asked.append(url)
        return {}

    monkeypatch.setattr(demo, "play_game", play_game)
    before = signal.getsignal(signal.SIGTERM)
    try:
        for folder, is_true in ((stack.folder, True), (stack.folder, False), (tmp_path, True)):
            monkeypatch.setattr(demo, "FOLDER", folder)
            monkeypatch.setattr(demo, "is_true", lambda record, file, verdict=is_true: verdict)
            assert demo.main() == (0 if is_true else 1)
    finally:
        signal.signal(signal.SIGTERM, before)
    first, second, own = asked
    assert first == second == stack.url
    assert own != stack.url
    assert stack.alive()
    assert is_free(int(own.rpartition(":")[2]))
