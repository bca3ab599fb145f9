"""The paper's experiment run again: on the deals it was trained on, as they did, and on deals never seen."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from overtrick.core import BridgeError
from overtrick.papers.paper_report import Watch
from overtrick.papers.tricks_2013.connections import DESCRIBED, TABLED, Architecture
from overtrick.papers.tricks_2013.encodings import target_of, tricks_of
from overtrick.papers.tricks_2013.learning import Curve, back_propagate, resilient_propagate
from overtrick.papers.tricks_2013.network import Activation, PaperNetwork
from overtrick.papers.tricks_2013.published import DEALS, PUBLISHED
from overtrick.papers.tricks_2013.samples import Sample

Progress = Callable[[int], None]
"""Called with the number of epochs just finished."""

EPOCHS, SPLIT_EPOCHS = 100, 500
"""Of resilient training, on the paper's deals and on a proper split."""
BATCH = 16
PLAIN_SHARE = 16
"""On the split plain back-propagation gets one epoch in this many: each of its epochs has thousands of steps."""


class Algorithm(StrEnum):
    """How a network is trained."""

    BACK_PROPAGATION = "back-propagation"
    RESILIENT = "resilient"


@dataclass(frozen=True)
class StudyRecipe:
    """How long and how networks are trained. Plain back-propagation has epochs of its own, for it steps more often."""

    epochs: int
    plain_epochs: int
    batch: int = 1
    activation: Activation = Activation.TANH
    seed: int = 1

    def __post_init__(self) -> None:
        if self.epochs < 1 or self.plain_epochs < 1:
            raise BridgeError(f"expected at least one epoch, got {self.epochs} and {self.plain_epochs}")


@dataclass(frozen=True)
class StudyScore:
    """How often the number of tricks was right, or off by no more than one or two."""

    deals: int
    right: int
    within_1: int
    within_2: int

    @classmethod
    def of(cls, estimates: NDArray[np.uint8], tricks: NDArray[np.uint8]) -> "StudyScore":
        """The score of estimates against the truth."""
        off = np.abs(estimates.astype(np.int64) - tricks)
        return cls(len(tricks), *(int((off <= allowed).sum()) for allowed in (0, 1, 2)))

    @property
    def wrong(self) -> int:
        return self.deals - self.right

    def percent(self, count: int) -> float:
        """A number of deals as a percentage of all."""
        return 100 * count / self.deals


@dataclass(frozen=True)
class Trained:
    """One network after training: its scores on the deals it learnt from and on deals it never saw."""

    network: str
    algorithm: Algorithm
    seconds: float
    seen: StudyScore
    fresh: StudyScore
    curve: Curve = field(repr=False)
    fresh_error: float
    """The mean squared error of the output on the fresh deals."""
    early: StudyScore | None = None
    """On the fresh deals after as many epochs as plain back-propagation has, if this training has more."""


@dataclass(frozen=True)
class Study:
    """The rows of the tables for one way of taking deals."""

    train: int
    test: int
    recipe: StudyRecipe
    plain: tuple[Trained, ...]  # the networks of the tables
    resilient: tuple[Trained, ...]
    described: tuple[Trained, ...]  # those of section VII, resilient
    commonest: StudyScore  # on fresh deals, always naming the number of tricks most frequent in training


def study(train: Sample, test: Sample, recipe: StudyRecipe, progress: Progress | None = None) -> Study:
    """Train every network of the paper on `train`; score it there and on `test`, whose deals must be others."""
    if len(train) < 8 or not len(test):
        raise BridgeError(f"expected at least 8 deals to train on and one to test on, got {len(train)} and {len(test)}")

    def trained(architectures: Iterable[Architecture], algorithm: Algorithm) -> tuple[Trained, ...]:
        return tuple(train_one(each, algorithm, train, test, recipe, progress) for each in architectures)

    return Study(
        len(train),
        len(test),
        recipe,
        plain=trained(TABLED, Algorithm.BACK_PROPAGATION),
        resilient=trained(TABLED, Algorithm.RESILIENT),
        described=trained(DESCRIBED, Algorithm.RESILIENT),
        commonest=_commonest(train, test),
    )


