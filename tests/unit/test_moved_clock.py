"""The emulator's clock: it follows the file at once, and never reads half of it."""

import os
import time
from pathlib import Path

import pytest
from infra.local.emulator import MovedClock


def move(file: Path, offset: str) -> None:
    new = file.with_suffix(".new")
    new.write_text(offset, encoding="ascii")
    os.replace(new, file)


def test_it_follows_every_change_even_of_the_same_size_and_time(tmp_path: Path) -> None:
    file = tmp_path / "clock"
    clock = MovedClock(str(file))
    for offset in range(10, 60):
        move(file, f"{offset}00.000")
        os.utime(file, ns=(1, 1))
        assert clock.time() - time.time() == pytest.approx(offset * 100, abs=5)


def test_without_a_file_it_is_the_clock_of_the_machine(tmp_path: Path) -> None:
    file = tmp_path / "clock"
    clock = MovedClock(str(file))
    assert clock.time() == pytest.approx(time.time(), abs=5)
    move(file, "1000")
    assert clock.time() == pytest.approx(time.time() + 1000, abs=5)
    file.unlink()
    assert clock.time() == pytest.approx(time.time(), abs=5)


def test_a_spoilt_file_is_an_error_and_not_another_time(tmp_path: Path) -> None:
    file = tmp_path / "clock"
    move(file, "soon")
    with pytest.raises(ValueError, match="soon"):
        MovedClock(str(file)).time()
