"""How good a bidding network is on auctions of deals it has never seen: calls, hidden hands, calibration."""

from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Floats
from overtrick.arrays.auctions import NO_CALL
from overtrick.nets.bidding import BiddingNet, CallNet, HiddenHands
from overtrick.training.bidding.bidding_material import BidTables
from overtrick.training.bidding.bidding_views import Truth, by_steps, views_after
from overtrick.training.tricks.trick_report import calibration_error

Marks = NDArray[np.bool_]

MOMENTS: tuple[int | None, ...] = (0, 2, 4, 8, None)
"""When the hidden hands are looked at: after this number of calls, and at the end."""


@dataclass(frozen=True)
class CallAccuracy:
    """How often the most likely call is the one that was made, by the kind of call and of auction."""

    count: int
    accuracy: dict[str, float]
    errors: dict[str, float]
    """Standard errors of the accuracy."""
    precision: dict[str, float]
    """Of the calls said, those that were made: bids and non-bids (figure 8 of the paper)."""
    recall: dict[str, float]
    """Of the calls made, those that were said."""
    surprise: float
    """Mean cross-entropy."""


@dataclass(frozen=True)
class HiddenAccuracy:
    """How far the answers for lho, partner and rho lie from the truth at some moment."""

    views: int
    points: tuple[float, ...]
    """Mean distance from the true points of each of the others."""
    lengths: tuple[float, ...]
    """Mean distance from the true lengths of each of the others, over the suits."""

    @property
    def means(self) -> tuple[float, float]:
        """The distances averaged over the three others: points, cards a suit."""
        return float(np.mean(self.points)), float(np.mean(self.lengths))


def middle(chances: Floats, how: str) -> Floats:
    """The mean or the median of each distribution over 0, 1, 2 … Shape: (…, class) to (…)."""
    if how == "mean":
        return np.asarray(chances @ np.arange(chances.shape[-1], dtype=np.float32), np.float32)
    return np.asarray((chances.cumsum(axis=-1) < 0.5).sum(axis=-1), np.float32)


def call_accuracy(net: CallNet, tables: BidTables) -> CallAccuracy:
    """All calls of these tables, each said from the hand and the calls before it."""
    said, made, opening, contested, chance = (np.concatenate(part) for part in zip(*_calls(net, tables), strict=True))
    right, is_bid, says_bid = said == made, made > 2, said > 2
    groups = {"all": made >= 0, "bids": is_bid, "non_bids": ~is_bid, "openings": opening}
    groups |= {"opening_bids": opening & is_bid, "contested": contested, "uncontested": ~contested}
    return CallAccuracy(
        len(made),
        {name: _share(right, group) for name, group in groups.items()},
        {name: float(right[group].std() / max(1, group.sum()) ** 0.5) for name, group in groups.items() if group.any()},
        {"bids": _share(right, says_bid), "non_bids": _share(right, ~says_bid)},
        {"bids": _share(right, is_bid), "non_bids": _share(right, ~is_bid)},
        float(-np.log(np.maximum(chance, 1e-12)).mean()),
    )


def _share(right: Marks, group: Marks) -> float:
    return float(right[group].mean()) if group.any() else float("nan")


def _calls(net: CallNet, tables: BidTables) -> Any:
    """Call said, call made, whether it is an opening, whether both sides bid, chance of the call made."""
    both = are_contested(tables)
    for views, steps, truth in by_steps(tables, views_after(tables, None), net.window):
        for memory, standings, made in zip(net.follow(steps), steps.standings, truth.calls, strict=True):
            turn = np.flatnonzero(made != NO_CALL)
            chances, made = net.calls(memory[turn], standings[turn]), made[turn]
            chance = chances[np.arange(len(turn)), made]
            yield chances.argmax(axis=1), made.astype(int), standings[turn] < 9, both[views.tables[turn]], chance


def are_contested(tables: BidTables) -> Marks:
    """Whether both sides bid or doubled. Shape: (table,)."""
    acted = (tables.calls != NO_CALL) & (tables.calls > 0)
    contested: Marks = acted[:, 0::2].any(axis=1) & acted[:, 1::2].any(axis=1)
    return contested


class Middles(NamedTuple):
    """Which middle is compared with the truth, mean or median."""

    points: str
    lengths: str


def hidden_accuracy(net: BiddingNet, tables: BidTables, calls: int | None, how: Middles) -> HiddenAccuracy:
    """After a number of calls, or at the end (None)."""
    points, lengths = [], []
    for hidden, truth in _looks(net, tables, calls):
        points.append(np.abs(middle(hidden.points, how.points) - truth.points))
        lengths.append(np.abs(middle(hidden.lengths, how.lengths) - truth.lengths).mean(axis=-1))
    by_other = np.concatenate(points), np.concatenate(lengths)
    means = [tuple(each.mean(axis=0).tolist()) for each in by_other]
    return HiddenAccuracy(len(by_other[0]), means[0], means[1])


def _looks(net: BiddingNet, tables: BidTables, calls: int | None) -> Any:
    """The answers at the moment looked at, with the truth, group by group."""
    for _, steps, truth in by_steps(tables, views_after(tables, calls), net.window):
        last = (steps.times >= 0).sum(axis=0) - 1
        for step, memory in enumerate(net.follow(steps)):
            now = np.flatnonzero(last == step)
            if len(now):
                yield net.hidden_hands(memory[now]), Truth(truth.calls, *(part[now] for part in truth[1:]))


def card_calibration(net: BiddingNet, tables: BidTables, calls: int | None = None) -> float:
    """The mean distance between the stated chance that a player holds a hidden card and how often it is so."""
    stated, held = [], []
    for hidden, truth in _looks(net, tables, calls):
        stated.append(_hidden(hidden, truth))
        owner = truth.cards[:, np.newaxis] == np.arange(3)[:, np.newaxis]
        held.append(owner[np.broadcast_to((truth.cards != NO_CALL)[:, np.newaxis], owner.shape)])
    return calibration_error(np.concatenate(stated), np.concatenate(held))


def _hidden(hidden: HiddenHands, truth: Truth) -> Floats:
    chances: Floats = hidden.cards[np.broadcast_to((truth.cards != NO_CALL)[:, np.newaxis], hidden.cards.shape)]
    return chances


def better_middles(net: BiddingNet, tables: BidTables) -> Middles:
    """Whether the mean or the median lies nearer to points and lengths at the end of these auctions."""
    mean, median = (hidden_accuracy(net, tables, None, Middles(how, how)).means for how in ("mean", "median"))
    points, lengths = ("mean" if one < other else "median" for one, other in zip(mean, median, strict=True))
    return Middles(points, lengths)


def rounded(figures: Any) -> Any:
    """A dataclass of numbers as plain values for JSON."""

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: plain(each) for key, each in value.items()}
        if isinstance(value, list | tuple):
            return [plain(each) for each in value]
        return round(value, 5) if isinstance(value, float) else value

    return plain(asdict(figures))
