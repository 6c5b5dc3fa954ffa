"""What every kind of test may ask for."""

from __future__ import annotations

from pathlib import Path

import pytest

from lettrix.lexicon import Lexicon, LexiconError

BUILT_LEXICONS = Path(__file__).resolve().parent.parent / "build" / "lexicon"


@pytest.fixture(scope="session")
def french() -> Lexicon:
    """The French dictionary as the build leaves it."""
    try:
        return Lexicon.open(BUILT_LEXICONS / "fr.lxg")
    except LexiconError as error:
        pytest.fail(f"{error}: run `make lexicon` first", pytrace=False)
