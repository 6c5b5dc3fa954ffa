"""GCG files: what is read, what is written, what is recomputed. The files in tests/data/gcg were made by hand."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.engine import Table, play_out, small_lexicon, started

from lettrix.clock import DAY
from lettrix.game import replay as replay_game
from lettrix.gcg import Event, GcgError, GcgGame, Kind, Player, from_game, read, replay, write
from lettrix.lexicon import WordSet
from lettrix.plays import Pause
from lettrix.rules import Rules
from lettrix.variants import find_variant

FOLDER = Path(__file__).resolve().parent.parent / "data" / "gcg"
FILES = sorted(FOLDER.glob("*.gcg"))
PLAYERS = "#player1 ann Ann Archer\n#player2 bob Bob Baker\n"
OPENED = PLAYERS + ">ann: ACERSTW 8D CRATES +22 22\n"
"""C on a doubled letter, the word through the doubled centre: (6 + 1 + 1 + 1 + 1 + 1) * 2."""


def rules_for(name: str) -> Rules:
    game, language = {"german": ("classic", "de"), "french": ("classic", "fr"), "turkish": ("kelime", "tr")}.get(
        name, ("classic", "en")
    )
    return find_variant(game).rules(language)


def load(name: str) -> GcgGame:
    return read((FOLDER / f"{name}.gcg").read_bytes())


PLAYS = {
    "differs_pass": 1,
    "differs_taken_back": 3,
    "differs_word": 4,
    "four_players": 4,
    "lost_challenge": 2,
    "notes": 3,
    "one_tile_both_ways": 4,
    "passes_and_exchanges": 1,
    "taken_back": 3,
    "three_players": 3,
    "through_in_brackets": 3,
}
"""Plays in the files that do not hold two."""

DIFFERS = {
    "differs_points": [
        "line 3: ann 8D CRATES: points: file says +24, is +22",
        "line 4: bob D8 .OMER: points: file says +17, is +18",
    ],
    "differs_total": ["line 4: bob D8 .OMER: total: file says 19, is 18"],
    "differs_taken_back": [
        "line 4: ann --: points: file says -27, is -28",
        "line 4: ann --: total: file says 0, is 1",
    ],
    "differs_rack": ["line 3: ann 8D CRATES: rack: file says ACERTTW, is without S"],
    "differs_pass": ["line 9: bob -: points: file says +5, is +0"],
    "differs_rack_points": ["line 5: ann (EINNQ): points: file says +14, is +28"],
    "differs_time": ["line 5: ann (time): points: file says +10, is -10"],
    "differs_word": ["line 5: ann 9E A: word: file says 9E A, is 9D OA"],
    "differs_blanks": ["line 4: bob D8 .OMEr: tiles: file says 3 ? on the board, is 2 in the set"],
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_file_is_played_through_and_written_the_same(path: Path) -> None:
    game = read(path.read_bytes())
    done = replay(game, rules_for(path.stem))
    assert [str(mismatch) for mismatch in done.mismatches] == DIFFERS.get(path.stem, [])
    same = PLAYS.get(
        {"differs_pass": "passes_and_exchanges", "differs_taken_back": "taken_back"}.get(path.stem, path.stem)
    )
    assert done.plays == (same or (4 if path.stem == "differs_word" else 2))
    text = write(game)
    assert text.startswith("#character-encoding UTF-8\n")
    assert read(text) == read(text.encode()) == game


def test_there_are_files_of_each_kind() -> None:
    assert len(FILES) >= 25
    assert set(DIFFERS) | set(PLAYS) <= {path.stem for path in FILES}
    kinds = {event.kind for path in FILES for event in read(path.read_bytes()).events}
    assert kinds == set(Kind)


class TestReading:
    @pytest.mark.parametrize("name", ["utf8_named", "utf8_not_named", "latin1_named", "latin1_not_named"])
    def test_encodings(self, name: str) -> None:
        game = load(name)
        assert game.players == (Player("zoé", "Zoé Müller"), Player("bob", "Bob Baker"))
        assert game == load("utf8_named")

    @pytest.mark.parametrize(
        ("encoding", "name"),
        [("UTF-16", "Şule"), ("ISO-8859-9", "Şule"), ("windows-1254", "Şule"), ("ISO-8859-15", "Cœur")],
    )
    def test_other_encodings(self, encoding: str, name: str) -> None:
        text = f"#character-encoding {encoding}\n{OPENED.replace('Archer', name)}"
        assert read(text.encode(encoding)).players[0].name == f"Ann {name}"

    @pytest.mark.parametrize("name", ["utf8_with_mark", "cr_only"])
    def test_marks_and_line_ends(self, name: str) -> None:
        assert load(name).events == load("utf8_named").events
        assert load("crlf").events[-1].note == "said\nin two lines"

    def test_lines_may_be_indented(self) -> None:
        plain = OPENED + "#note well\n>bob: EEIMNOR D8 .OMER +18 18\n"
        assert read(plain.replace("\n", "\n \t").rstrip(" \t")) == read(plain)
        assert write(replace(load("notes"), note="one\n  > two")).count("#note one\n#note   > two\n") == 1

    def test_letters_may_be_composed_or_not(self) -> None:
        lines = [OPENED.replace("Archer", name) for name in ("Zo\u00e9", "Zoe\u0301")]
        assert read(lines[0]) == read(lines[1])

    def test_what_is_no_square_and_no_action_is_said_to_be_neither(self) -> None:
        with pytest.raises(GcgError, match="'pass' is no square, and nothing else that a player does"):
            read(PLAYERS + ">ann: ACERSTW pass +0 0")

    def test_pragmas_are_kept_in_their_order(self) -> None:
        game = load("all_pragmas")
        assert [keyword for keyword, _ in game.pragmas] == (
            "title description id lexicon tile-set tile-distribution board-layout game-type style".split()
        )
        assert game.pragma("description") == "A game that never was,\ntold in two lines"
        assert game.pragma("lexicon") == "MADE-UP"
        assert game.pragma("rating") is None
        assert game.note == "before it begins"

    def test_notes_belong_to_the_line_before(self) -> None:
        assert [event.note for event in load("notes").events] == [
            "first\nsecond line\n\nfourth line, after an empty one\nand another note",
            "",
            "",
        ]

    def test_events(self) -> None:
        assert load("passes_and_exchanges").events[:4] == (
            Event(Kind.EXCHANGE, 0, 0, 0, "AAIIUUV", text="AIUUV"),
            Event(Kind.PASS, 1, 0, 0, "EEIMNOR"),
            Event(Kind.EXCHANGE, 0, 0, 0, "ACERSTW", text="7"),
            Event(Kind.EXCHANGE, 1, 0, 0, "EEIMNO?", text="?O"),
        )
        assert load("partial_racks").events[0] == Event(Kind.PLAY, 0, 22, 22, "", "8D", "CRATES")
        assert load("words_across_listed").events[1].words == ("RO", "AM")
        assert load("rack_lost").events[2] == Event(Kind.RACK, 0, -14, 8, "DEIINVW", text="DEIINVW")
        assert load("time_penalty").events[3] == Event(Kind.TIME, 1, -20, -2)
        unfinished = load("unfinished")
        assert unfinished.is_incomplete
        assert unfinished.racks == ((0, "DEIINVW"), (1, "EINNTUU"))

    @pytest.mark.parametrize(
        ("content", "line", "column"),
        [
            ("", 1, 1),  # no player
            ("hello", 1, 1),
            ("#player1 ann\n  what is this\n", 2, 3),
            ("#player1", 1, 9),
            ("# player1 ann", 1, 2),
            ("#player2 bob", 1, 2),
            ("#player1 ann\n#player1 bob", 2, 2),
            ("#player1 ann\n#player2 ann Other", 2, 10),
            ("#player1 a\n#player2 b\n#player3 c\n#player4 d\n#player5 e", 5, 2),
            ("#player1 a:b", 1, 10),
            ("#player1 ann\n#rack2 ABC", 2, 2),
            ("#player1 ann\n#rack1 ABc", 2, 10),
            ("#player1 ann\n#rack1 A\n#rack1 B", 3, 2),
            ("#player1 ann\n#character-encoding UTF-8", 2, 1),
            (b"#character-encoding KLINGON\n#player1 ann", 1, 21),
            (b"#character-encoding UTF-8\n#player1 zo\xe9", 2, 12),
            (b"\xff\xfe#", 1, 1),
            ("#player1 ann\n#note bell \x07", 2, 12),
            (OPENED + "#player3 cy", 4, 1),
            (PLAYERS + ">cy: ABC - +0 0", 3, 2),
            (PLAYERS + ">ann ABC - +0 0", 3, 2),
            (PLAYERS + ">ann:", 3, 6),
            (PLAYERS + ">ann: ACERSTW", 3, 14),
            (PLAYERS + ">ann: ACERSTW 8D", 3, 17),
            (PLAYERS + ">ann: ACERSTW 8D CRATES", 3, 24),
            (PLAYERS + ">ann: ACERSTW 8D CRATES +22", 3, 28),
            (PLAYERS + ">ann: ACERSTW 8D CRATES 22x 22", 3, 25),
            (PLAYERS + ">ann: ACERSTW 8D CRATES +22 x", 3, 29),
            (PLAYERS + ">ann: ACERSTW 8D CRATES +222222 22", 3, 25),
            (PLAYERS + ">ann: ACERSTW 8D CRATES +22 22 and so on", 3, 32),
            (PLAYERS + ">ann: ACERSTW - +0 0 more", 3, 22),
            (PLAYERS + ">ann: ACERsTW 8D CRATES +22 22", 3, 11),
            (PLAYERS + ">ann: [CH]AIR 8D CRATES +22 22", 3, 7),
            (PLAYERS + ">ann: ACERSTW 8D [CH]AIR +22 22", 3, 18),
            (PLAYERS + ">ann: ACERSTW 8D CR4TES +22 22", 3, 20),
            (PLAYERS + ">ann: ACERSTW 8D CR(ATES +22 22", 3, 25),
            (PLAYERS + ">ann: ACERSTW 8D CR((A))TES +22 22", 3, 21),
            (PLAYERS + ">ann: ACERSTW (chall +5 5", 3, 15),
            (PLAYERS + ">ann: ACERSTW () +5 5", 3, 15),
            (PLAYERS + ">ann: ACERSTW (abc) +5 5", 3, 16),
            (PLAYERS + ">ann: ACERSTW -ab +0 0", 3, 16),
            (PLAYERS + ">ann: ACERSTW -12 +0 0", 3, 16),
            (PLAYERS + ">ann: ACERSTW pass +0 0", 3, 15),
            (PLAYERS + "  >ann: ACERSTW pass +0 0", 3, 17),
            (PLAYERS + "  >cy: ABC - +0 0", 3, 4),
            ("  #player2 bob", 1, 4),
            ("#player" + "1" * 5000 + " ann", 1, 2),
        ],
    )
    def test_what_cannot_be_understood_is_an_error_with_its_place(
        self, content: str | bytes, line: int, column: int
    ) -> None:
        with pytest.raises(GcgError, match=rf"^line {line}, column {column}: \S") as caught:
            read(content)
        assert (caught.value.line, caught.value.column) == (line, column)
        assert "\n" not in str(caught.value)


class TestPlayingThrough:
    @pytest.mark.parametrize(
        ("line", "column"),
        [
            (">bob: EEIMNOR D8 XOMER +18 18", 18),  # C lies there
            (">bob: EEIMNOR D8 (X)OMER +18 18", 19),
            (">bob: EEIMNOR D8 ..MER +18 18", 19),  # nothing lies on D9
            (">bob: EEIMNOR D8 .(O)MER +18 18", 20),
            (">bob: EEIMNOR 8M OMER +18 18", 21),  # off the board
            (">bob: EEIMNOR Z8 OMER +18 18", 18),
            (">bob: EEIMNOR 1A OMER +18 18", 15),  # touches nothing
            (">bob: EEIMNOR 8D ...... +18 18", 18),  # lays nothing
            (">bob: EEIMNOÄ D8 .OMER +18 18", 13),
            (">bob: EEIMNOR D8 .OMÄR +18 18", 21),
            (">bob: EEIMNOR -EÄ +0 0", 17),
            (">bob: EEIMNOR -8 +0 0", 15),
            (">bob: EEIMNORA -EEIMNORA +0 0", 16),
            (">bob: (EÄ) +0 0", 9),
            (">bob: EEIMNOR -- -22 0", 15),  # not his play
        ],
    )
    def test_what_cannot_have_happened_is_an_error_with_its_place(self, line: str, column: int) -> None:
        game = read(OPENED + line)
        with pytest.raises(GcgError) as caught:
            replay(game, rules_for(""))
        assert (caught.value.line, caught.value.column) == (4, column)

    def test_a_play_is_taken_back_once_and_at_once(self) -> None:
        for between in (">bob: EEIMNOR - +0 0\n", ">ann: ACERSTW -- -22 0\n"):
            with pytest.raises(GcgError, match="taken back"):
                replay(read(OPENED + between + ">ann: ACERSTW -- -22 0\n"), rules_for(""))

    def test_tiles_taken_back_leave_the_board(self) -> None:
        done = replay(load("taken_back"), rules_for(""))
        assert done.grid.text.replace(".", "") == "OMER"
        assert done.totals == (0, 12)

    def test_first_play_misses_the_start(self) -> None:
        with pytest.raises(GcgError, match=r"^line 3, column 15: the first play covers the start square"):
            replay(read(PLAYERS + ">ann: ACERSTW 1A CRATES +22 22"), rules_for(""))

    def test_words_are_looked_up_when_a_dictionary_is_given_but_those_taken_back(self) -> None:
        known = WordSet(["CRATES", "OMER"])
        assert replay(load("taken_back"), rules_for(""), known).mismatches == ()
        done = replay(load("utf8_named"), rules_for(""), known)
        assert [str(mismatch) for mismatch in done.mismatches] == [
            "line 5: bob D8 .OMER: words: file says COMER, is COMER not in the dictionary"
        ]

    @pytest.mark.parametrize(
        ("listed", "said"),
        [
            ("RO, AM", []),
            ("AM, RO", []),
            ("ro", []),
            ("RO, AN", ["line 4: bob 9E OMER: words across: file says RO, AN, is RO, AM, TE, ER"]),
            ("RO, RO", ["line 4: bob 9E OMER: words across: file says RO, RO, is RO, AM, TE, ER"]),
            ("OMER", ["line 4: bob 9E OMER: words across: file says OMER, is RO, AM, TE, ER"]),
        ],
    )
    def test_words_across_that_are_listed_are_looked_at(self, listed: str, said: list[str]) -> None:
        done = replay(read(f"{OPENED}>bob: EEIMNOR 9E OMER +18 18 {listed}\n"), rules_for(""))
        assert [str(mismatch) for mismatch in done.mismatches if mismatch.what != "points"] == said

    def test_what_differs_before_an_error_is_told_with_it(self) -> None:
        with pytest.raises(GcgError, match=r"^line 4, ") as caught:
            replay(read(OPENED.replace("+22", "+23") + ">bob: EEIMNOR 1A OMER +18 18\n"), rules_for(""))
        assert caught.value.before == (
            "line 3: ann 8D CRATES: points: file says +23, is +22",
            "line 3: ann 8D CRATES: total: file says 22, is 23",
        )

    def test_letters_left_that_are_not_those_of_the_rack(self) -> None:
        done = replay(read(OPENED + ">bob: EIN (EI) -2 -2\n"), rules_for(""))
        assert [str(mismatch) for mismatch in done.mismatches] == ["line 4: bob (EI): rack: file says EIN, is EI"]

    def test_one_mistake_is_told_once(self) -> None:
        text = OPENED.replace("+22 22", "+22 32") + ">bob: EEIMNOR - +0 0\n>ann: DEIINVW - +0 32\n"
        assert len(replay(read(text), rules_for("")).mismatches) == 1


class TestOwnGames:
    @pytest.mark.parametrize(("seats", "number"), [(2, 3), (2, 4), (3, 5), (4, 6)])
    def test_a_game_of_ours_survives_the_journey(self, seats: int, number: int) -> None:
        first = started(seats)
        turns = play_out(first, Random(number))
        names = ["Ada Lovelace", "Ben: the second", "Zoé", "Zoé"][:seats]
        game = from_game(first, turns, names)
        assert read(write(game)) == game
        done = replay(game, first.rules, small_lexicon())
        assert done.mismatches == ()
        end = replay_game(first, turns)
        assert done.totals == tuple(seat.score for seat in end.seats)
        assert done.grid.text == end.grid.text
        assert done.plays == sum(turn.action == "play" for turn in turns)
        assert not game.is_incomplete
        assert len({player.nick for player in game.players}) == seats

    def test_a_running_game_shows_no_rack(self) -> None:
        first = started(2)
        turns = play_out(first, Random(3))[:4]
        game = from_game(first, turns, ["Ada", "Ben"])
        assert game.is_incomplete
        assert all(not event.rack for event in game.events)

    def test_a_running_game_tells_of_an_exchange_how_many_letters_and_not_which(self) -> None:
        table = Table(started(2))
        letters = table.game.seats[0].rack[:3]
        table.exchange(letters)
        game = from_game(table.first, table.turns, ["Ada", "Ben"])
        assert [event.text for event in game.events] == ["3"]
        assert read(write(game)) == game
        table.resign(1)
        assert from_game(table.first, table.turns, ["Ada", "Ben"]).events[0].text == letters, (
            "at the end everybody sees"
        )

    def test_a_vacation_is_a_remark(self) -> None:
        table = Table(started(2, find_variant("lettrix").rules(options={"vacation": True})))
        table.skip()
        table.do(Pause(table.now + DAY), 0)
        table.resign(1)
        (event,) = from_game(table.first, table.turns, ["Ada", "Ben"]).events
        assert event.note == "Ada is on vacation\nBen resigns"

    def test_points_that_are_letters_owned_have_no_words(self) -> None:
        with pytest.raises(ValueError, match="letters owned"):
            from_game(started(2, find_variant("fundox").rules()), [], ["Ada", "Ben"])

    def test_every_seat_has_a_name(self) -> None:
        with pytest.raises(ValueError, match="name"):
            from_game(started(2), [], ["Ada"])


PIECES = st.sampled_from(
    [
        *"#player1 ann Ann|#player2 bob|#note x|#incomplete|#rack1 ABC|#title t|>ann: ABC 8G CAB +14 14".split("|"),
        *">bob: 8D - +0 0|>bob: -- -14 0|>ann: (time) -5 9|>ann: (AB) +8 8|>bob: D? -D +0 0|text|>ann:|#|>".split("|"),
        *["", " ", "\t", "\r", "\n", "(", ")", "[", ".", "?", "-", "+", "8H", "H8", "é", "\x00", "\ufeff", "99999"],
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=12), st.sampled_from(["\n", "\r\n", " ", ""]))
@example(["#player1 ann", ">ann: 8H A +0 0"], "\n")
def test_any_lines_give_a_game_that_is_written_the_same_or_an_error(pieces: list[str], between: str) -> None:
    check_any(between.join(pieces))


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60), st.binary(max_size=60))
def test_any_text_and_any_bytes(text: str, content: bytes) -> None:
    for anything in (text, content, PLAYERS + text, PLAYERS.encode() + content, OPENED.encode() + b">" + content):
        check_any(anything)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(FILES), st.integers(0, 2000), st.integers(0, 255), st.booleans())
def test_any_damage_to_a_file(path: Path, at: int, byte: int, cut: bool) -> None:
    content = bytearray(path.read_bytes())
    content[at % len(content)] = byte
    check_any(bytes(content[: at % len(content)] if cut else content))


def check_any(content: str | bytes) -> None:
    """It is a game, the same when written and read again, or a `GcgError`; so is playing it through."""
    place = re.compile(r"line [1-9]\d*, column [1-9]\d*: .+")
    try:
        game = read(content)
        assert read(write(game)) == game
        replay(game, rules_for(""))
    except GcgError as error:
        said = str(error)
    else:
        return
    assert place.fullmatch(said), said
