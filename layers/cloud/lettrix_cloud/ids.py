"""ULIDs: 48 bits of milliseconds and 80 bits of chance as 26 characters of Crockford's base 32.

https://github.com/ulid/spec. They sort by time of creation. Players and games carry one.
"""

import re
import secrets

ULID_PATTERN = r"^[0-7][0-9A-HJKMNP-TV-Z]{25}$"

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_VALID = re.compile(ULID_PATTERN)


def encode(moment: int, chance: int) -> str:
    """The ULID of a moment (milliseconds, under 2**48) and an 80-bit number. ValueError outside those."""
    if not 0 <= moment < 1 << 48 or not 0 <= chance < 1 << 80:
        raise ValueError("a ULID holds 48 bits of time and 80 bits of chance")
    value = moment << 80 | chance
    return "".join(_ALPHABET[value >> shift & 31] for shift in range(125, -1, -5))


def new_id(moment: int) -> str:
    """A fresh ULID for something created at this moment (milliseconds)."""
    return encode(moment, secrets.randbits(80))


def is_id(text: str) -> bool:
    """Whether the text is a ULID as we write them: upper case, and nothing around it."""
    return _VALID.fullmatch(text) is not None
