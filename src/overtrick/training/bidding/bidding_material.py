"""Auctions to learn from and to test on: deals and calls as compact arrays, split by deal."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch, Holdings
from overtrick.arrays.auctions import NO_CALL, Bytes
from overtrick.core import BridgeError
from overtrick.training.bidding import auction_lines
from overtrick.training.data import bid_deals
from overtrick.training.split import USUAL, Part, Shares, parts

_BLOCK = 1 << 15


@dataclass(frozen=True, eq=False)
class BidTables:
    """Deals that were bid. All arrays have the axis `table` first."""

    holdings: Holdings
    """Shape: (table, seat, suit)."""
    dealers: Bytes
    vulnerabilities: Bytes
    systems: Bytes
    """Of North-South and East-West, as places in the recipe's list. Shape: (table, side)."""
    calls: Bytes
    """From the dealer on, NO_CALL behind the last. Shape: (table, call)."""

    def __len__(self) -> int:
        return len(self.holdings)

    def __getitem__(self, chosen: slice | NDArray[Any]) -> "BidTables":
        """Some of the tables, by slice, index array or mask."""
        return BidTables(*(getattr(self, field.name)[chosen] for field in fields(self)))

    @property
    def lengths(self) -> NDArray[np.int16]:
        """How many calls were made. Shape: (table,)."""
        lengths: NDArray[np.int16] = (self.calls != NO_CALL).sum(axis=1, dtype=np.int16)
        return lengths


def concatenate(several: Sequence[BidTables]) -> BidTables:
    """One set of tables after the other."""
    longest = max(each.calls.shape[1] for each in several)
    filled = [
        replace(t, calls=np.pad(t.calls, ((0, 0), (0, longest - t.calls.shape[1])), constant_values=NO_CALL))
        for t in several
    ]
    return BidTables(*(np.concatenate([getattr(t, field.name) for t in filled]) for field in fields(BidTables)))


def load_tables(path: Path, systems: Sequence[str]) -> BidTables:
    """The tables of a file of `overtrick data auctions`, or of JSON lines; broken lines are left out."""
    if path.suffix != ".npz":
        owners, dealers, vulnerabilities, number, calls = auction_lines.load(path, systems)
        return BidTables(DealBatch.of_owners(owners).holdings, dealers, vulnerabilities, number, calls)
    bid = bid_deals.load(path)
    unknown = [name for name in bid.names if name not in systems]
    if unknown:
        raise BridgeError(f"expected auctions of {', '.join(systems)} in {path}, got {', '.join(unknown)}")
    number = np.array([systems.index(name) for name in bid.names], np.uint8)
    return BidTables(bid.deals.holdings, bid.dealers, bid.vulnerabilities, number[bid.systems], bid.calls)


@dataclass(frozen=True, eq=False)
class BiddingMaterial:
    """What a run learns from, the cards' auctions and the experts', each split by deal, and the files they are in."""

    cards: dict[Part, BidTables]
    experts: dict[Part, BidTables] | None
    files: tuple[tuple[str, int], ...] = ()

    @classmethod
    def read(
        cls,
        paths: Sequence[Path],
        vugraph: Path | None,
        systems: Sequence[str],
        deals: int | None = None,
        shares: Shares = USUAL,
    ) -> "BiddingMaterial":
        """The files one after the other; of each at most `deals` tables."""
        cards = [load_tables(path, systems)[:deals] for path in paths]
        experts = load_tables(vugraph, systems)[:deals] if vugraph else None
        names = [*paths, *([vugraph] if vugraph else [])]
        sizes = [*map(len, cards), *([len(experts)] if experts else [])]
        files = tuple((path.name, size) for path, size in zip(names, sizes, strict=True))
        return cls(by_part(concatenate(cards), shares), by_part(experts, shares) if experts else None, files)

    def checksum(self) -> str:
        """A number that tells other auctions to learn from apart."""
        digest = hashlib.sha256()
        for several in (self.cards, self.experts):
            if several is not None:
                for field in fields(BidTables):
                    digest.update(np.ascontiguousarray(getattr(several[Part.TRAIN], field.name)).tobytes())
        return digest.hexdigest()

    def describe(self) -> dict[str, Any]:
        """Files and sizes, for the card of what is trained on it."""
        described: dict[str, Any] = {"files": [{"name": name, "tables": count} for name, count in self.files]}
        described["cards"] = {part.name.lower(): len(tables) for part, tables in self.cards.items()}
        if self.experts is not None:
            described["experts"] = {part.name.lower(): len(tables) for part, tables in self.experts.items()}
        return described


def by_part(tables: BidTables, shares: Shares = USUAL) -> dict[Part, BidTables]:
    """The tables of each part; all tables of a deal, and of its images, are in one."""
    of = np.empty(len(tables), np.uint8)
    for start in range(0, len(tables), _BLOCK):
        owners = DealBatch(tables.holdings[start : start + _BLOCK]).owners
        of[start : start + _BLOCK] = parts(owners.reshape(-1, 4, 13), shares)
    return {part: tables[of == part] for part in Part}


def capped(tables: BidTables, most: int, rng: np.random.Generator) -> NDArray[np.intp]:
    """Row numbers, at random, so that no calls come more than so often in the same order."""
    order = rng.permutation(len(tables))
    keys = np.ascontiguousarray(tables.calls[order]).view(f"V{tables.calls.shape[1]}").ravel()
    _, kind = np.unique(keys, return_inverse=True)
    by_kind = np.argsort(kind, kind="stable")
    starts = np.searchsorted(kind[by_kind], np.arange(kind.max(initial=-1) + 1))
    nth = np.arange(len(kind)) - starts[kind[by_kind]]
    kept: NDArray[np.intp] = np.sort(order[by_kind[nth < most]])
    return kept
