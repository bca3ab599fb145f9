"""The split, the studies and the command `tricks paper`; and that the paper's figures are copied right."""

import json
from pathlib import Path

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from overtrick import Board, BridgeError, DDTable, Record, Seat, Strain
from overtrick.arrays import DealBatch, random_deals
from overtrick.cli.research.papers import tricks_paper
from overtrick.formats import gib
from overtrick.papers.rendering import table_text
from overtrick.papers.tricks_2013.connections import ARCHITECTURES
from overtrick.papers.tricks_2013.encodings import target_of
from overtrick.papers.tricks_2013.learning import resilient_propagate
from overtrick.papers.tricks_2013.network import Activation, PaperNetwork
from overtrick.papers.tricks_2013.network_tables import tables_on_the_same_deals, tables_on_unseen_deals
from overtrick.papers.tricks_2013.published import PUBLISHED
from overtrick.papers.tricks_2013.samples import PaperQuestion, Sample, from_library, from_solver, is_for_testing
from overtrick.papers.tricks_2013.squared_error import squared_errors
from overtrick.papers.tricks_2013.studies import Algorithm, Study, StudyRecipe, StudyScore, in_groups, study, train_one
from overtrick.solver import solve_tables
from strategies import deal_from_seed

command = typer.Typer()
command.command()(tricks_paper)

QUICK = StudyRecipe(epochs=3, plain_epochs=2)


