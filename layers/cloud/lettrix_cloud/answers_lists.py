"""Lists of games, of turns, and a game's record, as the API answers them.

Apart from `answers`, because a move needs none of it and would pay for it at each cold start.
"""

from typing import Any

from lettrix_cloud.answers import ListedPlayer, Result, Status, TurnRecord
from lettrix_cloud.api import Answer


class GameSummary(Answer):
    id: str
    rules: str
    language: str
    status: Status
    host: str
    open: bool
    players: list[ListedPlayer]
    turn: int | None
    to_move: int | None
    my_seat: int | None
    due_at: str | None
    ends_at: str | None
    created_at: str
    started_at: str | None
    finished_at: str | None
    result: Result | None
    options: dict[str, bool | int | str]


class GameList(Answer):
    games: list[GameSummary]
    cursor: str | None


class TurnList(Answer):
    turns: list[TurnRecord]


class Proof(Answer):
    v: int
    draw: str
    game: str
    rules: str
    rules_version: int
    dictionary_hash: str
    commitment: str
    secret: str
    nonces: list[str]
    joined: list[str]
    seats: list[str]
    started_at: int
    ends_at: int | None
    turns: list[dict[str, Any]]
    scores: list[int]
    racks: list[str]
    bag: str
    board: list[str]
    result: Result
