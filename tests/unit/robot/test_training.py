"""The fit of leaves: least squares that find known weights, terms that say what `Leaves` says, the same every time."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.engine import LETTRIX
from tests.robots import small_lexicon
from training import common_words, leaves, matches

from lettrix.generation import Leaves
from lettrix.robot import GREEDY, LEVELS
from lettrix.robot.common import common_words as words_of
from lettrix.variants import find_variant

RACKS = ["", "E", "EE", "EEE", "Q", "QU", "Q?", "AEIOU", "BCDFGH?", "SS?", "UUEE"]


def known(random: Random) -> dict[leaves.Feature, float]:
    """Weights of every term that these racks have."""
    return {term: random.uniform(-9, 9) for rack in RACKS for term in leaves.features(rack, "fr")}


@pytest.mark.parametrize("number", range(4))
def test_the_terms_of_a_rest_add_up_to_what_leaves_say(number: int) -> None:
    weights = known(Random(number))
    model = leaves.as_leaves(weights, LETTRIX)
    for rack in RACKS:
        total = sum(weights[term] for term in leaves.features(rack, "fr"))
        assert model.value(rack) == pytest.approx(100 * total, abs=len(rack) + 3)


def test_the_fit_finds_the_weights_that_made_its_observations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without noise and with hardly any ridge, what a rest is worth is found within a tenth of a point."""
    monkeypatch.setattr(leaves, "RIDGE", 0.01)
    random = Random(1)
    weights = known(random)
    bag = [tile for tile in LETTRIX.tiles.tiles() if tile in "AEIOUQBS?"]
    rests = ["".join(random.sample(bag, random.randint(0, 4))) for _ in range(1_500)]

    def truth(rest: str) -> float:
        return sum(weights.get(term, 0.0) for term in leaves.features(rest, "fr"))

    found, count, mean = leaves.fit(iter([(rest, truth(rest)) for rest in rests]), "fr")
    assert count == 1_500
    model = leaves.as_leaves(found, LETTRIX)
    for rest in rests[:200]:
        assert model.value(rest) / 100 == pytest.approx(truth(rest) - mean, abs=0.1)


def test_equations_are_solved() -> None:
    assert leaves.solve([[4.0, 1.0], [1.0, 3.0]], [1.0, 2.0]) == pytest.approx([1 / 11, 7 / 11])


def test_self_play_observes_the_same_every_time_and_another_seed_something_else() -> None:
    lexicon = small_lexicon("fr")

    def some(seed: int, model: Leaves | None = None) -> list[tuple[str, float]]:
        seen = []
        for row in leaves.observe(LETTRIX, lexicon, model, 1, seed):
            seen.append(row)
            if len(seen) == 12:
                break
        return seen

    assert some(1) == some(1)
    assert some(1) != some(2)
    assert all(len(rest) < LETTRIX.rack_size for rest, _ in some(1))


def test_what_is_written_is_the_model(tmp_path: Path) -> None:
    model = leaves.as_leaves(known(Random(7)), LETTRIX)
    namespace: dict[str, object] = {}
    exec(leaves.source(model, "About."), namespace)  # noqa: S102 - it is a module that Python is to read
    assert namespace["FIRST"] == model.first
    assert namespace["REPEAT"] == model.repeat
    assert namespace["WITHOUT"] == model.without
    assert frozenset(str(namespace["VOWELS"])) == model.vowels
    assert namespace["BALANCE"] == model.balance


def test_a_frequency_list_is_read_as_msgpack_says() -> None:
    """A header map, then arrays of texts: fixed, 8- and 16-bit lengths."""
    short, longer, longest = b"\xa2et", b"\xd9\x21" + b"a" * 33, b"\xda\x01\x00" + b"b" * 256
    header = b"\x82\xa6format\xa2cB\xa7version\x01"
    data = b"\xdc\x00\x04" + header + b"\x90" + b"\x92" + short + longer + b"\x91" + longest
    assert common_words.unpack(data) == [[], ["et", "a" * 33], ["b" * 256]]
    for damaged in (b"\xc0", b"\x91\xc0", b"\x92" + header + b"\xc0"):
        with pytest.raises(ValueError, match="not a frequency list"):
            common_words.unpack(damaged)


def test_every_match_of_the_table_can_be_played() -> None:
    names = [match.name for match in matches.MATCHES]
    assert len(set(names)) == len(names)
    for match in matches.MATCHES:
        rules = find_variant(match.rules).rules(match.language, options=dict(match.options), seats=match.seats)
        assert rules.sides is None or len(rules.sides) == match.seats
        assert matches.level_of(match.first) != matches.level_of(match.second)
    assert matches.level_of("greedy") is GREEDY
    assert matches.level_of("3") is LEVELS[3]


def test_common_words_are_in_the_letters_of_their_tiles() -> None:
    for language in ("fr", "en", "de", "tr"):
        alphabet = next(variant.tiles.alphabet for variant in (find_variant("kelime").rules(language),))
        assert all(set(word) <= set(alphabet.upper) for word in words_of(language))
