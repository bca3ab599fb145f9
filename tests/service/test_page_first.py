"""The answers that the page ships for its first run are the engine's.

`python tests/service/test_page_first.py` writes them anew, after a change of a network or a card.
"""

import json
from pathlib import Path
from typing import Any

import pytest

import overtrick.service
from overtrick.ask import QUESTIONS
from overtrick.ask.wire import to_json
from overtrick.core import BridgeError

FIRST = Path(overtrick.service.__file__).parent / "web" / "first.json"
COMMAND = "python tests/service/test_page_first.py"

HANDS = {"N": "T7542.AK4.92.K32", "E": "K63.T7532.J75.86", "S": "AJ98.J8.Q6.AQJ97", "W": "Q.Q96.AKT843.T54"}
REST = "3S P 4S P P P"
TABLE = {"dealer": "S", "vul": "None", "auction": "1C 1D 1S P", "system": "sayc", "their_system": "sayc"}
DEAL = {"deal": f"N:{' '.join(HANDS.values())}", "dealer": "S", "vul": "None"}
"""Board 11 with South to call, as questions.js asks about it, and the calls that wait in state.js."""


def first_answers() -> dict[str, Any]:
    """What the page would hear if it asked the server."""
    advice: dict[str, Any] = {}
    asked = QUESTIONS["advise"].read({**TABLE, "hand": HANDS["S"], "made": "3S", "seed": 7, "layouts": 400})
    for answer in QUESTIONS["advise"].stages(asked):
        advice |= to_json(answer)
    return {
        "explain": answer_to("explain", TABLE),
        "advise": advice,
        "chance": answer_to("chance", {"north": HANDS["N"], "south": HANDS["S"], "vul": "None"}),
        "dd": answer_to("dd", DEAL),
    }


def answer_to(kind: str, body: dict[str, Any]) -> dict[str, Any]:
    """The answer as the service has it read."""
    return to_json(QUESTIONS[kind].answer(QUESTIONS[kind].read(body, public=True)))


def test_first_json_is_what_the_engine_answers() -> None:
    shipped = json.loads(FIRST.read_text(encoding="utf-8"))
    try:
        found = json.loads(json.dumps(first_answers()))
    except BridgeError as error:
        pytest.skip(f"no network to ask: {error}")
    for kind, answer in found.items():
        _require_same(shipped[kind], answer, kind)


def test_the_first_board_is_bid_by_the_cards_own_rules_to_par() -> None:
    """Each call is what the system bids with that hand, with a meaning of the card, and the contract is par's."""
    calls = f"{TABLE['auction']} {REST}".split()
    meanings = answer_to("explain", {**TABLE, "auction": " ".join(calls)})["calls"]
    for index, (call, seat) in enumerate(zip(calls, "SWNE" * 3, strict=False)):
        body = {**TABLE, "auction": " ".join(calls[:index]), "hand": HANDS[seat]}
        assert answer_to("bid", body)["call"] == call
        assert meanings[index]["kind"] in ("rule", "natural")
        assert call == "P" or meanings[index]["kind"] == "rule"
    assert answer_to("dd", DEAL)["par"] == {"score": 420, "contracts": ["4SN", "4SS"]}


def test_the_first_answers_agree_and_name_their_rule() -> None:
    advice = json.loads(FIRST.read_text(encoding="utf-8"))["advise"]
    assert advice["call"] == advice["system_call"] == advice["network_call"] == advice["simulation_call"]
    assert advice["support"]["word"] == "well known"
    assert advice["source"]
    assert all(need["ok"] for need in advice["requires"])


def _require_same(shipped: Any, found: Any, place: str) -> None:
    """Equal but for the last digits, which may differ from one processor to the next."""
    said = f"{place} differs; write the file anew with: {COMMAND}"
    if isinstance(found, dict):
        assert shipped.keys() == found.keys(), said
        for key, value in found.items():
            _require_same(shipped[key], value, f"{place}.{key}")
    elif isinstance(found, list):
        assert len(shipped) == len(found), said
        for number, (one, other) in enumerate(zip(shipped, found, strict=True)):
            _require_same(one, other, f"{place}[{number}]")
    elif isinstance(found, float):
        assert shipped == pytest.approx(found, rel=0.05, abs=0.02), said
    else:
        assert shipped == found, said


if __name__ == "__main__":
    FIRST.write_text(json.dumps(first_answers(), separators=(",", ":"), ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"wrote {FIRST}")
