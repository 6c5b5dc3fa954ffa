"""Failures at the DynamoDB client that no emulator makes: conflicts, throttling, and a process that dies.

    with faults.failing("TransactWriteItems", faults.CONFLICT, times=2): ...
    with faults.crash(before=3): ...          # the process dies before its third call reaches the store
    with faults.crash(after=1) as calls: ...  # it dies after the first took effect; calls lists operations
    with faults.just_before("TransactWriteItems", act): ...  # somebody else is a moment faster

They hang on botocore's own events, so that everything above the client is the real code.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

from lettrix_cloud import store


class Crash(BaseException):
    """The process died here. Not an Exception: no handler may answer for a dead process."""


def cancelled(*codes: str) -> dict[str, Any]:
    """A transaction refused for these reasons, one an item in the order of the request."""
    return {
        "Error": {"Code": "TransactionCanceledException", "Message": "Transaction cancelled"},
        "CancellationReasons": [{"Code": code, "Message": "injected"} for code in codes],
    }


CONFLICT = cancelled("TransactionConflict", "None")
ITEM_THROTTLED = cancelled("ThrottlingError", "None")
CONFLICT_OF_ONE = {"Error": {"Code": "TransactionConflictException", "Message": "injected"}}
THROTTLED = {"Error": {"Code": "ThrottlingException", "Message": "injected"}}
OVER_CAPACITY = {"Error": {"Code": "ProvisionedThroughputExceededException", "Message": "injected"}}
SERVER_ERROR = {"Error": {"Code": "InternalServerError", "Message": "injected"}}


@contextmanager
def failing(operation: str, error: dict[str, Any], times: int | None = None) -> Iterator[list[str]]:
    """Let the next `times` calls of this operation (all of them: None) fail; yields the failed ones so far."""
    failed: list[str] = []

    def answer(model: Any, **_: Any) -> Any:
        if times is not None and len(failed) >= times:
            return None
        failed.append(model.name)
        return SimpleNamespace(status_code=400), error | {"ResponseMetadata": {"HTTPHeaders": {}}}

    with _listening(f"before-call.dynamodb.{operation}", answer):
        yield failed


@contextmanager
def unprocessed(times: int) -> Iterator[list[str]]:
    """Let the next `times` batches be answered with nothing but the keys to ask for again, as under throttling."""
    answered: list[str] = []

    def answer(model: Any, params: dict[str, Any], **_: Any) -> Any:
        if len(answered) >= times:
            return None
        answered.append(model.name)
        asked = json.loads(params["body"])["RequestItems"]
        nothing: dict[str, Any] = {"Responses": {table: [] for table in asked}, "UnprocessedKeys": asked}
        return SimpleNamespace(status_code=200), nothing | {"ResponseMetadata": {}}

    with _listening("before-call.dynamodb.BatchGetItem", answer):
        yield answered


@contextmanager
def crash(*, before: int | None = None, after: int | None = None) -> Iterator[list[str]]:
    """Die before or after the n-th call (counted from 1); yields the operations begun so far."""
    begun: list[str] = []

    def count(model: Any, **_: Any) -> None:
        begun.append(model.name)
        if len(begun) == before:
            raise Crash(f"before call {before}, {model.name}")

    def done(model: Any, **_: Any) -> None:
        if len(begun) == after:
            raise Crash(f"after call {after}, {model.name}")

    with _listening("before-call.dynamodb", count), _listening("after-call.dynamodb", done):
        yield begun


@contextmanager
def just_before(operation: str, action: Callable[[], Any], times: int = 1) -> Iterator[list[str]]:
    """Do something else right before each of the next `times` calls of this operation; yields those so far.

    What `action` itself calls is let through.
    """
    done: list[str] = []
    busy = False

    def interrupt(model: Any, **_: Any) -> None:
        nonlocal busy
        if busy or len(done) >= times:
            return
        done.append(model.name)
        busy = True
        try:
            action()
        finally:
            busy = False

    with _listening(f"before-call.dynamodb.{operation}", interrupt):
        yield done


@contextmanager
def _listening(event: str, function: Any) -> Iterator[None]:
    events = store.client().meta.events
    events.register_first(event, function)
    try:
        yield
    finally:
        events.unregister(event, function)
