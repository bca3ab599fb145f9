"""Questions answered many at a time, where that is cheaper; an error stands for each that has no answer."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from overtrick.arrays import DealBatch
from overtrick.ask.bidding_questions import answer_policies
from overtrick.ask.dd import par_dict
from overtrick.ask.fields import parse_field, text_field
from overtrick.ask.models import backend
from overtrick.ask.tricks import tricks_dict
from overtrick.core import BridgeError, DDTable, Deal, Seat, Vulnerability
from overtrick.solver import solve_tables
from overtrick.tricks.estimators import four_hands

__all__ = ["answer_dds", "answer_policies", "answer_tricks"]

Asked = dict[str, Any]
Answer = dict[str, Any] | BridgeError
Read = TypeVar("Read")


def answer_tricks(asked: Sequence[Asked]) -> list[Answer]:
    """Estimated tricks: the network runs over all deals together."""

    def answers(deals: list[Deal], questions: list[Asked]) -> list[dict[str, Any]]:
        found = four_hands(backend()).probabilities(DealBatch.stack(deals))
        return [
            tricks_dict(deal, each, bool(question.get("probabilities")), backend())
            for deal, each, question in zip(deals, found, questions, strict=True)
        ]

    return _together(asked, _complete_deal, answers)


def answer_dds(asked: Sequence[Asked]) -> list[Answer]:
    """Exact tables, solved in one go, and par."""

    def answers(boards: list[tuple[Deal, Seat, Vulnerability]], questions: list[Asked]) -> list[dict[str, Any]]:
        tricks = solve_tables(DealBatch.stack(deal for deal, _, _ in boards), threads=1)
        return [_dd_dict(DDTable.of(each), *board[1:]) for board, each in zip(boards, tricks.tolist(), strict=True)]

    return _together(asked, _board, answers)


def _dd_dict(table: DDTable, dealer: Seat, vulnerability: Vulnerability) -> dict[str, Any]:
    return {"tricks": table.as_dict(), "par": par_dict(table.par(vulnerability, dealer)), "kind": "exact"}


def _complete_deal(asked: Asked) -> Deal:
    deal: Deal = parse_field("deal", text_field(asked, "deal"), Deal.parse)
    try:
        return deal.require_complete()
    except BridgeError as error:
        raise error.at(source="deal") from None


def _board(asked: Asked) -> tuple[Deal, Seat, Vulnerability]:
    deal = _complete_deal(asked)
    dealer = parse_field("dealer", text_field(asked, "dealer", "N"), Seat.parse)
    return deal, dealer, parse_field("vul", text_field(asked, "vul", "None"), Vulnerability.parse)


def _together(
    asked: Sequence[Asked],
    read: Callable[[Asked], Read],
    answers: Callable[[list[Read], list[Asked]], list[dict[str, Any]]],
) -> list[Answer]:
    """Read every question, answer those that can be read together, and put each answer in its place."""
    found: list[Answer | None] = [None] * len(asked)
    good: list[tuple[int, Read]] = []
    for place, each in enumerate(asked):
        try:
            good.append((place, read(each)))
        except BridgeError as error:
            found[place] = error
    if good:
        made = answers([what for _, what in good], [asked[place] for place, _ in good])
        for (place, _), answer in zip(good, made, strict=True):
            found[place] = answer
    return [each for each in found if each is not None]
