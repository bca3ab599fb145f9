"""The SAYC booklet section by section: auction, hand and the call it asks for."""

import pytest

from overtrick import Auction, Hand
from overtrick.systems.engine.tree import Tree
from overtrick.systems.system import System

POSITIONS = """
 | KQ872.AQJ64.8.K3 | 1S
 | A85.K3.KQ87.J542 | 1D
 | AK52.K53.J74.Q87 | 1C
 | AJ852.K5.A74.KQ7 | 1N
 | AKQ8.AQJ.KQJ2.K2 | 3N
 | KQJ852.84.K73.62 | 2S
1N P | 92.84.QJ98732.J5 | 2S
1N P | 92.843.KQJ873.54 | 3D
1N P | AQJ943.A7.K84.K2 | 3S
1N P | AQ4.KJ3.KQ42.Q53 | 4N
1N P | A4.3.KQJ8642.AKQ | 4C
1N P 2C P 2D P | KQ984.KJ73.94.82 | 2S
1N P 2C P 2D P | KJ73.KQ984.94.A2 | 3H
1N P 2C P 2H P 3N P | AQ72.KJ84.Q5.KQ2 | 4S
1N P 2D P | AQ72.KJ84.Q5.KQ2 | 3H
1N P 2D P 2H P | 73.KQ984.2.AQ732 | 3C
1N P 2H P 2S P 2N P | AJ2.KQ53.K94.J82 | 3S
1N P 2S P 3C P | 92.84.QJ98732.J5 | 3D
3N P | KJ84.T972.9432.8 | 4C
3N P | 987643.T7.943.82 | 4H
3N P 4C P | AKQ8.AQJ.KQJ2.K2 | 4S
3N P 4D P | AKQ8.AQJ.KQJ2.K2 | 4H
2C P | AQJ32.98.J54.832 | 2S
2C P 2D P 2S P 2N P 3S P | 8.J9843.7542.832 | P
2S P 2N P | KQJ852.84.K73.62 | 3D
2S P 2N P | KQT852.84.Q73.62 | 3S
2S P 3H P | KQJ852.Q4.973.62 | 4H
1H P | AQ4.Q7.KJ94.K852 | 3N
1H P | AQJT84.A7.KQ4.K8 | 2S
1H P 2N P | K84.AQJ73.KQ43.5 | 3C
1H P 2N P | KJ4.AKJ73.A43.K5 | 3H
1C P | K84.AQ2.KJ4.T852 | 2N
1C P | KQ4.AQ2.KJ4.QJ52 | 3N
1C P 1H P | K84.QJ72.A3.KQ52 | 2H
1H P 1S P | KQ84.AQ932.A4.85 | 3S
1D P 1S P | KQJ4.A7.AKQ53.K5 | 4S
1C P 1H P | A4.A7.AQJ3.KQJ95 | 2D
1C P 1H P | AKJ4.7.AK3.AQJ95 | 2S
1C P 1H P 3H P | 84.KQ732.J42.985 | 4H
1H P 5N P | 84.KQ9832.AQ2.K8 | 7H
1H P 5N P | AQ.K98432.KQ2.K8 | 6H
1H P 3H P 4N P | K84.J874.KQ3.KQ8 | 5C
1S P 2S | 3.AKQT84.A74.985 | 3H
1S P 2S | 3.KQJ8.AJ74.K985 | X
1H 2C P | K84.93.QJ42.K985 | 3C
1C 1S P | K84.AQ3.KJ42.985 | 2C
1H X P | KQ84.32.Q742.A98 | 2S
1H X P | 84.QJT984.Q42.J8 | P
1H X P 1S P | KQ84.3.AKJ4.KJ85 | 2S
1H P P | KQ4.AJ3.K842.985 | 1N
2H | AQ84.3.KJ42.KJ85 | X
1H X | 84.KQ93.A742.K98 | 2N
1H X | 84.KJ93.4.J98532 | 3H
1D X | 84.93.KJ742.KQ85 | 2D
1H 1S | 4.93.AQJ942.KQ85 | 2D
1S 2H | 84.3.AKJ942.KJ85 | 3D
1H 1S | 84.KQ93.A742.985 | 3H
1C 1H | KQ842.93.J742.98 | 1S
1C 1H | KQ84.93.J742.985 | X
1C 1S X P | K84.KJ93.Q2.AQ85 | 2H
1D 1S P P | 4.KQ93.AQ742.K98 | X
1S P 2H 3D P P | .QJT72.AJ94.KJ96 | X
2S 2N 3S P P | KJ6.A5.AKJ7.AJ85 | X
"""

