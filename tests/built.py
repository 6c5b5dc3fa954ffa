"""What the build of the dictionaries left, read for tests."""

from __future__ import annotations

import functools

from tests.conftest import BUILT_LEXICONS


@functools.cache
def built_lemmas(language: str) -> dict[str, list[str]]:
    """Form -> entries, in the order of the file."""
    lines = (BUILT_LEXICONS / f"{language}-lemmas.tsv").read_text("utf-8").splitlines()
    return {form: entries.split(",") for form, _, entries in (line.partition("\t") for line in lines)}
