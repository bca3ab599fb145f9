"""Search for the parameters with the greatest fitness: a genetic algorithm, and CMA-ES to check it."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Population = NDArray[np.float64]
Fitness = Callable[[Population], NDArray[np.float64]]
"""The fitness of every individual at once. Shape: (individual, parameter) to (individual,)."""


@dataclass(frozen=True)
class GeneticSearch:
    """What a search found: the best parameters, their fitness, and the best fitness after each generation."""

    best: NDArray[np.float64]
    fitness: float
    curve: tuple[float, ...]


@dataclass(frozen=True)
class Genetics:
    """How the genetic algorithm breeds."""

    population: int = 200
    generations: int = 200
    elite: int = 4  # the best ones live on unchanged
    tournament: int = 3  # parents are the best of so many drawn at random
    spread: float = 0.3  # children lie this far beyond their parents at most, as a share of their distance
    mutation_rate: float = 0.15
    mutation_size: float = 0.2  # of a parameter's range at the start, a hundredth of that at the end


def evolve(
    fitness: Fitness,
    low: NDArray[np.float64],
    high: NDArray[np.float64],
    rng: np.random.Generator,
    genetics: Genetics = Genetics(),  # noqa: B008  (frozen)
    report: Callable[[int, float], None] | None = None,
) -> GeneticSearch:
    """Breed a population that starts at random between `low` and `high`; `report` hears of each generation."""
    people = rng.uniform(low, high, (genetics.population, len(low)))
    fit = fitness(people)
    curve = []
    for generation in range(genetics.generations):
        cooling = 0.01 ** (generation / max(1, genetics.generations - 1))
        children = _children(people, fit, genetics, cooling * (high - low), rng)
        elite = np.argsort(-fit)[: genetics.elite]
        people = np.concatenate([people[elite], children])
        fit = np.concatenate([fit[elite], fitness(children)])
        curve.append(float(fit.max()))
        if report:
            report(generation, curve[-1])
    best = int(fit.argmax())
    return GeneticSearch(people[best], float(fit[best]), tuple(curve))


def _children(
    people: Population,
    fit: NDArray[np.float64],
    genetics: Genetics,
    span: NDArray[np.float64],
    rng: np.random.Generator,
) -> Population:
    """A new generation: winners of small tournaments, blended, and some of their genes changed."""
    count = genetics.population - genetics.elite
    entrants = rng.integers(0, len(people), (2, count, genetics.tournament))
    winners = np.take_along_axis(entrants, fit[entrants].argmax(axis=2)[..., np.newaxis], axis=2)[..., 0]
    mother, father = people[winners[0]], people[winners[1]]
    share = rng.uniform(-genetics.spread, 1 + genetics.spread, mother.shape)
    children: Population = mother + share * (father - mother)
    changed = rng.random(children.shape) < genetics.mutation_rate
    children += changed * rng.normal(0, genetics.mutation_size, children.shape) * span
    return children


def cma_es(
    fitness: Fitness,
    low: NDArray[np.float64],
    high: NDArray[np.float64],
    rng: np.random.Generator,
    generations: int = 200,
) -> GeneticSearch:
    """Covariance matrix adaptation (Hansen 2016, arXiv 1604.00772) from the middle of the range."""
    size = len(low)
    count = 4 + int(3 * np.log(size)) * 2
    parents = count // 2
    shares = np.log(parents + 0.5) - np.log(np.arange(1, parents + 1))
    shares /= shares.sum()
    mass = 1 / (shares**2).sum()
    path_rate, cov_rate = (mass + 2) / (size + mass + 5), (4 + mass / size) / (size + 4 + 2 * mass / size)
    one = 2 / ((size + 1.3) ** 2 + mass)
    many = min(1 - one, 2 * (mass - 2 + 1 / mass) / ((size + 2) ** 2 + mass))
    damping = 1 + path_rate + 2 * max(0, float(np.sqrt((mass - 1) / (size + 1))) - 1)
    usual = np.sqrt(size) * (1 - 1 / (4 * size) + 1 / (21 * size**2))
    scale, mean, step = high - low, np.full(size, 0.5), 0.3
    covariance, path, cov_path = np.eye(size), np.zeros(size), np.zeros(size)
    best, best_fit, curve = low, -np.inf, []
    for generation in range(generations):
        values, axes = np.linalg.eigh(covariance)
        widths = np.sqrt(np.maximum(values, 1e-20))
        steps = (rng.standard_normal((count, size)) * widths) @ axes.T
        people = low + scale * (mean + step * steps)
        fit = fitness(people)
        order = np.argsort(-fit)
        if fit[order[0]] > best_fit:
            best, best_fit = people[order[0]], float(fit[order[0]])
        curve.append(best_fit)
        chosen = steps[order[:parents]]
        move = shares @ chosen
        mean = mean + step * move
        path = (1 - path_rate) * path + np.sqrt(path_rate * (2 - path_rate) * mass) * (axes / widths) @ (axes.T @ move)
        length = float(np.linalg.norm(path))
        alive = length / np.sqrt(1 - (1 - path_rate) ** (2 * generation + 2)) < (1.4 + 2 / (size + 1)) * usual
        cov_path = (1 - cov_rate) * cov_path + alive * np.sqrt(cov_rate * (2 - cov_rate) * mass) * move
        covariance = (
            (1 - one - many) * covariance + one * np.outer(cov_path, cov_path) + many * (chosen.T * shares) @ chosen
        )
        step *= float(np.exp((path_rate / damping) * (length / usual - 1)))
    return GeneticSearch(best, best_fit, tuple(curve))
