"""What a person may see of a game: the only way out of the engine's state to people.

Before the end nobody sees another's rack, what another drew or exchanged, the order of the bag or the seed. What is
shown is listed here field by field; nothing is copied wholesale and then struck out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from .state import Fact, Game, Turn
from .tiles import BLANK


def view(game: Game, viewer: int | None) -> dict[str, Any]:
    """The game as `viewer` (a seat, or None for somebody who does not play in it) may see it; JSON-able.

    Times are ms UTC. After the end everybody sees the racks.
    """
    return {
        "status": "finished" if game.is_over else "active",
        "players": [_player(game, seat, viewer) for seat in range(len(game.seats))],
        "turn": game.turn,
        "to_move": game.to_move,
        "my_seat": viewer,
        "rack": list(game.seats[viewer].rack) if viewer is not None else [],
        "board": {"size": game.grid.size, "tiles": _tiles(game)},
        "bag": len(game.bag),
        "unseen": unseen(game, viewer) if viewer is not None or game.is_over else {},
        "due_at": game.due_at,
        "remind_at": game.remind_at,
        "ends_at": game.ends_at,
        "paused_until": game.paused_until,
        "started_at": game.started_at,
        "finished_at": game.finished_at,
        "result": result(game),
        "allowed": allowed(game, viewer),
        **counting(game, viewer),
        "special": game.rules.policy.show(game, viewer),
    }


def counting(game: Game, viewer: int | None) -> dict[str, Any]:
    """Under `counting`, where this seat's plays are counted otherwise now than the rules describe; else nothing.

    With it and the description of the rules a client counts any play by itself (see `lettrix.valuation`):
    `letter_factors` and `word_factors` of squares, `worth` of tiles that lie there, `flat` points of squares, each as
    {row, col, value}; `doubling`, the squares of each zone as [row, col].
    """
    if viewer is None or game.is_over:
        return {}
    usual, now, size = game.rules.valuation, game.rules.policy.valuation(game, viewer), game.grid.size

    def listed(values: Iterable[tuple[int, int]]) -> list[dict[str, int]]:
        return [{"row": square // size, "col": square % size, "value": value} for square, value in sorted(values)]

    def factors(described: Sequence[int], actual: Sequence[int]) -> list[dict[str, int]]:
        if described is actual:
            return []
        return listed((square, factor) for square, factor in enumerate(actual) if factor != described[square])

    told = {
        "letter_factors": factors(usual.letter_factors, now.letter_factors),
        "word_factors": factors(usual.word_factors, now.word_factors),
        "worth": listed(now.worth.items()),
        "flat": listed(now.flat.items()),
        "doubling": [[list(divmod(square, size)) for square in sorted(zone)] for zone in now.doubling],
    }
    told = {name: values for name, values in told.items() if values}
    return {"counting": told} if told else {}


def result(game: Game) -> dict[str, Any] | None:
    """How the game ended, by seat; None while it runs."""
    if game.result is None:
        return None
    return {
        "winners": list(game.result.winners),
        "reason": game.result.reason,
        "ranks": list(game.result.ranks),
    }


def _player(game: Game, number: int, viewer: int | None) -> dict[str, Any]:
    seat = game.seats[number]
    shown: dict[str, Any] = {
        "seat": number,
        "score": seat.score,
        "tiles": len(seat.rack),
        "passes": seat.passes,
        "timeouts": seat.timeouts,
        "state": seat.state,
    }
    if game.rules.sides is not None:
        shown["team"] = game.rules.side(number)
        shown["team_score"] = sum(
            other.score for at, other in enumerate(game.seats) if game.rules.side(at) == game.rules.side(number)
        )
    if seat.bank is not None:
        shown["clock"] = seat.bank
    if game.is_over or number == viewer or game.rules.shared_rack:
        shown["rack"] = list(seat.rack)
    return shown


def _tiles(game: Game) -> list[dict[str, Any]]:
    grid, worth = game.grid, game.rules.policy.worth
    fold = game.rules.tiles.alphabet.fold
    tiles = []
    for square in grid.squares():
        tile = grid.text[square]
        row, col = divmod(square, grid.size)
        tiles.append(
            {
                "row": row,
                "col": col,
                "letter": fold(tile),
                "blank": fold(tile) != tile,
                "value": worth(game, square),
                "seat": grid.seats[square],
                "turn": grid.turns[square],
            }
        )
    return tiles


def unseen(game: Game, viewer: int | None) -> dict[str, int]:
    """Bag and opponents' racks together, as counts by letter in alphabetical order, blanks under `?`."""
    tiles = Counter(game.bag)
    for number, seat in enumerate(game.seats):
        if number != viewer and not game.rules.shared_rack:
            tiles.update(seat.rack)
    return {letter: tiles[letter] for letter in game.rules.tiles.alphabet.upper + BLANK if tiles[letter]}


def allowed(game: Game, viewer: int | None) -> list[str]:
    """The actions that this seat may take now."""
    if viewer is None or game.is_over or not game.seats[viewer].is_playing:
        return []
    actions = ["resign"]
    if viewer == game.to_move:
        actions += ["play", "pass"]
        if game.rules.exchange != "no" and len(game.bag) >= game.rules.exchange_bag_min:
            actions.append("exchange")
    return sorted(actions)


def turn_view(game: Game, turn: Turn, viewer: int | None) -> dict[str, Any]:
    """A turn's record as `viewer` may see it; `game` is the game's state of now. Times are ms UTC."""
    shown: dict[str, Any] = {
        "turn": turn.number,
        "seat": turn.seat,
        "action": turn.action,
        "facts": [_fact_view(game, turn, fact, viewer) for fact in turn.facts],
        "score_after": list(turn.scores),
        "at": turn.at,
    }
    if turn.is_automatic:
        shown["automatic"] = True
    return shown


_PUBLIC = {
    "play": ("tiles", "text", "words", "points"),
    "refused": ("code", "words", "tiles"),
    "exchange": ("count",),
    "pass": (),
    "resign": (),
    "limit": (),
    "timeout": ("number",),
    "forfeit": ("seat", "reason"),
    "pause": ("seat", "until"),
    "leftover": ("seat", "letters", "points"),
    "given": ("seat", "points"),
    "end": ("reason", "winners", "ranks"),
    "draw": ("seat",),
}
"""By kind of fact, what everybody may see of it at once; a game's own kinds stand in its `Policy.public_facts`."""

_OWN = {"exchange": ("letters",), "draw": ("letters",)}
"""By kind of fact, what its own player sees besides."""


def _fact_view(game: Game, turn: Turn, fact: Fact, viewer: int | None) -> Fact:
    kind = fact["kind"]
    if game.is_over:
        shown = dict(fact)
    else:
        names = _PUBLIC.get(kind) or game.rules.policy.public_facts.get(kind, ())
        own = viewer is not None and fact.get("seat", turn.seat) == viewer
        if own or (game.rules.shared_rack and kind == "draw"):
            names += _OWN.get(kind, ())
        shown = {"kind": kind, **{name: fact[name] for name in names if name in fact}}
    if kind == "draw":
        shown["count"] = len(fact["letters"])
    return shown
