"""Questions and answers as JSON: what is written can be read, schemas describe it, errors name the field."""

import json
import math
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick import BridgeError, ParseError, Seat, Suit, Vulnerability
from overtrick.ask import QUESTIONS
from overtrick.ask.bid import BidQuestion
from overtrick.ask.dd import DDQuestion
from overtrick.ask.posterior import PosteriorQuestion
from overtrick.ask.wire import Text, Whole, from_json, schema, to_json
from overtrick.ask.wire.limits import Number
from strategies import auctions, deals

HAND = "AKJT985.6.A76.84"
DEAL = "N:63.8.KJT932.AK63 Q2.AJT92.Q854.JT AKJT985.6.A76.84 74.KQ7543..Q9752"
CARD = "system: Mine\nsituations:\n- when: opening\n  rules:\n  - {call: 1N, hand: 12-14 hcp, text: our weak notrump}\n"
POSITION = {"hand": HAND, "auction": "1D 1H 1S 4H P P", "vul": "NS"}
ASKED: dict[str, dict[str, Any]] = {
    "parse": {"text": DEAL},
    "convert": {"text": DEAL, "to": "lin"},
    "annotate": {"text": f'[Deal "{DEAL}"]\n[Dealer "N"]\n[Auction "N"]\n1D 1H Pass Pass Pass\n'},
    "deal": {"count": 1, "seed": 1, "see": "S"},
    "dd": {"deal": DEAL},
    "cards": {"deal": DEAL, "contract": "4SS", "played": ["HK", "H8"]},
    "tricks": {"deal": DEAL, "probabilities": True},
    "eval": {"hand": HAND, "partner": "63.8.KJT932.AK63"},
    "chance": {"north": "63.8.KJT932.AK63", "south": HAND},
    "contract": {"north": "63.8.KJT932.AK63", "south": HAND, "against": "4H"},
    "review": {"text": f'[Deal "{DEAL}"]\n[Dealer "N"]\n[Auction "N"]\n1D 1H Pass Pass Pass\n', "layouts": 20},
    "played": {"text": f'[Deal "{DEAL}"]\n[Dealer "N"]\n[Auction "N"]\n1D 1H Pass Pass Pass\n'},
    "explain": {"auction": "1N P 2C P", "available": True},
    "bid": POSITION | {"passed_over": True},
    "policy": POSITION,
    "posterior": POSITION | {"layouts": 20, "with": ["partner:SQ"]},
    "advise": POSITION | {"layouts": 20, "made": "4S"},
    "lead": {"hand": "QJT73.A42.863.95", "auction": "1N P 3N P P P", "layouts": 10},
    "match": {"count": 2},
    "play": {"seed": 3, "strength": "card"},
    "check": {"text": CARD, "deals": 5},
    "systems": {},
    "system": {"name": "acol"},
    "tree": {"after": "1N P", "deals": 100},
}


@given(deals(), auctions(), st.sampled_from(Vulnerability))
@settings(max_examples=50, deadline=None)
def test_a_position_comes_back_as_it_was(deal: Any, auction: Any, vulnerability: Vulnerability) -> None:
    question = BidQuestion(hand=deal[Seat.NORTH], auction=auction, vulnerability=vulnerability, brief=True)
    body = json.loads(json.dumps(to_json(question)))
    assert from_json(BidQuestion, body) == question
    assert from_json(BidQuestion, body, public=True) == question


@given(deals(), st.sampled_from(Seat), st.sampled_from(Vulnerability))
@settings(max_examples=50, deadline=None)
def test_a_deal_comes_back_as_it_was(deal: Any, dealer: Seat, vulnerability: Vulnerability) -> None:
    question = DDQuestion(deal=deal, dealer=dealer, vulnerability=vulnerability)
    assert from_json(DDQuestion, json.loads(json.dumps(to_json(question)))) == question


@pytest.mark.parametrize("name", list(QUESTIONS))
def test_answers_are_as_their_schemas_say(name: str) -> None:
    kind = QUESTIONS[name]
    assert not list(misfits(ASKED[name], schema(kind.question)))
    question = kind.read(ASKED[name], public=True)
    assert kind.read(to_json(question)) == question
    answer = json.loads(json.dumps(to_json(kind.answer(question))))
    assert not list(misfits(answer, schema(kind.answer_type)))


TYPES: dict[str, Any] = {
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
    "array": list,
    "object": dict,
}


def misfits(value: Any, described: Any, path: str = "") -> Iterator[str]:
    """Where a value is not as a schema says, fields without a description included."""
    if "anyOf" in described:
        options = [list(misfits(value, option, path)) for option in described["anyOf"]]
        yield from min(options, key=len)
        return
    if not isinstance(value, TYPES[described["type"]]):
        yield f"{path}: {value!r} is no {described['type']}"
    elif "enum" in described and value not in described["enum"]:
        yield f"{path}: {value!r} is none of {described['enum']}"
    elif isinstance(value, list):
        if not described.get("minItems", 0) <= len(value) <= described.get("maxItems", len(value)):
            yield f"{path}: {len(value)} items"
        for number, item in enumerate(value):
            yield from misfits(item, described["items"], f"{path}[{number}]")
    elif isinstance(value, dict):
        known = described.get("properties", {})
        yield from (f"{path}.{name} is missing" for name in described.get("required", ()) if name not in value)
        for name, item in value.items():
            inner = known.get(name, described.get("additionalProperties"))
            if inner is not None:
                yield from misfits(item, inner, f"{path}.{name}")
            elif known:
                yield f"{path}.{name} is not described"