def run(*words: str) -> str:
    result = CliRunner().invoke(command, words, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """300 random deals with made-up tables."""
    rng = np.random.default_rng(4)
    found = zip(random_deals(300, rng), rng.integers(0, 14, (300, 4, 5)).tolist(), strict=True)
    path = tmp_path / "some.gib.gz"
    gib.dump([Record(Board(deal), table=DDTable.of(rows)) for deal, rows in found], path)
    return path


def sample(count: int, seed: int) -> Sample:
    rng = np.random.default_rng(seed)
    return Sample(random_deals(count, rng), rng.integers(5, 9, count).astype(np.uint8))


def test_a_deal_is_on_the_same_side_wherever_it_is_met() -> None:
    deals = random_deals(4000, np.random.default_rng(8))
    tested = is_for_testing(deals)
    assert is_for_testing(deals[::-1])[::-1].tolist() == tested.tolist()
    assert 900 < tested.sum() < 1100
    known = is_for_testing(DealBatch.stack(map(deal_from_seed, range(20))))
    assert np.flatnonzero(known).tolist() == [
        6,
        8,
        9,
        10,
        14,
        15,
        16,
        18,
    ]  # so that no later version moves deals across


def test_the_two_sides_share_no_deal_even_where_the_library_repeats_one(library: Path) -> None:
    records = gib.load(library)
    gib.dump([*records, *records[::-1]], library)
    train, test = from_library(library, PaperQuestion())
    assert (len(train) + len(test)) == 600
    assert not set(map(str, train.deals)) & set(map(str, test.deals))


@pytest.mark.parametrize("declarer", Seat)
def test_tricks_are_north_souths_in_the_strain_asked_for(library: Path, declarer: Seat) -> None:
    tables_of = {str(record.board.deal): record.table for record in gib.load(library)}
    train, test = from_library(library, PaperQuestion(declarer, Strain.HEARTS))
    for part in (train, test):
        for deal, tricks in zip(part.deals, part.tricks.tolist(), strict=True):
            table = tables_of[str(deal)]
            assert table is not None
            declarers = table[declarer, Strain.HEARTS]
            assert tricks == (declarers if declarer in (Seat.NORTH, Seat.SOUTH) else 13 - declarers)


def test_without_a_library_deals_are_solved() -> None:
    heard: list[int] = []
    train, test = from_solver(22, 5, PaperQuestion(Seat.WEST, Strain.SPADES), np.random.default_rng(1), heard.append)
    assert (len(train), len(test), heard) == (22, 5, [20, 2, 5])
    assert not is_for_testing(train.deals).any()
    assert is_for_testing(test.deals).all()
    exact = solve_tables(test.deals, [Strain.SPADES])[:, Seat.WEST, Strain.SPADES]
    assert test.tricks.tolist() == (13 - exact).tolist()


def test_scores_count_the_deals_within_a_trick_or_two() -> None:
    score = StudyScore.of(np.array([7, 7, 7, 0], np.uint8), np.array([7, 8, 5, 13], np.uint8))
    assert (score.deals, score.right, score.within_1, score.within_2, score.wrong) == (4, 1, 2, 3, 3)
    assert score.percent(score.right) == 25


@pytest.mark.parametrize("algorithm", Algorithm)
def test_the_seed_decides_everything(algorithm: Algorithm) -> None:
    train, test = sample(120, 1), sample(50, 2)
    architecture = ARCHITECTURES["52-25-1"]

    def scores(seed: int) -> tuple[StudyScore, StudyScore]:
        trained = train_one(architecture, algorithm, train, test, StudyRecipe(30, 10, seed=seed))
        return trained.seen, trained.fresh

    assert scores(1) == scores(1)
    assert scores(1) != scores(2)


def results() -> tuple[Study, str]:
    train, test = sample(208, 1), sample(50, 2)
    found = study(train, test, QUICK)
    return found, "\n".join(map(table_text, tables_on_the_same_deals(found, in_groups(train, test, QUICK))))


def test_the_tables_have_the_papers_figures_beside_ours() -> None:
    found, text = results()
    assert [each.network for each in found.plain] == list(PUBLISHED)
    first = next(line for line in text.splitlines() if line.startswith("52x4-25-1"))
    ours = [f"{score.percent(score.right):.2f}" for each in (found.plain[3], found.resilient[3])
            for score in (each.seen, each.fresh)]  # fmt: skip
    assert first.split() == ["52x4-25-1", ours[0], "71.15", ours[1], ours[2], "75.96", ours[3]]
    groups = [line.split() for line in text.split("Table 3:")[1].splitlines()[2:6]]
    printed = [" ".join([row[0], row[2], row[4]]) for row in groups]
    assert printed == ["26x4-25-1 26 15.38", "52-25-1 52 37.50", "104-25-1 104 55.76", "52x4-25-1 208 74.03"]
    assert "(52x4)-(26x4)-26-13-1" in text
    assert "±2 tricks" in "".join(map(table_text, tables_on_unseen_deals(found)))


def test_the_squared_error_is_that_of_the_outputs_before_and_after_every_epoch() -> None:
    """Recomputed for one network with weights that never move, and for the share of the way training goes."""
    train, test = sample(64, 1), sample(32, 2)
    network = PaperNetwork(ARCHITECTURES["52-25-1"].masks, Activation.TANH, np.random.default_rng(1))
    inputs, targets = ARCHITECTURES["52-25-1"].encoding(train.deals), target_of(train.tricks)
    answers = network.outputs(inputs).tolist()
    plain = sum((answer - target) ** 2 for answer, target in zip(answers, targets.tolist(), strict=True)) / 64
    curve = resilient_propagate(network, inputs, targets, epochs=5)
    assert curve[0] == pytest.approx(plain)
    assert curve[-1] == pytest.approx(float(((network.outputs(inputs) - targets) ** 2).mean()))
    assert len(curve) == 6
    found = study(train, test, StudyRecipe(epochs=8, plain_epochs=4, batch=16))
    table = squared_errors(found)
    assert [row.label for row in table.rows[:2]] == ["26x4-25-1, back-propagation", "26x4-25-1, resilient"]
    last = table.rows[-1].ours  # epochs 0, 1 and 8, then unseen deals
    assert last[:3] == tuple(found.resilient[3].curve[epoch] for epoch in (0, 1, 8))
    early = found.resilient[0].early
    assert early is not None
    alone = train_one(ARCHITECTURES["26x4-25-1"], Algorithm.RESILIENT, train, test, StudyRecipe(4, 4, batch=16))
    assert early == alone.fresh  # the same budget: as if training had stopped there


def test_too_few_deals_are_refused() -> None:
    with pytest.raises(BridgeError, match="at least 8 deals"):
        study(sample(7, 1), sample(5, 2), QUICK)
    with pytest.raises(BridgeError, match="at least one epoch"):
        StudyRecipe(0, 1)


def test_the_command_prints_both_studies_from_a_library(library: Path) -> None:
    words = ("--library", str(library), "--deals", "40", "--train", "80", "--test", "40")
    more = ("--epochs", "2", "--split-epochs", "3", "--strain", "S", "--activation", "logistic", "--seed", "3")
    text = run(*words, *more)
    assert "North-South's tricks in S by S" in text
    assert "40 deals, tested on the deals they were trained on" in text
    assert "80 deals to train on, 40 others to test on" in text
    answer = json.loads(run(*words, *more, "--json"))
    assert (answer["strain"], answer["seed"], answer["split"]["activation"]) == ("S", 3, "logistic")
    assert [row["seen"]["deals"] for row in answer["same_deals"]["groups"]] == [5, 10, 20, 40]
    assert answer["split"]["resilient"][3]["paper"]["resilient"] == 75.96
    assert answer["split"]["resilient"][3]["unseen"]["deals"] == 40


def test_the_command_solves_deals_where_there_is_no_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OVERTRICK_DATA", str(tmp_path))
    answer = json.loads(run("--deals", "8", "--train", "0", "--test", "4", "--epochs", "2", "--json"))
    assert answer["same_deals"]["train_deals"] == 8
    assert "split" not in answer


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--train", "1000"], "expected 1,000 deals to train on"),
        (["--test", "1000"], "expected 1,000 deals to test on"),
        (["--deals", "280"], "expected 280 deals to train on"),
        (["--declarer", "X"], "expected a seat"),
        (["--strain", "7"], "expected a strain"),
    ],
)
def test_what_cannot_be_done_is_refused(library: Path, words: list[str], says: str) -> None:
    with pytest.raises(BridgeError, match=says):
        run("--library", str(library), *words)


