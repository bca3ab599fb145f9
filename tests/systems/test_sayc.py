"""The SAYC card where nobody interferes: hands on both sides of every line that is drawn."""

import pytest

from overtrick import Auction, Call, Hand, Seat, Vulnerability
from overtrick.hands.cells import stated
from overtrick.systems.engine.tree import Tree
from overtrick.systems.system import System

TREE = Tree(System.load("sayc"))

OPENINGS = """
KQ4.A83.KJ72.Q92    1N   15 balanced
KQ4.A83.KJ72.J92    1D   14 balanced
KQ4.A83.KJ72.AQ2    1D   19 balanced
AQ4.A83.KJ72.KJ2    1D   18 balanced
AQ4.A83.KJ72.K92    1N   17 balanced
AQ4.AK3.KJ72.KJ2    2N   21 balanced
AQ4.A83.KQ72.AJ2    2N   20 balanced
AQ4.AK3.KQ72.KJ2    2C   22 balanced
AKQ.AKJ.AKQ2.Q32    2C   28 balanced
AQ4.AK3.AKJ2.KQ2    3N   27 balanced
AQJ4.AK3.AQ2.KQ2    3N   25 balanced
AQ74.K9832.A83.4    1H   five hearts and four spades
AQ742.K9832.A8.4    1S   five-five opens the higher suit
A.K9832.AQ7642.4    1D   the longer suit first
AQ74.K983.A83.64    1D   4=4=3=2
AQ74.K983.64.A83    1C   the longer minor
AQ4.K983.A83.643    1C   three-three in the minors
AQ4.K9.K983.Q643    1D   four-four in the minors
AQ74.983.K83.643    P    9 points
AQ742.983.K83.64    P    9 points, rule of 20 short
AQ742.98.KJ73.64    P    10 points, rule of 19
AQ742.9.KJ732.64    1S   10 points, rule of 20
QJ742.Q.QJ732.Q4    P    11 points without quick tricks
AQ4.K98.Q83.J643    P    12 points, 4333
AQ4.K98.K83.J643    1C   13 points, 4333
AQ42.K98.Q83.J64    P    12 points, 4333
AQJ842.98.643.82    2S   a weak two
AQJ842.98.643.K2    2S   a weak two, 10 points
AQJ842.98.A43.K2    1S   14 points
AJ8432.9.Q643.82    2S   not vulnerable, a broken suit will do
J98432.9.KQ43.82    P    the points are outside the suit
AQJ842.Q842.64.8    P    four cards in the other major
AQJ8432.98.64.82    3S   seven cards
AQJ84.98.643.982    P    only five cards
98.64.82.AQJ8432    3C   seven clubs
98.64.82.A986432    P    a poor suit
2.AKQJ8642.98.82    4H   eight tricks
AKQJ4.AKQ4.A42.2    2C   nine tricks and 23 points
"""

FOURTH_SEAT = """
AQ842.K98.643.82    P    9 points and five spades
AQ842.K98.J43.82    1S   10 points and five spades
2.K98.AQ842.K982    P    12 points and one spade
2.K98.AQ842.KQ82    1D   14 points
AQJ842.98.A43.82    2S   an intermediate two
AQJ8432.98.64.82    P    no preempt
"""

