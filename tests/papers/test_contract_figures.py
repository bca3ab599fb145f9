"""Figures 3 to 5 and Table V of the 2025 paper, as our 2/1 card reads the auctions."""

import pytest

pytest.importorskip("jax")
pytest.importorskip("sklearn")

from overtrick.papers.contract_2025 import contract_report
from overtrick.papers.contract_2025.encoding_figures import encoding_texts, table_v
from overtrick.papers.paper_report import PaperOptions


def test_the_bits_of_figures_3_and_4() -> None:
    texts = {title.split(":")[0]: text.splitlines() for title, text in encoding_texts()}
    head, lho, partner, rho, own = (line.split() for line in texts["Figure 3"][1:])
    assert head[2:] == [f"{bid}{kind}" for bid in ("1S", "2S", "2N") for kind in ("", "A", "P", "X")]
    assert (lho[2:6], partner[6:10], rho[6:10], own[10:]) == (
        ["1", "0", "0", "0"],
        ["1", "1", "0", "0"],
        ["0", "0", "1", "0"],
        ["1", "1", "0", "0"],
    )
    assert texts["Figure 3"][0].endswith("vulnerable own 1, vulnerable opponents 0, opened 0")
    doubled = [line.split()[6:] for line in texts["Figure 4"][2:]]
    assert doubled == [list("0001"), list("0001"), list("0010"), list("1000")]
    assert "612 - 1224 - 612 - 37" in texts["Figure 5"][1]


def test_table_v_has_the_bounds_of_an_opening_a_response_and_an_overcall() -> None:
    lho, partner, rho = (row.ours for row in table_v().rows)
    assert (lho[2], lho[8]) == (4, 5)  # 1♥: four hearts, and our card may have five points
    assert partner[0] == 5  # 1♠ over it
    assert rho[4] in (3, 4)  # opened 1♦


def test_only_what_needs_no_boards_needs_no_data() -> None:
    options = PaperOptions(only=("Table V", "fig 3"))
    options.check_only(contract_report.CONTENTS)
    report = contract_report.report(options).only_wanted()
    assert [table.name for table in report.tables] == ["Table V"]
    assert [title.split(":")[0] for title, _ in report.texts] == ["Figure 3"]
