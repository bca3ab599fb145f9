"""Contested auctions: two or three hands at the edges of each agreement."""

from functools import cache

import pytest

from overtrick.core import Auction, Call, Hand, Seat, Vulnerability
from overtrick.systems.engine.tree import Tree
from overtrick.systems.system import System

EXTRAS = """
system: With the extras
params: {nt: 15-17, two_nt: 20-21, open: 12}
include: [standard, competition]
use: [negative_double: {levels: 1-3}, support_double, lebensohl, lebensohl_over_weak_twos, landy, natural_over_nt]
"""

# auction from the dealer, hand (spades first), call
SAYC = """
# direct overcalls
1C         KJT92.987.53.A53      1S
1C         J9832.K87.53.A53      P
1D         AQ984.K3.Q73.J42      1S
1H         AKJ84.83.AQ73.A2      X
1S         K8.AQ953.76.QJT2      P
1S         K8.AQJ53.76.KJ92      2H
1S         8.AQJ953.76.KJ92      2H
1C         432.432.AKQJ.432      1D
1C         KQ984.AJ742.K3.8      1S
1D         AQJ3.5.64.KQ8642      2C
1H         KQJ932.83.T765.4      2S
1H         AKJ932.83.A76.43      1S
1D         65.AQT8764.Q84.6      3H
# their suit stopped and balanced
1D         AQ4.K83.KJ72.Q63      1N
1D         KQ4.K83.KJ7.A763      1N
1D         AQ4.KQ3.KJ7.AJ63      X
1D         AQ4.KQ83.964.KQ7      X
1D         J94.KQ3.KJ72.Q63      P
# takeout doubles
1H         KQ84.7.A965.KJ84      X
1H         KQ84.72.A96.KJ84      X
1H         KQ84.72.Q96.KJ84      P
1H         K984.7.A965.KJ84      X
1H         92.JT8.AQ87.AK92      P
1C         AQ65.JT3.KT97.A3      X
1C         AQ65.KJ73.K7.984      X
1D         AT6.A94.73.QT752      P
# two-suited overcalls: weak or strong, not in between
1C         KQT84.KJ975.3.82      2C
1C         KQT84.AJ975.3.K2      1S
1C         AKT84.AKJ75.3.K2      2C
1S         3.KQT84.82.KJ975      2S
1H         3.82.KQT84.KJ975      2N
1C         3.KQT84.KJ975.82      2N
1D         4.JT754.92.JT876      P
# answers to them
1C 2C P    KJ4.93.A8743.K52      2S
1C 2C P    J4.Q932.K8743.52      2H
1C 2C P    Q9832.4.K8743.52      4S
1S 2S P    J842.9.KQ73.QJ84      2N
1S 2S P 2N P    3.KQT84.82.KJ975      3C
1S 2S P 2N P    2.AKJ86.AKJ94.Q3      4D
1H 2N P    J8432.K52.94.J83      3C
1S 2S 4S 4N P 5C P    4.K2.AQJ93.AK832      P
4S 4N P 5C P    .KQ9543.QJ972.A4      5D
# answering a takeout double
1D X P     J843.K52.843.J42      1S
1D X P     KJ84.K52.843.Q42      2S
1D X P     KJ843.K5.843.AQ2      4S
1D X P     AQ43.AJT8.76.K87      2D
1D X P     J84.K52.KJ83.T42      1N
1D X P     Q8.K76.AJ64.J783      2N
1D X P     QJ8.K76.AJ64.K83      3N
1D X P     84.76.KQJT4.A832      P
1D X P     843.J76.98643.42      1H
1S X P     98643.J76.843.42      2D
1D X 1H    KJ86.K7.7642.A73      2S
1D X 1H    KJ86.J7.7642.873      1S
1D X 1H    K86.J72.7642.873      P
1D X 2D    KQ86.J842.72.873      X
1D X 2D    KQ862.J84.72.873      2S
1D X XX    9842.J76.843.Q42      1S
1D X XX    942.J76.8432.Q42      P
# the doubler's second call
1C X P 1S P    KQ84.AJ6.KJ73.82     P
1C X P 1S P    KJ84.Q763.AKJ8.A     2S
1C X P 1S P    KJ84.A976.AKQ.A8     3S
1H X P 1S P    KQ4.AQ7.KQJ9.K98     1N
1H X P 1S P    KQ4.AQ7.AQJ9.K98     2N
1H X P 1N P    AK875.8.AK96.A87     2S
1H X P 2C P    AKJT73.6.Q84.AKJ     2S
1C X P 2S P    KQ84.AQ6.KJ73.82     4S
1C X P 2S P    KQ84.AJ6.Q873.82     P
1C X P 2C P    KQ84.AJ63.Q873.8     2H
# partner overcalled
1D 1H P    842.KQ3.9742.J83      2H
1D 1H P    84.KQ32.9742.843      3H
1D 1H P    Q842.KQ43.4.J843      2D
1D 1H P    4.KJ743.Q8742.83      4H
1D 1H P    KQ84.J2.KJ3.T863      1N
1D 1H P    KQ984.J2.743.K63      1S
1D 1H P    Q984.J2.7432.963      P
1D 1S P    J7.KQ964.A62.732      2H
1S 2H P    842.KQ3.97.QJ983      3H
1S 2H P    82.KQ3.A75.QJ983      2S
1D 1H P 2D P    8.AKQ75.K84.J642      3H
1D 1H P 2D P    8.AQJ75.Q84.J642      2H
1D 1H 2D   842.KQ3.9742.J83      2H
1D 1H X    842.KQ3.9742.A83      2H
# balancing
1H P P     KQT87.43.84.QJ98      1S
1H P P     KJ84.72.K965.Q84      X
1H P P     AJ7.KQ4.QJT7.K92      X
1H P P     AJ7.KQ4.Q873.T92      1N
1H P P     QJ7.J94.Q873.T92      P
1S P P     9.KT9854.A.QJ875      2S
1H P 2H P P    AT84.84.QT87.KT6      X
1D P 2D P P    86.JT874.A74.KJ8      2H
1D P P 1N P    Q64.KT4.T643.AQ3      2N
# over their weak twos and threes
2H         KQ84.7.A965.KJ84      X
2H         AQ4.KJ3.KQ72.J63      2N
2H         KQ984.72.AQ6.K84      2S
2H         K9842.72.Q96.KJ4      P
2H         AQJ984.72.AQ6.K4      3S
2H X P     J843.K52.8432.42      2S
2H X P     KQ43.852.A842.42      3S
2H X P     KQ432.852.984.42      2S
2H X P     KQ432.852.A84.42      3S
2H X P     KQ432.85.A84.K42      4S
2H X P     J4.KJ5.QJ842.KQ2      3N
3C         KQ84.AJ73.K965.8      X
3C         AQ4.KJ3.KQ72.A63      3N
3C         KQT984.AJ3.K5.83      3S
3C X P     KJ843.K52.84.J42      4S
3C X P     9843.K52.8432.42      3S
# over their 1N
1N         T52.T5.AKQJT83.4      3D
1N         KQT84.7.A3.KJ982      2S
1N         KQT984.75.AJ3.82      2S
1N         53.KQ6.82.AQJ874      2C
1N         82.3.KQJ74.AJ952      2N
1N         AQ4.KQ3.KQJ72.63      X
1N P P     J942.AK7.K.KQ986      P
1N P P     AQ42.AK7.K3.Q986      X
1N 2H P    KQT9843.42.72.76      2S
1N 2H P    KQT984.542.72.76      P
1N 2H P    A843.K952.K43.42      3H
1N 2H P    AQ43.52.KQ43.K42      2N
1N 2H P 2N P    84.AQJ984.K3.Q73      4H
1N 2N X    843.K52.Q843.J42      3D
1N X XX    432.Q9843.5.7643      2H
1N X XX    K32.Q983.K52.763      P
1N X P     432.Q9843.5.7643      2H
1N X P     432.Q983.K52.763      P
# they double our opening
1H X       KQ74.87.A65.9864      1S
1H X       KQ74.87.A65.Q986      XX
1H X       84.KQ74.9764.843      3H
1H X       84.KQ7.9764.Q843      2H
1H X       84.KQ74.A764.843      2N
1H X       8.KQ742.97643.84      4H
1H X       J4.87.A65.QJ9864      2C
# they overcall
1D 1S      K4.AQT9.QT2.Q832      X
1D 1S      K4.AQT97.QT2.Q83      2H
1D 1S      K4.JT984.QT2.Q83      X
1D 1S      KJ4.T98.Q742.Q83      1N
1D 1S      84.T98.KQ742.J83      2D
1D 1S      84.QT98.742.J832      P
1C 1H      AKQJ.5432.2.5432      X
1C 1H      KQT84.543.Q2.832      1S
1C 1D      KQT8.Q543.82.832      X
1C 1D      KQT8.543.82.Q832      1S
1H 1S      84.KQ7.9764.Q843      2H
1H 1S      84.KQ74.A764.Q84      3H
1H 1S      84.KQ74.AK64.Q84      2S
1H 1S      84.KQ74.9764.843      2H
1D 1S      84.A74.KQ764.Q84      3D
1H 2D      A942.A.J32.K8732      X
1H 2D      A942.84.J32.J873      P
1D 2H      AQT9.K4.QT2.Q832      X
1C 2S      9.9542.KQ2.QJ875      X
1C 2S      9.AQ542.KQ2.QJ87      3H
1H 1N      84.87.AQ64.KQ843      X
1H 2H      84.Q7.AQ64.KQ843      X
1D 3H      A.A54.KQ742.T972      4D
1S 3C      84.AQ74.KJ63.KJ2      3N
1S 3C      8.AQ74.KJ632.K82      X
1S 3C      84.A974.Q763.J82      P
# opener after a negative double
1D 1S X P  Q7.AQ76.KJ97.J43      2H
1D 1S X P  7.AQ76.KQJ97.AJ4      4H
1D 1S X P  Q7.AQ76.AKJ97.J4      3H
1C 1H X P  QJ75.A7.AQ6.KQJ6      2H
1C 2S X P  KJ8.Q98.K63.AT76      2N
1H 1S X P  Q53.KJT95.AQ94.A      2D
# reopening
1S 2H P P  AJ6543.2.QJ3.KQ5      X
1S 2H P P  AJ65.Q92.QJ3.KQ5      P
1D 1S P P  72.AQ76.AKJ97.J4      2H
1D P P 1H  A843.K.QT87.KT86      X
# they come in over our 1N
1N 2C      KJ84.Q75.Q842.82      X
1N 2C      KJ984.Q75.842.82      2H
1N 2C X P  Q53.A5.AKJ76.J53      2D
1N X       543.5.632.987654      XX
1N 2H      KJ984.Q75.842.82      2S
1N 2H      KJ984.AQ5.842.82      3S
1N 2H      KJ84.Q75.AJ4.Q82      3H
1N 2H      J84.KQ5.AJ4.9852      3N
1N P 2H X  43.AK987.KJ8.AQT      XX
1N P 2C 2S AQT7.86.AKT8.KT8      X
# our preempts
2H X       84.K74.A7643.T82      3H
2H X       84.7.A97643.KT82      P
# second calls of the overcaller, the doubler, Michaels
1D 1S P 2H P           AQJ84.4.K842.Q84      P
1D 1S P 2H P           AQJ84.K84.84.K84      3H
1D 1S P 1N P           AKJ84.4.842.KQ84      2C
1C X P 1S P 2S P       KJ84.84.Q842.842      3S
1H X P 1S 2H           KQ84.84.KQ93.Q84      P
1H X P 2H P 2S P       AQ84.84.KQJ4.A84      4S
1C 2C P 2H P           KQ984.KJ984.84.4      P
1C 2C P 2H P           AK984.KQJ84.A4.4      3H
2S X 3S P P            JT.AQJ96.AJ.AQ64      4H
1H P 3H X P 3S P       AKQ54.AT2.54.AK8      4S
# advancing a bid in the passout seat
1D P P 1H P            KQ4.K842.84.KQ84      2D
1C P P 1S P            AJ2.AQ64.8753.94      2S
# after a negative double
1C 1D                  KQ842.J95.84.Q75      1S
1C 1H X P 1S P         KQ84.J95.84.Q752      P
1C 1H X P 1S P         KQ84.J95.Q4.K752      3S
1C 1H X P 1S P         KQ84.95.K84.AJ75      4S
1D 1S X P 1N P         84.KQ84.A84.AJ84      3N
1S 2H                  84.AQ4.KJ84.Q842      2N
# they disturb 2C, 1NT and two over one; we have redoubled or doubled their notrump
2C P 2D 2S             4.AKQJ84.AKQ4.A4      3H
1N X                   A84.K84.Q842.842      P
1N 2H 2S P             A4.AQ84.KQ84.Q84      P
1H P 2C X              QJ5.KQ9743.K3.82      2H
1H 1N X 2S             84.AQJ84.K84.K84      P
1H 1N X 2C             84.AQJ84.K4.KQ84      X
# what the doctor found: shape instead of a double or a pass, long suits, no double without defence
4D P 5D         Q9874.T4.AQ972.T       P
4D P 5D         A9874.A4.AQ97.T2       X
1S 2D 4S P P    Q872.A6.AKQJ643.       5D
1S 2D 4S P P    Q87.A65.AKJ643.9       P
1H X XX         976.T63.KQ92.943       2D
1H X XX         976.T963.K92.943       P
1C 1S 2N P P    KQT52.K862.K.KQ3       P
1C 1S 2N P P    AKT52.AK62.K3.K9       X
1D P P X P      A752.82.AT864.94       P
1D P P X P      A752.82.97643.A4       1S
3D X P          975.9.AT654.AQ92       P
3D X P          975.9832.AT6.A92       3H
1S P 2S         A7.8.K72.AJ98542       3C
1S P 2S         A76.85.K72.J9854       P
"""

