"""The small parts that everything in the cloud stands on: clock, ids, names, cursors."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lettrix_cloud import clock, cursors, ids
from lettrix_cloud.names import clean_address, clean_name, fold_name


class TestClock:
    def test_the_offset_is_read_at_every_call(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        file = tmp_path / "clock"
        monkeypatch.setenv("CLOCK_FILE", str(file))
        assert clock.offset() == 0
        for seconds in ("3600", "7200.5\n", "-1", "0"):
            file.write_text(seconds, encoding="ascii")
            assert clock.offset() == round(float(seconds) * 1000)

    def test_now_moves_and_the_real_clock_does_not(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(clock, "real_now", lambda: 1_000_000)
        assert clock.now() == 1_000_000
        file = tmp_path / "clock"
        file.write_text("60", encoding="ascii")
        monkeypatch.setenv("CLOCK_FILE", str(file))
        assert clock.now() == 1_060_000
        assert clock.real_now() == 1_000_000

    def test_a_clock_file_that_is_no_number_is_an_error(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        file = tmp_path / "clock"
        file.write_text("soon", encoding="ascii")
        monkeypatch.setenv("CLOCK_FILE", str(file))
        with pytest.raises(ValueError, match="soon"):
            clock.now()

    def test_iso(self) -> None:
        assert clock.iso(0) == "1970-01-01T00:00:00Z"
        assert clock.iso(1_796_040_123_456) == "2026-11-30T12:02:03.456Z"


class TestIds:
    def test_the_example_of_the_specification(self) -> None:
        assert ids.encode(1469918176385, 0)[:10] == "01ARYZ6S41"

    @given(st.integers(0, 2**48 - 1), st.integers(0, 2**80 - 1))
    def test_every_id_is_valid_and_sorts_by_time(self, moment: int, chance: int) -> None:
        made = ids.encode(moment, chance)
        assert ids.is_id(made)
        if moment:
            assert ids.encode(moment - 1, 2**80 - 1) < made

    def test_no_two_are_the_same(self) -> None:
        assert len({ids.new_id(0) for _ in range(1000)}) == 1000

    @pytest.mark.parametrize("moment", [-1, 2**48])
    def test_time_out_of_range(self, moment: int) -> None:
        with pytest.raises(ValueError, match="48 bits"):
            ids.encode(moment, 0)

    @pytest.mark.parametrize(
        "text",
        ["", "0" * 25, "0" * 27, "8" + "0" * 25, "0" * 25 + "I", "0" * 25 + "l", "0" * 26 + "\n", "0" * 25 + "#"],
    )
    def test_what_is_none(self, text: str) -> None:
        assert not ids.is_id(text)


class TestNames:
    @pytest.mark.parametrize(
        "name",
        ["Zoé", "A.B", "Jean-Luc", "王小明", "Ада", "O'Neil 2", "a" * 20, "e\u0301ab",
         "กิ่ง", "हिंदी", "ab\u0301\u0302\u0303"],
    )  # fmt: skip
    def test_allowed(self, name: str) -> None:
        assert 3 <= len(clean_name(name)) <= 20

    @pytest.mark.parametrize(
        "name",
        ["", "ab", "a" * 21, " abc", "abc ", "a  b", "a\tb", "a\nb", "a\u00a0b", "ab\u200b", "ab\u202e", "ab\u0000",
         "...", "ab\ue000", "ab\U000e0001", "\ufeffab", "ab\u2028",
         "ben\u034f", "ben\ufe0f", "\u3164" * 3, "\u115f" * 3, "ben\uffa0", "ben\u2800", "ben\U000e0100",
         "\u0301abc", "ab \u0301c", "ab" + "\u0301" * 4],
    )  # fmt: skip
    def test_refused(self, name: str) -> None:
        with pytest.raises(ValueError, match="name"):
            clean_name(name)

    @pytest.mark.parametrize(
        ("name", "other"),
        [("ada", "ADA"), ("ada", "ａｄａ"), ("ada", "\u0430d\u0430"), ("cores", "\u0421\u041er\u0415\u0405"),
         ("KOMET", "\u041a\u041e\u041c\u0415\u0422"), ("Zeta", "\u0396eta"), ("Noël", "No\u0451l"),
         ("ibrahim", "\u0130brahim"), ("ibrahim", "i\u0307brahim")],
    )  # fmt: skip
    def test_one_to_the_eye_is_one_name(self, name: str, other: str) -> None:
        assert fold_name(clean_name(name)) == fold_name(clean_name(other))

    @pytest.mark.parametrize(("name", "other"), [("Ada", "Ада"), ("ırmak", "irmak"), ("Zoe", "Zoé"), ("βίος", "bios")])
    def test_what_looks_different_stays_apart(self, name: str, other: str) -> None:
        assert fold_name(clean_name(name)) != fold_name(clean_name(other))

    @given(st.text(max_size=30))
    def test_what_passes_is_stable_and_has_a_key(self, text: str) -> None:
        try:
            name = clean_name(text)
        except ValueError:
            return
        assert clean_name(name) == name
        assert fold_name(name)
        assert fold_name(fold_name(name)) == fold_name(name)
        assert fold_name(name.upper()) == fold_name(name.lower().upper())

    def test_addresses_without_case(self) -> None:
        assert clean_address(" Anna.B+x@Lettrix.TEST ") == "anna.b+x@lettrix.test"


class TestCursors:
    def test_round_trip(self) -> None:
        position: list[str | int] = ["zoé", 7]
        assert cursors.unseal("list", cursors.seal("list", position)) == position

    @given(st.text() | st.binary().map(lambda data: data.decode("latin-1")))
    def test_anything_else_is_refused(self, text: str) -> None:
        with pytest.raises(cursors.BadCursor):
            cursors.unseal("list", text)

    def test_of_another_list_or_another_secret(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("ORIGIN_SECRET", "one")
        cursor = cursors.seal("list", [1])
        with pytest.raises(cursors.BadCursor):
            cursors.unseal("other", cursor)
        monkeypatch.setenv("ORIGIN_SECRET", "two")
        with pytest.raises(cursors.BadCursor):
            cursors.unseal("list", cursor)
