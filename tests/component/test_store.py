"""The store tells apart a condition that did not hold, trouble that passes, and trouble that stays."""

import pytest
from pynamodb.attributes import NumberAttribute
from tests import faults

from lettrix_cloud import store


class Counter(store.GameItem):
    value = NumberAttribute(default=0)


pytestmark = pytest.mark.usefixtures("tables", "no_pauses")


def put(sk: str = "A") -> None:
    write = store.Transaction("put")
    write.put("counter", Counter("COUNTER#1", sk, value=1))
    write.commit()


def value(sk: str = "A") -> float | None:
    counter = store.find("counter", Counter, "COUNTER#1", sk)
    return None if counter is None else counter.value


def add_one(condition_value: int) -> None:
    write = store.Transaction("add")
    write.update("counter", Counter("COUNTER#1", "A"), [Counter.value.add(1)], Counter.value == condition_value)
    write.commit()


def test_a_put_without_a_condition_never_overwrites() -> None:
    put()
    with pytest.raises(store.ConditionFailed) as refused:
        put()
    assert refused.value.failed == ("counter",)


def test_a_refusal_names_the_items_in_whatever_order_writes_were_added() -> None:
    put("A")
    write = store.Transaction("mixed")
    write.update("fine", Counter("COUNTER#1", "B"), [Counter.value.set(1)])
    write.update("wrong", Counter("COUNTER#1", "A"), [Counter.value.set(9)], Counter.value == 7)
    write.put("new", Counter("COUNTER#1", "C"))
    write.delete("gone", Counter("COUNTER#1", "E"))
    write.delete("absent", Counter("COUNTER#1", "D"), Counter.pk.exists())
    with pytest.raises(store.ConditionFailed) as refused:
        write.commit()
    assert set(refused.value.failed) == {"wrong", "absent"}
    assert value("A") == 1
    assert value("B") is None


@pytest.mark.parametrize(
    "trouble",
    [faults.CONFLICT, faults.ITEM_THROTTLED, faults.THROTTLED, faults.OVER_CAPACITY, faults.SERVER_ERROR],
    ids=["conflict", "item-throttled", "throttled", "over-capacity", "server-error"],
)
class TestTrouble:
    def test_what_passes_is_tried_again(self, trouble: dict[str, object]) -> None:
        put()
        with faults.failing("TransactWriteItems", trouble, times=3) as failed:
            add_one(1)
        assert len(failed) == 3
        assert value() == 2

    def test_what_stays_is_busy_and_never_a_failed_condition(self, trouble: dict[str, object]) -> None:
        put()
        with faults.failing("TransactWriteItems", trouble), pytest.raises(store.StoreBusy):
            add_one(1)
        assert value() == 1


def test_reads_are_tried_again_too() -> None:
    put()
    with faults.failing("GetItem", faults.THROTTLED, times=2) as failed:
        assert value() == 1
    assert len(failed) == 2
    with faults.failing("GetItem", faults.THROTTLED), pytest.raises(store.StoreBusy):
        value()


def test_an_error_of_ours_is_not_tried_again() -> None:
    ours = {"Error": {"Code": "ValidationException", "Message": "injected"}}
    with faults.failing("GetItem", ours) as failed, pytest.raises(Exception, match="ValidationException"):
        value()
    assert len(failed) == 1


def test_a_crash_before_writes_nothing_and_a_crash_after_has_written() -> None:
    with faults.crash(before=1), pytest.raises(faults.Crash):
        put()
    assert value() is None
    with faults.crash(after=1) as calls, pytest.raises(faults.Crash):
        put()
    assert value() == 1
    assert calls == ["TransactWriteItems"]


def test_an_attribute_that_this_code_does_not_know_survives_an_update() -> None:
    put()
    store.client().put_item(  # type: ignore[attr-defined]
        TableName="game-table",
        Item={
            "PK": {"S": "COUNTER#1"},
            "SK": {"S": "A"},
            "value": {"N": "1"},
            "schema": {"N": "1"},
            "later": {"S": "x"},
        },
    )
    add_one(1)
    item = store.client().get_item(  # type: ignore[attr-defined]
        TableName="game-table", Key={"PK": {"S": "COUNTER#1"}, "SK": {"S": "A"}}
    )["Item"]
    assert item["later"] == {"S": "x"}
    assert item["value"] == {"N": "2"}


def test_one_client_serves_every_model() -> None:
    put()
    assert Counter._get_connection().connection.client is store.client()
