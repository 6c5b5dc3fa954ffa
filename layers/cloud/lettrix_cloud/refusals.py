"""What went wrong with a game, as the API says it: one table for all functions that have to do with games."""

from __future__ import annotations

from typing import Any

from lettrix.legality import IllegalAction, Reason
from lettrix.plays import NotationError
from lettrix_cloud.games import NoFreePlace
from lettrix_cloud.hosting import NoDictionary, UnknownPlayer, UnknownRules
from lettrix_cloud.lobby import LobbyError
from lettrix_cloud.playing import NotAPlayer, NotFound, NotStarted
from lettrix_cloud.problems import ApiError

_LOBBY_STATUS = {"not_host": 403, "invited_twice": 422, "too_many_players": 422, "too_few_players": 422}
"""By code; the others are conflicts with what is: 409."""


def as_problem(error: Exception) -> Exception:
    """The `ApiError` for a refusal of ours; anything else as it came."""
    match error:
        case NotFound():
            return ApiError(404, "not_found", "There is no such game, or none that you may see.")
        case NotAPlayer():
            return ApiError(403, "not_a_player", "You do not play in this game.")
        case NotStarted():
            return ApiError(409, "not_started", "The game waits for players, or was cancelled.")
        case NoFreePlace():
            return ApiError(409, "no_free_place", "You have as many games as you may have at a time.")
        case LobbyError():
            return ApiError(_LOBBY_STATUS.get(error.code, 409), error.code, error.detail or None)
        case UnknownRules():
            return ApiError(422, "unknown_rules", str(error))
        case NoDictionary():
            return ApiError(422, "no_dictionary", "There is no dictionary of this language here.")
        case UnknownPlayer():
            return ApiError(422, "unknown_player", "Somebody whom you invite does not exist.")
        case NotationError():
            return ApiError(400, "malformed", str(error))
        case IllegalAction():
            status = 409 if error.reason is Reason.TOO_LATE else 422
            words: dict[str, Any] = {"words": list(error.words)} if error.words else {}
            return ApiError(status, error.reason.value, error.detail or None, **words)
    return error
