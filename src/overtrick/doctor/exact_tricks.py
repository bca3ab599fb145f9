"""Proposals checked with exact tricks: some of the trials that prove each are solved."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch
from overtrick.arrays.scores import STRAINS, ContractBatch
from overtrick.core.boards import board_vulnerability
from overtrick.doctor.card_trials import Trials
from overtrick.doctor.proposals import Diagnosis, Gain, ProvedProposal
from overtrick.players.results import Results
from overtrick.solver import solve_contracts

DealsOf = Callable[[NDArray[np.intp]], DealBatch]
"""The deals of boards by their numbers."""


def with_exact_tricks(diagnosis: Diagnosis, trials: Trials, deals: DealsOf, most: int, sample: int) -> Diagnosis:
    """The first `most` proposals with what they win by exact tricks, from that many trials each."""
    checked = [_checked(finding, trials, deals, sample) for finding in diagnosis.findings[:most]]
    return replace(diagnosis, findings=(*checked, *diagnosis.findings[most:]))


def _checked(finding: ProvedProposal, trials: Trials, deals: DealsOf, sample: int) -> ProvedProposal:
    """Estimated gains of all trials, put right by how far some of them are from the exact ones."""
    rows = finding.rows[:: max(1, len(finding.rows) // sample)][:sample]
    chosen = trials[rows]
    off = exact_gains(chosen, deals(chosen["board"].astype(np.intp))) - chosen["gain"]
    correction, each = Gain.of(off, chosen["weight"]), finding.proposal.each
    exact = Gain(each.mean + correction.mean, float(np.hypot(each.error, correction.error)))
    return finding._replace(proposal=replace(finding.proposal, exact=exact))


def exact_gains(trials: Trials, deals: DealBatch) -> NDArray[np.float64]:
    """IMPs that the calls tried won by exact tricks, where contracts are doubled as in the trials. Shape: (trial,)."""
    bids, doublings, declarers, contested = (trials["contracts"][..., part].astype(np.intp) for part in range(4))
    tricks = np.zeros(bids.shape, np.intp)
    for which in (0, 1):
        played = np.flatnonzero((bids[:, which] >= 0) & (trials["contracts"][:, 0] != trials["contracts"][:, 1]).any(1))
        strains = STRAINS[bids[played, which]].astype(np.uint8)
        tricks[played, which] = solve_contracts(
            deals[played], declarers[played, which].astype(np.uint8), strains, threads=1
        )
    results = Results(
        ContractBatch(bids, doublings, declarers).reshaped(len(trials), 2, 1),
        contested[..., np.newaxis] > 0,
        tricks[:, :, np.newaxis, np.newaxis],
        trials["seat"].astype(np.intp),
        np.array([board_vulnerability(number) for number in trials["board"].tolist()], np.uint8),
    )
    return results.gains
