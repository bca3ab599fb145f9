"""Other calls tried at the turns of a card's auctions, on the very same deals, and what that won.

At a turn the card makes its call; a trial makes another sensible one there, and the auction goes on from it. One deal
says little, thousands of like turns say which rule costs what.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Floats, masks_of
from overtrick.arrays.auctions import NO_CALL, Bytes
from overtrick.arrays.scores import imps_of
from overtrick.core import Call
from overtrick.doctor.alternatives import PointsAndLengths, alternatives
from overtrick.doctor.auction_patterns import AuctionPattern
from overtrick.doctor.hand_features import FEATURES, Values, features_of
from overtrick.doctor.interest import Interest
from overtrick.doctor.places import Place
from overtrick.doctor.rollouts import Rollout, Start
from overtrick.doctor.turn_kinds import kind_of_call, kind_of_turn
from overtrick.hands.hand_batch import Judge
from overtrick.players.results import Results
from overtrick.systems.engine.boards import BoardBatch
from overtrick.systems.engine.book import Line
from overtrick.systems.engine.memo import uncollected
from overtrick.systems.engine.tree import Node
from overtrick.systems.tools.audit import Step, lines_of, steps
from overtrick.training.data.trials import doubled_where_they_fail
from overtrick.tricks.estimators import four_hands_fast

TRIALS = 4
"""Trials a board, on average."""
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
        ("features", "i1", len(FEATURES)),
        ("contracts", "i1", (2, 3)),
        ("seat", "u1"),
        ("weight", "f4"),
        ("gain", "f4"),
    ]
)
"""A trial on disk. `weight` is for how many turns it stands, `gain` the IMPs of the call tried against the card's.

