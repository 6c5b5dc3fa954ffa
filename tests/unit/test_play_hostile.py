"""Whatever is typed at the table is done or refused in one line, in every game, and the game can be saved."""

from __future__ import annotations

import io
import json
from pathlib import Path
from random import Random

import pytest
from rich.console import Console
from tests.engine import SMALL_WORDS

from lettrix.graphbuild import build_graph
from lettrix.lexicon import Lexicon
from lettrix.variants import VARIANTS
from lettrix_cli.play.commands import COMMANDS, Quit, Refused, carry_out
from lettrix_cli.play.session import Session, players_of
from lettrix_cli.play.table import Table
from lettrix_cli.seeds import seed_of

PLACES = ["8H", "H8", "1A", "K11", "11K", "99Z", "G7", "7G", "0A", "A"]


def typed(random: Random, rack: str) -> str:
    """A line that may or may not mean something."""
    tiles = [*rack, "a", ".", "?", "İ", "é", "\x00"]
    word = (
        random.choice(SMALL_WORDS) if random.random() < 0.4 else "".join(random.choices(tiles, k=random.randint(0, 5)))
    )
    name = random.choice([*COMMANDS, "", "s", "frob", "#", "\x1b[A"])
    arguments = ["", word, f"{random.choice(PLACES)} {word}", "all", "3", "99999999999999999999", "/none/such/file"]
    return random.choice([f"{name} {random.choice(arguments)}", f"{random.choice(PLACES)} {word}"])


@pytest.mark.parametrize("name", VARIANTS)
def test_whatever_is_typed(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    variant, random = VARIANTS[name], Random(name)
    for number in range(3):
        language, seats = random.choice(variant.languages), random.randint(*variant.players)
        rules = variant.rules(language, seats=seats)
        lexicon = Lexicon.from_bytes(build_graph(SMALL_WORDS, rules.tiles.alphabet.upper))
        who = ",".join(["Ann", *random.choices("123456", k=seats - 1)])
        session = Session(rules, seed_of(str(number)), players_of(who, 3, *variant.players), 0)
        table = Table(session, lexicon, Console(file=io.StringIO(), width=80), None, is_terminal=False)
        refusals: list[str] = []
        for _ in range(25):
            seat = session.game.to_move
            try:
                carry_out(table, typed(random, session.game.seats[seat].rack if seat is not None else ""))
            except Refused as refused:
                refusals.append(str(refused))
            except Quit:
                pass
        assert all(len(refusal.splitlines()) == 1 for refusal in refusals)
        assert 0 < len(refusals) < 25
        saved = json.loads(json.dumps(session.to_json()))
        assert Session.from_json(saved).to_json() == saved
