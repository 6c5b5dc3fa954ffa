"""What the API shows of games: the engine's view, names, and times as ISO 8601.

The engine decides what of a running game a seat may see; here only what is not in the engine is added, field by
field. `secret` is read in one place, behind the game's end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from lettrix import scoring, view
from lettrix.game import AnyWord, action_of, judge, replay_states, start
from lettrix.plays import Play, Timeout
from lettrix.state import Game, Turn
from lettrix_cloud import clock, dictionaries, lobby
from lettrix_cloud.games import Around
from lettrix_cloud.stored import StoredGame

_MOMENTS = ("due_at", "remind_at", "ends_at", "paused_until", "started_at", "finished_at")


def game_view(stored: StoredGame, player: str, around: Around) -> dict[str, Any]:
    """The game as this player, who may see it, sees it; the API's `GameView`."""
    head = {
        "id": stored.id,
        "rules": stored.rules.id,
        "language": stored.rules.language,
        "rules_version": stored.rules.version,
        "dictionary_version": dictionaries.version_of(stored.dictionary),
        "host": stored.host,
        "open": stored.is_joinable,
        "created_at": clock.iso(stored.created_at),
        "options": dict(stored.rules.options),
        "fairness": _fairness(stored),
    }
    if stored.game is None:
        return head | _waiting_view(stored, player, around.names)
    seat = stored.seat_of(player)
    shown = view.view(stored.game, seat)
    shown["players"] = [_named(entry, stored.seated[entry["seat"]], around.names) for entry in shown["players"]]
    shown |= {name: iso(shown[name]) for name in _MOMENTS}
    shown["last"] = [turn_view(stored.game, turn, seat) for turn in around.turns]
    if may_check(stored, seat, word_check=around.word_check):
        shown["allowed"] = sorted([*shown["allowed"], "check"])
    return head | shown


def etag(stored: StoredGame, player: str, *, word_check: bool) -> str:
    """Changes whenever this player's view does, and says nothing about what he does not see."""
    seat = stored.seat_of(player)
    if stored.game is not None:
        who = "o" if seat is None else f"s{seat}"
    elif player in stored.players:
        who = f"p{stored.players.index(player)}"
    else:
        who = "i" if player in stored.lobby.invited else "o"
    switch = int(may_check(stored, seat, word_check=word_check))
    return f'"{stored.revision}-{who}-{switch}"'


def has_switch(stored: StoredGame) -> bool:
    """Whether the organiser's switch matters to a view of this game."""
    return stored.status == "active" and stored.rules.lookups == "switch"


def may_check(stored: StoredGame, seat: int | None, *, word_check: bool) -> bool:
    """Whether the player of this seat may ask the dictionary about a play before he makes it."""
    game = stored.game
    if game is None or game.is_over or seat is None or not game.seats[seat].is_playing:
        return False
    lookups = stored.rules.lookups
    return "check" in stored.rules.aids and (lookups == "always" or (lookups == "switch" and word_check))


def summary(stored: StoredGame, player: str, names: Mapping[str, str]) -> dict[str, Any]:
    """The game as a line of a list; the API's `GameSummary`."""
    game = stored.game
    if game is None:
        shown = _waiting_view(stored, player, names)
        players = [
            {name: entry[name] for name in ("seat", "id", "name", "score", "state")} for entry in shown["players"]
        ]
    else:
        players = [
            {
                "seat": number,
                "id": stored.seated[number],
                "name": names.get(stored.seated[number]),
                "score": seat.score,
                "state": seat.state,
            }
            for number, seat in enumerate(game.seats)
        ]
    return {
        "id": stored.id,
        "rules": stored.rules.id,
        "language": stored.rules.language,
        "status": stored.status,
        "host": stored.host,
        "open": stored.is_joinable,
        "players": players,
        "turn": None if game is None else game.turn,
        "to_move": None if game is None else game.to_move,
        "my_seat": stored.seat_of(player),
        "due_at": iso(stored.due_at),
        "ends_at": None if game is None else iso(game.ends_at),
        "created_at": clock.iso(stored.created_at),
        "started_at": None if game is None else iso(game.started_at),
        "finished_at": None if game is None else iso(game.finished_at),
        "result": None if game is None else view.result(game),
        "options": dict(stored.rules.options),
    }


