"""Starts ministack with what the local stack needs beyond it. Runs in .venv-stack and knows no code of ours.

- A clock that can be moved: $CLOCK_FILE holds an offset in seconds, which the functions read too. The file
  is looked at whenever the time is asked for, so that a request is never stamped with a stale time.
  Monotonic clocks stay as they are, and so do certificates and signatures, which read the time elsewhere.
- A readable log for each function in $FUNCTION_LOG_DIR: all that it wrote, and why it failed.
- An end when the process that started it ends, however it ended: a pipe on standard input closes then.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
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
    while sys.stdin.buffer.read(4096):
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


def main() -> None:
    """Run until SIGTERM, SIGINT or the end of the parent."""
    threading.Thread(target=stop_with_parent, daemon=True).start()
    time.time = MovedClock(os.environ["CLOCK_FILE"]).time  # before ministack is imported

    from ministack import app
    from ministack.core import lambda_runtime

    keep_function_logs(lambda_runtime.Worker, Path(os.environ["FUNCTION_LOG_DIR"]))
    sys.argv = ["ministack"]
    app.main()


if __name__ == "__main__":
    main()
