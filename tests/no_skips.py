"""In continuous integration nothing may be left out: what a test lacks there is a fault of the set-up."""

from __future__ import annotations

import os

import pytest


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail a run that is green but skipped something, where the variable CI says that it has to prove all."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and reporter is not None and reporter.stats.get("skipped"):
        reporter.write_line("")
        reporter.write_line("in continuous integration no test may be skipped; the reasons follow", red=True)
        session.exitstatus = session.exitstatus or pytest.ExitCode.TESTS_FAILED
