"""What a network learns from and is tested on: solved deals from files, split, as arrays it reads."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch, library
from overtrick.arrays.library import SolvedDeals
from overtrick.core import BridgeError
from overtrick.nets.four_hands import Owners
from overtrick.training.data import solved_deals
from overtrick.training.data.lessons import Lessons
from overtrick.training.split import split

_BLOCK = 1 << 15  # deals worked on at a time
_RANKS = np.arange(13, dtype=np.uint16)


@dataclass(frozen=True, eq=False)
class Examples:
    """Deals by the owners of their cards (deal, suit, rank), with declarer's tricks (deal, seat, strain)."""

    owners: Owners
    tricks: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.owners)

    def __getitem__(self, chosen: slice | NDArray[Any]) -> "Examples":
        """Some of the deals, by slice, index array or mask."""
        return Examples(self.owners[chosen], self.tricks[chosen])

    @classmethod
    def of(cls, solved: SolvedDeals) -> "Examples":
        """Solved deals in the form a network reads."""
        return cls(owners_of(solved.deals), solved.tricks)


@dataclass(frozen=True, eq=False)
class Material:
    """The deals of a run in their three parts, and the files they came from with the number of deals in each."""

    train: Examples
    validation: Examples
    test: Examples
    files: tuple[tuple[str, int], ...] = ()
    lessons: Lessons | None = None
    """More to train on: deals that teachers have labelled."""

    @classmethod
    def read(cls, paths: Sequence[Path], random_deals: int = 0, *, only_random: bool = False) -> "Material":
        """The files one after the other, each deal once; `random_deals` as in `split`, or no others at all."""
        read = [Examples.of(load_solved(path)) for path in paths]
        files = tuple((path.name, len(part)) for path, part in zip(paths, read, strict=True))
        whole = concatenate(read)
        if only_random and random_deals:
            whole = whole[:random_deals]
        rows = split(whole.owners, random_deals)
        return cls(whole[rows.train], whole[rows.validation], whole[rows.test], files)

    def checksum(self) -> str:
        """A number that tells other deals to learn from apart."""
        digest = hashlib.sha256(np.ascontiguousarray(self.train.owners).tobytes())
        digest.update(np.ascontiguousarray(self.train.tricks).tobytes())
        return digest.hexdigest()

    def describe(self) -> dict[str, Any]:
        """Files and sizes, for the card of what is trained on it."""
        parts = {"train": len(self.train), "validation": len(self.validation), "test": len(self.test)}
        lessons = {"lessons": self.lessons.describe()} if self.lessons else {}
        return {"files": [{"name": name, "deals": count} for name, count in self.files], **parts, **lessons}


def concatenate(parts: Sequence[Examples]) -> Examples:
    """One set of examples after the other."""
    return Examples(np.concatenate([part.owners for part in parts]), np.concatenate([part.tricks for part in parts]))


def load_solved(path: Path) -> SolvedDeals:
    """Solved deals of a file: labels we made (.npz), or the text of the Ginsberg library (.gz too)."""
    if not path.is_file():
        raise BridgeError(f"expected a file of solved deals, and there is no file {str(path)!r}")
    solved = solved_deals.load(path) if path.suffix == ".npz" else library.load(path)
    if not len(solved):
        raise BridgeError(f"expected solved deals in {path}, got none")
    return solved


def owners_of(deals: DealBatch) -> Owners:
    """The seat that holds each card of complete deals. Shape: (deal, suit, rank)."""
    deals.require_complete()
    owners = np.empty((len(deals), 4, 13), np.uint8)
    for start in range(0, len(deals), _BLOCK):
        holdings = deals.holdings[start : start + _BLOCK]
        owners[start : start + _BLOCK] = (holdings[..., np.newaxis] >> _RANKS & 1).argmax(axis=1)
    return owners