def test_a_damaged_line_costs_that_deal_alone(library: Path) -> None:
    plain = library.with_suffix("")
    plain.write_text(gib.dumps(gib.load(library)).replace(":", ";", 1))
    words = ("--library", str(plain), "--deals", "8", "--train", "0", "--test", "4", "--epochs", "1")
    result = CliRunner().invoke(command, words, catch_exceptions=False)
    assert result.exit_code == 2
    assert f"{plain}:1:" in result.stderr
    assert "Table 3:" in result.stdout


def test_the_binary_library_gives_the_same_deals(library: Path) -> None:
    binary = library.with_name("library.dat")
    gib.dump_binary(gib.load(library), binary)
    for of_text, of_bytes in zip(
        from_library(library, PaperQuestion()), from_library(binary, PaperQuestion()), strict=True
    ):
        assert list(map(str, of_text.deals)) == list(map(str, of_bytes.deals))
        assert of_text.tricks.tolist() == of_bytes.tricks.tolist()


def test_an_empty_library_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty.gib").write_text("\n")
    with pytest.raises(BridgeError, match="expected solved deals"):
        from_library(tmp_path / "empty.gib", PaperQuestion())
    assert len(DealBatch.stack([])) == 0


def test_the_papers_own_arithmetic() -> None:
    """What the documentation says of the tables: errors fit 26, 52, 104 and 208 deals; the rest does not fit them."""
    for printed in PUBLISHED.values():
        assert printed.testing_error == pytest.approx(100 * printed.wrong / printed.deals, abs=0.01)
    sums = [round(printed.testing_output + printed.testing_error, 2) for printed in PUBLISHED.values()]
    assert sums == [99.99, 102.88, 81.72, 96.14]
    percentages = [value for p in PUBLISHED.values() for value in
                   (p.back_propagation, p.resilient, p.training_error, p.testing_output, p.testing_error)]  # fmt: skip
    impossible = {value for value in percentages if not any(abs(value - k / 2.08) < 0.011 for k in range(209))}
    assert impossible == {45.86, 65.18, 80.86}
