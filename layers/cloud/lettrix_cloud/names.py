"""Player names and e-mail addresses: what is allowed, and the form in which two of them are the same."""

import hashlib
import re
import unicodedata

SHORTEST_NAME = 3
LONGEST_NAME = 20
LONGEST_ADDRESS = 254
MOST_MARKS = 3
"""Combining marks on one letter, after composition: more of them run over the lines around."""

_BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
"""What shows nothing and yet is a letter, mark or symbol by its category: Unicode's Default_Ignorable_Code_Point
outside the C categories, and the empty braille pattern."""

_LOOKALIKES = str.maketrans(
    "авеһікјмнорԛѕстуԝхӏԁ" + "αβεζηικμνορτυχ",
    "abehikjmhopqsctywxld" + "abezhikmnoptyx",
)
"""Cyrillic and Greek letters that are Latin ones to the eye, in one case or the other (Unicode's confusables)."""

_DOT_ABOVE = "\u0307"

_ADDRESS = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}"
    r"@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
)
"""The address of the HTML standard's `<input type=email>`, with at least one dot in the domain."""


def clean_name(text: str) -> str:
    """The name in NFC. Raises ValueError saying what is wrong with it.

    3 to 20 characters, at least one letter or digit; no control, format, blank or unassigned characters (nothing
    invisible, nothing that turns the direction of writing), no letter under a heap of marks, and no space but single
    ones inside.
    """
    name = unicodedata.normalize("NFC", text)
    if not SHORTEST_NAME <= len(name) <= LONGEST_NAME:
        raise ValueError(f"a name has {SHORTEST_NAME} to {LONGEST_NAME} characters")
    if name != " ".join(name.split(" ")).strip(" ") or "  " in name:
        raise ValueError("no space at the ends of a name, and no two together")
    marks = MOST_MARKS  # a mark needs a letter before it
    for character in name:
        category = unicodedata.category(character)
        if category[0] == "C" or (category[0] == "Z" and character != " ") or _BLANK.match(character):
            raise ValueError("a name has visible characters only")
        if category[0] == "M":
            marks += 1
        else:
            marks = MOST_MARKS if character == " " else 0
        if marks > MOST_MARKS:
            raise ValueError("a mark of a name belongs to a letter, and a letter has few of them")
    if not any(character.isalnum() for character in name):
        raise ValueError("a name has at least one letter or digit")
    if not fold_name(name):
        raise ValueError("a name has visible characters only")
    return name


def fold_name(name: str) -> str:
    """What must be unique: without case, without differences of mere presentation (NFKC), and without letters
    that pass for others, so that nobody signs up as somebody else to the eye.

    The dot of a small i counts for nothing, since nothing shows it: so I, i and İ are one here, in Turkish too.
    """
    folded = unicodedata.normalize("NFKC", name).casefold()
    apart = unicodedata.normalize("NFKD", folded).translate(_LOOKALIKES)
    for dotted in "ij":
        apart = apart.replace(dotted + _DOT_ABOVE, dotted)
    return unicodedata.normalize("NFKC", apart).strip()


def clean_address(text: str) -> str:
    """The address in lower case, as which it is stored and written to. Raises ValueError."""
    address = text.strip()
    if len(address) > LONGEST_ADDRESS or not _ADDRESS.fullmatch(address):
        raise ValueError("not an e-mail address")
    return address.lower()


def address_key(address: str) -> str:
    """SHA-256 of a clean address, in hex: keys show up in metrics and consoles, addresses must not."""
    return hashlib.sha256(address.encode()).hexdigest()
