"""Does the doctor find known faults? A card with twenty of them, and how many are in the first forty proposals.

    python benchmarks/planted_faults.py run.npz -n 40000 --seed 1

A fault moves a range, removes a rule, or turns a double into a pass; `--seed` chooses twenty of the list below. The
fault is found by a proposal if, at most of its turns, the card without faults calls otherwise, and the rule with the
fault is why. The trials that prove with signs drawn at random for every board, so that no call is better than
another, say how many false proposals there are beside the number announced. Trials are kept at the path given; a killed
run goes on.
"""

import argparse
import json
import random
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
import yaml

from overtrick.core import Hand, Seat
from overtrick.doctor.auction_patterns import AuctionPattern
from overtrick.doctor.card_trials import Trials
from overtrick.doctor.examination import Examination
from overtrick.doctor.proposals import ProvedProposal, diagnose
from overtrick.systems.engine.book import Line
from overtrick.systems.system import NAMES, SHIPPED, System
from overtrick.systems.table import Table

FAULTS, TOP, LOOKED_AT = 20, 40, 16
NULLS = 40


class Fault(NamedTuple):
    """A rule of a card by its situation and id, and what is wrong with it in the copy."""

    when: str
    id: str
    hand: str = ""
    """The hands it asks for instead; without them the rule is removed, or its double is a pass."""


POSSIBLE = (
    Fault("opening", "1N", "12-14 hcp, balanced"),
    Fault("opening", "1M", "15+ hcp, 5+ M, M longest, not (M = H and S >= H)"),
    Fault("opening", "2N"),
    Fault("opening", "weak-two"),
    Fault("opening", "3X"),
    Fault("1m", "hearts", "10+ hcp, 4+ H, H > S or (H == S and 4 H)"),
    Fault("1m", "spades", "6+ hcp, 5+ S"),
    Fault("1M", "limit"),
    Fault("1M", "raise"),
    Fault("1M", "jacoby"),
    Fault("1X 1Y", "raise"),
    Fault("1X 1Y", "2N"),
    Fault("1X 1Y", "raise-jump"),
    Fault("1X 1Y 1N", "3N", "17+ hcp"),
    Fault("1M 3M", "game", "17+ hcp"),
    Fault("1X 1M 3M", "game", "12+ total points"),
    Fault("1N", "3N", "14+ hcp"),
    Fault("1N", "stayman"),
    Fault("1N", "transfer"),
    Fault("1N (P|X) <transfer to M> 2M", "choice", "15+ hcp"),
    Fault("2N", "transfer"),
    Fault("(1X)", "takeout"),
    Fault("(1X)", "strong-double"),
    Fault("(1X)", "1M", "14-16 hcp, 5+ Y, Y >= S, Y >= H"),
    Fault("(1X)", "1N"),
    Fault("(1X) P", "takeout"),
    Fault("(1X) 1M", "raise"),
    Fault("(1X) 1M", "cue"),
    Fault("1m (1S)", "negative"),
    Fault("1M (1OM)", "raise"),
    Fault("1M (X)", "raise"),
    Fault("1M (1OM)", "limit"),
)


def plant(card: str, folder: Path, faults: list[Fault]) -> dict[str, Fault]:
    """Write a copy of the shipped cards with these faults; by the places of their rules, the faults."""
    shutil.copytree(SHIPPED, folder, dirs_exist_ok=True)
    places = {}
    for fault in faults:
        source = _source(System.load(card), fault)
        name, _, line = source.rpartition(":")
        path = next(path for path in (folder / name, folder / "blocks" / name) if path.exists())
        lines = path.read_text(encoding="utf-8").splitlines()
        _break(lines, int(line) - 1, fault)
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        places[source] = fault
    return places


def _source(card: System, fault: Fault) -> str:
    for situation in card.situations:
        for rule in situation.rules:
            if situation.key == fault.when and rule.id == fault.id:
                return rule.source
    raise SystemExit(f"expected a rule {fault.id} at {fault.when}: the card has changed, change POSSIBLE")


def _break(lines: list[str], place: int, fault: Fault) -> None:
    """Put a fault into the rule that begins at a line of a card; the number of lines stays."""
    blanks, end = lines[place][: lines[place].index("-")], place + 1
    while (rule := _read("\n".join(lines[place:end]))) is None:
        end += 1
    if fault.hand:
        rule["hand"] = fault.hand
    elif rule.get("call", "X") == "X":  # a situation may say it for all its rules
        rule = {"id": rule["id"], "call": "P", "hand": rule["hand"]} | ({"if": rule["if"]} if "if" in rule else {})
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

    def __init__(self, card: str, examination: Examination, places: dict[str, Fault]) -> None:
        self.examination, self.places = examination, places
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


def nulls(trials: Trials, boards: int, first: int, rng: np.random.Generator) -> Iterator[tuple[int, float]]:
    """Proposals, and those announced, where no call is better than another: signs drawn for boards that prove."""
    for _ in range(NULLS):
        flipped = trials.copy()
        signs = rng.choice([-1, 1], boards + 1)
        signs[: first + 1] = 1
        flipped["gain"] *= signs[trials["board"]]
        found = diagnose(flipped, boards, first)
        yield len(found.findings), found.false


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trials", type=Path, help="where the trials are kept (.npz)")
    parser.add_argument("--card", default="sayc", choices=NAMES)
    parser.add_argument("-n", type=int, default=40_000, help="boards")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=0)
    parser.add_argument("--by-network", action="store_true", help="a network bids on after the calls compared")
    asked = parser.parse_args()
    faults = random.Random(asked.seed).sample(POSSIBLE, FAULTS)
    with tempfile.TemporaryDirectory() as folder:
        places = plant(asked.card, Path(folder), faults)
        examination = Examination(str(Path(folder) / f"{NAMES[asked.card]}.yaml"), None, asked.n, asked.seed)
        examination = replace(examination, by_network=asked.by_network)
        trials = examination.trials(asked.trials, jobs=asked.jobs, progress=_Counted())
        found = diagnose(trials, asked.n, examination.first)
        detective = Detective(asked.card, examination, places)
        first: dict[Fault, tuple[int, bool]] = {}
        for rank, finding in enumerate(found.findings, 1):
            fault, mended = detective.faults(trials, finding)
            if fault is not None:
                first.setdefault(fault, (rank, mended))
    print(f"{len(trials):,} trials on {asked.n:,} boards; {found.places} places, {len(found.findings)} proposals")
    for fault in faults:
        rank, mended = first.get(fault, (0, False))
        where = f"proposal {rank}" + ", the call of the card without it" * mended if rank else "not found"
        print(f"  {fault.when}: {fault.id}: {where}")
    top = sum(0 < first[fault][0] <= TOP for fault in faults if fault in first)
    print(f"{top} of {FAULTS} faults in the first {TOP} proposals, {len(first)} in all")
    false = list(nulls(trials, asked.n, examination.first, np.random.default_rng(asked.seed)))
    counts, announced = zip(*false, strict=True)
    print(f"no call better than another: {np.mean(counts):.1f} proposals, {np.mean(announced):.1f} announced")


class _Counted:
    """Progress in lines."""

    def __init__(self) -> None:
        self.boards = 0

    def __call__(self, finished: int) -> None:
        self.boards += finished
        print(f"{self.boards:,} boards", flush=True)


if __name__ == "__main__":
    main()
