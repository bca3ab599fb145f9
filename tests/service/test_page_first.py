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

HANDS = {"N": "63.8.KJT932.AK63", "E": "Q2.AJT92.Q854.JT", "S": "AKJT985.6.A76.84", "W": "74.KQ7543..Q9752"}
TABLE = {"dealer": "N", "vul": "NS", "auction": "1D 1H 1S 4H P P", "system": "sayc", "their_system": "sayc"}
DEAL = {"deal": f"N:{' '.join(HANDS.values())}", "dealer": "N", "vul": "NS"}
"""Board 5, the deal of the 2022 paper, with South to call; as questions.js asks about it."""


def first_answers() -> dict[str, Any]:
    """What the page would hear if it asked the server."""
    advice: dict[str, Any] = {}
    asked = QUESTIONS["advise"].read({**TABLE, "hand": HANDS["S"], "seed": 7, "layouts": 400})
    for answer in QUESTIONS["advise"].stages(asked):
        advice |= to_json(answer)
    return {
        "explain": answer_to("explain", TABLE),
        "advise": advice,
        "chance": answer_to("chance", {"north": HANDS["N"], "south": HANDS["S"], "vul": "NS"}),
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
