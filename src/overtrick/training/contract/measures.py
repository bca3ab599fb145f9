"""How good predicted contracts are: accuracy and F1 of the classes, and IMPs against the contracts reached."""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.contract.decisions import CHOICES
from overtrick.training.contract.material import Decisions


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

    def as_dict(self) -> dict[str, Any]:
        return {name: value if isinstance(value, int) else round(value, 5) for name, value in asdict(self).items()}


def measure(data: Decisions, predicted: NDArray[np.uint8]) -> Measures:
    """Compare legal predictions with the best choices and with those made."""
    rows = np.arange(len(data))
    won = data.won[rows, predicted].astype(np.float64)
    f1, count = f1_scores(data.best, predicted)
    return Measures(
        len(data),
        float((predicted == data.best).mean()),
        float(f1[count > 0].mean()),
        float((f1 * count).sum() / count.sum()),
        float((won > 0).mean()),
        float((won == 0).mean()),
        float((won < 0).mean()),
        float(won.mean()),
        float(won.std() / len(won) ** 0.5),
        float(won @ data.weights / data.weights.sum()),
        float(data.expected[rows, predicted].mean(dtype=np.float64)),
    )


def f1_scores(truth: NDArray[np.uint8], predicted: NDArray[np.uint8]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Of every class the harmonic mean of precision and recall, and how often it is the truth. Shape: (class,)."""
    hits = np.bincount(truth[truth == predicted], minlength=CHOICES)
    told, true = np.bincount(predicted, minlength=CHOICES), np.bincount(truth, minlength=CHOICES)
    return 2 * hits / np.maximum(told + true, 1), true
