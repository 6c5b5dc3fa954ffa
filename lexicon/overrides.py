"""The words that a person put into a list, or took out, each with its reason.

A line of an override file is one of

    allow FORM lemma reason
    deny  FORM reason

FORM is in the letters of the alphabet, lemma is the dictionary entry that explains it, and the reason says which open
dictionary has it, or why it is no word. Empty lines and lines that begin with # are passed over.
"""

from __future__ import annotations

from dataclasses import dataclass, field


class OverrideError(ValueError):
    """A line that is not as it should be, or that changes nothing; one line that names it."""


@dataclass(slots=True)
class Overrides:
    """What an override file says."""

    allowed: dict[str, str] = field(default_factory=dict)
    """Form -> lemma."""
    denied: set[str] = field(default_factory=set)

    def apply(self, lemmas: dict[str, set[str]]) -> None:
        """Change a table of form -> lemmas.

        Raises OverrideError for a line that has become idle: the form allowed was there, the form denied was not.
        """
        for form, lemma in self.allowed.items():
            if form in lemmas:
                raise OverrideError(f"overrides: {form} is allowed, but the source has it")
            lemmas[form] = {lemma}
        for form in sorted(self.denied):
            if lemmas.pop(form, None) is None:
                raise OverrideError(f"overrides: {form} is denied, but the source does not have it")


def read_overrides(text: str, alphabet: str) -> Overrides:
    """Read an override file. Raises OverrideError."""
    overrides = Overrides()
    for number, line in enumerate(text.split("\n"), 1):
        fields = line.split()
        match fields:
            case [] | ["#", *_]:
                continue
            case ["allow", form, lemma, _, *_]:
                known = form in overrides.allowed or form in overrides.denied
                overrides.allowed[form] = lemma
            case ["deny", form, _, *_]:
                known = form in overrides.allowed or form in overrides.denied
                overrides.denied.add(form)
            case _:
                raise OverrideError(
                    f"overrides, line {number}: neither 'allow FORM lemma reason' nor 'deny FORM reason'"
                )
        if known:
            raise OverrideError(f"overrides, line {number}: {form} has a line already")
        if not set(form) <= set(alphabet):
            raise OverrideError(f"overrides, line {number}: {form} is not in the letters of the alphabet")
    return overrides
