"""What every kind of test may ask for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

from lettrix.lexicon import Lexicon, LexiconError

# The same examples at every run, so that a red run means a change; EXPLORE=1 looks for new ones.
settings.register_profile("steady", derandomize=True, database=None)
settings.register_profile("explore")
settings.load_profile("explore" if os.environ.get("EXPLORE") else "steady")

BUILT_LEXICONS = Path(__file__).resolve().parent.parent / "build" / "lexicon"


@pytest.fixture(scope="session")
def french() -> Lexicon:
    """The French dictionary as the build leaves it."""
    try:
        return Lexicon.open(BUILT_LEXICONS / "fr.lxg")
    except LexiconError as error:
        pytest.fail(f"{error}: run `make lexicon` first", pytrace=False)
