"""What holds for the built list of every language: it is the locked one, and everything that goes with it is there."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from tests.built import built_lemmas
from tests.conftest import BUILT_LEXICONS, built_lexicon

from build import RECIPES
from lettrix.lexicon import Lexicon
from lettrix.tiles import ALPHABETS
from overrides import read_overrides
from recipe import LONGEST, SHORTEST

RECIPE_FOLDER = Path(__file__).resolve().parents[2] / "lexicon"


@pytest.fixture(params=sorted(RECIPES))
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def lexicon(language: str) -> Lexicon:
    return built_lexicon(language)


def lock_of(language: str) -> dict[str, Any]:
    lock: dict[str, Any] = json.loads((RECIPE_FOLDER / language / "lock.json").read_text("utf-8"))
    return lock


def test_every_language_of_the_tiles_has_a_recipe() -> None:
    assert set(RECIPES) == set(ALPHABETS)


def test_the_built_list_is_the_one_that_the_lock_names(language: str, lexicon: Lexicon) -> None:
    lock = lock_of(language)
    content = (BUILT_LEXICONS / f"{language}.txt").read_bytes()
    lexicon.verify()
    assert lexicon.hash == lock["graph_hash"]
    assert lexicon.word_count == lock["words"] == content.count(b"\n")
    assert hashlib.sha256(content).hexdigest() == lock["list_sha256"]
    assert lexicon.alphabet == ALPHABETS[language].upper
    for package in lock["packages"]:
        assert package["version"]
        assert len(package["sha256"]) == 64


def test_the_readme_tells_how_many_words_there_are(language: str) -> None:
    readme = (RECIPE_FOLDER.parent / "README.md").read_text("utf-8")
    assert f"| {lock_of(language)['words']:,} |" in readme


def test_words_are_letters_of_the_tiles_and_fit_the_widest_board(language: str, lexicon: Lexicon) -> None:
    words = (BUILT_LEXICONS / f"{language}.txt").read_text("utf-8").split("\n")[:-1]
    assert words == sorted(set(words))
    assert set("".join(words)) == set(ALPHABETS[language].upper)
    assert {len(word) for word in words} <= set(range(SHORTEST, LONGEST + 1))
    for word in words[:: len(words) // 2000]:
        assert lexicon.contains(word)


def test_every_word_has_the_entries_that_it_comes_from(language: str, lexicon: Lexicon) -> None:
    lemmas = built_lemmas(language)
    assert list(lemmas) == (BUILT_LEXICONS / f"{language}.txt").read_text("utf-8").split()
    assert all(all(entries) for entries in lemmas.values())


def test_every_line_of_the_overrides_is_heard(language: str, lexicon: Lexicon) -> None:
    overrides = read_overrides((RECIPE_FOLDER / language / "overrides.txt").read_text("utf-8"), lexicon.alphabet)
    assert overrides.denied
    assert [word for word in overrides.denied if lexicon.contains(word)] == []
    assert [word for word in overrides.allowed if not lexicon.contains(word)] == []


@pytest.mark.parametrize(
    ("language", "parts"),
    [
        ("fr", ["Olivier R.", "dictionary-fr 3.0.0", "Mozilla Public License Version 2.0", "Exhibit A"]),
        (
            "en",
            [
                "Kevin Atkinson",
                "Copyright (c) J Ross Beresford 1993-1999. All Rights Reserved.",
                "prominently displayed and the text of this document must be included",
                "WordNet 1.6 Copyright 1997 by Princeton University",
                "Copyright (C) 2019 Brad Jascob",
                "wbritish-huge 2020.12.07",
            ],
        ),
        ("de", ["German Wiktionary", "Wikidata", "german-nouns 1.2.5", "Attribution-ShareAlike 4.0 International"]),
        (
            "tr",
            ["KeNet", "Zemberek", "GNU GENERAL PUBLIC LICENSE", "Copyright (c) 2019, Olga Bulat", "Apache License"],
        ),
    ],
)
def test_notice_and_licence_stand_beside_the_list(language: str, parts: list[str]) -> None:
    built_lexicon(language)
    text = " ".join((BUILT_LEXICONS / f"{language}.LICENSE.txt").read_text("utf-8").split())
    assert [part for part in parts if part not in text] == []
    description = json.loads((BUILT_LEXICONS / f"{language}.json").read_text("utf-8"))
    assert description["licence"] == RECIPES[language].licence
    notice = (RECIPE_FOLDER.parent / "NOTICE-dictionaries.md").read_text("utf-8")
    for package in lock_of(language)["packages"]:
        assert f"`{package['name']}`" in notice
        assert package["version"].partition("-")[0] in notice
