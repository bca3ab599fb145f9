"""Questions for the best contract, answered with plain values, as the command line and other programs speak them."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.contract.cost import BiddingCost, ImpsWon
from overtrick.contract.explain import ContractReasons, reasons
from overtrick.contract.pair import PASS_OUT, PairContracts, sacrifice, tricks_by_chance
from overtrick.contract.positions import position_of
from overtrick.contract.predictor import predict
from overtrick.core import BIDS, BridgeError, Contract, Hand, ParseError, Position, Seat, Side, Strain, Vulnerability
from overtrick.systems.engine.tree import Tree
from overtrick.tricks.estimators import four_hands

RANKED = 10
"""How many contracts an answer lists."""

EXPLAINED = 3
"""How many of them it gives reasons for."""

MEASURES = ("points", "imps", "matchpoints")


def position_answer(
    tree: Tree,
    position: Position,
    *,
    net: Path | None = None,
    why: bool = False,
    seed: int = 0,
) -> dict[str, Any]:
    """The contracts a player should head for, the likeliest best one first; `net` is the folder of another network.

    `meaning` is `unknown` where the systems have no meaning for some call. `why` adds what speaks for the first few
    contracts, counted over layouts that agree with the auction.
    """
    batch = position_of(tree, position)
    prediction = predict(batch, net)
    ranked = [{"contract": name, "p": round(p, 4)} for name, p in prediction.ranked[:RANKED]]
    answer = {
        "contract": ranked[0]["contract"],
        "ranked": ranked,
        "by": str(position.seat),
        "meaning": "known" if batch.meaning_known[0] else "unknown",
        "kind": "learned",
        "model": prediction.model,
    }
    if not why:
        return answer
    choices = [name for name, _ in prediction.ranked[:EXPLAINED]]
    node = tree.node_to_call(position.auction, position.vulnerability)
    return answer | _why_dict(reasons(node, position, choices, seed), seed)


def _why_dict(found: ContractReasons, seed: int) -> dict[str, Any]:
    why = [
        {
            "contract": each.choice,
            "played": None if each.contract is None else str(each.contract),
            "fit": each.fit and list(each.fit),
            "points": list(each.points),
            "tricks": round(each.tricks, 2),
            "chance": round(each.chance, 4),
            "score": round(each.score, 1),
        }
        for each in found.by_contract
    ]
    return {"why": why, "layouts": found.layouts, "layouts_agree": found.agree, "seed": seed}


def judged_dict(judged: BiddingCost, *, exact: bool) -> dict[str, Any]:
    """A board with what its bidding cost; IMPs lost are against the best contract, IMPs won against the one reached."""
    board, predicted = judged.record.board, judged.predicted
    about: dict[str, Any] = {} if board.number is None else {"board": board.number}
    return about | {
        "deal": str(board.deal),
        "dealer": str(board.dealer),
        "vul": str(board.vulnerability),
        "auction": str(judged.record.auction),
        "side": str(judged.side),
        "contract": contract_name(judged.reached),
        "best": contract_name(judged.best),
        "imps_lost": _compared_dict(judged.lost),
        "predicted": {
            "choice": predicted.choice,
            "p": round(predicted.p, 4),
            "contract": contract_name(predicted.contract),
            "imps_won": _compared_dict(predicted.won),
        },
        "tricks": "exact" if exact else "estimated",
    }


def _compared_dict(compared: ImpsWon) -> dict[str, Any]:
    mean = compared.over_layouts
    return {"expected": round(mean.value, 3) + 0.0, "error": round(mean.error, 3), "on_deal": compared.on_deal}


def pair_answer(
    north: Hand,
    south: Hand,
    vulnerability: Vulnerability,
    *,
    against: str | None = None,
    their_chance: float | None = None,
    seed: int = 0,
) -> dict[str, Any]:
    """Every contract of two hands: chances, expected scores, the best for points, IMPs and matchpoints.

    With `against`, a contract of East-West's, whether to bid on. `their_chance` is how likely that makes (just so, else
    it is down one); without it their tricks are estimated over random layouts of the unseen cards.
    """
    pair = PairContracts.of_hands(north, south, vulnerable=vulnerability.includes(Side.NORTH_SOUTH), seed=seed)
    answer = {"north": str(north), "south": str(south), "vul": str(vulnerability), **_contracts_dict(pair)}
    if against is not None:
        answer["sacrifice"] = _sacrifice_dict(pair, vulnerability, against, their_chance)
    return answer | {"kind": "learned", "model": four_hands().model, "seed": seed}


def _contracts_dict(pair: PairContracts) -> dict[str, Any]:
    best = {name: contract_dict(pair, pair.best(_measure(pair, name))) for name in MEASURES}
    either = [replace(pair, vulnerable=vulnerable) for vulnerable in (False, True)]
    return {
        "contract": best["points"]["contract"],
        "best": best,
        "ranked": [contract_dict(pair, int(place)) for place in pair.order(pair.imps)[:RANKED]],
        "chances": _grid(pair.chances, 4),
        "expected_scores": _grid(pair.by_stakes[0], 1),
        "doubled_scores": _grid(np.where(pair.is_doubled, pair.by_stakes[1], np.nan), 1),
        "by_vulnerability": dict(zip(("not vulnerable", "vulnerable"), map(_best_names, either), strict=True)),
    }


def _sacrifice_dict(
    pair: PairContracts, vulnerability: Vulnerability, against: str, their_chance: float | None
) -> dict[str, Any]:
    contract, declarers = _their_contract(against)
    if their_chance is None:
        places = [Side.EAST_WEST.seats.index(seat) for seat in declarers]
        theirs = pair.layouts.theirs[places, contract.strain].mean(axis=0)
    else:
        theirs = tricks_by_chance(contract, their_chance)
    weighed = sacrifice(pair, contract, theirs, vulnerable=vulnerability.includes(Side.EAST_WEST))
    bids_on = weighed.contract is not None
    return {
        "against": against.strip().upper(),
        "their_chance": round(weighed.their_chance, 4),
        "defending": round(weighed.defending, 1),
        "contract": str(weighed.contract) if bids_on else None,
        "chance": round(weighed.chance, 4),
        "bidding_on": round(weighed.bidding_on, 1) if bids_on else None,
        "gain": round(weighed.gain, 1) if bids_on else None,
        "bid_on": weighed.is_right,
    }


def _their_contract(text: str) -> tuple[Contract, tuple[Seat, ...]]:
    """Read `4S`, `4SX` or `4SE`; without a declarer either of the two may be it."""
    try:
        contract = Contract.parse(text)
    except ParseError:
        try:
            return Contract.parse(f"{text}E"), Side.EAST_WEST.seats
        except ParseError:
            raise ParseError(f"expected a contract such as 4S, 4SX or 4SE, got {text!r}", source="against") from None
    if contract.side is not Side.EAST_WEST:
        raise BridgeError(f"expected a contract of East-West's, got {text}").at(source="against")
    return contract, (contract.declarer,)


def contract_dict(pair: PairContracts, place: int) -> dict[str, Any]:
    """One contract with all that is known of it."""
    return {
        "contract": contract_name(pair.contract(place)),
        "chance": round(float(pair.chances[place]), 4),
        "expected": round(float(pair.expected[place]), 1),
        "imps": round(float(pair.imps[place]), 2) + 0.0,
        "matchpoints": round(float(pair.matchpoints[place]), 4),
    }


def contract_name(contract: Contract | None) -> str:
    """`4SN`, `5HXS`, or `Pass`."""
    return "Pass" if contract is None else str(contract)


def _measure(pair: PairContracts, name: str) -> NDArray[np.float32]:
    return {"points": pair.expected, "imps": pair.imps, "matchpoints": pair.matchpoints}[name]


def _best_names(pair: PairContracts) -> dict[str, str]:
    return {name: contract_name(pair.contract(pair.best(_measure(pair, name)))) for name in MEASURES}


def _grid(values: NDArray[np.float32], digits: int) -> dict[str, dict[str, list[float | None]]]:
    """Values of the contracts under declarer and strain, level 1 to 7; None where there is none."""
    levels = values[:PASS_OUT].reshape(2, len(BIDS) // len(Strain), len(Strain))
    return {
        str(seat): {
            str(strain): [None if np.isnan(value) else round(float(value), digits) for value in rows[:, strain]]
            for strain in Strain
        }
        for seat, rows in zip(Side.NORTH_SOUTH.seats, levels, strict=True)
    }
