"""Builds the layers: `engine` (lettrix and the dictionaries), `cloud` (lettrix_cloud and its packages).

    python -m infra.layers arm64    for AWS: Python 3.13 on arm64, into build/layers/arm64
    python -m infra.layers host     for the local stack: this Python on this machine, into build/layers/host

Third-party packages are installed once for each state of layers/cloud/requirements.txt and then kept.
"""

from __future__ import annotations

import compileall
import fcntl
import hashlib
import platform
import py_compile
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from infra.cross import CrossError, arm64_generator

ROOT = Path(__file__).resolve().parents[1]
REQUIREMENTS = ROOT / "layers/cloud/requirements.txt"
LEXICONS = ROOT / "build/lexicon"
LANGUAGES = ("fr",)
"""The dictionaries that go to AWS with the engine; games in other languages are refused there (`no_dictionary`)."""
TARGETS: dict[str, list[str]] = {
    "host": [],
    "arm64": [
        "--platform=manylinux2014_aarch64",
        "--platform=manylinux_2_28_aarch64",
        "--implementation=cp",
        "--python-version=3.13",
        "--only-binary=:all:",
    ],
}
_NOT_COPIED = shutil.ignore_patterns("__pycache__", "*.pyc", "*.egg-info", "*.so", "*.c")
_NATIVE = "_native.abi3.so"


class LayerError(RuntimeError):
    """A layer could not be built; the message says why in one line."""


@contextmanager
def built_layers(target: str) -> Iterator[Path]:
    """Build both layers for `target`, a key of TARGETS; the folder that holds them, untouched meanwhile.

    One build at a time: tests and `make play` may start together. Raises LayerError.
    """
    folder = ROOT / "build/layers" / target
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        _build(folder, target)
        yield folder


def _build(folder: Path, target: str) -> None:
    engine, cloud = folder / "engine", folder / "cloud"
    for layer in (engine, cloud):
        shutil.rmtree(layer, ignore_errors=True)
    packages = _packages(folder, TARGETS[target])
    shutil.copytree(packages, cloud / "python")
    shutil.copytree(ROOT / "layers/cloud/lettrix_cloud", cloud / "python/lettrix_cloud", ignore=_NOT_COPIED)
    shutil.copytree(ROOT / "layers/engine/lettrix", engine / "python/lettrix", ignore=_NOT_COPIED)
    _add_native(engine / "python/lettrix", target)
    if target == "host":
        _compile(engine)
        _compile(cloud / "python/lettrix_cloud")
    # Each dictionary goes with its notice and licence, and with the former lists that games still run on.
    for language in LANGUAGES:
        for pattern in (f"{language}.lxg", f"{language}-*.lxg", f"{language}.LICENSE.txt"):
            for lexicon in sorted(LEXICONS.glob(pattern)):
                (engine / "lexicon").mkdir(exist_ok=True)
                shutil.copy2(lexicon, engine / "lexicon")


def _add_native(package: Path, target: str) -> None:
    """The native generator: this machine's own, or for another processor one that was built for that. A file name
    does not tell which it is, so the module of the source folder goes into no layer but the host's."""
    own = ROOT / "layers/engine/lettrix" / _NATIVE
    if target == "host" or platform.machine() == "aarch64":
        if own.exists():
            shutil.copy2(own, package)
        return
    try:
        shutil.copy2(arm64_generator(), package / _NATIVE)
    except CrossError as error:
        print(
            f"layers: plays will be found in plain Python, for lack of a compiler for arm64: {error}", file=sys.stderr
        )


def _packages(folder: Path, pip_options: list[str]) -> Path:
    wanted = hashlib.sha256(REQUIREMENTS.read_bytes() + sys.version.encode()).hexdigest()[:16]
    packages = folder / f"packages-{wanted}"
    if packages.is_dir():
        return packages
    for old in folder.glob("packages-*"):
        shutil.rmtree(old)
    unfinished = folder / "unfinished"
    shutil.rmtree(unfinished, ignore_errors=True)
    install = subprocess.run(
        [
            *(sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"),
            *("--no-deps", "--no-compile", "--target", str(unfinished), "-r", str(REQUIREMENTS)),
            *pip_options,
        ],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if install.returncode:
        reason = (install.stderr.strip().splitlines() or ["pip failed"])[-1]
        raise LayerError(f"the packages of {REQUIREMENTS.relative_to(ROOT)} could not be installed: {reason}")
    shutil.rmtree(unfinished / "bin", ignore_errors=True)
    if not pip_options:
        _compile(unfinished)
    unfinished.rename(packages)
    return packages


def _compile(folder: Path) -> None:
    """Byte code beside the sources: functions unpack their layers at each cold start, with new times."""
    unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
    compileall.compile_dir(folder, quiet=2, invalidation_mode=unchecked)


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in TARGETS:
        sys.exit(f"usage: python -m infra.layers {'|'.join(TARGETS)}")
    try:
        with built_layers(sys.argv[1]) as layers:
            print(layers.relative_to(ROOT))
    except LayerError as error:
        sys.exit(f"layers: {error}")
