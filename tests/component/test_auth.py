"""Signing in: what a code opens, for whom, how often and for how long."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from tests import faults
from tests.component.conftest import Mailbox, MovableClock
from tests.doors import ORIGIN, Caller, Reply

from lettrix_cloud import clock as cloud_clock
from lettrix_cloud import session, signin, store
from lettrix_cloud.accounts_dynamodb import DynamoAccounts

ANNA = "anna@lettrix.test"

pytestmark = pytest.mark.usefixtures("tables", "mailbox")


def ask(who: Caller, address: str = ANNA) -> Reply:
    return who.call("auth", "POST", "/api/auth/codes", {"email": address})


def enter(who: Caller, code: str, address: str = ANNA, **more: Any) -> Reply:
    return who.call("auth", "POST", "/api/auth/sessions", {"email": address, "code": code} | more)


def signed_in(mailbox: Mailbox, address: str = ANNA, name: str = "Anna") -> Caller:
    who = Caller(browser=True)
    ask(who, address)
    assert enter(who, mailbox.to(address)[0].code, address, name=name).status == 201
    return who


def other_than(code: str) -> str:
    return f"{(int(code) + 1) % 10**8:08d}"


class TestBrowser:
    def test_from_nothing_to_a_session(self, mailbox: Mailbox) -> None:
        who = Caller(browser=True)
        asked = ask(who)
        assert (asked.status, asked.body) == (202, "null")
        [mail] = mailbox.to(ANNA)
        answer = enter(who, mail.code, name="Anna")
        assert answer.status == 201
        assert answer.json["player"]["name"] == "Anna"
        assert answer.json["token"] is None
        me = who.call("players", "GET", "/api/me")
        assert me.status == 200
        assert (me.json["id"], me.json["email"]) == (answer.json["player"]["id"], ANNA)

    def test_the_cookie_is_for_our_pages_alone(self, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PUBLIC_ORIGIN", "https://lettrix.test")
        who = Caller()
        ask(who)
        cookies = " ".join(enter(who, mailbox.to(ANNA)[0].code, name="Anna", token=True).cookies)
        asking = ask(Caller()).cookies[0]
        assert asking.startswith("__Host-lettrix-code=")
        for attribute in ("; Path=/", "; HttpOnly", "; Secure", "; SameSite=Strict"):
            assert attribute in asking
        assert "Domain" not in asking + cookies

    def test_the_second_time_needs_no_name(self, mailbox: Mailbox) -> None:
        first = signed_in(mailbox)
        again = Caller(browser=True)
        ask(again)
        answer = enter(again, mailbox.to(ANNA)[0].code)
        assert answer.status == 201
        assert answer.json["player"] == {"id": first.call("players", "GET", "/api/me").json["id"], "name": "Anna"}

    def test_the_address_is_the_same_in_any_case(self, mailbox: Mailbox) -> None:
        signed_in(mailbox)
        who = Caller(browser=True)
        ask(who, "ANNA@Lettrix.Test")
        assert enter(who, mailbox.to(ANNA)[0].code, "Anna@lettrix.test").status == 201

    def test_another_browser_cannot_use_the_code(self, mailbox: Mailbox) -> None:
        asking, other, never_asked = Caller(browser=True), Caller(browser=True), Caller(browser=True)
        ask(asking)
        code = mailbox.to(ANNA)[0].code
        ask(other, "other@lettrix.test")
        for thief in (other, never_asked, Caller()):
            for token in (False, True):
                answer = enter(thief, code, name="Thief", token=token)
                assert (answer.status, answer.json["code"]) == (422, "wrong_code")
        assert enter(asking, code, name="Anna").status == 201

    def test_guesses_elsewhere_do_not_void_the_code(self, mailbox: Mailbox) -> None:
        asking, other = Caller(browser=True), Caller(browser=True)
        ask(asking)
        mine = mailbox.to(ANNA)[0].code
        ask(other)
        theirs = mailbox.to(ANNA)[0].code
        for _ in range(6):
            assert enter(other, other_than(theirs), name="Guess").status == 422
        assert enter(other, theirs, name="Guess").json["code"] == "wrong_code"
        assert enter(asking, mine, name="Anna").status == 201

    def test_the_cookie_alone_does_not_write_from_elsewhere(self, mailbox: Mailbox) -> None:
        who = signed_in(mailbox)
        for headers in ({"origin": "https://evil.test"}, {"origin": "null"}, {"origin": ORIGIN + ".evil.test"}):
            answer = who.call("players", "PATCH", "/api/me", {"theme": "dark"}, headers=headers)
            assert (answer.status, answer.json["code"]) == (403, "wrong_origin")
        who.browser = False  # a write with the cookie and no Origin at all
        cookie = "; ".join(f"{name}={value}" for name, value in who.jar.items())
        answer = who.call("players", "PATCH", "/api/me", {"theme": "dark"}, headers={"cookie": cookie})
        assert answer.status == 403
        assert who.call("players", "GET", "/api/me", headers={"cookie": cookie}).json["theme"] == "auto"


class TestTool:
    def test_a_bearer_token_without_any_cookie(self, mailbox: Mailbox) -> None:
        tool = Caller()
        ask(Caller())
        answer = enter(tool, mailbox.to(ANNA)[0].code, name="Anna", token=True)
        assert answer.status == 201
        assert len(answer.json["token"]) == 43
        tool.token = answer.json["token"]
        assert tool.call("players", "PATCH", "/api/me", {"theme": "dark"}).json["theme"] == "dark"
        assert "lettrix=" not in " ".join(answer.cookies)

    def test_a_session_cookie_wants_the_asking_cookie(self, mailbox: Mailbox) -> None:
        ask(Caller())
        assert enter(Caller(), mailbox.to(ANNA)[0].code, name="Anna").json["code"] == "wrong_code"

    def test_a_wrong_token_is_nobody(self) -> None:
        for token in ("x", "x" * 43, "x" * 4000, "é", "a b"):
            answer = Caller(token).call("players", "GET", "/api/me")
            assert (answer.status, answer.json["code"]) == (401, "no_session")


class TestCode:
    def test_one_use(self, mailbox: Mailbox) -> None:
        who = Caller(browser=True)
        ask(who)
        binding = dict(who.jar)
        code = mailbox.to(ANNA)[0].code
        assert enter(who, code, name="Anna").status == 201
        again = Caller(browser=True)
        again.jar = binding
        assert enter(again, code).json["code"] == "wrong_code"

    def test_used_twice_at_once_gives_one_session(self, mailbox: Mailbox) -> None:
        ask(Caller())
        code = mailbox.to(ANNA)[0].code
        accounts = DynamoAccounts()

        def use(number: int) -> bool:
            try:
                signin.sign_in(
                    accounts,
                    address=ANNA,
                    digits=code,
                    binding=None,
                    for_token=True,
                    name=f"Anna {number}",
                    now=cloud_clock.now(),
                )
            except signin.WrongCode:
                return False
            return True

        with ThreadPoolExecutor(5) as pool:
            assert list(pool.map(use, range(5))).count(True) == 1

    def test_five_wrong_tries_void_it(self, mailbox: Mailbox) -> None:
        who = Caller(browser=True)
        ask(who)
        code = mailbox.to(ANNA)[0].code
        for _ in range(5):
            assert enter(who, other_than(code), name="Anna").json["code"] == "wrong_code"
        assert enter(who, code, name="Anna").json["code"] == "wrong_code"

    def test_four_wrong_tries_do_not(self, mailbox: Mailbox) -> None:
        who = Caller(browser=True)
        ask(who)
        code = mailbox.to(ANNA)[0].code
        for _ in range(4):
            enter(who, other_than(code), name="Anna")
        assert enter(who, code, name="Anna").status == 201

    def test_ten_minutes(self, mailbox: Mailbox, clock: MovableClock) -> None:
        who = Caller(browser=True)
        ask(who)
        clock.advance(599)
        assert enter(who, mailbox.to(ANNA)[0].code).json["code"] == "name_required"
        clock.advance(2)
        assert enter(who, mailbox.to(ANNA)[0].code, name="Anna").json["code"] == "wrong_code"

    def test_name_required_and_name_taken_leave_it_valid(self, mailbox: Mailbox) -> None:
        signed_in(mailbox, "first@lettrix.test", "Taken")
        who = Caller(browser=True)
        ask(who)
        code = mailbox.to(ANNA)[0].code
        for _ in range(6):
            missing = enter(who, code)
            assert (missing.status, missing.json["code"]) == (422, "name_required")
            taken = enter(who, code, name="tAKEN")
            assert (taken.status, taken.json["code"]) == (409, "name_taken")
        assert enter(who, code, name="Anna").status == 201

    def test_a_code_is_for_its_address(self, mailbox: Mailbox) -> None:
        who = Caller(browser=True)
        ask(who)
        assert enter(who, mailbox.to(ANNA)[0].code, "other@lettrix.test", name="Anna").status == 422


class TestLimits:
    def test_five_an_hour_to_an_address_and_nobody_is_told(self, mailbox: Mailbox, clock: MovableClock) -> None:
        signed_in(mailbox, "known@lettrix.test", "Known")
        answers = [ask(Caller(ip=f"198.51.100.{n}"), "unknown@lettrix.test") for n in range(7)]
        answers += [ask(Caller(ip=f"198.51.101.{n}"), "known@lettrix.test") for n in range(7)]
        assert {(answer.status, answer.body) for answer in answers} == {(202, "null")}
        assert len(mailbox.to("unknown@lettrix.test")) == 5
        assert len(mailbox.to("known@lettrix.test")) == 5
        clock.advance(3600)
        ask(Caller(), "unknown@lettrix.test")
        assert len(mailbox.to("unknown@lettrix.test")) == 6

    def test_five_an_hour_from_a_network(self, mailbox: Mailbox) -> None:
        answers = [ask(Caller(ip=f"2001:db8::{n}"), f"p{n}@lettrix.test") for n in range(1, 8)]
        assert [answer.status for answer in answers] == [202] * 5 + [429] * 2
        assert 1 <= int(answers[-1].headers["Retry-After"]) <= 3600
        assert ask(Caller(ip="2001:db8:0:1::1"), "q@lettrix.test").status == 202
        assert len(mailbox.all()) == 6

    def test_not_from_the_machine_itself(self) -> None:
        assert {ask(Caller(), f"p{n}@lettrix.test").status for n in range(9)} == {202}

    def test_behind_the_edge_the_viewer_counts(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("ORIGIN_SECRET", "edge")

        def from_viewer(address: str) -> int:
            headers = {"x-origin-secret": "edge", "cloudfront-viewer-address": f"{address}:4711"}
            body = {"email": "p@lettrix.test"}
            return Caller(ip="203.0.113.9").call("auth", "POST", "/api/auth/codes", body, headers=headers).status

        assert [from_viewer("198.51.100.1") for _ in range(6)] == [202] * 5 + [429]
        assert from_viewer("198.51.100.2") == 202


class TestSessions:
    def test_list_and_end_another(self, mailbox: Mailbox) -> None:
        first = signed_in(mailbox)
        second = Caller(browser=True)
        ask(second)
        body = {"email": ANNA, "code": mailbox.to(ANNA)[0].code}
        second.call("auth", "POST", "/api/auth/sessions", body, headers={"user-agent": "Phone\x00 1"})
        listed = first.call("auth", "GET", "/api/auth/sessions").json["sessions"]
        assert [(entry["current"], entry["label"]) for entry in listed] == [(False, "Phone 1"), (True, "")]
        assert first.call("auth", "DELETE", f"/api/auth/sessions/{listed[0]['sid']}").status == 204
        session.forget_cache()
        assert second.call("players", "GET", "/api/me").status == 401
        assert first.call("players", "GET", "/api/me").status == 200
        assert first.call("auth", "DELETE", f"/api/auth/sessions/{listed[0]['sid']}").status == 404

    def test_sign_out_ends_this_one_at_once(self, mailbox: Mailbox) -> None:
        who = signed_in(mailbox)
        jar = dict(who.jar)
        assert who.call("auth", "DELETE", "/api/auth/sessions/current").status == 204
        assert who.jar == {}
        who.jar = jar
        assert who.call("players", "GET", "/api/me").status == 401

    def test_not_those_of_others(self, mailbox: Mailbox) -> None:
        anna = signed_in(mailbox)
        bert = signed_in(mailbox, "bert@lettrix.test", "Bert")
        [sid] = [entry["sid"] for entry in anna.call("auth", "GET", "/api/auth/sessions").json["sessions"]]
        assert bert.call("auth", "DELETE", f"/api/auth/sessions/{sid}").status == 404
        assert anna.call("players", "GET", "/api/me").status == 200

    def test_thirty_days_from_the_last_use_and_180_in_all(self, monkeypatch: pytest.MonkeyPatch) -> None:
        start = cloud_clock.real_now()
        token = session.create_session("01HZZZZZZZZZZZZZZZZZZZZZZZ")

        def at(days: float) -> session.Session | None:
            session.forget_cache()
            monkeypatch.setattr(cloud_clock, "real_now", lambda: start + int(days * cloud_clock.DAY))
            return session.authenticate(token)

        assert at(29.9) is not None
        assert at(30.1) is None
        for day in range(0, 180, 20):
            found = at(day)
            assert found is not None
            session.renew(found)
        assert at(179.9) is not None
        assert at(180.1) is None

    def test_moving_the_application_clock_signs_nobody_out(self, clock: MovableClock) -> None:
        token = session.create_session("01HZZZZZZZZZZZZZZZZZZZZZZZ")
        clock.advance(400 * 86400)
        session.forget_cache()
        assert session.authenticate(token) is not None

    def test_a_warm_process_reads_a_session_once(self) -> None:
        token = session.create_session("01HZZZZZZZZZZZZZZZZZZZZZZZ")
        with faults.failing("GetItem", faults.THROTTLED, times=0):
            session.authenticate(token)
        with faults.failing("GetItem", faults.THROTTLED) as reads:
            assert session.authenticate(token) is not None
        assert reads == []

    def test_renewing_does_not_bring_an_ended_session_back(self, monkeypatch: pytest.MonkeyPatch) -> None:
        token = session.create_session("01HZZZZZZZZZZZZZZZZZZZZZZZ")
        found = session.authenticate(token)
        assert found is not None
        session.revoke(found.player, found.sid)
        later = cloud_clock.real_now() + 2 * cloud_clock.DAY
        monkeypatch.setattr(cloud_clock, "real_now", lambda: later)
        session.renew(found)
        assert session.authenticate(token) is None


class TestTrouble:
    @pytest.mark.usefixtures("no_pauses")
    def test_a_busy_store_is_503_and_the_code_stays(self, mailbox: Mailbox) -> None:
        who = Caller(browser=True)
        ask(who)
        code = mailbox.to(ANNA)[0].code
        with faults.failing("TransactWriteItems", faults.CONFLICT):
            answer = enter(who, code, name="Anna")
        assert (answer.status, answer.json["code"], answer.headers["Retry-After"]) == (503, "store_busy", "1")
        assert enter(who, code, name="Anna").status == 201

    def test_a_process_that_dies_anywhere_leaves_at_most_one_account(self, mailbox: Mailbox) -> None:
        who = Caller(browser=True)
        ask(who)
        binding = dict(who.jar)
        with faults.crash() as calls:
            enter(who, mailbox.to(ANNA)[0].code, name="Anna")
        for number in range(1, len(calls) + 1):
            for when in ("before", "after"):
                address = f"crash.{when}.{number}@lettrix.test"
                name = f"Crash {when} {number}"
                who = Caller(browser=True)
                who.jar = dict(binding)
                ask(who, address)
                with faults.crash(**{when: number}), pytest.raises(faults.Crash):
                    enter(who, mailbox.to(address)[0].code, address, name=name)
                ask(who, address)
                answer = enter(who, mailbox.to(address)[0].code, address, name=name)
                assert answer.status == 201, (when, number)
                found = DynamoAccounts().search(name, None, 10)[0]
                assert [card.id for card in found] == [answer.json["player"]["id"]]

    def test_store_trouble_while_asking(self, no_pauses: None) -> None:
        with faults.failing("UpdateItem", faults.THROTTLED):
            assert ask(Caller()).status == 503

    def test_nothing_is_known_of_mail_that_ses_refuses(self, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("MAIL_FROM", "unverified@elsewhere.test")
        assert ask(Caller()).status == 202
        assert mailbox.all() == []


def test_the_store_keeps_no_token_and_no_code_in_clear(mailbox: Mailbox) -> None:
    tool = Caller()
    ask(tool)
    code = mailbox.to(ANNA)[0].code

    def everything() -> str:
        client: Any = store.client()
        return "".join(str(client.scan(TableName=f"{name}-table")) for name in ("account", "session", "game"))

    assert code not in everything()
    token = enter(tool, code, name="Anna", token=True).json["token"]
    assert token not in everything()
    assert code not in everything()
