"""One JSON line an event, with ids only: never a body, an address, a code, a token, a rack or a draw."""

import traceback
from pathlib import Path

from aws_lambda_powertools import Logger

logger = Logger(use_rfc3339=True, utc=True)


def failure(event: str, error: BaseException, **ids: str | int | None) -> None:
    """Log an unexpected error: its class and where it was raised, never its message.

    Messages and source lines can hold what a client sent or a rack, so only file, line and function go out.
    """
    frames = traceback.extract_tb(error.__traceback__)
    places = [f"{Path(frame.filename).name}:{frame.lineno}:{frame.name}" for frame in frames[-12:]]
    causes: list[str] = []
    cause = error.__cause__ or error.__context__
    while cause is not None and len(causes) < 5:
        causes.append(type(cause).__name__)
        cause = cause.__cause__ or cause.__context__
    found: dict[str, object] = {"error": type(error).__name__, "causes": causes, "at": places}
    logger.error(event, extra=found | ids)
