"""Later rounds of contested auctions, by what the hands have shown; and weak hands, which stay silent."""

from functools import cache, partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from overtrick.arrays import random_deals
from overtrick.core import PASS, Auction, Call, Hand, Seat, Vulnerability
from overtrick.hands.hand_batch import HandBatch, Judge
from overtrick.systems.engine.boards import split_by_call
from overtrick.systems.engine.known import needed
from overtrick.systems.engine.tree import Tree
from overtrick.systems.language.hand_reader import condition, read
from overtrick.systems.language.text import Setting
from overtrick.systems.system import System

# card, vulnerability as our side sees it, auction, hand, call
ROWS = """
# doubles
sayc none          1S P 4S            4.AQJ3.KQJ3.AJ43     X
sayc none          1H P 4H            AQ43.2.AKJ4.KQ43     X
sayc unfavourable  1H 1S 4H 4S        J.AKQJ7.AQT.9642     X
sayc none          2C 2S P 3S         .AKQ.AK732.AQ983     X
acol none          3C 3N              AQT4.A975.Q9.Q83     X
sayc none          3S X P             KJ94.43.QJ43.432     P
# fits, saves and raises of preempts
sayc favourable    1S P 4S            4.3.KQJ954.KQT43     4N
sayc none          1S 4H              KQ4.43.A9854.543     4S
sayc favourable    1S 2H 4S           4.KJ943.Q9854.43     5H
sayc none          2H 2S 4H           Q43.4.KJ943.K432     4S
2/1  both          1H 3S P            AJT65.842.62.AQ7     4S
2/1  none          1H X               K76.KT9876.62.Q2     4H
sayc none          2H P               AK43.Q43.A543.43     4H
sayc none          2D P               93.AKQJ876.K7.72     4H
# a long suit before notrump, no suit without honours
sayc none          1C 1H 1S 2H P P    KQJ954.4.A43.432     2S
acol none          2H X P             A7.K983..K986543     3C
2/1  both          1D                 K54.A32.43.87543     P
sayc both          1D                 A54.K3.K3.987543     P
# two suits over a weak two and over a strong 2C
sayc none          2H                 AQ876.2.KQ875.K3     3H
sayc none          2H 3H P            K43.9872.A43.432     4S
sayc none          2H 3H P            2.9872.Q432.8432     4C
sayc none          2S                 4.3.AQJ54.AKT432     4N
sayc none          2C                 4.32.KQJ54.QJ432     2N
# they overcall our notrump
sayc none          1N 2S              4.KQT954.K43.432     4H
# a doubled bid that shows other suits is not played
sayc none          1D 2N X            A9843.T8.T43.J32     3C
sayc none          1D 2C P 2D X P P   Q2.AKJ984.K54.K3     2H
sayc none          1C X P P           KJ76.K842.K4.QJ6     XX
sayc none          1C X P P           KJ7.K842.K4.QJ64     P
sayc none          1C X P P XX P      T8532.T9.T8753.8     1D
sayc none          1N P 2C X XX P     T932.K97.K8642.7     2D
sayc none          1N P 2H X XX P     K98764.2.9876.82     2S
sayc none          1S P 4S 4N P 5D X  Q.KQJ765.KQ9842.     P
# length without honours does not double, long suits bid
sayc none          1D 1H 2D 2H        QT87.9852.AKQ5.Q     P
sayc none          1D 1H 2D 2H        QT8.QJ92.AKQ53.2     X
sayc none          1C                 AT87654.7.A.T875     3S
sayc both          1C                 AT87654.7.A.T875     1S
sayc none          3D P P             .AJ986543.A.AT72     4H
sayc none          1S P 3S X P        Q952.T72.K87.J95     P
sayc none          2H P P X P 3D P    AK986.K2.AK6.T85     3S
# strong raises of partner's major
sayc none          1H 2S              K5.KQ93.AKQJT.T4     3S
sayc none          1H 3D              KJT4.AJ97.A7.KJ4     4D
sayc none          1H 3D 4D P 4H P    KJT4.AJ97.A7.KJ4     4N
# strong hands go on, weak ones run from a redouble
sayc none          2S 3S P 4C P       A.AKQT752..AKQJ2     4H
sayc none          2D X P 2S P 2N P   KT7643.J4.87.Q84     4S
sayc none          1D P 1H 1S P P     K.KQJ3.K872.AKT7     2S
sayc none          1D 1S 2H P 3D P    K52.QJ8643.2.A83     3H
sayc none          1N X P P XX P P    AJ872.973.96.T82     2S
sayc none          1D X P             AQ5.93.KT9753.K4     P
# 17 points, support doubles: not a double without three trumps
2/1  none          1D P 1S 2H         A3.A2.KQ942.AQJ4     3C
# partner's redouble, a bid he had to make and a suit he ran to are left alone
sayc none          P P 1S P P X XX P  752.KJ54.T4.9543     P
2/1  unfavourable  P 1S X 1N X 2S P   T5.J2.QJT2.KQ652     P
2/1  none          1C 2H 2N P 3C P    Q64.AK98.Q982.62     P
2/1  none          1C 2H 2N P         A5.74.AT7.KJT973     3C
sayc none          P 1H 2H P 2N P 3D P P 3H P  KQ943.J.932.K976  P
sayc both          1C 1S P P 1N P     T8.A4.J8643.T985     P
sayc none          P 1D X P 1H P 2D P J7.853.98642.T85     2H
2/1  unfavourable  P 1C 1S P P 2D X   Q983.T964.T95.K3     P
acol both          P 2S X XX          T9432.T53.K54.T6     P
2/1  both          1H P 1N P P 2C P   K842.95.QJ843.A2     P
# shape and long suits
sayc none          1C 1S X 2C         9.AJT75..AQT9843     4H
sayc none          1C 1S X 2S         K74.AJ.73.KQT863     3C
2/1  both          1C 1H X P          A95..AQ.KQT98763     3C
sayc none          1D X 1H P          A83..KQJ98632.KQ     3D
sayc none          2D P 3D P P        K98632.Q72.K.KT9     3S
sayc unfavourable  2H 3D 3H P P       AK.J.KT876532.KJ     4D
2/1  unfavourable  P 1S               9.AK9876.K87.JT9     2H
2/1  unfavourable  1H 2C P 3C         K4.QJT872.AJ632.     3D
2/1  unfavourable  1S 2C P            873.KT9543.KQ73.     2H
sayc both          P P 1C             KJ.AJ5.T9763.K53     P
# support, and a suit already shown before a new one
sayc both          1H 1S 3H           A74..QJT8543.Q65     3S
sayc none          3D 3S              5.AKT84.AK5.KT42     5D
sayc none          P 1C X 1S 2H P     AKQT96.Q98.AQ.T2     3H
sayc none          1C 1S X 3S P P X P .KJ72.QJ6.KQT976     4H
sayc none          P P 1H X 2H 2S P P 3H P P X P  QJ986.52.6.T7632  3S
2/1  none          P 1D P 1H 2N P     AT5.AK5.KT986.T8     4S
# most of the strength does not sell out, and next to none does not double
sayc none          1H 1S 2D P 2H 2S P P  K75.AKJT96.Q6.86  X
sayc none          1C 1S 1N 2S        5.AK52.754.AKJ92     X
sayc both          P P 1D 1N 2S       T.8654.J98.AQ983     3C
2/1  unfavourable  1N P 2C 2S P P     J765.J4.63.AKJ52     X
sayc none          P 1H X P 1S P 2D P 3D P  K7.A3.AQ97652.A5  3N
sayc none          P P P 1D P P 1H X 1N  J92.T65.T3.QT654  P
sayc none          3C P P 3H P P      KJ53.J.AKQ874.72     P
sayc unfavourable  P P 1S 2H P P 3C   Q84.AQT952.A65.Q     P
# a double of our answer to two clubs changes nothing
sayc none          2C P 2D X 2H P 2N P  Q9.AKJ54.A.AQT86   3C
# their suit is ours: penalties
sayc none          2H P P X P 3D       A962.AK.T98765.8    X
sayc none          3C 3D               AT763.T976.AK75.    X
sayc none          3C 3D               AT763.T976.A752.    P
acol none          2D 3C               K83.AQJ4.74.QT72    X
2/1  none          1H 2D P P X P 2S P P 3D  T986.J.AT96.J943  X
2/1  none          1H 2D P P X P 2S P P 3D  T986.T43.J9.A943  P
acol none          1S 2H P P 2S P P 3H Q2.QJ42.JT965.52    X
sayc none          P 1C 1H 1N P 2C P P X P 2H  T87.KJ753.JT6.Q4  X
sayc none          1S P P X 2D         54.952.KJ843.A62    X
sayc none          1D 1S X 2C          T4.K85.KQ954.AQ4    P
sayc none          1S P 2S P P X P 3C P P  K64.Q53.T32.A732  X
sayc none          1S P 2S P P X P 3C P P  K64.Q532.T32.A73  P
sayc none          2H P P X P 3D X P   J2.KQT876.4.Q732    P
sayc none          1S P 2S P P X P 3C P P X P  AQ983.KJ4.Q952.4  P
sayc none          1H 2D P P X P 2S P P 3D X P  KJ4.AK872.4.KJ32  P
2/1  none          2S 3C               Q.AQ2.A9852.QJ62    X
2/1  none          2S 3C               Q.AQ2.A98532.Q62    P
# they run from our double of their notrump by a redouble or a transfer
acol none          1N X XX P 2C P P    82.943.KJ73.K943    X
acol none          1N X XX P 2C P P    82.943.KJ73.8432    P
acol none          1N X 2D P 2H P P    JT72.AK83.T75.43    X
acol none          1N X XX P 2C P 2D   92.J53.KT32.AK74    X
acol none          1N 2H               965.AQ643.J.T532    X
acol none          1N 2H               965.98643.J.AT32    P
# most of the strength against notrump
sayc none          2H 2N               A63.T9.A7532.AKJ    X
sayc none          2H 2N X P           J2.KQT876.4.Q732    P
sayc none          2H 2N               A63.T9.J7532.AJ4    P
sayc none          P P 1D X 1S P 1N    9.AK872.KJ96.AQT    X
sayc none          P P 1D X 1S P 1N    9.AK872.KJ96.J43    P
# a strong two-club opener does not sell out, and a lead-directing double stays
sayc none          2C 2H P 3H          AQJ2..AQ83.AK653    X
sayc none          2C 2H P 3H          AKQ2.32.AQ8.AKJ5    X
sayc none          1N P 2C X XX        82.J97.QJ54.J865    P
sayc none          1C 1S P 2C          A6.AT3.Q74.AKJ32    X
sayc none          1C 1S P 2C X P      Q87.J984.KT53.64    P
# doubles on three cards in their suit, and two suits over a balancing double
sayc none          1H                  A.862.QJT6.AJT63    2C
sayc none          1H                  A3.862.QJT6.AJT6    P
sayc none          1S                  972.K4.AQJ.KJ932    2C
sayc none          1H                  5.KQ72.K853.A742    P
sayc none          1H                  KQ72.5.K853.QJ42    X
sayc none          1H                  KQ7.5.K8532.J742    P
# four trumps double over our notrump; a weak hand shows spades where partner's hearts do not fit
sayc none          1N 2H               JT82.KT94.QJ94.8    X
sayc none          1N 2S               8765.KQ865.Q7.92    X
sayc none          1N 2S               876.KQ865.Q7.932    P
sayc none          1C 1H P             KT942.T.K76.T863    1S
sayc none          1C 1H P             KT942.T6.K76.863    P
# opener competes with a six-card suit and shortness, or shows 18-19 balanced; weak suits are not run to
sayc none          1D 1H P 2H          QT2.9.KQJ842.AQ6    3D
sayc none          1D 1H P 2H          98.QT2.KQJ842.AQ    P
sayc none          1C X P 1D           Q86.K7.AK3.AK864    1N
sayc none          1C 1N               K954.T52.KJT84.8    2D
sayc none          1D 1N               QJT65.Q93.9.J654    2S
sayc none          1D 1N               Q8765.A93.9.J654    P
# a passed hand does not invite by two notrump
sayc none          P P 1C 1S           K864.K93.T73.AJ5    1N
sayc none          1C 1S               K864.K93.T73.AJ5    2N
# ten points and five cards bid the suit instead of doubling
sayc none          1D 1S               86.AQT982.J95.K9    2H
sayc none          1D 1S               86.KQT982.J95.K9    X
sayc none          1H                  AQ2.975.A96.KQ87    X
sayc none          1H                  AQ2.975.A96.Q875    P
sayc none          1S P P X            KQJ84.8.KQ953.52    2D
"""
WEAK = ["", "P", "P P", "P P P", "1C", "1S", "1C P 1H", "1N", "2H", "3C", "2C", "1D P P", "1N P P"]


