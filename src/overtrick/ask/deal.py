"""New deals: random ones, or those that meet a condition in the dealer language; whole, or as one player sees them."""

import secrets
from dataclasses import dataclass, replace
from typing import Annotated, Literal

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch
from overtrick.ask.position import Seed, SystemsQuestion
from overtrick.ask.wire import Text, Whole
from overtrick.core import Auction, Board, BridgeError, Deal, Hand, Record, Seat, Strain, Vulnerability
from overtrick.dealing import Script, generate
from overtrick.solver import solve_contracts

MOST_TRIES = 20_000_000
"""Deals tried for a condition."""
MOST_SECONDS = 10.0
"""Seconds spent on a condition: less than the question may take, so that the answer says why there is none."""


@dataclass(frozen=True, kw_only=True)
class DealQuestion(SystemsQuestion):
    """How many deals, and what they should be like; dealer and vulnerability go by number unless they are said.

    With `see` the boards have the hand of that seat alone, and the auction up to its first turn as the systems bid it
    (`system` is North-South's): a question for a player who should not know more. With the seed of the answer, the same
    with the `auction` up to and with that seat's call goes on to its next turn; the same without `see` has the whole
    deals.
    """

    count: Annotated[int, Whole(1, 200)] = 1
    seed: Seed | None = None
    condition: Annotated[str, Text(4000, example="hcp(south) >= 15 && balanced(south)")] = ""
    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None
    see: Seat | None = None
    auction: Annotated[str, Text(2000)] = ""
    """From each board's dealer on."""


@dataclass(frozen=True, kw_only=True)
class DealAnswer:
    """The boards, and how many deals were tried to find them."""

    boards: tuple[Record, ...]
    seed: int
    tries: int
    kind: Literal["exact"] = "exact"


def answer(question: DealQuestion) -> DealAnswer:
    """Deals; the same seed gives the same."""
    seed = secrets.randbits(32) if question.seed is None else question.seed
    try:
        script = Script.parse(question.condition)
        rng = np.random.default_rng(seed)
        dealt = generate(script, question.count, rng, tries=MOST_TRIES, solve=_solve, seconds=MOST_SECONDS)
    except BridgeError as error:
        raise error.at(source="condition") from None
    boards = [_board(number, deal, script, question) for number, deal in enumerate(dealt.deals, 1)]
    records = tuple(Record(board) if question.see is None else _seen(board, question.see, question) for board in boards)
    return DealAnswer(boards=records, seed=seed, tries=dealt.report.tried)


def _board(number: int, deal: Deal, script: Script, question: DealQuestion) -> Board:
    """A deal with dealer and vulnerability as the condition says, or else the question, or else its number."""
    board = script.board(number, deal)
    if script.dealer is None and question.dealer is not None:
        board = replace(board, dealer=question.dealer)
    if script.vulnerability is None and question.vulnerability is not None:
        board = replace(board, vulnerability=question.vulnerability)
    return board


def _seen(board: Board, seat: Seat, question: DealQuestion) -> Record:
    """What a player has seen before the first call, or the next one after `auction`, or at its end."""
    try:
        auction = Auction.parse(question.auction, board.dealer)
    except BridgeError as error:
        raise error.at(source="auction") from None
    node = question.table().node(auction, board.vulnerability)
    while auction.turn is not seat and not auction.is_over:
        call, _ = node.bid(board.deal[auction.turn])
        auction, node = auction.after(call), node.child(call)
    own = Deal.of([board.deal[seat], *[Hand()] * 3], seat)
    return Record(replace(board, deal=own), auction)


def _solve(deals: DealBatch, declarer: Seat, strain: Strain) -> NDArray[np.uint8]:
    return solve_contracts(deals, [declarer] * len(deals), [strain] * len(deals), threads=1)
