"""Where the large data files are, for the tests that need them."""

import os
from pathlib import Path

import pytest

_NEIGHBOUR = Path(__file__).parents[2] / "shared" / "data"
DATA = Path(os.environ.get("OVERTRICK_DATA", _NEIGHBOUR))


def data_file(name: str) -> Path:
    """A file of the data folder; the test is skipped where there is none."""
    path = DATA / name
    if not path.exists():
        pytest.skip(f"needs {name}; set OVERTRICK_DATA to the folder that has it")
    return path