@cache
def _tree(card: str) -> Tree:
    return Tree(System.load(card))


def _vulnerability(word: str) -> Vulnerability:
    names = {"none": "None", "both": "Both", "favourable": "EW", "unfavourable": "NS"}
    return Vulnerability.parse(names[word])


def _auction(calls: str) -> Auction:
    """With the player to call in the North-South pair."""
    made = tuple(map(Call.parse, calls.split()))
    return Auction(Seat(-len(made) % 4), made)


@pytest.mark.parametrize("row", [line for line in ROWS.strip().splitlines() if not line.startswith("#")])
def test_later_rounds(row: str) -> None:
    card, vulnerability, *calls, hand, expected = row.split()
    node = _tree(card).node(_auction(" ".join(calls)), _vulnerability(vulnerability))
    call, line = node.bid(Hand.parse(hand))
    assert str(call) == expected, f"{line.rule} ({line.source})"


def test_a_bid_that_competes_is_no_invitation() -> None:
    node = _tree("sayc").node(_auction("1D 1H P 2H 3D 3H P"))
    assert node.partner_forcing == "no"
    assert node.bid(Hand.parse("A54.KQJ43.43.K43"))[0] == PASS


@pytest.mark.parametrize("card", ["sayc", "2/1", "acol"])
def test_weak_hands_neither_open_nor_overcall(card: str) -> None:
    batch = HandBatch(random_deals(2000, 5).holdings.reshape(-1, 4))
    judge = Judge(batch)
    for calls in WEAK:
        hands = np.flatnonzero(batch.hcp <= (5 if calls.strip("P ") else 4))  # seven good clubs and five points open 3♣
        for vulnerability in Vulnerability:
            node = _tree(card).node(_auction(calls), vulnerability)
            assert [call for call, _ in split_by_call(node, judge, hands)] == [PASS], f"{calls}, {vulnerability}"


@pytest.mark.parametrize("text", ["25+ likely hcp", "25+ combined hcp", "3+ extra hcp"])
def test_points_together_and_beyond_what_was_shown(text: str) -> None:
    me, partner = SimpleNamespace(hcp=(10, 18)), SimpleNamespace(points=(12, 14.0, 16))
    turn: Any = SimpleNamespace(me=me, partner=partner, likely_points=(24, 10))
    assert read(text).bind(Setting.of(needed=partial(needed, turn))) == condition("13+ hcp")
