"""Errors say what was expected, what came, and where."""

import copy
import pickle

import pytest

from overtrick import Auction, BridgeError, Hand, IllegalCall, IllegalPlay, InvalidDeal, ParseError, Where
from overtrick.core.errors import shown


@pytest.mark.parametrize(
    ("where", "text"),
    [
        (Where(), ""),
        (Where(column=5), "column 5"),
        (Where(line=3), "line 3"),
        (Where(line=3, column=5), "line 3, column 5"),
        (Where("a.pbn"), "a.pbn"),
        (Where("a.pbn", column=5), "a.pbn, column 5"),
        (Where("a.pbn", 3), "a.pbn:3"),
        (Where("a.pbn", 3, 5), "a.pbn:3:5"),
    ],
)
def test_a_place_reads_well_however_much_of_it_is_known(where: Where, text: str) -> None:
    assert str(where) == text
    assert str(BridgeError("no", where)) == (f"{text}: no" if text else "no")


@pytest.mark.parametrize(
    ("column", "shift", "seen"),
    [(None, None, None), (4, None, 4), (4, 0, 4), (4, 10, 14), (None, 0, 1), (None, 10, 11)],
)
def test_a_shift_moves_the_column_and_gives_one_to_an_error_without(
    column: int | None, shift: int | None, seen: int | None
) -> None:
    assert ParseError("no", column=column).at(shift=shift).where.column == seen


def test_an_error_keeps_the_innermost_file_and_line() -> None:
    error = ParseError("no", column=2, line=7, source="inner").at(source="outer", line=1)
    assert str(error) == "inner:7:2: no"
    assert str(ParseError("no", column=2).at(source="outer", line=1)) == "outer:1:2: no"


def test_seeing_an_error_from_elsewhere_leaves_the_original_alone() -> None:
    error = ParseError("no", column=2)
    moved = error.at(source="file", line=3, shift=5)
    assert str(error) == "column 2: no"
    assert str(moved) == "file:3:7: no"
    assert type(moved) is ParseError


@pytest.mark.parametrize(
    "error",
    [
        BridgeError("no", Where("a", 1, 2)),
        ParseError("no", column=3, line=2, source="b"),
        IllegalCall("no", 5),
        IllegalCall("no", 5).at(shift=3),
        IllegalPlay("no"),
        InvalidDeal("no").at(line=4),
    ],
)
def test_every_error_survives_the_way_back_from_a_worker_process(error: BridgeError) -> None:
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(twin) is type(error)
        assert str(twin) == str(error)
        assert twin.__dict__ == error.__dict__
        assert twin.args == error.args


def test_an_illegal_call_knows_how_many_calls_came_before_it() -> None:
    with pytest.raises(IllegalCall) as caught:
        Auction.parse("1N P 1S")
    assert caught.value.index == 2
    assert isinstance(caught.value, ParseError)


def test_a_message_quotes_only_the_beginning_of_a_long_text() -> None:
    assert shown("♠A") == "'♠A'"
    assert shown("x" * 80) == repr("x" * 80)
    assert shown("x" * 81) == repr("x" * 77 + "...")
    with pytest.raises(ParseError) as caught:
        Hand.parse("z" * 100_000)
    assert len(str(caught.value)) < 300
