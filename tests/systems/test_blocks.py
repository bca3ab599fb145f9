"""Convention blocks on top of a shipped card: the bid, what follows it, and both partners."""

from functools import cache
from pathlib import Path

import pytest

from overtrick.systems.engine.tree import Tree
from overtrick.systems.system import SHIPPED, System
from systems.golden import call, rows, undisturbed

APART = {"multi_landy": "sayc", "kokish": "sayc", "benjamin": "acol"}
"""The card under those that do not go with the others, which are on 2/1."""

# block, and what it stands in for; then rows of our own calls (opponents pass) or, with brackets, of all calls
BLOCKS = """
bergen
1S | KQ92.753.A732.97     3D  a limit raise with four trumps
1S | KQ92.753.Q732.97     3C  constructive
1S | J942.7532.Q32.97     3S  weak
1S | KQ9.753.Q9732.97     2S  only three trumps
1S 3D | AQ753.K2.Q96.J54  3S  a minimum
1S 3D | AQ753.K2.KQ6.A54  4S  accepts
1S 3C | AQ753.K2.KQ6.J54  3S  no game
1S 3C | AKJ753.A2.KQ6.54  4S  17 total points and more
1S 3C 3S | KQ92.753.Q732.97 P  to play
P 1S | KQ92.753.A732.97   2D  a passed hand plays Drury

smolen
1N 2C 2D | KJ942.KQ53.A2.97    3H  five spades, four hearts
1N 2C 2D | KQ53.KJ942.A2.97    3S  five hearts, four spades
1N 2C 2D 3H | AQ3.A72.KJ73.J52 4S  three spades, minimum
1N 2C 2D 3H | A3.A72.KQ73.KJ52 3N  two spades
1N 2C 2D 3S | AQ3.A72.KJ73.K52 4H  three hearts
1N 2C 2D 3H 3N | KJ942.KQ53.A2.97 P  to play

texas
1N | 92.KQJ942.A32.75     4D  six hearts and game
1N | KQJ942.92.A32.75     4H  six spades and game
1N | KQJ942.92.932.75     2H  not enough for game
1N 4D | AQ3.A72.KJ73.K52  4H  completes
1N 4H 4S | KQJ942.92.A32.75 P  to play

two_way_drury drury
P 1S | K92.A753.Q732.97   2C  three trumps
P 1S | K942.A75.Q732.97   2D  four trumps
P 1S 2C | AQ753.K2.QJ6.754  2S  light
P 1S 2D | AQ753.K2.KQ6.A54  4S  game
P 1S 2C 2S | K92.A753.Q732.97 P  to play

gambling_3nt
opening | 72.93.AKQJ875.92    3N  solid diamonds
opening | A2.93.AKQJ875.92    1D  an ace outside
3N | AQ73.KJ52.84.A93         P   everything stopped
3N | 8743.9652.K4.J93         4C  out
3N 4C | 72.93.AKQJ875.92      4D  diamonds
3N 4C | 72.93.92.AKQJ875      P   clubs

second_negative
2C 2D 2S | 73.8653.97432.92   3C  nothing
2C 2D 2S | 73.K653.Q743.932   2N  values, no fit
2C 2D 2S 3C | AKQJ53.AK2.A3.K5  4S  game alone
2C 2D 2S 3C | AKQJ5.AK72.A3.K5  3H  second suit
2C 2D 2S 3C 3S | 7.8653.97432.932 P  nothing

puppet_stayman stayman_two_level
2N | K943.Q72.9852.J5     3C  asks
2N 3C | AQ2.AKJ94.KQ3.A5  3H  five hearts
2N 3C | AQ72.AK94.KQ3.AJ  3D  a four-card major
2N 3C | AQ2.AK4.KQ73.AJ5  3N  neither
2N 3C 3D | K943.Q72.9852.J5  3H  four spades
2N 3C 3D | Q72.K943.9852.J5  3S  four hearts
2N 3C 3D 3H | AQ72.AK94.KQ3.AJ  4S  the fit
2N 3C 3D 3S | AQ72.AK4.KQ73.AJ  3N  no fit

leaping_michaels
(2H) | AQJ42.3.AKJ73.92   4D  spades and diamonds
(2S) | 3.AQJ42.92.AKJ73   4C  hearts and clubs
(2H) 4D (P) | K73.9742.Q4.Q982  4S  three spades
(2H) 4D (P) | 73.9742.QT86.Q98  5D  four diamonds, two spades

dont cappelletti
(1N) | KJ9742.A3.Q82.95   2S  natural
(1N) | 92.KQJ974.A32.95   X   one suit
(1N) | KJ974.AQ73.82.95   2H  both majors
(1N) | 92.KJ73.AQ974.95   2D  diamonds and a major
(1N) | 92.KJ73.95.AQ974   2C  clubs and a higher suit
(1N) X (P) | A832.T5.K74.Q852   2C  bid your suit
(1N) X (P) 2C (P) | 92.KQJ974.A32.95 2H  hearts
(1N) 2C (P) | A832.KT5.K742.85 2D  asks
(1N) 2D (P) | A832.5.K742.Q852 P   diamonds will do

multi_landy cappelletti
(1N) | KJ974.AQ73.82.95   2C  both majors
(1N) | 92.KQJ974.A32.95   2D  one major
(1N) | KQJ97.92.A3.Q952   2S  spades and a minor
(1N) | 92.3.KQJ74.AJ952   2N  both minors
(1N) | AQ3.KQ3.A974.Q95   X   penalties
(1N) 2D (P) | A83.T5.K742.Q852   2H  pass or correct
(1N) 2D (P) 2H (P) | 92.KQJ974.A32.95 P  hearts
(1N) 2D (P) 2H (P) | KQJ974.92.A32.95 2S  spades
(1N) 2S (P) | 3.QT52.K742.KJ52   2N  asks for the minor
(1N) 2S (P) 2N (P) | KQJ97.92.A3.Q952 3C  clubs

two_way_checkback new_minor_forcing
1D 1S 1N | KQ942.A73.K2.Q95   2D  forces to game
1D 1S 1N | KQ942.A73.92.Q95   2C  invites
1D 1S 1N | KQ94.73.QT972.95   2C  weak with diamonds
1D 1S 1N | KQ942.973.92.J95   2S  to play
1D 1S 1N 2C | A73.K92.AJ84.Q73    2D  as asked
1D 1S 1N 2C 2D | KQ942.A73.92.Q95 2S  the invitation
1D 1S 1N 2C 2D | KQ94.73.QT972.95 P   diamonds
1D 1S 1N 2C 2D 2S | A73.K92.AJ84.QJ3 4S  accepts
1D 1S 1N 2D | A73.K92.AJ84.Q73    2S  support
1D 1S 1N 2D | A3.KQ92.AJ84.973    2H  four hearts
1D 1S 1N 2D 2S | KQ942.A73.K2.Q95 4S  game

four_suit_transfers minor_relay
1N | 92.73.K54.KJ9742     2S  clubs
1N | K92.Q73.KJ54.975     2S  a balanced invitation
1N | 92.73.KJ9742.K54     2N  diamonds
1N 2S | AQ3.A72.KJ73.J52  2N  a minimum
1N 2S | AQ3.A72.KJ73.Q52  3C  more
1N 2S 2N | K92.Q73.KJ54.975 P  the invitation
1N 2S 2N | 92.73.K54.KJ9742 3C  clubs
1N 2S 3C | K92.Q73.KJ54.975 3N  accepted
1N 2N | AQ3.A72.QJ73.KJ2  3C  likes diamonds
1N 2N 3C | 92.73.KJ9742.543 3D  weak
1N 2N 3C | 92.73.KJ9742.K54 3N  game

maximal_double
1S (2H) 2S (3H) | AQ9742.32.AK5.K3   X   a game try
1S (2H) 2S (3H) | AQ9742.32.K85.Q3   3S  competes
1S (2H) 2S (3H) X (P) | K83.752.QJ73.952    3S  declines
1S (2H) 2S (3H) X (P) | K83.75.AJ73.9852    4S  accepts

mixed_raise
1H (1S) | 73.K842.QJ74.952   3S  four trumps, 7 to 9
1H (1S) 3S (P) | A2.AQ973.K83.Q84  4H  no room below game
1S (2C) | K842.73.QJ74.952   4C  four trumps, 7 to 9
1S (2C) 4C (P) | AQ973.A2.K83.Q84  4S  no room below game

fit_jumps
1S (2C) | K842.73.AQJ94.52   3D  diamonds and spades
1S (2C) 3D (P) | AQ973.A2.K83.Q84  4S  a fit for both
1S (2C) 3D (P) | AQ973.KQ2.83.J84  3S  a minimum
1S (2C) 3D (P) 3S (P) | K842.73.AQJ94.52 P  to play

unusual_over_unusual
1H (2N) | K73.K842.AJ74.52   3C  limit raise or better
1S (2N) | K842.K73.AJ74.52   3D  limit raise or better
1H (2N) | AQJ92.73.K742.K5   3D  spades, forcing
1H (2N) 3D (P) | K83.AKJ73.82.A94  4S  a fit
1H (2N) | KJ92.Q73.7642.92   3H  competes

multi_2d weak_two
opening | KQJ942.93.Q82.75   2D  weak in spades
opening | 93.KQJ942.Q82.75   2D  weak in hearts
opening | 3.KQJ94.Q8752.75   2H  hearts and a minor
2D | K92.A73.KJ54.975        2H  pass or correct
2D | KQ2.AK73.AJ54.75        2N  asks
2D 2H | KQJ942.93.Q82.75     2S  spades
2D 2H | 93.KQJ942.Q82.75     P   hearts
2D 2N | KQJ942.93.Q82.75     3S  spades, minimum
2D 2N | 93.KQJ942.K82.75     3C  hearts, maximum
2D 2N 3C | KQ2.AK73.AJ54.75  4H  game

kokish
2C 2D | AQ3.AK2.AKQ4.AQ5     2H  too strong for 2NT
2C 2D | A3.AKQJ42.AK4.K5     2H  hearts
2C 2D 2H | 973.8652.K743.92  2S  asks
2C 2D 2H 2S | AQ3.AK2.AKQ4.AQ5   2N  balanced
2C 2D 2H 2S | A3.AKQJ42.AK4.K5   3H  long hearts
2C 2D 2H 2S 2N | KJ973.862.743.92  3S  five spades

lebensohl_after_reverses
1C 1S 2D | KJ94.832.Q73.952   2N  weak
1C 1S 2D 2N | A3.K2.AQ84.AQ973   3C  as asked
1C 1S 2D 2N 3C | KJ94.832.Q73.952  P  clubs
1D 1S 2H 2N | A3.AK84.AQ973.72   3C  as asked
1D 1S 2H 2N 3C | KJ94.83.Q73.9752  3D  to play

xyz
1C 1H 1S | 973.KQ942.A3.J52    2C  invites
1C 1H 1S | A73.KQ942.A3.J52    2D  forces to game
1C 1H 1S 2C | AQ84.73.K82.A974 2D  as asked
1C 1H 1S 2C 2D | 973.KQ942.A3.J52  2H  five hearts, invites
1C 1H 1S 2C 2D 2H | AQ84.K73.82.A974  4H  accepts
1C 1H 1S 2D | AQ84.K73.82.A974 2H  three hearts

serious_3nt
1S 2D 2S 3S | AKJ752.A2.K3.K54   3N  serious
1S 2D 2S 3S | AQJ752.A2.K3.954   4D  a control, no more
1S 2D 2S 3S | AQJ75.Q82.Q3.J54   4S  a minimum
1S 2D 2S 3S 3N | Q83.K5.AQJ84.A73  4C  a control
1S 2D 2S 3S 3N 4C | AKJ752.A2.K3.K54  4N  asks
1S 2D 2S 3S 4D | Q83.K5.AQJ84.J73  4S  enough

benjamin strong_2c
opening | AKQJ842.A3.K82.5     2C  eight tricks
opening | AKQ2.AK3.KQ82.A5     2D  25 balanced
2C | 973.8542.Q942.J5          2D  asks
2C 2D | AKQJ842.A3.K82.5       2S  spades
2C 2D 2S | 97.K8542.A942.J5    4S  two tricks
2C 2D 2S | 97.98542.9842.J5    P   nothing
2D | 973.8542.Q942.J5          2H  waiting
2D 2H | AKQ2.AK3.KQ82.A5       3N  too strong for 2NT
"""


