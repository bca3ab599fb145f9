"""Arrays in `.npz` files: written whole, and read without pickle, which could run what it reads."""

import io
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.core import BridgeError
from overtrick.storage import whole_file

_DAMAGED = (ValueError, TypeError, KeyError, EOFError, RuntimeError, zipfile.BadZipFile, zlib.error)


def save_arrays(path: Path, arrays: Mapping[str, Any]) -> None:
    """Write arrays to a compressed file; at `path` there is the old one or the whole new one, never a part."""
    with whole_file(path) as file:
        np.savez_compressed(file, **arrays)


def load_arrays(source: Path | bytes, what: str, name: object = None) -> dict[str, NDArray[Any]]:
    """All arrays of a file or of its bytes, each checked against its checksum.

    BridgeError says what was expected and in which file (`name`, where only its bytes are given).
    """
    name = source if isinstance(source, Path) else name
    try:
        with (
            io.BytesIO(source) if isinstance(source, bytes) else source.open("rb") as data,
            np.load(data, allow_pickle=False) as file,  # given a path, it would leave a damaged file open
        ):
            return dict(file)
    except _DAMAGED:
        raise BridgeError(f"expected {what} in {name}: it is damaged, or no .npz file") from None
    except OSError as error:
        raise BridgeError(f"expected {what} in {name}: {error.strerror or error}") from None
    except MemoryError:
        raise BridgeError(f"expected {what} in {name}: too large for the memory, or damaged") from None
