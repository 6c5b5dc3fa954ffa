"""The French list: npm `dictionary-fr`, every form of it, in the twenty-six letters of the tiles.

Accents and ligatures go (ÉTÉ is ETE, ŒUVRE is OEUVRE). Out go:

- entries with a capital, a digit or any other sign that is no letter: names, formulas, compounds with a hyphen;
- entries marked KEEPCASE or NOSUGGEST: symbols of units, network suffixes, elided words (`qu'`, `lorsqu'`);
- what a prefix makes: elisions (`l'`, `d'`, `qu'`) and a thousand units that nobody uses (`yotta`-, `zepto`-);
- what the override file denies.
"""

from __future__ import annotations

import unicodedata

from hunspell import expand, forbidden_words, read_affixes, read_entries

AFFIX_FILE, WORD_FILE = "index.aff", "index.dic"
SHORTEST, LONGEST = 2, 15
"""Letters of a word."""
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LIGATURES = str.maketrans({"œ": "oe", "æ": "ae"})


def tile_form(text: str) -> str | None:
    """A lower-case French word in the letters of the tiles, None if it has a capital or anything but letters."""
    if text != text.lower():
        return None
    bare = "".join(
        sign for sign in unicodedata.normalize("NFD", text.translate(LIGATURES)) if not unicodedata.combining(sign)
    ).upper()
    return bare if set(bare) <= set(ALPHABET) else None


def french_forms(affix_content: bytes, word_content: bytes) -> dict[str, set[str]]:
    """Form, in the letters of the tiles -> the entries that it can come from, as French writes them.

    The override file is not applied yet. Raises HunspellError.
    """
    affixes = read_affixes(affix_content)
    entries = read_entries(word_content, affixes)
    forbidden = forbidden_words(entries, affixes)
    for rules in affixes.prefixes.values():
        rules[:] = [rule for rule in rules if not rule.add]
    lemmas: dict[str, set[str]] = {}
    for entry in entries:
        if tile_form(entry.word) is None:
            continue
        if affixes.has(entry.flags, "KEEPCASE") or affixes.has(entry.flags, "NOSUGGEST"):
            continue
        for form in expand(entry, affixes):
            if form in forbidden:
                continue
            word = tile_form(form)
            if word is not None and SHORTEST <= len(word) <= LONGEST:
                lemmas.setdefault(word, set()).add(entry.word)
    return lemmas
