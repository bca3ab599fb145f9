"""How good a network's answers are: accuracy with standard errors, and calibration."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Floats
from overtrick.nets.four_hands import Owners
from overtrick.training.tricks.kinds import Estimate
from overtrick.training.tricks.material import Examples

Tricks = NDArray[np.uint8]

STRAINS = {"suits": slice(0, 4), "notrump": slice(4, 5)}
"""The two groups of strains that are always reported apart."""

_BINS = 20
_OPEN = 0.01  # a chance this close to 0 or 1 is no open question


@dataclass(frozen=True)
class Accuracy:
    """Answers that are exact, within one trick, within two, in per cent, each with its standard error over deals."""

    hits: tuple[float, float, float]
    errors: tuple[float, float, float]
    cross_entropy: float
    rms_of_mean: float
    """Root mean square of (expected tricks - tricks)."""

    def as_dict(self) -> dict[str, Any]:
        """For cards and JSON."""
        return {
            "exact_within1_within2": [round(hit, 3) for hit in self.hits],
            "standard_errors": [round(error, 3) for error in self.errors],
            "cross_entropy": round(self.cross_entropy, 4),
            "rms_of_mean": round(self.rms_of_mean, 4),
        }


def accuracy(probabilities: Floats, tricks: Tricks) -> dict[str, Accuracy]:
    """How often the most likely number is right, for suits and for notrump."""
    off = np.abs(probabilities.argmax(axis=-1) - tricks.astype(int))
    truth = np.take_along_axis(probabilities, tricks[..., np.newaxis].astype(int), axis=-1)[..., 0]
    surprise = -np.log(np.maximum(truth, 1e-12))
    missed = probabilities @ np.arange(14, dtype=np.float32) - tricks
    found = {}
    for name, part in STRAINS.items():
        by_deal = [100 * (off[:, :, part] <= most).mean(axis=(1, 2)) for most in (0, 1, 2)]
        exact, one, two = (float(hits.mean()) for hits in by_deal)
        errors = [float(hits.std() / len(hits) ** 0.5) for hits in by_deal]
        rms = float((missed[:, :, part] ** 2).mean() ** 0.5)
        found[name] = Accuracy(
            (exact, one, two), (errors[0], errors[1], errors[2]), float(surprise[:, :, part].mean()), rms
        )
    return found


def calibration_error(stated: NDArray[Any], happened: NDArray[np.bool_]) -> float:
    """The mean distance between a stated chance and how often it came true, in equal bins."""
    bins = np.minimum((stated * _BINS).astype(int), _BINS - 1)
    by_bin = np.bincount(bins, stated, _BINS) - np.bincount(bins, happened, _BINS)
    return float(np.abs(by_bin).sum() / max(1, len(stated)))


def calibration(probabilities: Floats, tricks: Tricks) -> dict[str, dict[str, float]]:
    """Calibration errors of the most likely number, of every number, and of "at least n tricks"."""
    found = {}
    for name, part in STRAINS.items():
        p = probabilities[:, :, part].reshape(-1, 14).astype(float)
        t = tricks[:, :, part].ravel()[:, np.newaxis]
        at_least = np.clip(p[:, ::-1].cumsum(axis=1)[:, ::-1], 0, 1)[:, 1:]
        reached = t >= np.arange(1, 14)
        is_open = (at_least > _OPEN) & (at_least < 1 - _OPEN)
        errors = {
            "most_likely": calibration_error(p.max(axis=1), p.argmax(axis=1) == t[:, 0]),
            "every_number": calibration_error(p.ravel(), (np.arange(14) == t).ravel()),
            "at_least_n": calibration_error(at_least.ravel(), reached.ravel()),
            "at_least_n_where_open": calibration_error(at_least[is_open], reached[is_open]),
        }
        found[name] = {key: round(error, 5) for key, error in errors.items()}
    return found


def four_rotations(estimate: Estimate, owners: Owners) -> Floats:
    """Probabilities averaged over the four seatings of each deal."""
    turned = [np.roll(estimate((owners + np.uint8(turn)) % 4), -turn, axis=1) for turn in range(4)]
    mean: Floats = np.mean(turned, axis=0, dtype=np.float32)
    return mean


@dataclass(frozen=True)
class Evaluation:
    """A network on held-out deals: in a single pass and averaged over four rotations, with its calibration."""

    deals: int
    single_pass: dict[str, Accuracy]
    four_rotations: dict[str, Accuracy]
    calibration: dict[str, dict[str, float]]

    def as_dict(self) -> dict[str, Any]:
        """For cards and JSON."""
        return {
            "deals": self.deals,
            "single_pass": {name: each.as_dict() for name, each in self.single_pass.items()},
            "four_rotations": {name: each.as_dict() for name, each in self.four_rotations.items()},
            "calibration_errors": self.calibration,
        }


def evaluate(estimate: Estimate, examples: Examples) -> Evaluation:
    """Everything at once, on deals the network has never seen."""
    single = estimate(examples.owners)
    return Evaluation(
        len(examples),
        accuracy(single, examples.tricks),
        accuracy(four_rotations(estimate, examples.owners), examples.tricks),
        calibration(single, examples.tricks),
    )
