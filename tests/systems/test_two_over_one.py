"""The 2/1 card: hands on both sides of every line that is drawn, and whole auctions on random deals."""

from pathlib import Path

import pytest

from overtrick import Call
from overtrick.hands.cells import stated
from overtrick.systems.engine.tree import Tree
from overtrick.systems.system import SHIPPED, System
from systems.golden import auctions, call, node, rows, undisturbed, wide_openings

TREE = Tree(System.load("2/1"))

UNDISTURBED = """
# 1 of a major
1S 1N 2C 3C | KJ765.KT7.65.AJ5   P  partner has five clubs and no strength
1S 1N 2C 3C | AKJ65.KT7.65.AJ5   3N
1S | K982.Q753.97.753     2S  5 and a doubleton
1S | K982.J753.97.753     P   4 and a doubleton
1S | K92.Q753.A7.9753     1N  a limit raise with three trumps starts with 1NT
1S | KQ92.J753.A73.97     3S  a limit raise with four
1S | KQ92.K753.A73.97     2N  12 and a doubleton
1S | KQ92.AK53.A973.7     2N  too strong for a splinter
1S | KQ92.A9753.Q73.7     4C  short clubs
1S | KQ92.7.A9753.Q73     4H  short hearts
1H | 7.KQ92.A9753.Q73     3S  short spades
1S | KQ964.9.J7532.97     4S  five trumps and a singleton
1S | 92.K753.J73.9752     P   4
1S | 92.K753.Q73.9752     1N  5
1S | 92.KQ53.AQ3.J975     1N  12 without a long suit
1S | 92.KQ53.AQ3.Q975     2C  13
1S | 92.KQ753.A73.Q75     1N  11 with five hearts
1S | 92.KQ753.A73.K75     2H  12 with five hearts
1S | 92.KQ5.A73.KQ975     2C  14 with clubs
1S | 92.KQ5.KQ732.K97     2D  13 with diamonds
1S | K92.KQ5.A732.Q97     2D  14 with a fit
1S | 92.92.A73.KQJ975     3C  six good clubs, invites
1S | K2.KQ74.AQ3.K975     3N  17 balanced
1H | A953.92.K73.9752     1S  four spades
1H | AQ53.92.K3.AQ752     2C  the longer suit with game values
1H | KJ9532.92.73.Q75     1S  6
1H | QJ9532.92.73.975     2S  a weak jump shift
2C 3D 3H | J95.4.AKQJ76.Q82   6N  35 together
3N 4D 4H | 92.QJ8643.K7.542   6H  32 together
# opener after the forcing 1NT
1S 1N | AQ753.K92.K73.J7  2D  three diamonds
1S 1N | AQ753.K92.K7.J73  2C  three clubs
1S 1N | AQ753.K2.K973.J7  2D  four diamonds
1S 1N | AQ7532.K2.K97.J7  2S  six spades
1S 1N | AQJ932.K2.AQ7.87  3S  16 with six spades
1S 1N | AQ753.K9.AQ7.KJ3  2N  19 balanced
1S 1N | AQ753.K942.A7.J7  2H  four hearts
1S 1N | AKQ53.AK42.A7.97  3H  a jump shift
1H 1N | AQ73.AQ952.KQ.73  2S  a reverse
1H 1N | AQ73.AQ952.43.73  2C  nothing else to bid
# responder after it
1S 1N 2D | 92.K753.A7.J9752  2S  preference
1S 1N 2D | K92.Q753.A7.9753  3S  the three-card limit raise
1S 1N 2D | 92.KQ53.A73.Q975  2N  11
1S 1N 2D | 9.K753.A8732.J97  3D  five diamonds
1S 1N 2D | 9.K753.8732.QJ97  P   prefers diamonds
1S 1N 2D | 9.KJ9753.A8.J973  2H  to play
1S 1N 2S | 92.KQ53.A73.Q975  3S  11 and a doubleton
1S 1N 2S | 92.K753.A73.9752  P   minimum
1S 1N 2D 3S | AQ753.K2.K973.J7  P   13
1S 1N 2D 3S | AQ753.K2.AK93.J7  4S  17
1S 1N 2D 2N | AQ753.K2.K973.J7  P   13
1S 1N 2D 2N | AQ753.K2.AK93.J7  3N  17
# opener after two over one
1S 2C | AQ753.K92.K73.J7  2N  balanced minimum
1S 2C | AQ7532.K92.K7.J7  2S  six spades
1S 2C | AQ753.K942.K7.J7  2H  four hearts
1S 2C | AQ753.K2.7.AJ973  3C  a fit
1S 2C | AKQJ53.A2.K73.J7  3S  a solid suit
1H 2C | AQ73.AK952.43.73  2H  13 does not reverse
1H 2C | AQ73.AK952.K3.73  2S  16 does
1S 2D | AQ753.92.73.AKJ7  2S  14 does not go to the three level
1S 2D | AQ753.92.A3.AKJ7  3C  18 does
1S 2H | AQ753.K92.K73.J7  4H  minimum with a fit
1S 2H | AQ753.K92.AK73.7  3H  more than a minimum
1D 2C | AQ4.KJ3.QJ952.74  2N  balanced
1D 2C | AQ43.3.AQ952.J74  2S  four spades
1D 2C | A4.32.AQ9532.K74  2D  long diamonds
# responder goes on
1S 2C 2S | K92.K5.A73.AQ975  3S  16 with a fit
1S 2C 2S | K92.95.Q73.AQ975  4S  11 with a fit
1S 2C 2S | 92.KQ5.A73.KQ975  3N  14 with stoppers
1S 2C 2S | 92.K975.74.AKQ75  3H  hearts too
1S 2C 2N | 92.KQ5.A73.KQ975  3N  14
1S 2C 2S 3S | AQ7532.K92.K7.J7  4D  a control
1S 2C 2S 3S | AQ753.QJ2.QJ7.J7  4S  minimum
1S 2C 2S 3S | AQ7532.AK2.K7.J7  4N  asks for key cards
1S 2D 2H 2N 3S | K3.AQ4.AKQ73.AQ5  4N  24 opposite six spades
1S 2D 2H 2N 3S | K3.Q94.AKQ73.J95  4S  15
1S 2C 2H 3C 3S | K3.A8.KQ3.AKQ954  4N  21
1S 2C 2H 3C 3S | K3.98.K73.AKQ954  4S  15
# 1 of a minor
1C | K953.92.KJ752.98     1S  weak hands skip diamonds
1C | KQ53.92.AKJ52.98     1D  strong hands do not
1C | KJ53.K982.95.984     1H  from below
1C | K53.K98.QJ5.9842     1N  9
1C | K53.K98.QJ5.Q842     2N  11
1C | K53.KJ8.AQ5.Q842     3N  15
1C | K53.A8.J5.AQ9842     2C  inverted
1C | 532.A8.75.KQ9842     3C  weak
1D | K53.A8.KQ952.J84     2D  inverted
1D | 53.8.KQ9532.J984     3D  weak
1D | 53.K9.952.AQJ842     3C  invites
1D | K53.K9.95.AQJ842     2C  forcing to game
1C 2C | A4.KQ3.QJ4.K9732  2N  balanced
1C 2C | A43.QJ2.4.AQ9732  2H  a stopper
1C 2C 2H | K84.A3.KQ4.KQT73  4C  17, slam interest
1C 2C 2H | K84.A3.KQ4.KJ973  3N  16 with stoppers
1C 2C 2H 4C | A43.QJ2.4.AQ9732  4N  13 with a long suit
1C 2C 2H 4C | 43.KQJ.J84.AQ973  5C  a minimum
1C 1S 1N | KQ973.A83.Q95.84   2D  11 with five spades
1C 1S 1N | KQ973.A83.J95.84   P   10
1C 1S 1N | KJ9743.K83.Q9.84   2S  to play
1C 1S 1N 2D | A92.K4.Q852.AJ42  3S  three spades, 14
1C 1S 1N 2D | A92.K4.J852.AJ42  2S  three spades, 13
1C 1S 1N 2D | A2.KJ43.J85.AJ42  2H  four hearts
1C 1S 1N 2D | A2.KJ4.J852.QJ42  2N  neither, minimum
1D 1S 2C | KQ732.A8.K9.QT73     2H  the fourth suit
# key cards
1S 3S 4N | K982.Q753.A7.K75   5H  two without the queen
1S 3S 4N | KQ82.9753.A7.K75   5S  two and the queen
1S 3S 4N | KQ82.9753.K7.K75   5C  one
1S 3S 4N | QJ82.K753.K7.K75   5D  none
1S 2N 4S 4N 5C | KQ92.AK3.AQ.K842 6S three key cards and one more
1S 2N 3S 4N 5C 5S | AQT52.A8.A854.A6 6S four key cards, not one
1S 2N 3S 4N 5C 5S | AQT52.K8.KQJ4.K6 P  one key card
1D 1H 4H 4N 5D 5H | AK62.K974.AK76.Q 6H three key cards, not none
1S 2N 4S 4N 5D | KQ92.AK3.AQ.K842 5S two are missing
1S 3S 4N 5D | AKJ754.AQ4.AKQ.A  5H  asks for the queen
1S 3S 4N 5D 5H | 9862.KJ5.432.KQ5  5S  no queen of trumps
1S 3S 4N 5D 5H | Q962.KJ5.432.KQ5  6C  the queen, and the king of clubs
1S 3S 4N 5H 5N | KQ82.K753.A7.975  6H  the king of hearts
# strong hands go on, long suits are bid again
1S 1N 2N | 4.AKQJT74.5.6542  4H  seven hearts
1S 1N 3D | Q7.T754.KQJT.A72  4D  a fit and a maximum
1S 1N 3D 4D | AKJ64.A2.A854.K8 4N 19
1H 1S 3H | AJT983.AT.5.KQ62  4N  14 and three first controls
1H | KQJ2.K7.A96.K974  1S  four spades before 3NT
1C 1H 2C 2N | A.9.KQ754.KQ8543 3D  six-five
1D 2D 2S | A32.AK5.KQ82.Q84  4N  18
2H | AJ32.KQ.AQJ4.AJ6  4N  22 and an honour in hearts
"""

