"""Deals to order: correct, uniform, repeatable, and honestly reported."""

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from dealing.plain import holds, value
from dealing.texts import expressions
from overtrick import BridgeError, Seat, Strain
from overtrick.arrays import DealBatch
from overtrick.dealing import Condition, Dealt, ImpossibleCondition, Script, generate
from overtrick.dealing.compiling import compiled
from overtrick.dealing.expression_reader import ExpressionReader
from overtrick.dealing.script import NOTHING
from overtrick.dealing.script_text import ScriptText
from overtrick.dealing.search import plan
from overtrick.dealing.views import DealView

Numbers = NDArray[np.int64]

STRONG_NOTRUMP = (
    "hcp(north)>=15 && hcp(north)<=17 && shape(north, any 4333 + any 4432 + any 5332)"
    " && hcp(south)>=8 && spades(south)==4"
)


def deal(text: str, count: int, seed: int = 1, *, smart: bool = True, tries: int | None = None) -> Dealt:
    return generate(Script.parse(text), count, np.random.default_rng(seed), smart=smart, tries=tries)


def values(dealt: Dealt, text: str) -> Numbers:
    expression = ExpressionReader(ScriptText(text)).expression()
    return compiled(expression)(DealView.of(dealt.deals)).astype(np.int64)


def chi_square(first: Numbers, second: Numbers) -> tuple[float, int]:
    """How far two samples of whole numbers differ, and the degrees of freedom; rare values are pooled."""
    kinds = np.unique(np.concatenate([first, second]))
    counts = np.array([[np.count_nonzero(sample == kind) for kind in kinds] for sample in (first, second)])
    rare = counts.sum(axis=0) < 20
    counts = np.column_stack([counts[:, ~rare], counts[:, rare].sum(axis=1)])
    counts = counts[:, counts.sum(axis=0) > 0]
    expected = counts.sum(axis=1, keepdims=True) * counts.sum(axis=0) / counts.sum()
    return float(((counts - expected) ** 2 / expected).sum()), counts.shape[1] - 1


def far(freedom: int) -> float:
    """What chi-square exceeds about once in a hundred thousand times (Wilson and Hilferty)."""
    return float(freedom * (1 - 2 / (9 * freedom) + 4.27 * (2 / (9 * freedom)) ** 0.5) ** 3) if freedom else 1e-9


CONDITIONS = [
    STRONG_NOTRUMP,
    "hcp(north) + hcp(south) >= 28 && spades(n) + spades(s) >= 8",
    "shape(west, any 5431) && hcp(west, hearts) >= 3 && hcp(east) > 9",
    "hcp(n) >= 13 && shape(n, any 4441) && shape(s, any 6xxx) && hcp(s) >= 10",
    "spades(n) > hearts(n) + 1 && losers(n) <= 6 && controls(n) >= 4 && hearts(s) > 3",
    "hascard(e, AS) && hascard(e, KS) && !hascard(e, QS) && aces(e) == 2 && hascard(w, QS)",
    "predeal north SAKQ, H2 south D2 predeal hearts(west) == 5 condition hcp(north) > 14 && clubs(south) > 3",
    "spades(n) >= 4 && spades(s) >= 4 && spades(e) >= 3 && spades(w) <= 1",
    "cccc(south) > 1500 && quality(south, spades) > 200",
    "balanced(n) || balanced(s) && hcp(n) + hcp(s) == 20 + rnd(3)",
]
LOOKS = [
    "hcp(north)", "hcp(east)", "hcp(south)", "hcp(west, spades)", "spades(north) * 14 + hearts(north)",
    "clubs(south) * 14 + diamonds(south)", "spades(east) * 14 + clubs(east)", "losers(west)", "controls(east)",
    "hascard(n, AS) + 2 * hascard(n, 2S) + 4 * hascard(s, KH) + 8 * hascard(e, 7D) + 16 * hascard(w, TC)",
]  # fmt: skip


