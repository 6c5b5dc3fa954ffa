"""Component tests run the real code on moto's DynamoDB, with the tables of template.yaml."""

import io
import json
import logging
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import boto3
import pytest
from moto import mock_aws
from moto.dynamodb.models import dynamodb_backends
from moto.dynamodb.responses import DynamoHandler
from moto.ses.models import ses_backends
from tests import doors
from tests.conftest import BUILT_LEXICONS
from tests.doors import ORIGIN
from tests.tables import ENVIRONMENT, create_tables

from lettrix_cloud import log, session, store

SETTINGS = ENVIRONMENT | {
    "AWS_DEFAULT_REGION": "eu-west-3",
    "AWS_ACCESS_KEY_ID": "testing",
    "AWS_SECRET_ACCESS_KEY": "testing",
    "PUBLIC_ORIGIN": ORIGIN,
    "MAIL_FROM": "games@lettrix.test",
    "TIMEOUTS_QUEUE_URL": "https://queue.test/timeouts",
}
UNSET = ("CLOCK_FILE", "ORIGIN_SECRET", "AWS_ENDPOINT_URL", "AWS_PROFILE", "AWS_REGION")


def _one_call_at_a_time(patch: pytest.MonkeyPatch) -> None:
    """moto's conditional writes are not atomic under threads, as DynamoDB's are."""
    lock = threading.Lock()
    answer = DynamoHandler.call_action

    def alone(handler: DynamoHandler) -> Any:
        with lock:
            return answer(handler)

    patch.setattr(DynamoHandler, "call_action", alone)


@pytest.fixture(scope="session")
def aws() -> Iterator[Any]:
    """One emulation for all tests, and a client to make tables with."""
    with pytest.MonkeyPatch.context() as patch, mock_aws():
        _one_call_at_a_time(patch)
        for name, value in SETTINGS.items():
            patch.setenv(name, value)
        for name in UNSET:
            patch.delenv(name, raising=False)
        yield boto3.client("dynamodb")


@pytest.fixture(autouse=True)
def _environment(aws: Any) -> None:
    """Every component test has the environment of a function."""


@pytest.fixture
def tables(aws: Any) -> None:
    """Empty tables, and nothing remembered."""
    empty_tables(aws)


def empty_tables(aws: Any) -> None:
    """Begin anew, for what plays many games within one test."""
    for by_region in dynamodb_backends.values():
        for backend in by_region.values():
            backend.reset()
    create_tables(aws)
    session.forget_cache()
    doors.forget()


class Logged:
    """What a test made the functions log."""

    def __init__(self, stream: io.StringIO) -> None:
        self._stream = stream

    @property
    def text(self) -> str:
        """As it is written."""
        return self._stream.getvalue()

    @property
    def lines(self) -> list[dict[str, Any]]:
        """Line by line, parsed."""
        return [json.loads(line) for line in self.text.splitlines()]


@pytest.fixture
def logged() -> Iterator[Logged]:
    """The log from now on, of our logger and of the libraries'."""
    stream = io.StringIO()
    handler = cast("logging.StreamHandler[Any]", log.logger.registered_handler)
    before = handler.setStream(stream)
    libraries = logging.StreamHandler(stream)
    libraries.addFilter(lambda record: record.name != log.logger.name)
    logging.getLogger().addHandler(libraries)
    yield Logged(stream)
    logging.getLogger().removeHandler(libraries)
    if before is not None:
        handler.setStream(before)


class MovableClock:
    """The application's clock, moved as the local stack moves it."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._seconds = 0.0

    def advance(self, seconds: float) -> None:
        """Move time on."""
        self._seconds += seconds
        self._file.write_text(str(self._seconds), encoding="ascii")


@pytest.fixture
def clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MovableClock:
    """A clock that a test can move."""
    file = tmp_path / "clock"
    monkeypatch.setenv("CLOCK_FILE", str(file))
    return MovableClock(file)


@dataclass(frozen=True)
class Mail:
    """A mail that SES was given."""

    to: str
    subject: str
    text: str

    @property
    def code(self) -> str:
        """The eight digits in it."""
        [code] = re.findall(r"\b\d{8}\b", self.text)
        return str(code)


class Mailbox:
    """Everything that was sent, newest first."""

    def __init__(self, backend: Any) -> None:
        self._backend = backend

    def to(self, address: str) -> list[Mail]:
        """Mails to one address."""
        return [mail for mail in self.all() if mail.to == address]

    def all(self) -> list[Mail]:
        """All mails."""
        return [
            Mail(message.destinations["ToAddresses"][0], message.subject, message.body)
            for message in reversed(self._backend.sent_messages)
        ]


@pytest.fixture
def mailbox(aws: Any) -> Mailbox:
    """An empty mailbox behind a sender that SES knows."""
    backend = ses_backends["123456789012"][SETTINGS["AWS_DEFAULT_REGION"]]
    backend.reset()
    boto3.client("sesv2").create_email_identity(EmailIdentity=SETTINGS["MAIL_FROM"])
    return Mailbox(backend)


@pytest.fixture
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Try again at once, and give up after a tenth of a second."""
    monkeypatch.setattr(store, "_pause", lambda attempt: None)
    monkeypatch.setattr(store, "RETRY_SECONDS", 0.1)


@pytest.fixture
def french_lexicon(monkeypatch: pytest.MonkeyPatch) -> None:
    """The functions have the French dictionary that was built."""
    monkeypatch.setenv("LEXICON_DIR", str(BUILT_LEXICONS))
