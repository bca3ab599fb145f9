"""Boards in and out: pasted texts read, converted and annotated, and new deals."""

import io
import re
import secrets
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch
from overtrick.ask.fields import error_dict, parse_field, table_of, text_field, whole_field
from overtrick.ask.system_questions import table_asked
from overtrick.core import Board, BridgeError, Deal, Hand, ParseError, Record, Seat, Strain, Vulnerability
from overtrick.dealing import Script, generate
from overtrick.formats import files, jsonl
from overtrick.solver import solve_contracts
from overtrick.systems.tools.annotate import annotated

MOST_BOARDS = 1000
"""Boards taken from one text."""
MOST_DEALS = 200
MOST_TRIES = 20_000_000
"""Deals tried for a condition; the time limit comes first for most."""
MOST_ERRORS = 50

_SUIT = r"[^\s.:|\[\]{}=<%]*"
_HANDS = re.compile(rf"\s*{_SUIT}(?:\.{_SUIT}){{3}}(?:\s+[^\s:|\[\]{{}}=<%]+){{0,3}}\s*")
"""One to four words of which the first has three dots, and nothing that another format would have."""


def answer_parse(asked: dict[str, Any]) -> dict[str, Any]:
    """The boards of a text in any format, a deal, or one to four hands; errors beside them where some were damaged."""
    records, errors = read(text_field(asked, "text"))
    return {"boards": [jsonl.to_dict(record) for record in records], "errors": errors, "kind": "exact"}


def answer_convert(asked: dict[str, Any]) -> dict[str, Any]:
    """The boards of a text in another format."""
    form = text_field(asked, "to", "pbn")
    records, errors = read(text_field(asked, "text"))
    return {"text": written(records, form), "format": form, "boards": len(records), "errors": errors, "kind": "exact"}


def answer_annotate(asked: dict[str, Any]) -> dict[str, Any]:
    """The boards of a text as PBN, with a note to every call; those without an auction are left as they are."""
    records, errors = read(text_field(asked, "text"))
    tree = table_asked(asked).tree
    noted = [record if record.auction is None else annotated(record, tree) for record in records]
    return {"text": written(noted, "pbn"), "format": "pbn", "boards": len(noted), "errors": errors, "kind": "rule"}


def read(text: str) -> tuple[list[Record], list[dict[str, Any]]]:
    """The records of a text, and what was wrong with others; the first error is raised when there is no record."""
    records: list[Record] = []
    errors: list[BridgeError] = []
    for outcome in [_hands(text)] if _HANDS.fullmatch(text) else files.parse_records(text):
        if isinstance(outcome, Record):
            records.append(outcome)
        else:
            errors.append(outcome)
        if len(records) > MOST_BOARDS:
            raise ParseError(f"expected at most {MOST_BOARDS:,} boards, got more", source="text")
    if not records:
        raise errors[0].at(source="text")
    return records, [error_dict(error) for error in errors[:MOST_ERRORS]]


def _hands(text: str) -> Record:
    """Hands without a seat: one is South's, four go round from North."""
    words = text.split()
    first = Seat.SOUTH if len(words) == 1 else Seat.NORTH
    lead = len(text) - len(text.lstrip())
    try:
        deal = Deal.parse(f"{first}:{text.strip()}{' -' * (4 - len(words))}")
    except BridgeError as error:
        raise error.at(source="text", line=1, shift=lead - 2) from None
    return Record(Board(deal))


def written(records: Iterable[Record], form: str) -> str:
    """Records in a format."""
    out = io.StringIO()
    files.write_records(records, out, form)
    return out.getvalue()


def answer_deal(asked: dict[str, Any]) -> dict[str, Any]:
    """Random deals, or deals that meet a condition in the dealer language; the same seed gives the same.

    With `see` only that seat's hand is told, and the auction up to its first turn, or from `auction` to its next.
    """
    count = whole_field(asked, "count", 1, 1, MOST_DEALS)
    seed = whole_field(asked, "seed", secrets.randbits(32))
    condition = text_field(asked, "condition", "")
    try:
        script = Script.parse(condition)
        dealt = generate(script, count, np.random.default_rng(seed), tries=MOST_TRIES, solve=_solve)
    except BridgeError as error:
        raise error.at(source="condition") from None
    boards = [_board(number, deal, script, asked) for number, deal in enumerate(dealt.deals, 1)]
    records = [_seen(board, asked) if asked.get("see") else Record(board) for board in boards]
    return {
        "boards": [jsonl.to_dict(record) for record in records],
        "seed": seed,
        "tries": dealt.report.tried,
        "kind": "exact",
    }


def _board(number: int, deal: Deal, script: Script, asked: dict[str, Any]) -> Board:
    """A deal with dealer and vulnerability as the condition says, or else the question, or else its number."""
    board = Board.numbered(number, deal)
    dealer, vulnerability = script.dealer, script.vulnerability
    if dealer is None:
        dealer = parse_field("dealer", text_field(asked, "dealer", str(board.dealer)), Seat.parse)
    if vulnerability is None:
        vulnerability = parse_field("vul", text_field(asked, "vul", str(board.vulnerability)), Vulnerability.parse)
    return Board(deal, dealer, vulnerability, number)


def _seen(board: Board, asked: dict[str, Any]) -> Record:
    """What the player in the seat `see` has seen before his first call, or his next one after `auction`, or its end."""
    seat = parse_field("see", text_field(asked, "see"), Seat.parse)
    auction, _ = table_of(asked | {"dealer": str(board.dealer)})
    node = table_asked(asked).node(auction, board.vulnerability)
    while auction.turn is not seat and not auction.is_over:
        call, _ = node.bid(board.deal[auction.turn])
        auction, node = auction.after(call), node.child(call)
    own = Deal.of([board.deal[seat], *[Hand()] * 3], seat)
    return Record(replace(board, deal=own), auction)


def _solve(deals: DealBatch, declarer: Seat, strain: Strain) -> NDArray[np.uint8]:
    return solve_contracts(deals, [declarer] * len(deals), [strain] * len(deals), threads=1)