@pytest.mark.parametrize("text", CONDITIONS)
def test_smart_predeal_deals_exactly_as_plain_rejection_does(text: str) -> None:
    count = 1000 if "4441" in text else 3000
    smart, plain = deal(text, count, 11), deal(text, count, 12, smart=False)
    smart.deals.require_complete()
    conjuncts = Script.parse(text).condition.conjuncts
    if "rnd" not in text:
        for one in smart.deals[:50]:
            assert all(holds(conjunct.expression, one) for conjunct in conjuncts)
    for look in LOOKS:
        distance, freedom = chi_square(values(smart, look), values(plain, look))
        assert distance < far(freedom), look
    assert smart.report.interval[0] <= plain.report.interval[1]
    assert plain.report.interval[0] <= smart.report.interval[1]


@settings(max_examples=25, deadline=None)
@given(expressions(), st.integers(0, 2**32))
def test_any_condition_holds_for_every_deal_found(text: str, seed: int) -> None:
    condition = Condition.parse(text)
    try:
        dealt = generate(condition, 20, np.random.default_rng(seed), tries=2000)
    except ImpossibleCondition:
        return
    dealt.deals.require_complete()
    assert all(holds(conjunct.expression, one) for one in dealt.deals for conjunct in condition.conjuncts)


@pytest.mark.parametrize("text", [STRONG_NOTRUMP, "hcp(n) + hcp(s) > 24 && rnd(3) == 1", "1"])
def test_the_seed_alone_decides_which_deals_come(text: str) -> None:
    script = Script.parse(text)
    alone = generate(script, 3000, np.random.default_rng(3))
    again = generate(script, 3000, np.random.default_rng(3))
    fewer = generate(script, 700, np.random.default_rng(3))
    with ThreadPoolExecutor(2) as executor:
        together = generate(script, 3000, np.random.default_rng(3), executor=executor)
    other = generate(script, 3000, np.random.default_rng(4))
    np.testing.assert_array_equal(alone.deals.holdings, again.deals.holdings)
    np.testing.assert_array_equal(alone.deals.holdings, together.deals.holdings)
    np.testing.assert_array_equal(alone.deals.holdings[:700], fewer.deals.holdings)
    assert alone.report.tried == together.report.tried
    assert not np.array_equal(alone.deals.holdings, other.deals.holdings)


def test_chunks_travel_to_other_processes() -> None:
    script = Script.parse(f"x = {STRONG_NOTRUMP} condition x")
    with ProcessPoolExecutor(1, get_context("spawn")) as executor:
        there = generate(script, 500, np.random.default_rng(3), executor=executor)
    here = generate(script, 500, np.random.default_rng(3))
    np.testing.assert_array_equal(there.deals.holdings, here.deals.holdings)


def test_rare_hands_come_fast() -> None:
    yarborough_opposite_everything = deal("hcp(north) + hcp(south) >= 37 && hcp(north) <= 10 && balanced(south)", 200)
    assert yarborough_opposite_everything.report.tried < 100_000
    slams = deal("shape(n, any 4441) && hcp(n) >= 20 && shape(s, any 4441) && hcp(s) >= 20", 5)
    assert slams.report.acceptance < 1e-9
    assert all(one[Seat.NORTH].hcp == one[Seat.SOUTH].hcp == 20 for one in slams.deals)


def test_the_share_searched_is_exact() -> None:
    one_hand = plan(Condition.parse("hcp(west) == 37"), NOTHING, [0.0])
    assert one_hand.searched == pytest.approx(4 / 635013559600, rel=1e-12)  # AKQJ AKQ AKQ AKQ, four ways
    nine_spades = plan(Condition.parse("spades(west) == 9"), NOTHING, [0.0])
    assert nine_spades.searched == pytest.approx(715 * 82251 / 635013559600, rel=1e-12)  # C(13,9) · C(39,4)
    all_points = plan(Condition.parse("hcp(n) + hcp(s) == 40"), NOTHING, [0.0])
    assert all_points.searched == pytest.approx(254186856 / 495918532948104, rel=1e-12)  # C(36,10) of C(52,26)


