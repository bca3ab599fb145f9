"""The Acol card: hands on both sides of every line that is drawn, and whole auctions on random deals."""

import pytest

from overtrick import Call
from overtrick.hands.cells import stated
from overtrick.systems.engine.tree import Tree
from overtrick.systems.system import System
from systems.golden import auctions, call, node, rows, undisturbed, wide_openings

TREE = Tree(System.load("acol"))

OPENINGS = """
KQ4.J83.J972.Q92    P    11 balanced
KQ4.A83.J972.Q92    1N   12 balanced
KQ4.A83.KJ72.J92    1N   14 balanced
AK742.K98.Q83.64    1N   five spades and balanced
KQ4.A83.KJ72.Q92    1D   15 balanced
AQ4.AK3.KJ72.Q92    1D   19 balanced
AQ4.A83.KQ72.AJ2    2N   20 balanced
AQ4.AK3.KQ72.KJ2    2N   22 balanced
AQ4.AK3.KQ72.AJ2    2C   23 balanced
AQ74.AK83.K3.J64    1H   both majors
AQ74.A3.K3.KJ864    1C   the longer suit
AQ74.A3.KJ64.K83    1D   the lower of two
AQ74.A93.K86.K83    1S   a four-card major
A93.AQ74.K86.K83    1H   a four-card major
AQ742.K9832.A8.4    1S   five-five
AQ74.K983.A832.4    1H   three suits, short clubs
AQ74.4.K983.A832    1D   three suits, short hearts
4.AQ74.K983.A832    1D   three suits, short spades
AQ74.K983.4.A832    1C   three suits, short diamonds
AQ742.9.KJ732.64    P    10
AQ742.9.KJ732.J4    1S   11 and the rule of 20
AQJ842.98.643.K2    2S   10
AQJ842.98.Q43.K2    1S   12
98.64.82.AQJ8432    3C   seven clubs
"""

