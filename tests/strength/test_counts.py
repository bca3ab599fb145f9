"""Counts as files a person can edit."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from overtrick import BridgeError
from overtrick.strength.counts import Count, load_count, shipped_names


def test_every_shipped_count_reads_and_writes_the_same() -> None:
    assert {"overtrick", "overtrick-14", "overtrick-nt", "h-tl-nl", "h-l-wh"} <= set(shipped_names())
    for name in shipped_names():
        count = load_count(name)
        assert count.name == name
        assert Count.loads(count.dumps()) == count


def test_the_memorisable_counts_keep_to_halves_and_fourteen_numbers() -> None:
    for name, most in (("overtrick", 10), ("overtrick-14", 14)):
        count = load_count(name)
        numbers = [
            value
            for value, parameter in zip(count.parameters, count.formula.parameters, strict=True)
            if parameter.scales and value
        ]
        assert len(numbers) <= most
        assert all(2 * value == int(2 * value) for value in numbers)


def test_an_edited_copy_loads_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(load_count("h-tl-nl").dumps().replace('"king" = 2.5', '"king" = 3').replace("h-tl-nl", "mine"))
    assert load_count(str(path)).parameters[1] == 3


@given(st.text(st.characters(exclude_categories=["Cs"])))
@example('my "count"')
@example("back\\slash, tab\t, line\r\n, bell\a, delete\x7f, \x85, ♠, 𝔸")
def test_any_name_reads_and_writes_the_same(name: str) -> None:
    count = replace(load_count("h-tl-nl"), name=name, says=name)
    assert Count.loads(count.dumps()) == count


def test_a_name_that_is_no_text_still_writes_a_file_that_reads() -> None:
    assert Count.loads(replace(load_count("h-tl-nl"), name="\udcff").dumps()).name == "?"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("rubbish", "expected TOML"),
        ('name = "x"', "expected a text for 'formula'"),
        ('name = "x"\nformula = "H + Q"', "expected a formula such as"),
        ('name = "x"\nformula = "H"', r"expected a table \[numbers\]"),
        ('name = "x"\nformula = "H"\n[numbers]\nacce = 4', "such as ace"),
        ('name = "x"\nformula = "H"\n[numbers]\nace = 4', "expected a number for 'king'"),
        ('name = "x"\nformula = "H"\n[numbers]\nace = nan', "expected a number for 'ace'"),
    ],
)
def test_mistakes_are_named(text: str, says: str) -> None:
    with pytest.raises(BridgeError, match=says):
        Count.loads(text)


def test_an_unknown_name_lists_the_close_ones() -> None:
    with pytest.raises(BridgeError, match=r"overtrick.*got 'overtrik'"):
        load_count("overtrik")
