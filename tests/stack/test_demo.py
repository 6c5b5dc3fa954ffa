"""The whole game of `make demo`, on the deployed stack: its record is true, and the log knew nothing of its draw."""

from __future__ import annotations

from pathlib import Path

import pytest
from infra.local import demo
from infra.local.stack import LocalStack


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
