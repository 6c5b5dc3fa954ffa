"""Games: creating, filling and looking at them."""

from typing import Annotated, Literal

from aws_lambda_powertools.event_handler.openapi.params import Body as BodyParameter
from aws_lambda_powertools.event_handler.openapi.params import Query

from lettrix.proof import make_proof
from lettrix_cloud import cursors, dictionaries, hosting, listing, playing, views
from lettrix_cloud.answers import GameView
from lettrix_cloud.answers_lists import GameList, Proof, TurnList
from lettrix_cloud.api import Api, ApiError, Response, reply
from lettrix_cloud.bodies import ChangeBody, InvitationBody, NewGameBody, SeatBody
from lettrix_cloud.fields import PathId
from lettrix_cloud.games_dynamodb import DynamoGames
from lettrix_cloud.refusals import as_problem
from lettrix_cloud.stored import StoredGame

api = Api("games", as_problem)
games = DynamoGames()


@api.post(
    "/api/games",
    summary="Create a game",
    description="The same `request_id` again answers with the game that it created. `players` counts the host.",
    status=201,
    refusals=(409, 422),
)
def create_game(body: NewGameBody) -> GameView:
    wanted = hosting.NewGame(
        host=api.request.player,
        request_id=body.request_id,
        rules=body.rules,
        language=body.language,
        seats=body.players,
        invite=body.invite,
        is_open=body.open,
        options=body.options,
        nonce=_nonce(body.nonce),
    )
    return _view(hosting.create(games, _dictionary_hash, wanted, api.request.at))


@api.get("/api/games", summary="Games: mine by urgency, open ones, invitations, or those I finished")
def list_games(
    scope: Annotated[Literal["mine", "open", "invitations", "finished"], Query()] = "mine",
    rules: Annotated[str | None, Query(max_length=20, description="Of open games.")] = None,
    language: Annotated[str | None, Query(max_length=2, description="Of open games.")] = None,
    cursor: Annotated[str | None, Query(max_length=400)] = None,
) -> GameList:
    player, now = api.request.player, api.request.at
    purpose = f"games:{scope}:{player}:{rules}:{language}"
    position = None if cursor is None else cursors.unseal(purpose, cursor)
    if scope == "mine":
        page = listing.mine(games, player, now)
    elif scope == "open":
        page = listing.open_to_all(games, player, now, position, rules=rules, language=language)
    elif scope == "invitations":
        page = listing.invitations(games, player, now, position)
    else:
        page = listing.finished(games, player, now, position)
    names = games.names({other for stored in page.games for other in (*stored.players, *stored.invited)})
    found = [views.summary(stored, player, names) for stored in page.games]
    more = None if page.more is None else cursors.seal(purpose, page.more)
    return GameList.model_validate({"games": found, "cursor": more})


@api.get(
    "/api/games/<game_id>",
    summary="A game as I may see it",
    answers={304: "Not changed since the answer with this ETag"},
)
def get_game(game_id: PathId) -> Response[GameView | None]:
    player = api.request.player
    stored = playing.look(games, game_id, player, api.request.at)
    known = api.request.headers.get("if-none-match", "")
    if known:
        tag = views.etag(stored, player, word_check=views.has_switch(stored) and games.word_check())
        if tag in [one.strip().removeprefix("W/") for one in known.split(",")]:
            return reply(None, 304, headers={"ETag": tag, "Cache-Control": "private, no-cache"})
    around = games.around(stored)
    tag = views.etag(stored, player, word_check=around.word_check)
    shown: GameView | None = GameView.model_validate(views.game_view(stored, player, around))
    return reply(shown, headers={"ETag": tag, "Cache-Control": "private, no-cache"})


@api.patch("/api/games/<game_id>", summary="Open or close the free seats, or play with fewer", refusals=(409, 422))
def change_game(game_id: PathId, body: ChangeBody) -> GameView:
    player, now = api.request.player, api.request.at
    return _view(hosting.change(games, game_id, player, now, is_open=body.open, seats=body.players))


@api.delete("/api/games/<game_id>", summary="Call a waiting game off", status=204, refusals=(409,))
def cancel_game(game_id: PathId) -> None:
    hosting.cancel(games, game_id, api.request.player, api.request.at)


@api.post("/api/games/<game_id>/seats", summary="Take a seat, or accept an invitation", refusals=(409,))
def join_game(game_id: PathId, body: Annotated[SeatBody | None, BodyParameter()] = None) -> GameView:
    nonce = _nonce(body.nonce if body else None)
    return _view(hosting.join(games, game_id, api.request.player, nonce, api.request.at))


@api.delete(
    "/api/games/<game_id>/seats/me",
    summary="Decline, or leave before the start",
    status=204,
    refusals=(409,),
)
def leave_game(game_id: PathId) -> None:
    hosting.leave(games, game_id, api.request.player, api.request.at)


@api.post("/api/games/<game_id>/invitations", summary="Invite a player to a free seat", refusals=(409, 422))
def invite_player(game_id: PathId, body: InvitationBody) -> GameView:
    return _view(hosting.invite(games, game_id, api.request.player, body.player, api.request.at))


@api.get("/api/games/<game_id>/turns", summary="Every turn so far, as I may see it")
def list_turns(
    game_id: PathId,
    breakdown: Annotated[bool, Query(description="Add how the points of each play came about.")] = False,
) -> TurnList:
    player = api.request.player
    stored = playing.look(games, game_id, player, api.request.at)
    turns = playing.turns_of(games, stored)
    shown = views.turn_views(stored, turns, player, with_breakdown=breakdown) if turns else []
    return TurnList.model_validate({"turns": shown})


@api.get("/api/games/<game_id>/proof", summary="All that `lettrix verify` needs of a finished game", refusals=(409,))
def get_proof(game_id: PathId) -> Proof:
    stored = playing.look(games, game_id, api.request.player, api.request.at)
    if stored.status != "finished":
        raise ApiError(409, "not_finished", "The secret is published when the game is over.")
    proof = make_proof(
        stored.started,
        playing.turns_of(games, stored),
        game_id=stored.id,
        secret=stored.secret,
        nonces=stored.nonces,
        players=stored.players,
        seats_offered=stored.seats_offered,
        dictionary_hash=stored.dictionary,
    )
    return Proof.model_validate(proof)


@api.post(
    "/api/games/<game_id>/claim",
    summary="Settle a game whose deadline is over",
    description="Nothing happens when nothing is due; either way the answer is the game as it is now.",
)
def claim_game(game_id: PathId) -> GameView:
    return _view(playing.look(games, game_id, api.request.player, api.request.at))


def _view(stored: StoredGame) -> GameView:
    return GameView.model_validate(views.game_view(stored, api.request.player, games.around(stored)))


def _nonce(text: str | None) -> bytes | None:
    return None if text is None else bytes.fromhex(text)


def _dictionary_hash(language: str) -> str:
    lexicon = dictionaries.find(language)
    if lexicon is None:
        raise hosting.NoDictionary
    return lexicon.hash


handler = api.handler
