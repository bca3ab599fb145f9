"""Questions to the trick estimators as they come in JSON."""

from typing import Any

from overtrick.arrays import DealBatch, Floats
from overtrick.ask.fields import parse_field, text_field
from overtrick.core import BridgeError, Deal, Hand, Seat, Strain, Vulnerability
from overtrick.tricks.distributions import chances, expected_scores, expected_tricks
from overtrick.tricks.estimators import four_hands, two_hands


def answer_tricks(asked: dict[str, Any], backend: str = "numpy") -> dict[str, Any]:
    """The answer to a question for the tricks of a deal."""
    deal: Deal = parse_field("deal", text_field(asked, "deal"), Deal.parse)
    try:
        deal.require_complete()
    except BridgeError as error:
        raise error.at(source="deal") from None
    found = four_hands(backend).probabilities(DealBatch.stack([deal]))[0]
    return tricks_dict(deal, found, bool(asked.get("probabilities")), backend)


def _by_place(values: Any) -> dict[str, dict[str, Any]]:
    """Values of shape (declarer, strain) under the letters of the protocol."""
    return {str(seat): {str(strain): values[seat][strain] for strain in Strain} for seat in Seat}


def tricks_dict(deal: Deal, found: Floats, probabilities: bool, backend: str = "numpy") -> dict[str, Any]:
    """A deal with its most likely and expected tricks; found has the shape (declarer, strain, tricks)."""
    answer: dict[str, Any] = {
        "deal": str(deal),
        "tricks": _by_place(found.argmax(axis=-1).tolist()),
        "expected": _by_place([[round(value, 3) for value in row] for row in expected_tricks(found).tolist()]),
    }
    if probabilities:
        answer["probabilities"] = _by_place(
            [[[round(p, 5) for p in places] for places in row] for row in found.tolist()]
        )
    return answer | {"kind": "learned", "model": four_hands(backend).model}


def answer_chance(asked: dict[str, Any]) -> dict[str, Any]:
    """The answer to a question for the chances of two hands."""
    north, south = (parse_field(name, text_field(asked, name), Hand.parse) for name in ("north", "south"))
    vulnerability = parse_field("vul", text_field(asked, "vul", "None"), Vulnerability.parse)
    found = two_hands().of_hands(north, south)
    scores = expected_scores(found, vulnerable=vulnerability.includes(Seat.NORTH))
    pairs = [(str(seat), place) for place, seat in enumerate((Seat.NORTH, Seat.SOUTH))]

    def rounded(values: Any, digits: int) -> dict[str, Any]:
        return {
            seat: {str(strain): _round(values[place][strain].tolist(), digits) for strain in Strain}
            for seat, place in pairs
        }

    return {
        "north": str(north),
        "south": str(south),
        "vul": str(vulnerability),
        "chances": rounded(chances(found), 4),
        "expected_tricks": rounded(expected_tricks(found), 3),
        "expected_scores": rounded(scores, 1),
        "kind": "learned",
        "model": two_hands().model,
    }


def _round(value: Any, digits: int) -> Any:
    return [round(each, digits) for each in value] if isinstance(value, list) else round(value, digits)
