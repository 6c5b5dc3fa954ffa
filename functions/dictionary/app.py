"""Words and rules; and the answer to every path that no other function knows."""

from typing import Annotated

from aws_lambda_powertools.event_handler.openapi.params import Path, Query

from lettrix_cloud import catalogue, playing, words
from lettrix_cloud.api import Answer, Api, ApiError, Response, reply
from lettrix_cloud.catalogue import Catalogue
from lettrix_cloud.games_dynamodb import DynamoGames
from lettrix_cloud.ids import ULID_PATTERN

RULES_AGE = 300
"""Seconds for which a client may keep the rules: they change with a deployment only."""

api = Api("dictionary")
games = DynamoGames()


class Word(Answer):
    word: str
    valid: bool
    dictionary_version: str


@api.get(
    "/api/words/<language>/<word>",
    summary="Whether a word is in the dictionary",
    description="With `game`, that game's dictionary under that game's rules. Without it, 403 `word_check_off` only "
    "while a running game of mine in that language, with look-ups closed, has me to move.",
)
def look_up(
    language: Annotated[str, Path(pattern="^[a-z]{2}$")],
    word: Annotated[str, Path(min_length=1, max_length=40)],
    game: Annotated[str | None, Query(pattern=ULID_PATTERN)] = None,
) -> Word:
    try:
        verdict = words.look_up(
            games,
            player=api.request.player,
            language=language,
            word=word,
            game_id=game,
        )
    except words.LookupsClosed:
        raise ApiError(403, "word_check_off", "No look-ups in this game now.") from None
    except (words.UnknownLanguage, playing.NotFound):
        raise ApiError(404, "not_found", "No such dictionary, or no such game of yours.") from None
    return Word(word=verdict.word, valid=verdict.valid, dictionary_version=verdict.dictionary_version)


@api.get("/api/rules", summary="Every game on offer, with all that a client must know to show it", access="anybody")
def list_rules() -> Response[Catalogue]:
    return reply(
        Catalogue.model_validate(catalogue.describe()),
        headers={"Cache-Control": f"public, max-age={RULES_AGE}"},
    )


handler = api.handler
