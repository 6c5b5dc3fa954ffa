"""What a seat may know of a game, and worlds that agree with it.

A robot, a suggestion or a simulation sees the game through these functions alone: the tiles unseen are one multiset
(bag and the others' racks together), and a world imagined deals them anew. With an empty bag and two players the
others' tiles are the opponent's, as any player can count.
"""

from __future__ import annotations

from dataclasses import replace

from lettrix import view
from lettrix.draw import Stream
from lettrix.state import Game


def mover(game: Game) -> int:
    """The seat to move of a game that runs."""
    if game.to_move is None:
        raise ValueError("the game is over")
    return game.to_move


def unseen(game: Game, seat: int) -> str:
    """The tiles that the seat cannot see, in the order of the alphabet: bag and the others' racks together."""
    return "".join(tile * count for tile, count in view.unseen(game, seat).items())


def imagine(game: Game, seat: int, chance: Stream) -> Game:
    """A game that looks the same to the seat, with everything else drawn from `chance`."""
    tiles = "".join(chance.shuffled(unseen(game, seat)))
    seats = list(game.seats)
    if not game.rules.shared_rack:
        for number, other in enumerate(seats):
            if number != seat:
                seats[number] = replace(other, rack=tiles[: len(other.rack)])
                tiles = tiles[len(other.rack) :]
    seed = bytes(chance.below(256) for _ in range(32))
    world = replace(game, seats=tuple(seats), bag=tiles, seed=seed)
    return replace(world, extra=game.rules.policy.imagine(world, chance))
