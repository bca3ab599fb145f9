"""Accuracy, F1 and IMPs, worked out by hand."""

import numpy as np
import pytest

pytest.importorskip("sklearn")

from overtrick.training.contract.contract_measures import measure
from training.contract.toy import CLASSES, decisions


def test_the_figures_of_four_decisions_worked_out_by_hand() -> None:
    data = decisions(400)
    some = data[np.array([np.flatnonzero((data.best == chosen) & (data.reached == chosen))[0] for chosen in CLASSES])]
    found = measure(some, np.array([0, 5, 16, 16], np.uint8))  # 3NT where 3♣ is best and was reached
    assert (found.decisions, found.accuracy) == (4, 0.75)
    assert found.macro_f1 == pytest.approx((1 + 1 + 0 + 2 / 3) / 4)
    assert found.weighted_f1 == pytest.approx(found.macro_f1)
    assert (found.win, found.tie, found.loss) == (0, 0.75, 0.25)
    assert found.imps == found.expected_imps == -1
    assert found.imps_error == pytest.approx(3**0.5 / 2)
    assert found.natural_imps == pytest.approx(-4 / 8)  # 3NT stands for five boards


def test_the_best_contracts_win_where_others_were_reached() -> None:
    data = decisions(400)
    found = measure(data, data.best)
    assert found.accuracy == 1
    assert found.macro_f1 == pytest.approx(1)
    assert found.win == pytest.approx(float((data.best != data.reached).mean()))
    assert found.imps == pytest.approx(3 * found.win)
