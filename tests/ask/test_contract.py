"""Answers for the best contract as other programs get them; the network itself is stood in for."""

import pytest

from overtrick import Auction, Board, Contract, Deal, Hand, ParseError, Record, Seat
from overtrick.ask import contract
from overtrick.ask.contract import ContractQuestion, CostAnswer
from overtrick.ask.wire import JsonObject, from_json, to_json
from overtrick.contract.cost import BiddingCost, PredictedContract
from overtrick.contract.features import NAMES, features
from overtrick.contract.outcomes import ImpsWon, MeanAndError
from overtrick.contract.positions import PositionBatch
from overtrick.contract.predictor import Prediction
from overtrick.core import Side

HAND = Hand.parse("AQT9.K4.KJ32.A32")


def stand_in(batch: PositionBatch, folder: object = None) -> Prediction:
    """Says game opposite an opening bid of partner's, else pass."""
    x = dict(zip(NAMES, features(batch)[0].tolist(), strict=True))
    best = "3N" if x["partner 1N bid"] else "Pass"
    return Prediction(((best, 0.7), ("4S", 0.3)), "stand-in")


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contract, "predict", stand_in)


def answered(auction: str, *, why: bool = False, seed: int = 0) -> JsonObject:
    question = ContractQuestion(hand=HAND, auction=Auction.parse(auction, Seat.EAST), why=why, seed=seed)
    return to_json(contract.answer(question))


def test_a_position_gets_its_ranked_contracts() -> None:
    answer = answered("1N P")
    assert answer["contract"] == "3N"
    assert answer["ranked"] == [{"contract": "3N", "p": 0.7}, {"contract": "4S", "p": 0.3}]
    assert (answer["by"], answer["model"], answer["meaning"]) == ("W", "stand-in", "known")
    assert "why" not in answer


def test_an_answer_says_when_a_call_has_no_meaning() -> None:
    assert answered("6N P")["meaning"] == "unknown"


def test_reasons_come_when_they_are_asked_for() -> None:
    answer = answered("1N P", why=True, seed=4)
    game, spades = answer["why"]
    assert (game["contract"], game["played"], game["fit"], game["points"]) == ("3N", "3NE", None, [32, 34])
    assert (spades["contract"], spades["played"], spades["fit"]) == ("4S", "4SW", [6, 9])
    assert game["chance"] > 0.9
    assert (answer["layouts"], answer["layouts_agree"], answer["seed"]) == (60, True, 4)
    assert answered("1N P", why=True, seed=4) == answer


def test_a_question_has_two_hands_or_one() -> None:
    with pytest.raises(ParseError, match="got neither"):
        from_json(ContractQuestion, {})
    with pytest.raises(ParseError, match="'south', got nothing"):
        from_json(ContractQuestion, {"north": str(HAND)})


def test_a_board_says_what_its_bidding_cost() -> None:
    board = Board.numbered(3, Deal.parse("N:A85.KQ6.A96.K763 J62.J53.K82.J952 KQ74.A974.75.T84 T93.T82.QJT43.AQ"))
    record = Record(board, Auction.parse("P 1D AP", Seat.SOUTH))
    lost = ImpsWon(MeanAndError(1.23456, 0.5), 3)
    reached, best = Contract.parse("1DW"), Contract.parse("1NXE")
    predicted = PredictedContract("Pass", 0.61234, None, ImpsWon(MeanAndError(-0.0001, 0.0), 0))
    lost_by = {Side.NORTH_SOUTH: 0.0, Side.EAST_WEST: 1.23456}
    cost = BiddingCost(record, Side.EAST_WEST, reached, best, lost, 1, lost_by, predicted)
    answer = to_json(CostAnswer(cost=cost, tricks="exact"))
    assert (answer["board"], answer["side"], answer["contract"], answer["best"]) == (3, "EW", "1DW", "1NXE")
    assert answer["imps_lost"] == {"expected": 1.235, "error": 0.5, "on_deal": 3}
    assert answer["predicted"]["contract"] == "Pass"
    assert str(answer["predicted"]["imps_won"]["expected"]) == "0.0"
    assert (answer["place"], answer["by"], answer["call"], answer["lost"]) == (1, "W", "1D", {"NS": 0.0, "EW": 1.235})
    assert answer["tricks"] == "exact"
