"""A game as the API answers it: the forms that `views` fills, and that OpenAPI documents.

Without postponed annotations, as `bodies`: pydantic would compile each one again, which a cold start pays for.
"""

from typing import Any, Literal

from pydantic import Field

from lettrix_cloud.api import Answer

Status = Literal["waiting", "active", "finished", "cancelled"]
PlayerState = Literal["playing", "forfeited", "resigned", "invited", "open"]


class Tile(Answer):
    row: int
    col: int
    letter: str
    blank: bool
    value: int
    seat: int
    turn: int


class Board(Answer):
    size: int
    tiles: list[Tile]


class ListedPlayer(Answer):
    seat: int | None = Field(description="From 0 in the order of play, which is drawn when the game starts.")
    id: str | None
    name: str | None
    score: int
    state: PlayerState = Field(description="`invited` and `open` are seats of a waiting game not taken yet.")


class Player(ListedPlayer):
    tiles: int = Field(description="Tiles on the rack.")
    passes: int = Field(description="Turns passed running.")
    timeouts: int = Field(description="Automatic passes in this game.")
    team: int | None = None
    team_score: int | None = Field(default=None, description="The sum of the partners' scores.")
    clock: float | None = Field(default=None, description="Seconds left, where each has a time of his own.")
    rack: list[str] | None = Field(default=None, description="One's own, and everybody's once the game is over.")


class Result(Answer):
    winners: list[int]
    reason: str
    ranks: list[int]


class Fairness(Answer):
    commitment: str
    nonces: list[str] = Field(description="In the order of joining.")
    secret: str | None = Field(description="Published when the game is over.")


class LetterPoints(Answer):
    row: int
    col: int
    letter: str
    value: int
    factor: int
    word_factor: int
    new: bool


class WordPoints(Answer):
    word: str
    where: str
    letters: list[LetterPoints]
    factor: int
    points: int


class SquarePoints(Answer):
    row: int
    col: int
    points: int


class Breakdown(Answer):
    words: list[WordPoints]
    bonus: int
    squares: list[SquarePoints] = Field(description="Squares newly covered that bring flat points.")
    points: int


class TurnRecord(Answer):
    turn: int
    seat: int | None
    action: str
    facts: list[dict[str, Any]]
    score_after: list[int]
    at: str
    automatic: bool = False
    breakdown: Breakdown | None = Field(default=None, description="Of a play, when it was asked for.")


class GameView(Answer):
    id: str
    rules: str
    language: str
    rules_version: int
    dictionary_version: str
    host: str
    open: bool = Field(description="Anybody may take a seat now.")
    status: Status
    players: list[Player]
    turn: int | None = Field(description="The number that the next action will bear, from 1.")
    to_move: int | None
    my_seat: int | None
    rack: list[str]
    board: Board
    bag: int
    unseen: dict[str, int]
    last: list[TurnRecord]
    due_at: str | None
    remind_at: str | None
    ends_at: str | None
    paused_until: str | None = Field(description="The clock stands still until then: somebody is on vacation.")
    created_at: str
    started_at: str | None
    finished_at: str | None
    result: Result | None
    fairness: Fairness
    options: dict[str, bool | int | str]
    allowed: list[str]
    counting: dict[str, Any] = Field(
        default={}, description="Where the viewer's plays are counted otherwise now than the rules describe."
    )
    special: dict[str, Any] = Field(default={}, description="What only games of this kind show.")
