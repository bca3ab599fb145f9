"""The random forest of the paper's Table XI, on the same features."""

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import RandomForestClassifier

from overtrick.contract.decisions import CHOICES
from overtrick.training.contract.contract_material import LabelledDecisions

_AT_ONCE = 20_000


def fit_and_predict(
    train: LabelledDecisions, test: LabelledDecisions, trees: int, seed: int = 0, jobs: int = 1
) -> NDArray[np.uint8]:
    """A forest grown on some decisions, and the likeliest legal choices for others."""
    forest = RandomForestClassifier(
        n_estimators=trees,
        criterion="gini",
        max_features="sqrt",  # what `auto` meant
        bootstrap=True,
        class_weight="balanced",
        random_state=seed,
        n_jobs=jobs,
    )
    forest.fit(train.features.astype(np.float32), train.best)
    predicted = np.empty(len(test), np.uint8)
    for start in range(0, len(test), _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        votes = np.zeros((len(predicted[part]), CHOICES), np.float32)
        votes[:, forest.classes_] = forest.predict_proba(test.features[part].astype(np.float32))
        predicted[part] = np.where(test.legal[part], votes, -1).argmax(axis=1)
    return predicted
