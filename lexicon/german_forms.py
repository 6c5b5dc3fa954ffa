"""Which forms a German entry has: enough to find the entry of a form that a list has already.

The forms made here are only looked up in a list, so a form too many does no harm. Endings as in any German grammar:
conjugation weak and strong (the stems of strong verbs are data, lexicon/de/strong.txt), declension and comparison.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass

INSEPARABLE = ("be", "emp", "ent", "er", "ge", "miss", "ver", "zer", "hinter", "über", "unter", "um", "durch", "wider")
"""Prefixes with which the participle may have no ge-."""
DECLENSION = ("", "e", "em", "en", "er", "es")
PRESENT = ("", "e", "n", "en", "t", "et", "st", "est")
WEAK_PAST = tuple(tense + person for tense in ("t", "et") for person in ("e", "est", "en", "et"))
STRONG_PAST = ("", "st", "est", "en", "n", "t", "et", "e")
UMLAUTS = {"a": "ä", "o": "ö", "u": "ü"}


class StrongVerbError(ValueError):
    """A line of the table of strong verbs that is not as it should be."""


@dataclass(frozen=True, slots=True)
class StrongVerb:
    """The stems of a verb beside that of the infinitive; several where the language has a choice."""

    present: tuple[str, ...]
    past: tuple[str, ...]
    subjunctive: tuple[str, ...]
    participles: tuple[str, ...]

    def forms(self) -> Iterator[str]:
        """Its finite forms."""
        for stem in self.present:
            yield from (stem, stem + "t", stem + "st")
        for stem in (*self.past, *self.subjunctive):
            yield from (stem + ending for ending in STRONG_PAST)


def read_strong_verbs(text: str) -> dict[str, StrongVerb]:
    """Infinitive -> stems, from lines `infinitive present past subjunctive participle`. Raises StrongVerbError."""
    verbs = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        fields = line.split()
        if len(fields) != 5:
            raise StrongVerbError(f"strong verbs, line {number}: not five fields")
        stems = [() if field == "-" else tuple(field.split("/")) for field in fields[1:]]
        verbs[fields[0]] = StrongVerb(*stems)
    return verbs


class Conjugation:
    """Makes the forms of verbs."""

    def __init__(self, strong: dict[str, StrongVerb], verbs: Iterable[str]) -> None:
        self._strong = strong
        self._verbs = frozenset(verbs) | strong.keys()

    def forms(self, infinitive: str) -> Iterator[str]:
        """All that may be a form of a verb, participles with their declension, in lower case."""
        yield from self._of(infinitive)
        for length in range(2, len(infinitive) - 2):
            prefix, rest = infinitive[:length], infinitive[length:]
            if rest not in self._verbs:
                continue
            for participle in self._participles(rest):
                yield from _declined(prefix + participle)
                if prefix in INSEPARABLE:
                    yield from _declined(prefix + participle.removeprefix("ge"))
            yield from (f"{prefix}zu{rest}", *_declined(f"{prefix}zu{rest}d"))
            if rest in self._strong:
                yield from (prefix + form for form in self._strong[rest].forms())

    def _of(self, infinitive: str) -> Iterator[str]:
        yield infinitive
        yield from _declined(infinitive + "d")
        for stem in _stems(infinitive):
            yield from (stem + ending for ending in (*PRESENT, *WEAK_PAST))
            # Verbs in -ieren and those with a prefix that is never parted.
            yield from _declined(stem + "t")
        for participle in self._participles(infinitive):
            yield from _declined(participle)
        if infinitive in self._strong:
            yield from self._strong[infinitive].forms()

    def _participles(self, infinitive: str) -> Iterator[str]:
        for stem in _stems(infinitive):
            yield from ("ge" + stem + "t", "ge" + stem + "et")
        if infinitive in self._strong:
            yield from self._strong[infinitive].participles


def adjective_forms(adjective: str, known: Container[str]) -> Iterator[str]:
    """All that may be a form of an adjective, comparison included, in lower case.

    With an umlaut only where that makes no other word that is known: schöner is no form of schon.
    """
    stems = {adjective, adjective.removesuffix("e")}
    if adjective.endswith(("el", "er", "en")):
        # dunkel, dunkle; teuer, teure; trocken, trockne
        stems.add(adjective[:-2] + adjective[-1])
    if adjective.endswith("hoch"):
        # hohe, höher
        stems.add(adjective[:-2] + "h")
    for stem in sorted(stems):
        yield from _declined(stem)
        for compared in (stem, *(changed for changed in _umlauted(stem) if changed not in known)):
            for step in ("er", "r", "st", "est"):
                yield from _declined(compared + step)


def noun_bases(form: str) -> Iterator[str]:
    """What a noun's form may come from when its ending and its umlaut are taken off, likeliest first."""
    for ending in ("es", "s", "en", "n", "nen", "e", "er", "ern"):
        if form.endswith(ending) and len(form) > len(ending) + 2:
            base = form.removesuffix(ending)
            yield base
            if ending in ("e", "en", "er", "ern", "n"):
                yield from _without_umlaut(base)
    yield from _without_umlaut(form)


def _declined(stem: str) -> Iterator[str]:
    return (stem + ending for ending in DECLENSION)


def _stems(infinitive: str) -> Iterator[str]:
    if infinitive.endswith("en"):
        yield infinitive[:-2]
    elif infinitive.endswith("n"):
        yield infinitive[:-1]
        if infinitive.endswith(("eln", "ern")):
            # sammle, wandre
            yield infinitive[:-3] + infinitive[-2]


def _umlauted(stem: str) -> Iterator[str]:
    """The stem with its last a, o or u changed, au as a whole."""
    for place in range(len(stem) - 1, -1, -1):
        if stem[place] in UMLAUTS:
            if stem[place] == "u" and place and stem[place - 1] == "a":
                place -= 1
            yield stem[:place] + UMLAUTS[stem[place]] + stem[place + 1 :]
            return


def _without_umlaut(stem: str) -> Iterator[str]:
    for plain, umlaut in UMLAUTS.items():
        place = stem.rfind(umlaut)
        if place >= 0:
            yield stem[:place] + plain + stem[place + 1 :]
        if stem.startswith(umlaut.upper()):
            yield plain.upper() + stem[1:]
