"""How good a trick network is on deals it has never seen: accuracy, calibration, and what others have reached."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Floats
from overtrick.nets.four_hands import Owners
from overtrick.training.tricks.kinds import FOUR_HANDS, Estimate
from overtrick.training.tricks.trick_material import TrickExamples

Tricks = NDArray[np.uint8]

STRAINS = {"suits": slice(0, 4), "notrump": slice(4, 5)}
"""The two groups of strains that are always reported apart."""

_BINS = 20
_OPEN = 0.01  # a chance this close to 0 or 1 is no open question


@dataclass(frozen=True)
class PublishedTricks:
    """What others have reached from four hands, in per cent of deals: exact, within one, within two where known."""

    who: str
    suits: tuple[float, ...]
    notrump: tuple[float, ...]


PUBLISHED = (
    PublishedTricks("best public code", (57.8, 97.9, 99.9), (48.6, 91.8, 98.9)),
    PublishedTricks("best human experts", (53.1,), (73.7,)),
    PublishedTricks("published networks, 2009", (53.1, 96.5), (37.8, 83.6)),
)


def published(kind: str) -> tuple[PublishedTricks, ...]:
    """What others have published of networks that see as much: all of it is about four hands."""
    return PUBLISHED if kind == FOUR_HANDS.name else ()


@dataclass(frozen=True)
class TrickAccuracy:
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

    def as_text(self) -> str:
        """For a table."""
        return " | ".join(f"{hit:6.2f}±{error:4.2f}" for hit, error in zip(self.hits, self.errors, strict=True))


def accuracy(probabilities: Floats, tricks: Tricks) -> dict[str, TrickAccuracy]:
    """How often the most likely number is right, for suits and for notrump."""
    off = np.abs(probabilities.argmax(axis=-1) - tricks.astype(int))
    truth = np.take_along_axis(probabilities, tricks[..., np.newaxis].astype(int), axis=-1)[..., 0]
    surprise = -np.log(np.maximum(truth, 1e-12))
    missed = probabilities @ np.arange(14, dtype=np.float32) - tricks
    by_strain = {}
    for name, part in STRAINS.items():
        by_deal = [100 * (off[:, :, part] <= most).mean(axis=(1, 2)) for most in (0, 1, 2)]
        exact, one, two = (float(hits.mean()) for hits in by_deal)
        errors = [float(hits.std() / len(hits) ** 0.5) for hits in by_deal]
        rms = float((missed[:, :, part] ** 2).mean() ** 0.5)
        by_strain[name] = TrickAccuracy(
            (exact, one, two), (errors[0], errors[1], errors[2]), float(surprise[:, :, part].mean()), rms
        )
    return by_strain


def calibration_error(stated: NDArray[Any], happened: NDArray[np.bool_]) -> float:
    """The mean distance between a stated chance and how often it came true, in equal bins."""
    bins = np.minimum((stated * _BINS).astype(int), _BINS - 1)
    by_bin = np.bincount(bins, stated, _BINS) - np.bincount(bins, happened, _BINS)
    return float(np.abs(by_bin).sum() / max(1, len(stated)))


def calibration(probabilities: Floats, tricks: Tricks) -> dict[str, dict[str, float]]:
    """Calibration errors of the most likely number, of every number, and of "at least n tricks"."""
    by_strain = {}
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
        by_strain[name] = {key: round(error, 5) for key, error in errors.items()}
    return by_strain


def four_rotations(estimate: Estimate, owners: Owners) -> Floats:
    """Probabilities averaged over the four seatings of each deal."""
    turned = [np.roll(estimate((owners + np.uint8(turn)) % 4), -turn, axis=1) for turn in range(4)]
    mean: Floats = np.mean(turned, axis=0, dtype=np.float32)
    return mean


@dataclass(frozen=True)
class TrickReport:
    """A network on held-out deals: in a single pass and averaged over four rotations, with its calibration."""

    deals: int
    single_pass: dict[str, TrickAccuracy]
    four_rotations: dict[str, TrickAccuracy]
    calibration: dict[str, dict[str, float]]

    def as_dict(self) -> dict[str, Any]:
        """For cards and JSON."""
        return {
            "deals": self.deals,
            "single_pass": {name: each.as_dict() for name, each in self.single_pass.items()},
            "four_rotations": {name: each.as_dict() for name, each in self.four_rotations.items()},
            "calibration_errors": self.calibration,
        }

    def as_text(self, name: str, published: tuple[PublishedTricks, ...]) -> str:
        """Our figures with their standard errors, and the published ones."""
        lines = [
            f"{self.deals:,} deals never trained on; per cent exact | within 1 | within 2, ± standard error\n",
            f"{'':34}{'suits':42}notrump",
        ]
        ours = {f"{name}, single pass": self.single_pass, f"{name}, mean of 4 rotations": self.four_rotations}
        for label, by_strain in ours.items():
            suits, notrump = (by_strain[strains].as_text() for strains in ("suits", "notrump"))
            lines.append(f"{label:34}{suits:42}{notrump}")
        for row in published:
            suits, notrump = (" | ".join(f"{value:5.1f}{'':7}" for value in part) for part in (row.suits, row.notrump))
            lines.append(f"{row.who:34}{suits:42}{notrump}".rstrip())
        errors = [f"{strains} {each['at_least_n']:.4f}" for strains, each in self.calibration.items()]
        return "\n".join([*lines, "", f'calibration error of "at least n tricks": {", ".join(errors)}'])


def evaluate(estimate: Estimate, examples: TrickExamples) -> TrickReport:
    """Everything at once, on deals the network has never seen."""
    single = estimate(examples.owners)
    return TrickReport(
        len(examples),
        accuracy(single, examples.tricks),
        accuracy(four_rotations(estimate, examples.owners), examples.tricks),
        calibration(single, examples.tricks),
    )
