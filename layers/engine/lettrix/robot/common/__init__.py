"""Common words by language, for the level that prefers them; data made by training/common_words.py.

The lists are from the data of wordfreq 3.1.1 by Robyn Speer (https://doi.org/10.5281/zenodo.7199437) and stay under CC
BY-SA 4.0 (https://creativecommons.org/licenses/by-sa/4.0/); NOTICE-dictionaries.md says what that was made of.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

LANGUAGES = frozenset({"fr", "en", "de", "tr"})
"""The languages that have a list."""


@cache
def common_words(language: str) -> frozenset[str]:
    """The most common words of a language in its upper case; empty where there is no list."""
    if language not in LANGUAGES:
        return frozenset()
    return frozenset(import_module(f"{__name__}.{language}").WORDS.split())
