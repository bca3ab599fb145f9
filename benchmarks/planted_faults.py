"""Does the doctor find known faults? A card with twenty of them, and how many are in the first forty proposals.

    python benchmarks/planted_faults.py run.npz -n 200000 --seed 1 --by-network

A fault removes a rule, asks for three more points than it did, or turns a double into a pass. What each would cost is
measured first, on boards of their own: every call of every rule against the call that the card would make without it.
`--seed` draws twenty of the faults that cost 0.005 to 0.1 IMPs a board, by four standard errors, and still cost that
beside the others (where nobody opens 1NT, nobody misses a transfer): a fault that costs nothing is none. It is found by
a proposal if, at most of its turns, the card without faults calls otherwise, and the rule with the fault is why. The
trials with signs drawn at random for every board, so that no call is better than another, say how many false proposals
there are beside the number announced. Faults and trials are kept at the path given; a killed run goes on.
"""

import argparse
import json
import random
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
import yaml
from numpy.typing import NDArray

from overtrick.core import DOUBLE, PASS, Auction, Call, Hand, Seat
from overtrick.doctor.auction_patterns import AuctionPattern
from overtrick.doctor.card_trials import PossibleTrial, Trials, trials_of
from overtrick.doctor.examination import CHUNK, Examination
from overtrick.doctor.places import Rows
from overtrick.doctor.proposals import ProvedProposal, diagnose, put_to_proof, suspects
from overtrick.doctor.rollouts import rollout_of
from overtrick.hands.hand_batch import Judge
from overtrick.storage import write_text
from overtrick.systems.engine.boards import BoardBatch
from overtrick.systems.engine.book import Line
from overtrick.systems.engine.tree import Node
from overtrick.systems.system import NAMES, SHIPPED, System
from overtrick.systems.table import Table
from overtrick.systems.tools.audit import lines_of, steps

FAULTS, TOP, LOOKED_AT = 20, 40, 16
NULLS = 40
CHEAPEST, DEAREST, SURE = 0.005, 0.1, 4
"""IMPs a board that a fault costs, at least and at most, and by how many standard errors that must be known.
Where nobody opens one of a suit, which costs more, other faults never come up."""
SEEN = 10_000
"""Boards on which faults are seen to come up beside each other."""
MORE = 3
"""Points that a rule asks for beyond what it should."""
POINTS = re.compile(r"(\d+)(\+|-\d+) hcp\b")
OTHER_BOARDS = 1_000_003
"""What the seed of the boards differs by on which costs are measured."""


class Fault(NamedTuple):
    """What is wrong with a rule of a card, and what that costs."""

    source: str
    """File and line of the rule."""
    rule: str
    """Its situation and id."""
    points: int
    """The points it asks for instead; 0 where it is removed, or its double is a pass."""
    cost: float
    error: float
    """IMPs a board, with the standard error."""
    turns: float
    """At which it comes up, a board."""

    def __str__(self) -> str:
        what = f"from {self.points} points on" if self.points else "removed"
        return f"{self.rule} ({self.source}) {what}, {self.cost:.3f} ± {self.error:.3f} IMPs a board"


def possible(card: str, boards: int, seed: int) -> list[Fault]:
    """The faults of single rules that cost something, measured on so many boards."""
    sources, points, costs = (np.concatenate(parts) for parts in zip(*_turns(card, boards, seed), strict=True))
    rules = {
        rule.source: (f"{situation.key}: {rule.id}", _narrowed(rule.hand_text))
        for situation in reversed(System.load(card).situations)  # of a rule with several patterns, the first
        for rule in situation.rules
    }
    found = []
    for source in np.unique(sources).tolist():
        rule, narrowed = rules[source]
        for least in (0, *narrowed):
            lost = costs[(sources == source) & ((points < least) | (least == 0))]
            cost, error = float(lost.sum()) / boards, float((lost**2).sum()) ** 0.5 / boards
            if max(CHEAPEST, SURE * error) <= cost <= DEAREST:
                found.append(Fault(source, rule, least, cost, error, len(lost) / boards))
    return found


def _narrowed(hand: str) -> list[int]:
    """The points from which on a rule would ask with a fault, if its words begin with points."""
    asked = POINTS.match(hand)
    least = int(asked[1]) + MORE if asked else 0
    return [least] if asked and (asked[2] == "+" or int(asked[2][1:]) > least) else []


def _turns(
    card: str, count: int, seed: int
) -> Iterator[tuple[NDArray[np.str_], NDArray[np.uint8], NDArray[np.float32]]]:
    """Calls of rules: the source, the points of the hand, and the IMPs that the call without the rule would lose."""
    rollout = rollout_of(card, None, by_network=True)
    for number, first in enumerate(range(0, count, CHUNK)):
        boards = BoardBatch.random(min(CHUNK, count - first), seed + OTHER_BOARDS, number, 1 + first)
        judge = Judge(boards.hands)
        ends = rollout.ends(boards, judge)
        options = [
            PossibleTrial(deal, step.node, line, call)
            for step in steps(ends)
            for line, deals in lines_of(step, judge)
            if line.source and line.call is not PASS
            for call, some in _without(line, step.node, judge, deals)
            if call is not line.call
            for deal in some.tolist()
        ]
        gains = trials_of(rollout, boards, judge, ends, options)["gain"]
        rows = np.array([option.row for option in options], np.intp)
        yield np.array([option.line.source for option in options]), boards.hands.hcp[rows], -gains
        print(f"{first + len(boards):,} boards for the costs of faults", flush=True)


