"""Moves: play, exchange, pass, resign."""

from lettrix_cloud import cold_start, dictionaries, playing, views
from lettrix_cloud.answers import GameView
from lettrix_cloud.api import Api, ApiError
from lettrix_cloud.bodies import MoveBody
from lettrix_cloud.fields import PathId
from lettrix_cloud.games import Around
from lettrix_cloud.games_dynamodb import DynamoGames
from lettrix_cloud.refusals import as_problem
from lettrix_cloud.stored import StoredGame

api = Api("games", as_problem)
games = DynamoGames()


@api.post(
    "/api/games/<game_id>/moves",
    summary="Play, exchange, pass or resign",
    description="Judged by the time at which the gateway got it. The same `request_id` for the same turn answers "
    "again. 409 `stale_turn` brings the game as it is now in `game`; 409 `too_late` means that the deadline is over.",
    refusals=(409, 422),
)
def make_move(game_id: PathId, body: MoveBody) -> GameView:
    request = playing.Move(
        game_id=game_id,
        player=api.request.player,
        turn=body.turn,
        request_id=body.request_id,
        at=api.request.at,
        read=body.read,
    )
    try:
        stored, around = playing.move(games, dictionaries.pinned, request)
    except playing.StaleTurn as stale:
        raise ApiError(
            409, "stale_turn", "The game is at another turn.", game=_view(stale.stored).model_dump(mode="json")
        ) from None
    return _view(stored, around)


def _view(stored: StoredGame, around: Around | None = None) -> GameView:
    return GameView.model_validate(views.game_view(stored, api.request.player, around or games.around(stored)))


handler = api.handler
cold_start.over()
