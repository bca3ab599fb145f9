"""The 2023 paper's pipeline on a small set of pairs, and its θ, r and genetic algorithm recomputed by hand."""

from dataclasses import replace
from pathlib import Path
from statistics import mean

import numpy as np
import pytest

from overtrick import BridgeError, Hand, Suit
from overtrick.arrays import holdings_of, random_deals
from overtrick.papers.paper_report import Measured, PaperOptions, PaperReport
from overtrick.papers.strength_2023 import same_strength, strength_charts, strength_study
from overtrick.papers.strength_2023.exact_pairs import exact_pairs, save_labels
from overtrick.papers.strength_2023.published_strength import PARAMETERS_IX, TABLE_X
from overtrick.papers.strength_2023.strength_report import CONTENTS, report_on
from overtrick.papers.strength_2023.strength_study import figures, fits_needed
from overtrick.strength.counting import Hands
from overtrick.strength.fitting import FittedFormula
from overtrick.strength.formulas import Formula
from overtrick.strength.genetic import Genetics, evolve
from overtrick.strength.pairs import SolvedPairs, TrickSet
from overtrick.strength.prediction import Thresholds, whole_tricks
from strength.plain import h_tl_nl

TINY = Genetics(population=8, generations=2)


def made_up(count: int, seed: int = 5) -> SolvedPairs:
    """Pairs whose honours take tricks."""
    rng = np.random.default_rng(seed)
    holdings = random_deals(count, rng).holdings[:, [0, 2]]
    points = np.bitwise_count(holdings >> 9).sum(axis=(1, 2))
    tricks = (5 + points / 2 + rng.normal(0, 0.5, count)).astype(np.float32)
    return SolvedPairs(holdings, np.broadcast_to(tricks[:, None, None], (count, 2, 5)).copy(), layouts=1)


@pytest.fixture(autouse=True)
def few_layouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(same_strength, "LAYOUTS", 1)


def report(pairs: SolvedPairs, *only: str, tests: SolvedPairs | None = None) -> PaperReport:
    return report_on(pairs, PaperOptions(only=only), ("Made up.",), tests=tests, genetics=TINY).only_wanted()


def test_every_table_and_figure_comes_with_the_papers_parameters_and_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength_charts, "SETS", {"Fig 2a": 300, "Fig 2b": 500})
    monkeypatch.setattr(strength_study, "ITERATIONS", 3)
    monkeypatch.setattr(strength_charts, "MOMENTS", (1, 2))
    steps: list[int] = []

    class Watch:
        def __init__(self, title: str, total: int | None) -> None:
            self.total = total

        def __enter__(self) -> object:
            return steps.append

        def __exit__(self, *error: object) -> None:
            assert sum(steps) == self.total

    found = report_on(made_up(1300), PaperOptions(), (), genetics=TINY, watch=Watch)  # type: ignore[arg-type]
    tables = {table.heading: table for table in found.tables}
    shown = [table.name for table in found.tables] + [chart.title.split(":")[0] for chart in found.charts]
    assert set(CONTENTS) <= set(shown)
    assert len(steps) == fits_needed(PaperOptions()) == 374 + 25 + 3 * 24
    best = next(table for table in found.tables if table.name == "Table IX")
    for row in best.rows[:24]:
        assert row.ours[0] == row.paper[0] == PARAMETERS_IX[row.label]
    both = tables["Beyond the paper: counts that look at both hands"]
    assert [row.label.partition(":")[0] for row in both.rows] == ["one hand"] * 3 + ["two hands"] * 2
    numbers = tables["Table X: H + TL + NL at different resolutions: the numbers"]
    assert [row.label for row in numbers.rows][:2] == ["ace", "king"]
    assert numbers.rows[1].paper == (2.473, 2.5, 2.5, 2.5, 2)
    for row in numbers.rows:
        for ours, step in zip(row.ours[1:], (0.1, 0.25, 0.5, 1), strict=True):
            assert isinstance(ours, float)
            assert row.label == "trumps not counted" or ours / step == pytest.approx(round(ours / step))


