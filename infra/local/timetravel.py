"""Moves the local stack's clock as time would have passed: every due moment on the way is settled in turn.

Time stands in a file, an offset in seconds to the machine's clock, which the emulator and every function
look at whenever they ask for the time (lettrix_cloud.clock, emulator.MovedClock). Moving it while messages
wait would age them by days at once, so the queues are empty before each step.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from botocore.exceptions import ClientError
from infra.local.deploy import Deployment, client

from lettrix_cloud import clock

TOGETHER = 5 * clock.SECOND
"""Moments this near to each other are settled in one step, as the sweep of each minute does, and each game's own
in their order. Without it hundreds of games that tests left behind would take minutes."""
QUIET_SECONDS = 90.0
"""How long the queues may take to empty: a message whose handler failed comes again after 60 s."""
COUNTS = (
    "ApproximateNumberOfMessages",
    "ApproximateNumberOfMessagesNotVisible",
    "ApproximateNumberOfMessagesDelayed",
)


class TimeTravelError(RuntimeError):
    """Time stands where something due could not be settled; the message says what."""


class TimeTravel:
    """The clock of one stack. Not for two threads at once."""

    def __init__(self, described: Mapping[str, Any]) -> None:
        endpoint = described["emulator_url"]
        self._outputs: Mapping[str, str] = described["outputs"]
        self._queues = Deployment(self._outputs, changed=False, seconds=0).queues
        self._file = Path(described["environment"]["CLOCK_FILE"])
        self._dynamodb = client("dynamodb", endpoint)
        self._lambda = client("lambda", endpoint)
        self._sqs = client("sqs", endpoint)

    def advance(self, seconds: float) -> None:
        """Move the clock on by exactly `seconds`. Raises TimeTravelError, with the clock where it got to."""
        last = clock.offset() + round(seconds * clock.SECOND)
        self._settle()
        while (due := self._next_due()) is not None:
            offset = due - clock.real_now()
            if offset >= last:
                break
            self._set_offset(max(offset, clock.offset()))
            self._settle()
        self._set_offset(last)
        self._settle()

    def _set_offset(self, offset: int) -> None:
        """In milliseconds. The file is replaced as a whole, so that nobody reads half of it."""
        new = self._file.with_suffix(".new")
        new.write_text(f"{offset / clock.SECOND:.3f}", encoding="ascii")
        os.replace(new, self._file)

    def _agenda(self) -> dict[str, int]:
        """Partition key -> check_at, for all that has a due moment."""
        pages = self._dynamodb.get_paginator("scan").paginate(TableName=self._outputs["GameTable"], IndexName="agenda")
        return {item["PK"]["S"]: int(item["check_at"]["N"]) for page in pages for item in page["Items"]}

    def _next_due(self) -> int | None:
        """The next moment after now at which something wants to be looked at, with what follows close behind."""
        now = clock.now()
        moments = [moment for moment in self._agenda().values() if moment > now]
        if not moments:
            return None
        last = min(moments) + TOGETHER
        return max(moment for moment in moments if moment <= last)

    def _settle(self) -> None:
        """Sweep until nothing that is due changes any more, with all queues empty at the end."""
        self._wait_for_queues()
        before: dict[str, int] = {}
        while True:
            now = clock.now()
            due = {key: moment for key, moment in self._agenda().items() if moment <= now}
            if not due or due == before:
                return
            before = due
            self._sweep()
            self._wait_for_queues()

    def _sweep(self) -> None:
        answer = _patiently(lambda: self._lambda.invoke(FunctionName=self._outputs["SweepFunction"], Qualifier="live"))
        if answer.get("FunctionError"):
            error = json.loads(answer["Payload"].read())
            raise TimeTravelError(f"the sweep failed: {error.get('errorMessage')}")

    def _wait_for_queues(self) -> None:
        deadline = time.monotonic() + QUIET_SECONDS
        for queue in self._queues:
            while self._waiting(queue):
                if time.monotonic() > deadline:
                    raise TimeTravelError(f"messages stay in {queue.rpartition('/')[2]}; see the log")
                time.sleep(0.01)

    def _waiting(self, queue: str) -> int:
        attributes = self._sqs.get_queue_attributes(QueueUrl=queue, AttributeNames=list(COUNTS))["Attributes"]
        return sum(int(attributes.get(count, 0)) for count in COUNTS)


def _patiently(call: Callable[[], Any]) -> Any:
    """The sweep runs once at a time: while the schedule's own runs, ours is throttled."""
    deadline = time.monotonic() + QUIET_SECONDS
    while True:
        try:
            return call()
        except ClientError as error:
            if error.response["Error"]["Code"] != "TooManyRequestsException" or time.monotonic() > deadline:
                raise TimeTravelError(f"the sweep could not be called: {error}") from error
            time.sleep(0.05)
