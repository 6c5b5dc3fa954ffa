"""What every kind of test may ask for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings
from tests.no_skips import pytest_sessionfinish as pytest_sessionfinish

from lettrix.lexicon import Lexicon, LexiconError

# The same examples at every run, so that a red run means a change; EXPLORE=1 looks for new ones.
settings.register_profile("steady", derandomize=True, database=None)
settings.register_profile("explore")
settings.load_profile("explore" if os.environ.get("EXPLORE") else "steady")

BUILT_LEXICONS = Path(__file__).resolve().parent.parent / "build" / "lexicon"


def built_lexicon(language: str) -> Lexicon:
    """The dictionary of a language as the build leaves it.

    A language may have been left out because this machine cannot get its packages: that skips, with the build's own
    reason. French is always there.
    """
    left_out = BUILT_LEXICONS / f"{language}.missing.txt"
    if left_out.exists():
        pytest.skip(left_out.read_text("utf-8").strip())
    try:
        return Lexicon.open(BUILT_LEXICONS / f"{language}.lxg")
    except LexiconError as error:
        pytest.fail(f"{error}: run `make lexicon` first", pytrace=False)


@pytest.fixture(scope="session")
def french() -> Lexicon:
    """The French dictionary."""
    return built_lexicon("fr")


@pytest.fixture(scope="session")
def english() -> Lexicon:
    """The English dictionary."""
    return built_lexicon("en")


@pytest.fixture(scope="session")
def german() -> Lexicon:
    """The German dictionary."""
    return built_lexicon("de")


@pytest.fixture(scope="session")
def turkish() -> Lexicon:
    """The Turkish dictionary."""
    return built_lexicon("tr")
