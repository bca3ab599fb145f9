"""Large data files, for the tests that need them."""

from pathlib import Path

import pytest

from overtrick import data


def data_file(name: str) -> Path:
    """A file of the data folder; the test is skipped where there is none."""
    path = data.data_file(name)
    if path is None:
        pytest.skip(f"needs {name}; set OVERTRICK_DATA to the folder that has it")
    return path