UNDISTURBED = """
# 1 of a major: raises need four trumps
1H | 92.K753.A73.9752     2H  four trumps
1H | 952.K75.A73.9752     1N  three
1H | 92.KQ53.A73.J975     3H  10 and a doubleton
1H | A92.KQ53.A73.975     2N  13
1H | 2.KQ53.A973.Q975     3S  short spades
1S | 92.K53.9732.J975     P   4
1S | 92.K753.Q73.Q975     1N  7
1S | 92.KJ53.Q73.K975     1N  9
1S | 92.KJ53.Q73.A975     2C  10
1S | 92.KJ753.Q73.A75     2H  10 with five hearts
1S | 92.KJ53.K73.AQ75     3N  13 balanced
1S 3N | KQJT953.K5.A.AJ4  6S  33 together and a strong suit
1S 3N | KQJT953.Q5.K.AJ4  4S  no more than a game
1H 1S | KJ.AQJ8742.92.K6  3H  14 and seven good cards
3N 4D 4H | 92.QJ8643.K7.542  6H  32 together
1S | 92.KJ53.K73.KJ75     2C  12 balanced
1S | K92.KJ5.K73.AQ75     2C  16 balanced
1S | A2.K5.Q73.AKQ975     3C  a strong jump shift
1H | AKQ975.K5.A73.75     2S  a strong jump shift
1H | A953.92.K73.9752     1S  four spades
# rebids: 1NT 15-17, 2NT 18-19
1H 1S | A92.KQ53.KQ3.Q75  1N  16
1H 1S | A92.KQJ3.KQ3.Q75  1N  17
1H 1S | A92.KQJ3.KQ3.K75  2N  18
1H 1S | A92.KQJ3.KQ3.KJ7  2N  19
1H 1S | A2.KQ9853.K3.Q75  2H  six hearts
1S 1N | AQJ9.A3.K852.Q75  P   16 balanced
1S 1N | AQJ9.A3.KJ52.Q75  2N  17 balanced
1S 1N | AQJ9.A3.KJ52.AQ5  3N  too strong to invite
1S 1N | KQJ94.A3.K9752.7  2D  a second suit
1S 2C | AQJ9.A3.KJ52.Q75  2N  17 balanced
1S 2C | KQJ942.93.KJ5.Q5  2S  minimum
1S 2C | KQJ94.93.KJ752.5  2D  a second suit
1S 2C | AKQJ94.93.AJ5.Q5  3S  18 with six spades
1S 2C | KQJ94.9.J5.AQ752  3C  a fit
# two over one promises no second call
1S 2C 2S | 92.KJ53.Q73.A975  P   10
1S 2C 2S | 92.KQ53.Q73.A975  2N  11
1S 2C 2S | K92.J53.K7.A9752  3S  11 with a fit
1S 2C 2N | 92.KJ53.Q73.A975  3N  game
# 1 of a minor
1C | K53.K98.Q95.9842     1N  8
1C | K53.K98.KQ5.9842     2N  11
1C | K53.K98.KQ5.A842     3N  15
1C | 53.K98.Q5.QJ9842     2C  8 with clubs
1C | 3.K98.KQ5.QJ9842     3C  11 with clubs
1D 1S | A92.KQ3.KQ93.Q75  1N  16
1D 1S 1N | KQ93.J53.J9.9752  P   7
1D 1S 1N | KQ93.K53.95.9752  2N  8
1D 1S 1N | KQ93.K53.Q9.9752  3N  10
1C 1S 1N | KQ973.J53.Q9.975  2D  8 with five spades
1C 1S 1N 2D | A92.KQ3.K93.KQ75  3S  17 with three spades
# the weak notrump: everything three points up
1N | K953.Q92.KJ32.J7     P   10
1N | K953.Q92.KJ32.Q7     2C  11
1N | K92.Q92.KJ3.9872     P   9
1N | K92.Q92.KJ3.Q872     2N  11
1N | K92.Q92.KJ3.QJ72     2N  12
1N | K92.Q92.KJ3.KJ72     3N  13
1N | K9532.Q92.J73.97     2H  a transfer
1N 2C | KQ42.A982.83.K62  2H  both majors
1N 2H 2S | K9532.Q92.K73.97   P   8
1N 2H 2S | K9532.Q92.K73.A7   2N  12
1N 2H 2S | K9532.A92.K73.A7   3N  14
1N 2N | KQ4.A83.J972.Q92  P   12
1N 2N | KQ4.A83.J972.K92  3N  13
2N | 953.Q92.J732.975     P   3
2N | K53.Q92.9732.975     3N  5
2C | 9532.J92.J732.97     2D  waiting
2C 2D | AQ4.AK3.KQ72.AJ2  2N  23
# strong hands go on, long suits are bid again
1D 1S 2D | QT8743.A.5.AKQJ9  3C  five good clubs before six poor spades
1D 1S | .A8.AKT752.AT976  2C  six-five
1D 2C 2D | Q96.965.3.AKT742  3C  six clubs and a singleton
1S 2H 2S | 8.KQJ96532.KQJ6.  4H  eight hearts
1S 2C 4C | 642.A4.KJ62.KJ83  4S  three spades
1S 2C 2D 2H | AKT732.K.JT65.76  2S  six spades
1C 2D 2N 3D | KJ9.AK53.93.AKT3  6N  18
1C 1D 2N 3D | Q8.AK9.K986.AK84  4D  four diamonds
1S 2D 3S | 2.AT9.KQJ53.AQ83  4N  16
1C 1D | A82.QT.KQ72.A632  1N  15
"""

