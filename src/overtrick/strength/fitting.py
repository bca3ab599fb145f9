"""Fitting formulas to tricks: Pearson's correlation from moments, so that a generation costs microseconds."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from overtrick.core import BridgeError
from overtrick.strength.counting import Rows
from overtrick.strength.formulas import Formula, Parameters, Weights
from overtrick.strength.genetic import Genetics, GeneticSearch, cma_es, evolve
from overtrick.strength.pairs import TrickSet

Values = NDArray[np.float64]


@dataclass(frozen=True)
class Moments:
    """What correlation needs to know of the data: means and covariances of columns and tricks, nothing else."""

    covariance: NDArray[np.float64]  # column, column
    with_tricks: NDArray[np.float64]  # column
    variance: float  # of the tricks
    pairs: int

    @classmethod
    def of(cls, rows: Rows, tricks: Values) -> "Moments":
        """The moments of data fit to be fitted; BridgeError with the reason when they are not."""
        if len(rows) != len(tricks):
            raise BridgeError(f"expected as many tricks as pairs, got {len(tricks)} for {len(rows)}")
        if len(rows) < 10:
            raise BridgeError(f"expected at least 10 pairs to fit to, got {len(rows)}")
        if not (np.isfinite(rows).all() and np.isfinite(tricks).all()):
            raise BridgeError("expected numbers everywhere, got NaN or infinity among the data")
        tricks = np.asarray(tricks, np.float64)
        away, beyond = rows - rows.mean(axis=0), tricks - tricks.mean()
        variance = float(beyond @ beyond) / len(rows)
        if variance < 1e-12:
            raise BridgeError("expected tricks that differ from pair to pair, got the same everywhere")
        return cls(away.T @ away / len(rows), away.T @ beyond / len(rows), variance, len(rows))

    def correlation(self, weights: Weights) -> Values:
        """Pearson's r between strength and tricks; 0 for a constant strength. Shape: (…, column) to (…)."""
        weights = np.nan_to_num(weights, nan=0.0, posinf=0.0, neginf=0.0)
        weights = weights / np.maximum(np.abs(weights).max(axis=-1, keepdims=True), 1e-200)  # r knows no scale
        spread = ((weights @ self.covariance) * weights).sum(axis=-1)
        found: Values = weights @ self.with_tricks / np.sqrt(np.maximum(spread, 1e-300) * self.variance)
        return np.where(spread > 1e-12, found, 0.0)


@dataclass(frozen=True)
class FittedFormula:
    """A formula with its parameters, and how its strength goes with the tricks it was fitted to."""

    formula: Formula
    parameters: Parameters
    correlation: float
    curve: tuple[float, ...] = ()

    @property
    def weights(self) -> Weights:
        return self.formula.weights(self.parameters)

    def strength(self, data: TrickSet) -> Values:
        """The strength of every pair of hands."""
        return self.formula.rows(data.hands) @ self.weights


def fit(
    formula: Formula,
    data: TrickSet,
    rng: np.random.Generator,
    *,
    method: str = "ga",
    genetics: Genetics = Genetics(),  # noqa: B008  (frozen)
) -> FittedFormula:
    """The formula's best parameters by `ga`, `cma` or `lsq` (least squares; linear formulas only)."""
    _require_enough(formula, data)
    moments = Moments.of(formula.rows(data.hands), data.tricks)
    if method == "lsq":
        return _least_squares(formula, moments)
    low = np.array([parameter.low for parameter in formula.parameters])
    high = np.array([parameter.high for parameter in formula.parameters])

    def fitness(people: Parameters) -> Values:
        return moments.correlation(formula.weights(formula.within_bounds(people)))

    if method == "ga":
        search: GeneticSearch = evolve(fitness, low, high, rng, genetics)
    elif method == "cma":
        search = cma_es(fitness, low, high, rng, genetics.generations)
    else:
        raise BridgeError(f"expected the method ga, cma or lsq, got {method!r}")
    return FittedFormula(
        formula, _ace_is_four(formula, formula.within_bounds(search.best)), search.fitness, search.curve
    )


def enough_to_fit(formula: Formula, data: TrickSet) -> bool:
    """Whether there are ten pairs a parameter."""
    return len(data) >= 10 * len(formula.parameters)


def _require_enough(formula: Formula, data: TrickSet) -> None:
    if not enough_to_fit(formula, data):
        count = len(formula.parameters)
        raise BridgeError(
            f"expected at least {10 * count} pairs to fit the {count} parameters of {formula}, got {len(data)}"
        )


def _least_squares(formula: Formula, moments: Moments) -> FittedFormula:
    if not formula.is_linear:
        raise BridgeError(f"expected a formula linear in its parameters for least squares, {formula} is not")
    basis = formula.weights(np.eye(len(formula.parameters)))
    seen = basis @ moments.covariance @ basis.T
    parameters: Parameters = np.linalg.lstsq(seen, basis @ moments.with_tricks, rcond=1e-10)[0].astype(np.float64)
    correlation = float(moments.correlation(formula.weights(parameters)))
    return FittedFormula(formula, _ace_is_four(formula, parameters), correlation)


def _ace_is_four(formula: Formula, parameters: Parameters) -> Parameters:
    """The same strength scaled so that an ace (outside trumps) is worth 4, as players are used to."""
    names = [parameter.name for parameter in formula.parameters]
    ace = next((parameters[names.index(name)] for name in ("ace", "ace side") if name in names), 0.0)
    if ace <= 1e-9:
        return parameters
    return np.where([parameter.scales for parameter in formula.parameters], parameters * 4 / ace, parameters)


def rounded(fitted: FittedFormula, data: TrickSet, step: float) -> FittedFormula:
    """The fit with every number that scales on a grid of that step, chosen so that the correlation suffers least.

    The first number (the ace) stays; the others start at the nearest grid point and move, one or two at
    a time, while that helps.
    """
    formula = fitted.formula
    moments = Moments.of(formula.rows(data.hands), data.tricks)
    free = [place for place, parameter in enumerate(formula.parameters) if parameter.scales][1:]
    on_grid = np.array([parameter.scales for parameter in formula.parameters])
    best = np.where(on_grid, np.round(fitted.parameters / step) * step, np.round(fitted.parameters, 1))
    reached = float(moments.correlation(formula.weights(best)))
    moves = _moves(free, step, len(best))
    while True:
        tried = best + moves
        found = moments.correlation(formula.weights(tried))
        if found.max() <= reached + 1e-9:
            return FittedFormula(formula, (np.round(best, 10) + 0.0).astype(np.float64), reached)
        best, reached = tried[found.argmax()], float(found.max())


def _moves(free: list[int], step: float, size: int) -> Parameters:
    """All steps of one number, and of two numbers at once. Shape: (move, parameter)."""
    steps = np.concatenate([sign * step * np.eye(size)[free] for sign in (1, -1)])
    pairs = (steps[:, np.newaxis] + steps[np.newaxis]).reshape(-1, size)
    return np.concatenate([steps, pairs])
