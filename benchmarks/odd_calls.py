"""Calls of a card that networks hardly ever make: where a partner would not understand it, or the networks do not.

    python benchmarks/odd_calls.py [CARD] --deals 3000 [--seed 1] [--network improved] [--network FOLDER …]

All four seats play the card. A call is odd if every network gives it less than that chance; odd calls are listed by the
rule that made them, the most frequent first, each with a few hands and the call that the first network would make.
"""

import argparse
from collections import defaultdict
from typing import NamedTuple

import numpy as np

from overtrick.arrays import masks_of
from overtrick.arrays.auctions import OVER, AuctionBatch, last_standings
from overtrick.core import CALLS, Call, Hand
from overtrick.matches.rooms import bid_tables
from overtrick.players.player import TurnBatch
from overtrick.players.policies import NetworkPlayer, SystemPlayer
from overtrick.systems.engine.boards import BoardBatch
from overtrick.systems.network import bidding_network


class OddCall(NamedTuple):
    """A call that no network would make."""

    source: str
    rule: str
    auction: str
    hand: Hand
    made: Call
    instead: Call
    chance: float

    def __str__(self) -> str:
        return f"{self.auction or 'opening':32} {self.hand}  {self.made}, not {self.instead} ({self.chance:.1%})"


def odd_calls(card: str, boards: BoardBatch, networks: list[str], below: float) -> list[OddCall]:
    """The odd calls of a card on these boards."""
    by_card = SystemPlayer(card)
    players = [NetworkPlayer(bidding_network(name), card) for name in networks]
    holdings = boards.deals.holdings
    dealers, vulnerabilities = (np.array(part, np.uint8) for part in (boards.dealers, boards.vulnerabilities))
    seated = np.zeros(len(boards), np.intp)
    calls = bid_tables((by_card, by_card), holdings, dealers, vulnerabilities, seated)
    found = []
    for made in range(calls.shape[1]):
        going = np.flatnonzero(last_standings(calls[:, :made]) != OVER)
        auctions = AuctionBatch(calls[going, :made], dealers[going], vulnerabilities[going])
        turns = TurnBatch(holdings[going, auctions.turn], auctions, going)
        chances = [player.chances(turns) for player in players]
        own = calls[going, made]
        likeliest = np.max([each[np.arange(len(going)), own] for each in chances], axis=0)
        for row in np.flatnonzero(likeliest < below).tolist():
            (node,) = by_card.nodes(turns[np.array([row])])
            hand = Hand(int(masks_of(turns.hands[row : row + 1])[0]))
            line = node.bid(hand)[1]
            place = line.source or line.rule
            instead = CALLS[int(chances[0][row].argmax())]
            said = " ".join(str(call) for call in node.auction.calls)
            found.append(OddCall(place, line.rule, said, hand, CALLS[own[row]], instead, float(likeliest[row])))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("card", nargs="?", default="sayc")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--network", action="append", help="improved unless it is given; may be repeated")
    parser.add_argument("--below", type=float, default=0.02)
    parser.add_argument("--most", type=int, default=40, help="rules that are listed")
    asked = parser.parse_args()
    boards = BoardBatch.random(asked.deals, asked.seed)
    found = odd_calls(asked.card, boards, asked.network or ["improved"], asked.below)
    by_rule = defaultdict(list)
    for call in found:
        by_rule[call.source, call.rule].append(call)
    print(f"{len(found)} odd calls on {asked.deals} deals, by {len(by_rule)} rules")
    for (source, rule), several in sorted(by_rule.items(), key=lambda item: -len(item[1]))[: asked.most]:
        print(f"\n{len(several):4}  {rule}  {source}")
        for call in several[:4]:
            print(f"      {call}")


if __name__ == "__main__":
    main()