TABLE = """
# out of 1NT doubled
1N X | 974.93.QJ842.953           XX  long diamonds
1N X | J974.9832.J84.95           XX  nothing at all
1N X | 974.KJ932.J84.95           2D  a transfer
1N X | KJ7.Q93.J842.Q95           P   content
1N X XX P | KQ4.A83.J972.Q92      2C  as asked
1N X XX P 2C P | 974.93.QJ842.953 2D  diamonds
1N X XX P 2C P | J974.9832.J84.95 2H  hearts, perhaps spades
1N X XX P 2C P | J97.983.84.QJ952 P   clubs
# their notrump
1N | AQ974.KJ53.84.52             2C  both majors
1N | AQ97.KJ5.KQ4.852             P   15
1N | AQ974.KJ5.KQ4.Q2             X   17
1N | AQJ974.K5.84.952             2S  long spades
# competition
1H 1S | 953.K75.AQ73.952          2H  three with an honour
1H 1S | 953.975.AQ73.952          P   three small
1H 1S | 95.K753.A73.Q752          2H  four
1H 1S | 95.K753.AQ3.K975          2S  a good raise
1S 2D | 95.KJ53.73.AQ752          X   negative
1H X  | 95.K753.AQ73.975          2N  a limit raise
1H X  | 95.K753.J73.Q975          3H  weak with four
1H X  | 952.K75.J73.QJ75          1N  three trumps do not raise
1D P 1H 1S | KJ5.93.AKQ4.K952     1N  15-17
1D P 1H 1S | KJ5.K93.AQ94.K52     1N  16
1S P 3S P 4N 5H   | K954.7.A432.J432    P    one ace
1S P 3S P 4N 5H   | K954.A7.A432.432    5S   two
1S P 3S P 4N 5H P P | AKQ954.A7.KQ2.K2  6S   three are enough
1S P 3S P 4N 5H P P | AKQ954.7.KQ2.KQ2  5S   two are missing
"""

OWED = (
    "1S 2C, 1S 2H, 1H 2D, 1D 2C, 1S 2N, 1S 3C, 1H 2S, 1S 2C 2D, 1S 2C 2N, "
    "1C 1S 1N 2D, 1S 3S 4N, 1N 2C, 1N 2D, 2N 3C, 2C, 2S 2N"
)


@pytest.mark.parametrize(("auction", "hand", "expected"), rows(OPENINGS))
def test_openings(auction: str, hand: str, expected: str) -> None:
    assert call(TREE, auction, hand) == expected


@pytest.mark.parametrize(("auction", "hand", "expected"), rows(UNDISTURBED))
def test_undisturbed_auctions(auction: str, hand: str, expected: str) -> None:
    assert call(TREE, undisturbed(auction), hand) == expected


@pytest.mark.parametrize(("auction", "hand", "expected"), rows(TABLE))
def test_contested_auctions(auction: str, hand: str, expected: str) -> None:
    assert call(TREE, auction, hand) == expected


@pytest.mark.parametrize("auction", OWED.split(", "))
def test_replies_that_are_owed_are_there_for_every_hand(auction: str) -> None:
    start = node(TREE, undisturbed(auction))
    assert start.must_act
    assert str(start.rule_lines[-1].condition) == "any"


@pytest.mark.parametrize("passes", range(4))
def test_opening_bids_promise_a_range_of_ten_points_at_most(passes: int) -> None:
    assert not list(wide_openings(TREE, passes))


@pytest.mark.parametrize(
    ("auction", "bid", "low", "high"),
    [("", "1N", 12, 14), ("", "2N", 20, 22), ("1D 1S", "1N", 15, 17), ("1D 1S", "2N", 18, 19), ("1S", "1N", 6, 9)],
)
def test_notrump_bids_show_their_ranges(auction: str, bid: str, low: int, high: int) -> None:
    before = node(TREE, undisturbed(auction))
    assert stated(before.child(Call.parse(bid)).shown_by(before.turn)).hcp == (low, high)


def test_majors_are_opened_with_four_cards() -> None:
    start = node(TREE, "")
    for bid, suit in (("1H", 2), ("1S", 3)):
        assert stated(start.cells(Call.parse(bid))).lengths[suit][0] == 4


def test_random_deals_are_bid_to_the_end() -> None:
    for auction in auctions(TREE, 300, seed=22):
        assert auction.is_over
        assert len(auction) <= 40
