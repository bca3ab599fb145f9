"""The paper's own kind of data: North-South hands of Vugraph deals, each with 100 layouts solved exactly.

The hands are not ours to give away, so what ships are the labels alone: row i belongs to the i-th different
North-South pair of `vugraph.jsonl.gz`, and a checksum of its cards says whether the file at hand is that one. Made by
`overtrick strength pairs --deals vugraph.jsonl.gz --layouts 100 --seed 1 -n N -o exact.npz`, then `save_labels`.
"""

from importlib.resources import files
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import holdings_of, masks_of
from overtrick.arrays.npz import load_arrays, save_arrays
from overtrick.core import BridgeError
from overtrick.strength.pairs import SolvedPairs
from overtrick.training.data.east_bids import pairs_in

_LABELS = files("overtrick.papers.strength_2023") / "exact_labels.npz"
_UNSOLVED = 0xFFFF


def save_labels(pairs: SolvedPairs, path: Path) -> None:
    """Write what ships of solved pairs: the tricks of all layouts together, and a checksum of each pair's cards."""
    totals = np.where(np.isfinite(pairs.tricks), np.round(pairs.tricks * pairs.layouts), _UNSOLVED).astype(np.uint16)
    checks = _checksums(masks_of(pairs.holdings))
    save_arrays(path, {"totals": totals, "checks": checks, "layouts": np.array(pairs.layouts)})


def exact_pairs(deals: Path, labels: bytes | None = None) -> SolvedPairs:
    """The pairs that the labels (the shipped ones) belong to, from the Vugraph file at hand."""
    stored = load_arrays(_LABELS.read_bytes() if labels is None else labels, "labels of exact pairs", _LABELS)
    totals, layouts = stored["totals"], int(stored["layouts"])
    pairs = list(pairs_in(deals, len(totals)))
    holdings = holdings_of(hand for pair in pairs for hand in (pair.north, pair.south)).reshape(-1, 2, 4)
    if len(pairs) < len(totals) or not np.array_equal(_checksums(masks_of(holdings)), stored["checks"]):
        raise BridgeError(
            f"expected the Vugraph deals that the exact labels belong to (vugraph.jsonl.gz, {len(totals):,} different "
            f"North-South pairs from its start), got others in {deals}"
        )
    tricks = np.where(totals == _UNSOLVED, np.nan, totals / layouts).astype(np.float32)
    return SolvedPairs(holdings, tricks, layouts)


def _checksums(masks: NDArray[np.uint64]) -> NDArray[np.uint32]:
    """Of every pair. Shape: (pair, hand) to (pair,)."""
    return np.array([crc32(pair.astype("<u8").tobytes()) for pair in masks], np.uint32)
