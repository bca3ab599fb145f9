"""JSON as strangers send it."""

import pytest

from overtrick.ask import PATIENCE, QUESTIONS
from overtrick.ask.wire.bodies import json_object
from overtrick.core import BridgeError, ParseError

REFUSED = {
    "brackets": (b"[" * 1_200_000, "levels of lists and objects"),
    "objects in objects": (b'{"a":' * 100_000, "levels of lists and objects"),
    "lists in a field": (b'{"hand": ' + b"[" * 50 + b"]" * 50 + b"}", "at most 40 levels"),
    "a number of 5,000 digits": (b'{"seed": ' + b"9" * 5_000 + b"}", "numbers of a reasonable length"),
    "NaN": (b'{"seed": NaN}', "expected a number, got NaN"),
    "Infinity": (b'{"seed": -Infinity}', "expected a number, got -Infinity"),
    "a number past all": (b'{"seed": 1e999}', "expected a number, got 1e999, which is too large"),
    "half a character": (b'{"hand": "\\ud800"}', "whole characters"),
    "half a name": (b'{"\\udfff": 1}', "whole characters"),
    "bytes of no text": (b'{"hand": "\xff"}', "UTF-8"),
    "UTF-16": ('{"hand": ""}'.encode("utf-16"), "UTF-8"),
    "a NUL byte": (b'{"hand": "\0"}', "Invalid control character"),
    "a field twice": (b'{"hand": "a", "hand": "b"}', 'every field once, got "hand" twice'),
    "a field twice inside": (b'{"a": [{"b": 1, "b": 1}]}', 'every field once, got "b" twice'),
    "a list": (b"[1]", "expected a JSON object"),
    "nothing": (b"", "expected a JSON object"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_question_is_refused_with_words(name: str) -> None:
    raw, words = REFUSED[name]
    with pytest.raises(ParseError, match=words.replace("(", ".")) as caught:
        json_object(raw, "body")
    assert caught.value.where.source == "body"


def test_what_is_one_comes_through() -> None:
    raw = b'{"id": "\\ud83d\\ude00", "share": 0.5, "count": -3, "list": [[1], {"a": null}]}'
    assert json_object(raw) == {"id": "😀", "share": 0.5, "count": -3, "list": [[1], {"a": None}]}


@pytest.mark.parametrize("seed", [-1, 2**32, 10**400, 0.5, "1", True, [1], {"a": 1}], ids=lambda seed: str(seed)[:8])
@pytest.mark.parametrize("kind", ["deal", "posterior", "match", "tree", "advise"])
def test_seeds_are_whole_numbers_within_bounds(kind: str, seed: object) -> None:
    with pytest.raises(ParseError, match=r"expected a whole number from 0 to 4294967295 in .seed."):
        QUESTIONS[kind].read({"hand": "AKJT985.6.A76.84", "seed": seed}, public=True)


@pytest.mark.parametrize(
    ("kind", "field"),
    [("deal", "count"), ("match", "count"), ("posterior", "layouts"), ("advise", "layouts"), ("tree", "deals")],
)
def test_counts_are_bounded(kind: str, field: str) -> None:
    for count in (0, 10**6, 10**400, 1.5, "9"):
        with pytest.raises(ParseError, match=rf"expected a whole number from .* in .{field}."):
            QUESTIONS[kind].read({"hand": "AKJT985.6.A76.84", field: count}, public=True)


def test_a_slow_computer_may_take_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = QUESTIONS["advise"].seconds
    monkeypatch.setenv(PATIENCE, "4")
    assert QUESTIONS["advise"].seconds == 4 * usual
    monkeypatch.setenv(PATIENCE, "very")
    with pytest.raises(BridgeError, match="expected a number from 1 to 1000 in OVERTRICK_PATIENCE, got 'very'"):
        _ = QUESTIONS["advise"].seconds
