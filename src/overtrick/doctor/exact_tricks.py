"""Proposals checked with exact tricks: some of the trials that prove each are solved."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch
from overtrick.arrays.scores import STRAINS, ContractBatch, doubled_if_it_fails_by_two, imps_of
from overtrick.core import BIDS
from overtrick.core.boards import board_vulnerability
from overtrick.doctor.card_trials import Trials
from overtrick.doctor.proposals import Diagnosis, Gain, ProvedProposal
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


def exact_gains(trials: Trials, deals: DealBatch) -> NDArray[np.float32]:
    """IMPs that the calls tried won by exact tricks, where contracts that fail are doubled. Shape: (trial,)."""
    bids, doublings, declarers = (trials["contracts"][..., part].astype(np.intp) for part in range(3))
    contracts = ContractBatch(bids, doublings, declarers)
    tricks = np.zeros(bids.shape, np.intp)
    for which in (0, 1):
        played = np.flatnonzero((bids[:, which] >= 0) & (trials["contracts"][:, 0] != trials["contracts"][:, 1]).any(1))
        strains = STRAINS[bids[played, which]].astype(np.uint8)
        tricks[played, which] = solve_contracts(
            deals[played], declarers[played, which].astype(np.uint8), strains, threads=1
        )
    side = (trials["seat"].astype(np.intp) & 1)[:, np.newaxis]
    ours = contracts.are_of(side) & (bids >= 0)
    usual = np.where(ours[:, :1], bids[:, :1], -1)
    staked = doubled_if_it_fails_by_two(doublings, bids, tricks, np.where(ours, usual, len(BIDS)))
    vulnerabilities = np.array([board_vulnerability(number) for number in trials["board"].tolist()])[:, np.newaxis]
    scores = contracts._replace(doublings=staked).scores(tricks, side, vulnerabilities)
    gains: NDArray[np.float32] = imps_of(scores[:, 1] - scores[:, 0]).astype(np.float32)
    return gains
