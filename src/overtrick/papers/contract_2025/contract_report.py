"""The 2025 paper again: networks and a forest cross-validated on decided boards, Tables VII to X."""

import tempfile
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

from overtrick.contract.predictor import ContractPredictor
from overtrick.papers.contract_2025.contract_tables import tables
from overtrick.papers.contract_2025.cross_validation import ValidationPlan, cross_validate
from overtrick.papers.paper_report import Paper, PaperOptions, PaperReport, Watch, unwatched
from overtrick.training.contract.contract_material import LabelledDecisions, read
from overtrick.training.contract.contract_measures import Measures, measure
from overtrick.training.contract.contract_recipe import ContractRecipe
from overtrick.training.contract.contract_training import predict
from overtrick.training.data.bid_deals import make_auctions
from overtrick.training.data.decisions import make_decided

PAPER = Paper(2025, "The Prediction of the Best Contract in Competitive Bridge Bidding", "Chen and Yang", "2025")
CONTENTS = ("Table VII", "Table VIII", "Table IX", "Table X")
"""What `--only` may name."""
DATA = "decided.npz"
HOW_TO_MAKE = (
    "make it with: overtrick data auctions -n 1000000 -o auctions.npz; overtrick data contracts auctions.npz -o "
    "decided.npz, some hours"
)
MODELS = ("paper", "plain", "forest")
FOLDS = 10

QUICK_BOARDS, QUICK_FOLDS, QUICK_SYSTEM = 1200, 3, "sayc"
QUICK_EPOCHS, QUICK_BATCH = 20.0, 64
"""With so few decisions a network needs more passes and smaller batches than the recipe's to take enough steps."""
QUICK_SEED = 2025_000_000
"""Added to the seed, so that no board is one that the shipped network was trained on."""


def report(options: PaperOptions, watch: Watch = unwatched) -> PaperReport:
    """Cross-validation on a file of decided boards or, if quick, on boards bid and decided on the spot."""
    recipes = {name: ContractRecipe.load(name) for name in MODELS}
    if not options.quick:
        files = options.files(DATA, HOW_TO_MAKE)
        data = read(files, whole=True)
        source = f"{len(data):,} decisions of {', '.join(path.name for path in files)}; seed {options.seed}."
        return report_on(data, ValidationPlan(recipes, FOLDS, 1, options.seed), options, (source,), watch)
    data, to_call = quick_decisions(options.seed, watch)
    recipes = {
        name: replace(recipe, training=replace(recipe.training, epochs=QUICK_EPOCHS, batch=QUICK_BATCH))
        for name, recipe in recipes.items()
    }
    basis = (
        f"Quick: {QUICK_BOARDS:,} boards dealt now with seed {QUICK_SEED + options.seed}, bid by SAYC on both sides; "
        f"{len(data):,} decisions, labelled by our networks on the spot; {QUICK_FOLDS} folds, {QUICK_EPOCHS:g} passes.",
        "A network learns little from so few decisions: the forest may be ahead here. The network that ships learnt "
        "from 480,000 others, for a player still to call, and is tested so.",
    )
    shipped = measure(to_call, predict(ContractPredictor.load().net, to_call))
    plan = ValidationPlan(recipes, QUICK_FOLDS, 1, options.seed)
    return report_on(data, plan, options, basis, watch, shipped)


def report_on(
    data: LabelledDecisions,
    plan: ValidationPlan,
    options: PaperOptions,
    basis: tuple[str, ...],
    watch: Watch,
    shipped: Measures | None = None,
) -> PaperReport:
    """Cross-validate, and put the figures beside the paper's; folds are kept where `options.run` says."""
    folder = nullcontext(str(options.run)) if options.run else tempfile.TemporaryDirectory()
    with folder as run, watch("cross-validating", len(list(plan.jobs()))) as advance:

        def finished(text: str) -> None:
            if text.endswith("\n"):
                advance(1)

        folds = cross_validate(Path(run), data, plan, finished)
    return PaperReport(PAPER, options, (*basis, _HOW), tables(data, folds, shipped))


_HOW = (
    "Whole auctions, as in the paper: the features tell the contract that was reached. Its settings but for smaller "
    "batches, fewer passes and a falling rate; its data (BBO, robots that are not ours) is not public."
)


def quick_decisions(seed: int, watch: Watch) -> tuple[LabelledDecisions, LabelledDecisions]:
    """Boards bid on the spot with what would have been best on each: the auction whole, and before its last word."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with watch("bidding", QUICK_BOARDS) as advance:
            auctions = make_auctions(
                folder / "auctions.npz", QUICK_BOARDS, [QUICK_SYSTEM], seed=QUICK_SEED + seed, progress=advance
            )
        with watch("deciding", QUICK_BOARDS) as advance:
            make_decided(folder / "decided.npz", auctions, QUICK_BOARDS, seed=seed, progress=advance)
        decided = [folder / "decided.npz"]
        return read(decided, whole=True), read(decided, whole=False)
