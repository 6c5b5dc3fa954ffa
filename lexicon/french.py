"""The French list: npm `dictionary-fr`, every form of it, in the twenty-six letters of the tiles.

Accents and ligatures go (ÉTÉ is ETE, ŒUVRE is OEUVRE). Out go:

- entries with a capital, a digit or any other sign that is no letter: names, formulas, compounds with a hyphen;
- entries marked KEEPCASE or NOSUGGEST: symbols of units, network suffixes, elided words (`qu'`, `lorsqu'`);
- what a prefix makes: elisions (`l'`, `d'`, `qu'`) and a thousand units that nobody uses (`yotta`-, `zepto`-);
- what the override file denies.
"""

from __future__ import annotations

from hunspell import expand, forbidden_words, read_affixes, read_entries
from recipe import Files, Lemmas, Recipe, Speller, fits

PACKAGE = "dictionary-fr"
AFFIX_FILE, WORD_FILE, LICENCE_FILE = "index.aff", "index.dic", "license"
NOTICE = """\
This list of French words (fr.txt, and fr.lxg and fr-lemmas.tsv made of it) is derived from the "Dictionnaires
orthographiques français" by Olivier R. and contributors (https://grammalecte.net), in the npm package
{sources}: every form was written out, accents were taken off, and words were taken out and put in as
lexicon/fr/overrides.txt says. It stays under the Mozilla Public License 2.0. Its source is that package and the
folder lexicon/ of Lettrix.

The package's own notice follows, and then the licence.
"""


def french_forms(files: Files) -> Lemmas:
    """Every form of the dictionary. Raises HunspellError."""
    affixes = read_affixes(files[f"{PACKAGE}/{AFFIX_FILE}"])
    entries = read_entries(files[f"{PACKAGE}/{WORD_FILE}"], affixes)
    forbidden = forbidden_words(entries, affixes)
    for rules in affixes.prefixes.values():
        rules[:] = [rule for rule in rules if not rule.add]
    spell = Speller("fr").spell_lower
    lemmas: Lemmas = {}
    for entry in entries:
        if spell(entry.word) is None:
            continue
        if affixes.has(entry.flags, "KEEPCASE") or affixes.has(entry.flags, "NOSUGGEST"):
            continue
        for form in expand(entry, affixes):
            if form in forbidden:
                continue
            word = spell(form)
            if word is not None and fits(word):
                lemmas.setdefault(word, set()).add(entry.word)
    return lemmas


RECIPE = Recipe(
    language="fr",
    licence="MPL-2.0",
    notice=NOTICE,
    members={PACKAGE: (AFFIX_FILE, WORD_FILE, LICENCE_FILE)},
    licences=(f"{PACKAGE}/{LICENCE_FILE}", "MPL-2.0.txt"),
    forms=french_forms,
)
