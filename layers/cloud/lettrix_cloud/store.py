"""What every repository shares: one DynamoDB client, base classes of items, calls that say why they failed.

A call ends in one of three ways: it worked; `ConditionFailed`, the store's answer to a condition; or
`StoreBusy`, when conflicts, throttling and the like did not pass within `RETRY_SECONDS`. A conflict is
never taken for a failed condition. Only botocore is used, because importing boto3 costs a cold start 0.4 s.

Tests inject failures with botocore's own events on `client()`: `before-call.dynamodb.OPERATION` and
`after-call.dynamodb.OPERATION` (tests/faults.py).
"""

import random
import time
import uuid
from collections.abc import Callable, Sequence
from typing import Any, TypeVar, cast

import botocore.session
from botocore.client import BaseClient
from botocore.config import Config
from botocore.exceptions import BotoCoreError
from pynamodb.attributes import NumberAttribute, UnicodeAttribute
from pynamodb.connection import Connection, TableConnection
from pynamodb.exceptions import PynamoDBException, TransactWriteError
from pynamodb.expressions.condition import Condition
from pynamodb.expressions.update import Action
from pynamodb.models import Model
from pynamodb.transactions import TransactWrite

from lettrix_cloud import config

RETRY_SECONDS = 2.0
"""How long a call may go on trying before it becomes `StoreBusy`."""

SCHEMA = 1
"""Written into every item; a change of an item's meaning adds 1 and keeps reading the old one."""

_PASSING = frozenset(
    {
        # reasons of single items in a cancelled transaction
        "TransactionConflict",
        "ThrottlingError",
        "ProvisionedThroughputExceeded",
        # errors of a whole call
        "TransactionConflictException",
        "TransactionInProgressException",
        "ThrottlingException",
        "ProvisionedThroughputExceededException",
        "RequestLimitExceeded",
        "InternalServerError",
        "InternalServerErrorException",
        "ServiceUnavailable",
        "ServiceUnavailableException",
    }
)
_CONDITION = frozenset({"ConditionalCheckFailed", "ConditionalCheckFailedException"})

M = TypeVar("M", bound=Model)
T = TypeVar("T")


class StoreBusy(Exception):
    """The store did not take the call in time. Whether a write happened is not known: ask again, same id."""

    retry_after = 1
    """Seconds to wait before asking again."""


class ConditionFailed(Exception):
    """One or more conditions did not hold, so nothing was written."""

    def __init__(self, failed: Sequence[str]) -> None:
        super().__init__(", ".join(sorted(failed)))
        self.failed = tuple(failed)
        """The names given to the refused items."""


_client: BaseClient | None = None


def client() -> BaseClient:
    """The process's one DynamoDB client: every model and transaction goes through it."""
    global _client
    if _client is None:
        _client = botocore.session.get_session().create_client(
            "dynamodb",
            region_name=config.region(),
            config=Config(
                connect_timeout=1,
                read_timeout=2,
                retries={"total_max_attempts": 3, "mode": "standard"},
                parameter_validation=False,
            ),
        )
    return _client


def forget_client() -> None:
    """Let the next call make a new client; for tests that change the endpoint or start a new emulation."""
    global _client
    _client = None


class TableName:
    """A table's name, read from the environment at each use, so that importing a model binds nothing."""

    def __init__(self, read: Callable[[], str]) -> None:
        self._read = read

    def __get__(self, instance: object, owner: type | None = None) -> str:
        return self._read()


class StoredItem(Model):
    """Base of all items: they share `client()` instead of making one client a class, as pynamodb does.

    Never `save()` an item that exists: it erases attributes that the running code does not know. Use
    `update` or a `Transaction`. After a transaction the object at hand is stale: read again.
    """

    schema = NumberAttribute(default=SCHEMA)

    @classmethod
    def _get_connection(cls) -> TableConnection:
        table = super()._get_connection()
        table.connection._client = cast(Any, client())
        return table


class GameItem(StoredItem):
    """An item of the game table. Subclasses add attributes; indexes belong on the class that is queried."""

    class Meta:
        table_name = TableName(config.game_table)

    pk = UnicodeAttribute(hash_key=True, attr_name="PK")
    sk = UnicodeAttribute(range_key=True, attr_name="SK")


class AccountItem(StoredItem):
    """An item of the account table."""

    class Meta:
        table_name = TableName(config.account_table)

    pk = UnicodeAttribute(hash_key=True, attr_name="PK")
    sk = UnicodeAttribute(range_key=True, attr_name="SK")


