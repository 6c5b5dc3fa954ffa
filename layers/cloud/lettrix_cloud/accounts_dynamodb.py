"""Accounts in the tables.

AccountTable: `PLAYER#id / ACCOUNT`, `EMAIL#hash / EMAIL`, `NAME#first letter / folded name` (at once the
uniqueness of a name and the list that a search by prefix pages through), `CODE#hash of address / hash of the
asking browser's cookie`, `RATE#subject#hour / RATE`. GameTable: `PLAYER#id / CARD` (the one public copy of a
name) and `PLAYER#id / PLACES`.
"""

from types import MappingProxyType
from typing import Any, cast

from pynamodb.attributes import BooleanAttribute, MapAttribute, NumberAttribute, UnicodeAttribute
from pynamodb.expressions.update import Action
from pynamodb.pagination import ResultIterator

from lettrix_cloud import clock, store
from lettrix_cloud.accounts import (
    CODE_TRIES,
    FRIENDLY_PLACES,
    Account,
    AddressTaken,
    Card,
    Code,
    CodeUsed,
    NameTaken,
    NoAccount,
    QuietHours,
    Settings,
    SettingsChange,
)
from lettrix_cloud.names import address_key, fold_name


class ProfileItem(store.AccountItem):
    """`PLAYER#id / ACCOUNT`."""

    name = UnicodeAttribute()
    address = UnicodeAttribute()
    created_at = NumberAttribute()
    language = UnicodeAttribute()
    timezone = UnicodeAttribute()
    theme = UnicodeAttribute()
    quiet_start = NumberAttribute(null=True)
    quiet_end = NumberAttribute(null=True)
    notifications: MapAttribute[str, Any] = MapAttribute()  # type: ignore[no-untyped-call]


class AddressItem(store.AccountItem):
    """`EMAIL#hash / EMAIL`."""

    player = UnicodeAttribute()


class NameItem(store.AccountItem):
    """`NAME#first letter / folded name`."""

    player = UnicodeAttribute()
    name = UnicodeAttribute()
    created_at = NumberAttribute()
    """Of the player: with it a search needs no second read."""


class CodeItem(store.AccountItem):
    """`CODE#hash of address / hash of cookie`."""

    browser = BooleanAttribute()
    salt = UnicodeAttribute()
    digest = UnicodeAttribute()
    asked_at = NumberAttribute()
    expires_at = NumberAttribute()
    tries = NumberAttribute(default=0)
    ttl = NumberAttribute()


class RateItem(store.AccountItem):
    """`RATE#subject#hour / RATE`."""

    times = NumberAttribute()
    ttl = NumberAttribute()


class CardItem(store.GameItem):
    """`PLAYER#id / CARD`, in the game table."""

    name = UnicodeAttribute()
    created_at = NumberAttribute()


class NewPlacesItem(store.GameItem):
    """`PLAYER#id / PLACES` as sign-up writes it: no game yet, so no set of games (DynamoDB has no empty set)."""

    friendly_limit = NumberAttribute()


