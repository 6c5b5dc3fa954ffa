"""Fetching pinned packages: what is there is used, what is wrong is refused in one line."""

from __future__ import annotations

import base64
import hashlib
import io
import shutil
import tarfile
from pathlib import Path

import pytest

from packages import NpmPackage, PackageError, read_members


def archive(files: dict[str, bytes]) -> bytes:
    """An archive as npm makes them."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as tar:
        for name, content in files.items():
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return buffer.getvalue()


CONTENT = archive({"words.dic": b"2\nun\ndeux\n"})
INTEGRITY = "sha512-" + base64.b64encode(hashlib.sha512(CONTENT).digest()).decode()
PACKAGE = NpmPackage("some-words", "1.2.3", INTEGRITY)


@pytest.fixture
def npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stand-in for npm, alone on the path: a shell script, to be written by the test."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for tool in ("sh", "cp"):
        (folder / tool).symlink_to(shutil.which(tool) or f"/bin/{tool}")
    monkeypatch.setenv("PATH", str(folder))
    return folder / "npm"


def write_script(path: Path, text: str) -> None:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def test_a_package_is_downloaded_once_and_read(tmp_path: Path, npm: Path) -> None:
    (tmp_path / "served.tgz").write_bytes(CONTENT)
    write_script(npm, f'[ "$1 $2" = "pack some-words@1.2.3" ] && cp "{tmp_path}/served.tgz" some-words-1.2.3.tgz')
    path = PACKAGE.fetch(tmp_path / "sources")
    assert read_members(path, ["words.dic"]) == {"words.dic": b"2\nun\ndeux\n"}
    npm.unlink()
    assert PACKAGE.fetch(tmp_path / "sources") == path


def test_a_damaged_download_is_replaced(tmp_path: Path, npm: Path) -> None:
    (tmp_path / "some-words-1.2.3.tgz").write_bytes(CONTENT[:-1])
    (tmp_path / "served.tgz").write_bytes(CONTENT)
    write_script(npm, f'cp "{tmp_path}/served.tgz" some-words-1.2.3.tgz')
    assert PACKAGE.fetch(tmp_path).read_bytes() == CONTENT


def test_without_npm_it_says_what_to_install(tmp_path: Path, npm: Path) -> None:
    with pytest.raises(PackageError, match=r"^npm is missing: install Node\.js 20 or later$"):
        PACKAGE.fetch(tmp_path)


def test_a_failing_download_is_told_in_one_line(tmp_path: Path, npm: Path) -> None:
    write_script(npm, "echo 'npm error network' >&2; echo 'npm error no route' >&2; exit 1")
    with pytest.raises(PackageError) as error:
        PACKAGE.fetch(tmp_path)
    assert str(error.value) == "npm cannot download some-words 1.2.3: npm error network npm error no route"


def test_a_download_that_leaves_nothing_is_a_failure(tmp_path: Path, npm: Path) -> None:
    write_script(npm, "exit 0")
    with pytest.raises(PackageError, match=r"npm cannot download some-words 1\.2\.3: npm says nothing"):
        PACKAGE.fetch(tmp_path)


def test_another_package_than_the_locked_one_is_refused_and_not_kept(tmp_path: Path, npm: Path) -> None:
    (tmp_path / "served.tgz").write_bytes(archive({"words.dic": b"1\ntrois\n"}))
    write_script(npm, f'cp "{tmp_path}/served.tgz" some-words-1.2.3.tgz')
    with pytest.raises(PackageError, match="not the package that the lock names"):
        PACKAGE.fetch(tmp_path / "sources")
    assert list((tmp_path / "sources").iterdir()) == []


def test_a_file_that_the_archive_lacks_is_named(tmp_path: Path) -> None:
    path = tmp_path / PACKAGE.archive
    path.write_bytes(CONTENT)
    with pytest.raises(PackageError, match=r"some-words-1\.2\.3\.tgz has no file words\.aff"):
        read_members(path, ["words.aff"])


def test_the_archive_of_a_scoped_package_is_named_as_npm_names_it() -> None:
    assert NpmPackage("@scope/words", "1.0.0", "").archive == "scope-words-1.0.0.tgz"
