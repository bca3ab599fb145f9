"""IMPs and matchpoints (Law 78)."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick import IMP_STEPS, imps, matchpoints

LAW_78B = """
0-10 0, 20-40 1, 50-80 2, 90-120 3, 130-160 4, 170-210 5, 220-260 6, 270-310 7, 320-360 8, 370-420 9, 430-490 10,
500-590 11, 600-740 12, 750-890 13, 900-1090 14, 1100-1290 15, 1300-1490 16, 1500-1740 17, 1750-1990 18,
2000-2240 19, 2250-2490 20, 2500-2990 21, 3000-3490 22, 3500-3990 23, 4000-15200 24
"""
"""The scale as the Law prints it: from, to, IMPs."""

ROWS = [
    (int(low), int(high), int(won))
    for row in LAW_78B.replace("\n", " ").split(",")
    for span, won in [row.split()]
    for low, high in [span.split("-")]
]


@pytest.mark.parametrize(("low", "high", "won"), ROWS)
def test_imps_at_both_edges_of_every_step(low: int, high: int, won: int) -> None:
    assert imps(low) == imps(high) == won
    assert imps(-low) == imps(-high) == -won
    if low:
        assert imps(low - 1) == imps(low - 10) == won - 1


def test_the_scale_has_24_steps_without_a_gap() -> None:
    assert len(IMP_STEPS) == 24
    assert [won for _, _, won in ROWS] == list(range(25))
    assert all(row[1] + 10 == later[0] for row, later in pairwise(ROWS))


@pytest.mark.parametrize(
    ("scores", "points"),
    [
        ([], []),
        ([420], [0]),
        ([420, 450], [0, 1]),
        ([450, 420], [1, 0]),
        ([420, 420], [0.5, 0.5]),
        ([420, 450, 420, -50], [1.5, 3, 1.5, 0]),
        ([-50, -100, 110, 0], [1, 0, 3, 2]),
        ([620, 620, 620, 650, 170], [2, 2, 2, 4, 0]),
    ],
)
def test_matchpoints_are_one_for_each_table_beaten_and_a_half_for_a_tie(scores: list[int], points: list[float]) -> None:
    assert matchpoints(scores) == points


@given(st.lists(st.integers(-3, 3), max_size=12))
def test_every_pair_of_tables_shares_one_matchpoint(scores: list[int]) -> None:
    assert sum(matchpoints(scores)) == len(scores) * (len(scores) - 1) / 2
