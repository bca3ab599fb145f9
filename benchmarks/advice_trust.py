"""How far advice can be trusted: over random turns of the shipped cards, over experts' turns, and with weak hands.

python benchmarks/advice_trust.py --turns 500 --seed 1
python benchmarks/advice_trust.py --turns 500 --seed 1 --vugraph vugraph.jsonl.gz
python benchmarks/advice_trust.py --turns 0 --weak 10000

A turn is drawn from each auction and advised with the card's own call as the one made. Where only the card's call is
left, or the turn is not left to simulation, nothing is simulated. Where the advice leaves the card, both calls are bid
to the end on the true deal and scored with exact tricks. `--log FILE` holds a line a turn; a run goes on behind them.
"""

import argparse
import gzip
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from overtrick.advice.advice import Advice, advise
from overtrick.advice.grades import GRADES, grade
from overtrick.arrays import DealBatch, holdings_of
from overtrick.arrays.auctions import AuctionBatch
from overtrick.arrays.scores import TARGETS, imps_of
from overtrick.core import PASS, Auction, BridgeError, Contract, Deal, Doubling, Position, Result, Seat, Vulnerability
from overtrick.layouts.replay import NetworkReplay
from overtrick.players.candidates import LIKELY
from overtrick.players.results import Results
from overtrick.solver.tables import solve_contracts
from overtrick.systems.engine.boards import BoardBatch
from overtrick.systems.network import bidding_network
from overtrick.systems.table import Table
from overtrick.systems.views import View

CARDS = ("sayc", "2/1", "acol")
FIVE = 20
"""The number of 5♣ among the bids."""
WEAK = 5


class TrueTurn(NamedTuple):
    """A player's turn on a deal that is known."""

    card: str
    deal: Deal
    auction: Auction
    vulnerability: Vulnerability

    @property
    def view(self) -> View:
        hand = self.deal[self.auction.turn]
        position = Position(hand, self.auction, self.vulnerability)
        return View.of(bidding_network(), Table.of(self.card, self.card), position)


@dataclass
class Finding:
    """What the advice at a turn was."""

    turn: str
    call: str
    card: str
    network: float
    """The chance of the call."""
    misses: int
    """Needs of the call that the hand does not meet."""
    grade: str
    """Of the card's own call."""
    contradicts: bool
    won: tuple[int, int] | None = None
    """IMPs against the card's call on the true deal: as bid, and with the failing contracts of the side doubled."""
    failing: tuple[int, int, int, int] = (0, 0, 0, 0)
    """Failing contracts from the five level on in its rollouts, and those doubled: uncontested, contested."""


# Turns


def random_turns(seed: int) -> Iterator[TrueTurn]:
    """A random turn of each random board, the cards in rotation."""
    rng = np.random.default_rng(seed)
    chunk = 0
    while True:
        for card in CARDS:
            boards = BoardBatch.random(64, seed, chunk, first=1 + 64 * chunk)
            chunk += 1
            for place, end in enumerate(boards.bid(Table.of(card, card).tree)):
                auction = boards.auction(place, end)
                made = int(rng.integers(len(auction)))
                yield TrueTurn(card, boards[place].deal, auction.before(made), boards.vulnerabilities[place])