TABLE = """
P P 1S P | K92.Q75.A73.Q753       2C   Drury
P P 1S P | K92.Q75.873.Q753       2S   a weak raise
P P 1S P | 92.KQ753.A73.Q75       2H   not forcing
P P 1S P | 92.KJ5.A73.QT753       1N   10
P P 1S P 2C P | AQ753.K92.J7.973  2S   a light opening
P P 1S P 2C P | AQ753.K92.K7.973  2D   a full opening
P P 1S P 2C P | AQ753.K92.AK.973  4S   game
P P 1S P 1N P | AQ753.K92.K73.J7  P    a passed hand's 1NT is not forcing
1S 3H    | 93.K5.AQ84.KJ952       X    negative through 3S
1D 3S    | 93.AK54.Q84.KJ95       X    13
1D 3S    | 93.K954.Q84.QJ95       P    8 is not enough up there
1S 4H    | 93.K5.AQ84.KJ952       X    cards
1H 2C    | KJ93.54.Q84.K952       X    negative
1D P 1S 2C | K92.A4.AQ952.J74     X    three spades
1D P 1S 2C | K942.A42.AQ95.J7     2S   four spades
1D P 1S 2C | K9.A43.AQ952.J74     P    two spades
1D P 1S X  | K92.A4.AQ952.J74     XX   three spades
1H X 2H  | K97.93.QJ84.KJ95       X    responsive
1H X 2H  | K974.93.QJ84.J95       2S   four spades
1C       | KQ974.AJ953.84.5       2C   Michaels
1H 2H P  | 97.K93.QJ84.KJ95       2N   asks for the minor
1S       | 5.84.KQ974.AJ953       2N   unusual
1N 2S    | 93.K5.84.QJ97532       2N   lebensohl
1N 2S    | 93.KQ5.A84.J9753       3N   game values without a stopper
1N 2S    | KJ3.Q5.A84.J9753       2N   and with one
1N 2S 2N P | AQ4.A93.KJ72.Q92     3C   as asked
1N 2S 2N P 3C P | KJ3.Q5.A84.J9753 3N  game
1N 2S 2N P 3C P | 93.K5.84.QJ97532 P   to play
2H X P   | 974.93.J842.Q953       2N   weak
2H X P   | K74.93.KJ842.Q95       3D   values
1S X     | KQ92.753.A732.97       2N   a limit raise
1S X     | 92.KQ53.A73.Q975       XX   10 or more
1H 1S    | 92.KQ3.A732.K975       2S   a good raise
1S P 3S P 4N 5H   | K954.7.A432.J432    5S   two key cards
1S P 3S P 4N 5H   | K954.72.Q432.KJ4    P    one
1S P 3S P 4N 5H   | Q954.72.KQ32.KJ4    X    none
1S P 3S P 4N X    | Q954.72.KQ32.KJ4    XX   none
P P 1S P          | KJ54.A72.4.QJ543    2C   Drury has no upper limit
"""