WRONG = [
    ("bid", {}, "hand", "expected a text in 'hand', got nothing"),
    ("bid", {"hand": 3}, "hand", "expected a text in 'hand', got 3"),
    ("bid", {"hand": "AK.Q.J.T"}, "hand", "expected a hand of 13 cards, got 5"),
    ("bid", {"hand": HAND, "dealer": None}, "dealer", "expected a text in 'dealer', got null"),
    ("bid", {"hand": HAND, "auction": "1N 1C"}, "auction", "higher than 1N"),
    ("bid", {"hand": HAND, "vul": "some"}, "vul", "vulnerability"),
    ("bid", {"hand": HAND, "brief": 1}, "brief", "expected true or false in 'brief', got 1"),
    ("advise", {"hand": HAND, "layouts": 5}, "layouts", "expected a whole number from 10 to 10000 in 'layouts', got 5"),
    ("advise", {"hand": HAND, "network": "mine"}, "network", "expected bidding or improved, got 'mine'"),
    ("posterior", {"hand": HAND, "with": "SQ"}, "with", "expected a list of texts in 'with', got \"SQ\""),
    ("dd", {"deal": "N:63.8.KJT932.AK63 - - -"}, "deal", "missing"),
    ("convert", {"text": DEAL, "to": "doc"}, "to", "expected pbn, lin, gib, json, bbo or deals in 'to', got \"doc\""),
    ("contract", {"north": HAND, "south": HAND, "their_chance": 2}, "their_chance", "expected a number from 0 to 1"),
    ("tree", {"after": "P P P P"}, "after", "over"),
    ("match", {"first": "x.yaml"}, "first", "expected a system"),
]


@pytest.mark.parametrize(("name", "body", "field", "words"), WRONG)
def test_mistakes_name_their_field(name: str, body: dict[str, Any], field: str, words: str) -> None:
    with pytest.raises(BridgeError) as mistake:
        QUESTIONS[name].read(body)
    assert mistake.value.where.source == field
    assert words in mistake.value.message


def test_strangers_have_narrower_limits() -> None:
    kind = QUESTIONS["posterior"]
    assert kind.read({"hand": HAND, "layouts": 5000}).layouts == 5000
    for body in ({"layouts": 5000}, {"system": "my.yaml"}, {"auction": "P " * 2000}, {"with": ["SQ"] * 40}):
        with pytest.raises(ParseError):
            kind.read({"hand": HAND} | body, public=True)


@pytest.mark.parametrize(
    ("limit", "allowed", "not_public", "refused"),
    [
        (Whole(2, 9), [2, 9], [], [1, 10, True, 3.0, "3", None]),
        (Whole(2, 9, public=5), [2, 5], [6, 9], [1, 10]),
        (Number(0, 1), [0, 1, 0.5], [], [-0.1, 1.1, math.nan, math.inf, True, "0"]),
        (Text(3), ["", "abc"], ["abcd"], []),
        (Text(3, least=2), ["ab"], ["a", "abcd"], []),
        (Text(3, items=2), [[], ["abc", ""]], [["a"] * 3, ["abcd"]], []),
        (Text(9, choices=("yes", "no")), ["no"], ["maybe", ["no", "maybe"]], []),
    ],
)
def test_limits_hold_at_both_ends(limit: Any, allowed: list[Any], not_public: list[Any], refused: list[Any]) -> None:
    def is_refused(value: object, public: bool) -> bool:
        try:
            limit.check("field", value, public)
        except ParseError:
            return True
        return False

    assert [is_refused(value, True) for value in (*allowed, *not_public, *refused)] == (
        [False] * len(allowed) + [True] * len(not_public) + [True] * len(refused)
    )
    assert [is_refused(value, False) for value in (*allowed, *not_public, *refused)] == (
        [False] * len(allowed) + [False] * len(not_public) + [True] * len(refused)
    )


def test_what_one_part_tells_another_is_not_for_strangers() -> None:
    body = {"hand": HAND, "policy": [0.5]}
    assert QUESTIONS["advise"].read(body).policy == (0.5,)
    assert QUESTIONS["advise"].read(body, public=True).policy is None
    assert "policy" not in schema(QUESTIONS["advise"].question)["properties"]


def test_the_service_fills_in_what_the_page_wants() -> None:
    assert QUESTIONS["bid"].read({"hand": HAND}, public=True).passed_over
    assert not QUESTIONS["bid"].read({"hand": HAND}).passed_over


def test_words_with_suits_come_in_pieces_too() -> None:
    answer = QUESTIONS["bid"].answer_json({"hand": "KQ84.A7.A762.T63", "auction": "1N P", "passed_over": True})
    parts = [part for part in answer["requires"] if "text_marked" in part]
    assert parts
    for part in parts:
        pieces = part["text_marked"]
        written = "".join(piece if isinstance(piece, str) else Suit.parse(piece["suit"]).symbol for piece in pieces)
        assert written == part["text"]


def test_limits_hold_for_questions_made_in_python() -> None:
    question = from_json(PosteriorQuestion, {"hand": HAND})
    with pytest.raises(ParseError, match="from 10 to 10000"):
        PosteriorQuestion(hand=question.hand, layouts=3)


@pytest.mark.parametrize(("field", "meant"), [("sytem", "system"), ("auctoin", "auction"), ("vulnerability", "vul")])
def test_a_misspelt_field_is_refused_and_a_strange_one_passed_over(field: str, meant: str) -> None:
    with pytest.raises(ParseError, match=f"expected '{meant}', got the field"):
        from_json(BidQuestion, {"hand": HAND, field: "x"})
    assert from_json(BidQuestion, {"hand": HAND, "id": 7, "colour": "x"}) == from_json(BidQuestion, {"hand": HAND})
    assert QUESTIONS["tricks"].read({"deal": DEAL, "dealer": "N", "vul": "None"})