def test_one_table_alone_has_the_figures_it_has_among_all_and_needs_fewer_fits() -> None:
    pairs = made_up(1500)
    (_, alone) = report(pairs, "X").tables
    assert alone in report(pairs, "X", "XI", "XII").tables
    assert fits_needed(PaperOptions(only=("X",))) < fits_needed(PaperOptions(only=("IX",)))


def test_few_pairs_cost_only_what_cannot_be_fitted() -> None:
    found = report(made_up(300))
    by_name = {table.heading: table for table in found.tables}
    nine = next(table for table in found.tables if table.name == "Table IX")
    assert len(nine.rows[0].ours) == 5  # H + TL + NL has few parameters
    assert "of the 374 have too many parameters" in nine.notes[-1]
    assert "Too few pairs" in by_name["Table XII: H + L_wh in notrump"].notes[0]
    assert "Needs 5,000 pairs" in next(table for table in found.tables if table.name == "Fig 2b").notes[0]


def test_other_pairs_can_be_the_test() -> None:
    tests = made_up(400, seed=9)
    found = report(made_up(1500), "XI", tests=tests)
    assert f"{len(tests.in_suits()):,} pairs in suits were not used for fitting" in found.basis[-2]


def test_the_suit_east_bid_is_worth_what_was_planted() -> None:
    pairs = made_up(1500)
    their = np.bitwise_count(pairs.holdings[:, :, 2]).sum(axis=1)
    worse = pairs.tricks - 0.5 * their[:, None, None]  # every card in hearts, their suit, costs half a trick
    bids = replace(pairs, tricks=worse + 4, theirs=np.full(len(pairs), 2, np.uint8))
    options = PaperOptions(only=("VII",))
    (table,) = report_on(pairs, options, (), bids=bids, genetics=Genetics(40, 40)).only_wanted().tables
    gains = {row.label: row.ours[4] for row in table.rows[1:]}
    assert [row.ours[0] for row in table.rows] == [10, 22, 13, 13, 12, 25]
    assert isinstance(gains["+ cD"], Measured)
    assert gains["+ cD"].value > 0.05 > gains["+ cD"].error > 0
    (without,) = report(pairs, "VII").tables
    assert [row.paper for row in without.rows] == [(12,), (3,), (3,), (2,)]
    assert "--east-bids" in without.notes[0]


def test_labels_ship_without_the_hands_they_belong_to(tmp_path: Path) -> None:
    deals, labels, other = tmp_path / "deals.jsonl", tmp_path / "labels.npz", tmp_path / "other.jsonl"
    for path, seed in ((deals, 1), (other, 2)):
        lines = [f'{{"board": 1, "deal": "{deal}"}}\n' for deal in random_deals(4, np.random.default_rng(seed))]
        path.write_text("".join(line + line for line in lines))  # every deal at two tables
    holdings = random_deals(4, np.random.default_rng(1)).holdings[:3, [0, 2]]
    tricks = np.array([[[7.25, 8, 9.5, 10.75, np.nan]] * 2] * 3, np.float32)
    save_labels(SolvedPairs(holdings, tricks, layouts=4), labels)
    pairs = exact_pairs(deals, labels.read_bytes())
    np.testing.assert_array_equal(pairs.holdings, holdings)
    np.testing.assert_array_equal(pairs.tricks, tricks)
    with pytest.raises(BridgeError, match="expected the Vugraph deals that the exact labels belong to"):
        exact_pairs(other, labels.read_bytes())


