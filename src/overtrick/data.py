"""Large data files of the user: they are in the folder that the environment variable OVERTRICK_DATA names."""

import os
from pathlib import Path

from overtrick.core import BridgeError

VARIABLE = "OVERTRICK_DATA"


def data_file(name: str) -> Path | None:
    """The file of that name in the data folder; None where it is not, or where no folder is named."""
    folder = os.environ.get(VARIABLE)
    if not folder:
        return None
    if not Path(folder).is_dir():
        raise BridgeError(f"expected {VARIABLE} to name a folder of data files, got {folder!r}")
    path = Path(folder) / name
    return path if path.is_file() else None
