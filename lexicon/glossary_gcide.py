"""Read the GNU Collaborative International Dictionary of English (Webster's of 1913 and more), made for DICT.

An index has a line `head<TAB>offset<TAB>length` for every head, numbers in base 64; the text is gzipped. An entry:

    Unworthy \\Un*wor"thy\\, a. [Etymology, over any number of
       lines.]
       1. A definition; definitions have numbers, or there is one without.
          [1913 Webster]

                A quotation, indented further.  --Author.
          [1913 Webster]

       2. Another. -- {Un*wor"thi*ly}, adv.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

_DIGITS = {
    digit: value for value, digit in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
}
_PARTS = {"n": "noun", "v": "verb", "a": "adj", "adj": "adj", "adv": "adv", "prep": "prep", "conj": "conj"}
_PARTS |= {"interj": "intj", "pron": "pron"}
_PART = re.compile(rf"\\[^\\]*\\[^\\]*?(?<![a-z])({'|'.join(sorted(_PARTS, key=len, reverse=True))})\.")
_HEAD = re.compile(r"([^\\\n]+?)\s*\\")
_RUN_ON = re.compile(r"-- \{([^{}]+)\}, (?:n|a|adv|v\. [ti])\.")
_SOURCE = re.compile(r"\s*\[(?:1913 Webster|Webster 1913|WordNet|PJC|AS|JDS|Century)[^\]]*\]")
_NO_DEFINITION = ("Note:", "Syn:", "Usage:", "{", "[", "--", "<--", '"')
_ACCENTS = {"'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", ",": "\u0327"}
_ACCENTED = re.compile(r"""\[(['`^"~,])([a-zA-Z])\]""")


class GcideEntry(NamedTuple):
    """One entry: its head in lower case, and the derived words that stand at its end."""

    head: str
    part: str
    definitions: tuple[str, ...]
    derived: tuple[str, ...]


def entries(index: str, text: bytes) -> Iterator[GcideEntry]:
    """The entries that define something, each once, in the order of the text. Raises ValueError."""
    spans = set()
    for number, line in enumerate(index.splitlines(), 1):
        try:
            _, start, size = line.split("\t")
            spans.add((_number(start), _number(size)))
        except (ValueError, KeyError):
            raise ValueError(f"line {number} of the index has no head, offset and length") from None
    for offset, length in sorted(spans):
        entry = _entry(text[offset : offset + length].decode("utf-8", "replace"))
        if entry is not None:
            yield entry


def _number(digits: str) -> int:
    value = 0
    for digit in digits:
        value = value * 64 + _DIGITS[digit]
    return value


def _entry(text: str) -> GcideEntry | None:
    head = _HEAD.match(text)
    if head is None:
        return None
    lines = text.split("\n")
    # The first line, and on to the end of the etymology.
    depth, body = 0, 0
    while body < len(lines) and (body == 0 or depth > 0 or lines[body].startswith("   [")):
        depth += lines[body].count("[") - lines[body].count("]")
        body += 1
    part = _PART.search(" ".join(lines[:body]))
    definitions, derived = [], []
    for paragraph in "\n".join(lines[body:]).split("\n\n"):
        derived += [re.sub(r'[*"`\']', "", word).lower() for word in _RUN_ON.findall(" ".join(paragraph.split()))]
        if re.match(r"\n*   \S", paragraph) and (definition := _definition(paragraph)):
            definitions.append(definition)
    if not definitions:
        return None
    return GcideEntry(head[1].lower(), _PARTS[part[1]] if part else "", tuple(definitions), tuple(derived))


def _definition(paragraph: str) -> str:
    """A definition without its number, sources and run-on words; empty when the paragraph is none."""
    text = " ".join(paragraph.split())
    if text.startswith(_NO_DEFINITION):
        return ""
    text = re.sub(r"^\d+\.\s*", "", _SOURCE.sub("", text))
    text = _ACCENTED.sub(lambda found: unicodedata.normalize("NFC", found[2] + _ACCENTS[found[1]]), text)
    text = text.replace("[ae]", "æ").replace("[oe]", "œ").replace("[aum]", "ä")
    return re.sub(r"[{}]", "", text.partition(" -- {")[0]).strip()
