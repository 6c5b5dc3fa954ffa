"""Accounts in dictionaries: the twin of accounts_dynamodb for tests and trials, under the same contract."""

import threading
from dataclasses import replace
from types import MappingProxyType

from lettrix_cloud import clock
from lettrix_cloud.accounts import (
    CODE_TRIES,
    Account,
    AddressTaken,
    Card,
    Code,
    CodeUsed,
    NameTaken,
    NoAccount,
    SettingsChange,
)
from lettrix_cloud.names import address_key, fold_name


class MemoryAccounts:
    """An AccountRepository that forgets everything when it goes."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._accounts: dict[str, Account] = {}
        self._addresses: dict[str, str] = {}
        self._names: dict[str, str] = {}
        self._codes: dict[tuple[str, str], Code] = {}
        self._counts: dict[tuple[str, int], int] = {}

    def find(self, player_id: str) -> Account | None:
        return self._accounts.get(player_id)

    def find_by_address(self, address: str) -> str | None:
        return self._addresses.get(address_key(address))

    def sign_up(self, account: Account, code: Code | None) -> None:
        with self._lock:
            if code is not None and not self._is_current(code):
                raise CodeUsed
            if address_key(account.address) in self._addresses:
                raise AddressTaken
            if fold_name(account.name) in self._names:
                raise NameTaken
            if code is not None:
                del self._codes[code.address_key, code.binding_key]
            self._accounts[account.id] = account
            self._addresses[address_key(account.address)] = account.id
            self._names[fold_name(account.name)] = account.id

    def rename(self, account: Account, name: str) -> None:
        with self._lock:
            stored = self._accounts.get(account.id)
            if stored is None or stored.name != account.name:
                raise NoAccount
            if self._names.get(fold_name(name), account.id) != account.id:
                raise NameTaken
            del self._names[fold_name(account.name)]
            self._names[fold_name(name)] = account.id
            self._accounts[account.id] = replace(stored, name=name)

    def change_settings(self, player_id: str, change: SettingsChange) -> None:
        with self._lock:
            account = self._accounts.get(player_id)
            if account is None:
                raise NoAccount
            notifications = dict(account.settings.notifications) | change.get("notifications", {})
            given = {name: value for name, value in change.items() if name != "notifications"}
            settings = replace(account.settings, notifications=MappingProxyType(notifications))
            self._accounts[player_id] = replace(account, settings=replace(settings, **given))  # type: ignore[arg-type]

    def card(self, player_id: str) -> Card | None:
        account = self._accounts.get(player_id)
        return None if account is None else Card(account.id, account.name, account.created_at)

    def search(self, prefix: str, after: str | None, limit: int) -> tuple[list[Card], str | None]:
        folded = fold_name(prefix)
        names = sorted(
            (name for name in self._names if name.startswith(folded) and (after is None or name > after)),
            key=lambda name: name.encode(),
        )
        cards = [card for name in names[:limit] if (card := self.card(self._names[name])) is not None]
        return cards, names[limit - 1] if len(names) > limit else None

    def put_code(self, code: Code) -> None:
        with self._lock:
            self._codes[code.address_key, code.binding_key] = code

    def count_try(self, address_key: str, binding_key: str, now: int) -> Code | None:
        with self._lock:
            code = self._codes.get((address_key, binding_key))
            if code is None or code.expires_at <= now or code.tries >= CODE_TRIES:
                return None
            code = replace(code, tries=code.tries + 1)
            self._codes[address_key, binding_key] = code
            return code

    def give_back_try(self, code: Code) -> None:
        with self._lock:
            if self._is_current(code):
                stored = self._codes[code.address_key, code.binding_key]
                self._codes[code.address_key, code.binding_key] = replace(stored, tries=stored.tries - 1)

    def newest_code(self, address_key: str, now: int) -> Code | None:
        living = [
            code
            for code in self._codes.values()
            if code.address_key == address_key and not code.browser and code.expires_at > now
        ]
        return max(living, key=lambda code: code.asked_at, default=None)

    def use_code(self, code: Code) -> bool:
        with self._lock:
            if not self._is_current(code):
                return False
            del self._codes[code.address_key, code.binding_key]
            return True

    def count(self, subject: str, now: int, limit: int) -> bool:
        with self._lock:
            key = (subject, now // clock.HOUR)
            counted = self._counts.get(key, 0)
            if counted >= limit:
                return False
            self._counts[key] = counted + 1
            return True

    def _is_current(self, code: Code) -> bool:
        stored = self._codes.get((code.address_key, code.binding_key))
        return stored is not None and stored.digest == code.digest