def turn_view(game: Game, turn: Turn, seat: int | None) -> dict[str, Any]:
    """A turn's record as this seat may see it; the API's `TurnRecord`."""
    shown = view.turn_view(game, turn, seat)
    facts = [fact | {"until": clock.iso(fact["until"])} if "until" in fact else fact for fact in shown["facts"]]
    return shown | {"facts": facts, "at": clock.iso(turn.at)}


def turn_views(stored: StoredGame, turns: Iterable[Turn], player: str, *, with_breakdown: bool) -> list[dict[str, Any]]:
    """All turns as this player may see them; with_breakdown adds to each play how its points came about."""
    game, seat = stored.started, stored.seat_of(player)
    turns = list(turns)
    shown = [turn_view(game, turn, seat) for turn in turns]
    if with_breakdown:
        first = start(game.rules, stored.seed, len(stored.players), game.started_at, ends_at=game.first_ends_at)
        before = first
        for record, turn, (after, _) in zip(shown, turns, replay_states(first, turns), strict=True):
            action = action_of(turn)
            if isinstance(action, Play | Timeout) and turn.seat is not None and turn.facts[0]["kind"] == "play":
                placement = judge(before, turn.seat, Play(action.tiles), AnyWord())
                record["breakdown"] = breakdown_view(game.rules.policy.account(before, turn, placement))
            before = after
    return shown


def iso(moment: int | None) -> str | None:
    """A moment in ms UTC as the API writes it."""
    return None if moment is None else clock.iso(moment)


def _fairness(stored: StoredGame) -> dict[str, Any]:
    over = stored.game is not None and stored.game.is_over
    return {
        "commitment": stored.commitment,
        "nonces": [nonce.hex() for nonce in stored.nonces],
        "secret": stored.secret.hex() if over else None,
    }


def _named(entry: dict[str, Any], player: str, names: Mapping[str, str]) -> dict[str, Any]:
    shown = {"seat": entry["seat"], "id": player, "name": names.get(player), **entry}
    if "clock" in shown:
        shown["clock"] = shown["clock"] / clock.SECOND
    return shown


def _waiting_view(stored: StoredGame, player: str, names: Mapping[str, str]) -> dict[str, Any]:
    """Seats are drawn at the start, so nobody has one yet; players stand in the order of joining."""
    waiting = stored.lobby
    who: list[tuple[str | None, str]] = [(seated, "playing") for seated in stored.players]
    who += [(invited, "invited") for invited in waiting.invited]
    who += [(None, "open")] * stored.free_seats
    return {
        "status": stored.status,
        "players": [
            {
                "seat": None,
                "id": other,
                "name": None if other is None else names.get(other),
                "score": 0,
                "tiles": 0,
                "passes": 0,
                "timeouts": 0,
                "state": state,
            }
            for other, state in who
        ],
        "turn": None,
        "to_move": None,
        "my_seat": None,
        "rack": [],
        "board": {"size": stored.rules.board.size, "tiles": []},
        "bag": stored.rules.tiles.size,
        "unseen": {},
        "last": [],
        "due_at": iso(stored.due_at),
        "remind_at": None,
        "ends_at": None,
        "paused_until": None,
        "started_at": None,
        "finished_at": None,
        "result": None,
        "allowed": _allowed_before_start(stored, player),
        "special": {},
    }


def _allowed_before_start(stored: StoredGame, player: str) -> list[str]:
    if stored.status != "waiting":
        return []
    if player == stored.host:
        return ["cancel", "change", *(["invite"] if stored.free_seats else [])]
    if player in stored.players:
        return ["leave"]
    invited = player in stored.lobby.invited
    return [*(["decline"] if invited else []), *(["join"] if lobby.may_join(stored, player) else [])]


def breakdown_view(found: scoring.Breakdown) -> dict[str, Any]:
    """How the points of a play came about; the API's `Breakdown`."""
    return {
        "words": [
            {
                "word": word.word,
                "where": word.where,
                "letters": [letter._asdict() for letter in word.letters],
                "factor": word.factor,
                "points": word.points,
            }
            for word in found.words
        ],
        "bonus": found.bonus,
        "squares": [{"row": row, "col": col, "points": points} for row, col, points in found.squares],
        "points": found.points,
    }
