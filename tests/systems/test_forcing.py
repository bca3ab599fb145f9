"""Who may not pass."""

import pytest

from overtrick import Auction
from overtrick.systems.engine.forcing import is_game
from overtrick.systems.engine.tree import Tree
from overtrick.systems.system import System

TREE = Tree(
    System.loads(
        """
system: Forcing
situations:
- when: opening
  rules:
  - {call: 2C, hand: 22+ hcp, artificial: true, forcing: to 2N}
  - {call: 1S, hand: "12+ hcp, 5+ S"}
  - {call: 1C, hand: 12+ hcp}
  - {call: P, hand: any}
- when: 1S
  rules:
  - {call: 2N, hand: "13+ hcp, 4+ S", artificial: true, forcing: game, agrees: S}
  - {call: 2H, hand: "10+ hcp, 5+ H", forcing: 1 round}
  - {call: 2S, hand: "6-9 hcp, 3+ S", forcing: signoff}
- when: (1S)
  rules:
  - {call: X, hand: 12+ hcp, forcing: 1 round, tags: [takeout]}
- when: (1S) <takeout>
  rules:
  - {id: stack, call: P, hand: "5+ S, 2 of top 3 in S"}
"""
    )
)


@pytest.mark.parametrize(
    ("auction", "forced"),
    [
        ("1S P 2H P", True),
        ("1S P 2H X", False),
        ("1S P 2H 3C", False),
        ("1S P 2S P", False),
        ("1S P 2N P", True),
        ("1S P 2N P 3H P", True),  # forced to game
        ("1S P 2N P 4S P", False),
        ("1S P 2N P 4C P", True),  # four of a minor is none
        ("1S P 2N P 3N P", False),
        ("1S P 2N 3D P P", True),  # the forcing pass of partner asks
        ("1S P 2N 3D X P", False),  # their contract doubled is enough
        ("2C P 2D P", True),
        ("2C P 2D P 2N P", False),
        ("2C P 2D P 2H P", True),
        ("1S X P", True),
        ("1S X 2S", False),
        ("P P", False),
    ],
)
def test_forcing_is_kept_along_the_auction(auction: str, forced: bool) -> None:
    assert TREE.node(Auction.parse(auction)).must_act is forced


def test_a_pass_stays_in_the_list_only_where_it_is_allowed() -> None:
    assert not any(str(line.call) == "P" for line in TREE.node(Auction.parse("1S P 2N P")).lines)
    doubled = TREE.node(Auction.parse("1S X P")).lines
    assert "stack" in [line.rule for line in doubled if str(line.call) == "P"]  # a penalty pass the card has


def test_games() -> None:
    from overtrick import Call

    games = {text for text in ("2N", "3N", "4C", "4D", "4H", "3S", "5C", "4N", "7N") if is_game(Call.parse(text).index)}
    assert games == {"3N", "4H", "5C", "4N", "7N"}