def in_groups(
    train: Sample, test: Sample, recipe: StudyRecipe, progress: Progress | None = None
) -> tuple[Trained, ...]:
    """The networks of Table 3, each with the share of the deals its counts imply: an eighth, a quarter, half, all."""
    shares = [len(train) * PUBLISHED[each.name].deals // DEALS for each in TABLED]
    return tuple(
        train_one(each, Algorithm.RESILIENT, train[:share], test, recipe, progress)
        for each, share in zip(TABLED, shares, strict=True)
    )


def study_watched(train: Sample, test: Sample, recipe: StudyRecipe, watch: Watch) -> Study:
    """The same as `study`, watched."""
    with watch(f"training on {len(train):,} deals", epochs_of_study(recipe)) as advance:
        return study(train, test, recipe, advance)


def study_of_the_paper(
    deals: Sample, unseen: Sample, recipe: StudyRecipe, watch: Watch
) -> tuple[Study, tuple[Trained, ...]]:
    """The networks trained on the paper's deals, all of them, and each on its share."""
    with watch(f"training on {len(deals):,} deals", epochs_of_study(recipe) + len(TABLED) * recipe.epochs) as advance:
        return study(deals, unseen, recipe, advance), in_groups(deals, unseen, recipe, advance)


def split_recipe(epochs: int, like: StudyRecipe) -> StudyRecipe:
    """The recipe of a proper split: plain back-propagation in batches, for a share of the epochs."""
    return replace(like, epochs=epochs, plain_epochs=max(1, epochs // PLAIN_SHARE), batch=BATCH)


def epochs_of_study(recipe: StudyRecipe) -> int:
    """How many epochs a study takes, all networks together."""
    return len(TABLED) * (recipe.plain_epochs + recipe.epochs) + len(DESCRIBED) * recipe.epochs


def train_one(
    architecture: Architecture,
    algorithm: Algorithm,
    train: Sample,
    test: Sample,
    recipe: StudyRecipe,
    progress: Progress | None = None,
) -> Trained:
    """One network trained and scored. Its random numbers depend on the seed and its name alone."""
    rng = np.random.default_rng([recipe.seed, crc32(architecture.name.encode())])
    network = PaperNetwork(architecture.masks, recipe.activation, rng)
    inputs, targets = architecture.encoding(train.deals), target_of(train.tricks)
    unseen = architecture.encoding(test.deals)
    early: list[StudyScore | None] = []

    def fresh() -> StudyScore:
        return StudyScore.of(tricks_of(network.outputs(unseen)), test.tricks)

    def finished(epochs: int) -> None:
        early.append(fresh() if len(early) + 1 == recipe.plain_epochs < recipe.epochs else None)
        if progress:
            progress(epochs)

    start = time.perf_counter()
    if algorithm is Algorithm.RESILIENT:
        curve = resilient_propagate(network, inputs, targets, epochs=recipe.epochs, progress=finished)
    else:
        epochs, batch = recipe.plain_epochs, recipe.batch
        curve = back_propagate(network, inputs, targets, epochs=epochs, rng=rng, batch=batch, progress=progress)
    seconds = time.perf_counter() - start
    seen = StudyScore.of(tricks_of(network.outputs(inputs)), train.tricks)
    error = network.squared_error(unseen, target_of(test.tricks))
    scored = next((score for score in early if score), None)
    return Trained(architecture.name, algorithm, seconds, seen, fresh(), curve, error, scored)


def _commonest(train: Sample, test: Sample) -> StudyScore:
    guess = np.bincount(train.tricks).argmax()
    return StudyScore.of(np.full(len(test), guess, np.uint8), test.tricks)
