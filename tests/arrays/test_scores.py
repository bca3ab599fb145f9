"""Scores by the million are those of the core, for every contract and every number of tricks."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick import Contract, Doubling, Seat, Vulnerability
from overtrick.arrays.scores import (
    DOUBLINGS,
    MAKES,
    SCORES,
    STRAINS,
    ContractBatch,
    doubled_if_it_fails_by_two,
    imps_of,
    won_by,
)
from overtrick.core import BIDS, Side
from overtrick.core.comparing import imps
from strategies import seats, vulnerabilities


def contracts() -> st.SearchStrategy[Contract]:
    bids = st.sampled_from(BIDS)
    return st.builds(
        lambda bid, declarer, doubling: Contract(bid.level, bid.strain, declarer, doubling),
        bids,
        seats(),
        st.sampled_from(Doubling),
    )


@pytest.mark.parametrize(("place", "doubling"), list(enumerate(DOUBLINGS)))
def test_the_table_has_the_score_of_every_contract(place: int, doubling: Doubling) -> None:
    for vulnerable in (False, True):
        for index, bid in enumerate(BIDS):
            contract = Contract(bid.level, bid.strain, Seat.NORTH, doubling)
            scores = [contract.score(tricks, vulnerable=vulnerable) for tricks in range(14)]
            assert SCORES[place, int(vulnerable), index].tolist() == scores
            assert MAKES[index].tolist() == [tricks >= contract.target for tricks in range(14)]
            assert STRAINS[index] == bid.strain


@given(st.lists(st.integers(-1500, 1500).map(lambda tens: 10 * tens), max_size=20))
def test_imps_are_those_of_the_core(differences: list[int]) -> None:
    assert imps_of(np.array(differences, np.int32)).tolist() == list(map(imps, differences))


@given(contracts(), st.integers(0, 13), vulnerabilities(), st.sampled_from(Side))
def test_contracts_score_for_either_side(contract: Contract, taken: int, vul: Vulnerability, side: Side) -> None:
    bid, doubling = BIDS.index(contract.bid), DOUBLINGS.index(contract.doubling)
    batch = ContractBatch(*(np.array([part]) for part in (bid, doubling, contract.declarer)))
    table = np.zeros((1, 4, 5), np.uint8)
    table[0, contract.declarer, contract.strain] = taken
    assert batch.tricks(table).tolist() == [taken]
    score = contract.score(taken, vulnerable=vul.includes(contract.side))
    found = batch.scores(np.array([taken]), np.array([int(side)]), np.array([int(vul)], np.uint8))
    assert found.tolist() == [score if contract.side is side else -score]


def test_a_board_passed_out_scores_nothing() -> None:
    batch = ContractBatch(np.array([-1]), np.array([0]), np.array([2]))
    assert batch.scores(np.array([9]), np.array([0]), np.array([3])).tolist() == [0]


def test_what_fails_by_two_tricks_is_doubled_unless_it_is_no_higher_than_a_bid() -> None:
    four_spades = BIDS.index(Contract.parse("4SN").bid)
    bids = np.full(4, four_spades)
    doublings = doubled_if_it_fails_by_two(np.array([0, 0, 2, 1]), bids, np.array([8, 9, 8, 10]), np.array(-1))
    assert doublings.tolist() == [1, 0, 2, 1]
    assert doubled_if_it_fails_by_two(np.zeros(4, int), bids, np.full(4, 5), bids).tolist() == [0] * 4


def test_the_scoring_says_what_a_difference_is_worth() -> None:
    differences = np.array([450, 10, 0, -20])
    assert won_by(differences, "imps").tolist() == [10, 0, 0, -1]
    assert won_by(differences, "matchpoints").tolist() == [0.5, 0.5, 0, -0.5]
    assert won_by(differences, "points").tolist() == differences.tolist()