`before` and `after` are the ids between which a rule for the call belongs, `said` is what it would say beside the hand.
`contracts` are those after the card's call and after the one tried: bid (-1 passed out), doubling, declarer.
"""

Trials = NDArray[np.void]


class _Option(NamedTuple):
    """A call that could be tried."""

    board: int
    node: Node
    line: Line
    tried: Call
    weight: float
    """How much it is worth a try before anything is known."""

    @property
    def row(self) -> int:
        """Of the hand."""
        return self.board * 4 + self.node.turn


def try_calls(rollout: Rollout, boards: BoardBatch, rng: np.random.Generator, interest: Interest) -> Trials:
    """Trials on some boards."""
    with uncollected():
        judge = Judge(boards.hands)
        ends = rollout.ends(boards, judge)
        options = _options(boards, ends, judge, rollout.sides)
        drawn, features, chances = _drawn(boards, options, rng, interest)
        starts = [Start(option.board, option.node.child(option.tried)) for option in drawn]
        instead = rollout.ends(boards, judge, starts) if drawn else []
    rows = np.zeros(len(drawn), TRIAL)
    rows["features"], rows["weight"] = features, 1 / chances
    for row, option in zip(rows, drawn, strict=True):
        place = _place(option.node, option.line, option.tried)
        for name, word in zip(Place._fields, place, strict=True):
            row[name] = word.encode()
        for name, word in zip(
            ("before", "after", "said"), _rule_words(option.node, option.line, option.tried), strict=True
        ):
            row[name] = word.encode()
    pairs = [(ends[option.board], end) for option, end in zip(drawn, instead, strict=True)]
    _fill_in_results(rows, boards, drawn, pairs)
    return rows


def _options(boards: BoardBatch, ends: list[Node], judge: Judge, sides: tuple[int, ...]) -> list[_Option]:
    """Every other sensible call at every turn of the sides that play the card."""
    hands, dealers = PointsAndLengths.of(boards.hands), [int(dealer) for dealer in boards.dealers]
    options = []
    for step in steps(ends):
        node = step.node
        if len(_pattern(node).text) > LONGEST_TEXT:
            continue
        of_card = [deal for deal in step.deals.tolist() if dealers[deal] + node.turn & 1 in sides]
        if not of_card:
            continue
        for line, deals in lines_of(Step(step.after, np.array(of_card, np.intp)), judge):
            for deal in deals.tolist():
                row = deal * 4 + node.turn
                others = alternatives(node, line.call, hands.hcp[row], hands.lengths[row])
                options += [_Option(deal, node, line, call, weight) for call, weight in others]
    return options


def _drawn(
    boards: BoardBatch, options: list[_Option], rng: np.random.Generator, interest: Interest
) -> tuple[list[_Option], Values, Floats]:
    """The options that are tried, with their features and the chance each had, by what they may bring."""
    rows = np.array([option.row for option in options], np.intp)
    features = features_of(
        boards.hands, rows, [option.node for option in options], [option.tried for option in options]
    )
    places = [_place(option.node, option.line, option.tried) for option in options]
    weights = np.array([option.weight for option in options]) * interest.of(places, features)
    chances = np.minimum(1, weights * (TRIALS * len(boards) / max(weights.sum(), 1e-9)))
    taken = np.flatnonzero(rng.random(len(options)) < chances)
    return [options[place] for place in taken.tolist()], features[taken], chances[taken].astype(np.float32)


def _fill_in_results(rows: Trials, boards: BoardBatch, drawn: list[_Option], pairs: list[tuple[Node, Node]]) -> None:
    """Whose hands they are, the contracts, and the IMPs won."""
    if not drawn:
        return
    places = np.array([option.board for option in drawn], np.intp)
    dealers, vulnerabilities = (np.array(each, np.uint8)[places] for each in (boards.dealers, boards.vulnerabilities))
    seats = dealers + np.array([option.node.turn for option in drawn], np.intp) & 3
    chances = four_hands_fast().probabilities(boards.deals)[places][:, np.newaxis]
    results = Results.of(_auctions(pairs), dealers, vulnerabilities, seats, chances)
    scores = results.scores(doubled_where_they_fail(results))
    rows["gain"] = imps_of(scores[:, 1, 0] - scores[:, 0, 0]).mean(axis=-1, dtype=np.float64)
    rows["contracts"] = np.stack([part[:, :, 0] for part in results.contracts], axis=-1)
    rows["board"], rows["seat"] = boards.first + places, seats
    rows["hand"] = masks_of(boards.deals.holdings[places, seats])


def _auctions(pairs: list[tuple[Node, Node]]) -> Bytes:
    """Shape: (trial, 2, 1, call)."""
    longest = max(len(end.auction) for pair in pairs for end in pair)
    calls = np.full((len(pairs), 2, 1, longest), NO_CALL, np.uint8)
    for row, pair in zip(calls, pairs, strict=True):
        for place, end in enumerate(pair):
            row[place, 0, : len(end.auction)] = [call.index for call in end.auction.calls]
    return calls


@lru_cache(maxsize=1024)
def _pattern(node: Node) -> AuctionPattern:
    return AuctionPattern.of(node)


@lru_cache(maxsize=4096)
def _place(node: Node, line: Line, tried: Call) -> Place:
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
        kind_of_turn(node) if not line.source else "by a rule",
        kind_of_call(node, line.call),
        kind_of_call(node, tried),
    )


def _rule_words(node: Node, line: Line, tried: Call) -> tuple[str, str, str]:
    """Before which rule, or after which one, a rule for the call belongs; its forcing and tags."""
    tags, forcing, _ = node.said(tried)
    words = [f"forcing: {forcing}"] * (forcing != "no") + ["artificial: true"] * ("artificial" in tags)
    own = sorted(tag for tag in tags - {"natural", "artificial"} if tag.isalpha())
    said = ", ".join(words + [f"tags: [{', '.join(own)}]"] * bool(own))
    if line.source:
        return line.rule, "", said
    return "", node.rule_lines[-1].rule if node.rule_lines else "", said
