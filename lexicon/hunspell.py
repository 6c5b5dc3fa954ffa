"""Every form of a Hunspell dictionary, each with the entry that it comes from.

Reads an affix file and a word list as man page hunspell(5) describes them: SET, FLAG (char, long, num, UTF-8),
AF, SFX and PFX with strip, condition and cross product, continuation flags (a second suffix, a prefix on a
suffixed form, a suffix on a prefixed form), NEEDAFFIX, FORBIDDENWORD, ONLYINCOMPOUND, CIRCUMFIX and FULLSTRIP.
Compounding is not expanded: its words have no end. What concerns spelling suggestions and conversions of input
is passed over, and so is morphology.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

FLAG_OPTIONS = ("NEEDAFFIX", "FORBIDDENWORD", "ONLYINCOMPOUND", "CIRCUMFIX", "KEEPCASE", "NOSUGGEST")


class HunspellError(ValueError):
    """A dictionary that does not follow the format; one line that names the place."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One way of changing the end (SFX) or the beginning (PFX) of a word."""

    strip: str
    add: str
    condition: re.Pattern[str] | None
    flags: frozenset[str]
    """The continuation flags of what the rule makes."""
    cross: bool
    """Whether it goes together with a rule on the other side of the word."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the word list."""

    word: str
    flags: frozenset[str]


@dataclass(slots=True)
class Affixes:
    """What an affix file says."""

    encoding: str = "iso8859-1"
    flag_type: str = "char"
    aliases: list[frozenset[str]] = field(default_factory=list)
    suffixes: dict[str, list[Rule]] = field(default_factory=dict)
    prefixes: dict[str, list[Rule]] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)
    """The flag that each of FLAG_OPTIONS has, if the file gives it one."""
    full_strip: bool = False

    def flags(self, text: str) -> frozenset[str]:
        """The flags written behind the slash of an entry or a rule."""
        if self.aliases and text.isdigit():
            number = int(text)
            if not 1 <= number <= len(self.aliases):
                raise HunspellError(f"there is no flag alias {text}")
            return self.aliases[number - 1]
        return self._split(text)

    def _split(self, text: str) -> frozenset[str]:
        if self.flag_type == "long":
            return frozenset(text[place : place + 2] for place in range(0, len(text), 2))
        if self.flag_type == "num":
            return frozenset(text.split(",")) - {""}
        return frozenset(text)

    def has(self, flags: frozenset[str], option: str) -> bool:
        """Whether one of the flags is that of an option, such as KEEPCASE."""
        return self.options.get(option) in flags


def read_affixes(content: bytes) -> Affixes:
    """Read an affix file. Raises HunspellError."""
    affixes = Affixes()
    content = content.removeprefix(codecs.BOM_UTF8)
    found = re.search(rb"^SET[ \t]+(\S+)", content, re.MULTILINE)
    if found:
        affixes.encoding = found[1].decode("ascii", "replace").replace("ISO8859", "iso8859")
    lines = [(number, line.split()) for number, line in enumerate(_decoded(content, affixes.encoding), 1)]
    # Flags can only be taken apart, and aliases looked up, when the whole file has said how.
    for _, fields in lines:
        match fields:
            case ["FLAG", flag_type, *_]:
                affixes.flag_type = flag_type
            case ["FULLSTRIP", *_]:
                affixes.full_strip = True
            case [option, flag, *_] if option in FLAG_OPTIONS:
                affixes.options[option] = flag
    aliases = [fields for _, fields in lines if fields[:1] == ["AF"]]
    affixes.aliases = [affixes._split(fields[1]) for fields in aliases[1:]]

    crosses: dict[tuple[str, str], bool] = {}
    for number, fields in lines:
        if not fields or fields[0] not in ("SFX", "PFX"):
            continue
        if len(fields) < 4:
            raise HunspellError(f"affix file, line {number}: an affix has a flag and a rule")
        kind, flag = fields[:2]
        if (kind, flag) not in crosses:
            crosses[kind, flag] = fields[2] == "Y"
            continue
        rules = affixes.suffixes if kind == "SFX" else affixes.prefixes
        try:
            rule = _rule(affixes, fields, crosses[kind, flag])
        except (HunspellError, re.error) as error:
            raise HunspellError(f"affix file, line {number}: {error}") from error
        rules.setdefault(flag, []).append(rule)
    return affixes


def _rule(affixes: Affixes, fields: list[str], cross: bool) -> Rule:
    """A rule from its fields: SFX flag strip add[/flags] [condition [morphology...]]."""
    kind, _, strip, addition = fields[:4]
    add, _, flags = addition.partition("/")
    pattern = fields[4] if len(fields) > 4 and ":" not in fields[4] else "."
    # A condition is a sequence of characters, dots and [sets], against the end or the beginning of the word.
    escaped = re.sub(r"[^\w\[\]^.]", lambda sign: re.escape(sign[0]), pattern)
    anchored = f"(?:{escaped})$" if kind == "SFX" else f"^(?:{escaped})"
    return Rule(
        strip="" if strip == "0" else strip,
        add="" if add == "0" else add,
        condition=None if pattern == "." else re.compile(anchored),
        flags=affixes.flags(flags),
        cross=cross,
    )


