"""A card examined: trials on many random boards, in portions, kept as they come, then what they say together."""

from dataclasses import dataclass, field
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch
from overtrick.arrays.npz import load_arrays, save_arrays
from overtrick.core import BridgeError
from overtrick.doctor.card_trials import TRIAL, Trials, try_calls
from overtrick.doctor.exact_tricks import with_exact_tricks
from overtrick.doctor.proposals import Diagnosis, diagnose
from overtrick.doctor.rollouts import rollout_of
from overtrick.matches.playing import OUTSIDE, PlayerName
from overtrick.systems.engine.boards import BoardBatch
from overtrick.systems.network import IMPROVED, bidding_network
from overtrick.systems.system import System
from overtrick.training.data.writer import Progress, RowWriter

CHUNK = 2500
"""Boards a task: the more share an auction, the less a trial costs."""


@dataclass(frozen=True)
class Examination:
    """What is examined: a card, who sits against it, and on how many boards of which seed."""

    card: str
    against: str | None = None
    count: int = 200_000
    seed: int = 1
    chunk: int = field(default_factory=lambda: CHUNK)
    """Boards a task."""
    by_network: bool = False
    """Whether a network bids on after the calls compared, not the card."""

    @property
    def settings(self) -> dict[str, object]:
        """What decides the trials."""
        cards = [System.load(self.card).fingerprint]
        name = None if self.against is None else PlayerName.parse(self.against)
        if name is not None:
            if name.kind == OUTSIDE:
                raise BridgeError(f"expected a card or net:CARD[@NETWORK] against it, got {self.against!r}")
            cards.append(System.load(name.system).fingerprint)
        model = "" if name is None or name.kind == "card" else f"{name.kind} {bidding_network(name.network).model}"
        settings: dict[str, object] = {"cards": cards, "against": model, "seed": self.seed, "boards": self.count}
        return settings | ({"network": bidding_network(IMPROVED).model} if self.by_network else {})

    def boards(self, number: int) -> BoardBatch:
        """Those of a task."""
        first = number * self.chunk
        return BoardBatch.random(min(self.chunk, self.count - first), self.seed, number, first + 1)

    def deals(self, numbers: NDArray[np.intp]) -> DealBatch:
        """The deals of boards by their numbers."""
        tasks, places = np.divmod(numbers - 1, self.chunk)
        holdings = np.zeros((len(numbers), 4, 4), np.uint16)
        for task in np.unique(tasks).tolist():
            holdings[tasks == task] = self.boards(task).deals.holdings[places[tasks == task]]
        return DealBatch(holdings)

    def trials(
        self,
        path: Path,
        *,
        keep: bool = True,
        jobs: int = 0,
        scheduler: str | None = None,
        progress: Progress | None = None,
    ) -> Trials:
        """The trials. Beside `path` (.npz) they are written as they come, so that a run that was killed goes on.

        With `keep` they stay at `path`, and are read again from there.
        """
        if keep and path.exists():
            return _load(path, self.settings)
        tasks = [_Task(self, number) for number in range(-(-self.count // self.chunk))]
        with RowWriter.beside(path, self.settings) as writer:
            writer.complete(_try, tasks, attrgetter("size"), jobs=jobs, scheduler=scheduler, progress=progress)
            trials = np.fromfile(writer.rows, TRIAL)
            if keep:
                made = {name: trials[name] for name in TRIAL.names or ()}
                save_arrays(path, {**made, "settings": np.array(str(self.settings))})
            writer.remove()
        return trials

    def diagnose(self, trials: Trials, most: int, exact: int) -> Diagnosis:
        """What the trials say; of the first `most` proposals that many trials are solved exactly."""
        found = diagnose(trials, self.count)
        return with_exact_tricks(found, trials, self.deals, most, exact) if exact else found


class _Task(NamedTuple):
    examination: Examination
    number: int

    @property
    def size(self) -> int:
        return min(self.examination.chunk, self.examination.count - self.number * self.examination.chunk)


def _try(task: _Task) -> bytes:
    examination = task.examination
    rng = np.random.default_rng(np.random.SeedSequence(examination.seed, spawn_key=(task.number, 1)))
    rollout = rollout_of(examination.card, examination.against, by_network=examination.by_network)
    return try_calls(rollout, examination.boards(task.number), rng).tobytes()


def _load(path: Path, settings: dict[str, object]) -> Trials:
    file = load_arrays(path, "trials of `overtrick system doctor`")
    try:
        if str(file["settings"]) != str(settings):
            raise BridgeError(f"the trials in {path} are of another card or with other settings: {file['settings']}")
        trials = np.zeros(len(file["gain"]), TRIAL)
        for name in TRIAL.names or ():
            trials[name] = file[name]
    except (ValueError, KeyError, TypeError) as error:
        raise BridgeError(f"expected trials of `overtrick system doctor` in {path}: {error}") from None
    return trials
