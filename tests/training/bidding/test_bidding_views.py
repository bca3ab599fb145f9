"""A view has the viewer's hand first, the others in turn, and the calls the viewer made."""

import numpy as np

from auction_rows import made_up_tables
from overtrick.arrays.auctions import NO_CALL
from overtrick.core import Vulnerability
from overtrick.hands.features import hcp, lengths
from overtrick.nets.bidding_steps import CARDS, SYSTEMS
from overtrick.training.bidding.bidding_batches import SIZES, BiddingBatches, in_pieces
from overtrick.training.bidding.bidding_material import BiddingMaterial, BidTables, by_part
from overtrick.training.bidding.bidding_recipe import BiddingRecipe, BiddingSchedule
from overtrick.training.bidding.bidding_views import Views, all_views, seen, steps_of, views_after

RECIPE = BiddingRecipe("tiny", training=BiddingSchedule(steps=40, piece=16, pieces=2, whole=0.5))


def one(tables: BidTables, table: int, seat: int) -> Views:
    lengths = tables.lengths[[table]]
    return Views(np.array([table], np.int32), np.array([seat], np.uint8), lengths)


def test_a_view_is_that_of_its_seat() -> None:
    tables = made_up_tables(30, 1)
    for table in range(30):
        for seat in range(4):
            views = one(tables, table, seat)
            steps, truth = seen(tables, views, 4, int(steps_of(tables, views, 4)[0]))
            around = np.roll(tables.holdings[table], -seat, axis=0)
            assert truth.points[0].tolist() == hcp(around[1:]).tolist()
            assert truth.lengths[0].tolist() == lengths(around[1:]).tolist()
            assert (truth.cards[0] == NO_CALL).tolist() == steps.hands[0, :CARDS].astype(bool).tolist()
            position = (seat - int(tables.dealers[table])) % 4
            mine = tables.calls[table][position::4]
            assert truth.calls[truth.calls != NO_CALL].tolist() == mine[mine != NO_CALL].tolist()
            ours, theirs = tables.systems[table] if seat % 2 == 0 else tables.systems[table][::-1]
            assert np.flatnonzero(steps.places[0, : 2 * SYSTEMS]).tolist() == [ours, SYSTEMS + theirs]
            vulnerable = Vulnerability(int(tables.vulnerabilities[table]))
            we, they = (bool(vulnerable & (1 << side)) for side in (seat % 2, 1 - seat % 2))
            assert int(steps.places[0, 2 * SYSTEMS :].argmax()) == we + 2 * they


def test_an_auction_cut_short_still_has_the_call_that_was_made_there() -> None:
    tables = made_up_tables(10, 1)
    views = views_after(tables, 2)
    _, truth = seen(tables, views, 4, int(steps_of(tables, views, 4).max()))
    at_turn = (views.seats - tables.dealers[views.tables]) % 4 == 2
    assert (truth.calls[0, at_turn] == tables.calls[views.tables[at_turn], 2]).all()
    assert ((truth.calls != NO_CALL).sum(axis=0)[~at_turn] <= 1).all()


def test_views_are_cut_anywhere_or_not_at_all() -> None:
    tables = made_up_tables(100, 1)
    views = all_views(tables, np.arange(100), 0.5, np.random.default_rng(1))
    whole = views.made == tables.lengths[views.tables]
    assert 0.4 < whole.mean() < 0.6
    assert set(views.made[~whole].tolist()) >= {0, 1, 2, 3}


def test_every_view_is_in_one_piece_of_enough_steps_but_for_a_rest() -> None:
    tables = made_up_tables(100, 1)
    views = all_views(tables, np.arange(100), 0.5, np.random.default_rng(1))
    pieces = in_pieces(tables, views, RECIPE, np.random.default_rng(2))
    assert [len(part) for _, part in pieces] == [16] * (400 // 16)
    assert all(size in SIZES and steps_of(tables, part, 4).max() <= size for size, part in pieces)
    found = {(t, s) for _, part in pieces for t, s in zip(part.tables.tolist(), part.seats.tolist(), strict=True)}
    assert len(found) == 400


def test_a_course_taken_up_later_goes_on_with_the_same_pieces() -> None:
    parts = by_part(made_up_tables(150, 1))
    course = BiddingBatches(BiddingMaterial(parts, by_part(made_up_tables(150, 2))), RECIPE)
    whole, later = course.steps(0), course.steps(25)
    for _ in range(25):
        next(whole)
    for _ in range(10):
        for (a, b), (c, d) in zip(next(whole), next(later), strict=True):
            for x, y in zip([*a, *b], [*c, *d], strict=True):
                np.testing.assert_array_equal(x, y)
