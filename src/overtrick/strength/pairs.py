"""Pairs of hands with the tricks they take on average: what strength is measured against."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch, Holdings, holdings_of_masks, tabulate
from overtrick.arrays.npz import load_arrays, save_arrays
from overtrick.core import BridgeError, Hand, ParseError, Strain
from overtrick.formats.reading import read_lines
from overtrick.hands import holdings as suit
from overtrick.strength.counting import Hands
from overtrick.strength.prediction import whole_tricks


@dataclass(frozen=True, eq=False)
class TrickSet:
    """Pairs of hands, the strain each plays in, and the tricks it takes there on average."""

    hands: Hands
    tricks: NDArray[np.float64]

    @classmethod
    def of_deals(cls, deals: DealBatch, tables: NDArray[np.uint8], *, notrump: bool = False) -> "TrickSet":
        """Both sides of solved deals, each in its longest suit (or in notrump), with the tricks it takes there."""
        sides = np.concatenate([deals.holdings[:, [0, 2]], deals.holdings[:, [1, 3]]])
        tricks = np.concatenate([tables[:, [0, 2]], tables[:, [1, 3]]]).astype(np.float32)
        pairs = SolvedPairs(sides, tricks, layouts=1)
        return pairs.in_notrump(least=0) if notrump else pairs.in_suits(least=0)

    def __len__(self) -> int:
        return len(self.tricks)

    def __getitem__(self, chosen: slice | NDArray[Any]) -> "TrickSet":
        hands = self.hands
        theirs = None if hands.theirs is None else hands.theirs[chosen]
        return TrickSet(Hands(hands.holdings[chosen], hands.strains[chosen], theirs), self.tricks[chosen])

    def split(self, share: float, rng: np.random.Generator) -> "tuple[TrickSet, TrickSet]":
        """Two sets without a pair in common, the first with that share of the pairs."""
        order = rng.permutation(len(self))
        cut = round(share * len(self))
        return self[order[:cut]], self[order[cut:]]


@dataclass(frozen=True, eq=False)
class SolvedPairs:
    """Pairs of hands (North, South) with their mean double-dummy tricks over random East-West layouts."""

    holdings: Holdings  # pair, hand, suit
    tricks: NDArray[np.float32]  # pair, declarer (North, South), strain
    layouts: int  # East-West layouts a pair
    theirs: NDArray[np.uint8] | None = None

    def __len__(self) -> int:
        return len(self.tricks)

    @property
    def lengths(self) -> NDArray[np.uint8]:
        """Cards of both hands together in each suit. Shape: (pair, suit)."""
        both: NDArray[np.uint8] = suit.LENGTHS[self.holdings].sum(axis=1, dtype=np.uint8)
        return both

    def in_suits(self, *, least: int = 7, most: int = 13) -> TrickSet:
        """The pairs in their longest combined suit (the higher of two), declared from the better side.

        Kept are those whose rounded mean lies between `least` and `most`, as in the paper.
        """
        trumps = (10 * self.lengths.astype(np.int16) + np.arange(4)).argmax(axis=1)
        tricks = np.take_along_axis(self.tricks, trumps[:, np.newaxis, np.newaxis], axis=2)[..., 0].max(axis=1)
        return self._kept(trumps, tricks, np.ones(len(self), bool), least, most)

    def in_notrump(self, *, least: int = 7, most: int = 13) -> TrickSet:
        """The pairs that suit notrump: both hands balanced, no eight-card major fit, every suit stopped."""
        lengths = np.sort(suit.LENGTHS[self.holdings], axis=-1)
        balanced = (lengths[..., 0] >= 2) & (lengths[..., 1] >= 3) & (lengths[..., 3] <= 5)
        stopped = _STOPPER[self.holdings].any(axis=1)
        no_fit = self.lengths[:, 2:] < 8
        suitable = np.all(balanced, axis=1) & np.all(stopped, axis=1) & np.all(no_fit, axis=1)
        trumps = np.full(len(self), Strain.NOTRUMP)
        return self._kept(trumps, self.tricks[:, :, Strain.NOTRUMP].max(axis=1), suitable, least, most)

    def _kept(
        self, trumps: NDArray[Any], tricks: NDArray[Any], suitable: NDArray[np.bool_], least: int, most: int
    ) -> TrickSet:
        solved = suitable & np.isfinite(tricks)
        rounded = whole_tricks(np.where(solved, tricks, -1))
        kept = solved & (least <= rounded) & (rounded <= most)
        theirs = None if self.theirs is None else self.theirs[kept]
        hands = Hands(self.holdings[kept], trumps[kept].astype(np.uint8), theirs)
        return TrickSet(hands, tricks[kept].astype(np.float64))

    def save(self, path: Path) -> None:
        """Write the pairs to a compact `.npz` file."""
        parts: dict[str, Any] = {"holdings": self.holdings, "tricks": self.tricks, "layouts": self.layouts}
        if self.theirs is not None:
            parts["theirs"] = self.theirs
        save_arrays(path, parts)

    @classmethod
    def load(cls, path: Path) -> "SolvedPairs":
        """Read pairs from our `.npz`, or from `north;south;NC;ND;NH;NS;NN;SC;SD;SH;SS;SN` lines (also packed)."""
        if path.suffix != ".npz":
            return _read_table(path)
        file = load_arrays(path, "solved pairs")
        try:
            return cls(file["holdings"], file["tricks"], int(file["layouts"]), file.get("theirs"))
        except (TypeError, KeyError) as error:
            raise BridgeError(f"expected solved pairs (holdings, tricks, layouts) in {path}: {error}") from None


def _stops(holding: int) -> bool:
    """Ace, guarded king, queen with two more, or jack with three more."""
    return any(holding & 1 << 12 - guards and holding.bit_count() > guards for guards in range(4))


_STOPPER = tabulate(_stops, np.bool_)


def _read_table(path: Path) -> SolvedPairs:
    rows = list(_rows(path))
    if not rows:
        raise BridgeError(f"expected pairs of hands in {path}, found none")
    masks = np.array([masks for masks, _ in rows], np.uint64)
    holdings = holdings_of_masks(masks)
    return SolvedPairs(holdings, np.array([tricks for _, tricks in rows], np.float32).reshape(-1, 2, 5), layouts=10)


def _rows(path: Path) -> Iterator[tuple[tuple[int, int], list[float]]]:
    for number, line in enumerate(read_lines(path), 1):
        north, _, rest = line.partition(";")
        south, _, numbers = rest.partition(";")
        if number == 1 and north == "north":
            continue
        try:
            tricks = [float(word) for word in numbers.split(";")]
            if len(tricks) != 10:
                raise ValueError
            yield (Hand.parse(north).mask, Hand.parse(south).mask), tricks
        except BridgeError as error:
            raise error.at(source=str(path), line=number) from None
        except ValueError:
            raise ParseError(
                f"expected two hands and ten numbers of tricks, got {line[:60]!r}", source=str(path), line=number
            ) from None