def test_theta_and_r_of_h_tl_nl_are_those_of_a_plain_reckoning() -> None:
    """Equation 3 and Definition 1, hand by hand, with the paper's numbers in halves."""
    rng = np.random.default_rng(3)
    deals = list(random_deals(120, rng))
    pairs = [(deal.hands[0], deal.hands[2]) for deal in deals]
    trumps = [max(Suit, key=lambda suit: (n.lengths[suit] + s.lengths[suit], suit)) for n, s in pairs]
    strength = [h_tl_nl(n, trump) + h_tl_nl(s, trump) for (n, s), trump in zip(pairs, trumps, strict=True)]
    tricks = [
        round(4 * (0.3 * value + noise)) / 4 for value, noise in zip(strength, rng.normal(0, 1, 120), strict=True)
    ]

    groups: dict[int, list[float]] = {}
    for value, won in zip(strength, tricks, strict=True):
        groups.setdefault(int(won // 1 + (won % 1 >= 0.5)), []).append(value)  # a half counts as one more
    least, most = min(groups), max(groups)
    theta = [(mean(groups[i]) + mean(groups[i + 1])) / 2 for i in range(least, most)]
    guesses = [least + sum(value >= border for border in theta) for value in strength]
    right = mean(guess == int(won // 1 + (won % 1 >= 0.5)) for guess, won in zip(guesses, tricks, strict=True))
    mean_s, mean_t = mean(strength), mean(tricks)
    products = [(s - mean_s) * (t - mean_t) for s, t in zip(strength, tricks, strict=True)]
    spread = sum((s - mean_s) ** 2 for s in strength) * sum((t - mean_t) ** 2 for t in tricks)

    holdings = np.stack([holdings_of(pair) for pair in pairs])
    data = TrickSet(Hands(holdings, np.array(trumps, np.uint8)), np.array(tricks))
    halves = FittedFormula(Formula.parse("H + TL + NL"), np.array(TABLE_X[3][1]), 0.0)
    thresholds = Thresholds.of(halves.strength(data), data.tricks)
    assert thresholds.least == least
    np.testing.assert_allclose(thresholds.borders, theta)
    assert figures(halves, data, data)[:2] == pytest.approx((sum(products) / spread**0.5, right))
    assert whole_tricks(np.array([6.5, 7.5, 8.49, 8.5])).tolist() == [7, 8, 8, 9]


def test_one_generation_is_bred_as_described() -> None:
    """Tournaments, blends, mutations and the elite, one child and one gene at a time."""
    genetics = Genetics(population=7, generations=1, elite=2, tournament=3)
    low, high = np.array([0.0, -1.0, 2.0]), np.array([5.0, 1.0, 3.0])
    seen: list[list[list[float]]] = []

    def fitness(people: np.ndarray) -> np.ndarray:
        seen.append(people.tolist())
        return np.array([-sum((gene - 1) ** 2 for gene in person) for person in people.tolist()])

    search = evolve(fitness, low, high, np.random.default_rng(11), genetics)
    draw = np.random.default_rng(11)
    people = draw.uniform(low, high, (7, 3)).tolist()
    fit = [-sum((gene - 1) ** 2 for gene in person) for person in people]
    entrants = draw.integers(0, 7, (2, 5, 3)).tolist()
    shares = draw.uniform(-0.3, 1.3, (5, 3)).tolist()
    changed, moves = draw.random((5, 3)).tolist(), draw.normal(0, 0.2, (5, 3)).tolist()
    children = []
    for child in range(5):
        mother, father = (people[max(parents[child], key=fit.__getitem__)] for parents in entrants)
        genes = []
        for gene in range(3):
            value = mother[gene] + shares[child][gene] * (father[gene] - mother[gene])
            mutated = changed[child][gene] < 0.15
            genes.append(value + mutated * moves[child][gene] * (high[gene] - low[gene]))
        children.append(genes)
    np.testing.assert_allclose(seen[0], people)
    np.testing.assert_allclose(seen[1], children)
    elite = sorted(people, key=lambda person: sum((gene - 1) ** 2 for gene in person))[:2]
    best = min((*elite, *children), key=lambda person: sum((gene - 1) ** 2 for gene in person))
    np.testing.assert_allclose(search.best, best)
    assert search.curve == (search.fitness,)


def test_hands_of_the_recommended_count_are_those_of_the_paper() -> None:
    assert h_tl_nl(Hand.parse("AKJ94.Q3.KT5.A72"), Suit.SPADES) == 4 + 2.5 + 0.5 + 1 + 2.5 + 4 + 1.5 * 4 + 0.5
