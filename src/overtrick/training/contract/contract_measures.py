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

    def as_dict(self) -> dict[str, Any]:
        return {name: value if isinstance(value, int) else round(value, 5) for name, value in asdict(self).items()}


def measure(data: LabelledDecisions, predicted: NDArray[np.uint8]) -> Measures:
    """Compare legal predictions with the best choices and with those made."""
    rows = np.arange(len(data))
    won = data.won[rows, predicted].astype(np.float64)
    f1 = partial(f1_score, data.best, predicted, labels=np.unique(data.best), zero_division=0)
    return Measures(
        len(data),
        float((predicted == data.best).mean()),
        float(f1(average="macro")),
        float(f1(average="weighted")),
        float((won > 0).mean()),
        float((won == 0).mean()),
        float((won < 0).mean()),
        float(won.mean()),
        float(won.std() / len(won) ** 0.5),
        float(won @ data.weights / data.weights.sum()),
        float(data.expected[rows, predicted].mean(dtype=np.float64)),
    )
