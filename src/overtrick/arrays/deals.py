"""Many deals at once."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Self, overload

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays.holdings import Holdings, Masks, holdings_of_masks, masks_of
from overtrick.core import Deal, Hand, InvalidDeal
from overtrick.core.hands import ALL_CARDS

Floats = NDArray[np.float32]

_CARD_SHIFTS = np.arange(52, dtype=np.uint64)


@dataclass(frozen=True, eq=False, repr=False)
class DealBatch:
    """Deals as holdings: a 13-bit mask of ranks for each. Shape: (deal, seat, suit)."""

    holdings: Holdings

    def __post_init__(self) -> None:
        if self.holdings.ndim != 3 or self.holdings.shape[1:] != (4, 4):
            raise InvalidDeal(f"expected holdings of shape (deal, 4 seats, 4 suits), got {self.holdings.shape}")

    def __repr__(self) -> str:
        return f"<DealBatch of {len(self):,} deals>"

    @classmethod
    def stack(cls, deals: Iterable[Deal]) -> Self:
        """A batch of these deals."""
        masks = [[hand.mask for hand in deal] for deal in deals]
        return cls.of_masks(np.array(masks, np.uint64).reshape(-1, 4))

    @classmethod
    def of_masks(cls, masks: Masks) -> Self:
        """A batch from 52-bit masks, the form kept on disk. Shape: (deal, seat)."""
        return cls(holdings_of_masks(masks))

    @classmethod
    def of_owners(cls, owners: NDArray[Any]) -> Self:
        """A batch from the seat that holds each card. Shape: (deal, card)."""
        held = np.asarray(owners)[:, np.newaxis, :] == np.arange(4)[:, np.newaxis]
        return cls.of_masks((held.astype(np.uint64) << _CARD_SHIFTS).sum(axis=2, dtype=np.uint64))

    @property
    def masks(self) -> Masks:
        """The hands as 52-bit masks. Shape: (deal, seat)."""
        return masks_of(self.holdings)

    @property
    def owners(self) -> NDArray[np.uint8]:
        """The seat that holds each card; complete deals only. Shape: (deal, card)."""
        self.require_complete()
        held = self.masks[:, :, np.newaxis] >> _CARD_SHIFTS & np.uint64(1)
        owners: NDArray[np.uint8] = held.argmax(axis=1).astype(np.uint8)
        return owners

    def __len__(self) -> int:
        return len(self.holdings)

    @overload
    def __getitem__(self, chosen: int | np.integer[Any]) -> Deal: ...

    @overload
    def __getitem__(self, chosen: slice | NDArray[Any]) -> "DealBatch": ...

    def __getitem__(self, chosen: int | np.integer[Any] | slice | NDArray[Any]) -> "Deal | DealBatch":
        """One deal, by number; or some of the deals, by slice, index array or mask."""
        if isinstance(chosen, int | np.integer):
            place = range(len(self))[chosen]
            return next(iter(self[place : place + 1]))
        return DealBatch(self.holdings[chosen])

    def __iter__(self) -> Iterator[Deal]:
        for row in self.masks.tolist():
            north, east, south, west = map(Hand, row)
            yield Deal((north, east, south, west))

    def require_complete(self) -> Self:
        """The batch itself; InvalidDeal, naming the first bad deal, unless each card is dealt once, 13 a hand."""
        masks = self.masks
        complete = np.bitwise_count(masks).sum(axis=1, dtype=np.uint8) == 52
        complete &= np.bitwise_or.reduce(masks, axis=1) == np.uint64(ALL_CARDS)
        complete &= (np.bitwise_count(masks) == 13).all(axis=1)
        if not complete.all():
            first = int(complete.argmin())
            try:
                next(iter(self[first : first + 1])).require_complete()
            except InvalidDeal as error:
                raise InvalidDeal(f"deal {first + 1} of {len(self)}: {error.message}") from None
        return self


def concatenate(batches: Iterable[DealBatch]) -> DealBatch:
    """One batch after the other."""
    parts = [batch.holdings for batch in batches]
    return DealBatch(np.concatenate(parts) if parts else np.empty((0, 4, 4), np.uint16))