AUCTIONS = """
# 1 of a major
1S        | K982.Q753.97.753     2S   5 and a doubleton
1S        | K982.J753.97.753     P    4 and a doubleton
1S        | K92.Q753.A7.9753     3S   9 and a doubleton
1S        | K92.Q753.A73.975     2S   9
1S        | KQ92.K753.A73.97     2N   12 and a doubleton
1S        | KQ92.J753.A73.97     3S   10 and a doubleton
1S        | KQ964.9.J7532.97     4S   five trumps and a singleton
1S        | 92.K753.A73.J975     1N   8
1S        | 92.K753.A73.9752     1N   7
1S        | 92.K753.J73.9752     P    4
1S        | 92.KQ753.A73.975     1N   9 with five hearts
1S        | 92.KQ753.A73.Q75     2H   11 with five hearts
1S        | 92.KQ75.A73.Q975     2C   11 with four hearts
1S        | 92.KQ7.AQ32.K975     2C   14, the minors from below
1S        | K2.KQ74.AQ3.K975     3N   17 balanced
1S        | K2.KQ74.AQ3.9753     2C   14 balanced
1S        | AK.KQ3.65.AKJ953     3C   a strong jump shift
1H        | A953.92.K73.9752     1S   four spades
1H        | A953.K92.73.9752     2H   the fit first
1H        | AQ53.K92.A3.K752     1S   too strong for a limit raise
1H 2H     | A92.KQ753.A73.97     P    minimum
1H 2H     | A92.KQ753.AK7.K7     4H   19
1H 2H     | A92.KQJ53.AQ7.K7     4H   19 and a good suit
1S 2S     | AKQ53.A9.Q73.K97     2N   18 balanced
1S 3S     | AQ753.K92.J73.Q7     P    12
1S 3S     | AQ753.K92.A73.Q7     4S   15
1S 2N     | AQ753.K92.KJ73.7     3C   short clubs
1S 2N     | AQ753.K92.K73.J7     4S   minimum without shortness
1S 2N     | AQ753.K92.AQ3.K7     3S   18
1S 2N     | AQ7532.K92.AQ.Q7     3N   17
1S 1N     | AQ753.K92.K73.J7     P    balanced
1S 1N     | AQ753.K2.K973.J7     2D   a second suit
1S 1N     | AQ7532.K2.K97.J7     2S   six spades
1S 1N     | AQJ932.K2.AK7.J7     3S   18 with six spades
1S 1N 2D  | 92.K753.A7.J9752     2S   preference
1S 1N 2D  | 9.K753.A873.J975     P    prefers diamonds
1S 1N 2S  | 92.K753.A73.J975     P    minimum
# 1 of a minor
1C        | K953.92.KJ752.98     1D   the longest suit
1C        | KJ53.K982.95.984     1H   from below
1C        | KJ753.K9852.95.9     1S   five-five
1C        | K53.K98.Q952.984     1D   four diamonds
1C        | K53.K98.Q95.9842     1N   8 balanced
1C        | K53.KJ8.AQ5.9842     2N   13 balanced
1C        | K53.KQ8.AQ5.Q842     3N   16 balanced
1C        | 53.K98.Q5.QJ9842     2C   clubs
1C        | 3.K98.KQ5.QJ9842     3C   11 with clubs
1C        | 53.K98.95.QJ9842     2C   6
1C        | J953.J98.95.Q842     P    4
1D        | K53.K9.952.AQ842     2C   12 with clubs
1D        | K53.K98.95.QJ842     1N   9 without a major
1D        | J53.K9.KJ852.984     1N   balanced
1D        | 53.K98.KJ852.Q84     2D   five diamonds and a suit wide open
1D        | K84.75.KQJ42.Q83     3D   11 with five diamonds
1D        | 3.K98.KJ852.Q984     2D   unbalanced with a fit
1C 1H     | A987.9765.AJ.KQ8     2H   four hearts
1C 1H     | A987.976.AJ.KQ82     1S   four spades
1C 1H     | A98.97.AJ3.KQ842     1N   14 balanced
1C 1H     | A98.K7.AJ3.AQJ42     2N   19 balanced
1C 1H     | A9.976.A3.KQJ842     2C   six clubs
1C 1H     | A9.96.KQ3.AQJ842     3C   16 with six clubs
1C 1H     | A9.KQ76.AJ.KQ842     4H   19 and two doubletons
1C 1H     | A9.K976.Q5.KQ842     2H   16 with the doubletons
1C 1H     | A9.KQ76.Q5.KQ842     3H   18 with the doubletons
1C 1S     | A9.76.AQ93.KJ842     1N   not strong enough to reverse
1C 1S     | A9.76.AK93.AJ842     2D   a reverse
1D 1S     | A9.76.AQ932.KJ84     2C   the lower suit
1D 1S     | A9.A.AKQ32.KJ842     3C   a jump shift
1D 1H 1N  | A953.KJ72.Q7.984     P    10
1D 1H 1N  | A953.KJ72.Q7.Q84     2N   12
1D 1H 1N  | A95.KJ72.Q7.J984     2N   11
1D 1H 1N  | A95.KJ72.Q7.K984     3N   13
1D 1H 1N  | 95.KJ9742.Q7.984     2H   six hearts
1D 1H 1N  | A5.KJ9742.Q7.984     3H   10 with six hearts
1D 1H 1N  | A5.KJ9742.K7.Q84     4H   13 with six hearts
1D 1H 1S  | A95.KJ72.Q7.Q984     2N   12 and a stopper
1D 1H 1S  | A95.KJ72.Q7.K984     3N   13 and a stopper
1C 1H 2H  | A95.KJ72.Q7.9842     P    10
1C 1H 2H  | A95.KJ742.Q7.Q84     4H   12 and five hearts
1D 1S 2C  | KQ732.A8.K9.QT73     2H   the fourth suit
1D 1S 2H  | AQ98.T86.8.87632     2N   weak after a reverse
# the third round
1C 1H     | AK84.3.A6.AKQ854     2S   the second suit before 3N
1C 1H     | QT86.5.KQ.AKJT93     1S   a major before the long clubs
1D 1S 1N  | KQ742.QJ842.75.6     2H   both majors, weak
1D 1S 1N 2H 2S | KQJ98.J932.Q5.86 P   nothing more
1D 1S 2D  | AQ742.AJ854.75.6     2H   both majors, forcing
1D 1S 2D 2H | KQ4.752.KJT743.A   2S   three spades
1D 1H 1S 2S | AJT5.K7.KQJ82.32   P    14
1D 1H 1S 2S | AQ84.4.AKJ84.K43   4S   17 and a singleton
1D 1H 1S 1N 2D | T94.K972.J.KJT85 P   no more preferences
1C 1D 1H 3C | A65.9742.Q92.AK5   P    minimum over the invitation
1H 1S 2C 3H | 4.AQ984.Q8.KJ742   P    12 over the invitation
1H 1S 2D 3C 3N | K9876.4.K83.AK83 P   3N ends the search
1C 1S 2D 2S | KQ2.J.AJ75.AQJ96   4S   three spades after a reverse
1C 1D 3C 3N | AQ8.A.AQ5.KT9532   P    partner has placed the contract
1D 1S 2C 3N | 4.KJ4.AQJ84.QJ43   P    partner has placed the contract
1H 1S 2S 3D | K984.AQJ84.K4.84   4S   help for the game try
1H 3H 4C  | K84.K984.AQ84.84     4D   shows the ace
1S 2D 2S 2N | QJT83.K82.9.AKT2   P    13 over the invitation
1H 2D 3D 3N | JT4.AK972.AT52.K   P    no slam opposite 3N
1D 2N 3N  | KJ2.KQ3.J52.KJ95     P    to play
# notrump
1N 2D 2H 4N | K84.AJ9.KQ43.Q52   P    not an ace ask
1N 2D 2H 4N | K84.AJ9.KQ43.A52   6H   maximum with a fit
1N 2H 2S 3N | K84.AJ93.KQ4.Q52   4S   three spades
1N 2H 2S 2N 3S | K8765.AJ7.T6.J92 P   opener has declined
1N        | 3.A4.K43.AKQJ985     4C   Gerber with a solid suit
2N 3H 3S  | KT432.T4.KQ3.KT8     4N   invites with five spades
2C 2D 2S 3H | AKQ984.A4.4.AKQ4   3S   six spades
2C 2D 2S 2N 3D | J4.9843.J84.Q943 3S  back to the first suit
1N        | K953.Q92.J73.QT7     2C   8 with four spades, flat as it is
1N        | K953.Q92.J732.K7     2C   9 with four spades
1N        | K953.Q92.9732.J7     P    6 with four spades
1N        | 9532.Q972.J9732.     2C   weak with short clubs
1N        | K9532.Q92.J73.97     2H   five spades
1N        | 92.KQ953.J73.972     2D   five hearts
1N        | K92.Q92.J73.KJ72     3N   10
1N        | K92.Q92.J73.QJ72     2N   9
1N        | K92.Q92.J73.J972     P    7
1N        | 92.92.J73.QJ9732     2S   weak with clubs
1N        | KQ2.AQ2.KJ73.J92     4N   16
1N        | KQ2.AQ2.KQ73.Q92     6N   18
1N 2C     | KQ42.A982.A3.KQ2     2H   both majors
1N 2C     | KQ42.A98.A32.KQ2     2S   spades
1N 2C     | KQ4.A98.A932.KQ2     2D   neither
1N 2C 2H  | K953.Q92.J732.K7     2N   9, no fit
1N 2C 2H  | K95.Q932.J732.K7     3H   9 and a fit
1N 2C 2H  | K95.Q932.AJ32.97     4H   10 and a fit
1N 2C 2H 3N | KQ42.AJ98.A3.K92   4S   spades too
1N 2D     | KQ42.A982.A3.KQ2     3H   four hearts and a maximum
1N 2D     | KQ42.A982.A3.KJ2     3H   17 and four hearts
1N 2D     | KQ42.A98.AQ3.K92     2H   three hearts
1N 2H 2S  | K9532.Q92.J73.97     P    6
1N 2H 2S  | K9532.Q92.K73.97     2N   8
1N 2H 2S  | K9532.Q92.K73.A7     3N   12
1N 2H 2S  | K95432.Q92.K73.9     4S   8 with six spades
1N 2H 2S 2N | Q84.AK3.KQ72.A92   4S   maximum with three spades
1N 2N     | KQ4.A83.KJ72.Q92     P    15
1N 2N     | KQ4.A83.KJ72.K92     3N   16
1N 4N     | KQ4.A83.KJ72.Q92     P    15
1N 4N     | KQ4.A83.KJ72.K92     6N   16
2N        | K953.Q92.9732.97     3C   5 with four spades
2N        | 953.Q92.J732.975     P    3
2N        | K53.Q92.9732.975     3N   5
2C        | 9532.J92.J732.97     2D   weak
2C        | K532.Q92.KJ32.97     2N   9 balanced
2C        | K5.AQJ92.J732.97     2H   good hearts
2C 2D     | AQ4.AK3.KQ72.KJ2     2N   22
2C 2D     | AKQ742.AK3.AQ.32     2S   six spades
# weak twos and preempts
2S        | 92.KQ5.AQ732.J97     P    12 without a fit
2S        | K92.95.A7532.J97     3S   three trumps
2S        | K2.AK5.AQ732.J97     2N   17
2S        | K942.5.A97532.97     4S   four trumps
2S 2N     | AQJ842.98.643.82     3S   minimum
2S 2N     | AQJ842.98.K43.82     3D   maximum with the king of diamonds
3H        | 2.K8.AQJ32.K9842     P    no fit
3H        | A2.K8.AKJ32.K982     4H   strong
# slams
1S 3S 4N  | K92.Q753.A7.9753     5D   one ace
1S 2N 4S 4N | AQ753.A92.K73.J7   5H   two aces
1S 2N 4S 4N 5D | KQ92.AK3.AQ.K842 6S  three aces together
1S 2N 4S 4N 5C | KQ92.AK3.AQ.K842 5S  two are missing
1N        | AK7.4.KJ85.AQJ86     2C   18 never bid 3N
1N        | KQ4.AQ3.AJ72.K92     6N   19
1N 2C 2H  | A43.KQ65.AK43.43     3S   agrees hearts, looks for slam
1N 2C 2H  | A43.KQ65.AK4.A43     4C   Gerber with 20
1N 2C 2H  | A43.KQ65.K843.43     4H   no slam interest
1N 2C 2H 3S | KQ5.AJ92.Q52.A85   4C   16 and a control
1N 2C 2H 3S | KQ5.AJ92.Q52.Q85   4H   14
1N 2C 2H 3S 4D | A43.KQ65.AK43.43 4H  nobody has a club control
1S 2N 3C  | K954.A7.KQ32.A43     4N   the ace opposite shortness is a good card
1S 2N 3C  | K954.A7.Q432.KQ4     4S   the king and queen are not
1H 3H     | AK3.AKJ965.4.A43     3S   a control first
1H 3H 3S  | Q54.Q874.A65.K43     4C   the cheapest control
1S 2N 3S 4N 5H | KQJ9.A52.AKQ4.Q4 5N  all the aces: asks for kings
1S 2N 3S 4N 5H 5N | AT8742.KJ.J5.AKJ 6H two kings
1N 4C 4N  | K4.K5.AKQJ973.Q4     5C   all the aces: asks for kings
1N 4C 4N 5C | AQ92.A73.T4.AK82   5H   one king
1N 5N     | AQ92.KJ3.A4.KQ82     7N   17
2N 4C 4D 5D | AQ92.AQ3.A4.AJ82   6D   all the aces, not none
"""


