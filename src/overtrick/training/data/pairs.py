"""Making pairs of hands with their mean tricks: random East-West layouts, solved, resumable after a kill."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch, concatenate, random_deals
from overtrick.core import BridgeError, Deal, Hand, Strain
from overtrick.hands import holdings as suit
from overtrick.solver import solve_tables
from overtrick.strength.pairs import SolvedPairs

Label = Callable[[DealBatch, list[Strain]], NDArray[Any]]
"""Tricks, exact or expected, of every declarer in these strains (the others do not matter).

Shape: (deal, seat, strain)."""

Progress = Callable[[int], None]

_ROW = np.dtype([("north", "u8"), ("south", "u8"), ("theirs", "u1"), ("tricks", "f4", (2, 5))])
_NOBODY_BID = 4
_ENOUGH_TRIES = 200  # batches of layouts before a pair is given up whose opponent cannot hold his suit


@dataclass(frozen=True)
class Labelling:
    """What to label: how many layouts a pair, in which strains, and whether East has bid a suit.

    `all_strains` off solves the longest combined suit, and notrump for pairs that suit it, which is what
    the paper's tables need. With `east_bids`, East holds the suit in which North-South are shortest:
    five cards or more with at least four points in it.
    """

    layouts: int = 100
    seed: int = 0
    all_strains: bool = False
    east_bids: bool = False


def random_pairs(count: int, seed: int) -> Iterator[tuple[Hand, Hand]]:
    """North and South of random deals."""
    for deal in random_deals(count, np.random.default_rng(seed)):
        yield deal.hands[0], deal.hands[2]


def label_pairs(
    pairs: Iterator[tuple[Hand, Hand]],
    path: Path,
    labelling: Labelling,
    label: Label | None = None,
    progress: Progress | None = None,
) -> SolvedPairs:
    """Label the pairs and save them at `path`; what an earlier run had finished is kept in `path`.partial."""
    label = label or _exact
    partial = path.with_name(path.name + ".partial")
    done = _read_rows(partial)
    if progress:
        progress(len(done))
    with partial.open("ab") as file:
        for number, (north, south) in enumerate(pairs):
            if number >= len(done):
                file.write(_label_pair(north, south, number, labelling, label).tobytes())
                file.flush()
                if progress:
                    progress(1)
    solved = _solved(_read_rows(partial), labelling)
    solved.save(path)
    partial.unlink()
    return solved


def _read_rows(path: Path) -> NDArray[np.void]:
    """The finished rows; a row cut short by a kill is dropped."""
    if not path.exists():
        return np.empty(0, _ROW)
    data = path.read_bytes()
    whole = len(data) // _ROW.itemsize * _ROW.itemsize
    if whole < len(data):
        path.write_bytes(data[:whole])
    return np.frombuffer(data[:whole], _ROW)


def _solved(rows: NDArray[np.void], labelling: Labelling) -> SolvedPairs:
    if not len(rows):
        raise BridgeError("expected pairs of hands to label, got none")
    masks = np.stack([rows["north"], rows["south"]], axis=1)
    shifts = np.array([0, 13, 26, 39], np.uint64)
    holdings = (masks[..., np.newaxis] >> shifts & np.uint64(8191)).astype(np.uint16)
    theirs = rows["theirs"].copy() if labelling.east_bids else None
    return SolvedPairs(holdings, rows["tricks"].copy(), labelling.layouts, theirs)


def _label_pair(north: Hand, south: Hand, number: int, labelling: Labelling, label: Label) -> NDArray[np.void]:
    """One pair with its mean tricks; strains that were not asked for are NaN."""
    rng = np.random.default_rng(np.random.SeedSequence(labelling.seed, spawn_key=(number,)))
    known = Deal((north, Hand(), south, Hand()))
    lengths = [(north.mask >> 13 * s & 8191).bit_count() + (south.mask >> 13 * s & 8191).bit_count() for s in range(4)]
    theirs = int(np.argmin(lengths)) if labelling.east_bids else _NOBODY_BID
    deals = _layouts(known, labelling.layouts, theirs, rng)
    trump = Strain(max(range(4), key=lambda s: (lengths[s], s)))
    balanced = north.is_balanced and south.is_balanced and max(lengths[2:]) < 8
    strains = list(Strain) if labelling.all_strains else [trump, *([Strain.NOTRUMP] if balanced else [])]
    row = np.zeros(1, _ROW)
    row["north"], row["south"], row["theirs"], row["tricks"] = north.mask, south.mask, theirs, np.nan
    means = label(deals, strains)[:, [0, 2]][:, :, strains].mean(axis=0)
    row["tricks"][0][:, strains] = means
    return row


def _layouts(known: Deal, count: int, theirs: int, rng: np.random.Generator) -> DealBatch:
    """Random layouts of the East-West cards, East with his suit when he has bid one."""
    if theirs == _NOBODY_BID:
        return random_deals(count, rng, known)
    found: list[DealBatch] = []
    for _ in range(_ENOUGH_TRIES):
        deals = random_deals(4 * count, rng, known)
        east = deals.holdings[:, 1, theirs]
        found.append(deals[(suit.LENGTHS[east] >= 5) & (suit.HCP[east] >= 4)])
        if sum(map(len, found)) >= count:
            return concatenate(found)[:count]
    return random_deals(count, rng, known)  # the suit cannot be held like that: as if nobody had bid


def _exact(deals: DealBatch, strains: list[Strain]) -> NDArray[np.uint8]:
    return solve_tables(deals, strains, chunk=len(deals))
