"""What Lambda's Python runtime brings along, without everything else that `.venv` holds."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

IN_THE_RUNTIME = ("boto3", "botocore", "s3transfer", "jmespath", "dateutil", "six", "urllib3")


def link_runtime(folder: Path) -> Path:
    """Make `folder` the place where those packages alone are found; the folder."""
    for name in IN_THE_RUNTIME:
        spec = find_spec(name)
        if spec is None or spec.origin is None:
            raise ModuleNotFoundError(name)
        origin = Path(spec.origin)
        origin = origin.parent if origin.name == "__init__.py" else origin
        (folder / origin.name).symlink_to(origin)
    return folder