OWED = (
    "1S 1N, 1S 2C, 1S 2H, 1D 2C, 1S 2C 2S, 1S 2C 2S 2N, 1S 2D 2H, "
    "1H 2D 2H 3H, 1S 2N, 1C 2C, 1D 1S 2C 2H, 1C 1S 1N 2D, 1S 3S 4N, 2C, 1N 2C"
)


@pytest.mark.parametrize(("auction", "hand", "expected"), rows(UNDISTURBED))
def test_undisturbed_auctions(auction: str, hand: str, expected: str) -> None:
    assert call(TREE, undisturbed(auction), hand) == expected


@pytest.mark.parametrize(("auction", "hand", "expected"), rows(TABLE))
def test_passed_hands_and_contested_auctions(auction: str, hand: str, expected: str) -> None:
    assert call(TREE, auction, hand) == expected


@pytest.mark.parametrize("auction", OWED.split(", "))
def test_replies_that_are_owed_are_there_for_every_hand(auction: str) -> None:
    start = node(TREE, undisturbed(auction))
    assert start.must_act
    assert str(start.rule_lines[-1].condition) == "any"


@pytest.mark.parametrize("passes", range(4))
def test_opening_bids_promise_a_range_of_ten_points_at_most(passes: int) -> None:
    assert not list(wide_openings(TREE, passes))


