"""The exported plays (tests/vectors): the engine counts them so, and so does a client that knows nothing but them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from tests.vectors.make import PATH, PLAYS, counted_parts, make, rule_sets, text_of

from lettrix.grid import Grid
from lettrix.legality import place
from lettrix.plays import Laid, Play
from lettrix.scoring import breakdown, total
from lettrix.valuation import Valuation
from lettrix.variants import VARIANTS, find_variant

Json = dict[str, Any]
Square = tuple[int, int]


@cache
def content() -> Json:
    return json.loads(PATH.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def cases() -> Iterator[tuple[Json, Json, Json]]:
    """(rule set, position, play)"""
    for position in content()["positions"]:
        for play in position["plays"]:
            yield content()["rules"][position["rules"]], position, play


def test_the_file_is_up_to_date() -> None:
    assert PATH.read_text(encoding="utf-8") == text_of(make()), "plays.json is out of date: make vectors"


def test_two_thousand_plays_over_every_game_and_board() -> None:
    assert sum(1 for _ in cases()) == PLAYS == 2_000
    assert PATH.stat().st_size < 1_500_000
    assert len(content()["rules"]) == len(rule_sets())
    assert {rules["id"] for rules in content()["rules"]} == set(VARIANTS)
    plays = Counter(position["rules"] for position in content()["positions"] for _ in position["plays"])
    assert min(plays.values()) >= PLAYS // len(rule_sets())
    assert len(plays) == len(rule_sets())


def test_all_that_may_count_occurs_in_them() -> None:
    seen: Counter[str] = Counter()
    for rules, position, play in cases():
        seen["blank laid"] += any(blank for *_, blank in play["tiles"])
        seen["blank played through"] += any(
            word["word"] != word["word"].upper() and not play["tiles"][0][3] for word in play["words"]
        )
        seen["one tile"] += len(play["tiles"]) == 1
        seen["one tile, two words"] += len(play["tiles"]) == 1 and len(play["words"]) == 2
        seen["down"] += play["words"][0]["where"][0].isalpha()
        seen["three words or more"] += len(play["words"]) >= 3
        seen["first play"] += not set("".join(position["rows"])) - {"."}
        seen["bonus"] += play["bonus"] > 0
        seen["two word premiums"] += any(word["factor"] >= 4 for word in play["words"])
        seen[f"star of {rules['id']}"] += bool(play["squares"])
        seen["letters of others"] += any([2, 1] in word["letters"] for word in play["words"])
        seen["tiles below zero"] += any(value < 0 for word in play["words"] for value, _ in word["letters"])
        for what in position["counting"]:
            seen[what] += 1
    wanted = ["blank laid", "blank played through", "one tile", "one tile, two words", "down", "three words or more"]
    wanted += ["first play", "bonus", "two word premiums", "star of kelime", "letters of others", "tiles below zero"]
    wanted += ["worth", "flat", "letter_factors", "doubling"]
    assert {what: seen[what] for what in wanted if seen[what] < 10} == {}


def test_the_engine_counts_them_so() -> None:
    for told in content()["rules"]:
        rules = find_variant(told["id"]).rules(told["language"], told["options"], told["version"])
        assert counted_parts(rules) == told["description"]
    for told, position, play in cases():
        rules = find_variant(told["id"]).rules(told["language"], told["options"], told["version"])
        grid = Grid.from_rows(position["rows"])
        laid = Play(tuple(Laid(row, col, letter, blank) for row, col, letter, blank in play["tiles"]))
        rack = "".join("?" if tile.blank else tile.letter for tile in laid.tiles).ljust(position["rack"], "E")
        placement = place(rules, grid, rack, laid, anywhere=True)
        valuation = counted_otherwise(rules.valuation, position["counting"], grid.size)
        found = breakdown(valuation, placement)
        assert found.points == total(valuation, placement) == play["points"]
        assert found.bonus == play["bonus"]
        assert [list(square) for square in found.squares] == play["squares"]
        for word, expected in zip(found.words, play["words"], strict=True):
            assert (word.word, word.where, word.factor) == (expected["word"], expected["where"], expected["factor"])
            assert [[letter.value, letter.factor] for letter in word.letters] == expected["letters"]
            assert word.points == expected["points"]


def counted_otherwise(usual: Valuation, counting: Json, size: int) -> Valuation:
    """The valuation of a position from what a view tells of it."""

    def by_square(entries: list[Json]) -> dict[int, int]:
        return {entry["row"] * size + entry["col"]: entry["value"] for entry in entries}

    changes: Json = {name: by_square(counting[name]) for name in ("worth", "flat") if name in counting}
    for name in ("letter_factors", "word_factors"):
        factors = by_square(counting.get(name, []))
        changes[name] = [factors.get(square, usually) for square, usually in enumerate(getattr(usual, name))]
    zones = tuple(frozenset(row * size + col for row, col in zone) for zone in counting.get("doubling", []))
    return replace(usual, doubling=zones, **changes)


class Client:
    """Words and points as a web client finds them: from the description of the rules and the position told alone.

    It shares no code with the engine.
    """

    def __init__(self, description: Json, position: Json) -> None:
        self.told = description
        self.counting = position["counting"]
        self.rack = position["rack"]
        self.size = description["board"]["size"]
        self.upper = dict(zip(description["lower"], description["alphabet"], strict=True))
        self.lower = {upper: lower for lower, upper in self.upper.items()}
        self.board: dict[Square, str] = {
            (row, col): tile
            for row, line in enumerate(position["rows"])
            for col, tile in enumerate(line)
            if tile != "."
        }

    def square(self, what: str, square: Square) -> int | None:
        for entry in self.counting.get(what, []):
            if (entry["row"], entry["col"]) == square:
                return int(entry["value"])
        return None

    def factor(self, what: str, square: Square) -> int:
        kind = self.told["board"]["rows"][square[0]][square[1]]
        now = self.square(f"{what}_factors", square)
        return int(self.told["board"]["factors"][kind][what]) if now is None else now

    def run(self, square: Square, down: bool) -> list[Square]:
        """The squares of the word through a square."""
        step_row, step_col = (1, 0) if down else (0, 1)
        row, col = square
        while (row - step_row, col - step_col) in self.board:
            row, col = row - step_row, col - step_col
        squares = []
        while (row, col) in self.board:
            squares.append((row, col))
            row, col = row + step_row, col + step_col
        return squares

    def value(self, square: Square) -> int:
        tile = self.board[square]
        worth = self.square("worth", square)
        if worth is not None:
            return worth
        return int(self.told["values"].get(tile, 0))  # a lower-case letter is a blank

    def count(self, tiles: list[Any]) -> Json:
        new = {(row, col): self.lower[letter] if blank else letter for row, col, letter, blank in sorted(tiles)}
        self.board |= new
        first, last = min(new), max(new)
        down = len(self.run(first, down=False)) < 2 if first == last else first[1] == last[1]
        runs = [(self.run(first, down), down), *((self.run(square, not down), not down) for square in sorted(new))]
        words = [
            self.word(run, goes_down, new, counts=number == 0 or self.told["counts_across"])
            for number, (run, goes_down) in enumerate(runs)
            if len(run) > 1
        ]
        by_tiles = {entry["tiles"]: entry["points"] for entry in self.told["bonuses"]}
        bonus = by_tiles.get(len(new), 0)
        if self.told["bonus_for_whole_rack_only"] and self.rack > len(new):
            bonus = 0
        squares = [[*square, points] for square in sorted(new) if (points := self.square("flat", square)) is not None]
        points = sum(word["points"] for word in words) + bonus + sum(points for *_, points in squares)
        return {"tiles": tiles, "words": words, "bonus": bonus, "squares": squares, "points": points}

    def word(self, run: list[Square], down: bool, new: dict[Square, str], *, counts: bool) -> Json:
        letters, factor = [], 1
        for square in run:
            if square in new:
                letters.append([self.value(square), self.factor("letter", square) if counts else 0])
                factor *= self.factor("word", square)
            else:
                letters.append([self.value(square), 1])
        for zone in self.counting.get("doubling", []):
            if any(list(square) in zone for square in run if square in new):
                factor *= 2
        row, col = run[0]
        column = chr(ord("A") + col)
        return {
            "word": "".join(self.board[square] for square in run),
            "where": f"{column}{row + 1}" if down else f"{row + 1}{column}",
            "letters": letters,
            "factor": factor,
            "points": factor * sum(value * times for value, times in letters),
        }


def test_a_client_counts_them_so_from_the_description_and_the_view_alone() -> None:
    for rules, position, play in cases():
        assert Client(rules["description"], position).count(play["tiles"]) == play
