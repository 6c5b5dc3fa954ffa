"""A game from its first tile to its last: `start`, `apply`, `settle`, `replay`.

`apply(game, seat, action, now, words) -> (game, turn)` is the centre. Games are values: an action makes a new one
and the record of what happened. Time-outs, the limit, and resigning out of turn are actions like any other, so
`replay` of the records gives the same game again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from .draw import Stream
from .grid import Grid
from .legality import IllegalAction, Placement, Reason, check_exchange, look_up, place
from .lexicon import WordList
from .plays import (
    Action,
    Exchange,
    Forfeit,
    Laid,
    Pass,
    Pause,
    Play,
    Resign,
    TimeLimit,
    Timeout,
    format_play,
)
from .rules import Rules
from .state import Fact, Game, Result, Seat, Turn, Working


class AnyWord:
    """Takes every word but some: for replaying records that were judged when they were made."""

    hash = ""

    def __init__(self, unknown: Iterable[str] = ()) -> None:
        self._unknown = frozenset(unknown)

    def contains(self, word: str, /) -> bool:
        """Whether it is not one of the words that are known to be unknown."""
        return word not in self._unknown

    @classmethod
    def as_recorded(cls, turn: Turn) -> AnyWord:
        """What the dictionary said when this turn was made: where a refusal is a turn, it names the unknown words."""
        return cls(word for fact in turn.facts if fact["kind"] == "refused" for word in fact["words"])


def start(rules: Rules, seed: bytes, seats: int, now: int, *, ends_at: int | None = None) -> Game:
    """Draw the seats and the bag, deal, and let the first player begin.

    `seats`: how many players; `ends_at` (ms UTC) overrides the clock's limit for the whole game. Raises
    `ValueError` when the board's bag cannot fill that many racks.
    """
    if seats < 1 or (seats if not rules.shared_rack else 1) * rules.rack_size > rules.tiles.size:
        raise ValueError(f"the bag does not fill {seats} racks")
    order = Stream(seed, "seats", 0).shuffled(range(seats)) if rules.draw_seats else range(seats)
    racks, bag = rules.policy.deal(rules, seed, seats)
    bank = rules.clock.bank()
    if ends_at is None and rules.clock.game is not None:
        ends_at = now + rules.clock.game
    return Game(
        rules=rules,
        seed=seed,
        order=tuple(order),
        seats=tuple(Seat(rack, bank=bank) for rack in racks),
        grid=Grid.blank(rules.board.size),
        bag=bag,
        turn=1,
        to_move=0,
        turn_began=1,
        began_at=now,
        deadline=rules.clock.deadline(bank, now),
        started_at=now,
        ends_at=ends_at,
        extra=rules.policy.opening(rules, seed, seats),
    )


def apply(game: Game, seat: int | None, action: Action, now: int, words: WordList) -> tuple[Game, Turn]:
    """Carry one action out at `now` (ms UTC, for a player's action the time at which it was received).

    `seat` is None for the game's limit alone. A time before the turn began (the clocks of two machines differ a
    little) counts as the moment at which it began. Raises `IllegalAction` and changes nothing when the rules refuse
    it.
    """
    if game.is_over:
        raise IllegalAction(Reason.GAME_OVER, "the game is over")
    now = max(now, game.began_at)
    work = Working.on(game, now)
    if isinstance(action, TimeLimit):
        _check_limit_reached(game, now)
        work.note("limit")
        return _finish_turn(work, None, action, "time_limit")
    if seat is None or not 0 <= seat < len(game.seats):
        raise ValueError("an action has a seat")
    if not game.seats[seat].is_playing:
        raise IllegalAction(Reason.GAME_OVER, "this player has left the game")
    if isinstance(action, Timeout):
        _check_timed_out(game, seat, now)
        if action.tiles and game.rules.draft_counts:
            _try(work, seat, Play(action.tiles), words)
        else:
            game.rules.policy.time_out(work, seat)
    elif isinstance(action, Forfeit):
        work.leave(seat, "forfeited")
        work.note("forfeit", seat=seat, reason=action.reason)
    else:
        due_at = game.due_at
        if due_at is not None and now > due_at:
            raise IllegalAction(Reason.TOO_LATE, "the deadline is over")
        if isinstance(action, Pause):
            _pause(work, seat, action.until)
        else:
            _carry_out(work, seat, action, words)
    return _finish_turn(work, seat, action, None)


def _pause(work: Working, seat: int, until: int) -> None:
    """Stop the clock; where another vacation stops it already, only from its end."""
    if not (work.rules.vacation and work.rules.clock.is_correspondence):
        raise ValueError("no vacation stops this game's clock")
    if until <= work.now:
        raise ValueError("a vacation ends later than now")
    standing = max(work.now, work.paused_until or 0)
    work.stopped = max(0, until - standing)
    work.paused_until = max(standing, until)
    work.note("pause", seat=seat, until=until)


def _carry_out(work: Working, seat: int, action: Play | Exchange | Pass | Resign, words: WordList) -> None:
    """A player's own action."""
    if isinstance(action, Resign):
        work.leave(seat, "resigned")
        work.note("resign")
        return
    if seat != work.game.to_move:
        raise IllegalAction(Reason.NOT_YOUR_TURN, "another player is to move")
    if isinstance(action, Pass):
        work.change(seat, passes=work.seats[seat].passes + 1)
        work.note("pass")
    elif isinstance(action, Exchange):
        rest = check_exchange(work.rules, work.seats[seat].rack, action.letters, len(work.bag))
        work.note("exchange", count=len(action.letters), letters=list(action.letters))
        work.rules.policy.exchange(work, seat, rest, action.letters)
        work.change(seat, passes=0)
    else:
        _try(work, seat, action, words)


