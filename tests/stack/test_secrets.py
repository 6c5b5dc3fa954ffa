"""After all other tests: nothing that only one person may know stands in a log, or in an answer to anybody else.

What is secret is worked out from the tables, by replaying every game that was played on the stack: racks in their
order, what was drawn, the bag's order, secrets and seeds; besides tokens, codes and addresses of everybody.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from infra.local.stack import LocalStack
from tests.stack import tables
from tests.stack.heard import Heard, Ledger

from lettrix.game import replay_states, start

pytestmark = pytest.mark.searches_everything

SHORTEST = 7
"""Letters in a row that are no coincidence."""
LETTERS = re.compile(rf"[A-Z?]{{{SHORTEST},}}")
HEX = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class Secrets:
    """What a game must not tell before its end."""

    game: str
    letters: dict[str, set[str]]
    """By the player who may know them ("" for nobody): letters in their order."""
    hexes: frozenset[str]
    """Secret and seed."""

    def hidden_from(self, player: str | None) -> set[str]:
        """The letters that this player may not know. What he drew himself stood in the bag before."""
        own = self.letters[player] if player else set()
        others = {text for other, texts in self.letters.items() if other != player for text in texts}
        others |= self.letters[""]
        return {text for text in others if not is_told({text}, list(own))}


@pytest.fixture(scope="module")
def secrets(stack: LocalStack) -> list[Secrets]:
    """Of every game that has started."""
    return [found for game in tables.all_games(stack) for found in _secrets(stack, game)]


def _secrets(stack: LocalStack, game: str) -> Iterator[Secrets]:
    stored = tables.load(stack, game)
    hexes = frozenset({stored.secret.hex(), stored.seed.hex()})
    letters: dict[str, set[str]] = {"": set()}
    if stored.game is not None:
        begun = start(
            stored.rules, stored.seed, len(stored.players), stored.game.started_at, ends_at=stored.game.first_ends_at
        )
        states = [begun, *(state for state, _ in replay_states(begun, tables.turns(stack, game)))]
        assert states[-1] == stored.game
        for state in states:
            letters[""] |= {state.bag[:SHORTEST], state.bag[-SHORTEST:], state.bag[::-1][:SHORTEST]}
            for player, seat in zip(stored.seated, state.seats, strict=True):
                letters.setdefault(player, set()).add(seat.rack)
    long_enough = {player: {text for text in texts if len(text) >= SHORTEST} for player, texts in letters.items()}
    yield Secrets(game, long_enough, hexes)


def runs(text: str) -> list[str]:
    """All letters in a row, written as one text or as a list of texts."""
    return LETTERS.findall(re.sub(r'["\'],\s*["\']', "", text))


def is_told(letters: set[str], found: list[str]) -> bool:
    """Whether one of the texts stands within what was found."""
    return any(text in run for run in found for text in letters)


def may_be_public(game: str, answer: Heard, text: str) -> bool:
    """Whether an answer is about a game that was over by then."""
    if game not in answer.path and game not in text:
        return False
    return answer.path.endswith("/proof") or '"status":"finished"' in text or '"kind":"end"' in text


def text_of(answer: Heard) -> str:
    return answer.headers.decode("latin-1") + "\n" + answer.body.decode("utf-8", errors="replace")


def test_the_search_finds_what_is_told_to_its_owner(secrets: list[Secrets], ledger: Ledger) -> None:
    """Else it would find nothing anywhere."""
    own = told = 0
    for answer in ledger.answers:
        text = text_of(answer)
        found, hexes = runs(text), set(HEX.findall(text))
        for secret in secrets:
            own += answer.viewer in secret.letters and is_told(secret.letters[answer.viewer], found)
            told += bool(hexes & secret.hexes)
    assert own > 20, "nobody saw his own rack"
    assert told > 1, "no finished game told its secret"


class Searcher:
    """Finds the games of which an answer tells what its viewer may not know."""

    def __init__(self, secrets: list[Secrets]) -> None:
        self._secrets = secrets
        self._hidden = {(secret.game, who): secret.hidden_from(who) for secret in secrets for who in secret.letters}

    def leaks(self, answer: Heard) -> list[str]:
        """Ids of those games."""
        text = text_of(answer)
        found, hexes = runs(text), set(HEX.findall(text))
        return [
            secret.game
            for secret in self._secrets
            if hexes & secret.hexes or is_told(self._hidden_from(secret, answer.viewer), found)
            if not may_be_public(secret.game, answer, text)
        ]

    def _hidden_from(self, secret: Secrets, viewer: str | None) -> set[str]:
        known = viewer if viewer in secret.letters else ""
        return self._hidden[secret.game, known or ""]


def test_no_answer_tells_another_players_letters_or_the_draw(secrets: list[Secrets], ledger: Ledger) -> None:
    print(f"{len(secrets)} games, {len(ledger.answers)} answers searched")
    searcher = Searcher(secrets)
    for answer in ledger.answers:
        assert searcher.leaks(answer) == [], (answer.method, answer.path, answer.status)


def test_a_leak_would_be_found(secrets: list[Secrets]) -> None:
    searcher = Searcher(secrets)
    secret = next(secret for secret in secrets if len(secret.letters) >= 3)
    me, other = [player for player in secret.letters if player][:2]
    rack = max(secret.letters[other] - secret.letters[me])
    for told in (rack, ",".join(f'"{letter}"' for letter in rack), max(secret.hexes)):
        body = f'{{"status":"active","told":[{told}]}}'.encode()
        assert searcher.leaks(Heard(me, "GET", f"/api/games/{secret.game}", 200, b"", body)) == [secret.game]
        assert searcher.leaks(Heard(None, "GET", "/api/rules", 200, b"etag: " + told.encode(), b"")) == [secret.game]


def test_no_answer_tells_a_token_a_code_or_somebody_elses_address(ledger: Ledger) -> None:
    for answer in ledger.answers:
        text = text_of(answer)
        signs_in = (answer.method, answer.path, answer.status) == ("POST", "/api/auth/sessions", 201)
        told = [token for token in ledger.tokens if token in text]
        assert len(told) <= signs_in, answer.path
        assert not any(re.search(rf"(?<!\d){code}(?!\d)", text) for code in ledger.codes), answer.path
        lower = text.lower()
        for player, address in ledger.addresses.items():
            assert address not in lower or (player, answer.path) == (answer.viewer, "/api/me"), answer.path


def test_no_log_tells_anything(stack: LocalStack, secrets: list[Secrets], ledger: Ledger) -> None:
    files = sorted(stack.log_folder.iterdir())
    names = {file.stem for file in files}
    assert names >= {"auth", "emulator", "frontdoor", "games", "move"}
    assert ledger.codes
    assert ledger.tokens
    for file in files:
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
        # The emulator's mail service says to whom it sends, as a mail service may.
        text = "\n".join(line for line in lines if "[ses-v2] SESv2 SendEmail" not in line)
        found = runs(text)
        for secret in secrets:
            assert not is_told(secret.hidden_from(None), found), (file.name, secret.game)
            for hidden_hex in secret.hexes:
                assert hidden_hex not in text, (file.name, secret.game)
                assert b64encode(bytes.fromhex(hidden_hex)).decode() not in text, (file.name, secret.game)
        for word in (*ledger.tokens, *ledger.addresses.values()):
            assert word not in text, file.name
        assert not re.search(r"[\w.]+@(?:mail\.)?lettrix\.test", text.replace("lettrix@lettrix.test", "")), file.name
        for code in ledger.codes:
            assert not re.search(rf"(?<![\d.]){code}(?!\d)", text), file.name


def test_no_function_failed(stack: LocalStack) -> None:
    """No trace, no unforeseen error: every refusal of all these tests was meant."""
    for name in ("auth", "dictionary", "frontdoor", "games", "move", "players", "sweep", "timeouts"):
        file = stack.log_folder / f"{name}.log"
        if not file.exists():
            continue
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
        wrong = [
            line for line in lines if "Traceback" in line or '"unexpected error"' in line or "Task timed out" in line
        ]
        assert not wrong, (file.name, wrong[:3])
