"""Everything about a bidding network at once, as text and as JSON."""

from dataclasses import dataclass
from typing import Any

from overtrick.nets.bidding import BiddingNet
from overtrick.training.bidding.evaluation import (
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
from overtrick.training.bidding.example import worked_example
from overtrick.training.bidding.tables import BiddingMaterial, Tables
from overtrick.training.split import Part

PAPER = "Zhang, Liu, Lou, Yang 2022: accuracy 0.89 over all calls, experts of one platform"


@dataclass(frozen=True)
class Findings:
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
class Report:
    """Findings for the cards and for experts, and the paper's worked example."""

    found: dict[str, Findings]
    example: str

    def as_dict(self) -> dict[str, Any]:
        """For cards and JSON."""
        return {who: rounded(each) for who, each in self.found.items()}

    def as_text(self) -> str:
        """For people."""
        parts = [line for who, each in self.found.items() for line in _lines(who, each)]
        return "\n".join([*parts, PAPER, "", self.example])


def report(net: BiddingNet, material: BiddingMaterial, views: int) -> Report:
    """Test a network on about so many views of the deals that were kept for that."""
    players = {"cards": material.cards, "experts": material.experts}
    found = {who: _find(net, parts, max(1, views // 4)) for who, parts in players.items() if parts}
    return Report(found, worked_example(net))


def _find(net: BiddingNet, parts: dict[Part, Tables], most: int) -> Findings:
    test, validation = parts[Part.TEST][:most], parts[Part.VALIDATION][:most]
    how = better_middles(net, validation if len(validation) else test)
    hidden = {_moment(calls): hidden_accuracy(net, test, calls, how) for calls in MOMENTS}
    return Findings(len(test), call_accuracy(net, test), how, hidden, card_calibration(net, test))


def _moment(calls: int | None) -> str:
    return "end" if calls is None else str(calls)


def _lines(who: str, found: Findings) -> list[str]:
    calls = found.calls
    lines = [f"{who}: {found.tables:,} held-out auctions, {calls.count:,} calls", ""]
    lines += [
        f"  accuracy, {name.replace('_', ' '):14}{value:8.4f} ± {calls.errors.get(name, 0):.4f}"
        for name, value in calls.accuracy.items()
    ]
    lines += [
        f"  {name.replace('_', '-'):9} precision {calls.precision[name]:.4f}  recall {calls.recall[name]:.4f}"
        for name in calls.precision
    ]
    middles = f"{found.middles.points} of the points and the {found.middles.lengths} of the lengths"
    lines += ["", f"  hidden hands, mean distance of the {middles} from the truth: lho, partner, rho, all three"]
    for name, each in found.hidden.items():
        when = "at the end" if name == "end" else f"after {name} calls"
        points, cards = each.means
        lines.append(
            f"  {when:15}{_numbers(each.points)} {points:6.3f} hcp   {_numbers(each.lengths)} {cards:6.3f} cards a suit"
        )
    return [*lines, "", f"  calibration error of hidden cards at the end: {found.card_error:.4f}", ""]


def _numbers(values: tuple[float, ...]) -> str:
    return "".join(f"{value:6.3f}" + " " for value in values)