def _without(line: Line, node: Node, judge: Judge, deals: Rows) -> Iterator[tuple[Call, Rows]]:
    """The calls of deals that a line takes, were it not there; a double would be a pass."""
    if line.call is DOUBLE:
        yield PASS, deals
        return
    for other in node.each_line():
        if other.source != line.source and len(deals):
            holds = judge.holds(other.condition, deals * 4 + node.turn)
            yield other.call, deals[holds]
            deals = deals[~holds]


def drawn(card: str, faults: list[Fault], seed: int) -> list[Fault]:
    """Twenty of them, at most one a rule, that cost something beside each other."""
    left = list({fault.source: fault for fault in random.Random(seed).sample(faults, len(faults))}.values())
    chosen: list[Fault] = []
    while len(chosen) < FAULTS:
        if len(chosen) + len(left) < FAULTS:
            raise SystemExit(f"expected {FAULTS} faults beside each other, got {len(faults)} of which too few are seen")
        chosen, left = chosen + left[: FAULTS - len(chosen)], left[FAULTS - len(chosen) :]
        times = _turns_beside_each_other(card, chosen, seed)
        chosen = [fault for fault in chosen if fault.cost * times[fault.source] >= CHEAPEST * fault.turns]
    return chosen


def _turns_beside_each_other(card: str, faults: list[Fault], seed: int) -> dict[str, float]:
    """At how many turns a board a card with all of these calls otherwise because of each."""
    times = Counter({fault.source: 0 for fault in faults})
    healthy = Table.of(card).tree
    boards = BoardBatch.random(SEEN, seed + OTHER_BOARDS)
    judge = Judge(boards.hands)
    with tempfile.TemporaryDirectory() as folder:
        faulty = planted(Path(folder), card, faults)
        for step in steps(boards.bid(Table.of(faulty).tree)):
            first = int(step.deals[0])
            auction = Auction(boards.dealers[first], step.node.auction.calls)
            deals = step.deals
            for line in healthy.node(auction, boards.vulnerabilities[first]).each_line():
                holds = judge.holds(line.condition, deals * 4 + step.node.turn)
                if line.source in times and line.call is not step.call:
                    times[line.source] += int(holds.sum())
                deals = deals[~holds]
                if not len(deals):
                    break
    return {source: count / SEEN for source, count in times.items()}


def planted(folder: Path, card: str, faults: list[Fault]) -> str:
    """The path of a card with these faults, in a copy of the shipped ones."""
    shutil.copytree(SHIPPED, folder, dirs_exist_ok=True)
    for fault in faults:
        name, _, line = fault.source.rpartition(":")
        path = next(path for path in (folder / name, folder / "blocks" / name) if path.exists())
        lines = path.read_text(encoding="utf-8").splitlines()
        _break(lines, int(line) - 1, fault)
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(folder / f"{NAMES[card]}.yaml")


def _break(lines: list[str], place: int, fault: Fault) -> None:
    """Put a fault into the rule that begins at a line of a card; the number of lines stays."""
    blanks, end = lines[place][: lines[place].index("-")], place + 1
    while (rule := _read("\n".join(lines[place:end]))) is None:
        end += 1
    if fault.points:
        rule["hand"] = f"{rule['hand']}, {fault.points}+ hcp"  # whatever parameters the card states its points by
    elif rule.get("call", "X") == "X":  # a situation may say it for all its rules
        rule = {key: rule[key] for key in ("id", "for", "hand", "if") if key in rule} | {"call": "P"}
    else:
        rule["hand"] = "0-1 hcp, 38+ total points"  # no hand: the rule stays for others that name it
    rule.pop("text", None)
    written = f"{blanks}- {json.dumps(rule, ensure_ascii=False)}"
    lines[place:end] = [written, *[""] * (end - place - 1)]


def _read(text: str) -> dict[str, str] | None:
    """The rule of some lines; None where they end in the middle of it."""
    try:
        (rule,) = yaml.load(text, yaml.BaseLoader)
    except yaml.YAMLError:
        return None
    return dict(rule)