CAPPELLETTI = """
1N         KQT84.KJ75.A3.82      2D
1N         KQT84.7.A3.KJ982      2S
1N         KQT984.75.AJ3.82      2C
1N 2C P    J843.K52.843.J42      2D
1N 2C P 2D P    84.K3.AQJ984.Q73      P
1N 2D P    873.4.JT62.QT643      2S
"""

WITH_EXTRAS = """
1D P 1S 2C      KQ4.73.AQ975.K84      X
1D P 1S 2C      KJ84.73.AQ975.K4      2S
1D P 1S 2C      KQ84.73.AQ975.K4      3S
1D P 1S X       KQ4.73.AQ975.K84      XX
1N 2S           84.K7.QJ98743.82      2N
1N 2S 2N P      A8.K73.AJ83.KQ32      3C
1N 2S           84.KQ974.AJ8.K82      3H
1N 2S           84.KQ97.AJ82.K82      3S
2H X P          J84.752.8432.J42      2N
2H X P          J4.752.KQ843.A42      3D
2H X P 2N P     KQ84.7.A965.KJ84      3C
1N              KQT84.KJ75.A3.82      2C
1N              KQT984.75.AJ3.82      2S
1H 3C           KQ84.7.AJ965.K84      X
"""


def _rows(table: str) -> list[tuple[str, str, str]]:
    found = []
    for line in table.strip().splitlines():
        if not line.startswith("#"):
            *calls, hand, expected = line.split()
            found.append((" ".join(calls), hand, expected))
    return found