def test_predealt_cards_stay_where_they_are() -> None:
    dealt = deal("predeal north SAKQ, H2 south D32 predeal clubs(west) == 6 condition hcp(north) >= 20", 300)
    for one in dealt.deals:
        assert str(one[Seat.NORTH]).startswith("AKQ")
        assert one[Seat.SOUTH].mask & 0b11 << 13 == 0b11 << 13
        assert len(str(one[Seat.WEST]).split(".")[3]) == 6
        assert one[Seat.NORTH].hcp >= 20


def test_a_deal_known_to_the_last_card() -> None:
    whole = "predeal north SAKQJT98765432 east HAKQJT98765432 south DAKQJT98765432 west CAKQJT98765432 condition "
    assert len(deal(whole + "hcp(north) == 10", 3).deals) == 3
    with pytest.raises(ImpossibleCondition, match=r"hcp\(north\) == 11 holds for no deal with the predealt cards"):
        deal(whole + "hcp(north) == 11", 3)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("hcp(north) >= 41", "hcp(north) >= 41 never holds"),
        ("0", "0 never holds"),
        ("spades(n) >= 8 && spades(s) >= 6", "given what the other hands need"),
        ("hcp(n) == 36 && spades(n) == 1 && shape(n, 4333)", "no cards for north satisfy"),
        ("hcp(n) + hcp(s) == 38 && hcp(w) > 2", "no deal found in"),
        ("shape(east, any 0xxx) && losers(east) == 12", "losers(east) == 12"),
        ("hascard(n, AS) && hascard(s, AS)", "no deal found in"),
        ("quality(n, spades) + cccc(n) > 4000 && hcp(s) > 9", "this never held: quality(n, spades) + cccc(n) > 4000"),
    ],
)
def test_impossible_conditions_are_named(text: str, says: str) -> None:
    with pytest.raises(ImpossibleCondition) as caught:
        deal(text, 5, tries=20_000)
    assert says in str(caught.value)


def test_running_out_of_tries_returns_what_was_found() -> None:
    dealt = deal("generate 1000 produce 900 condition hcp(n) > 12 && hcp(s) + hcp(e) > 15", 900)
    assert 0 < len(dealt.deals) < 900
    assert not dealt.report.is_complete
    assert dealt.report.tried == 1000


def test_the_report_tells_how_each_condition_fares() -> None:
    report = deal(STRONG_NOTRUMP, 2000).report
    shares = {row.text: row.passes for row in report.conjuncts}
    assert shares["hcp(north)>=15"] == pytest.approx(0.1404, abs=0.012)
    assert shares["spades(south)==4"] == pytest.approx(0.2386, abs=0.015)
    assert report.rejects_most is not None
    assert report.rejects_most.text == "hcp(north)>=15"
    assert report.interval[0] < 0.0066 < report.interval[1]
    assert report.conjuncts[0].rejects_alone is not None
    assert report.conjuncts[0].rejects_alone > 5 * (report.conjuncts[1].rejects_alone or 0)
    assert "<- rejects most" in str(report)


def test_shares_too_rare_to_sample_are_counted() -> None:
    row = deal("hcp(west) >= 34", 2).report.conjuncts[0]
    assert row.is_exact
    assert row.passes == pytest.approx((4 + 60 + 624 + 4484) / 635013559600)  # 37, 36, 35 and 34 points, as published


