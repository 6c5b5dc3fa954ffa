"""Grand: the large board, its zones and its events. Every test is a sentence of docs/rules.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from tests.engine import Table, check_replay, position, refusal, started, stored

from lettrix.boards import SUPER21
from lettrix.draw import Stream
from lettrix.game import judge, replay
from lettrix.grid import Grid
from lettrix.legality import Reason
from lettrix.lexicon import WordSet
from lettrix.plays import Laid, Pass, Play
from lettrix.scoring import breakdown, total
from lettrix.state import Game
from lettrix.variants import find_variant
from lettrix.view import turn_view, view

GRAND = find_variant("grand")
RULES = GRAND.rules()
QUADRUPLE = GRAND.rules(options={"quadruple": True})
AWAY = [[row * 21 + col, 4, 0] for row in (3, 15) for col in (3, 15)]
"""Zones far from where these tests play: top-left square, turns left, turns doubled."""
CENTRE = 9 * 21 + 9
BAG = "E" * 40


def board(racks: list[str], tiles: dict[str, str] | None = None, **changes: Any) -> Table:
    """Racks and tiles with the zones out of the way, so that points can be counted by hand."""
    extra = {"zones": [list(zone) for zone in AWAY], "laid": 0, "last": None} | changes.pop("extra", {})
    return Table(position(racks, tiles, bag=BAG, rules=changes.pop("rules", RULES), extra=extra, **changes))


def seeds() -> Iterator[bytes]:
    return (number.to_bytes(32, "big") for number in range(10_000))


def with_events(game: Game, wanted: Callable[[list[int]], bool], *, kinds: int) -> Game:
    """The game with a seed under which this turn's events draw what is wanted: [0 or 1, kind, ...]."""
    for seed in seeds():
        stream = Stream(seed, "events", game.turn - 1)
        drawn = [stream.below(2), stream.below(kinds)]
        if drawn[0] == 0 and wanted(drawn):
            return replace(game, seed=seed)
    raise AssertionError("no such seed")


def nothing(game: Game) -> Game:
    """The game with a seed under which this turn has no event."""
    return replace(game, seed=next(seed for seed in seeds() if Stream(seed, "events", game.turn - 1).below(2)))


class TestNumbers:
    def test_21_by_21_through_k11(self) -> None:
        assert (RULES.board.size, RULES.board.start) == (21, (10, 10))
        table = board(["LAEEEEE", "E"])
        assert refusal(table.game, "8H LA") == Reason.MISSES_START
        assert table.play("11K LA") == (1 + 1) * 2
        assert table.turns[0].facts[0]["text"] == "11K LA"
        assert view(table.game, 0)["board"]["size"] == 21

    def test_fourfold_squares_count_threefold_unless_quadruple_is_on(self) -> None:
        assert QUADRUPLE.board is SUPER21
        differ = [(a, b) for a, b in zip(SUPER21.kinds, RULES.board.kinds, strict=True) if a != b]
        assert Counter(differ) == {("Q", "T"): 4, ("q", "t"): 8}
        tiles = {"21B": "E" * 19}
        assert board(["AE", "E"], tiles).play("21A A" + "." * 19) == (1 + 19) * 3
        assert board(["AE", "E"], tiles, rules=QUADRUPLE).play("21A A" + "." * 19) == (1 + 19) * 4
        row, col = divmod(SUPER21.kinds.index("q"), 21)
        beside = {f"{row + 1}{chr(65 + col + 1)}": "E"}
        for rules, factor in ((RULES, 3), (QUADRUPLE, 4)):
            assert board(["VE", "E"], beside, rules=rules).play(f"{row + 1}{chr(65 + col)} V.") == 4 * factor + 1

    def test_the_bag_of_the_language_twice_over_and_racks_of_seven(self) -> None:
        for language, size in (("fr", 204), ("en", 200), ("de", 204)):
            rules, once = GRAND.rules(language), find_variant("classic").rules(language).tiles
            assert rules.tiles.size == size == 2 * once.size
            assert Counter(rules.tiles.tiles()) == Counter(once.tiles() * 2)
            assert rules.tiles.values == once.values
            game = started(4, rules)
            assert [len(seat.rack) for seat in game.seats] == [7] * 4
            assert len(game.bag) == size - 28

    def test_fifty_for_seven(self) -> None:
        assert board(["TRAINEE", "E"]).play("11H TRAINEE") == 7 * 2 + 50

    def test_the_last_corner_can_be_played_on(self) -> None:
        table = board(["AB", "E"], {"21T": "E"})
        table.play("21T .B")
        assert table.game.grid.text[-1] == "B"
        assert refusal(table.game, "V21 E") == Reason.OFF_BOARD

    def test_a_client_is_told_all_of_it(self) -> None:
        told = GRAND.describe()["languages"]["fr"]
        assert told["board"]["rows"] == list(RULES.board.rows)
        assert told["by_option"]["quadruple"]["true"]["board"]["rows"] == list(SUPER21.rows)
        assert told["special"] == {
            "zones": {"count": 4, "size": 3, "turns": 4, "letter_factor": 2, "word_factor": 2},
            "events": {"tiles": 5, "one_in": 2, "zone_turns": 2, "presents": [10, 20, 30]},
        }
        assert not told["rated"]


