"""The command `paper`: four papers with tiny samples; the renderers; and what is said when data is missing."""

import json
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from overtrick import BridgeError
from overtrick.cli.research.papers import paper
from overtrick.papers.bidding_2022 import bidding_tables
from overtrick.papers.paper_report import (
    Column,
    Measured,
    Paper,
    PaperOptions,
    PaperReport,
    PaperRow,
    PaperTable,
    columns,
)
from overtrick.papers.rendering import report_html, report_text, table_text
from overtrick.papers.strength_2023 import same_strength, strength_report
from overtrick.papers.tricks_2013 import network_tables

command = typer.Typer()
command.command()(paper)

TABLE = PaperTable(
    "Table I",
    "a <small> table",
    (Column("right", ".1%"), *columns("IMPs", form="+.2f"), Column("ours alone", ",d")),
    (
        PaperRow("one", (0.5, Measured(0.1, 0.02)), (0.25, Measured(-0.1, 0.01), 1234), "other deals"),
        PaperRow("two", (0.75,), (None, 2.0)),
    ),
    ("A note.",),
)
REPORT = PaperReport(
    Paper(1900, "A & B", "Nobody", "Nowhere"),
    PaperOptions(quick=True),
    ("Made up.",),
    (TABLE,),
    texts=(("More", "<x>"),),
)


