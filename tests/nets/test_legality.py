"""Legality for many auctions at once agrees with the auction of the core, call by call."""

import numpy as np

from auction_rows import random_auction, rows_of
from overtrick.arrays.auctions import CALLS, END, LEGAL, NO_CALL, OVER, are_legal, standings
from overtrick.core import Auction


def test_the_legal_calls_are_those_of_the_core_before_every_call() -> None:
    rng = np.random.default_rng(1)
    auctions = [random_auction(rng) for _ in range(150)]
    found = standings(rows_of(auctions))
    doubled = 0
    for auction, row in zip(auctions, found, strict=True):
        for made in range(len(auction) + 1):
            mask = auction.before(made).legal_mask
            assert [bool(mask >> call & 1) for call in range(CALLS)] == LEGAL[row[made], :CALLS].tolist()
            doubled += mask >> 1 & 3 > 0
        assert row[len(auction)] == OVER
    assert doubled > 200


def test_an_auction_that_is_over_allows_nothing_but_the_end() -> None:
    assert np.flatnonzero(LEGAL[OVER]).tolist() == [END]


def test_auctions_against_the_laws_or_cut_short_are_told_apart() -> None:
    auctions = [Auction.parse(text) for text in ("AP", "1N P 3N AP", "P 1C X XX P P 1D AP", "1S P P")]
    rows = rows_of(auctions)
    assert are_legal(rows).tolist() == [True, True, True, False]
    rows[1, 2] = 6  # 1S over 1N
    rows[0, 5] = 0  # a pass after the end
    assert are_legal(rows).tolist() == [False, False, True, False]
    rows[2, 2] = NO_CALL  # a hole
    assert not are_legal(rows).any()
