"""The environment of the functions, read when asked and never at import, so that a test can set it late."""

import os
from pathlib import Path


class ConfigurationError(RuntimeError):
    """A variable that the function cannot do without is missing: the deployment is wrong, not the request."""


def _required(name: str) -> str:
    value = os.environ.get(name)
    if not value:
        raise ConfigurationError(f"environment variable {name} is not set")
    return value


def game_table() -> str:
    """Name of the table of games, cards and places."""
    return _required("GAME_TABLE")


def account_table() -> str:
    """Name of the table of addresses, settings, names and sign-in codes."""
    return _required("ACCOUNT_TABLE")


def session_table() -> str:
    """Name of the table of sessions by token hash."""
    return _required("SESSION_TABLE")


def timeouts_queue_url() -> str:
    """Address of the queue that carries the ids of games to settle."""
    return _required("TIMEOUTS_QUEUE_URL")


def mail_from() -> str:
    """Sender of our mails."""
    return _required("MAIL_FROM")


def lexicon_dir() -> Path:
    """Folder of the built dictionaries; the lexicon layer unpacks to the default."""
    return Path(os.environ.get("LEXICON_DIR") or "/opt/lexicon")


def clock_file() -> Path | None:
    """File with the clock's offset in seconds; only the local stack sets it."""
    name = os.environ.get("CLOCK_FILE")
    return Path(name) if name else None


def region() -> str | None:
    """AWS region. Lambda sets AWS_REGION; botocore by itself reads AWS_DEFAULT_REGION only."""
    return os.environ.get("AWS_REGION") or os.environ.get("AWS_DEFAULT_REGION")


def public_origins() -> frozenset[str]:
    """Origins (`scheme://host[:port]`) under which the web app is served; commas separate several."""
    return frozenset(
        origin.strip().rstrip("/") for origin in os.environ.get("PUBLIC_ORIGIN", "").split(",") if origin.strip()
    )


def secure_cookies() -> bool:
    """False only when the web app is served over plain http, as on localhost."""
    origins = public_origins()
    return not origins or any(origin.startswith("https://") for origin in origins)


def origin_secret() -> str | None:
    """What the edge adds to every request as `x-origin-secret`; None when no edge stands in front."""
    return os.environ.get("ORIGIN_SECRET") or None