class DynamoAccounts:
    """The AccountRepository of the deployed stack."""

    def find(self, player_id: str) -> Account | None:
        item = store.find("account", ProfileItem, *_profile_key(player_id))
        return None if item is None else _account(player_id, item)

    def find_by_address(self, address: str) -> str | None:
        item = store.find("address", AddressItem, *_address_key(address))
        return None if item is None else item.player

    def sign_up(self, account: Account, code: Code | None) -> None:
        settings = account.settings
        quiet = settings.quiet_hours
        write = store.Transaction("sign-up")
        profile = ProfileItem(
            *_profile_key(account.id),
            name=account.name,
            address=account.address,
            created_at=account.created_at,
            language=settings.language,
            timezone=settings.timezone,
            theme=settings.theme,
            quiet_start=None if quiet is None else quiet.start,
            quiet_end=None if quiet is None else quiet.end,
            notifications=dict(settings.notifications),
        )
        write.put("account", profile)
        write.put("address", AddressItem(*_address_key(account.address), player=account.id))
        write.put("name", _name_item(account, account.name))
        write.put("card", CardItem(*_card_key(account.id), name=account.name, created_at=account.created_at))
        write.put("places", NewPlacesItem(f"PLAYER#{account.id}", "PLACES", friendly_limit=FRIENDLY_PLACES))
        if code is not None:
            write.delete("code", CodeItem(*_code_key(code)), CodeItem.digest == code.digest)
        try:
            write.commit()
        except store.ConditionFailed as refused:
            if "code" in refused.failed:
                raise CodeUsed from refused
            if "address" in refused.failed:
                raise AddressTaken from refused
            if "name" in refused.failed:
                raise NameTaken from refused
            raise

    def rename(self, account: Account, name: str) -> None:
        write = store.Transaction("rename")
        write.update(
            "account",
            ProfileItem(*_profile_key(account.id)),
            [ProfileItem.name.set(name)],
            ProfileItem.name == account.name,
        )
        write.update("card", CardItem(*_card_key(account.id)), [CardItem.name.set(name)], CardItem.pk.exists())
        if fold_name(name) == fold_name(account.name):
            write.update(
                "name",
                NameItem(*_name_key(name)),
                [NameItem.name.set(name)],
                NameItem.player == account.id,
            )
        else:
            write.put("name", _name_item(account, name))
            write.delete("old-name", NameItem(*_name_key(account.name)), NameItem.player == account.id)
        try:
            write.commit()
        except store.ConditionFailed as refused:
            if set(refused.failed) == {"name"}:
                raise NameTaken from refused
            raise NoAccount from refused

    def change_settings(self, player_id: str, change: SettingsChange) -> None:
        actions: list[Action] = []
        if "language" in change:
            actions.append(ProfileItem.language.set(change["language"]))
        if "timezone" in change:
            actions.append(ProfileItem.timezone.set(change["timezone"]))
        if "theme" in change:
            actions.append(ProfileItem.theme.set(change["theme"]))
        if "quiet_hours" in change:
            quiet = change["quiet_hours"]
            if quiet is None:
                actions += [ProfileItem.quiet_start.remove(), ProfileItem.quiet_end.remove()]
            else:
                actions += [ProfileItem.quiet_start.set(quiet.start), ProfileItem.quiet_end.set(quiet.end)]
        for kind, channel in change.get("notifications", {}).items():
            actions.append(ProfileItem.notifications[kind].set(channel))
        item = ProfileItem(*_profile_key(player_id))
        if not actions:
            return
        try:
            store.call("settings", lambda: item.update(actions, condition=ProfileItem.pk.exists()))
        except store.ConditionFailed as refused:
            raise NoAccount from refused

    def card(self, player_id: str) -> Card | None:
        item = store.find("card", CardItem, *_card_key(player_id))
        return None if item is None else Card(player_id, item.name, int(item.created_at))

    def search(self, prefix: str, after: str | None, limit: int) -> tuple[list[Card], str | None]:
        folded = fold_name(prefix)
        pk = f"NAME#{folded[0]}"

        def read() -> tuple[list[NameItem], Any]:
            found: ResultIterator[NameItem] = NameItem.query(
                pk,
                NameItem.sk.startswith(folded),
                limit=limit,
                last_evaluated_key=None if after is None else {"PK": {"S": pk}, "SK": {"S": after}},
            )
            return list(found), found.last_evaluated_key

        items, more = store.call("search-names", read)
        cards = [Card(item.player, item.name, int(item.created_at)) for item in items]
        return cards, items[-1].sk if items and more else None

    def put_code(self, code: Code) -> None:
        item = CodeItem(
            *_code_key(code),
            browser=code.browser,
            salt=code.salt,
            digest=code.digest,
            asked_at=code.asked_at,
            expires_at=code.expires_at,
            tries=code.tries,
            ttl=code.expires_at // clock.SECOND + 1,
        )
        store.call("put-code", item.save)  # replaces an earlier code whole, which is what is meant

    def count_try(self, address_key: str, binding_key: str, now: int) -> Code | None:
        item = CodeItem(f"CODE#{address_key}", binding_key)
        condition = CodeItem.pk.exists() & (CodeItem.expires_at > now) & (CodeItem.tries < CODE_TRIES)
        try:
            # update() fills the item with what is stored afterwards
            store.call("count-try", lambda: item.update([CodeItem.tries.add(1)], condition=condition))
        except store.ConditionFailed:
            return None
        return _code(address_key, item)

    def give_back_try(self, code: Code) -> None:
        item = CodeItem(*_code_key(code))
        try:
            store.call(
                "give-back-try",
                lambda: item.update([CodeItem.tries.add(-1)], condition=CodeItem.digest == code.digest),
            )
        except store.ConditionFailed:
            return

    def newest_code(self, address_key: str, now: int) -> Code | None:
        items = store.call(
            "codes", lambda: list(CodeItem.query(f"CODE#{address_key}", consistent_read=True, limit=100))
        )
        living = [item for item in items if not item.browser and item.expires_at > now]
        newest = max(living, key=lambda item: item.asked_at, default=None)
        return None if newest is None else _code(address_key, newest)

    def use_code(self, code: Code) -> bool:
        write = store.Transaction("use-code")
        write.delete("code", CodeItem(*_code_key(code)), CodeItem.digest == code.digest)
        try:
            write.commit()
        except store.ConditionFailed:
            return False
        return True

    def count(self, subject: str, now: int, limit: int) -> bool:
        hour = now // clock.HOUR
        item = RateItem(f"RATE#{subject}#{hour}", "RATE")
        actions: list[Action] = [RateItem.times.add(1), RateItem.ttl.set((hour + 2) * clock.HOUR // clock.SECOND)]
        condition = RateItem.times.does_not_exist() | (RateItem.times < limit)
        try:
            store.call("count", lambda: item.update(actions, condition=condition))
        except store.ConditionFailed:
            return False
        return True


def _profile_key(player_id: str) -> tuple[str, str]:
    return f"PLAYER#{player_id}", "ACCOUNT"


def _card_key(player_id: str) -> tuple[str, str]:
    return f"PLAYER#{player_id}", "CARD"


def _address_key(address: str) -> tuple[str, str]:
    return f"EMAIL#{address_key(address)}", "EMAIL"


def _name_key(name: str) -> tuple[str, str]:
    folded = fold_name(name)
    return f"NAME#{folded[0]}", folded


def _code_key(code: Code) -> tuple[str, str]:
    return f"CODE#{code.address_key}", code.binding_key


def _name_item(account: Account, name: str) -> NameItem:
    return NameItem(*_name_key(name), player=account.id, name=name, created_at=account.created_at)


def _account(player_id: str, item: ProfileItem) -> Account:
    quiet = None
    if item.quiet_start is not None and item.quiet_end is not None:
        quiet = QuietHours(int(item.quiet_start), int(item.quiet_end))
    # What was written passed the API's validation; a value that only newer code knows is passed on as it is.
    settings = Settings(
        language=cast(Any, item.language),
        timezone=item.timezone,
        theme=cast(Any, item.theme),
        quiet_hours=quiet,
        notifications=MappingProxyType(cast(Any, item.notifications.attribute_values)),
    )
    return Account(player_id, item.name, item.address, int(item.created_at), settings)


def _code(address: str, item: CodeItem) -> Code:
    return Code(
        address_key=address,
        binding_key=item.sk,
        browser=item.browser,
        salt=item.salt,
        digest=item.digest,
        asked_at=int(item.asked_at),
        expires_at=int(item.expires_at),
        tries=int(item.tries),
    )
