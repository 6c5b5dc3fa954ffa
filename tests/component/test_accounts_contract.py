"""What accounts promise holds in the tables and in the twin alike."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import count

import pytest

from lettrix_cloud import ids
from lettrix_cloud.accounts import (
    CODE_TRIES,
    FRIENDLY_PLACES,
    Account,
    AccountRepository,
    AddressTaken,
    Code,
    CodeUsed,
    NameTaken,
    NoAccount,
    QuietHours,
)
from lettrix_cloud.accounts_dynamodb import DynamoAccounts
from lettrix_cloud.accounts_memory import MemoryAccounts
from lettrix_cloud.games import FRIENDLY_LIMIT
from lettrix_cloud.names import address_key

NOW = 1_800_000_000_000
numbers = count()


@pytest.fixture(params=["dynamodb", "memory"])
def accounts(request: pytest.FixtureRequest) -> AccountRepository:
    if request.param == "memory":
        return MemoryAccounts()
    request.getfixturevalue("tables")
    return DynamoAccounts()


def account(name: str = "Zoé", address: str = "zoe@lettrix.test") -> Account:
    return Account(ids.new_id(NOW + next(numbers)), name, address, NOW)


def code(address: str = "zoe@lettrix.test", binding: str = "b1", **changes: object) -> Code:
    made = Code(
        address_key=address_key(address),
        binding_key=binding,
        browser=True,
        salt="s",
        digest=f"digest {next(numbers)}",
        asked_at=NOW,
        expires_at=NOW + 1000,
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def signed_up(accounts: AccountRepository, name: str = "Zoé", address: str = "zoe@lettrix.test") -> Account:
    made = account(name, address)
    accounts.sign_up(made, None)
    return made


def at_once(action: Callable[[int], object], times: int = 6) -> list[object]:
    """Results, or exceptions, of the same action in threads."""

    def run(number: int) -> object:
        try:
            return action(number)
        except Exception as error:
            return error

    with ThreadPoolExecutor(times) as pool:
        return list(pool.map(run, range(times)))


class TestSignUp:
    def test_what_is_written_is_read(self, accounts: AccountRepository) -> None:
        made = signed_up(accounts)
        assert accounts.find(made.id) == made
        assert accounts.find_by_address("zoe@lettrix.test") == made.id
        card = accounts.card(made.id)
        assert card is not None
        assert (card.id, card.name, card.created_at) == (made.id, "Zoé", NOW)

    def test_nobody_is_nobody(self, accounts: AccountRepository) -> None:
        assert accounts.find("01HZZZZZZZZZZZZZZZZZZZZZZZ") is None
        assert accounts.card("01HZZZZZZZZZZZZZZZZZZZZZZZ") is None
        assert accounts.find_by_address("nobody@lettrix.test") is None

    def test_the_address_is_unique(self, accounts: AccountRepository) -> None:
        first = signed_up(accounts)
        with pytest.raises(AddressTaken):
            accounts.sign_up(account("Other"), None)
        assert accounts.find_by_address("zoe@lettrix.test") == first.id
        assert accounts.search("Other", None, 10) == ([], None)

    @pytest.mark.parametrize("same", ["Zoé", "ZOÉ", "zoé", "Zoe\u0301", "ｚoé"])
    def test_the_name_is_unique_without_case(self, accounts: AccountRepository, same: str) -> None:
        signed_up(accounts)
        other = account(same, "other@lettrix.test")
        with pytest.raises(NameTaken):
            accounts.sign_up(other, None)
        assert accounts.find(other.id) is None
        assert accounts.card(other.id) is None
        assert accounts.find_by_address("other@lettrix.test") is None

    def test_the_code_goes_with_it_or_not_at_all(self, accounts: AccountRepository) -> None:
        kept = code()
        accounts.put_code(kept)
        signed_up(accounts, "Taken", "taken@lettrix.test")
        with pytest.raises(NameTaken):
            accounts.sign_up(account("taken"), kept)
        made = account("Free")
        accounts.sign_up(made, kept)
        assert accounts.use_code(kept) is False
        with pytest.raises(CodeUsed):
            accounts.sign_up(account("Third", "third@lettrix.test"), kept)

    def test_of_two_for_one_name_exactly_one_wins(self, accounts: AccountRepository) -> None:
        results = at_once(lambda n: accounts.sign_up(account("Zoé", f"z{n}@lettrix.test"), None))
        assert results.count(None) == 1
        assert sum(isinstance(result, NameTaken) for result in results) == 5
        assert len(accounts.search("zoé", None, 10)[0]) == 1

    def test_of_two_for_one_address_exactly_one_wins(self, accounts: AccountRepository) -> None:
        results = at_once(lambda n: accounts.sign_up(account(f"Zoé {n}"), None))
        assert results.count(None) == 1
        assert sum(isinstance(result, AddressTaken) for result in results) == 5
        assert len(accounts.search("zoé", None, 10)[0]) == 1


class TestRename:
    def test_the_old_name_is_free_again_and_the_card_follows(self, accounts: AccountRepository) -> None:
        made = signed_up(accounts)
        accounts.rename(made, "Léa")
        assert accounts.find(made.id) == replace(made, name="Léa")
        card = accounts.card(made.id)
        assert card is not None
        assert card.name == "Léa"
        assert [found.name for found in accounts.search("lé", None, 10)[0]] == ["Léa"]
        signed_up(accounts, "Zoé", "second@lettrix.test")

    def test_only_the_case_changes(self, accounts: AccountRepository) -> None:
        made = signed_up(accounts)
        accounts.rename(made, "ZOÉ")
        assert [found.name for found in accounts.search("zo", None, 10)[0]] == ["ZOÉ"]

    def test_not_to_the_name_of_another(self, accounts: AccountRepository) -> None:
        made = signed_up(accounts)
        signed_up(accounts, "Léa", "lea@lettrix.test")
        with pytest.raises(NameTaken):
            accounts.rename(made, "LÉA")
        assert accounts.find(made.id) == made

    def test_not_twice_from_the_same_reading(self, accounts: AccountRepository) -> None:
        made = signed_up(accounts)
        accounts.rename(made, "Léa")
        with pytest.raises(NoAccount):
            accounts.rename(made, "Ada")
        assert accounts.search("ad", None, 10) == ([], None)

    def test_of_two_to_one_name_exactly_one_wins(self, accounts: AccountRepository) -> None:
        made = [signed_up(accounts, f"Player {n}", f"p{n}@lettrix.test") for n in range(4)]
        results = at_once(lambda n: accounts.rename(made[n], "Léa"), 4)
        assert results.count(None) == 1
        assert [found.name for found in accounts.search("lé", None, 10)[0]] == ["Léa"]


class TestSettings:
    def test_only_what_is_given_changes(self, accounts: AccountRepository) -> None:
        made = signed_up(accounts)
        accounts.change_settings(made.id, {"language": "tr", "quiet_hours": QuietHours(1320, 420)})
        accounts.change_settings(made.id, {"notifications": {"turn": "email"}})
        found = accounts.find(made.id)
        assert found is not None
        assert found.settings.language == "tr"
        assert found.settings.quiet_hours == QuietHours(1320, 420)
        assert found.settings.theme == "auto"
        assert dict(found.settings.notifications) == dict(made.settings.notifications) | {"turn": "email"}
        accounts.change_settings(made.id, {"quiet_hours": None, "theme": "dark", "timezone": "Europe/Istanbul"})
        found = accounts.find(made.id)
        assert found is not None
        assert (found.settings.quiet_hours, found.settings.theme) == (None, "dark")
        assert found.settings.timezone == "Europe/Istanbul"

    def test_of_nobody(self, accounts: AccountRepository) -> None:
        with pytest.raises(NoAccount):
            accounts.change_settings("01HZZZZZZZZZZZZZZZZZZZZZZZ", {"language": "fr"})


class TestSearch:
    def test_pages_follow_one_another_without_gap_or_double(self, accounts: AccountRepository) -> None:
        names = sorted(f"Player {n:02d}" for n in range(7))
        for name in [*names, "Plume", "Zoé"]:
            signed_up(accounts, name, f"{name.replace(' ', '.')}@lettrix.test")
        found: list[str] = []
        after = None
        for _ in range(5):
            cards, after = accounts.search("PLAYER", after, 3)
            found += [card.name for card in cards]
            if after is None:
                break
        assert found == names

    def test_a_prefix_is_not_a_pattern(self, accounts: AccountRepository) -> None:
        signed_up(accounts)
        for prefix in ("z%", "z*", ".", "zo_", "oé"):
            assert accounts.search(prefix, None, 10) == ([], None)


class TestCodes:
    def test_tries_are_counted_up_to_the_limit_and_for_this_code_only(self, accounts: AccountRepository) -> None:
        first, second = code(binding="b1"), code(binding="b2")
        accounts.put_code(first)
        accounts.put_code(second)
        for tries in range(1, CODE_TRIES + 1):
            counted = accounts.count_try(first.address_key, "b1", NOW)
            assert counted == replace(first, tries=tries)
        assert accounts.count_try(first.address_key, "b1", NOW) is None
        assert accounts.count_try(first.address_key, "b2", NOW) == replace(second, tries=1)

    def test_tries_at_once_do_not_exceed_the_limit(self, accounts: AccountRepository) -> None:
        kept = code()
        accounts.put_code(kept)
        results = at_once(lambda _: accounts.count_try(kept.address_key, "b1", NOW), 12)
        assert sum(result is not None for result in results) == CODE_TRIES

    def test_a_try_can_be_given_back(self, accounts: AccountRepository) -> None:
        kept = code()
        accounts.put_code(kept)
        for _ in range(CODE_TRIES + 3):
            counted = accounts.count_try(kept.address_key, "b1", NOW)
            assert counted is not None
            accounts.give_back_try(counted)

    def test_it_expires(self, accounts: AccountRepository) -> None:
        kept = code(browser=False)
        accounts.put_code(kept)
        assert accounts.count_try(kept.address_key, "b1", NOW + 999) is not None
        assert accounts.count_try(kept.address_key, "b1", NOW + 1000) is None
        assert accounts.newest_code(kept.address_key, NOW + 1000) is None

    def test_a_new_one_replaces_that_of_the_same_browser(self, accounts: AccountRepository) -> None:
        old, new = code(tries=4), code()
        accounts.put_code(old)
        accounts.put_code(new)
        counted = accounts.count_try(new.address_key, "b1", NOW)
        assert counted == replace(new, tries=1)
        assert accounts.use_code(old) is False
        assert accounts.use_code(new) is True

    def test_the_newest_that_no_browser_asked_for(self, accounts: AccountRepository) -> None:
        accounts.put_code(code(binding="b1", browser=False, asked_at=NOW))
        newest = code(binding="b2", browser=False, asked_at=NOW + 1)
        accounts.put_code(newest)
        accounts.put_code(code(binding="b3", browser=True, asked_at=NOW + 2))
        accounts.put_code(code("other@lettrix.test", binding="b4", browser=False, asked_at=NOW + 3))
        assert accounts.newest_code(newest.address_key, NOW) == newest

    def test_used_at_once_exactly_one_gets_it(self, accounts: AccountRepository) -> None:
        kept = code()
        accounts.put_code(kept)
        results = at_once(lambda _: accounts.use_code(kept))
        assert results.count(True) == 1
        assert results.count(False) == 5


class TestCounting:
    def test_up_to_the_limit_each_hour_and_subject(self, accounts: AccountRepository) -> None:
        assert [accounts.count("a", NOW, 2) for _ in range(4)] == [True, True, False, False]
        assert accounts.count("b", NOW, 2)
        assert accounts.count("a", NOW + 3_600_000, 2)

    def test_at_once_not_over_the_limit(self, accounts: AccountRepository) -> None:
        results = at_once(lambda _: accounts.count("a", NOW, 3), 10)
        assert results.count(True) == 3


def test_a_new_player_has_the_places_that_games_count_with() -> None:
    # Said twice so that signing in need not load what knows of games.
    assert FRIENDLY_PLACES == FRIENDLY_LIMIT
