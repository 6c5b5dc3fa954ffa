"""Quiet hours as the API writes them: `{"start": "22:00", "end": "07:00"}` in the player's time zone."""

from typing import Annotated, Self

from pydantic import Field

from lettrix_cloud.accounts import QuietHours
from lettrix_cloud.api import Body

TimeOfDay = Annotated[str, Field(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$", examples=["22:00"])]


class QuietTimes(Body):
    """From start to end, past midnight when the end is the earlier one."""

    start: TimeOfDay
    end: TimeOfDay

    def as_hours(self) -> QuietHours:
        """In minutes from midnight."""
        return QuietHours(_minutes(self.start), _minutes(self.end))

    @classmethod
    def of(cls, hours: QuietHours) -> Self:
        """From minutes."""
        return cls(start=_text(hours.start), end=_text(hours.end))


def _minutes(text: str) -> int:
    hours, minutes = text.split(":")
    return int(hours) * 60 + int(minutes)


def _text(minutes: int) -> str:
    return f"{minutes // 60:02d}:{minutes % 60:02d}"
