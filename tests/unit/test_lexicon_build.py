"""The build of a lexicon from end to end, on a package of three entries."""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path

import pytest
from tests.unit.test_packages import archive

from build import BuildError, build_french
from lettrix.lexicon import Lexicon

AFFIX_FILE = b"SET UTF-8\nSFX S Y 1\nSFX S 0 s [^s]\n"
WORD_FILE = "3\n\u00e9t\u00e9/S\nnez\nf\u00e9vr\n".encode()
CONTENT = archive({"index.aff": AFFIX_FILE, "index.dic": WORD_FILE, "license": b"Notice of the package"})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A recipe's folder whose lock names the package and not yet the result, the package being there."""
    folder = tmp_path / "fr"
    folder.mkdir()
    integrity = "sha512-" + base64.b64encode(hashlib.sha512(CONTENT).digest()).decode()
    lock = {"package": "few-words", "version": "1.0.0", "integrity": integrity}
    (folder / "lock.json").write_text(json.dumps(lock))
    (folder / "overrides.txt").write_text("deny FEVR abbreviation\nallow BA ba kiss\n")
    sources = tmp_path / "out" / "sources"
    sources.mkdir(parents=True)
    (sources / "few-words-1.0.0.tgz").write_bytes(CONTENT)
    return folder


def test_a_build_leaves_graph_list_lemmas_and_licence(folder: Path) -> None:
    output = folder.parent / "out"
    build_french(folder, output, update_lock=True)
    with Lexicon.open(output / "fr.lxg") as lexicon:
        lexicon.verify()
        assert list(lexicon.words()) == ["BA", "ETE", "ETES", "NEZ"]
        graph_hash = lexicon.hash
    assert (output / "fr.txt").read_text() == "BA\nETE\nETES\nNEZ\n"
    assert (output / "fr-lemmas.tsv").read_text("utf-8") == "BA\tba\nETE\tété\nETES\tété\nNEZ\tnez\n"
    licence = (output / "fr.LICENSE.txt").read_text("utf-8")
    assert "few-words\n1.0.0" in licence
    assert "Notice of the package" in licence
    assert "Mozilla Public License Version 2.0" in licence
    description = json.loads((output / "fr.json").read_text())
    lock = json.loads((folder / "lock.json").read_text())
    assert description["words"] == lock["words"] == 4
    assert description["graph_hash"] == lock["graph_hash"] == graph_hash
    assert description["list_sha256"] == lock["list_sha256"]
    assert description["list_sha256"] == hashlib.sha256(b"BA\nETE\nETES\nNEZ\n").hexdigest()


def test_what_is_up_to_date_is_left_alone(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = folder.parent / "out"
    build_french(folder, output, update_lock=True)
    before = {path.name: path.stat().st_mtime_ns for path in output.iterdir()}
    capsys.readouterr()
    build_french(folder, output, update_lock=False)
    assert capsys.readouterr().out == "fr: up to date\n"
    assert before == {path.name: path.stat().st_mtime_ns for path in output.iterdir()}


@pytest.mark.parametrize("name", ["fr.lxg", "fr.txt", "fr.json", "fr-lemmas.tsv", "fr.LICENSE.txt"])
def test_what_is_missing_or_damaged_is_built_again(name: str, folder: Path) -> None:
    output = folder.parent / "out"
    build_french(folder, output, update_lock=True)
    content = (output / name).read_bytes()
    (output / name).unlink()
    build_french(folder, output, update_lock=False)
    assert (output / name).read_bytes() == content
    if name in ("fr.lxg", "fr.json"):
        (output / name).write_bytes(content[:-9])
        build_french(folder, output, update_lock=False)
        assert (output / name).read_bytes() == content


def test_a_result_other_than_the_locked_one_is_refused(folder: Path) -> None:
    output = folder.parent / "out"
    build_french(folder, output, update_lock=True)
    graph = (output / "fr.lxg").read_bytes()
    (folder / "overrides.txt").write_text("deny FEVR abbreviation\n")
    with pytest.raises(BuildError, match="words is 3 and should be 4"):
        build_french(folder, output, update_lock=False)
    assert (output / "fr.lxg").read_bytes() == graph
    build_french(folder, output, update_lock=True)
    assert (output / "fr.txt").read_text() == "ETE\nETES\nNEZ\n"


def test_a_former_graph_is_kept_for_the_games_that_run_on_it(folder: Path) -> None:
    output = folder.parent / "out"
    build_french(folder, output, update_lock=True)
    graph = (output / "fr.lxg").read_bytes()
    former = output / f"fr-{Lexicon.from_bytes(graph).hash[:12]}.lxg"
    build_french(folder, output, update_lock=True)
    assert not former.exists()
    (folder / "overrides.txt").write_text("deny FEVR abbreviation\n")
    build_french(folder, output, update_lock=True)
    assert former.read_bytes() == graph != (output / "fr.lxg").read_bytes()
    with Lexicon.open(output / "fr.lxg") as lexicon:
        assert lexicon.word_count == 3


def test_as_many_other_words_are_refused_too(folder: Path) -> None:
    output = folder.parent / "out"
    build_french(folder, output, update_lock=True)
    (folder / "overrides.txt").write_text("deny FEVR abbreviation\nallow KA ka double\n")
    with pytest.raises(BuildError, match=r"list_sha256 is [0-9a-f]{64} and should be [0-9a-f]{64}"):
        build_french(folder, output, update_lock=False)


def test_a_lock_without_a_result_is_refused(folder: Path) -> None:
    with pytest.raises(BuildError, match="words is 4 and should be None"):
        build_french(folder, folder.parent / "out", update_lock=False)
