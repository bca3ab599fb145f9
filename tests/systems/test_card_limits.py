"""Cards that ask for too much: for each limit one that goes past it and is refused, with its place."""

from pathlib import Path

import pytest

from overtrick import BridgeError, System
from overtrick.core import ParseError
from overtrick.systems.language import card_limits as limits
from overtrick.systems.language.system_file import Parameters
from overtrick.systems.system import SystemErrors


def card(hand: str = "any", *, when: str = "opening", rule: str = "", situation: str = "", head: str = "") -> str:
    """A card with one rule."""
    rules = f"  rules:\n  - {{call: 1N, hand: '{hand}'{rule}}}\n"
    return f"system: T\n{head}\nsituations:\n- when: '{when}'\n{situation}{rules}"


def rules(count: int, whens: int = 1, more: str = "") -> str:
    """A card with many rules after many patterns."""
    when = f"[{','.join(['1C'] * whens)}]"
    return f"system: T\nsituations:\n- when: {when}\n  rules:\n" + f"  - {{call: 1N, hand: 5+ H{more}}}\n" * count


def definitions(count: int, text: str) -> str:
    return "define:\n" + "".join(f"  d{n}: {text.replace('NEXT', f'd{n + 1}')}\n" for n in range(count))


BOMB = "params:\n" + "".join(f"  p{n}: '{f'{{p{n + 1}}}' * 900}'\n" for n in range(5)) + f"  p5: {'x' * 900}\n"
MANY_WAYS = definitions(11, " or ".join(["(NEXT, not NEXT)"] * 50)) + "  d11: 5+ H\n"
LETTERS = " ".join("X" * 20)
NINES = "9" * 4_400
"""More digits than Python reads as a number."""

TOO_MUCH = {
    "MOST_CHARACTERS": ("system: T\n" + "#\n" * 600_000, "at most 1,000,000 characters", None),
    "LONGEST_TEXT": (card("5+ H or " * 1000 + "4+ S"), "at most 5,000 characters, got 8,004", 6),
    "DEEPEST_YAML": ("system: " + "[" * 100_000, "at most 40 levels of nesting", 1),
    "MOST_FILES": (card(head=f"use: [{','.join(['drury'] * 101)}]"), "at most 100 layers and blocks", None),
    "MOST_RULES": (rules(limits.MOST_RULES + 1), "at most 6,000 rules, got 6,001", None),
    "MOST_RULE_USES": (rules(1_000, whens=16), "counted for every pattern of its situation, got 16,000", None),
    "MOST_MOVED_RULES": (rules(501, more=", before: x"), "at most 500 rules with before: or after:, got 501", None),
    "MOST_RULE_LETTERS": (card("5+ X, 4+ Y, 3+ Z, 2+ W, 1+ M"), "at most 4 suit letters in a rule, got 5", 6),
    "MOST_LISTED": (card(rule=f", tags: [{','.join(['t'] * 101)}]"), "at most 100 words after tags:, got 101", 6),
    "DEEPEST_PARAMETER": (
        card("{p0} hcp", head="params: {p0: '{p0}{p0}'}"),
        "parameters that do not rest on themselves",
        6,
    ),
    "LONGEST_FILLED": (card("{p0}", head=BOMB), "parameters of at most 500 characters in one text", 13),
    "LONGEST_CONDITION": (card("5+ H or " * 300 + "4+ S"), "at most 2000 characters, got 2404", 6),
    "LONGEST_IF": (card(situation=f"  if: {' and '.join(['vul us'] * 50)}\n"), "at most 500 characters, got 545", 5),
    "MOST_BRACKETS": (card("(" * 900 + "5+ H" + ")" * 900), "at most 40 brackets inside one another", 6),
    "MOST_BRACKETS of if": (card(situation=f"  if: {'not ' * 100} vul us\n"), "at most 40 brackets", 5),
    "MOST_DEFINITIONS": (card("d1", head=definitions(31, "5+ H")), "at most 30 definitions, got 31", None),
    "DEEPEST_DEFINITION": (card("d1", head=definitions(20, "NEXT") + "  d20: any\n"), "at most 12 definitions", None),
    "MOST_ATOMS": (card("d0", head=MANY_WAYS), "at most 500 elementary conditions with definitions written out", None),
    "MOST_ATOMS of a rule": (card(", ".join(["stopper in two suits"] * 50)), "elementary conditions", 6),
    "LONGEST_PATTERN": (card(when="1N " * 31), "a pattern of at most 30 calls, got 31", 4),
    "MOST_GAPS": (card(when="... * " * 5), "'...' at most 4 times", 4),
    "MOST_CHOICES": (card(when="|".join(["[1-7]X"] * 41)), "at most 40 alternatives, got 41", 4),
    "MOST_TAG_LETTERS": (card(when=f"<{LETTERS}>"), "at most 3 suit letters in '<X X", 4),
    "suits of for:": (card("5+ X", rule=f", for: {{X: [{','.join(['S'] * 5)}]}}"), "at most 4 suits for X, got 5", 6),
    "suits of a group": (card("stopper in three of " + "S " * 900), "at most 4 suits", 6),
    "digits of a parameter": (card(f"{{{NINES} + 1}} hcp"), "expected a parameter, a number", 6),
    "digits of a range": (card("{top(a)} hcp", head=f"params: {{a: 1-{NINES}}}"), "expected a range such as 15-17", 6),
    "digits of if": (card(situation=f"  if: partner has {NINES[:400]}\n"), "expected a condition on the auction", 5),
    "digits of a condition": (card(f"0-{NINES[:100]} hcp"), "expected what the number counts", 6),
    "infinity": (card("1e999 hcp"), "expected what the number counts", 6),
    "aliases": ("system: T\na: &a [x, x]\nb: &b [*a, *a]\n", "anchors and aliases are not used here", 2),
    "one alias": ("system: *a\n", "anchors and aliases are not used here", 1),
    "NUL": ('system: "T\\0"\n', "without NUL characters", 1),
    "a raw NUL": ("system: T\0\n", "expected YAML: unacceptable character #x0000", None),
    "half a character": ("system: T\ntext: \ud800\n", "got half of a character", 2),
    "a key twice": ("system: T\nsystem: U\n", "system stands here twice", 2),
    "a list for a text": (card(rule=", announce: {a: b}"), "expected a text, got a mapping", 6),
    "a name that is a regular expression": (
        card(head="use: [{stayman: {'(a+)+$': '(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'}}]"),
        "has no parameter (a+)+$",
        2,
    ),
}


