"""The build of a lexicon from end to end, on a package of three entries."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from tests.unit.test_packages import npm_archive

import build as building
from build import RECIPES, BuildError, build, build_all, code_of
from lettrix.lexicon import Lexicon
from packages import PackageError
from recipe import Recipe

SCRIPTS = Path(__file__).resolve().parents[2] / "lexicon"
AFFIX_FILE = b"SET UTF-8\nSFX S Y 1\nSFX S 0 s [^s]\n"
WORD_FILE = "3\n\u00e9t\u00e9/S\nnez\nf\u00e9vr\n".encode()
CONTENT = npm_archive({"index.aff": AFFIX_FILE, "index.dic": WORD_FILE, "license": b"Notice of the package"})


def build_french(folder: Path, output: Path, *, update_lock: bool) -> None:
    build(RECIPES["fr"], folder, output, update_lock=update_lock)


def write_lock(folder: Path, **package: str) -> None:
    entry = {
        "from": "npm",
        "name": "dictionary-fr",
        "version": "1.0.0",
        "sha256": hashlib.sha256(CONTENT).hexdigest(),
    }
    (folder / "lock.json").write_text(json.dumps({"packages": [entry | package]}))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A recipe's folder whose lock names the package and not yet the result, the package being there."""
    folder = tmp_path / "fr"
    folder.mkdir()
    write_lock(folder)
    (folder / "overrides.txt").write_text("deny FEVR abbreviation\nallow BA ba kiss\n")
    sources = tmp_path / "out" / "sources"
    sources.mkdir(parents=True)
    (sources / "dictionary-fr-1.0.0.tgz").write_bytes(CONTENT)
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
    assert "dictionary-fr 1.0.0" in licence
    assert "Notice of the package" in licence
    assert "Mozilla Public License Version 2.0" in licence
    description = json.loads((output / "fr.json").read_text())
    lock = json.loads((folder / "lock.json").read_text())
    assert description["name"] == "dictionary-fr 1.0.0"
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
    with pytest.raises(BuildError, match=r"words is 3 and should be 4.*build\.py fr --update-lock$"):
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


def test_a_list_is_built_again_when_its_own_code_changes() -> None:
    names = {language: {path.stem for path in code_of(recipe)} for language, recipe in RECIPES.items()}
    common = {"build", "overrides", "packages", "recipe"}
    assert names == {
        "fr": common | {"french", "hunspell"},
        "en": common | {"english"},
        "de": common | {"german", "german_forms"},
        "tr": common | {"turkish"},
    }


def test_as_many_other_words_are_refused_too(folder: Path) -> None:
    output = folder.parent / "out"
    build_french(folder, output, update_lock=True)
    (folder / "overrides.txt").write_text("deny FEVR abbreviation\nallow KA ka double\n")
    with pytest.raises(BuildError, match=r"list_sha256 is [0-9a-f]{64} and should be [0-9a-f]{64}"):
        build_french(folder, output, update_lock=False)


def test_a_lock_without_a_result_is_refused(folder: Path) -> None:
    with pytest.raises(BuildError, match="words is 4 and should be None"):
        build_french(folder, folder.parent / "out", update_lock=False)


def test_a_package_without_a_hash_is_taken_only_to_make_the_lock(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_lock(folder, sha256="")
    npm = tmp_path / "bin/npm"
    npm.parent.mkdir()
    npm.write_text(f'#!/bin/sh\ncp "{tmp_path}/out/sources/dictionary-fr-1.0.0.tgz" .\n')
    npm.chmod(0o755)
    monkeypatch.setenv("PATH", str(npm.parent), prepend=":")
    with pytest.raises(BuildError, match="the lock has no hash of dictionary-fr"):
        build_french(folder, folder.parent / "out", update_lock=False)
    build_french(folder, folder.parent / "out", update_lock=True)
    lock = json.loads((folder / "lock.json").read_text())
    assert lock["packages"][0]["sha256"] == hashlib.sha256(CONTENT).hexdigest()


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> dict[str, Exception]:
    """Language -> what its build raises; the others are built."""
    errors: dict[str, Exception] = {}
    real = building.build

    def build_or_fail(recipe: Recipe, folder: Path, output: Path, *, update_lock: bool) -> None:
        if recipe.language in errors:
            raise errors[recipe.language]
        if recipe.language == "fr":
            real(recipe, folder, output, update_lock=update_lock)

    monkeypatch.setattr(building, "build", build_or_fail)
    return errors


def test_a_language_whose_packages_cannot_be_had_is_left_out_in_one_line(
    folder: Path, failing: dict[str, Exception], capsys: pytest.CaptureFixture[str]
) -> None:
    output = folder.parent / "out"
    build_french(folder, output, update_lock=True)
    capsys.readouterr()
    failing["en"] = PackageError("apt-get is missing: this dictionary comes from packages of Debian")
    assert build_all(["en", "fr", "de"], output, recipes=folder.parent) == 0
    line = "lexicon: en is left out: apt-get is missing: this dictionary comes from packages of Debian\n"
    captured = capsys.readouterr()
    assert captured.out == line + "fr: up to date\n"
    assert captured.err == ""
    assert (output / "en.missing.txt").read_text() == line

    failing.clear()
    assert build_all(["en"], output, recipes=folder.parent) == 0
    assert not (output / "en.missing.txt").exists()


@pytest.mark.parametrize("language", ["en", "de", "tr"])
def test_a_language_is_left_out_where_its_client_is_missing(language: str, tmp_path: Path) -> None:
    tools = tmp_path / "bin"
    tools.mkdir()
    (tools / "python").write_text("#!/bin/sh\necho 'ERROR: no network' >&2\nexit 1\n")
    (tools / "python").chmod(0o755)
    script = f"""
        import runpy, sys
        sys.path.insert(0, {str(SCRIPTS)!r})
        sys.argv = ["build.py", {language!r}, "--output", {str(tmp_path / "out")!r}]
        sys.executable = {str(tools / "python")!r}
        runpy.run_path({str(SCRIPTS / "build.py")!r}, run_name="__main__")
    """
    run = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)],
        env={"PATH": str(tools)},
        capture_output=True,
        text=True,
        check=False,
    )
    [line] = run.stdout.splitlines()
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    assert line.startswith(f"lexicon: {language} is left out: ")
    assert ("apt-get is missing" if language == "en" else "pip cannot download") in line
    assert not (tmp_path / "out" / f"{language}.lxg").exists()


def test_french_is_never_left_out(
    folder: Path, failing: dict[str, Exception], capsys: pytest.CaptureFixture[str]
) -> None:
    failing["fr"] = PackageError("npm is missing: install Node.js 20 or later")
    assert build_all(["fr", "en"], folder.parent / "out", recipes=folder.parent) == 1
    assert capsys.readouterr().err == "lexicon: fr: npm is missing: install Node.js 20 or later\n"


def test_a_drift_fails_in_every_language(
    folder: Path, failing: dict[str, Exception], capsys: pytest.CaptureFixture[str]
) -> None:
    failing["de"] = BuildError("the result is not the one that the lock names: words is 3 and should be 4")
    assert build_all(["de", "en"], folder.parent / "out", recipes=folder.parent) == 1
    assert capsys.readouterr().err == f"lexicon: de: {failing['de']}\n"
