"""Two seconds of arbitrary bytes, numbers and failing memory under ASan and UBSan; `make native-fuzz`: longer."""

from __future__ import annotations

import pytest
from tests.fuzz import native


@pytest.mark.skipif(native.runtime() is None, reason="there is no C compiler with ASan here")
def test_the_native_generator_answers_or_refuses() -> None:
    done = native.run(2)
    assert done.returncode == 0, done.stderr[-4000:]
    assert "no finding" in done.stdout
    for outcome in ("answered in full", "MemoryError", "Damaged", "ValueError"):
        assert outcome in done.stdout, "the cases are too few or too alike"
