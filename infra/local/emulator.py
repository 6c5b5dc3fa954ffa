"""Starts ministack with what the local stack needs beyond it. Runs in .venv-stack and knows no code of ours.

- A clock that can be moved: $CLOCK_FILE holds an offset in seconds, which the functions read too. The file
  is looked at whenever the time is asked for, so that a request is never stamped with a stale time.
  Monotonic clocks stay as they are, and so do certificates and signatures, which read the time elsewhere.
- A readable log for each function in $FUNCTION_LOG_DIR: all that it wrote, and why it failed.
- Layers that are unpacked once, as AWS mounts them, and not anew for each process of each function.
- An end when the process that started it ends, however it ended: a pipe on standard input closes then.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import sys
import tempfile
import threading
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

_real_time = time.time


class MovedClock:
    """The machine's clock plus the offset in a file, which is replaced as a whole, never written in place."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._seen: tuple[int, int, int] | None = None
        self._offset = 0.0

    def time(self) -> float:
        """Seconds since the epoch, like time.time."""
        try:
            status = os.stat(self._file)
            seen = (status.st_ino, status.st_mtime_ns, status.st_size)
            if seen != self._seen:
                self._offset = float(Path(self._file).read_text(encoding="ascii"))
                self._seen = seen
        except FileNotFoundError:
            self._offset, self._seen = 0.0, None
        return _real_time() + self._offset


def stop_with_parent() -> None:
    """Ask for an orderly end, which saves the state, when standard input closes."""
    while os.read(0, 4096):  # not sys.stdin: the interpreter could not end while this thread holds its lock
        pass
    os.kill(os.getpid(), signal.SIGTERM)


def keep_function_logs(worker_class: Any, folder: Path) -> None:
    """Append what each invocation wrote, and the trace of one that failed, to `folder`/SERVICE.log."""
    invoke = worker_class.invoke
    lock = threading.Lock()

    def write(worker: Any, *texts: str | None) -> None:
        variables = worker.config.get("Environment", {}).get("Variables", {})
        name = variables.get("POWERTOOLS_SERVICE_NAME") or worker.func_name
        with lock, (folder / f"{name}.log").open("a", encoding="utf-8") as file:
            file.writelines(text.rstrip("\n") + "\n" for text in texts if text)

    def logged_invoke(worker: Any, *args: Any, **options: Any) -> Any:
        try:
            response = invoke(worker, *args, **options)
        except Exception as error:
            write(worker, f"could not be started: {error}")
            raise
        failure = response.get("trace") or response.get("error")
        write(worker, response.get("log"), failure if response.get("status") == "error" else None)
        return response

    worker_class.invoke = logged_invoke


class SharedLayers:
    """Stands in for the module `zipfile` in ministack's Lambda runtime, which unpacks the layers of each new process.

    A layer is unpacked once, and every process gets links to it; other archives are unpacked as they are.
    """

    BadZipFile = zipfile.BadZipFile
    LargeFileError = zipfile.LargeZipFile  # the name that ministack takes for it

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()

    def ZipFile(self, file: str) -> Any:  # noqa: N802  # the name that ministack calls
        """The archive in `file`."""
        is_layer = Path(file).name.startswith("layer_")
        return _Layer(file, self._unpacked) if is_layer else zipfile.ZipFile(file)

    def _unpacked(self, archive: zipfile.ZipFile) -> Path:
        """The folder with the archive's content, unpacked now if it was not before."""
        content = Path(str(archive.filename)).read_bytes()
        folder = self._folder / hashlib.sha256(content).hexdigest()
        with self._lock:
            if not folder.exists():
                unfinished = self._folder / "unfinished"
                shutil.rmtree(unfinished, ignore_errors=True)
                zipfile.ZipFile.extractall(archive, unfinished)
                unfinished.rename(folder)
        return folder


class _Layer(zipfile.ZipFile):
    def __init__(self, file: str, unpacked: Callable[[zipfile.ZipFile], Path]) -> None:
        super().__init__(file)
        self._unpacked = unpacked

    def extractall(self, path: Any = None, members: Any = None, pwd: Any = None) -> None:
        """Link what is at the top of the archive into the folder `path`."""
        for entry in self._unpacked(self).iterdir():
            (Path(path) / entry.name).symlink_to(entry)


def main() -> None:
    """Run until SIGTERM, SIGINT or the end of the parent."""
    threading.Thread(target=stop_with_parent, daemon=True).start()
    time.time = MovedClock(os.environ["CLOCK_FILE"]).time  # before ministack is imported

    from ministack import app
    from ministack.core import lambda_runtime

    lambda_runtime.zipfile = SharedLayers(Path(tempfile.gettempdir()) / "layers")
    keep_function_logs(lambda_runtime.Worker, Path(os.environ["FUNCTION_LOG_DIR"]))
    sys.argv = ["ministack"]
    app.main()


if __name__ == "__main__":
    main()
