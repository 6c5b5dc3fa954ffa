"""Words and rules; and the answer to every path that no other function knows."""

from typing import Annotated

from aws_lambda_powertools.event_handler.openapi.params import Path, Query

from lettrix_cloud import catalogue, dictionaries, previewing, views, words
from lettrix_cloud.answers import Breakdown
from lettrix_cloud.api import Answer, Api, ApiError, Response, reply
from lettrix_cloud.bodies import PreviewBody
from lettrix_cloud.catalogue import Catalogue
from lettrix_cloud.fields import PathId
from lettrix_cloud.games_dynamodb import DynamoGames
from lettrix_cloud.ids import ULID_PATTERN
from lettrix_cloud.refusals import as_problem

RULES_AGE = 300
"""Seconds for which a client may keep the rules: they change with a deployment only."""


def explain(error: Exception) -> Exception:
    """What this function's own code raises, as the API says it."""
    match error:
        case words.LookupsClosed():
            return ApiError(403, "word_check_off", "No look-ups in this game now.")
        case words.UnknownLanguage():
            return ApiError(404, "not_found", "No such dictionary.")
    return as_problem(error)


api = Api("dictionary", explain)
games = DynamoGames()


class Word(Answer):
    word: str
    valid: bool
    dictionary_version: str


class PlayPreview(Answer):
    legal: bool
    code: str | None
    words: list[str]
    points: int | None
    breakdown: Breakdown | None


@api.get(
    "/api/words/<language>/<word>",
    summary="Whether a word is in the dictionary",
    description="With `game`, that game's dictionary under that game's rules. Without it, or when I am not playing in "
    "that game now, 403 `word_check_off` only while a running game of mine in that language, with look-ups closed, has "
    "me to move.",
)
def look_up(
    language: Annotated[str, Path(pattern="^[a-z]{2}$")],
    word: Annotated[str, Path(min_length=1, max_length=40)],
    game: Annotated[str | None, Query(pattern=ULID_PATTERN)] = None,
) -> Word:
    verdict = words.look_up(games, player=api.request.player, language=language, word=word, game_id=game)
    return Word(word=verdict.word, valid=verdict.valid, dictionary_version=verdict.dictionary_version)


@api.post(
    "/api/games/<game_id>/preview",
    summary="What a play would be, without making it",
    description="Only where look-ups are allowed, else 403 `word_check_off`. `code` as a move would be refused with; "
    "`words` are those formed, of an illegal play those that are unknown.",
    refusals=(409, 422),
)
def preview_play(game_id: PathId, body: PreviewBody) -> PlayPreview:
    found = previewing.preview(games, dictionaries.pinned, game_id=game_id, player=api.request.player, read=body.play)
    counted = None if found.breakdown is None else Breakdown.model_validate(views.breakdown_view(found.breakdown))
    return PlayPreview(
        legal=found.reason is None,
        code=found.reason,
        words=list(found.words),
        points=None if counted is None else counted.points,
        breakdown=counted,
    )


@api.get("/api/rules", summary="Every game on offer, with all that a client must know to show it", access="anybody")
def list_rules() -> Response[Catalogue]:
    return reply(
        Catalogue.model_validate(catalogue.describe()),
        headers={"Cache-Control": f"public, max-age={RULES_AGE}"},
    )


handler = api.handler
