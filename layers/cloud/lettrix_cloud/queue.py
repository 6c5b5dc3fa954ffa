"""The queue between `sweep` and `timeouts`. Messages are `{"game": id}`, no more."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

import botocore.session
from botocore.config import Config

from lettrix_cloud import config, log


@cache
def _client() -> Any:
    settings = Config(connect_timeout=1, read_timeout=3, retries={"total_max_attempts": 3, "mode": "standard"})
    return botocore.session.get_session().create_client("sqs", region_name=config.region(), config=settings)


def send(game_ids: Sequence[str]) -> None:
    """Send up to ten ids. What the queue does not take is logged and left to the next sweep."""
    entries = [{"Id": str(number), "MessageBody": json.dumps({"game": game})} for number, game in enumerate(game_ids)]
    answer = _client().send_message_batch(QueueUrl=config.timeouts_queue_url(), Entries=entries)
    if answer.get("Failed"):
        log.logger.warning("not queued", count=len(answer["Failed"]))


def read(body: str) -> str:
    """The id in a message's body. Raises `ValueError` when there is none."""
    try:
        game = json.loads(body)["game"]
    except (ValueError, TypeError, KeyError) as error:
        raise ValueError("not a message of the agenda") from error
    if not isinstance(game, str):
        raise ValueError("not a message of the agenda")
    return game