class TestZones:
    def test_four_of_3_by_3_drawn_at_the_start_and_seen_by_everybody_with_the_turns_left(self) -> None:
        for number in range(20):
            game = started(2, RULES, secret=bytes([number]) * 32)
            zones = view(game, None)["special"]["zones"]
            assert len({(zone["row"], zone["col"]) for zone in zones}) == 4
            for zone in zones:
                assert (zone["size"], zone["turns_left"], zone["doubles_for"]) == (3, 4, 0)
                assert 0 <= zone["row"] <= 18
                assert 0 <= zone["col"] <= 18
            assert all(view(game, seat)["special"]["zones"] == zones for seat in (0, 1))
            first = Stream(game.seed, "zones", 0).below(19 * 19)
            assert (zones[0]["row"], zones[0]["col"]) == divmod(first, 19), "from the seed, under the label `zones`"

    def test_each_lives_four_turns_then_reappears_elsewhere(self) -> None:
        table = Table(started(3, RULES))
        places = [[(z["row"], z["col"]) for z in view(table.game, 0)["special"]["zones"]]]
        left = []
        for _ in range(8):
            table.exchange(table.game.seats[table.game.to_move or 0].rack[:1])
            zones = view(table.game, 0)["special"]["zones"]
            left.append({zone["turns_left"] for zone in zones})
            places.append([(zone["row"], zone["col"]) for zone in zones])
        assert left == [{3}, {2}, {1}, {4}, {3}, {2}, {1}, {4}]
        assert places[0] == places[3] != places[4]
        assert places[4] == places[7] != places[8]
        for before, after in ((places[3], places[4]), (places[7], places[8])):
            assert all(old != new for old, new in zip(before, after, strict=True))
            assert len(set(after)) == 4
        facts = turn_view(table.game, table.turns[3], None)["facts"]
        moves = [(f["zone"], f["row"], f["col"]) for f in facts if f["kind"] == "zone"]
        assert moves == [(number, *place) for number, place in enumerate(places[4])]
        check_replay(table)

    def test_only_where_five_squares_are_empty(self) -> None:
        full = Grid.from_rows(["E" * 21] * 21)
        hole = full.without([row * 21 + col for row in range(3) for col in range(3)])
        for seed in list(seeds())[:30]:
            zones = [[100 + number, 1, 0] for number in range(4)]
            table = board(["EEEEEEE", "E"], seed=seed, extra={"zones": zones})
            table.game = replace(table.game, grid=hole)
            table.skip()
            # Room for five or more: the hole itself, and the places one to the right and one below.
            places = [place for place, _, _ in table.game.extra["zones"]]
            assert sorted(places[:3]) == [0, 1, 21]
            assert places[3] == 103, "no place is left: it stays"

    def test_the_tiles_of_the_play_just_made_take_room_too(self) -> None:
        hole = Grid.from_rows(["E" * 21] * 21).without([0, 1, 2, 21, 22])
        for lays, moves in ((True, False), (False, True)):
            zones = [[100, 1, 0], *([at, 4, 0] for at in (150, 200, 250))]
            table = board(["EEEEEEE", "E"], extra={"zones": zones})
            table.game = replace(table.game, grid=hole)
            table.do(Play((Laid(0, 2, "E"),)) if lays else Pass())
            assert (table.game.extra["zones"][0][0] == 0) == moves, "five squares are empty, then four"

    def test_a_new_tile_on_one_counts_twice_on_top_of_the_squares_own_premium(self) -> None:
        zones = [[9 * 21 + 14, 4, 0], *AWAY[1:]]
        # O11 doubles the letter, and the zone doubles that: 6 + 4, doubled by the star, and 50.
        assert board(["TRAINEE", "E"], extra={"zones": zones}).play("11I TRAINEE") == (6 + 1 * 2 * 2) * 2 + 50
        assert board(["TRAINEE", "E"]).play("11I TRAINEE") == (6 + 1 * 2) * 2 + 50

    def test_a_tile_that_lay_there_counts_once_and_a_blank_nothing(self) -> None:
        zones = {"zones": [[CENTRE, 4, 0], *AWAY[1:]]}
        assert board(["LA", "E"], extra=zones).play("11K LA") == (2 + 2) * 2
        assert board(["S", "E"], {"11K": "LA"}, extra=zones).play("11K ..S") == 3
        assert board(["?A", "E"], extra=zones).play("11K lA") == (0 + 2) * 2

    def test_where_zones_overlap_it_counts_twice_and_not_four_times(self) -> None:
        zones = {"zones": [[CENTRE, 4, 0], [CENTRE + 1, 4, 0], *AWAY[2:]]}
        assert board(["LA", "E"], extra=zones).play("11K LA") == (2 + 2) * 2

    def test_a_turn_is_one_that_goes_on_to_the_next_player(self) -> None:
        table = Table(started(3, RULES))
        table.resign(2)
        assert {left for _, left, _ in table.game.extra["zones"]} == {4}, "not resigning out of turn"
        table.settle(after=48 * 3_600_000)
        assert {left for _, left, _ in table.game.extra["zones"]} == {3}, "an automatic pass"
        check_replay(table)


