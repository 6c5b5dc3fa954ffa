"""Oneself, and the public cards of others."""

from typing import Annotated

from aws_lambda_powertools.event_handler.openapi.params import Query

from lettrix_cloud import clock, cursors, session
from lettrix_cloud.accounts import Account, Card, Channel, Kind, Language, NameTaken, NoAccount, SettingsChange, Theme
from lettrix_cloud.accounts_dynamodb import DynamoAccounts
from lettrix_cloud.api import Answer, Api, ApiError, Body
from lettrix_cloud.fields import Id, PathId, PlayerName, Timezone
from lettrix_cloud.names import LONGEST_NAME, fold_name
from lettrix_cloud.quiet import QuietTimes

PAGE = 20

api = Api("players")
accounts = DynamoAccounts()


class MeChange(Body):
    name: PlayerName | None = None
    language: Language | None = None
    timezone: Timezone | None = None
    theme: Theme | None = None
    quiet_hours: QuietTimes | None = None
    notifications: dict[Kind, Channel] | None = None


class Me(Answer):
    id: Id
    name: str
    email: str
    created_at: str
    language: Language
    timezone: str
    theme: Theme
    quiet_hours: QuietTimes | None
    notifications: dict[Kind, Channel]


class PlayerCard(Answer):
    id: Id
    name: str
    created_at: str


class PlayerCards(Answer):
    players: list[PlayerCard]
    cursor: str | None


@api.get("/api/me", summary="My account and settings")
def get_me() -> Me:
    if api.request.session is not None:
        session.renew(api.request.session)
    return _me()


@api.patch(
    "/api/me",
    summary="Change my name or settings",
    description="Only what is given changes; of the notifications only the kinds that are given. "
    "`quiet_hours: null` ends them. Vacations are not offered yet.",
    refusals=(409,),
)
def change_me(body: MeChange) -> Me:
    player_id = api.request.player
    given = body.model_dump(include=body.model_fields_set - {"name"}, exclude_none=True)
    change = SettingsChange(**given)  # type: ignore[typeddict-item]
    if "quiet_hours" in body.model_fields_set:
        change["quiet_hours"] = None if body.quiet_hours is None else body.quiet_hours.as_hours()
    try:
        if body.name is not None:
            account = _account()
            if body.name != account.name:
                accounts.rename(account, body.name)
        accounts.change_settings(player_id, change)
    except NameTaken:
        raise ApiError(409, "name_taken", "Somebody has this name.") from None
    except NoAccount:
        raise ApiError(409, "changed_meanwhile", "The account was changed elsewhere: read it again.") from None
    return _me()


@api.get("/api/players/<player_id>", summary="A player's card")
def get_player(player_id: PathId) -> PlayerCard:
    card = accounts.card(player_id)
    if card is None:
        raise ApiError(404, "not_found", "No such player.")
    return _card(card)


@api.get("/api/players", summary="Players whose name begins with these letters, whatever their case")
def find_players(
    name: Annotated[str, Query(min_length=1, max_length=LONGEST_NAME)],
    cursor: Annotated[str | None, Query(max_length=400)] = None,
) -> PlayerCards:
    if not fold_name(name):
        return PlayerCards(players=[], cursor=None)
    purpose = f"players:{fold_name(name)}"
    after = None if cursor is None else str(cursors.unseal(purpose, cursor)[0])
    cards, more = accounts.search(name, after, PAGE)
    return PlayerCards(
        players=[_card(card) for card in cards],
        cursor=None if more is None else cursors.seal(purpose, [more]),
    )


def _account() -> Account:
    account = accounts.find(api.request.player)
    if account is None:
        raise ApiError(401, "no_session", "This account is gone.")
    return account


def _me() -> Me:
    account = _account()
    settings = account.settings
    return Me(
        id=account.id,
        name=account.name,
        email=account.address,
        created_at=clock.iso(account.created_at),
        language=settings.language,
        timezone=settings.timezone,
        theme=settings.theme,
        quiet_hours=None if settings.quiet_hours is None else QuietTimes.of(settings.quiet_hours),
        notifications=dict(settings.notifications),
    )


def _card(card: Card) -> PlayerCard:
    return PlayerCard(id=card.id, name=card.name, created_at=clock.iso(card.created_at))


handler = api.handler
