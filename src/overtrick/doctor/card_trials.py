"""Other calls tried at the turns of a card's auctions, on the very same deals, and what that won.

At a turn the card makes its call; a trial makes another sensible one there, and the auction goes on from it. One deal
says little, thousands of like turns say which rule costs what.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from overtrick.arrays import Floats, masks_of
from overtrick.arrays.auctions import NO_CALL, Bytes
from overtrick.core import CALLS, Call
from overtrick.doctor.auction_patterns import AuctionPattern
from overtrick.doctor.hand_features import FEATURES, features_of
from overtrick.doctor.places import Place
from overtrick.doctor.rollouts import Start, TrialRollout
from overtrick.doctor.second_opinion import opinions
from overtrick.doctor.turn_kinds import kind_of_call, kind_of_turn
from overtrick.hands.hand_batch import Judge
from overtrick.players.results import Results
from overtrick.systems.engine.boards import BoardBatch
from overtrick.systems.engine.book import Line
from overtrick.systems.engine.memo import uncollected
from overtrick.systems.engine.tree import Node
from overtrick.systems.system import System
from overtrick.systems.tools.audit import Step, lines_of, steps
from overtrick.tricks.estimators import four_hands_fast

LIKELY = 0.03
"""The chance that the network gives a call, from which on it is tried, whatever the rules say about the hand."""
LONGEST_TEXT = 60
"""Longer auctions are not tried: they hardly come again."""

TRIAL = np.dtype(
    [
        ("board", "u4"),
        ("hand", "u8"),
        ("pattern", f"S{LONGEST_TEXT}"),
        ("rule", f"S{LONGEST_TEXT}"),
        ("usual", "S4"),
        ("tried", "S4"),
        ("kind", "S100"),
        ("usual_kind", "S16"),
        ("tried_kind", "S16"),
        ("before", "S40"),
        ("after", "S40"),
        ("said", "S60"),
        ("asked", "S160"),
        ("features", "i1", len(FEATURES)),
        ("contracts", "i1", (2, 4)),
        ("seat", "u1"),
        ("chances", "f4", 2),
        ("weight", "f4"),
        ("gain", "f4"),
    ]
)
"""A trial on disk. `weight` is for how many turns it stands, `gain` the IMPs of the call tried against the card's.

`chances` are how likely the network makes the card's call and the one tried.
`before` and `after` are the ids between which a rule for the call belongs, `said` is what it would say beside the hand,
`asked` what the rule that makes the card's call asks of a hand.
`contracts` are those after the card's call and after the one tried: bid (-1 passed out), doubling, declarer, whether
the defenders have bid.
"""

Trials = NDArray[np.void]


class PossibleTrial(NamedTuple):
    """A call that could be tried."""

    board: int
    node: Node
    line: Line
    tried: Call
    chances: tuple[float, float] = (0.0, 1.0)
    """How likely the network makes the card's call and this one."""

    @property
    def row(self) -> int:
        """Of the hand."""
        return self.board * 4 + self.node.turn


def try_calls(rollout: TrialRollout, boards: BoardBatch, rng: np.random.Generator) -> Trials:
    """Trials on some boards."""
    with uncollected():
        judge = Judge(boards.hands)
        ends = rollout.ends(boards, judge)
        options = list(_options(boards, ends, judge, rollout))
        drawn, chances = _drawn(options, rollout.trials * len(boards), rng)
    return trials_of(rollout, boards, judge, ends, drawn, chances)


def trials_of(
    rollout: TrialRollout,
    boards: BoardBatch,
    judge: Judge,
    ends: list[Node],
    options: list[PossibleTrial],
    chances: ArrayLike = 1.0,
) -> Trials:
    """These options tried; each had such a chance to be. The auctions of the boards have come to `ends`."""
    rows = np.zeros(len(options), TRIAL)
    if not options:
        return rows
    with uncollected():
        as_usual = [Start(option.board, option.node.child(option.line.call)) for option in options]
        instead = [Start(option.board, option.node.child(option.tried)) for option in options]
        auctions = rollout.usual(boards, ends, as_usual), rollout.finished(boards, judge, instead)
    rows["weight"] = 1 / np.asarray(chances)
    rows["chances"] = [option.chances for option in options]
    rows["features"] = features_of(
        boards.hands,
        np.array([option.row for option in options], np.intp),
        [option.node for option in options],
        [option.tried for option in options],
    )
    situations = _situations(rollout.card)
    for row, option in zip(rows, options, strict=True):
        _describe(row, option, situations.get(option.line.source, ""))
    _fill_in_results(rows, boards, options, _side_by_side(*auctions))
    return rows


