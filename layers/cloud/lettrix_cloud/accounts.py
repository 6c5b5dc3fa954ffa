"""Accounts: who plays, under which name and address, with which settings; and codes sent to sign in.

`AccountRepository` says what is kept and promised; `accounts_dynamodb` keeps it in the tables,
`accounts_memory` in dictionaries, and the same tests hold for both. Times are milliseconds, UTC.
"""

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, Protocol, TypedDict

Theme = Literal["light", "dark", "auto"]
Channel = Literal["push", "email", "both", "none"]
Language = Literal["fr", "en", "de", "tr"]
Kind = Literal["turn", "reminder", "invitation", "result", "chat", "tournament"]

KINDS: tuple[Kind, ...] = ("turn", "reminder", "invitation", "result", "chat", "tournament")
FRIENDLY_PLACES = 5
"""Games at a time, waiting ones included; the places themselves are the game repository's."""
CODE_TRIES = 5
"""Wrong tries that void a code."""


class NameTaken(Exception):
    """Somebody else has this name, whatever its case."""


class AddressTaken(Exception):
    """This address has an account already."""


class CodeUsed(Exception):
    """The code was used, voided or replaced in the meantime."""


class NoAccount(Exception):
    """There is no such player."""


@dataclass(frozen=True, slots=True)
class QuietHours:
    """When no notice is sent, as minutes from midnight in the player's time zone; may span midnight."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Settings:
    """What a player chose."""

    language: Language = "fr"
    timezone: str = "Europe/Paris"
    theme: Theme = "auto"
    quiet_hours: QuietHours | None = None
    notifications: MappingProxyType[Kind, Channel] = field(
        default_factory=lambda: MappingProxyType(dict.fromkeys(KINDS, "push"))
    )


class SettingsChange(TypedDict, total=False):
    """Only what changes; of the notifications only the kinds that change."""

    language: Language
    timezone: str
    theme: Theme
    quiet_hours: QuietHours | None
    notifications: dict[Kind, Channel]


@dataclass(frozen=True, slots=True)
class Account:
    """A player as he sees himself."""

    id: str
    name: str
    address: str = field(repr=False)
    created_at: int
    settings: Settings = field(default_factory=Settings)


@dataclass(frozen=True, slots=True)
class Card:
    """A player as everybody sees him."""

    id: str
    name: str
    created_at: int


@dataclass(frozen=True, slots=True)
class Code:
    """A code that was sent, hashed: enough to check one, not to know it."""

    address_key: str
    binding_key: str
    """Hash of the cookie of the browser that asked; a browser has one code per address at a time."""
    browser: bool
    """A browser asked, so that only that browser may use it."""
    salt: str = field(repr=False)
    digest: str = field(repr=False)
    """With the salt it gives eight digits away in a moment."""
    asked_at: int
    expires_at: int
    tries: int = 0


class AccountRepository(Protocol):
    """What accounts promise, wherever they are kept. Any of these may raise store.StoreBusy."""

    def find(self, player_id: str) -> Account | None:
        """The account of a player."""

    def find_by_address(self, address: str) -> str | None:
        """The id of the player with this clean address."""

    def sign_up(self, account: Account, code: Code | None) -> None:
        """Create account, address, name, card and places and use up the code: all or nothing.

        Raises CodeUsed, else AddressTaken, else NameTaken.
        """

    def rename(self, account: Account, name: str) -> None:
        """Give a clean name to the account as it was read. Raises NameTaken, or NoAccount when it changed."""

    def change_settings(self, player_id: str, change: SettingsChange) -> None:
        """Change these settings and no others. Raises NoAccount."""

    def card(self, player_id: str) -> Card | None:
        """The public card of a player."""

    def search(self, prefix: str, after: str | None, limit: int) -> tuple[list[Card], str | None]:
        """Cards whose folded name begins with the folded prefix (not empty), by folded name.

        after: folded name to go on from. Returns them, and the folded name to go on from or None.
        Eventually consistent.
        """

    def put_code(self, code: Code) -> None:
        """Keep a code, in place of an earlier one of the same address and browser."""

    def count_try(self, address_key: str, binding_key: str, now: int) -> Code | None:
        """Count a try against a living code and return it; None when there is none with tries left."""

    def give_back_try(self, code: Code) -> None:
        """Take back the try that was counted for a right code that is not used up yet."""

    def newest_code(self, address_key: str, now: int) -> Code | None:
        """The newest living code that no browser asked for."""

    def use_code(self, code: Code) -> bool:
        """Use a code up; False when it was already. Of several at once exactly one gets True."""

    def count(self, subject: str, now: int, limit: int) -> bool:
        """Count an event of this hour for a subject; False, and not counted, when there were `limit`."""
