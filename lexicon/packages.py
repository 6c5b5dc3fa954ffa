"""Fetch the packages that the lexicons are made of, each pinned by its version and its hash."""

from __future__ import annotations

import base64
import hashlib
import shutil
import subprocess
import tarfile
from dataclasses import dataclass
from pathlib import Path

TIMEOUT = 300
"""Seconds that a download may take."""


class PackageError(Exception):
    """A package cannot be had, or is not the one that the lock names; one line for a person."""


@dataclass(frozen=True, slots=True)
class NpmPackage:
    """A package of the npm registry."""

    name: str
    version: str
    integrity: str
    """Subresource integrity, as npm states it: `sha512-` and a base64 hash of the archive."""

    @property
    def archive(self) -> str:
        """File name that `npm pack` gives the archive."""
        return f"{self.name.removeprefix('@').replace('/', '-')}-{self.version}.tgz"

    def fetch(self, folder: Path) -> Path:
        """The archive in a folder, downloaded if it is not there yet, its hash checked. Raises PackageError."""
        path = folder / self.archive
        if not (path.is_file() and self._is_intact(path)):
            folder.mkdir(parents=True, exist_ok=True)
            self._download(folder)
            if not self._is_intact(path):
                path.unlink(missing_ok=True)
                raise PackageError(f"{self.name} {self.version} is not the package that the lock names: wrong hash")
        return path

    def _is_intact(self, path: Path) -> bool:
        digest = hashlib.sha512(path.read_bytes()).digest()
        return self.integrity == "sha512-" + base64.b64encode(digest).decode()

    def _download(self, folder: Path) -> None:
        npm = shutil.which("npm")
        if npm is None:
            raise PackageError("npm is missing: install Node.js 20 or later")
        command = [npm, "pack", f"{self.name}@{self.version}", "--loglevel=error", "--ignore-scripts"]
        try:
            done = subprocess.run(  # noqa: S603 - name and version come from the lock
                command, cwd=folder, capture_output=True, text=True, timeout=TIMEOUT, check=False
            )
        except subprocess.TimeoutExpired:
            raise PackageError(f"npm did not download {self.name} {self.version} in {TIMEOUT} seconds") from None
        if done.returncode or not (folder / self.archive).is_file():
            reason = " ".join((done.stderr or done.stdout).split()) or "npm says nothing"
            raise PackageError(f"npm cannot download {self.name} {self.version}: {reason[:300]}")


def read_members(archive: Path, names: list[str]) -> dict[str, bytes]:
    """The content of files of an npm archive, by their names inside the package. Raises PackageError."""
    contents = {}
    with tarfile.open(archive) as tar:
        for name in names:
            try:
                member = tar.extractfile(f"package/{name}")
            except KeyError:
                member = None
            if member is None:
                raise PackageError(f"{archive.name} has no file {name}")
            contents[name] = member.read()
    return contents
