"""Bo Haglund's DDS library, called with NumPy arrays; its orders of suits and strains stay in this file.

DDS counts suits S H D C, strains S H D C NT, seats N E S W, and keeps ranks in bits 2 (two) to 14 (ace).
The library is not safe to enter from two threads at once, so every call goes through one lock.
"""

import ctypes
import os
import sys
import threading
from ctypes.util import find_library
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Holdings
from overtrick.core import BridgeError
from overtrick.parallel import cores

MAX_BOARDS = 200
"""Boards of one strain that one call takes: 40 deals in five strains."""

DEAL = np.dtype(
    [("trump", "i4"), ("first", "i4"), ("trick_suit", "i4", 3), ("trick_rank", "i4", 3), ("cards", "u4", (4, 4))]
)
BOARDS = np.dtype(
    [("count", "i4"), ("deals", DEAL, MAX_BOARDS)]
    + [(name, "i4", MAX_BOARDS) for name in ("target", "solutions", "mode")]
)
FUTURE = np.dtype(
    [("nodes", "i4"), ("cards", "i4")] + [(name, "i4", 13) for name in ("suit", "rank", "equals", "score")]
)
SOLVED = np.dtype([("count", "i4"), ("boards", FUTURE, MAX_BOARDS)])
TABLE_DEALS = np.dtype([("count", "i4"), ("cards", "u4", (MAX_BOARDS, 4, 4))])
TABLE_RESULTS = np.dtype([("count", "i4"), ("tricks", "i4", (MAX_BOARDS, 5, 4))])
TABLE_PARS = np.dtype([("score", "S16", (40, 2)), ("contracts", "S128", (40, 2))])
TRACES = np.dtype([("count", "i4"), ("plays", [("number", "i4"), ("suit", "i4", 52), ("rank", "i4", 52)], MAX_BOARDS)])
TRACED = np.dtype([("count", "i4"), ("plays", [("number", "i4"), ("tricks", "i4", 53)], MAX_BOARDS)])

DDS_STRAINS = np.array([3, 2, 1, 0, 4])
"""DDS's number for each of our strains; read backwards it is the same order."""

DDS_VARIABLE = "OVERTRICK_DDS"
MISSING = (
    "exact double dummy needs Bo Haglund's DDS library, and none is here: pip install endplay (Python up to 3.13) "
    f"or apt install libdds0 (Debian, Ubuntu), or name the library's file in {DDS_VARIABLE}. Estimated tricks "
    "(overtrick tricks), bidding and the page work without it"
)
FUNCTIONS = ("SetMaxThreads", "ErrorMessage", "CalcAllTables", "SolveAllChunksBin", "AnalyseAllPlaysBin")
"""What is called in the library; those that Debian's build of DDS 2.9 exports too."""
_FILE_NAMES = {"win32": "dds.dll", "darwin": "libdds.dylib"}


class SolverError(BridgeError):
    """The double-dummy solver could not answer."""


class Library:
    """The native library of this process. One thread at a time gets in; inside, it uses the cores it is given."""

    def __init__(self) -> None:
        self._native = _load()
        self.path = self._native._name
        self._lock = threading.Lock()
        self._threads = 0

    def call(self, function: str, *arguments: NDArray[Any] | int, threads: int = 0) -> None:
        """Call one DDS function with that many threads (0: all cores); SolverError when it refuses."""
        with self._lock:
            wanted = threads or cores()
            if wanted != self._threads:
                self._native.SetMaxThreads(wanted)
                self._threads = wanted
            code = getattr(self._native, function)(*map(_native_argument, arguments))
        if code != 1:
            line = ctypes.create_string_buffer(80)
            self._native.ErrorMessage(code, line)
            raise SolverError(f"the solver refused: {line.value.decode(errors='replace')} (DDS code {code})")


@cache
def library() -> Library:
    """The library, loaded when it is first needed."""
    return Library()


if hasattr(os, "register_at_fork"):
    # The child of a fork gets a free lock, whatever the parent's threads were doing.
    os.register_at_fork(after_in_child=library.cache_clear)


def dds_cards(holdings: Holdings) -> NDArray[np.uint32]:
    """Holdings in DDS's order of suits and ranks. Shape: (…, seat, suit)."""
    return holdings[..., ::-1].astype(np.uint32) << np.uint32(2)


def _native_argument(argument: NDArray[Any] | int) -> Any:
    return argument if isinstance(argument, int) else argument.ctypes.data_as(ctypes.c_void_p)


def _load() -> ctypes.CDLL:
    """The library named by OVERTRICK_DDS, the one in the package endplay, or the system's, whichever comes first."""
    named = os.environ.get(DDS_VARIABLE)
    if named:
        return _opened(named, f"that {DDS_VARIABLE} names")
    in_endplay = _in_endplay()
    if in_endplay is not None:
        return _opened(in_endplay, "")
    in_system = find_library("dds")
    if in_system is not None:
        return _opened(in_system, "of this system")
    raise SolverError(MISSING)


def ends_badly() -> bool:
    """Whether a library is loaded that may crash when the process ends: Debian's DDS 2.9 frees its memory twice."""
    return library.cache_info().currsize > 0 and library().path != _in_endplay()


def _opened(path: str, which: str) -> ctypes.CDLL:
    try:
        native = ctypes.CDLL(path)
        for function in FUNCTIONS:
            getattr(native, function)
    except (OSError, AttributeError) as error:
        raise SolverError(" ".join(filter(None, ("cannot load the DDS library", which))) + f": {error}") from None
    return native


def _in_endplay() -> str | None:
    spec = find_spec("endplay")  # finds the folder without importing the package and what it pulls in
    if spec is None or spec.origin is None:
        return None
    folder = Path(spec.origin).parent / "_dds"
    wanted = folder / _FILE_NAMES.get(sys.platform, "libdds.so")
    return next((str(path) for path in (wanted, *sorted(folder.glob("*dds*"))) if path.is_file()), None)