class TestEvents:
    def test_each_time_the_tiles_laid_pass_a_multiple_of_five(self) -> None:
        for laid, rack, comes in ((0, "LAIS", False), (1, "LAIS", True), (5, "LAIS", False), (6, "LAIS", True)):
            outcomes = set()
            for seed in list(seeds())[:12]:
                table = board([rack + "EEE", "E"], extra={"laid": laid}, seed=seed)
                facts = table.do(table.read(f"11K {rack}"))
                outcomes.add(any(fact["kind"] == "event" for fact in facts))
                assert table.game.extra["laid"] == laid + 4
            assert outcomes == ({True, False} if comes else {False})

    def test_tiles_that_lay_there_are_not_counted_again(self) -> None:
        table = board(["SEEEEEE", "E"], {"11K": "LA"}, extra={"laid": 3})
        facts = table.do(table.read("11K ..S"))
        assert table.game.extra["laid"] == view(table.game, None)["special"]["tiles_laid"] == 4
        assert all(fact["kind"] != "event" for fact in facts)

    def test_one_event_for_a_turn_that_passes_two(self) -> None:
        numbers = []
        for seed in list(seeds())[:12]:
            table = board(["TRAINEE", "E"], extra={"laid": 4}, seed=seed)
            facts = table.do(table.read("11H TRAINEE"))
            numbers.append(sum(fact["kind"] == "event" for fact in facts))
        assert set(numbers) == {0, 1}

    def test_one_chance_in_two_and_then_each_kind_as_likely(self) -> None:
        seen = Counter[str]()
        for seed in list(seeds())[:200]:
            table = board(["LA", "E"], extra={"laid": 4, "last": [1, 1, 5]}, seed=seed)
            facts = table.do(table.read("11K LA"))
            seen.update([fact["event"] for fact in facts if fact["kind"] == "event"] or ["none"])
        assert 80 <= seen["none"] <= 120
        assert all(22 <= seen[event] <= 45 for event in ("zone", "present", "annulled"))

    def test_a_zone_doubles_every_word_with_a_new_tile_on_it_for_two_turns(self) -> None:
        table = board(["LAEEEEE", "LAEEEEE"], extra={"laid": 4, "last": [1, 1, 5]})
        table.game = table.first = with_events(table.game, lambda drawn: drawn[1] == 0, kinds=3)
        facts = table.do(table.read("11K LA"))
        [event] = [fact for fact in facts if fact["kind"] == "event"]
        assert event == {"kind": "event", "event": "zone", "zone": event["zone"], "turns": 2}
        number = event["zone"]
        assert facts[0]["points"] == 4, "not the play that brought it"
        left = [view(table.game, None)["special"]["zones"][number]["doubles_for"]]
        for _ in range(2):
            table.skip()
            left.append(view(table.game, None)["special"]["zones"][number]["doubles_for"])
        assert left == [2, 1, 0]
        check_replay_of_position(table)

    def test_what_a_doubling_zone_brings(self) -> None:
        zones = {"zones": [[CENTRE, 4, 2], *AWAY[1:]]}
        table = board(["LA", "E"], extra=zones)
        assert view(table.game, 0)["special"]["zones"][0]["doubles_for"] == 2
        assert table.play("11K LA") == (2 + 2) * 2 * 2
        # LE down has a new tile on the zone, LAS across has not.
        assert board(["E", "E"], {"11K": "LA"}, extra=zones).play("K11 .E") == (1 + 2) * 2
        assert board(["S", "E"], {"11K": "LA"}, extra=zones).play("11K ..S") == 3
        # Of ET under LAS the E alone is on the zone (and on a doubled letter): ET and AE count twice, ST does not.
        under = board(["ET", "E"], {"11K": "LAS"}, extra=zones)
        assert under.play("12L ET") == (1 * 2 * 2 + 1) * 2 + (1 + 1 * 2 * 2) * 2 + (1 + 1)
        two = {"zones": [[CENTRE, 4, 2], [CENTRE + 1, 4, 1], *AWAY[2:]]}
        assert board(["LA", "E"], extra=two).play("11K LA") == (2 + 2) * 2 * 2 * 2, "each doubling zone by itself"

    def test_doubling_goes_with_the_zone_when_it_moves(self) -> None:
        table = board(["LAE", "E"], extra={"zones": [[CENTRE, 1, 2], *(list(zone) for zone in AWAY[1:])]})
        table.skip()
        place, left, doubled = table.game.extra["zones"][0]
        assert place != CENTRE
        assert (left, doubled) == (4, 1)

    def test_the_last_play_before_this_one_is_annulled_its_points_go_its_tiles_stay(self) -> None:
        table = board(["LAEEEEE", "SEEEEEE"], scores=[30, 0], extra={"laid": 7})
        table.game = nothing(table.game)
        assert table.play("11K LA") == 4
        table.game = with_events(table.game, lambda drawn: drawn[1] == 2, kinds=3)
        facts = table.do(table.read("11K ..S"))
        annulled = {"kind": "event", "event": "annulled", "turn": 1, "seat": 0, "points": -4}
        assert annulled in facts
        assert turn_view(table.game, table.turns[1], None)["facts"].count(annulled) == 1, "everybody is told"
        assert table.scores == [30, 3]
        assert table.turns[1].scores == (30, 3)
        assert table.game.grid.rows()[10][10:13] == "LAS"

    def test_passes_and_exchanges_in_between_leave_it_the_last_play(self) -> None:
        table = board(["LAEEEEE", "SEEEEEE"], extra={"laid": 7})
        table.game = nothing(table.game)
        table.play("11K LA")
        table.skip()
        table.exchange("E")
        table.game = with_events(table.game, lambda drawn: drawn[1] == 2, kinds=3)
        facts = table.do(table.read("11K ..S"))
        assert {"kind": "event", "event": "annulled", "turn": 1, "seat": 0, "points": -4} in facts

    def test_the_first_play_has_none_before_it_to_annul(self) -> None:
        kinds = set()
        for seed in list(seeds())[:80]:
            table = board(["TRAINEE", "E"], seed=seed)
            facts = table.do(table.read("11H TRAINEE"))
            kinds |= {fact["event"] for fact in facts if fact["kind"] == "event"}
        assert kinds == {"zone", "present"}

    def test_the_player_who_moved_gets_10_20_or_30(self) -> None:
        seen = set()
        for seed in list(seeds())[:200]:
            table = board(["LA", "E"], extra={"laid": 4, "last": [1, 1, 5]}, seed=seed)
            facts = table.do(table.read("11K LA"))
            for fact in facts:
                if fact.get("event") == "present":
                    assert fact == {"kind": "event", "event": "present", "seat": 0, "points": fact["points"]}
                    assert fact in turn_view(table.game, table.turns[0], 1)["facts"], "everybody is told"
                    assert table.scores == [4 + fact["points"], 0]
                    assert table.game.extra["last"] == [1, 0, 4], "a present is no part of the play's points"
                    seen.add(fact["points"])
        assert seen == {10, 20, 30}


def check_replay_of_position(table: Table) -> None:
    """The same actions from the same position give the same records."""
    assert replay(table.first, stored(table.turns)) == table.game


def test_the_points_of_a_play_are_data_that_generation_and_clients_share() -> None:
    zones = {"zones": [[CENTRE, 4, 2], [CENTRE + 3, 2, 0], *AWAY[2:]]}
    table = board(["TRAINEE", "E"], extra=zones)
    placement = judge(table.game, 0, table.read("11H TRAINEE"), WordSet(["TRAINEE"]))
    valuation = RULES.policy.valuation(table.game, 0)
    told = RULES.policy.breakdown(table.game, 0, placement)
    # J, K, L on the first zone, M, N on the second: 2 + 5 * 2; the star and the doubling zone.
    assert told.points == total(valuation, placement) == breakdown(valuation, placement).points == 12 * 2 * 2 + 50
    assert table.play("11H TRAINEE") == told.points
