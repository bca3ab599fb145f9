"""Large data files, where a user has them: the folder named by OVERTRICK_DATA, or ../shared/data beside the project."""

import os
from pathlib import Path


def data_file(name: str) -> Path | None:
    """The file of that name in the data folder, or None."""
    folder = os.environ.get("OVERTRICK_DATA")
    path = (Path(folder) if folder else Path.cwd().parent / "shared" / "data") / name
    return path if path.is_file() else None