def _try(work: Working, seat: int, action: Play, words: WordList) -> None:
    """Lay the tiles of a play; a refused one is an error, or a turn over where the rules say so."""
    try:
        placement = judge(work.game, seat, action, words)
    except IllegalAction as refusal:
        if not work.rules.refusal_costs_turn:
            raise
        work.note("refused", code=refusal.reason.value, words=list(refusal.words), tiles=_tiles(action))
        work.change(seat, passes=work.seats[seat].passes + 1)
        return
    _lay(work, seat, action, placement)


def judge(game: Game, seat: int, play: Play, words: WordList) -> Placement:
    """The placement of a legal play, whose turn it is apart; raises `IllegalAction` with the reason."""
    rules = game.rules
    anywhere = rules.policy.may_open_anywhere(game)
    placement = place(rules, game.grid, game.seats[seat].rack, play, anywhere=anywhere)
    look_up(rules, placement, words)
    return placement


def _lay(work: Working, seat: int, play: Play, placement: Placement) -> None:
    fact: Fact = {
        "tiles": _tiles(play),
        "text": format_play(play, work.game.grid, work.rules.tiles.alphabet),
        "words": [word.text for word in placement.words],
    }
    work.note("play", **fact)
    work.grid = work.grid.put(placement.new, work.game.turn, seat)
    work.facts[0]["points"] = work.rules.policy.score(work, seat, placement)
    work.change(seat, passes=0)
    work.rules.policy.refill(work, seat, placement.rest)


def _tiles(play: Play) -> list[Fact]:
    return [tile._asdict() for tile in play.tiles]


def _check_timed_out(game: Game, seat: int, now: int) -> None:
    if seat != game.to_move:
        raise IllegalAction(Reason.NOT_YOUR_TURN, "only the player to move can run out of time")
    if game.deadline is None or now < game.deadline or (game.ends_at is not None and game.ends_at < game.deadline):
        raise IllegalAction(Reason.TOO_EARLY, "the deadline is not over, or the game's limit comes first")


def _check_limit_reached(game: Game, now: int) -> None:
    if game.ends_at is None or now < game.ends_at:
        raise IllegalAction(Reason.TOO_EARLY, "the game's limit is not reached")
    if game.deadline is not None and game.deadline <= game.ends_at:
        raise IllegalAction(Reason.TOO_EARLY, "the deadline of the player to move comes first")


def _finish_turn(work: Working, seat: int | None, action: Action, reason: str | None) -> tuple[Game, Turn]:
    """Look at the endings, pass the turn on, and freeze."""
    game, rules, now = work.game, work.rules, work.now
    mover = game.to_move
    acted = seat == mover and not isinstance(action, Pause)
    turn_over = mover is not None and (acted or not work.seats[mover].is_playing)
    work.turn_over = turn_over
    if turn_over and mover is not None:
        work.change(mover, bank=rules.clock.spend(work.seats[mover].bank, game.began_at, now))
    if reason is None:
        rules.policy.after_turn(work)
        alone = len({rules.side(playing) for playing in work.playing()}) <= 1 < len(work.seats)
        reason = "last_player" if alone else rules.policy.ending(work)
    result = None
    to_move, turn_began, began_at = game.to_move, game.turn_began, game.began_at
    deadline = None if game.deadline is None else game.deadline + work.stopped
    if reason is not None:
        rules.policy.close(work, reason)
        result = _result(work, reason)
        work.note("end", reason=reason, winners=list(result.winners), ranks=list(result.ranks))
        to_move, deadline = None, None
    elif turn_over and mover is not None:
        to_move = _next_seat(work, mover)
        turn_began, began_at = game.turn + 1, now
        deadline = rules.clock.deadline(work.seats[to_move].bank, max(now, work.paused_until or 0))
    after = Game(
        rules=rules,
        seed=game.seed,
        order=game.order,
        seats=tuple(work.seats),
        grid=work.grid,
        bag=work.bag,
        turn=game.turn + 1,
        to_move=to_move,
        turn_began=turn_began,
        began_at=began_at,
        deadline=deadline,
        started_at=game.started_at,
        ends_at=None if game.ends_at is None else game.ends_at + work.stopped,
        finished_at=now if result else None,
        result=result,
        paused_until=work.paused_until,
        stopped=game.stopped + work.stopped,
        extra=work.extra,
    )
    scores = tuple(seat.score for seat in work.seats)
    return after, Turn(game.turn, seat, action.kind, tuple(work.facts), scores, now)


