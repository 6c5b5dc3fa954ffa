"""Sealed cursors: where a list goes on. A client hands them back unread, unchanged and to the same list."""

import base64
import binascii
import hashlib
import hmac
import json

from lettrix_cloud import config

_SEAL_BYTES = 16


class BadCursor(ValueError):
    """The cursor is not one of ours, or belongs to another list."""


def _seal(purpose: str, content: bytes) -> bytes:
    # Without an edge (local stack) there is no secret; there the seal only catches mistakes.
    secret = config.origin_secret() or "local"
    key = hashlib.sha256(b"cursor\0" + secret.encode()).digest()
    return hmac.digest(key, purpose.encode() + b"\0" + content, "sha256")[:_SEAL_BYTES]


def seal(purpose: str, position: list[str | int]) -> str:
    """A cursor for this position of the list that `purpose` names: the list, its filters, its viewer."""
    content = json.dumps(position, ensure_ascii=False, separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(_seal(purpose, content) + content).decode().rstrip("=")


def unseal(purpose: str, cursor: str) -> list[str | int]:
    """The position that was sealed for this purpose. Raises BadCursor."""
    try:
        data = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise BadCursor("not a cursor") from error
    content = data[_SEAL_BYTES:]
    if not hmac.compare_digest(data[:_SEAL_BYTES], _seal(purpose, content)):
        raise BadCursor("not a cursor of this list")
    position: list[str | int] = json.loads(content)
    return position
