"""Signing in by mailed code, and the list of one's sessions."""

from typing import Annotated

from pydantic import Field

from lettrix_cloud import clock, session, signin
from lettrix_cloud.accounts import NameTaken
from lettrix_cloud.accounts_dynamodb import DynamoAccounts
from lettrix_cloud.api import Answer, Api, ApiError, Body, Response, reply
from lettrix_cloud.fields import Address, Id, PathId, PlayerName
from lettrix_cloud.request import SESSION_COOKIE, cookie_name, preferred_language, set_cookie

CODE_COOKIE = "lettrix-code"

api = Api("auth")
accounts = DynamoAccounts()


class CodeRequest(Body):
    email: Address


class SignIn(Body):
    email: Address
    code: Annotated[str, Field(min_length=1, max_length=16, description="The eight digits of the mail.")]
    name: PlayerName | None = None
    token: Annotated[bool, Field(description="Ask for a bearer token in place of the cookie.")] = False


class PlayerRef(Answer):
    id: Id
    name: str


class SignedIn(Answer):
    player: PlayerRef
    token: str | None
    """Only when it was asked for."""


class SessionEntry(Answer):
    sid: Id
    label: str
    created_at: str
    seen_at: str
    expires_at: str
    current: bool


class Sessions(Answer):
    sessions: list[SessionEntry]


@api.post(
    "/api/auth/codes",
    summary="Send a sign-in code by mail",
    description="The same answer whether the address has an account or not, and when it got five codes in the "
    "hour already. Sets a cookie: a code that a browser asked for works in that browser only.",
    status=202,
    access="anybody",
)
def ask_code(body: CodeRequest) -> Response[None]:
    request = api.request
    binding = signin.new_binding(request.cookies.get(cookie_name(CODE_COOKIE)))
    try:
        signin.ask_code(
            accounts,
            address=body.email,
            binding=binding,
            browser=request.from_browser,
            client_ip=request.client_ip,
            language=preferred_language(request),
            now=clock.now(),
        )
    except signin.TooManyCodes as refused:
        raise ApiError(429, "too_many_codes", headers={"Retry-After": str(refused.retry_after)}) from None
    return reply(None, 202, cookies=[set_cookie(CODE_COOKIE, binding, signin.CODE_LIFE // clock.SECOND)])


@api.post(
    "/api/auth/sessions",
    summary="Sign in with a code",
    description="A first sign-in needs a name: 422 name_required and 409 name_taken leave the code valid. "
    "Anything wrong with the code is 422 wrong_code.",
    status=201,
    refusals=(409, 422),
    access="anybody",
)
def sign_in(body: SignIn) -> Response[SignedIn]:
    request = api.request
    try:
        player_id, name = signin.sign_in(
            accounts,
            address=body.email,
            digits=body.code,
            binding=request.cookies.get(cookie_name(CODE_COOKIE)),
            for_token=body.token,
            name=body.name,
            now=clock.now(),
        )
    except signin.WrongCode:
        raise ApiError(422, "wrong_code", "Unknown, used, expired, or asked for elsewhere.") from None
    except signin.NameRequired:
        raise ApiError(422, "name_required", "A first sign-in needs a name.") from None
    except NameTaken:
        raise ApiError(409, "name_taken", "Somebody has this name.") from None
    token = session.create_session(player_id, request.label)
    player = PlayerRef(id=player_id, name=name)
    done = set_cookie(CODE_COOKIE, "", 0)
    if body.token:
        return reply(SignedIn(player=player, token=token), 201, cookies=[done])
    cookie = set_cookie(SESSION_COOKIE, token, session.LONGEST // clock.SECOND)
    return reply(SignedIn(player=player, token=None), 201, cookies=[cookie, done])


@api.get("/api/auth/sessions", summary="My sessions, newest first")
def list_sessions() -> Sessions:
    current = api.request.session
    return Sessions(
        sessions=[
            SessionEntry(
                sid=entry.sid,
                label=entry.label,
                created_at=clock.iso(entry.created_at),
                seen_at=clock.iso(entry.seen_at),
                expires_at=clock.iso(entry.expires_at),
                current=current is not None and entry.sid == current.sid,
            )
            for entry in session.sessions_of(api.request.player)
        ]
    )


@api.delete("/api/auth/sessions/current", summary="Sign out", status=204)
def sign_out() -> Response[None]:
    if api.request.session is not None:
        session.revoke(api.request.player, api.request.session.sid)
    return reply(None, 204, cookies=[set_cookie(SESSION_COOKIE, "", 0)])


@api.delete("/api/auth/sessions/<sid>", summary="End one of my sessions, here or elsewhere", status=204)
def end_session(sid: PathId) -> None:
    if not session.revoke(api.request.player, sid):
        raise ApiError(404, "not_found", "No such session of yours.")


handler = api.handler
