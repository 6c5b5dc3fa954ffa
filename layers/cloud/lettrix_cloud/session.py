"""Signed-in browsers and tools: an opaque token outside, its SHA-256 inside.

A session lives 30 days after its last renewal and 180 days at most, on the machine's clock: the local
stack's movable clock must not sign people out. `authenticate` only reads, so that `move` needs no right to
write; `renew` is called where the app starts (GET /api/me). All of this is behind these few functions so
that another identity provider could take its place.
"""

import contextlib
import hashlib
import secrets
import time
from dataclasses import dataclass

from pynamodb.attributes import NumberAttribute, UnicodeAttribute

from lettrix_cloud import clock, config, ids, store

IDLE = 30 * clock.DAY
LONGEST = 180 * clock.DAY
CACHE_SECONDS = 60.0
CACHE_SIZE = 1_000
TOKEN_BYTES = 32
_LONGEST_TOKEN = 128


@dataclass(frozen=True, slots=True)
class Session:
    """A living session. Times are milliseconds of the machine's clock."""

    player: str
    sid: str
    """Public id, for the list of devices; it opens nothing."""
    token_hash: str
    created_at: int
    seen_at: int
    """Last renewal, at most about a day behind."""
    expires_at: int
    label: str
    """What signed in, as it named itself."""


class SessionItem(store.StoredItem):
    """SessionTable: one item a session, found by the hash of its token."""

    class Meta:
        table_name = store.TableName(config.session_table)

    token_hash = UnicodeAttribute(hash_key=True, attr_name="PK")
    player = UnicodeAttribute()
    sid = UnicodeAttribute()
    created_at = NumberAttribute()
    seen_at = NumberAttribute()
    expires_at = NumberAttribute()
    label = UnicodeAttribute()
    ttl = NumberAttribute()
    """Seconds since the epoch, for the table's time to live."""


class PlayerSessionItem(store.AccountItem):
    """AccountTable, `PLAYER#id / SESSION#sid`: the player's list, so that he can end a session elsewhere."""

    token_hash = UnicodeAttribute()
    ttl = NumberAttribute()


_cache: dict[str, tuple[Session, float]] = {}


def hash_token(token: str) -> str:
    """SHA-256 in lower-case hex; a 256-bit token needs no salt."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def create_session(player_id: str, label: str = "") -> str:
    """Sign a player in and return the token, which is stored nowhere. Raises store.StoreBusy."""
    token = secrets.token_urlsafe(TOKEN_BYTES)
    now = clock.real_now()
    sid = ids.new_id(now)
    item = SessionItem(
        hash_token(token),
        player=player_id,
        sid=sid,
        created_at=now,
        seen_at=now,
        expires_at=now + IDLE,
        label=label,
        ttl=(now + IDLE) // clock.SECOND,
    )
    listed = PlayerSessionItem(
        *_list_key(player_id, sid), token_hash=item.token_hash, ttl=(now + LONGEST) // clock.SECOND
    )
    write = store.Transaction("create-session")
    write.put("session", item)
    write.put("listed", listed)
    write.commit()
    return token


def authenticate(token: str) -> Session | None:
    """The living session of this token. A revoked one may answer for 60 s more from another warm process."""
    if not token or len(token) > _LONGEST_TOKEN:
        return None
    key = hash_token(token)
    cached = _cache.get(key)
    if cached is not None and cached[1] > time.monotonic():
        session: Session | None = cached[0]
    else:
        item = store.find("session", SessionItem, key)
        session = None if item is None else _session(item)
        if session is not None:
            _remember(session)
    if session is None or session.expires_at <= clock.real_now():
        return None
    return session


def renew(session: Session) -> None:
    """Move the end of the session on, at most once a day. A session that was just ended stays ended."""
    now = clock.real_now()
    expires_at = min(now + IDLE, session.created_at + LONGEST)
    if now - session.seen_at < clock.DAY or expires_at <= session.expires_at:
        return
    item = SessionItem(session.token_hash)
    with contextlib.suppress(store.ConditionFailed):
        store.call(
            "renew-session",
            lambda: item.update(
                [
                    SessionItem.seen_at.set(now),
                    SessionItem.expires_at.set(expires_at),
                    SessionItem.ttl.set(expires_at // clock.SECOND),
                ],
                condition=SessionItem.sid == session.sid,
            ),
        )
    _cache.pop(session.token_hash, None)


def sessions_of(player_id: str) -> list[Session]:
    """The player's living sessions, newest first."""
    listed = store.call(
        "list-sessions",
        lambda: list(
            PlayerSessionItem.query(
                _list_key(player_id, "")[0], PlayerSessionItem.sk.startswith("SESSION#"), consistent_read=True
            )
        ),
    )
    hashes = [item.token_hash for item in listed]
    found = store.call(
        "read-sessions", lambda: list(SessionItem.batch_get(hashes, consistent_read=True)) if hashes else []
    )
    now = clock.real_now()
    living = [_session(item) for item in found if item.expires_at > now]
    return sorted(living, key=lambda session: session.sid, reverse=True)


def revoke(player_id: str, sid: str) -> bool:
    """End one of the player's sessions; False when he has no such session."""
    listed = store.find("listed-session", PlayerSessionItem, *_list_key(player_id, sid))
    if listed is None:
        return False
    write = store.Transaction("revoke-session")
    write.delete("session", SessionItem(listed.token_hash))
    write.delete("listed", PlayerSessionItem(*_list_key(player_id, sid)))
    write.commit()
    _cache.pop(listed.token_hash, None)
    return True


def forget_cache() -> None:
    """Empty the warm process's cache."""
    _cache.clear()


def _list_key(player_id: str, sid: str) -> tuple[str, str]:
    return f"PLAYER#{player_id}", f"SESSION#{sid}"


def _session(item: SessionItem) -> Session:
    return Session(
        player=item.player,
        sid=item.sid,
        token_hash=item.token_hash,
        created_at=int(item.created_at),
        seen_at=int(item.seen_at),
        expires_at=int(item.expires_at),
        label=item.label,
    )


def _remember(session: Session) -> None:
    if len(_cache) >= CACHE_SIZE:
        _cache.clear()
    _cache[session.token_hash] = (session, time.monotonic() + CACHE_SECONDS)
