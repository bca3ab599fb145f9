"""The 2025 paper again: networks and a forest cross-validated on decided boards, Tables V to XI and Figures 3 to 5."""

import tempfile
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from overtrick.contract.labels import LabelRule
from overtrick.contract.predictor import ContractPredictor
from overtrick.papers.contract_2025.contract_tables import F1_TABLE, table_ix, tables
from overtrick.papers.contract_2025.cross_validation import ValidationPlan, as_reached, cross_validate
from overtrick.papers.contract_2025.encoding_figures import encoding_texts, table_v, table_vi, table_xi
from overtrick.papers.paper_report import Paper, PaperOptions, PaperReport, PaperTable, Watch, unwatched
from overtrick.training.contract.contract_material import LabelledDecisions, read
from overtrick.training.contract.contract_measures import Measures, measure
from overtrick.training.contract.contract_recipe import ContractRecipe
from overtrick.training.contract.contract_training import predict
from overtrick.training.data.bid_deals import make_auctions
from overtrick.training.data.decisions import LabelSettings, make_decided

PAPER = Paper(2025, "The Prediction of the Best Contract in Competitive Bridge Bidding", "Chen and Yang", "2025")
_DECODED = ("Table V", "Table VI", "Table XI", "Figure 3", "Figure 4", "Figure 5")
_TRAINED = ("Table VII", "Table VIII", "Table X", F1_TABLE)
CONTENTS = (*_DECODED, "Table IX", *_TRAINED)
"""What `--only` may name."""
DATA = "decided.npz"
HOW_TO_MAKE = (
    "make it with: overtrick data auctions -n 8000 --systems 2/1 -o auctions.npz; overtrick data contracts --auctions "
    "auctions.npz -n 8000 --rule paper --solve 2000 --augment 0.75 -o decided.npz, a quarter of an hour of one core"
)
MODELS = ("paper", "plain", "forest")
FOLDS = 10

QUICK_BOARDS, QUICK_SOLVED, QUICK_FOLDS, QUICK_SYSTEM = 600, 60, 3, "sayc"
QUICK_EPOCHS, QUICK_BATCH = 20.0, 64
"""With so few decisions a network needs small batches to take enough steps; the paper's is larger than all of them."""
AUGMENT = 0.75
"""New decisions for each: the paper's 490,000 grow to 860,000."""
QUICK_SEED = 2025_000_000
"""Added to the seed, so that no board is one that the shipped network was trained on."""


@dataclass(frozen=True)
class ContractStudy:
    """What is cross-validated, and what is said of it."""

    data: LabelledDecisions
    plan: ValidationPlan
    basis: tuple[str, ...]
    shipped: Measures | None = None


def report(options: PaperOptions, watch: Watch = unwatched) -> PaperReport:
    """Cross-validation on a file of decided boards or, if quick, on boards bid and decided on the spot."""
    recipes = {name: ContractRecipe.load(name) for name in MODELS}
    if not options.wants("Table IX", *_TRAINED):
        return PaperReport(PAPER, options, (), _in_order(recipes, ()), texts=encoding_texts())
    if options.quick:
        return report_on(_quick_study(recipes, options, watch), options, watch)
    files = options.files(DATA, HOW_TO_MAKE)
    data = read(files, whole=True, rule=LabelRule.PAPER)
    dealt = f"{(~data.augmented).sum():,} decisions of {', '.join(path.name for path in files)}"
    basis = (f"{dealt}, and {data.augmented.sum():,} augmented ones; seed {options.seed}.", _HOW)
    return report_on(ContractStudy(data, ValidationPlan(recipes, FOLDS, 1, options.seed), basis), options, watch)


def report_on(study: ContractStudy, options: PaperOptions, watch: Watch) -> PaperReport:
    """Cross-validate, and put the figures beside the paper's; folds are kept where `options.run` says."""
    data, plan = study.data, study.plan
    found = [table_ix(data)]
    if options.wants(*_TRAINED):
        folder = nullcontext(str(options.run)) if options.run else tempfile.TemporaryDirectory()
        with folder as run, watch("cross-validating", len(list(plan.jobs()))) as advance:

            def finished(text: str) -> None:
                if text.endswith("\n"):
                    advance(1)

            folds = cross_validate(Path(run), data, plan, finished)
        found = list(tables(data, [*folds, *as_reached(data, plan)], study.shipped))
    return PaperReport(PAPER, options, study.basis, _in_order(plan.models, found), texts=encoding_texts())


def _in_order(recipes: Mapping[str, ContractRecipe], found: Sequence[PaperTable]) -> tuple[PaperTable, ...]:
    """Those tables between the ones that need no boards."""
    return table_v(), table_vi(recipes["paper"]), *found, table_xi(recipes["forest"])


_HOW = (
    "Whole auctions, as in the paper: the features tell the contract that was reached. Labels by its two steps. Its "
    "data (450,000 boards of BBO's robots) is not public; ours are bid by our cards."
)


def _quick_study(recipes: Mapping[str, ContractRecipe], options: PaperOptions, watch: Watch) -> ContractStudy:
    data, to_call = quick_decisions(options.seed, watch)
    paced = {name: recipe.with_pace(QUICK_EPOCHS, QUICK_BATCH) for name, recipe in recipes.items()}
    basis = (
        f"Quick: {QUICK_BOARDS:,} boards dealt now with seed {QUICK_SEED + options.seed}, bid by SAYC on both sides; "
        f"{(~data.augmented).sum():,} decisions and {data.augmented.sum():,} augmented ones, labelled on the spot; "
        f"{QUICK_FOLDS} folds, {QUICK_EPOCHS:g} passes in batches of {QUICK_BATCH}.",
        "A network learns little from so few decisions: the forest may be ahead here. The network that ships learnt "
        "from 480,000 others, for a player still to call and by our rule, and is tested so.",
        _HOW,
    )
    shipped = measure(to_call, predict(ContractPredictor.load().net, to_call))
    return ContractStudy(data, ValidationPlan(paced, QUICK_FOLDS, 1, options.seed), basis, shipped)


def quick_decisions(seed: int, watch: Watch) -> tuple[LabelledDecisions, LabelledDecisions]:
    """Boards bid on the spot: the auction whole, labelled by the paper's rule; and before its last word, by ours."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with watch("bidding", QUICK_BOARDS) as advance:
            auctions = make_auctions(
                folder / "auctions.npz", QUICK_BOARDS, [QUICK_SYSTEM], seed=QUICK_SEED + seed, progress=advance
            )
        with watch("deciding", round(QUICK_BOARDS * (1 + AUGMENT))) as advance:
            path, settings = folder / "decided.npz", LabelSettings(LabelRule.PAPER)
            make_decided(
                path,
                auctions,
                QUICK_BOARDS,
                settings=settings,
                solve=QUICK_SOLVED,
                augment=AUGMENT,
                seed=seed,
                progress=advance,
            )
        to_call = read([path], rule=LabelRule.OURS)
        return read([path], whole=True), to_call[~to_call.augmented]