class Detective:
    """Says which fault is behind a trial."""

    def __init__(self, card: str, examination: Examination, faults: list[Fault]) -> None:
        self.examination, self.places = examination, {fault.source: fault for fault in faults}
        self.faulty, self.healthy = Table.of(examination.card), Table.of(card)

    def faults(self, trials: Trials, finding: ProvedProposal) -> tuple[Fault | None, bool]:
        """The fault behind most turns of a proposal, and whether it mostly tries the call of the card without."""
        rows = finding.rows[:: max(1, len(finding.rows) // LOOKED_AT)][:LOOKED_AT]
        blamed: Counter[Fault] = Counter()
        mended = 0
        for row in trials[rows]:
            fault, call = self._fault(row)
            if fault is not None:
                blamed[fault] += 1
                mended += call == row["tried"].decode()
        fault, times = blamed.most_common(1)[0] if blamed else (None, 0)
        return (fault, 2 * mended > times) if 2 * times >= len(rows) else (None, False)

    def _fault(self, row: np.void) -> tuple[Fault | None, str]:
        """The fault at the turn of a trial, if the two cards call otherwise there; and the call without it."""
        number, hand = int(row["board"]), Hand(int(row["hand"]))
        task, place = divmod(number - 1, self.examination.chunk)
        board = self.examination.boards(task)[place]
        vulnerability = board.vulnerability
        calls = self.faulty.bid_deal(board.deal, board.dealer, vulnerability)
        for made in range(len(calls)):
            auction = replace(calls, calls=calls.calls[:made])
            if Seat((board.dealer + made) % 4) != row["seat"]:
                continue
            node = self.faulty.node(auction, vulnerability)
            pattern = AuctionPattern.of(node)
            (call, line), (right, rule) = node.bid(hand), self.healthy.node(auction, vulnerability).bid(hand)
            words = pattern.calls((call, line.artificial), (right, rule.artificial))
            if pattern.text == row["pattern"].decode() and words[0] == row["usual"].decode():
                return (None if call is right else self._behind(rule, line)), words[1]
        return None, ""

    def _behind(self, *lines: Line) -> Fault | None:
        return next((self.places[line.source] for line in lines if line.source in self.places), None)


def nulls(trials: Trials, boards: int, rng: np.random.Generator) -> Iterator[tuple[int, float]]:
    """Proposals, and those announced, where no call is better than another: signs drawn for all boards."""
    suspected = suspects(trials)
    for _ in range(NULLS):
        flipped = trials.copy()
        flipped["gain"] *= rng.choice([-1, 1], boards + 1)[trials["board"]]
        found = put_to_proof(suspected, flipped, boards)
        yield len(found.findings), found.false


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trials", type=Path, help="where the trials are kept (.npz)")
    parser.add_argument("--card", default="sayc", choices=NAMES)
    parser.add_argument("-n", type=int, default=40_000, help="boards")
    parser.add_argument("--measure", type=int, default=20_000, help="boards on which the costs of faults are measured")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=0)
    parser.add_argument("--by-network", action="store_true", help="a network bids on after the calls compared")
    asked = parser.parse_args()
    faults = drawn(asked.card, _kept(asked.trials.with_suffix(".faults.json"), asked), asked.seed)
    with tempfile.TemporaryDirectory() as folder:
        card = planted(Path(folder), asked.card, faults)
        examination = Examination(card, None, asked.n, asked.seed, by_network=asked.by_network)
        trials = examination.trials(asked.trials, jobs=asked.jobs, progress=_Counted())
        found = diagnose(trials, asked.n)
        detective = Detective(asked.card, examination, faults)
        first: dict[Fault, tuple[int, bool]] = {}
        for rank, finding in enumerate(found.findings, 1):
            fault, mended = detective.faults(trials, finding)
            if fault is not None:
                first.setdefault(fault, (rank, mended))
    print(f"{len(trials):,} trials on {asked.n:,} boards; {found.places} places, {len(found.findings)} proposals")
    for fault in faults:
        rank, mended = first.get(fault, (0, False))
        where = f"proposal {rank}" + ", the call of the card without it" * mended if rank else "not found"
        print(f"  {fault}: {where}")
    top = sum(0 < first[fault][0] <= TOP for fault in faults if fault in first)
    print(f"{top} of {FAULTS} faults in the first {TOP} proposals, {len(first)} in all")
    false = list(nulls(trials, asked.n, np.random.default_rng(asked.seed)))
    counts, announced = zip(*false, strict=True)
    print(f"no call better than another: {np.mean(counts):.1f} proposals, {np.mean(announced):.1f} announced")


def _kept(path: Path, asked: argparse.Namespace) -> list[Fault]:
    """The faults that cost something: as measured before, if that was this card with these settings, or now."""
    settings = {"card": System.load(asked.card).fingerprint, "boards": asked.measure, "seed": asked.seed}
    kept = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    if kept.get("settings") != settings:
        kept = {"settings": settings, "faults": possible(asked.card, asked.measure, asked.seed)}
        write_text(json.dumps(kept), path)
    return [Fault(*each) for each in kept["faults"]]


class _Counted:
    """Progress in lines."""

    def __init__(self) -> None:
        self.boards = 0

    def __call__(self, finished: int) -> None:
        self.boards += finished
        print(f"{self.boards:,} boards", flush=True)


if __name__ == "__main__":
    main()
