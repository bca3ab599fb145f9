"""The paper's Tables VII to X, ours beside theirs."""

from collections.abc import Sequence

from overtrick.papers.contract_2025.cross_validation import Validated, mean_and_deviation
from overtrick.papers.paper_report import Column, Figure, Measured, PaperRow, PaperTable, columns
from overtrick.training.contract.contract_material import LabelledDecisions
from overtrick.training.contract.contract_measures import Measures, measure

PAPER_MODEL, FOREST = "paper", "forest"
"""The recipes of the paper's models."""

PUBLISHED_VII = {
    "accuracy": Measured(0.872, 0.004),
    "macro_f1": Measured(0.794, 0.009),
    "weighted_f1": Measured(0.875, 0.005),
}
PUBLISHED_VIII = (0.064, 0.876, 0.060, Measured(0.01, 0.014))
PUBLISHED_IX = (0.098, 0.870, 0.032, 0.45)
PUBLISHED_X: dict[str, tuple[Figure, ...]] = {
    PAPER_MODEL: (Measured(0.871, 0.003), None, 0.064, 0.876, 0.060, Measured(0.01, 0.016)),
    "plain": (Measured(0.865, 0.003), None, 0.065, 0.869, 0.066, Measured(-0.02, 0.008)),
    FOREST: (Measured(0.854, 0.001), None, 0.068, 0.851, 0.081, Measured(-0.07, 0.009)),
}
"""Accuracy, macro F1 (not printed), win, tie and loss rate, IMPs a board; `plain` is not augmented."""

_TITLES = {"accuracy": "accuracy", "macro_f1": "macro F1", "weighted_f1": "weighted F1"}
_NAMES = {PAPER_MODEL: "the paper's network", "plain": "without augmentation", FOREST: "random forest"}
_RATES = (*columns("win", "tie", "loss", form=".1%"), Column("IMPs a board", "+.3f"))


def tables(
    data: LabelledDecisions, folds: Sequence[Validated], shipped: Measures | None = None
) -> tuple[PaperTable, ...]:
    """The four tables; `shipped` are the figures of the network that ships."""
    models = list(dict.fromkeys(fold.model for fold in folds))
    main = PAPER_MODEL if PAPER_MODEL in models else models[0]
    return _table_vii(folds, main), _table_viii(folds, main), _table_ix(data), _table_x(folds, models, shipped)


def _over_folds(folds: Sequence[Validated], model: str, name: str) -> Measured:
    return Measured(*mean_and_deviation(folds, model, name))


def _table_vii(folds: Sequence[Validated], model: str) -> PaperTable:
    rows = [
        PaperRow(title, (PUBLISHED_VII[name],), (_over_folds(folds, model, name),)) for name, title in _TITLES.items()
    ]
    notes = (
        "Mean ± deviation over the folds. Accuracy depends on how many labels differ from the contract reached; ours "
        "come from a margin at which about as many do as in the paper.",
    )
    return PaperTable("Table VII", "best contract predicted", columns("figure"), tuple(rows), notes)


def _table_viii(folds: Sequence[Validated], model: str) -> PaperTable:
    rates = (_over_folds(folds, model, name).value for name in ("win", "tie", "loss"))
    rows = (
        PaperRow(
            "predicted contract",
            PUBLISHED_VIII,
            (*rates, _over_folds(folds, model, "imps")),
            "against our own card's auctions, not those of BBO's robots",
        ),
        PaperRow("contracts as frequent as dealt", (), (None, None, None, _over_folds(folds, model, "natural_imps"))),
    )
    return PaperTable("Table VIII", "predicted contract against the contract reached", _RATES, rows)


def _table_ix(data: LabelledDecisions) -> PaperTable:
    ours = measure(data, data.best)
    rows = (
        PaperRow(
            "on the deals as they were",
            PUBLISHED_IX,
            (ours.win, ours.tie, ours.loss, Measured(ours.imps, ours.imps_error)),
            "tricks estimated by our network, not solved",
        ),
        PaperRow("over the layouts", (), (None, None, None, ours.expected_imps)),
    )
    changed = float((data.best != data.reached).mean())
    notes = (f"Adjusted: {changed:.1%} of {len(data):,} decisions; the paper adjusts 13% of 450,000.",)
    return PaperTable("Table IX", "best contract by the labels against the one reached", _RATES, rows, notes)


def _table_x(folds: Sequence[Validated], models: list[str], shipped: Measures | None) -> PaperTable:
    rows = []
    for model in models:
        accuracy, f1, imps = (_over_folds(folds, model, name) for name in ("accuracy", "macro_f1", "imps"))
        rates = (_over_folds(folds, model, name).value for name in ("win", "tie", "loss"))
        row: tuple[Figure, ...] = (accuracy, f1.value, *rates, imps)
        rows.append(PaperRow(_NAMES.get(model, model), PUBLISHED_X.get(model, ()), row))
    if shipped is not None:
        own = (shipped.accuracy, shipped.macro_f1, shipped.win, shipped.tie, shipped.loss)
        imps = Measured(shipped.imps, shipped.imps_error)
        rows.append(
            PaperRow("the network that ships", (), (*own, imps), "of a player still to call; trained on other boards")
        )
    return PaperTable("Table X", "models", (*columns("accuracy", "macro F1"), *_RATES), tuple(rows))
