"""The native generator for AWS's arm64, built on another machine by Zig's C compiler (PyPI: ziglang).

The compiler and what it built are kept under build/cross: the one until another version is named here, the other
until the source changes.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "layers/engine/lettrix/generation/_native.c"
FOLDER = ROOT / "build/cross"
ZIG = "ziglang==0.17.1"
TARGET = "aarch64-linux-gnu.2.17"
FLAGS = ("-O2", "-g0", "-s", "-shared", "-fPIC", "-fno-strict-aliasing", "-fvisibility=hidden")


class CrossError(RuntimeError):
    """It could not be built; the message says why in one line."""


def arm64_generator() -> Path:
    """The extension module, built now if the source has changed. Raises CrossError."""
    state = hashlib.sha256(" ".join([ZIG, TARGET, *FLAGS]).encode() + SOURCE.read_bytes()).hexdigest()[:16]
    built = FOLDER / f"native-{state}.so"
    if not built.exists():
        zig = _zig()
        include = _headers()
        unfinished = built.with_suffix(".new")
        environment = os.environ | {"PYTHONPATH": str(zig), "ZIG_GLOBAL_CACHE_DIR": str(FOLDER / "cache")}
        command = [sys.executable, "-m", "ziglang", "cc", "-target", TARGET, *FLAGS, f"-I{include}", str(SOURCE)]
        _run([*command, "-o", str(unfinished)], "it did not compile", environment)
        for old in FOLDER.glob("native-*.so"):
            old.unlink()
        unfinished.rename(built)
    return built


def _zig() -> Path:
    """The folder that the compiler is installed in."""
    folder = FOLDER / ZIG.replace("==", "-")
    if not folder.is_dir():
        unfinished = FOLDER / "unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        pip = [
            sys.executable,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--no-input",
            "--no-deps",
        ]
        _run([*pip, "--target", str(unfinished), ZIG], f"{ZIG} could not be installed")
        unfinished.rename(folder)
    return folder


def _headers() -> Path:
    """Python's headers with this machine's own configuration as the only one: Debian's chooses by processor, and both
    are 64-bit little-endian Linux, which is all that the limited API asks for."""
    folder = FOLDER / "include"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(sysconfig.get_path("include"), folder)
    configuration = folder / "pyconfig.h"
    if "multiarch" in configuration.read_text():
        multiarch = str(sysconfig.get_config_var("MULTIARCH"))
        shutil.copy2(
            Path("/usr/include", multiarch, f"python{sysconfig.get_python_version()}/pyconfig.h"), configuration
        )
    return folder


def _run(command: list[str], failure: str, environment: dict[str, str] | None = None) -> None:
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, env=environment
    )
    if done.returncode:
        raise CrossError(f"{failure}: {(done.stderr.strip().splitlines() or ['no reason given'])[-1]}")
