"""JSON: one shape for a record, there and back, and errors that name the field."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick import BridgeError, ParseError, Record, Seat, Vulnerability
from overtrick.formats import jsonl
from written import damaged, records, tables

DEAL = "N:AQ6.AKJ5.J8.KJ74 KT932.82.AQT94.A 875.T93.763.Q532 J4.Q764.K52.T986"
WHOLE: dict[str, Any] = {
    "version": 1,
    "board": 7,
    "dealer": "S",
    "vul": "All",
    "deal": DEAL,
    "auction": "P P 1C 1S P P X P 2C P P P",
    "notes": {"2": {"text": "♣ 3+", "alerted": True}, "4": {"alerted": True}},
    "result": "2CN-1",
    "play": ["SK", "S5", "S4", "SA"],
    "players": {"N": "Ann", "W": "Søren"},
    "tricks": {seat: dict.fromkeys("CDHSN", 6) for seat in "NESW"},
    "tags": {"Event": "Club night"},
}
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["N", "1C", "S4", DEAL]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*"NESWC01"]), inner, max_size=3),
    max_leaves=6,
)


def test_the_whole_shape_is_read_and_written() -> None:
    assert jsonl.to_dict(jsonl.from_dict(WHOLE)) == WHOLE


def test_what_is_not_known_is_left_out() -> None:
    record = jsonl.from_dict({"deal": DEAL})
    assert jsonl.to_dict(record) == {"version": 1, "dealer": "N", "vul": "None", "deal": DEAL}


def test_dealer_and_vulnerability_follow_the_number() -> None:
    board = jsonl.from_dict({"deal": DEAL, "board": 7}).board
    assert (board.dealer, board.vulnerability) == (Seat.SOUTH, Vulnerability.BOTH)


def test_all_pass_and_other_fields_are_accepted() -> None:
    record = jsonl.from_dict({"id": 3, "deal": DEAL, "auction": "1N AP", "notes": {"0": "15-17"}})
    assert str(record.auction) == "1N P P P"
    assert record.notes[0].text == "15-17"


@settings(max_examples=50, deadline=None)
@given(st.lists(records(), max_size=3), st.none() | tables(), st.dictionaries(st.text(max_size=5), st.text(max_size=5)))
def test_records_survive_a_round_trip(some: list[Record], table: Any, tags: dict[str, str]) -> None:
    some = [replace(record, table=table, tags=tags) for record in some]
    text = jsonl.dumps(some)
    assert jsonl.loads(text) == some
    assert jsonl.loads(json.dumps([json.loads(line) for line in text.splitlines() if line])) == some


@pytest.mark.parametrize("indent", [None, 2])
def test_an_object_or_an_array_is_accepted(indent: int | None) -> None:
    record = jsonl.from_dict(WHOLE)
    assert jsonl.loads(json.dumps(WHOLE, indent=indent)) == [record]
    assert jsonl.loads(json.dumps([WHOLE, WHOLE], indent=indent)) == [record, record]
    assert jsonl.loads("\n[]") == []


@pytest.mark.parametrize(
    ("field", "value", "place", "message"),
    [
        ("version", 2, "version", "expected version 1, got 2"),
        ("version", "1", "version", "expected a whole number, got '1'"),
        ("board", True, "board", "expected a whole number"),
        ("board", 0, "board", "expected a board number from 1 on"),
        ("deal", None, "deal", "expected a text, got nothing"),
        ("deal", 5, "deal", "expected a text, got '5'"),
        ("deal", "N:AK", "deal", "expected four hands"),
        ("dealer", "X", "dealer", "expected a seat"),
        ("vul", [], "vul", "expected a text"),
        ("auction", "1C 1C", "auction", "expected a bid higher than 1C"),
        ("auction", ["1C"], "auction", "expected a text"),
        ("notes", {"12": {}}, "notes", "expected the index of a call"),
        ("notes", {"x": {}}, "notes", "expected the index of a call"),
        ("notes", {"0": {"text": 5}}, "notes.0.text", "expected a text"),
        ("notes", {"0": {"alerted": 1}}, "notes.0.alerted", "expected true or false"),
        ("result", "9NN=", "result", "expected a contract"),
        ("play", ["SA", "XX"], "play[1]", "expected a card"),
        ("play", ["SA", "SA"], "play[1]", "SA is played twice"),
        ("play", "SA", "play", "expected a list"),
        ("players", {"Q": "Ann"}, "players", "expected a seat"),
        ("players", {"N": 1}, "players.N", "expected a text"),
        ("tricks", {"N": {}}, "tricks.N.C", "expected a whole number, got nothing"),
        ("tricks", {seat: dict.fromkeys("CDHSN", 14) for seat in "NESW"}, "tricks", "0 to 13"),
        ("tags", {"a": None}, "tags.a", "expected a text, got nothing"),
    ],
)
def test_a_wrong_field_is_named(field: str, value: object, place: str, message: str) -> None:
    with pytest.raises(BridgeError) as caught:
        jsonl.from_dict(WHOLE | {field: value})
    assert caught.value.where.source == place
    assert message in caught.value.message


def test_a_bad_line_costs_itself_alone(tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    good = json.dumps(WHOLE)
    path.write_text(f'{good}\n\n{{"deal": 5}}\n{{"deal": \n{good}\n[]\n', encoding="utf-8")
    errors: list[BridgeError] = []
    assert len(jsonl.load(path, errors=errors)) == 2
    assert [str(error) for error in errors] == [
        f"{path}:3: deal: expected a text, got '5'",
        f"{path}:4:10: expected JSON, got '' (Expecting value)",
        f"{path}:6: expected an object, got '[]'",
    ]


@pytest.mark.parametrize("text", ["[" * 100_000, '{"board": ' + "9" * 5000 + "}", "{", "[1", "nonsense", '{"a": NaN}'])
def test_strange_json_is_refused(text: str) -> None:
    with pytest.raises(ParseError):
        jsonl.loads(text)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from([*WHOLE]), VALUES)
def test_wrong_types_give_bridge_errors(field: str, value: object) -> None:
    fields = {name: value for name, value in WHOLE.items() if name != "notes"} | {field: value}
    place: str | None = None
    try:
        record = jsonl.from_dict(fields)
        assert jsonl.from_dict(jsonl.to_dict(record)) == record
    except BridgeError as error:
        place = error.where.source
    assert place is None or place.startswith(field)


@settings(max_examples=100, deadline=None)
@given(st.text() | damaged(json.dumps(WHOLE)) | damaged(json.dumps([WHOLE], indent=1)))
def test_nothing_but_bridge_errors_comes_out(text: str) -> None:
    for outcome in jsonl.read(text.splitlines()):
        assert isinstance(outcome, Record | BridgeError)
