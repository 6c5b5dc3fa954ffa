"""A finished game's record, and checking it: every draw, every point, every deadline, from the published secret."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from .draw import DRAW_VERSION, canonical_json, commitment, make_seed
from .game import replay_states, start
from .legality import IllegalAction
from .lexicon import WordList
from .rules import Rules, canonical_rules
from .state import Game, Turn
from .variants import find_variant

PROOF_VERSION = 1


def make_proof(
    game: Game,
    turns: Sequence[Turn],
    *,
    game_id: str,
    secret: bytes,
    nonces: Sequence[bytes],
    players: Sequence[str],
    seats_offered: int,
    dictionary_hash: str,
) -> dict[str, Any]:
    """Everything that `verify` needs, JSON-able. Only for a finished game: it holds the secret.

    `nonces` and `players` (ids) are in the order of joining; `seats_offered` is the number of seats at creation.
    Raises `ValueError` while the game is running.
    """
    if game.result is None:
        raise ValueError("a running game has no proof: its secret is not published")
    rules = game.rules
    canonical = canonical_rules(rules, seats_offered)
    return {
        "v": PROOF_VERSION,
        "draw": DRAW_VERSION,
        "game": game_id,
        "rules": canonical,
        "rules_version": rules.version,
        "dictionary_hash": dictionary_hash,
        "commitment": commitment(
            secret=secret,
            game=game_id,
            rules=canonical,
            rules_version=rules.version,
            dictionary_hash=dictionary_hash,
        ),
        "secret": secret.hex(),
        "nonces": [nonce.hex() for nonce in nonces],
        "joined": list(players),
        "seats": [players[place] for place in game.order],
        "started_at": game.started_at,
        "ends_at": game.first_ends_at,
        "turns": [turn.to_json() for turn in turns],
        "scores": [seat.score for seat in game.seats],
        "racks": [seat.rack for seat in game.seats],
        "bag": game.bag,
        "board": game.grid.rows(),
        "result": _result_json(game),
    }


def _result_json(game: Game) -> dict[str, Any]:
    if game.result is None:
        raise ValueError("the record stops before the game's end")
    return {name: list(v) if isinstance(v, tuple) else v for name, v in asdict(game.result).items()}


class ProofError(ValueError):
    """The record is not true; the message says where it first differs."""


def verify(proof: Mapping[str, Any], dictionary: WordList) -> Game:
    """Redo a finished game from its record and compare everything; the game when all is true.

    Raises `ProofError` at the first thing that is not: the commitment, the seats, a draw, a word, a point, a turn,
    the result, or another dictionary than the one the game was played with.
    """
    try:
        return _verify(proof, dictionary)
    except ProofError:
        raise
    except IllegalAction as error:
        raise ProofError(f"a turn breaks the rules: {error.reason} {' '.join(error.words)}".strip()) from None
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError, RecursionError) as error:
        raise ProofError(f"not a record that can be read: {error}") from None


def _verify(proof: Mapping[str, Any], dictionary: WordList) -> Game:
    _same("the record's version", proof["v"], PROOF_VERSION)
    _same("the draw's version", proof["draw"], DRAW_VERSION)
    _same("the dictionary", dictionary.hash, proof["dictionary_hash"])
    rules = rules_from_canonical(proof["rules"], proof["rules_version"])
    secret, nonces = bytes.fromhex(proof["secret"]), [bytes.fromhex(nonce) for nonce in proof["nonces"]]
    promised = commitment(
        secret=secret,
        game=proof["game"],
        rules=proof["rules"],
        rules_version=proof["rules_version"],
        dictionary_hash=proof["dictionary_hash"],
    )
    _same("the commitment", proof["commitment"], promised)
    _same("the number of players", len(proof["joined"]), len(nonces))
    fewest, most = find_variant(rules.id).players
    if not fewest <= len(nonces) <= most:
        raise ProofError(f"{rules.id} is for {fewest} to {most} players")
    turns = [Turn.from_json(turn) for turn in proof["turns"]]
    game = beginning(proof)
    _same("the order of the seats", proof["seats"], [proof["joined"][place] for place in game.order])
    for recorded, (after, redone) in zip(proof["turns"], replay_states(game, turns, dictionary), strict=True):
        game = after
        _same(f"turn {redone.number}", recorded, redone.to_json())
    _same("the scores", proof["scores"], [seat.score for seat in game.seats])
    _same("the racks at the end", proof["racks"], [seat.rack for seat in game.seats])
    _same("the bag at the end", proof["bag"], game.bag)
    _same("the board at the end", proof["board"], game.grid.rows())
    _same("the result", proof["result"], _result_json(game))
    return game


def beginning(proof: Mapping[str, Any]) -> Game:
    """The game of a record as it began, unchecked. Raises `KeyError`, `TypeError` or `ValueError` for no record."""
    nonces = [bytes.fromhex(nonce) for nonce in proof["nonces"]]
    return start(
        rules_from_canonical(proof["rules"], proof["rules_version"]),
        make_seed(bytes.fromhex(proof["secret"]), nonces),
        len(nonces),
        _moment(proof["started_at"]),
        ends_at=None if proof["ends_at"] is None else _moment(proof["ends_at"]),
    )


def rules_from_canonical(canonical: str, version: int) -> Rules:
    """The rules that a canonical string of `canonical_rules` names; raises `ValueError` or `KeyError`."""
    settings = json.loads(canonical)
    rules = find_variant(settings["id"]).rules(settings["language"], settings["options"], version)
    if canonical_rules(rules, settings["seats"]) != canonical:
        raise ValueError("the rules are not in canonical form")
    return rules


def _moment(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError("a time is a whole number of milliseconds")
    return value


def _same(what: str, recorded: object, redone: object) -> None:
    """As text, so that 1, 1.0 and true are three things."""
    if canonical_json(recorded) != canonical_json(redone):
        raise ProofError(f"{what}: not what the secret, the nonces and the rules give")
