"""Time: `sweep` finds each minute what is due, `handler` settles it."""

import time
from contextlib import suppress
from typing import Any

from lettrix_cloud import agenda, clock, ids, log, playing, queue
from lettrix_cloud.games_dynamodb import DynamoGames
from lettrix_cloud.store import StoreBusy

SWEEP_SECONDS = 45.0

games = DynamoGames()
_cursor: agenda.Cursor | None = None
"""Where the last sweep of this process stopped for want of time; another process begins at the beginning."""


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    """Attend to each game of a batch; what fails is named, so that the queue brings it again and it alone."""
    del context
    failed = [record["messageId"] for record in event["Records"] if not _attend(record)]
    return {"batchItemFailures": [{"itemIdentifier": message} for message in failed]}


def _attend(record: dict[str, Any]) -> bool:
    now, game = clock.now(), None
    try:
        game = queue.read(record["body"])
        if not ids.is_id(game):
            raise ValueError("not the id of a game")
        outcome = playing.attend(games, game, now)
        log.logger.info("attended", game=game, outcome=outcome)
    except StoreBusy:
        return False
    except Exception as error:
        log.failure("cannot be attended to", error, game=game)
        if game is not None and ids.is_id(game):
            with suppress(StoreBusy):  # or the sweep would send it again each minute
                games.skip(game, now + clock.HOUR)
        return False
    return True


def sweep(event: dict[str, Any], context: Any) -> dict[str, int]:
    """Send what is due to the queue."""
    del event, context
    global _cursor
    stop = time.monotonic() + SWEEP_SECONDS
    swept = agenda.sweep(games, queue.send, clock.now(), lambda: time.monotonic() >= stop, _cursor)
    _cursor = swept.cursor
    log.logger.info("swept", sent=swept.sent, poison=swept.poison, complete=swept.cursor is None)
    return {"sent": swept.sent, "poison": swept.poison}
