"""The doors under /dev, which exist on the local stack alone: captured mails, the clock, quick sign-in."""

from __future__ import annotations

import json
import math
import threading
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import httpcore
from infra.local.timetravel import TimeTravel, TimeTravelError
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from lettrix_cloud import clock, ids, names, session
from lettrix_cloud import request as requests
from lettrix_cloud.accounts import Account, AddressTaken, NameTaken
from lettrix_cloud.accounts_dynamodb import DynamoAccounts
from lettrix_cloud.problems import ApiError

FARTHEST = 400 * 86_400
"""Seconds that the clock may be moved at once."""
MAIL_DOMAIN = "lettrix.test"


@dataclass
class Refused(Exception):
    """An answer that is not a success; becomes a problem document."""

    status: int
    code: str
    detail: str


class DevDoors:
    """The doors of one running stack."""

    def __init__(self, described: dict[str, Any]) -> None:
        self._emulator_url: str = described["emulator_url"]
        self._travel = TimeTravel(described)
        self._moving = threading.Lock()
        self._accounts = DynamoAccounts()

    async def mailbox(self, request: Request) -> Response:
        """GET /dev/mailbox?to=ADDRESS: captured mails, newest first; without `to` all of them."""
        wanted = request.query_params.get("to", "").strip().lower()
        return JSONResponse(await run_in_threadpool(self._mails, wanted))

    async def clock(self, request: Request) -> Response:
        """GET /dev/clock: the application's time. POST {"advance": seconds}: move it on."""
        if request.method == "POST":
            seconds = (await _object(request)).get("advance")
            if isinstance(seconds, bool) or not isinstance(seconds, int | float):
                raise Refused(400, "malformed", "`advance` is a number of seconds.")
            if not math.isfinite(seconds) or not 0 <= seconds <= FARTHEST:
                raise Refused(400, "malformed", f"`advance` is from 0 to {FARTHEST} seconds.")
            await run_in_threadpool(self._advance, seconds)
        return JSONResponse({"now": clock.iso(clock.now())})

    async def sessions(self, request: Request) -> Response:
        """POST /dev/sessions {"player": name or id, "create"?: true, "token"?: true}: sign in without a code.

        A player who was created here and has renamed himself is found under his first name too.
        """
        body = await _object(request)
        player = body.get("player")
        if not isinstance(player, str) or not player.strip():
            raise Refused(400, "malformed", "`player` is a name or an id.")
        account = await run_in_threadpool(self._account, player.strip(), body.get("create") is True)
        token = await run_in_threadpool(session.create_session, account.id, "dev")
        answer: dict[str, Any] = {"player": {"id": account.id, "name": account.name}}
        if body.get("token") is True:
            answer["token"] = token
        response = JSONResponse(answer, 201)
        cookie = requests.set_cookie(requests.SESSION_COOKIE, token, session.LONGEST // clock.SECOND)
        response.headers.append("set-cookie", str(cookie))
        return response

    def _mails(self, wanted: str) -> list[dict[str, str]]:
        answer = httpcore.request("GET", f"{self._emulator_url}/_ministack/ses/messages")
        mails = [mail for mails in json.loads(answer.content)["messages"].values() for mail in mails]
        mails.sort(key=lambda mail: float(mail["Timestamp"]), reverse=True)
        return [
            {
                "to": address,
                "subject": mail["Subject"],
                "text": mail["BodyText"],
                "sent_at": _iso(float(mail["Timestamp"])),
            }
            for mail in mails
            for address in mail["To"]
            if not wanted or address.lower() == wanted
        ]

    def _advance(self, seconds: float) -> None:
        with self._moving:
            try:
                self._travel.advance(seconds)
            except TimeTravelError as error:
                raise Refused(503, "not_settled", str(error)) from error

    def _account(self, player: str, create: bool) -> Account:
        account = self._find(player)
        if account is None and create:
            account = self._create(player)
        if account is None:
            raise Refused(404, "not_found", f"There is no player {player}.")
        return account

    def _find(self, player: str) -> Account | None:
        if ids.is_id(player):
            return self._accounts.find(player)
        folded = names.fold_name(player)
        if not folded:
            return None
        for card in self._accounts.search(player, None, 1)[0]:  # the shortest such name comes first
            if names.fold_name(card.name) == folded:
                return self._accounts.find(card.id)
        try:
            owner = self._accounts.find_by_address(_address(player))
        except ValueError:
            return None
        return None if owner is None else self._accounts.find(owner)

    def _create(self, player: str) -> Account:
        try:
            name, address = names.clean_name(player), _address(player)
        except ValueError as error:
            raise Refused(400, "malformed", str(error)) from error
        now = clock.now()
        account = Account(id=ids.new_id(now), name=name, address=address, created_at=now)
        try:
            self._accounts.sign_up(account, None)
        except (NameTaken, AddressTaken) as error:
            raise Refused(409, "name_taken", f"{name} or {address} is taken.") from error
        return account


def _address(player: str) -> str:
    """The address of a player who was created here under this name, whatever he calls himself since. ValueError."""
    return names.clean_address(f"{player.lower().replace(' ', '.')}@{MAIL_DOMAIN}")


async def _object(request: Request) -> dict[str, Any]:
    try:
        return requests.parse_body((await request.body()).decode())
    except (ApiError, UnicodeDecodeError) as error:
        raise Refused(400, "malformed", "The body is not a JSON object.") from error


def _iso(seconds: float) -> str:
    text = datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")
    return text.replace("+00:00", "Z")