def _rows(table: str) -> list[tuple[str, str, str]]:
    rows = []
    for line in table.strip().splitlines():
        if not line.startswith("#"):
            auction, _, rest = line.rpartition("|")
            hand, call, *_ = rest.split()
            rows.append((auction.strip(), hand, call))
    return rows


def _bid(calls: list[str], hand: str) -> str:
    auction = Auction(Seat.NORTH, tuple(Call.parse(call) for call in calls))
    call, _ = TREE.node(auction, Vulnerability.NONE).bid(Hand.parse(hand))
    return str(call)


def _undisturbed(auction: str) -> list[str]:
    return [each for call in auction.split() for each in (call, "P")]


@pytest.mark.parametrize(("auction", "hand", "call"), _rows(OPENINGS))
def test_openings(auction: str, hand: str, call: str) -> None:
    assert _bid([], hand) == call


@pytest.mark.parametrize(("auction", "hand", "call"), _rows(FOURTH_SEAT))
def test_openings_in_fourth_seat(auction: str, hand: str, call: str) -> None:
    assert _bid(["P", "P", "P"], hand) == call


@pytest.mark.parametrize(("auction", "hand", "call"), _rows(AUCTIONS))
def test_undisturbed_auctions(auction: str, hand: str, call: str) -> None:
    assert _bid(_undisturbed(auction), hand) == call


@pytest.mark.parametrize("passes", range(4))
def test_opening_bids_promise_a_range_of_ten_points_at_most(passes: int) -> None:
    node = TREE.node(Auction(Seat.NORTH, (Call.parse("P"),) * passes))
    for call in {line.call for line in node.lines if line.call.is_bid}:
        low, high = stated(node.cells(call)).hcp
        assert high - low <= 10, f"{call}: {low}-{high}"


@pytest.mark.parametrize(
    "auction", ["1N 2C", "1N 2D", "1N 2H", "1N 2S", "2N 3C", "2C", "2C 2D 2S", "2S 2N", "1S 2N", "1S 3S 4N", "1N 4C"]
)
def test_replies_that_are_owed_are_there_for_every_hand(auction: str) -> None:
    node = TREE.node(Auction(Seat.NORTH, tuple(map(Call.parse, _undisturbed(auction)))))
    assert str(node.rule_lines[-1].condition) == "any"