UNDERSTOOD = """
3C | AK.AQJ42.8643.A4 | 3H
P 3D | T3.AKQJ9.KJ7.Q64 | 3H
3D P P | 42.AQT75.AJ32.A5 | 3H
P 1C 2N P 3H P P | AQJT632..86.Q984 | 3S
1D P 1N | AK87432.K3.T9.AK | 2S
P 1C 2N | AQJT632..86.Q984 | 4S
1C P 1H 2N P 3D | AK9.A9654.J96.K4 | X
P 2H P | K9.KJ97.Q876.AJ4 | 4H
P 1H 2C | K2.QT962.KT653.3 | 4H
 | K.KJT8754.KJ73.7 | 1H
1C P 2H P 2N P | .AJT985.AK87.AQ9 | 3H
P P 1D P 1H P 2D P P X P | J843.AJ.J2.QJT75 | 2S
P P 1S X XX 2D P P X P | AQT8754.A2..KQ96 | 2S
1S P 2S 3H 4S | Q86.K854.Q732.95 | P
1D P 2C X P | T54.983.T63.J632 | 2S
1D P 1S P 2C P 2D X P | T643.T8.Q82.9432 | P
1D 1S 2D 2S 3D | KT875.AQ7..AQ432 | 3S
P 1H P 2C P 2H P 3C P | AK82.QJT983.9.Q4 | P
1D 1S | AQJT43..653.JT72 | P
2S | A3.KJ652.Q3.AQ72 | 3H
1C P 1H | AQ963..73.KQJ652 | 1S
1S 3C P P | AT98765.AJ.A74.3 | 3S
1H 1S P P | 632.AKJT752.AK7. | 2H
3N P | J83.AT65.T985.43 | P
1H P 3N P | Q43.AQJ75.Q2.K43 | P
P 1D 2S X | Q.QT82.Q5.QT8642 | P
P 1H P 2D P 3D P | JT8.62.AQT8765.K | 5D
1C 1D 1H | AJT9875.9.82.KJT | 1S
1C P 1H X 2C | J98653.T742.A75. | 2S
P 1H X 2H P P | JT75..AJ642.AKT3 | X
1C 2C X 2H P P | J843.K4.AKT8764. | 3D
1C P 1D P 1H P | A7.KT94.AJ72.AT7 | 4H
1D P 1H P 1S P | AJT97.QJT975.4.5 | 4S
 | 86.T95.4.KQT8543 | 3C
1S 1N 2H P 3H P P X P | KQ6.AJ84.JT7.AT2 | P
1D P 1S P 3D P | A8632..JT95.QJ32 | 5D
"""
"""Where the card once made a call that no partner would have understood."""


@pytest.fixture(scope="module")
def tree() -> Tree:
    return Tree(System.load("sayc"))


@pytest.mark.parametrize("position", POSITIONS.strip("\n").splitlines())
def test_the_card_bids_as_the_booklet_says(tree: Tree, position: str) -> None:
    assert_bid(tree, position)


@pytest.mark.parametrize("position", UNDERSTOOD.strip("\n").splitlines())
def test_the_card_bids_as_a_partner_expects(tree: Tree, position: str) -> None:
    assert_bid(tree, position)


def assert_bid(tree: Tree, position: str) -> None:
    auction, hand, call = (part.strip() for part in position.split("|"))
    assert str(tree.node(Auction.parse(auction)).bid(Hand.parse(hand))[0]) == call
