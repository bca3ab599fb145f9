"""Double-dummy tables: which number stands where."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick import BridgeError, DDTable, Seat, Strain

ROWS = [(8, 12, 4, 10, 7), (5, 0, 9, 3, 0), (8, 12, 4, 11, 6), (4, 1, 9, 2, 13)]
TABLE = DDTable.of(ROWS)


def test_a_table_is_indexed_by_declarer_then_strain() -> None:
    assert [[TABLE[seat, strain] for strain in Strain] for seat in Seat] == [list(row) for row in ROWS]
    assert TABLE[Seat.EAST, Strain.HEARTS] == 9
    assert TABLE[Seat.SOUTH, Strain.SPADES] == 11
    assert DDTable(tuple(ROWS)) == TABLE
    assert hash(TABLE) == hash(DDTable(tuple(ROWS)))


def test_the_json_form_names_declarer_and_strain() -> None:
    assert TABLE.as_dict()["N"] == {"C": 8, "D": 12, "H": 4, "S": 10, "N": 7}
    assert TABLE.as_dict()["W"] == {"C": 4, "D": 1, "H": 9, "S": 2, "N": 13}
    assert DDTable.from_dict(json.loads(json.dumps(TABLE.as_dict()))) == TABLE


@given(st.lists(st.lists(st.integers(0, 13), min_size=5, max_size=5), min_size=4, max_size=4))
def test_a_table_is_read_back_from_its_json_form_and_its_repr(rows: list[list[int]]) -> None:
    table = DDTable.of(rows)
    assert DDTable.from_dict(table.as_dict()) == table
    assert eval(repr(table)) == table


@pytest.mark.parametrize(
    "rows",
    [[], ROWS[:3], [*ROWS, ROWS[0]], [row[:4] for row in ROWS], [(14,) * 5] * 4, [(-1,) * 5] * 4],
)
def test_a_table_has_four_rows_of_five_possible_numbers(rows: list[tuple[int, ...]]) -> None:
    with pytest.raises(BridgeError, match="expected"):
        DDTable.of(rows)


@pytest.mark.parametrize("rubbish", [None, "7", 7.5, math.inf, math.nan, [], {}, 14, -1])
def test_json_that_is_no_table_is_refused(rubbish: object) -> None:
    rows: dict[str, dict[str, object]] = {**TABLE.as_dict()}  # type: ignore[dict-item]
    rows["E"] = {**rows["E"], "S": rubbish}
    with pytest.raises(BridgeError, match="expected"):
        DDTable.from_dict(rows)  # type: ignore[arg-type]
    with pytest.raises(BridgeError, match="expected"):
        DDTable.from_dict({**rows, "E": rubbish})  # type: ignore[dict-item]
    with pytest.raises(BridgeError, match="expected"):
        DDTable.from_dict(rubbish)  # type: ignore[arg-type]
