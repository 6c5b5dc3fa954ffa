"""Player names and e-mail addresses: what is allowed, and the form in which two of them are the same."""

import hashlib
import re
import unicodedata

SHORTEST_NAME = 3
LONGEST_NAME = 20
LONGEST_ADDRESS = 254

_ADDRESS = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}"
    r"@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
)
"""The address of the HTML standard's `<input type=email>`, with at least one dot in the domain."""


def clean_name(text: str) -> str:
    """The name in NFC. Raises ValueError saying what is wrong with it.

    3 to 20 characters, at least one letter or digit; no control, format or unassigned characters (nothing
    invisible, nothing that turns the direction of writing), and no space but single ones inside.
    """
    name = unicodedata.normalize("NFC", text)
    if not SHORTEST_NAME <= len(name) <= LONGEST_NAME:
        raise ValueError(f"a name has {SHORTEST_NAME} to {LONGEST_NAME} characters")
    if name != " ".join(name.split(" ")).strip(" ") or "  " in name:
        raise ValueError("no space at the ends of a name, and no two together")
    for character in name:
        category = unicodedata.category(character)
        if category[0] == "C" or (category[0] == "Z" and character != " "):
            raise ValueError("a name has visible characters only")
    if not any(character.isalnum() for character in name):
        raise ValueError("a name has at least one letter or digit")
    if not fold_name(name):
        raise ValueError("a name has visible characters only")
    return name


def fold_name(name: str) -> str:
    """What must be unique: without case, and without differences of mere presentation (NFKC)."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFKC", folded).strip()


def clean_address(text: str) -> str:
    """The address in lower case, as which it is stored and written to. Raises ValueError."""
    address = text.strip()
    if len(address) > LONGEST_ADDRESS or not _ADDRESS.fullmatch(address):
        raise ValueError("not an e-mail address")
    return address.lower()


def address_key(address: str) -> str:
    """SHA-256 of a clean address, in hex: keys show up in metrics and consoles, addresses must not."""
    return hashlib.sha256(address.encode()).hexdigest()
