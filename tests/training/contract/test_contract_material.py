"""Folds: every class is spread over them, and no deal is torn apart."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from overtrick.contract.labels import LabelRule
from overtrick.core import BridgeError
from overtrick.training.contract.contract_material import LabelledDecisions, stratified_folds
from training.contract.toy import decisions, with_augmented

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


def test_augmented_decisions_lie_in_the_fold_of_their_deal_and_are_never_tested_on() -> None:
    """No leak: what is learnt from has no augmented decision that comes from a deal it is tested on."""
    data = decisions(400)
    grown = with_augmented(data, np.random.default_rng(1).integers(0, 400, 300))
    folds = stratified_folds(grown, 10, seed=3)
    np.testing.assert_array_equal(folds[:400], stratified_folds(data, 10, seed=3))
    for fold in range(10):
        train, test = grown.split(folds == fold, augmented=True)
        assert not test.augmented.any()
        assert not set(train.boards) & set(test.boards)
        plain, same = grown.split(folds == fold, augmented=False)
        assert len(train) - len(plain) == (folds[400:] != fold).sum()
        np.testing.assert_array_equal(same.boards, test.boards)


def test_a_recipe_that_wants_augmented_decisions_says_where_they_come_from() -> None:
    with pytest.raises(BridgeError, match=r"expected augmented decisions \(overtrick data contracts --augment 0.75\)"):
        decisions(20).split(np.arange(20) < 4, augmented=True)


def test_labels_of_either_rule() -> None:
    data = replace(decisions(40), by_category=np.full(40, 7, np.uint8))
    assert (data.labelled(LabelRule.PAPER).best == 7).all()
    ours = data.labelled(LabelRule.OURS).best  # nothing wins more than 3 IMPs in the toy
    np.testing.assert_array_equal(ours, data.reached)
    np.testing.assert_array_equal(data.by_margin(2), data.best)


def test_the_seed_decides_the_folds() -> None:
    first = stratified(_CLASSES, _BOARDS, 5, seed=1)
    np.testing.assert_array_equal(first, stratified(_CLASSES, _BOARDS, 5, seed=1))
    assert (first != stratified(_CLASSES, _BOARDS, 5, seed=2)).any()
