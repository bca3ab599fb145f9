"""Everything about a bidding network at once, as text and as JSON, with the worked example of the 2022 paper."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from overtrick.arrays import DealBatch, Floats
from overtrick.arrays.auctions import NO_CALL
from overtrick.core import RANKS, Auction, Deal, Seat, Suit
from overtrick.nets.bidding import BiddingNet, HiddenHands
from overtrick.nets.bidding_steps import follow, step_count
from overtrick.training.bidding.bidding_accuracy import (
    MOMENTS,
    CallAccuracy,
    HiddenAccuracy,
    Middles,
    better_middles,
    call_accuracy,
    card_calibration,
    hidden_accuracy,
    rounded,
)
from overtrick.training.bidding.bidding_material import BiddingMaterial, BidTables
from overtrick.training.split import Part

PUBLISHED = "Zhang, Liu, Lou, Yang 2022: accuracy 0.89 over all calls, experts of one platform"

DEAL = "N:63.8.KJT932.AK63 Q2.AJT92.Q854.JT AKJT985.6.A76.84 74.KQ7543..Q9752"
AUCTION = "1D 1H 1S 4H P P 4S 5H P P 5S 6H P P 6S 7H P P X P P P"
_WE_ARE_VULNERABLE = 1
_LHO, _PARTNER = 0, 1
_WIDTH = 40


@dataclass(frozen=True)
class BiddingFindings:
    """A network on the auctions of some players."""

    tables: int
    calls: CallAccuracy
    middles: Middles
    """Which of mean and median lay nearer to the truth on the validation part; used for the distances."""
    hidden: dict[str, HiddenAccuracy]
    """By the number of calls made."""
    card_error: float
    """Calibration error of the chances of hidden cards at the end."""


@dataclass(frozen=True)
class BiddingReport:
    """BiddingFindings for the cards and for experts, and the paper's worked example."""

    findings: dict[str, BiddingFindings]
    example: str

    def as_dict(self) -> dict[str, Any]:
        """For cards and JSON."""
        return {who: rounded(each) for who, each in self.findings.items()}

    def as_text(self) -> str:
        """For people."""
        parts = [line for who, each in self.findings.items() for line in _lines(who, each)]
        return "\n".join([*parts, PUBLISHED, "", self.example])


def report(net: BiddingNet, material: BiddingMaterial, views: int) -> BiddingReport:
    """Test a network on about this number of views of the deals held out for testing."""
    players = {"cards": material.cards, "experts": material.experts}
    findings = {who: _find(net, parts, max(1, views // 4)) for who, parts in players.items() if parts}
    return BiddingReport(findings, worked_example(net))


def _find(net: BiddingNet, parts: dict[Part, BidTables], most: int) -> BiddingFindings:
    test, validation = parts[Part.TEST][:most], parts[Part.VALIDATION][:most]
    how = better_middles(net, validation if len(validation) else test)
    hidden = {_moment(calls): hidden_accuracy(net, test, calls, how) for calls in MOMENTS}
    return BiddingFindings(len(test), call_accuracy(net, test), how, hidden, card_calibration(net, test))


def _moment(calls: int | None) -> str:
    return "end" if calls is None else str(calls)


def _lines(who: str, findings: BiddingFindings) -> list[str]:
    calls = findings.calls
    lines = [f"{who}: {findings.tables:,} held-out auctions, {calls.count:,} calls", ""]
    lines += [
        f"  accuracy, {name.replace('_', ' '):14}{value:8.4f} ± {calls.errors.get(name, 0):.4f}"
        for name, value in calls.accuracy.items()
    ]
    lines += [
        f"  {name.replace('_', '-'):9} precision {calls.precision[name]:.4f}  recall {calls.recall[name]:.4f}"
        for name in calls.precision
    ]
    middles = f"{findings.middles.points} of the points and the {findings.middles.lengths} of the lengths"
    lines += ["", f"  hidden hands, mean distance of the {middles} from the truth: lho, partner, rho, all three"]
    for name, each in findings.hidden.items():
        when = "at the end" if name == "end" else f"after {name} calls"
        points, cards = each.means
        lines.append(
            f"  {when:15}{_numbers(each.points)} {points:6.3f} hcp   {_numbers(each.lengths)} {cards:6.3f} cards a suit"
        )
    return [*lines, "", f"  calibration error of hidden cards at the end: {findings.card_error:.4f}", ""]


def _numbers(values: tuple[float, ...]) -> str:
    return "".join(f"{value:6.3f}" + " " for value in values)


def worked_example(net: BiddingNet) -> str:
    """North's points after 1D, and West's lengths and cards at the end, as South sees them."""
    after_1d, end = look(net, 1), look(net, None)
    parts = [
        f"Worked example: {DEAL}, N-S vulnerable, {AUCTION}",
        "\nNorth's points after 1D, as South sees them (North has 11)",
        *bars(after_1d.points[0, _PARTNER], 0.02),
        "\nWest's lengths at the end, as South sees them (West has 2 ♠, 6 ♥, 0 ♦, 5 ♣)",
    ]
    for suit in reversed(Suit):
        parts += [f"{suit.symbol}", *bars(end.lengths[0, _LHO, suit], 0.02)]
    parts += ["\nChance in per cent that West has a card, at the end, as South sees it", *_cards(end.cards[0, _LHO])]
    return "\n".join(parts)


def look(net: BiddingNet, calls: int | None) -> HiddenHands:
    """What South can tell after this number of calls, or at the end."""
    made = [call.index for call in Auction.parse(AUCTION).calls]
    south = np.array([2])
    count = np.array([len(made) if calls is None else calls])
    rows = np.array([[*made, NO_CALL]], np.uint8)
    codes, standings, turns, _ = follow(rows, count, south, net.window, int(step_count(count, south, net.window)[0]))
    hand = DealBatch.stack([Deal.parse(DEAL)]).holdings[:, Seat.SOUTH]
    system = np.zeros(1, np.uint8)
    memory = net.begin(hand, system, system, np.array([_WE_ARE_VULNERABLE]))
    for step in range(len(codes)):
        memory = net.step(memory, codes[step], standings[step], turns[step])
    return net.hidden_hands(memory)


def bars(chances: Floats, least: float) -> list[str]:
    """A line for each value that has some chance."""
    most = float(chances.max())
    return [
        f"  {value:3} {100 * chance:5.1f} % {'█' * round(_WIDTH * chance / most)}"
        for value, chance in enumerate(chances.tolist())
        if chance >= least
    ]


def _cards(chances: Floats) -> list[str]:
    head = "    " + "".join(f"{rank:>5}" for rank in reversed(RANKS))
    rows = [
        f"  {suit.symbol} " + "".join(f"{100 * chances[13 * suit + place]:5.0f}" for place in reversed(range(13)))
        for suit in reversed(Suit)
    ]
    return [head, *rows]