@cache
def _tree(name: str) -> Tree:
    return Tree(System.loads(EXTRAS) if name == "extras" else System.load(name))


def _call(name: str, calls: str, hand: str, vulnerability: Vulnerability = Vulnerability.NONE) -> str:
    auction = Auction(Seat.NORTH, tuple(Call.parse(call) for call in calls.split()))
    call, line = _tree(name).node(auction, vulnerability).bid(Hand.parse(hand))
    return f"{call} ({line.rule})"


@pytest.mark.parametrize(("calls", "hand", "expected"), _rows(SAYC))
def test_sayc(calls: str, hand: str, expected: str) -> None:
    assert _call("sayc", calls, hand).split()[0] == expected, _call("sayc", calls, hand)


@pytest.mark.parametrize(("calls", "hand", "expected"), _rows(CAPPELLETTI))
def test_two_over_one_defends_1nt_by_cappelletti(calls: str, hand: str, expected: str) -> None:
    assert _call("2/1", calls, hand).split()[0] == expected, _call("2/1", calls, hand)


@pytest.mark.parametrize(("calls", "hand", "expected"), _rows(WITH_EXTRAS))
def test_blocks_that_sayc_does_not_use(calls: str, hand: str, expected: str) -> None:
    assert _call("extras", calls, hand).split()[0] == expected, _call("extras", calls, hand)


@pytest.mark.parametrize(
    ("vulnerability", "calls", "hand", "expected"),
    [
        ("None", "1D", "QT9853.83.K65.J4", "2S"),
        ("EW", "1D", "QT9853.83.K65.J4", "P"),
        ("EW", "1D", "KQT953.83.K65.84", "2S"),
        ("None", "1S 2N 4S", "4.97532.QT84.862", "5D"),
        ("NS", "P P 1D", "AKT87.T95.AT2.43", "1S"),
        ("All", "P P 1D P P", "AKT87.T95.AT.432", "1S"),
        ("All", "P 1H 1S X P", "Q53.KJT95.AQ94.A", "2D"),
    ],
)
def test_vulnerability_and_seats(vulnerability: str, calls: str, hand: str, expected: str) -> None:
    found = _call("sayc", calls, hand, Vulnerability.parse(vulnerability))
    assert found.split()[0] == expected, found
