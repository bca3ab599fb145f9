"""How good predicted contracts are: accuracy and F1 of the classes, and IMPs against the contracts reached."""

from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.core import BridgeError
from overtrick.training.contract.contract_material import LabelledDecisions

try:
    from sklearn.metrics import f1_score
except ImportError:
    raise BridgeError("this needs scikit-learn, which comes with the extra: pip install 'overtrick[train]'") from None


@dataclass(frozen=True)
class Measures:
    """Figures of one set of predictions; rates are shares of the boards."""

    decisions: int
    accuracy: float
    macro_f1: float
    weighted_f1: float
    win: float
    tie: float
    loss: float
    imps: float
    """A board, against the contract reached, on the deal as it was."""
    imps_error: float
    natural_imps: float
    """The same with every contract as frequent as it is dealt."""
    expected_imps: float
    """The same over the layouts that the labels come from."""
    solved: int
    """Decisions whose deals are solved; the figures that follow are theirs, with exact tricks."""
    exact_win: float
    exact_tie: float
    exact_loss: float
    exact_imps: float
    exact_error: float

    def as_dict(self) -> dict[str, Any]:
        return {name: value if isinstance(value, int) else round(value, 5) for name, value in asdict(self).items()}


def measure(data: LabelledDecisions, predicted: NDArray[np.uint8]) -> Measures:
    """Compare legal predictions with the best choices and with those made."""
    rows, solved = np.arange(len(data)), np.flatnonzero(data.solved)
    exactly = data.won_exactly[solved, predicted[solved]].astype(np.float64)
    won = data.won[rows, predicted].astype(np.float64)
    f1 = partial(f1_score, data.best, predicted, labels=np.unique(data.best), zero_division=0)
    return Measures(
        len(data),
        float((predicted == data.best).mean()),
        float(f1(average="macro")),
        float(f1(average="weighted")),
        *_rates(won),
        float(won @ data.weights / data.weights.sum()),
        float(data.expected[rows, predicted].mean(dtype=np.float64)),
        len(solved),
        *(_rates(exactly) if len(solved) else (0.0, 0.0, 0.0, 0.0, 0.0)),
    )


def _rates(won: NDArray[np.float64]) -> tuple[float, float, float, float, float]:
    """Shares won, tied and lost; IMPs a board with their standard error."""
    win, tie, loss = (float(chosen.mean()) for chosen in (won > 0, won == 0, won < 0))
    return win, tie, loss, float(won.mean()), float(won.std() / len(won) ** 0.5)
