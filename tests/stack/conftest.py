"""Stack tests talk HTTP to template.yaml as deployed on this machine: one stack for all of them."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from infra.local.stack import LocalStack
from tests.stack.heard import Ledger
from tests.stack.people import Room

SECONDS = 60.0


class Client(httpx.Client):
    """A player's client of the API: cookies are not kept, the bearer token is."""

    def __init__(self, stack: LocalStack, player: dict[str, Any], token: str) -> None:
        super().__init__(base_url=stack.url, headers={"authorization": f"Bearer {token}"}, timeout=SECONDS)
        self.id: str = player["id"]
        self.name: str = player["name"]
        self.token = token


@pytest.fixture(scope="session")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalStack]:
    """The running stack: `url`, `emulator_url`, `outputs`, `client(service)`, `log_folder`."""
    with LocalStack(tmp_path_factory.mktemp("stack")) as running:
        yield running


@pytest.fixture(scope="session")
def sign_in(stack: LocalStack) -> Iterator[Callable[[], Client]]:
    """Makes players who never played: `ada = sign_in()`."""
    clients: list[Client] = []
    numbers = itertools.count(1)

    def make() -> Client:
        body = {"player": f"player {next(numbers)}", "create": True, "token": True}
        answer = httpx.post(f"{stack.url}/dev/sessions", json=body, timeout=SECONDS)
        assert answer.status_code == 201, answer.text
        clients.append(Client(stack, answer.json()["player"], answer.json()["token"]))
        return clients[-1]

    yield make
    for client in clients:
        client.close()


@pytest.fixture(scope="session")
def anybody(stack: LocalStack) -> Iterator[httpx.Client]:
    """A client that is not signed in."""
    with httpx.Client(base_url=stack.url, timeout=SECONDS) as client:
        yield client


@pytest.fixture(scope="session")
def ledger() -> Ledger:
    """Everything that the stack says to the people of `room`."""
    return Ledger()


@pytest.fixture(scope="session")
def room(stack: LocalStack, ledger: Ledger) -> Room:
    """Where players come from whose every answer is kept."""
    return Room(stack, ledger)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "searches_everything: runs after all other tests")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The search for secrets comes last: it searches what all the others made the stack say."""
    items.sort(key=lambda item: item.get_closest_marker("searches_everything") is not None)
