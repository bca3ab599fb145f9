"""Everything about a bidding network at once, as text and as JSON."""

from dataclasses import dataclass
from typing import Any

from overtrick.nets.bidding import BiddingNet
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

PUBLISHED = (
    "Zhang, Liu, Lou, Yang 2022: accuracy 0.89 over all calls of one platform's robots; "
    "not alike: our network reads back a card that it was told"
)


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
    """Findings for the cards and for experts."""

    findings: dict[str, BiddingFindings]

    def as_dict(self) -> dict[str, Any]:
        """For cards and JSON."""
        return {who: rounded(each) for who, each in self.findings.items()}

    def as_text(self) -> str:
        """For people."""
        parts = [line for who, each in self.findings.items() for line in _lines(who, each)]
        return "\n".join([*parts, PUBLISHED])


def report(net: BiddingNet, material: BiddingMaterial, views: int) -> BiddingReport:
    """Test a network on about this number of views of the deals held out for testing."""
    players = {"cards": material.cards, "experts": material.experts}
    findings = {who: _find(net, parts, max(1, views // 4)) for who, parts in players.items() if parts}
    return BiddingReport(findings)


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
