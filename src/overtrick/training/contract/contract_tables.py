"""The paper's Tables VII to X, ours beside theirs."""

from overtrick.training.contract.contract_material import LabelledDecisions
from overtrick.training.contract.contract_measures import measure
from overtrick.training.contract.cross_validation import Validated, mean_and_deviation

PAPER, FOREST = "paper", "forest"
"""The recipes of the paper's models."""

PUBLISHED_VII = {"accuracy": (0.872, 0.004), "macro_f1": (0.794, 0.009), "weighted_f1": (0.875, 0.005)}
PUBLISHED_X = {
    PAPER: (0.871, 0.003, 0.064, 0.876, 0.060, 0.01, 0.016),
    "plain": (0.865, 0.003, 0.065, 0.869, 0.066, -0.02, 0.008),
    FOREST: (0.854, 0.001, 0.068, 0.851, 0.081, -0.07, 0.009),
}
"""Accuracy and its deviation, win, tie and loss rate, IMPs a board and their deviation; `plain` is not augmented."""

_TITLES = {"accuracy": "accuracy", "macro_f1": "macro F1", "weighted_f1": "weighted F1"}
_NAMES = {PAPER: "the paper's network", "plain": "without augmentation", FOREST: "random forest"}


def tables(data: LabelledDecisions, folds: list[Validated]) -> str:
    """The four tables as text."""
    models = list(dict.fromkeys(each.model for each in folds))
    main = PAPER if PAPER in models else models[0]
    return "\n\n".join([_table_vii(folds, main), _table_viii(folds, main), _table_ix(data), _table_x(folds, models)])


def _table_vii(folds: list[Validated], model: str) -> str:
    lines = [f"VII   best contract predicted, mean ± deviation over folds   {'ours':20}published"]
    for name, title in _TITLES.items():
        ours, published = mean_and_deviation(folds, model, name), PUBLISHED_VII[name]
        lines.append(f"      {title:56}{ours[0]:.3f} ± {ours[1]:.3f}       {published[0]:.3f} ± {published[1]:.3f}")
    return "\n".join(lines)


def _table_viii(folds: list[Validated], model: str) -> str:
    lines = [
        f"VIII  predicted contract against the contract reached     {'win':>8}{'tie':>8}{'loss':>8}   IMPs a board"
    ]
    win, tie, loss, imps = (mean_and_deviation(folds, model, name) for name in ("win", "tie", "loss", "imps"))
    lines.append(f"      {'ours':52}{_rates(win[0], tie[0], loss[0])}   {imps[0]:+.3f} ± {imps[1]:.3f}")
    natural = mean_and_deviation(folds, model, "natural_imps")
    lines.append(f"      {'ours, contracts as frequent as dealt':76}   {natural[0]:+.3f} ± {natural[1]:.3f}")
    lines.append(f"      {'published':52}{_rates(0.064, 0.876, 0.060)}   +0.010 ± 0.014")
    return "\n".join(lines)


def _table_ix(data: LabelledDecisions) -> str:
    ours = measure(data, data.best)
    lines = [
        f"IX    best contract by the labels against the one reached {'win':>8}{'tie':>8}{'loss':>8}   IMPs a board"
    ]
    rates = _rates(ours.win, ours.tie, ours.loss)
    lines.append(f"      {'ours, on the deals as they were':52}{rates}   {ours.imps:+.3f} ± {ours.imps_error:.3f}")
    lines.append(f"      {'ours, over the layouts':76}   {ours.expected_imps:+.3f}")
    lines.append(f"      {'published':52}{_rates(0.098, 0.870, 0.032)}   +0.450")
    changed = float((data.best != data.reached).mean())
    return "\n".join([*lines, f"      adjusted: {changed:.1%} of {len(data):,} decisions (published 13% of 450,000)"])


def _table_x(folds: list[Validated], models: list[str]) -> str:
    lines = [f"X     models{'':20}{'accuracy':>16}{'macro F1':>10}{'win':>8}{'tie':>8}{'loss':>8}   IMPs a board"]
    for model in models:
        accuracy, f1, imps = (mean_and_deviation(folds, model, name) for name in ("accuracy", "macro_f1", "imps"))
        rates = _rates(*(mean_and_deviation(folds, model, name)[0] for name in ("win", "tie", "loss")))
        shown = f"{_NAMES.get(model, model):26}{accuracy[0]:.3f} ± {accuracy[1]:.3f}{f1[0]:10.3f}"
        lines.append(f"      {shown:52}{rates}   {imps[0]:+.3f} ± {imps[1]:.3f}")
        if model in PUBLISHED_X:
            mean, deviation, *published, won, error = PUBLISHED_X[model]
            shown = f"{'  published':26}{mean:.3f} ± {deviation:.3f}"
            lines.append(f"      {shown:52}{_rates(*published)}   {won:+.3f} ± {error:.3f}")
    return "\n".join(lines)


def _rates(*rates: float) -> str:
    return "".join(f"{rate:8.1%}" for rate in rates)
