"""The only clock of the cloud. All times are whole milliseconds since the epoch, UTC.

The local stack moves time by writing an offset in seconds into the file that CLOCK_FILE names. The file is
read at every call: a warm function must see a moved clock at once. The gateway's `timeEpoch` is this clock's time
already, because the emulator that stamps it is moved by the same file. Sessions expire on the real clock, or
moving time on would sign everybody out.
"""

import time
from datetime import UTC, datetime

from lettrix.clock import DAY, HOUR, MINUTE, SECOND
from lettrix_cloud import config

__all__ = ["DAY", "HOUR", "MINUTE", "SECOND", "iso", "now", "offset", "real_now"]


def real_now() -> int:
    """Milliseconds by the machine's clock, which nothing moves."""
    return time.time_ns() // 1_000_000


def offset() -> int:
    """Milliseconds that the local stack's clock is ahead of the machine's; 0 where no clock file is set.

    Raises ValueError when the file holds anything but a number: a clock that is silently wrong is worse.
    """
    file = config.clock_file()
    if file is None:
        return 0
    try:
        text = file.read_text(encoding="ascii")
    except FileNotFoundError:
        return 0
    return round(float(text) * SECOND)


def now() -> int:
    """Milliseconds since the epoch, UTC, as the application sees them."""
    return real_now() + offset()


def iso(moment: int) -> str:
    """`2026-11-30T12:00:00Z` for a moment in milliseconds; `12:00:00.250Z` where there are any."""
    text = datetime.fromtimestamp(moment / SECOND, UTC).isoformat(timespec="milliseconds")
    return text.replace("+00:00", "").removesuffix(".000") + "Z"
