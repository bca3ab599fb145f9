"""Making pairs of hands with their mean tricks: random East-West layouts, solved, resumable after a kill."""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch, holdings_of_masks, random_deals
from overtrick.core import BridgeError, Deal, Hand, Strain
from overtrick.solver import solve_tables
from overtrick.strength.pairs import SolvedPairs
from overtrick.training.data.east_bids import HandPair, pair_of_deal, with_bid
from overtrick.training.data.writer import Progress, RowWriter

Label = Callable[[DealBatch, list[Strain]], NDArray[Any]]
"""Tricks, exact or expected, of every declarer in these strains (the others do not matter).

Shape: (deal, seat, strain)."""

_ROW = np.dtype([("north", "u8"), ("south", "u8"), ("theirs", "u1"), ("tricks", "f4", (2, 5))])
_NOBODY_BID = 4
_DEALT = 500  # random deals looked through at a time for an East who bids


@dataclass(frozen=True)
class Labelling:
    """What to label: how many layouts a pair, in which strains, and whether East has bid a suit.

    `all_strains` off solves the longest combined suit, and notrump for pairs that suit it, which is what
    the paper's tables need. With `east_bids`, the layouts agree with what East bid (see `east_bids`).
    """

    layouts: int = 100
    seed: int = 0
    all_strains: bool = False
    east_bids: bool = False
    tricks: str = "exact"
    """Who says the tricks: the solver, or the network of that name and checksum."""


def random_pairs(count: int, seed: int, *, east_bids: bool = False) -> Iterator[HandPair]:
    """North and South of random deals; with `east_bids`, of those in which East has a suit to bid."""
    rng = np.random.default_rng(seed)
    while count:
        for deal in random_deals(_DEALT if east_bids else count, rng):
            pair = pair_of_deal(deal, east_bids=east_bids)
            if pair is not None and count:
                count -= 1
                yield pair


def label_pairs(
    pairs: Iterator[HandPair],
    path: Path,
    labelling: Labelling,
    label: Label | None = None,
    progress: Progress | None = None,
) -> SolvedPairs:
    """Label the pairs and save them at `path`; what an earlier run had finished is kept in `path`.partial."""
    with RowWriter.beside(path, asdict(labelling)) as writer:
        _label(pairs, writer, labelling, label or _exact, progress or (lambda finished: None))
        solved = _solved(np.fromfile(writer.rows, _ROW), labelling)
        solved.save(path if path.suffix == ".npz" else path.with_name(path.name + ".npz"))
        writer.remove()
    return solved


def _label(
    pairs: Iterator[HandPair], writer: RowWriter, labelling: Labelling, label: Label, progress: Progress
) -> None:
    """Append a row for each pair that has none yet."""
    settled = np.fromfile(writer.rows, _ROW)
    writer.truncate(settled.nbytes)
    progress(len(settled))
    for number, pair in enumerate(pairs):
        if number < len(settled):
            _check_hands(settled[number], pair.north, pair.south, writer.rows)
        else:
            writer.append(_label_pair(pair, number, labelling, label).tobytes())
            progress(1)


def _check_hands(row: np.void, north: Hand, south: Hand, rows: Path) -> None:
    """Refuse to go on with the labels of other pairs."""
    if (row["north"], row["south"]) != (north.mask, south.mask):
        raise BridgeError(f"expected labels of {north} and {south} in {rows}, got those of other hands; remove it")


def _solved(rows: NDArray[np.void], labelling: Labelling) -> SolvedPairs:
    if not len(rows):
        raise BridgeError("expected pairs of hands to label, got none")
    masks = np.stack([rows["north"], rows["south"]], axis=1)
    holdings = holdings_of_masks(masks)
    theirs = rows["theirs"].copy() if labelling.east_bids else None
    return SolvedPairs(holdings, rows["tricks"].copy(), labelling.layouts, theirs)


def _label_pair(pair: HandPair, number: int, labelling: Labelling, label: Label) -> NDArray[np.void]:
    """One pair with its mean tricks; strains that were not asked for are NaN."""
    rng = np.random.default_rng(np.random.SeedSequence(labelling.seed, spawn_key=(number,)))
    north, south = pair.north, pair.south
    lengths = [of_north + of_south for of_north, of_south in zip(north.lengths, south.lengths, strict=True)]
    trump = Strain(max(range(4), key=lambda s: (lengths[s], s)))
    balanced = north.is_balanced and south.is_balanced and max(lengths[2:]) < 8
    strains = list(Strain) if labelling.all_strains else [trump, *([Strain.NOTRUMP] if balanced else [])]
    row = np.zeros(1, _ROW)
    row["north"], row["south"], row["tricks"] = north.mask, south.mask, np.nan
    row["theirs"] = _NOBODY_BID if pair.east is None else pair.east.suit
    means = label(layouts_of(pair, labelling.layouts, rng), strains)[:, [0, 2]][:, :, strains].mean(axis=0)
    row["tricks"][0][:, strains] = means
    return row


def layouts_of(pair: HandPair, count: int, rng: np.random.Generator) -> DealBatch:
    """Random layouts of the East-West cards that agree with East's bid, if there is one."""
    known = Deal((pair.north, Hand(), pair.south, Hand()))
    return random_deals(count, rng, known) if pair.east is None else with_bid(known, pair.east, count, rng)


def _exact(deals: DealBatch, strains: list[Strain]) -> NDArray[np.uint8]:
    return solve_tables(deals, strains, chunk=len(deals))
