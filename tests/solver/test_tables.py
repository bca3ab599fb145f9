"""Exact tables against published solutions and against each other."""

import gzip
import multiprocessing
import subprocess
import sys
import threading
from itertools import islice

import numpy as np
import pytest

from data import data_file
from overtrick import DDTable, Deal, InvalidDeal, Seat, Strain
from overtrick.arrays import DealBatch, random_deals
from overtrick.solver import UNSOLVED, solve, solve_contracts, solve_tables, solve_tables_on, tables

# The example line of the Ginsberg library's documentation, its digits turned into declarer's tricks by hand:
# notrump 6565 with S, E, N, W on lead means E 7, N 5, W 7, S 5 for the declarers.
PUBLISHED = Deal.parse("W:T5.K4.652.A98542 K6.QJT976.QT7.Q6 432.A.AKJ93.JT73 AQJ987.8532.84.K")
TRICKS = {  # declarer: clubs, diamonds, hearts, spades, notrump
    Seat.NORTH: (2, 3, 8, 8, 5),
    Seat.EAST: (10, 9, 5, 5, 7),
    Seat.SOUTH: (2, 3, 8, 8, 5),
    Seat.WEST: (10, 9, 5, 5, 7),
}


def test_the_published_example_is_solved_as_published() -> None:
    table = solve(PUBLISHED)
    assert {seat: table.tricks[seat] for seat in Seat} == TRICKS


def test_a_suit_a_hand_takes_all_or_nothing() -> None:
    deal = Deal.parse("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
    table = solve(deal)
    assert [table[Seat.NORTH, strain] for strain in Strain] == [0, 13, 0, 13, 0]
    assert [table[Seat.WEST, strain] for strain in Strain] == [13, 0, 13, 0, 0]


def test_tables_turn_with_the_deal() -> None:
    table, turned = solve(PUBLISHED), solve(PUBLISHED.rotated(1))
    assert all(table[seat, strain] == turned[seat.lho, strain] for seat in Seat for strain in Strain)


def test_chosen_strains_and_contracts_agree_with_the_full_table() -> None:
    deals = random_deals(3, np.random.default_rng(5))
    full = solve_tables(deals)
    some = solve_tables(deals, [Strain.HEARTS, Strain.CLUBS], chunk=2)
    np.testing.assert_array_equal(some[:, :, [0, 2]], full[:, :, [0, 2]])
    assert (some[:, :, [1, 3, 4]] == UNSOLVED).all()
    declarers, strains = np.array([0, 1, 3], np.uint8), np.array([4, 1, 3], np.uint8)
    np.testing.assert_array_equal(solve_contracts(deals, declarers, strains), full[range(3), declarers, strains])


def test_progress_counts_every_deal() -> None:
    done: list[int] = []
    solve_tables(random_deals(5, np.random.default_rng(1)), [Strain.SPADES], chunk=2, progress=done.append)
    assert done == [2, 2, 1]


def test_no_deals_no_tables() -> None:
    assert solve_tables(DealBatch.stack([])).shape == (0, 4, 5)


def test_an_incomplete_deal_is_refused_with_what_is_missing() -> None:
    with pytest.raises(InvalidDeal, match="missing: SA SK"):
        solve(Deal.parse("N:QJT98765432.AK.. - - -"))
    with pytest.raises(InvalidDeal, match="deal 2 of 2"):
        solve_tables(DealBatch.stack([PUBLISHED, Deal.parse("N:QJT98765432.AK.. - - -")]))


def test_a_sample_of_the_library_is_solved_without_a_mismatch() -> None:
    with gzip.open(data_file("dd_library.gib.gz"), "rt") as file:
        lines = list(islice(file, 0, 4000, 200))
    for line in lines:
        table = solve(Deal.parse("W:" + line.split(":")[0]))
        assert table == _library_table(line.strip().split(":")[1])


def _library_table(digits: str) -> DDTable:
    """North-South's tricks, grouped NT S H D C, each with S, E, N, W on lead, as declarer's tricks."""
    rows = [[0] * 5 for _ in Seat]
    for place, digit in enumerate(digits):
        strain, leader = 4 - place // 4, (Seat.SOUTH, Seat.EAST, Seat.NORTH, Seat.WEST)[place % 4]
        declarer = leader.rho
        rows[declarer][strain] = int(digit, 16) if declarer in (Seat.NORTH, Seat.SOUTH) else 13 - int(digit, 16)
    return DDTable.of(rows)


def test_many_threads_may_ask_at_once() -> None:
    answers: list[DDTable] = []
    threads = [threading.Thread(target=lambda: answers.append(solve(PUBLISHED))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [solve(PUBLISHED)] * 4


FORKING = """
import multiprocessing
from overtrick import Deal
from overtrick.solver import solve
deal = Deal.parse({deal!r})
before = solve(deal)
with multiprocessing.get_context("fork").Pool(1) as pool:
    assert pool.apply_async(solve, (deal,)).get(200) == before
print("alike")
"""


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="needs fork")
def test_a_forked_child_solves_too() -> None:
    """In a process of its own, so that no other library's threads are there when it forks."""
    script = FORKING.format(deal=str(PUBLISHED))
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=300)
    assert run.stdout.strip() == "alike", run.stderr


def test_worker_processes_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "_TASK", 2)
    deals = random_deals(3, np.random.default_rng(2))
    np.testing.assert_array_equal(solve_tables_on(None, deals, jobs=2), solve_tables(deals))
