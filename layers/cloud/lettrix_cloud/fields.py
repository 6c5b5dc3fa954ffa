"""Kinds of text that requests and paths carry, as types that pydantic checks and OpenAPI describes."""

from typing import Annotated

from aws_lambda_powertools.event_handler.openapi.params import Path
from pydantic import AfterValidator, Field

from lettrix_cloud.ids import ULID_PATTERN
from lettrix_cloud.names import (
    LONGEST_ADDRESS,
    LONGEST_NAME,
    SHORTEST_NAME,
    clean_address,
    clean_name,
)


def _clean_timezone(text: str) -> str:
    from zoneinfo import available_timezones  # here, because `move` never needs it

    if text not in available_timezones():
        raise ValueError("not a time zone of the IANA database")
    return text


Id = Annotated[str, Field(pattern=ULID_PATTERN, description="ULID")]

PathId = Annotated[str, Path(pattern=ULID_PATTERN, description="ULID")]
"""An id in the path; what is none is answered 404 before any key is built from it."""

Address = Annotated[
    str,
    AfterValidator(clean_address),
    Field(min_length=3, max_length=LONGEST_ADDRESS, json_schema_extra={"format": "email"}),
]

PlayerName = Annotated[
    str,
    AfterValidator(clean_name),
    Field(
        min_length=SHORTEST_NAME,
        # NFC may shorten what was typed, so the true limit is looked at afterwards.
        max_length=4 * LONGEST_NAME,
        description=f"{SHORTEST_NAME} to {LONGEST_NAME} visible characters, unique without case.",
    ),
]

Timezone = Annotated[
    str, AfterValidator(_clean_timezone), Field(max_length=64, examples=["Europe/Paris"], description="IANA name")
]