def _options(boards: BoardBatch, ends: list[Node], judge: Judge, rollout: TrialRollout) -> Iterator[PossibleTrial]:
    """The other calls that the network may make at the turns of the card."""
    opinion = opinions(rollout.card, rollout.their_card, boards, ends)
    dealers = [int(dealer) for dealer in boards.dealers]
    for step in steps(ends):
        node = step.node
        of_card = [deal for deal in step.deals.tolist() if dealers[deal] + node.turn & 1 in rollout.sides]
        if not of_card or len(_pattern(node).text) > LONGEST_TEXT:
            continue
        for line, deals in lines_of(Step(step.after, np.array(of_card, np.intp)), judge):
            for deal in deals.tolist():
                likely = opinion[deal, len(node.auction)]
                for index in np.flatnonzero(likely > LIKELY).tolist():
                    if CALLS[index] is not line.call:
                        chances = float(likely[line.call.index]), float(likely[index])
                        yield PossibleTrial(deal, node, line, CALLS[index], chances)


def _drawn(options: list[PossibleTrial], wanted: float, rng: np.random.Generator) -> tuple[list[PossibleTrial], Floats]:
    """About as many options as wanted, each as often as it is worth a try; and the chance each had."""
    weights = np.array([option.chances[1] for option in options])
    factor = wanted / max(float(weights.sum()), 1e-9)
    for _ in range(10):  # those that are certain leave more for the others
        factor *= wanted / max(float(np.minimum(1, weights * factor).sum()), 1e-9)
    chances = np.minimum(1, weights * factor)
    taken = np.flatnonzero(rng.random(len(options)) < chances)
    drawn = [options[place] for place in taken.tolist()]
    return drawn, chances[taken].astype(np.float32)


@lru_cache(maxsize=4)
def _situations(card: str) -> dict[str, str]:
    """By the source of a rule, its situation; where it has several, the first."""
    situations = reversed(System.load(card).situations)
    return {rule.source: situation.key for situation in situations for rule in situation.rules}


def _describe(row: np.void, option: PossibleTrial, situation: str) -> None:
    place = _place(option.node, option.line, option.tried, situation)
    for name, word in zip(Place._fields, place, strict=True):
        row[name] = word.encode()
    words = _rule_words(option.node, option.line, option.tried)
    for name, word in zip(("before", "after", "said", "asked"), words, strict=True):
        row[name] = word.encode()


def _fill_in_results(rows: Trials, boards: BoardBatch, drawn: list[PossibleTrial], auctions: Bytes) -> None:
    """Whose hands they are, the contracts, and the IMPs won."""
    places = np.array([option.board for option in drawn], np.intp)
    dealers, vulnerabilities = (np.array(each, np.uint8)[places] for each in (boards.dealers, boards.vulnerabilities))
    seats = dealers + np.array([option.node.turn for option in drawn], np.intp) & 3
    tried, which = np.unique(places, return_inverse=True)
    chances = four_hands_fast().probabilities(boards.deals[tried])[which][:, np.newaxis]
    results = Results.of(auctions, dealers, vulnerabilities, seats, chances)
    rows["gain"] = results.gains
    rows["contracts"] = np.stack([part[:, :, 0] for part in (*results.contracts, results.contested)], axis=-1)
    rows["board"], rows["seat"] = boards.first + places, seats
    rows["hand"] = masks_of(boards.deals.holdings[places, seats])


def _side_by_side(usual: Bytes, instead: Bytes) -> Bytes:
    """The auctions with the card's calls and with those tried. Shapes: (trial, call) each to (trial, 2, 1, call)."""
    calls = np.full((len(usual), 2, 1, max(usual.shape[1], instead.shape[1])), NO_CALL, np.uint8)
    calls[:, 0, 0, : usual.shape[1]], calls[:, 1, 0, : instead.shape[1]] = usual, instead
    return calls


@lru_cache(maxsize=1024)
def _pattern(node: Node) -> AuctionPattern:
    return AuctionPattern.of(node)


@lru_cache(maxsize=4096)
def _place(node: Node, line: Line, tried: Call, situation: str) -> Place:
    """Where a trial belongs."""
    pattern = _pattern(node)
    rule = f"{line.rule} ({line.source})" if line.source else line.rule
    artificial = any(other.artificial for other in node.lines if other.call is tried)
    usual, other = pattern.calls((line.call, line.artificial), (tried, artificial))
    return Place(
        pattern.text,
        rule[:LONGEST_TEXT],
        usual,
        other,
        situation or kind_of_turn(node),
        kind_of_call(node, line.call),
        kind_of_call(node, tried),
    )


def _rule_words(node: Node, line: Line, tried: Call) -> tuple[str, str, str, str]:
    """Before which rule, or after which one, a rule for the call belongs; its forcing and tags; what its hands meet."""
    tags, forcing, _ = node.said(tried)
    words = [f"forcing: {forcing}"] * (forcing != "no") + ["artificial: true"] * ("artificial" in tags)
    own = sorted(tag for tag in tags - {"natural", "artificial"} if tag.isalpha())
    said = ", ".join(words + [f"tags: [{', '.join(own)}]"] * bool(own))
    if line.source:
        calls = (line.call, line.artificial), (tried, "artificial" in tags)
        return line.rule, "", said, _pattern(node).hand_text(line.hand_text, *calls)
    return "", node.rule_lines[-1].rule if node.rule_lines else "", said, ""