@pytest.mark.parametrize("auction", ["1S 2C 2S 2N", "1S 2D 2S 3C", "1H 2C 2H 2S", "1D 2C 2D 2H", "1S 2C 2S 3S"])
def test_two_over_one_forces_to_game(auction: str) -> None:
    assert node(TREE, undisturbed(auction)).must_act


def test_below_slam_game_may_be_passed() -> None:
    assert not node(TREE, undisturbed("1S 2C 2S 4S")).must_act


def test_the_forcing_notrump_shows_its_range() -> None:
    assert stated(node(TREE, undisturbed("1S")).cells(Call.parse("1N"))).hcp == (5, 12)


def test_a_semi_forcing_notrump_is_one_parameter(tmp_path: Path) -> None:
    text = (SHIPPED / "two_over_one.yaml").read_text(encoding="utf-8")
    path = tmp_path / "semi.yaml"
    path.write_text(text.replace("one_nt_forcing: 1 round", "one_nt_forcing: no"), encoding="utf-8")
    semi = Tree(System.load(str(path)))
    flat, shapely = "AQ753.K92.K73.J7", "AQ753.K2.K973.J7"
    assert [call(TREE, "1S P 1N P", hand) for hand in (flat, shapely)] == ["2D", "2D"]
    assert [call(semi, "1S P 1N P", hand) for hand in (flat, shapely)] == ["P", "2D"]


def test_random_deals_are_bid_to_the_end() -> None:
    for auction in auctions(TREE, 300, seed=21):
        assert auction.is_over
        assert len(auction) <= 40
