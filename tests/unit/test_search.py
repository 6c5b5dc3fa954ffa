"""Searching a dictionary: each search finds what going through all words finds, in its order and within its limits."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lettrix.graphbuild import build_graph
from lettrix.lexicon import FIRST_STATE, Lexicon, LexiconError
from lettrix.search import Hooks, Matches, anagrams, containing, extensions, hooks, pattern
from lettrix.tiles import ALPHABETS, BLANK


def in_order(words: list[str], alphabet: str) -> list[str]:
    return sorted(words, key=lambda word: [alphabet.index(letter) for letter in word])


def fits(word: str, rack: str, must: str = "") -> bool:
    """Whether a rack makes a word that holds the letters of `must`: counted, not searched."""
    lacking, missing = word, must
    for letter in rack.replace(BLANK, ""):
        lacking = lacking.replace(letter, "", 1)
    for letter in word:
        missing = missing.replace(letter, "", 1)
    return len(lacking) <= rack.count(BLANK) and not missing


def as_regex(text: str) -> re.Pattern[str]:
    return re.compile(text.replace("?", ".").replace("*", ".*"))


@st.composite
def lists(draw: st.DrawFn) -> tuple[Lexicon, list[str], str]:
    """A small dictionary in one of the alphabets, its words in order, and the few letters that they are made of."""
    alphabet = draw(st.sampled_from(sorted(ALPHABETS.items())))[1].upper
    few = alphabet[:3] + alphabet[-3:] + alphabet[10:12]
    words = draw(st.sets(st.text(few, min_size=1, max_size=7), max_size=80))
    return Lexicon.from_bytes(build_graph(words, alphabet)), in_order(list(words), alphabet), few


@st.composite
def patterns(draw: st.DrawFn, letters: str) -> str:
    some = st.text(letters, min_size=1, max_size=3)
    classes = st.builds("[{}{}]".format, st.sampled_from(["", "^"]), some)
    return "".join(draw(st.lists(st.sampled_from([*letters, ".", "?", "*", "*"]) | classes, min_size=1, max_size=8)))


@given(st.data(), lists())
def test_patterns_find_what_a_regular_expression_finds(
    data: st.DataObject, case: tuple[Lexicon, list[str], str]
) -> None:
    lexicon, words, letters = case
    text = data.draw(patterns(letters))
    expected = [word for word in words if as_regex(text).fullmatch(word)]
    assert pattern(lexicon, text) == Matches(expected, complete=True)


@given(st.data(), lists())
def test_anagrams_find_what_counting_letters_finds(data: st.DataObject, case: tuple[Lexicon, list[str], str]) -> None:
    lexicon, words, letters = case
    rack = data.draw(st.text(letters + BLANK, min_size=1, max_size=8))
    must = data.draw(st.text(letters, max_size=3))
    shortest = data.draw(st.integers(1, 9))
    longest_first = sorted(words, key=len, reverse=True)
    exact = [word for word in words if len(word) == len(rack) and fits(word, rack, must)]
    assert anagrams(lexicon, rack, must=must) == Matches(exact, complete=True)
    some = [word for word in longest_first if len(word) >= shortest and fits(word, rack, must)]
    assert anagrams(lexicon, rack, shortest=shortest, must=must) == Matches(some, complete=True)


@given(st.data(), lists())
def test_words_with_at_least_these_letters(data: st.DataObject, case: tuple[Lexicon, list[str], str]) -> None:
    lexicon, words, letters = case
    wanted = data.draw(st.text(letters, min_size=1, max_size=4))
    expected = [word for word in words if not Counter(wanted) - Counter(word)]
    assert containing(lexicon, wanted) == Matches(expected, complete=True)


@given(st.data(), lists())
def test_extensions_and_hooks(data: st.DataObject, case: tuple[Lexicon, list[str], str]) -> None:
    lexicon, words, letters = case
    word = data.draw(st.text(letters, min_size=1, max_size=3))
    longer = [other for other in words if word in other and other != word]
    assert extensions(lexicon, word) == Matches(longer, complete=True)
    assert hooks(lexicon, word) == Hooks(
        "".join(letter for letter in lexicon.alphabet if letter + word in words),
        "".join(letter for letter in lexicon.alphabet if word + letter in words),
    )


SEARCHES: list[Callable[[Lexicon, int, int], Matches]] = [
    lambda lexicon, limit, steps: pattern(lexicon, "*A[^B]*", limit=limit, steps=steps),
    lambda lexicon, limit, steps: anagrams(lexicon, "AABC??", shortest=1, limit=limit, steps=steps),
    lambda lexicon, limit, steps: containing(lexicon, "A", limit=limit, steps=steps),
    lambda lexicon, limit, steps: extensions(lexicon, "A", limit=limit, steps=steps),
]


@given(lists(), st.sampled_from(SEARCHES), st.integers(1, 40), st.integers(1, 300))
def test_a_search_cut_short_says_so(
    case: tuple[Lexicon, list[str], str], search: Callable[[Lexicon, int, int], Matches], limit: int, steps: int
) -> None:
    lexicon, _, _ = case
    everything = search(lexicon, 1000, 100_000)
    assert everything.complete
    cut = search(lexicon, limit, 100_000)
    assert cut == Matches(everything.words[:limit], complete=len(everything.words) <= limit)
    hasty = search(lexicon, 1000, steps)
    assert set(hasty.words) <= set(everything.words)
    assert not hasty.complete or hasty == everything
    assert hasty == search(lexicon, 1000, steps)


def test_steps_bound_the_work_and_not_the_answer_of_a_search_that_ends_in_time(french: Lexicon) -> None:
    everything = pattern(french, "*TION", limit=10_000)
    # The first words of a long walk come out whatever its end costs.
    begun = pattern(french, "*TION", limit=10_000, steps=2_000)
    assert begun == Matches(everything.words[: len(begun.words)], complete=False)
    assert begun.words
    # Far fewer steps than the words have letters: what came to nothing once is not walked again.
    assert pattern(french, "*TION", limit=10_000, steps=french.word_count // 2) == everything
    assert everything.complete


def test_what_a_search_has_to_work_out_counts_as_steps_too(french: Lexicon) -> None:
    # Nearly every beginning of a word leaves other letters of so large a rack: a million steps end it all the same.
    rack = "ABCDEFGHIJKLMNOPQRSTUVWXYZ" * 3 + BLANK * 14
    assert anagrams(french, rack, shortest=2, must="ABCDEFGHIJKLMNO", steps=100_000) == Matches([], complete=False)


def test_searches_of_the_french_dictionary_find_what_going_through_it_finds(french: Lexicon) -> None:
    words = list(french.words())
    for text in ("Q..T*", "*TION", "[AEI]*[^AEIOUY]Z"):
        expected = [word for word in words if as_regex(text).fullmatch(word)]
        assert pattern(french, text, limit=10_000) == Matches(expected, complete=True)
        assert expected
    for rack, must, shortest in (("AEINRST", "", 7), ("AEINR??", "ZX", 2), ("QUARTZ?", "Q", 2)):
        fitting = [word for word in words if shortest <= len(word) <= 7 and fits(word, rack, must)]
        expected = sorted(fitting, key=len, reverse=True)
        assert anagrams(french, rack, shortest=shortest, must=must) == Matches(expected, complete=True)
        assert expected
    assert containing(french, "KWW").words == [word for word in words if word.count("W") > 1 and "K" in word]
    assert extensions(french, "QUARTZ").words == [word for word in words if "QUARTZ" in word and word != "QUARTZ"]
    longer = [word for word in words if "CHAT" in word and word != "CHAT"]
    assert extensions(french, "CHAT", limit=5) == Matches(longer[:5], complete=False)
    assert hooks(french, "ILE") == Hooks("ABFHMPV", "ST")


def test_a_search_in_a_dictionary_without_words_finds_none() -> None:
    nothing = Matches([], complete=True)
    empty = Lexicon.from_bytes(build_graph([], "ABC"))
    assert pattern(empty, "*") == anagrams(empty, "A?") == containing(empty, "A") == extensions(empty, "A") == nothing
    assert hooks(empty, "A") == Hooks("", "")


TURKISH = Lexicon.from_bytes(build_graph(["ILIK", "İLİK", "KIL"], ALPHABETS["tr"].upper))


def test_letters_are_those_of_the_alphabet_alone() -> None:
    assert pattern(TURKISH, ".L.K").words == ["ILIK", "İLİK"]
    assert anagrams(TURKISH, "KLII").words == ["ILIK"]
    assert anagrams(TURKISH, "KLİİ").words == ["İLİK"]
    assert containing(TURKISH, "I").words == ["ILIK", "KIL"]


@pytest.mark.parametrize(
    ("search", "message"),
    [
        (lambda: pattern(TURKISH, ""), "the pattern is empty"),
        (lambda: pattern(TURKISH, "A" * 101), "the pattern is longer than 100 signs"),
        (lambda: pattern(TURKISH, "A[BC"), r"the pattern has a \[ without its \]"),
        (lambda: pattern(TURKISH, "A]"), "not a letter of the dictionary's alphabet: ']'"),
        (lambda: pattern(TURKISH, "[]"), "the pattern has brackets without a letter"),
        (lambda: pattern(TURKISH, "[^]"), "the pattern has brackets without a letter"),
        (lambda: pattern(TURKISH, f"[^{ALPHABETS['tr'].upper}]"), "the pattern has brackets that leave no letter"),
        (lambda: pattern(TURKISH, "[A-C]"), "not a letter of the dictionary's alphabet: '-'"),
        (lambda: pattern(TURKISH, "kil"), "not a letter of the dictionary's alphabet: 'k'"),
        (lambda: anagrams(TURKISH, ""), "there are no letters to make a word of"),
        (lambda: anagrams(TURKISH, "KQL"), "not a letter of the dictionary's alphabet: 'Q'"),
        (lambda: anagrams(TURKISH, "KIL", must="?"), r"not a letter of the dictionary's alphabet: '\?'"),
        (lambda: anagrams(TURKISH, "A" * 101), "more than 100 letters"),
        (lambda: anagrams(TURKISH, "KIL", shortest=0), "a word has at least one letter"),
        (lambda: containing(TURKISH, ""), "there are no letters to look for"),
        (lambda: containing(TURKISH, "K?"), r"not a letter of the dictionary's alphabet: '\?'"),
        (lambda: extensions(TURKISH, ""), "there is no word to extend"),
        (lambda: hooks(TURKISH, ""), "there is no word to extend"),
        (lambda: hooks(TURKISH, "x"), "not a letter of the dictionary's alphabet: 'x'"),
        (lambda: pattern(TURKISH, "*", limit=0), "a search has a limit and steps of at least 1"),
        (lambda: anagrams(TURKISH, "KIL", limit=-1), "a search has a limit and steps of at least 1"),
        (lambda: extensions(TURKISH, "KIL", limit=0), "a search has a limit and steps of at least 1"),
        (lambda: containing(TURKISH, "KIL", steps=0), "a search has a limit and steps of at least 1"),
    ],
)
def test_bad_input_is_one_clear_line(search: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        search()


@given(st.lists(st.tuples(st.integers(0, 10_000), st.integers(0, 255)), min_size=1, max_size=8))
def test_a_damaged_graph_gives_words_or_a_lexicon_error(damage: list[tuple[int, int]]) -> None:
    content = bytearray(build_graph("AB ABA BAA BAAB CAB CABA ACCA BACCA".split(), "ABC"))
    states = FIRST_STATE * 8  # before them stands the alphabet: damaged, it is another one
    for place, value in damage:
        content[states + place % (len(content) - states)] = value
    with suppress(LexiconError):
        lexicon = Lexicon.from_bytes(content)
        for search in SEARCHES:
            with suppress(LexiconError):
                search(lexicon, 100, 10_000)


def test_a_walk_in_circles_is_noticed() -> None:
    content = bytearray(build_graph(["AB"], "AB"))
    # The edge of A leads back to the root, where A goes on.
    content[(FIRST_STATE + 1) * 8 : (FIRST_STATE + 2) * 8] = (FIRST_STATE | 0b10 << 32).to_bytes(8, "little")
    with pytest.raises(LexiconError, match=r"^the word graph is damaged$"):
        pattern(Lexicon.from_bytes(content), "*B")
