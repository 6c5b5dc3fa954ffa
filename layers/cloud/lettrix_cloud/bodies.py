"""What clients send about games."""

from typing import Annotated, Literal, Self

from aws_lambda_powertools.event_handler.openapi.params import Body as BodyParameter
from pydantic import Field, model_validator

from lettrix.plays import Action, Exchange, Laid, Pass, Play, Resign, parse_play
from lettrix.state import Game
from lettrix_cloud.api import Body
from lettrix_cloud.fields import Id

RequestId = Annotated[
    str,
    Field(
        pattern=r"^[A-Za-z0-9._:-]{1,64}$",
        description="Made by the client; the same request sent again bears the same one.",
    ),
]
Nonce = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$", description="16 bytes in hex, the player's part of the draw.")]
Text = Annotated[str, Field(max_length=40)]
MOST_TILES = 32
"""More than any rack holds; the rules say more exactly."""


class NewGameBody(Body):
    request_id: RequestId
    rules: Annotated[str, Field(pattern=r"^[a-z0-9_]{1,20}$", examples=["lettrix"])]
    language: Annotated[str, Field(pattern=r"^[a-z]{2}$")] | None = None
    players: Annotated[int, Field(ge=2, le=4)]
    invite: Annotated[list[Id], Field(default_factory=list, max_length=3)]
    open: bool = False
    options: Annotated[dict[Text, bool | int | Text], Field(default_factory=dict, max_length=20)]
    nonce: Nonce | None = None


class ChangeBody(Body):
    open: bool | None = None
    players: Annotated[int, Field(ge=2, le=4)] | None = None


class SeatBody(Body):
    nonce: Nonce | None = None


class InvitationBody(Body):
    player: Id


class TileBody(Body):
    row: Annotated[int, Field(ge=-99, le=99)]
    col: Annotated[int, Field(ge=-99, le=99)]
    letter: Annotated[str, Field(max_length=1)] = ""
    blank: bool = False


class _Move(Body):
    turn: Annotated[int, Field(ge=1, le=9999, description="The number that the view showed.")]
    request_id: RequestId

    def read(self, game: Game) -> Action:
        """The action, against the game as it is. Raises `NotationError`."""
        raise NotImplementedError


class PreviewBody(Body):
    """A play: `tiles` or `text`, not both."""

    tiles: Annotated[list[TileBody], Field(max_length=MOST_TILES)] | None = None
    text: Annotated[str, Field(max_length=64, examples=["8H QUaRTZ"])] | None = None

    @model_validator(mode="after")
    def _one_of_two(self) -> Self:
        if (self.tiles is None) == (self.text is None):
            raise ValueError("tiles or text")
        return self

    def play(self, game: Game) -> Play:
        """The play, against the game as it is. Raises `NotationError`."""
        if self.text is not None:
            return parse_play(self.text, game.grid, game.rules.tiles.alphabet)
        return Play(tuple(Laid(tile.row, tile.col, tile.letter, tile.blank) for tile in self.tiles or ()))


class PlayBody(_Move, PreviewBody):
    """`tiles` or `text`, not both."""

    action: Literal["play"]

    def read(self, game: Game) -> Action:
        return self.play(game)


class ExchangeBody(_Move):
    action: Literal["exchange"]
    letters: Annotated[list[Annotated[str, Field(min_length=1, max_length=1)]], Field(max_length=MOST_TILES)]

    def read(self, game: Game) -> Action:
        return Exchange("".join(self.letters))


class PassBody(_Move):
    action: Literal["pass"]

    def read(self, game: Game) -> Action:
        return Pass()


class ResignBody(_Move):
    action: Literal["resign"]

    def read(self, game: Game) -> Action:
        return Resign()


MoveBody = Annotated[PlayBody | ExchangeBody | PassBody | ResignBody, BodyParameter(discriminator="action")]
