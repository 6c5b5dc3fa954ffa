"""Common words by language, for the level that prefers them; data made by training/common_words.py."""

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
