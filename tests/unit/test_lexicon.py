"""The word graph: what goes in comes out, it is minimal, and no bytes at all break the reader."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import islice, product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lettrix.graphbuild import build_graph, seal
from lettrix.lexicon import FIRST_STATE, Lexicon, LexiconError, WordSet

LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
GERMAN = LATIN + "ÄÖÜ"
TURKISH = "ABCÇDEFGĞHIİJKLMNOÖPRSŞTUÜVYZ"
DESERET = "".join(chr(point) for point in range(0x10400, 0x1041F))  # 31 letters outside the basic plane

# Few letters make many shared beginnings and endings; the last letters try the highest bits.
alphabets = st.sampled_from(["AB", LATIN, GERMAN, TURKISH, DESERET])


@st.composite
def word_lists(draw: st.DrawFn) -> tuple[str, set[str]]:
    alphabet = draw(alphabets)
    letters = st.sampled_from(alphabet[:2] + alphabet[-3:])
    return alphabet, draw(st.sets(st.text(letters, min_size=1, max_size=8), max_size=60))


def alphabetical(words: set[str], alphabet: str) -> list[str]:
    return sorted(words, key=lambda word: [alphabet.index(letter) for letter in word])


@given(word_lists())
def test_the_words_that_went_in_come_out_in_alphabetical_order(case: tuple[str, set[str]]) -> None:
    alphabet, words = case
    lexicon = Lexicon.from_bytes(build_graph(words, alphabet))
    lexicon.verify()
    assert list(lexicon.words()) == alphabetical(words, alphabet)
    assert lexicon.word_count == len(words)
    assert lexicon.alphabet == alphabet


@given(word_lists(), st.text("AB" + TURKISH[-3:] + "z \0", max_size=9))
def test_contains_says_what_a_set_says(case: tuple[str, set[str]], other: str) -> None:
    alphabet, words = case
    lexicon = Lexicon.from_bytes(build_graph(words, alphabet))
    twin = WordSet(words)
    tried = words | {other} | {word[:-1] for word in words} | {word + alphabet[0] for word in words}
    for word in tried | {word[1:] for word in words} | {""}:
        assert lexicon.contains(word) == twin.contains(word) == (word in words)


def test_all_short_words_over_two_letters() -> None:
    every = ["".join(word) for length in range(1, 7) for word in product("AB", repeat=length)]
    lexicon = Lexicon.from_bytes(build_graph(every[::2], "AB"))
    assert [word for word in every if lexicon.contains(word)] == every[::2]


@given(word_lists())
def test_the_order_and_repetition_of_the_input_do_not_matter(case: tuple[str, set[str]]) -> None:
    alphabet, words = case
    ordered = sorted(words)
    assert build_graph(ordered, alphabet) == build_graph([*reversed(ordered), *ordered], alphabet)


@given(word_lists())
def test_the_automaton_is_minimal(case: tuple[str, set[str]]) -> None:
    """As many states as there are sets of continuations (Myhill and Nerode), the empty one aside."""
    alphabet, words = case
    lexicon = Lexicon.from_bytes(build_graph(words, alphabet))
    beginnings = {word[:length] for word in words for length in range(len(word) + 1)}
    continuations = {
        frozenset(word[len(start) :] for word in words if word.startswith(start) and word != start)
        for start in beginnings
    } - {frozenset()}
    states, cell = 0, FIRST_STATE
    while cell < len(lexicon.cells):
        states += 1
        cell += 1 + lexicon.letters(cell).bit_count()
    assert states == len(continuations)


@given(word_lists())
def test_walking_letter_by_letter_finds_the_same_words(case: tuple[str, set[str]]) -> None:
    alphabet, words = case
    lexicon = Lexicon.from_bytes(build_graph(words, alphabet))

    def spell(state: int, start: str) -> list[str]:
        found = []
        for letter, number in lexicon.letter_numbers.items():
            if lexicon.ends(state) >> number & 1:
                found.append(start + letter)
            if lexicon.letters(state) >> number & 1:
                assert lexicon.walk(start + letter) == lexicon.child(state, number)
                found += spell(lexicon.child(state, number), start + letter)
            else:
                assert lexicon.child(state, number) == 0
        return found

    assert spell(lexicon.root, "") == alphabetical(words, alphabet)


def test_the_file_is_laid_out_as_documented() -> None:
    """By hand: AB, B and BB over the alphabet A, B."""
    content = build_graph(["AB", "B", "BB"], "AB")
    tail = [
        0b110 | 0b100 << 32,  # root: A and B go on, B ends a word
        28 | 0b100 << 32,  # A: to the last state, where B goes on
        28 | 1 << 31 | 0b100 << 32,  # B: the same state, and a word
        0b100 | 0b100 << 32,  # B goes on and ends a word
        0 | 1 << 31,  # B: nothing after it
    ]
    alphabet = [2 | ord("A") << 32, ord("B"), *[0] * 14]
    start = struct.pack("<8s4Q", b"\x89LXG\r\n\x1a\n", 1, 30, 25, 3)
    rest = struct.pack("<21Q", *alphabet, *tail)
    assert content == start + hashlib.sha256(start + rest).digest() + rest


def test_the_hash_changes_with_a_word_and_with_the_alphabet() -> None:
    hashes = {
        Lexicon.from_bytes(build_graph(words, alphabet)).hash
        for words, alphabet in [(["AB"], "AB"), (["AB", "BA"], "AB"), (["AB"], "ABC"), ([], "AB")]
    }
    assert len(hashes) == 4
    assert WordSet(["AB"]).hash == WordSet(["AB", "AB"]).hash != WordSet(["BA"]).hash


@pytest.mark.parametrize("alphabet", ["", "AA", "A B", "A1", DESERET + "A"])
def test_a_bad_alphabet_is_refused(alphabet: str) -> None:
    with pytest.raises(LexiconError, match="an alphabet is 1 to 31 different letters"):
        build_graph([], alphabet)


@pytest.mark.parametrize("word", ["", "a", "AÉ", "A-B", "\x01"])
def test_a_word_outside_the_alphabet_is_refused(word: str) -> None:
    with pytest.raises(LexiconError, match="not a word of this alphabet"):
        build_graph(["A", word], "AB")


def test_a_file_is_opened_and_closed(tmp_path: Path) -> None:
    path = tmp_path / "small.lxg"
    path.write_bytes(build_graph(["AB", "BA"], "AB"))
    with Lexicon.open(path) as lexicon:
        lexicon.verify()
        assert lexicon.contains("BA")
    with pytest.raises(ValueError, match="released"):
        lexicon.contains("BA")


def test_what_cannot_be_opened_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "empty.lxg").touch()
    (tmp_path / "text.lxg").write_text("not a graph at all\n" * 20)
    for name, reason in [
        ("absent.lxg", "No such file or directory"),
        (".", "Is a directory"),
        ("empty.lxg", "cannot open the word graph empty.lxg"),
        ("text.lxg", "text.lxg: not a word-graph file"),
    ]:
        with pytest.raises(LexiconError, match=reason) as error:
            Lexicon.open(tmp_path / name)
        assert "\n" not in str(error.value)


SMALL = ["AA", "AB", "ABBA", "ABRACADABRA", "BAR", "BARB", "CAR", "CARD", "CARDA", "DA", "RAB", "RABRA"]
SMALL_GRAPH = build_graph(SMALL, "ABCDR")


def exercise(content: bytes) -> bool:
    """Call all that reads the graph. LexiconError alone may come. Returns whether the graph is sound."""
    try:
        lexicon = Lexicon.from_bytes(content)
    except LexiconError:
        return False
    words = [*SMALL, "ABRA" * 40]
    states = [0, 1, lexicon.root, *range(FIRST_STATE, len(content) // 8 + 40), 2**31 - 1]
    calls: list[Callable[[], object]] = [lambda: list(islice(lexicon.words(), 1000))]
    calls += [partial(read, word) for read in (lexicon.contains, lexicon.walk) for word in words]
    calls += [partial(read, state) for read in (lexicon.letters, lexicon.ends) for state in states]
    calls += [partial(lexicon.child, state, letter) for state in states for letter in (0, 1, 2, 5, 31, 40)]
    for call in calls:
        with suppress(LexiconError):
            call()
    try:
        lexicon.verify()
    except LexiconError:
        return False
    return True


@given(st.binary(max_size=600))
def test_any_bytes_are_refused(content: bytes) -> None:
    assert not exercise(content)


@settings(max_examples=300)
@given(st.data())
def test_any_bytes_behind_a_true_header_break_nothing(data: st.DataObject) -> None:
    cells = data.draw(st.lists(st.integers(0, 2**64 - 1) | st.integers(0, 63).map(lambda x: x * 0x1_0000_0001)))
    size = FIRST_STATE + len(cells)
    root = data.draw(st.integers(0, size))
    content = bytearray(SMALL_GRAPH[: FIRST_STATE * 8] + struct.pack(f"<{len(cells)}Q", *cells))
    content[16:32] = struct.pack("<2Q", size, root)
    seal(content)
    exercise(bytes(content))


@settings(max_examples=500)
@given(st.data())
def test_changed_bytes_are_noticed(data: st.DataObject) -> None:
    content = bytearray(SMALL_GRAPH)
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    assert exercise(bytes(content)) == (content == SMALL_GRAPH)


@settings(max_examples=1000)
@given(st.data())
def test_a_changed_graph_with_its_hash_mended_is_another_sound_graph_or_noticed(data: st.DataObject) -> None:
    content = bytearray(SMALL_GRAPH)
    for _ in range(data.draw(st.integers(1, 3))):
        content[data.draw(st.integers(24, len(content) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    seal(content)
    if exercise(bytes(content)):
        lexicon = Lexicon.from_bytes(bytes(content))
        words = list(lexicon.words())
        assert len(words) == len(set(words)) == lexicon.word_count
        assert all(lexicon.contains(word) for word in words)


@given(st.integers(0, len(SMALL_GRAPH) - 1))
def test_a_file_cut_short_is_refused(length: int) -> None:
    with pytest.raises(LexiconError):
        Lexicon.from_bytes(SMALL_GRAPH[:length])


def test_a_graph_that_leads_back_to_itself_is_refused_and_ends() -> None:
    content = bytearray(build_graph(["AAA", "B"], "AB"))
    first_edge = (FIRST_STATE + 1) * 8
    content[first_edge : first_edge + 8] = struct.pack("<Q", FIRST_STATE | 0b110 << 32)
    seal(content)
    lexicon = Lexicon.from_bytes(bytes(content))
    assert lexicon.contains("A" * 1000 + "B")
    with pytest.raises(LexiconError, match="damaged"):
        next(lexicon.words())
    with pytest.raises(LexiconError, match="damaged"):
        lexicon.verify()


def test_a_wrong_number_of_words_is_noticed() -> None:
    content = bytearray(SMALL_GRAPH)
    content[32:40] = struct.pack("<Q", 99)
    seal(content)
    with pytest.raises(LexiconError, match="holds 12 words and says that it holds 99"):
        Lexicon.from_bytes(bytes(content)).verify()


@pytest.mark.parametrize(
    ("cell", "value", "message"),
    [
        (1, 2, "format 2 is not 1"),
        (2, 7, "should have 7 cells"),
        (3, 24, "root is not in the file"),
        (3, 2**63, "root is not in the file"),
        (9, 32 | ord("A") << 32, "alphabet is damaged"),
        (9, 5 | 0x11_0000 << 32, "alphabet is damaged"),
        (9, 5 | 0xD800 << 32, "alphabet is damaged"),
        (9, 5 | ord("B") << 32, "alphabet is damaged"),
        (24, 1, "alphabet is damaged"),
    ],
)
def test_a_damaged_header_is_refused_when_opened(cell: int, value: int, message: str) -> None:
    content = bytearray(SMALL_GRAPH)
    content[cell * 8 : cell * 8 + 8] = struct.pack("<Q", value)
    with pytest.raises(LexiconError, match=message):
        Lexicon.from_bytes(bytes(content))