def read_entries(content: bytes, affixes: Affixes) -> list[Entry]:
    """Read a word list, whose first line is its length (not checked: many are wrong). Raises HunspellError."""
    entries = []
    for number, line in enumerate(_decoded(content, affixes.encoding), 1):
        # Morphology follows a tab, or a space and a two-letter key; a slash in the word itself is escaped.
        text = re.split(r"\t|\s+(?=[a-z]{2}:)", line, maxsplit=1)[0].strip()
        if number == 1 or not text or text.startswith("#"):
            continue
        parts = re.split(r"(?<!\\)/", text, maxsplit=1)
        try:
            flags = affixes.flags(parts[1]) if len(parts) == 2 else frozenset()
        except HunspellError as error:
            raise HunspellError(f"word list, line {number}: {error}") from error
        entries.append(Entry(parts[0].replace("\\/", "/"), flags))
    return entries


def _decoded(content: bytes, encoding: str) -> list[str]:
    try:
        return content.removeprefix(codecs.BOM_UTF8).decode(encoding).replace("\r\n", "\n").split("\n")
    except (LookupError, UnicodeDecodeError) as error:
        raise HunspellError(f"not a file in {encoding}: {error}") from error


def forbidden_words(entries: list[Entry], affixes: Affixes) -> set[str]:
    """The words that FORBIDDENWORD takes out, however they could be formed."""
    return {entry.word for entry in entries if affixes.has(entry.flags, "FORBIDDENWORD")}


@dataclass(frozen=True, slots=True)
class _Derived:
    """A form on its way: not yet a word while it is incomplete (NEEDAFFIX) or has half a circumfix."""

    text: str
    flags: frozenset[str]
    cross: bool
    incomplete: bool
    circumfix: bool


def expand(entry: Entry, affixes: Affixes) -> Iterator[str]:
    """The forms of an entry, itself included where it may stand alone; a form may come more than once.

    The caller takes out the `forbidden_words`.
    """
    if affixes.has(entry.flags, "FORBIDDENWORD") or affixes.has(entry.flags, "ONLYINCOMPOUND"):
        return
    base = _Derived(entry.word, entry.flags, True, affixes.has(entry.flags, "NEEDAFFIX"), False)
    suffixed = [base]
    for first in _with_suffixes(base, affixes):
        suffixed.append(first)
        suffixed += _with_suffixes(first, affixes)
    prefixed = []
    for form in suffixed:
        # The prefixes of the entry go on every suffixed form too, if both sides allow it.
        for rule in _rules(affixes.prefixes, form.flags | entry.flags):
            if form is not base and not (form.cross and rule.cross):
                continue
            text = _with_prefix(form.text, rule, affixes.full_strip)
            if text is None:
                continue
            made = _made(text, rule, affixes)
            if form.circumfix == made.circumfix:
                prefixed.append(_Derived(text, rule.flags, rule.cross, made.incomplete, False))
            if form is base:
                prefixed += _with_suffixes(made, affixes)
    for form in (*suffixed, *prefixed):
        if not (form.incomplete or form.circumfix or affixes.has(form.flags, "ONLYINCOMPOUND")):
            yield form.text


def _rules(table: dict[str, list[Rule]], flags: frozenset[str]) -> Iterator[Rule]:
    # Sorted, because the order of a set of strings changes from run to run.
    for flag in sorted(flags & table.keys()):
        yield from table[flag]


def _with_suffixes(form: _Derived, affixes: Affixes) -> list[_Derived]:
    made = []
    for rule in _rules(affixes.suffixes, form.flags):
        text = _with_suffix(form.text, rule, affixes.full_strip)
        if text is not None:
            made.append(_made(text, rule, affixes))
    return made


def _made(text: str, rule: Rule, affixes: Affixes) -> _Derived:
    return _Derived(
        text,
        rule.flags,
        rule.cross,
        affixes.has(rule.flags, "NEEDAFFIX"),
        affixes.has(rule.flags, "CIRCUMFIX"),
    )


def _with_suffix(word: str, rule: Rule, full_strip: bool) -> str | None:
    if not word.endswith(rule.strip) or (rule.condition and not rule.condition.search(word)):
        return None
    if len(word) == len(rule.strip) and not full_strip:
        return None
    return word[: len(word) - len(rule.strip)] + rule.add


def _with_prefix(word: str, rule: Rule, full_strip: bool) -> str | None:
    if not word.startswith(rule.strip) or (rule.condition and not rule.condition.search(word)):
        return None
    if len(word) == len(rule.strip) and not full_strip:
        return None
    return rule.add + word[len(rule.strip) :]
