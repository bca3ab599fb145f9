"""Folds: every class is spread over them, and no deal is torn apart."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from overtrick.training.contract.contract_material import LabelledDecisions, stratified_folds
from training.contract.toy import decisions

_BOARDS = np.arange(600, dtype=np.int64) // 2
_CLASSES = np.repeat(np.array([0, 7, 9, 30], np.uint8), (400, 150, 40, 10))


def stratified(classes: NDArray[np.uint8], boards: NDArray[np.int64], folds: int, seed: int) -> NDArray[np.uint8]:
    data: LabelledDecisions = replace(decisions(len(classes)), best=classes, boards=boards)
    return stratified_folds(data, folds, seed)


def test_every_fold_has_its_share_of_every_class() -> None:
    folds = stratified(_CLASSES, _BOARDS, 5, seed=1)
    for chosen in np.unique(_CLASSES):
        counts = np.bincount(folds[chosen == _CLASSES], minlength=5)
        assert counts.max() - counts.min() <= 2  # a deal more, which is two decisions
        assert counts.min() > 0


def test_the_decisions_of_a_deal_lie_in_one_fold() -> None:
    shuffled = np.random.default_rng(3).permutation(600)
    folds = stratified(_CLASSES[shuffled], _BOARDS[shuffled], 10, seed=1)
    for board in range(300):
        assert len(set(folds[_BOARDS[shuffled] == board])) == 1


def test_the_seed_decides_the_folds() -> None:
    first = stratified(_CLASSES, _BOARDS, 5, seed=1)
    np.testing.assert_array_equal(first, stratified(_CLASSES, _BOARDS, 5, seed=1))
    assert (first != stratified(_CLASSES, _BOARDS, 5, seed=2)).any()