def _pause(attempt: int) -> None:
    """Full jitter over 50, 100, 200 and then 400 ms."""
    time.sleep(random.uniform(0.0, 0.05 * 2 ** min(attempt, 3)))


def _is_passing(error: PynamoDBException) -> bool:
    if isinstance(error.cause, BotoCoreError):  # time-outs and broken connections
        return True
    return error.cause_response_code in _PASSING


def call(name: str, function: Callable[[], T]) -> T:
    """Run one DynamoDB call and return its result.

    Raises `ConditionFailed([name])`, or `StoreBusy` when it could not be done within
    `RETRY_SECONDS`. What is tried again must be safe to do twice: reads, and writes under a condition
    whose failure the caller can tell from its own earlier success.
    """
    give_up = time.monotonic() + RETRY_SECONDS
    attempt = 0
    while True:
        try:
            return function()
        except PynamoDBException as error:
            if error.cause_response_code in _CONDITION:
                raise ConditionFailed([name]) from error
            if not _is_passing(error):
                raise
            if time.monotonic() >= give_up:
                raise StoreBusy(name) from error
        _pause(attempt)
        attempt += 1


def find(name: str, model: type[M], pk: str, sk: str | None = None, *, consistent: bool = True) -> M | None:
    """One item by its key, or None. Strongly consistent unless told otherwise."""

    def get() -> M | None:
        try:
            return model.get(pk, sk, consistent_read=consistent)
        except model.DoesNotExist:
            return None

    return call(name, get)


class Transaction:
    """Up to 100 writes that all happen or none, each under a name by which a refusal is reported.

        write = Transaction("join")
        write.update("state", item, actions=[...], condition=StateItem.revision == 7)
        write.put("places", places)
        write.commit()

    A request token makes trying again safe: the same transaction is applied once.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        # DynamoDB gives reasons in the order of the request, and pynamodb orders a request by kind.
        self._deletes: list[str] = []
        self._puts: list[str] = []
        self._updates: list[str] = []
        self._steps: list[Callable[[TransactWrite], None]] = []

    def put(self, name: str, item: Model, condition: Condition | None = None) -> None:
        """Write a new item; without a condition of its own it must not exist yet."""
        if condition is None:
            condition = _absent(item)
        self._puts.append(name)
        self._steps.append(lambda write: write.save(item, condition))

    def update(self, name: str, item: Model, actions: Sequence[Action], condition: Condition | None = None) -> None:
        """Change an item; only the keys of `item` are used."""
        self._updates.append(name)
        self._steps.append(lambda write: write.update(item, list(actions), condition))

    def delete(self, name: str, item: Model, condition: Condition | None = None) -> None:
        """Remove an item; only the keys of `item` are used."""
        self._deletes.append(name)
        self._steps.append(lambda write: write.delete(item, condition))

    def commit(self) -> None:
        """Do it. Raises `ConditionFailed` naming every refused item, or `StoreBusy`."""
        connection = Connection(region=config.region())
        connection._client = cast(Any, client())
        write = TransactWrite(connection=connection, client_request_token=uuid.uuid4().hex)
        for step in self._steps:
            step(write)
        give_up = time.monotonic() + RETRY_SECONDS
        attempt = 0
        while True:
            try:
                write._commit()
                return
            except TransactWriteError as error:
                if not self._try_again(error):
                    raise
                if time.monotonic() >= give_up:
                    raise StoreBusy(self.name) from error
            _pause(attempt)
            attempt += 1

    def _try_again(self, error: TransactWriteError) -> bool:
        """Whether the refusal will pass; raises `ConditionFailed` when a condition was the reason.

        Where both kinds of reasons are given the conditions were looked at while another write was under way: what
        they say alone, without the item in conflict, is not yet what the table says.
        """
        reasons = error.cancellation_reasons
        if any(reason is not None and reason.code in _PASSING for reason in reasons):
            return True
        names = self._deletes + self._puts + self._updates
        failed = [
            name
            for name, reason in zip(names, reasons, strict=False)
            if reason is not None and reason.code in _CONDITION
        ]
        if failed:
            raise ConditionFailed(failed) from error
        return _is_passing(error)


def _absent(item: Model) -> Condition:
    return cast(Any, type(item))._hash_key_attribute().does_not_exist()  # type: ignore[no-any-return]