def test_averages_and_frequencies() -> None:
    dealt = deal(
        'condition balanced(north) action average "points" hcp(north), average 7, frequency "f" (hcp(north), 8, 12),'
        " frequency (spades(n), 2, 5, hearts(n), 3, 4)",
        4000,
    )
    points = [one[Seat.NORTH].hcp for one in dealt.deals]
    first, second = dealt.report.averages
    assert (first.text, first.count, second.mean) == ("points", 4000, 7.0)
    assert first.mean == pytest.approx(np.mean(points))
    assert first.error == pytest.approx(np.std(points, ddof=1) / 4000**0.5)
    line, table = dealt.report.frequencies
    clipped = np.clip(points, 7, 13)
    assert line.counts.tolist() == [int((clipped == value).sum()) for value in range(7, 14)]
    assert (line.lows, line.highs) == ((8,), (12,))
    assert table.counts.shape == (6, 4)
    assert table.counts.sum() == 4000
    spades_4_hearts_3 = sum(one[Seat.NORTH].lengths[2:] == (3, 4) for one in dealt.deals)
    assert table.counts[3, 1] == spades_4_hearts_3


def test_tricks_need_a_solver() -> None:
    script = Script.parse("hcp(south) > 20 && tricks(south, spades) >= 7")
    with pytest.raises(BridgeError, match=r"tricks\(south, spades\) needs a double-dummy solver"):
        generate(script, 3, np.random.default_rng(1))
    asked: list[int] = []

    def solve(batch: DealBatch, seat: Seat, strain: Strain) -> NDArray[Any]:
        asked.append(len(batch))
        assert (seat, strain) == (Seat.SOUTH, Strain.SPADES)
        return batch.holdings[:, 2, 3] % 14

    dealt = generate(script, 3, np.random.default_rng(1), solve=solve)
    assert all(one[Seat.SOUTH].hcp > 20 and (one[Seat.SOUTH].mask >> 39) % 14 >= 7 for one in dealt.deals)
    assert max(asked) <= 32
    assert dealt.report.conjuncts[1].passes is None


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    generate(Condition.parse("hcp(n) > 15"), 5000, np.random.default_rng(1), progress=lambda *now: told.append(now))
    assert told[-1][0] == 5000
    assert told == sorted(told)


def test_averages_agree_with_the_plain_twin_on_variables() -> None:
    text = "both = hcp(n) + hcp(s) fit = spades(n) + spades(s) condition both > 25 && fit > 8 action average both * fit"
    script = Script.parse(text)
    dealt = generate(script, 200, np.random.default_rng(9))
    plain = [value(script.expressions[-1], one) for one in dealt.deals]
    assert dealt.report.averages[0].mean == pytest.approx(np.mean(plain))


def test_no_deals_wanted() -> None:
    assert len(deal("hcp(n) > 5", 0).deals) == 0


def test_a_condition_that_never_holds_ends_when_its_time_is_up() -> None:
    never = Script.parse("hcp(north) + hcp(south) + hcp(east) > 40")
    with pytest.raises(
        BridgeError, match=r"found 0 of 3 deals in 0 s and [\d,]+ tries; in 10,000 random deals this never"
    ):
        generate(never, 3, np.random.default_rng(1), seconds=0)
    rare = Script.parse("condition hcp(north) == hcp(south) && hcp(east) == hcp(west) produce 100000")
    with pytest.raises(BridgeError, match=r"found [1-9]\d* of 100000 deals in 0 s .* ask for fewer deals"):
        generate(rare, None, np.random.default_rng(1), seconds=0)
    assert len(generate(Script.parse("hcp(north) > 3"), 3, np.random.default_rng(1), seconds=0).deals) == 3


def test_many_conditions_on_tricks_end_when_the_time_is_up() -> None:
    asked: list[Strain] = []

    def solve(deals: DealBatch, declarer: Seat, strain: Strain) -> NDArray[np.uint8]:
        asked.append(strain)
        return np.zeros(len(deals), np.uint8)

    condition = Condition.parse("tricks(north, spades) + tricks(south, hearts) + tricks(east, clubs) >= 0")
    with pytest.raises(BridgeError, match=r"conditions on tricks took more than 0 s; ask for fewer deals"):
        generate(condition, 3, np.random.default_rng(1), solve=solve, seconds=0)
    assert not asked