def _sections() -> list[tuple[str, str, str]]:
    """By block its name, what it stands in for, and its rows."""
    found = []
    for section in BLOCKS.strip().split("\n\n"):
        heading, _, table = section.partition("\n")
        block, _, instead = heading.partition(" ")
        found.append((block, instead, table))
    return found


@cache
def tree(card: str) -> Tree:
    """The tree of a card with its blocks, without what they stand in for."""
    chosen = [(block, instead) for block, instead, _ in _sections() if APART.get(block, "two_over_one") == card]
    without, used = sorted({instead for _, instead in chosen if instead}), [block for block, _ in chosen]
    text = f"include: [{card}]\nwithout: [{', '.join(without)}]\nuse: [{', '.join(used)}]\n"
    return Tree(System.loads(f"system: Blocks\n{text}"))


def every_call(auction: str) -> str:
    """All calls of an auction: those of the opponents stand in brackets, or are passes that are left out."""
    if auction == "opening":
        return ""
    return auction.replace("(", "").replace(")", "") if "(" in auction else undisturbed(auction)


@pytest.mark.parametrize(
    ("block", "auction", "hand", "expected"),
    [(block, *row) for block, _, table in _sections() for row in rows(table)],
)
def test_blocks(block: str, auction: str, hand: str, expected: str) -> None:
    assert call(tree(APART.get(block, "two_over_one")), every_call(auction), hand) == expected


def test_every_block_has_its_line_in_the_documents() -> None:
    page = (Path(__file__).parents[2] / "docs" / "system-language.md").read_text(encoding="utf-8")
    assert [path.stem for path in (SHIPPED / "blocks").glob("*.yaml") if f"| `{path.stem}` | " not in page] == []