def expert_turns(path: Path, seed: int, turns: int) -> Iterator[TrueTurn]:
    """A random turn of each of some tables, the cards in rotation."""
    rng = np.random.default_rng(seed)
    step = max(200_000 // max(turns, 1), 1)
    for number, fields in enumerate(islice(tables(path), seed % step, None, step)):
        try:
            auction = Auction.parse(fields["auction"], Seat.parse(fields["dealer"]))
            vulnerability = Vulnerability.parse(fields["vul"])
            yield TrueTurn(
                CARDS[number % len(CARDS)],
                Deal.parse(fields["deal"]),
                auction.before(int(rng.integers(len(auction)))),
                vulnerability,
            )
        except (BridgeError, KeyError, ValueError):
            continue


def tables(path: Path) -> Iterator[dict[str, str]]:
    """The tables of a file, one JSON object a line."""
    with gzip.open(path, "rt") as lines:
        yield from map(json.loads, lines)


def weak_turns(seed: int) -> Iterator[TrueTurn]:
    """First turns of hands with up to five points whose partners have not bid: to open or overcall, or not."""
    for chunk in range(1_000_000):
        card = CARDS[chunk % len(CARDS)]
        boards = BoardBatch.random(256, seed, chunk, first=1 + 256 * chunk)
        for place, end in enumerate(boards.bid(Table.of(card, card).tree)):
            auction, deal = boards.auction(place, end), boards[place].deal
            for made in range(min(4, len(auction))):
                before = auction.before(made)
                partner = [call for seat, call in before if seat is before.turn.partner]
                if deal[before.turn].hcp <= WEAK and all(call == PASS for call in partner):
                    yield TrueTurn(card, deal, before, boards.vulnerabilities[place])


# Advice


def last_advice(turn: TrueTurn, layouts: int) -> Advice:
    """The advice with the card's call as the one made; simulated only where that may change something."""
    view = turn.view
    own = view.node.bid(view.hand)[0]
    stages = advise(view, own, layouts)
    advice = next(stages)
    if advice.matters and sum(candidate.option.understood for candidate in advice.candidates) > 1:
        *_, advice = stages
    return advice


def finding(turn: TrueTurn, layouts: int) -> Finding:
    """What the advice is, and what leaving the card wins."""
    advice = last_advice(turn, layouts)
    headline = advice.candidate(advice.call)
    graded = grade(advice)
    calls = f"{turn.auction.dealer} {turn.vulnerability} {turn.auction}"
    found = Finding(
        f"{turn.card}: {advice.view.hand} {calls}",
        str(advice.call),
        str(advice.system_call),
        headline.option.probability,
        len(headline.reason.misses) + (headline.reason.line is None),
        "best" if graded is None else graded.word,
        advice.contradiction is not None,
    )
    if advice.simulation is not None:
        found.failing = doubled_failures(advice.simulation.results)
    if advice.call != advice.system_call:
        found.won = won_on_the_deal(turn, advice)
    return found


def doubled_failures(results: Results) -> tuple[int, int, int, int]:
    """Failing contracts of ours from the five level on, and how many are doubled: uncontested, contested."""
    bids, declarers = (part[..., np.newaxis] for part in (results.contracts.bids, results.contracts.declarers))
    ours = (declarers & 1) == (results.seats & 1)[:, np.newaxis, np.newaxis, np.newaxis]
    fails = ours & (bids >= FIVE) & (results.tricks < TARGETS[bids])
    doubled = fails & (results.are_doubled | (results.contracts.doublings[..., np.newaxis] > 0))
    contested = np.broadcast_to(results.contested[..., np.newaxis], fails.shape)
    counts = [int(part[contested == is_contested].sum()) for is_contested in (False, True) for part in (fails, doubled)]
    return counts[0], counts[1], counts[2], counts[3]


def won_on_the_deal(turn: TrueTurn, advice: Advice) -> tuple[int, int]:
    """The IMPs of the advised call against the card's, both bid on by the network, with exact tricks."""
    view = advice.view
    player, deal = view.listeners, holdings_of([turn.deal[seat] for seat in Seat])
    replay = NetworkReplay(view.network, player.auctions, player.systems, player.seats, deal[np.newaxis, np.newaxis])
    calls = np.array([[advice.system_call.index, advice.call.index]], np.uint8)
    ends = replay.finished(np.zeros(1, np.intp), np.zeros((1, 1), np.intp), calls)[0, :, 0]
    both = np.zeros(2, np.intp)
    contracts = AuctionBatch(ends, player.auctions.dealers[both], player.auctions.vulnerabilities[both]).contracts
    deals = DealBatch(np.stack([deal, deal]))
    tricks = solve_contracts(deals, contracts.declarers.astype(np.uint8), (contracts.bids % 5).astype(np.uint8))
    side = np.full(2, view.seat & 1)
    fails = contracts.are_of(side) & (tricks < TARGETS[contracts.bids])
    staked = contracts._replace(doublings=np.where(fails, np.maximum(contracts.doublings, 1), contracts.doublings))
    vulnerable = np.full(2, int(turn.vulnerability))
    plain, doubled = (each.scores(tricks, side, vulnerable) for each in (contracts, staked))
    return int(imps_of(plain[1] - plain[0])), int(imps_of(doubled[1] - doubled[0]))


# Figures


def findings(turns: Iterator[TrueTurn], count: int, layouts: int, log: Path | None) -> list[Finding]:
    """What was found at so many turns; those in the log are not looked at again."""
    found = [] if log is None or not log.exists() else [_read(line) for line in log.read_text().splitlines()]
    for turn in islice(turns, len(found), count):
        found.append(finding(turn, layouts))
        if log is not None:
            with log.open("a") as lines:
                lines.write(json.dumps(asdict(found[-1])) + "\n")
    return found[:count]


def _read(line: str) -> Finding:
    fields = json.loads(line)
    return Finding(**{**fields, "won": None if fields["won"] is None else (fields["won"][0], fields["won"][1])})


def print_findings(found: list[Finding]) -> None:
    """The figures of the turns."""
    left = [each for each in found if each.call != each.card]
    low = GRADES[GRADES.index("fair") + 1 :]
    print(f"turns                                              {len(found)}")
    print(f"headlines with an unmet need                       {sum(each.misses > 0 for each in found)}")
    rare = sum(each.network < LIKELY for each in left)
    print(f"headlines under 2 % of the network, not the card's {rare}")
    print(f"grades of the card's own call below fair           {sum(each.grade in low for each in found)}")
    print(f"hand or calls contradict each other                {sum(each.contradicts for each in found)}")
    print(f"headlines that leave the card                      {len(left)} ({len(left) / max(len(found), 1):.1%})")
    for name, place in (("as bid", 0), ("failing contracts doubled", 1)):
        won = np.array([each.won[place] for each in left if each.won is not None], float)
        if len(won):
            print(f"  IMPs won by that, exact tricks, {name:26}{_mean(won)}")
    for each in left:
        print(f"    {each.turn} -> {each.call} for {each.card}, {each.network:.0%}, {each.won}")
    failing = np.array([each.failing for each in found]).sum(axis=0)
    _print_doubled("rollouts", [(int(failing[0]), int(failing[1])), (int(failing[2]), int(failing[3]))])


def _mean(won: NDArray[np.float64]) -> str:
    return f"{won.mean():+.2f} ± {won.std(ddof=1) / len(won) ** 0.5 if len(won) > 1 else float('nan'):.2f}"


def _print_doubled(whose: str, counts: list[tuple[int, int]]) -> None:
    for word, (failed, doubled) in zip(("uncontested", "contested"), counts, strict=True):
        share = f"{doubled / failed:.0%} of {failed:,}" if failed else "none seen"
        print(f"failing contracts from five up, doubled: {whose:9}{word:12}{share}")


def experts_double(path: Path) -> list[tuple[int, int]]:
    """Failing contracts from the five level on, and those doubled: uncontested, contested."""
    counts: Counter[tuple[bool, bool]] = Counter()
    for fields in tables(path):
        result = fields.get("result", "")
        if result[:1] not in ("5", "6", "7") or "-" not in result:
            continue
        try:
            contract: Contract | None = Result.parse(result).contract
        except BridgeError:
            continue
        assert contract is not None
        calls = enumerate(fields["auction"].split(), Seat.parse(fields["dealer"]))
        contested = any(call[0].isdigit() and (seat - contract.declarer) & 1 for seat, call in calls)
        counts[contested, contract.doubling is not Doubling.UNDOUBLED] += 1
    return [(counts[each, False] + counts[each, True], counts[each, True]) for each in (False, True)]


def print_weak(count: int, seed: int) -> None:
    """How many weak hands are told to open or overcall."""
    bids: Counter[str] = Counter()
    strayed = 0
    for turn in islice(weak_turns(seed), count):
        advice = last_advice(turn, 100)
        if advice.call.is_bid:
            bids[f"{turn.deal[turn.auction.turn].hcp} points, {advice.call}"] += 1
            strayed += advice.call != advice.system_call
    print(f"hands of 0 to {WEAK} points before partner has bid      {count:,}")
    print(f"  told to bid by the card's own preempts            {sum(bids.values()) - strayed}")
    print(f"  told to bid against the card                      {strayed}")
    for text, times in bids.most_common():
        print(f"    {text}: {times}")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--turns", type=int, default=500)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--layouts", type=int, default=200)
    arguments.add_argument("--vugraph", type=Path, help="experts' tables: their turns in place of random ones")
    arguments.add_argument("--weak", type=int, default=0, help="hands of 0 to 5 points to look at")
    arguments.add_argument("--log", type=Path, help="a line a turn; a run that was ended goes on behind them")
    asked = arguments.parse_args()
    if asked.turns:
        experts = asked.vugraph is not None
        turns = expert_turns(asked.vugraph, asked.seed, asked.turns) if experts else random_turns(asked.seed)
        print_findings(findings(turns, asked.turns, asked.layouts, asked.log))
    if asked.vugraph is not None:
        _print_doubled("experts", experts_double(asked.vugraph))
    if asked.weak:
        print_weak(asked.weak, asked.seed)


if __name__ == "__main__":
    main()