@pytest.mark.parametrize("name", TOO_MUCH)
def test_a_card_past_a_limit_is_refused_with_its_place(name: str) -> None:
    text, words, line = TOO_MUCH[name]
    with pytest.raises(SystemErrors) as caught:
        System.loads(text, "card")
    error = caught.value.errors[0]
    assert words in str(error)
    assert error.where.line == line


def test_every_limit_has_a_card_that_goes_past_it() -> None:
    names = {name for name in vars(limits) if name.isupper()}
    assert names - {"MOST_MISTAKES"} <= TOO_MUCH.keys()


def test_reading_stops_after_enough_mistakes() -> None:
    with pytest.raises(SystemErrors) as caught:
        System.loads(rules(5_000).replace("5+ H", "5+ Qxyz"))
    assert len(caught.value.errors) == limits.MOST_MISTAKES
    assert "100 mistakes or more" in str(caught.value.errors[-1])


def test_parameters_that_lead_to_one_another_many_ways_are_worked_out_once() -> None:
    ladder = {f"p{n}": f"{{p{n + 1}}}" * 60 for n in range(6)} | {"p6": ""}
    assert Parameters(ladder).filled("{p0}") == ""
    sums = {f"p{n}": f"{{{' + '.join([f'p{n + 1}'] * 5)}}}" for n in range(4)} | {"p4": "1"}
    assert Parameters(sums).filled("{p0}") == "625"


def test_rules_in_a_long_row_are_put_in_order_and_a_ring_is_named() -> None:
    row = [f"  - {{id: r{n}, call: 1N, hand: 5+ H, before: r{n + 1}}}\n" for n in range(499)]
    head = "system: T\nsituations:\n- when: opening\n  rules:\n"
    assert len(System.loads(head + "".join(row)).rules) == 499
    ring = "  - {id: b, call: 1N, hand: any, before: c}\n  - {id: c, call: 1N, hand: any, before: b}\n"
    with pytest.raises(SystemErrors, match=r"got a ring: [bc] before [bc] before [bc]"):
        System.loads(head + ring)


def test_a_layer_that_is_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "odd.yaml").write_bytes(b"system: \xff\n")
    with pytest.raises(ParseError, match="UTF-8"):
        System.loads(card(head="include: odd"), "card", tmp_path)


def test_the_shipped_cards_are_far_from_the_limits() -> None:
    for name in ("sayc", "2/1", "acol"):
        try:
            system = System.load(name)
        except BridgeError as error:
            pytest.fail(str(error))
        assert max(len(situation.when.tokens) for situation in system.situations if situation.when) < 10
        assert max(rule.hand.size for rule in system.rules) < limits.MOST_ATOMS / 5