def run(*words: str) -> str:
    result = CliRunner().invoke(command, words, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_table_has_our_figures_beside_the_papers() -> None:
    lines = table_text(TABLE).splitlines()
    assert lines[0] == "Table I: a <small> table"
    assert lines[1].split() == ["right", "paper", "IMPs", "paper", "ours", "alone"]
    assert lines[2] == "one  25.0%  50.0%  -0.10 ± 0.01  +0.10 ± 0.02       1,234  other deals"
    assert lines[3].split() == ["two", "–", "75.0%", "+2.00", "–", "–"]
    assert lines[4] == "A note."


def test_the_page_is_whole_and_escapes_what_it_shows() -> None:
    page = report_html(REPORT)
    HTMLParser().feed(page)
    assert "A &amp; B" in page
    assert "a &lt;small&gt; table" in page
    assert "&lt;x&gt;" in page
    assert "<script" not in page
    assert "http" not in page
    assert "Made up." in report_text(REPORT)


@pytest.mark.parametrize(
    ("asked", "heading", "wanted"),
    [
        ("Table IX", "Table IX: formulas", True),
        ("ix", "Table IX: formulas", True),
        ("X", "Table IX: formulas", False),
        ("fig 2", "Fig 2a: convergence", True),
        ("Figure 2b", "Fig 2a: convergence", False),
        ("figure 10", "Table 2 and Figure 10: an example", True),
        ("Table 10", "Table 2 and Figure 10: an example", False),
    ],
)
def test_a_table_is_asked_for_by_its_name(asked: str, heading: str, wanted: bool) -> None:
    assert PaperOptions(only=(asked,)).wants(heading) is wanted
    assert PaperOptions().wants(heading)


def test_only_leaves_the_other_tables_out() -> None:
    assert replace(REPORT, options=PaperOptions(only=("table i",))).only_wanted().tables == (TABLE,)
    assert not replace(REPORT, options=PaperOptions(only=("table i",))).only_wanted().texts
    assert not replace(REPORT, options=PaperOptions(only=("table ii",))).only_wanted().tables


@pytest.mark.parametrize("year", ["2013", "2022", "2023"])
def test_a_table_the_paper_does_not_have_is_refused_before_any_work(year: str) -> None:
    with pytest.raises(BridgeError, match=r"expected --only with one of .*, got 'Table 99'"):
        run(year, "--quick", "--only", "Table 99")


@pytest.mark.parametrize("year", ["2013", "2022", "2023"])
def test_the_full_protocol_says_which_data_it_needs(year: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OVERTRICK_DATA", raising=False)
    with pytest.raises(BridgeError, match=r"expected --data FILE, or .* in the folder named by OVERTRICK_DATA"):
        run(year)


def test_2013_quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name, value in (("DEALS", 16), ("QUICK_SOLVED", 8), ("QUICK_TRAIN", 40), ("QUICK_TEST", 20)):
        monkeypatch.setattr(network_tables, name, value)
    monkeypatch.setattr(network_tables, "EPOCHS", 2)
    monkeypatch.setattr(network_tables, "QUICK_EPOCHS", 2)
    page = tmp_path / "report.html"
    report = json.loads(run("2013", "--quick", "--html", str(page), "--seed", "3", "--json"))
    assert (report["paper"], report["quick"], report["seed"]) == (2013, True, 3)
    assert "Quick: all deals dealt now with seed 3" in report["basis"][0]
    assert [table["table"] for table in report["tables"]] == [
        *["Table 1", "Table 2", "Table 3", ""],
        *["Table 1", "Table 1", "Table 2", "Table 3", "", "Fig 12a and Fig 12b"],
    ]
    assert report["tables"][0]["rows"][3]["paper"] == [71.15, None, 75.96, None]
    assert "75.96" in page.read_text(encoding="utf-8")
    assert page.read_text(encoding="utf-8").count("<svg") == 2


@pytest.mark.usefixtures("soon_compiled")
def test_2022_quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from overtrick.papers.bidding_2022 import ablation, comparison

    training = {"steps": 4, "piece": 32, "pieces": 1, "evaluate_every": 2, "save_every": 4, "held_out": 64}
    for module, name, value in (
        (bidding_tables, "QUICK_AUCTIONS", 60),
        (bidding_tables, "QUICK_TRAINING", training),
        (ablation, "FORMS", {"as printed": {}}),
        (comparison, "QUICK_SIZES", (60, 60, 60)),
        (comparison, "QUICK_UPDATES", 1),
        (comparison, "QUICK_TESTED", 20),
    ):
        monkeypatch.setattr(module, name, value)
    text = run("2022", "--quick", "--html", str(tmp_path / "page.html"))
    assert "Quick: 60 deals dealt now with seed 2022000001" in text
    for part in (*bidding_tables.CONTENTS, "Hidden hands"):
        assert part in text
    assert (tmp_path / "page.html").read_text(encoding="utf-8").count("<svg") == 5


def test_2022_only_what_was_asked_for_is_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bidding_tables, "QUICK_AUCTIONS", 20)
    monkeypatch.setattr(bidding_tables, "trained_parts", lambda *args: ([], []))
    text = run("2022", "--quick", "--only", "fig 7", "--only", "Table 4")
    assert "Figure 7b" in text
    assert "2026-11-16" in text
    assert "Figure 8" not in text


def test_2023_quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name, value in (("QUICK_PAIRS", 1500), ("QUICK_BIDS", 400), ("QUICK_LAYOUTS", 1), ("QUICK_GENERATIONS", 1)):
        monkeypatch.setattr(strength_report, name, value)
    monkeypatch.setattr(same_strength, "LAYOUTS", 1)
    page = tmp_path / "report.html"
    text = run("2023", "--quick", "--html", str(page))
    assert "Quick: 1,500 random pairs dealt now with seed 1, 1 layouts each" in text
    assert "Table XII: H + L_wh in notrump" in text
    assert "Table VII: what the suit that East bid adds" in text
    assert "Too few pairs" in text  # and the other tables are there all the same
    assert page.read_text(encoding="utf-8").count("<svg") == 3


def test_2025_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("jax")
    pytest.importorskip("sklearn")
    from overtrick.papers.contract_2025 import contract_report

    for name, value in (("QUICK_BOARDS", 100), ("QUICK_SOLVED", 3), ("QUICK_FOLDS", 2), ("QUICK_EPOCHS", 1.0)):
        monkeypatch.setattr(contract_report, name, value)
    text = run("2025", "--quick")
    assert "Quick: 100 boards dealt now with seed 2025000001" in text
    for part in ("Table V:", "Table IX:", "Table X:", "Section IV.B", "Figure 3", "as reached"):
        assert part in text
    assert "the network that ships" in text
    assert "0.872 ± 0.004" in text