def _next_seat(work: Working, seat: int) -> int:
    count = len(work.seats)
    return next(
        number for number in ((seat + step) % count for step in range(1, count + 1)) if work.seats[number].is_playing
    )


def _result(work: Working, reason: str) -> Result:
    """Rank who stayed by the score of his side, then who left, the earliest lowest."""
    rules, seats = work.rules, work.seats
    totals: dict[int, int] = {}
    for number, seat in enumerate(seats):
        totals[rules.side(number)] = totals.get(rules.side(number), 0) + seat.score
    keys = [
        (1, totals[rules.side(number)]) if seat.is_playing else (0, seat.left_turn) for number, seat in enumerate(seats)
    ]
    ranks = tuple(1 + sum(other > key for other in keys) for key in keys)
    winners = tuple(number for number, seat in enumerate(seats) if seat.is_playing and ranks[number] == 1)
    return Result(reason, winners, ranks)


def settle(game: Game, now: int, words: WordList, draft: Sequence[Laid] = ()) -> tuple[Game, list[Turn]]:
    """Carry out what fell due by `now` (ms UTC), in the order of the due moments; equal: deadline before limit.

    `draft`: the tiles that the player to move had laid by his deadline, which some games play for him.
    What a time-out gives runs from `now`, the moment it is recorded, so nobody pays for our lateness; the game's
    limit stays where it is. The caller waits for the clock's grace before he settles.
    """
    turns = []
    while not game.is_over and (due_at := game.due_at) is not None and due_at <= now:
        if game.deadline == due_at:
            game, turn = apply(game, game.to_move, Timeout(tuple(draft)), now, words)
        else:
            game, turn = apply(game, None, TimeLimit(), now, words)
        turns.append(turn)
    return game, turns


def action_of(turn: Turn) -> Action:
    """The action that a record tells of; raises `ValueError` when it is no such record."""
    fact = turn.facts[0] if turn.facts else {}
    try:
        if turn.action == Play.kind:
            return Play(_laid(fact["tiles"]))
        if turn.action == Timeout.kind:
            return Timeout(_laid(fact.get("tiles", ())))
        if turn.action == Exchange.kind:
            return Exchange("".join(map(str, fact["letters"])))
        if turn.action == Forfeit.kind:
            return Forfeit(str(fact["reason"]))
        if turn.action == Pause.kind:
            return Pause(int(fact["until"]))
        return _BARE[turn.action]
    except (KeyError, TypeError) as error:
        raise ValueError(f"turn {turn.number} is not the record of an action: {error}") from None


_BARE: dict[str, Action] = {a.kind: a for a in (Pass(), Resign(), TimeLimit())}


def _laid(tiles: Iterable[Fact]) -> tuple[Laid, ...]:
    return tuple(Laid(int(t["row"]), int(t["col"]), str(t["letter"]), bool(t["blank"])) for t in tiles)


def replay(first: Game, turns: Iterable[Turn]) -> Game:
    """The game after these turns, from its start; raises `IllegalAction` when one breaks the rules.

    No word is looked up: `lettrix.proof.verify` does that too.
    """
    after = first
    for state, _ in replay_states(first, turns):
        after = state
    return after


def replay_states(first: Game, turns: Iterable[Turn], words: WordList | None = None) -> Iterator[tuple[Game, Turn]]:
    """Each state on the way with the record that the engine itself makes of the turn, for comparison."""
    game = first
    for turn in turns:
        known = AnyWord.as_recorded(turn) if words is None else words
        game, redone = apply(game, turn.seat, action_of(turn), turn.at, known)
        yield game, redone


def conserved(game: Game) -> bool:
    """Every tile is in exactly one place: bag, racks, board, or set aside where a game does that."""
    blanks = str.maketrans(dict.fromkeys(game.rules.tiles.alphabet.lower, "?"))
    racks: Sequence[str] = [seat.rack for seat in game.seats][: 1 if game.rules.shared_rack else None]
    laid = game.grid.text.replace(".", "").translate(blanks)
    aside = game.rules.policy.set_aside(game)
    return sorted(game.bag + "".join(racks) + laid + aside) == sorted(game.rules.tiles.tiles())
