"""The local stack as one thing to start and stop: emulator, deployment, front door.

    with LocalStack(folder) as stack:
        httpx.get(stack.url + "/api/rules")

Everything that a stack keeps is in its folder: `state` and `s3` (the emulator's, saved when it is stopped),
`clock` (offset in seconds), `log` (one file a function, `emulator.log`, `frontdoor.log`), `running.json` while
it runs. Each of its processes ends when the process that started it ends.
"""

from __future__ import annotations

import fcntl
import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TextIO

from infra.local import deploy
from infra.local.deploy import ROOT, Deployment
from infra.local.template import REGION

HOST = "127.0.0.1"
MAIL_FROM = "lettrix@lettrix.test"
START_SECONDS = 120.0
STOP_SECONDS = 120.0
"""Saving the state takes its time on a busy machine; what is killed loses it."""


class StackError(RuntimeError):
    """The stack cannot run; the message says why in one line."""


def is_free(port: int) -> bool:
    """Whether nothing listens on this port of this machine."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
    return True


def free_port() -> int:
    """A port that is free now."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


class LocalStack:
    """One stack in one folder. Ports that are not given are free ones."""

    def __init__(
        self,
        folder: Path,
        port: int | None = None,
        emulator_port: int | None = None,
        report: Callable[[str], None] = lambda line: None,
    ) -> None:
        self.folder = folder.resolve()
        self.log_folder = self.folder / "log"
        self.clock_file = self.folder / "clock"
        self._ports = (port, emulator_port)
        self._report = report
        self._lock: TextIO | None = None
        self._processes: list[subprocess.Popen[bytes]] = []
        self._deployment: Deployment | None = None

    @property
    def url(self) -> str:
        """Address of the front door: the page at /, the API under /api."""
        return f"http://{HOST}:{self.port}"

    @property
    def emulator_url(self) -> str:
        """Address of the emulated AWS services."""
        return f"http://{HOST}:{self.emulator_port}"

    @property
    def outputs(self) -> Mapping[str, str]:
        """The outputs of template.yaml: names of tables and functions, addresses of queues."""
        if self._deployment is None:
            raise StackError("the stack is not running")
        return self._deployment.outputs

    def client(self, service: str) -> Any:
        """A boto3 client of an emulated service."""
        return deploy.client(service, self.emulator_url)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def start(self) -> None:
        """Start everything and deploy. Raises StackError, DeployError or LayerError, and leaves nothing running."""
        try:
            self._take_folder()
            self._take_ports()
            self._start_emulator()
            self.deploy()
            self._start_front_door()
        except BaseException:
            self.stop()
            raise

    def deploy(self) -> Deployment:
        """Bring the running emulator to what the working tree says."""
        self._report("deploying template.yaml")
        self._deployment = deploy.deploy(self.emulator_url, self._parameters())
        self._set_up_mail()
        what = "deployed" if self._deployment.changed else "nothing to deploy"
        self._report(f"{what} ({self._deployment.seconds:.1f} s)")
        return self._deployment

    def stop(self) -> None:
        """Stop everything, the front door first; the emulator saves its state."""
        while self._processes:
            process = self._processes.pop()
            process.terminate()
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        if self._lock is not None:
            self._remove_leavings()
            self._lock.close()
            self._lock = None
        self._deployment = None

    def alive(self) -> bool:
        """Whether all processes still run."""
        return bool(self._processes) and all(process.poll() is None for process in self._processes)

    def _take_folder(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self._lock = (self.folder / "lock").open("w")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._lock.close()
            self._lock = None
            raise StackError(f"a stack runs already in {self.folder}") from None
        self._remove_leavings()
        shutil.rmtree(self.log_folder, ignore_errors=True)
        self.log_folder.mkdir()
        (self.folder / "tmp").mkdir()
        if not self.clock_file.exists():
            self.clock_file.write_text("0", encoding="ascii")

    def _remove_leavings(self) -> None:
        """What is of no use once the stack is down: its addresses, its functions' unpacked code and layers."""
        (self.folder / "running.json").unlink(missing_ok=True)
        shutil.rmtree(self.folder / "tmp", ignore_errors=True)

    def _take_ports(self) -> None:
        port, emulator_port = self._ports
        for wanted in (port, emulator_port):
            if wanted is not None and not is_free(wanted):
                raise StackError(f"port {wanted} is taken; another one: make play PORT=8090 (it and the next)")
        self.port = port or free_port()
        self.emulator_port = emulator_port or free_port()

    def _parameters(self) -> dict[str, str]:
        secret = self.folder / "origin-secret"
        if not secret.exists():
            secret.touch(mode=0o600)
            secret.write_text(secrets.token_hex(16), encoding="ascii")
        return {
            "MailFrom": MAIL_FROM,
            "PublicOrigin": f"{self.url},http://localhost:{self.port}",
            "OriginSecret": secret.read_text(encoding="ascii"),
            "LexiconDir": str(ROOT / "build/lexicon"),
            "ClockFile": str(self.clock_file),
            "LogLevel": "INFO",
        }

    def _start_emulator(self) -> None:
        self._report("starting the emulator")
        environment = {
            "PATH": os.environ.get("PATH", os.defpath),
            "HOME": str(self.folder),
            "LANG": "C.UTF-8",
            "TMPDIR": str(self.folder / "tmp"),
            "GATEWAY_PORT": str(self.emulator_port),
            "BIND_HOST": HOST,
            "AUTH": "true",  # the functions' roles are enforced
            "IOT_MTLS_ENABLED": "0",
            "SFTP_ENABLED": "0",
            "MINISTACK_REGION": REGION,
            "PERSIST_STATE": "1",
            "STATE_DIR": str(self.folder / "state"),
            "S3_PERSIST": "1",
            "S3_DATA_DIR": str(self.folder / "s3"),
            "CLOCK_FILE": str(self.clock_file),
            "FUNCTION_LOG_DIR": str(self.log_folder),
        }
        python = ROOT / ".venv-stack/bin/python"
        if not python.exists():
            raise StackError(".venv-stack is not there; make setup makes it")
        self._start("emulator", [str(python), "-P", str(ROOT / "infra/local/emulator.py")], environment)
        self._wait_for("emulator", f"{self.emulator_url}/_ministack/health")

    def _start_front_door(self) -> None:
        self._report("starting the front door")
        assert self._deployment is not None  # noqa: S101  # start() deploys first
        running = self.folder / "running.json"
        running.touch(mode=0o600)
        running.write_text(
            json.dumps(
                {
                    "url": self.url,
                    "port": self.port,
                    "emulator_url": self.emulator_url,
                    "outputs": dict(self._deployment.outputs),
                    "queues": list(self._deployment.queues),
                    "environment": self._function_environment(),
                },
                indent=2,
            ),
            encoding="utf-8",
        )
        self._start("frontdoor", [sys.executable, "-m", "infra.local.frontdoor", str(running)], {**os.environ})
        self._wait_for("frontdoor", f"{self.url}/dev/clock")

    def _function_environment(self) -> dict[str, str]:
        """What lettrix_cloud reads, for /dev doors that use it outside a function."""
        parameters = self._parameters()
        return {
            "GAME_TABLE": self.outputs["GameTable"],
            "ACCOUNT_TABLE": self.outputs["AccountTable"],
            "SESSION_TABLE": self.outputs["SessionTable"],
            "TIMEOUTS_QUEUE_URL": self.outputs["TimeoutsQueueUrl"],
            "LEXICON_DIR": parameters["LexiconDir"],
            "CLOCK_FILE": parameters["ClockFile"],
            "MAIL_FROM": parameters["MailFrom"],
            "PUBLIC_ORIGIN": parameters["PublicOrigin"],
            "ORIGIN_SECRET": parameters["OriginSecret"],
            "AWS_ENDPOINT_URL": self.emulator_url,
            "AWS_REGION": REGION,
            "AWS_DEFAULT_REGION": REGION,
            "AWS_ACCESS_KEY_ID": "test",
            "AWS_SECRET_ACCESS_KEY": "test",
        }

    def _start(self, name: str, command: list[str], environment: Mapping[str, str]) -> None:
        with (self.log_folder / f"{name}.log").open("ab") as log:
            self._processes.append(
                subprocess.Popen(
                    command,
                    cwd=ROOT,
                    env=dict(environment),
                    stdin=subprocess.PIPE,  # never written to: it closes when this process ends
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,  # Ctrl-C is for us; we stop them in order
                )
            )

    def _wait_for(self, name: str, url: str) -> None:
        process = self._processes[-1]
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and process.poll() is None:
            try:
                with urllib.request.urlopen(url, timeout=2):  # noqa: S310  # our own address
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.03)
        log = (self.log_folder / f"{name}.log").read_text(encoding="utf-8", errors="replace").splitlines()
        raise StackError(f"the {name} did not start: {log[-1] if log else 'it said nothing'}")

    def _set_up_mail(self) -> None:
        """Let the functions send: SES knows verified senders only."""
        self.client("sesv2").create_email_identity(EmailIdentity=MAIL_FROM)


def running(folder: Path) -> dict[str, Any] | None:
    """What running.json says of the stack that runs in `folder`, or None when none does."""
    try:
        with (folder / "lock").open("r") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        described: dict[str, Any] = json.loads((folder / "running.json").read_text(encoding="utf-8"))
        return described
    except FileNotFoundError:
        return None
    return None
