"""The best contract: of two hands, of one hand and an auction, and what the bidding of a board cost."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Literal, NamedTuple, TypeAlias

import numpy as np

from overtrick.arrays import Floats
from overtrick.ask.position import AuctionQuestion, ContractChance, Seed
from overtrick.ask.rendering import Rendered
from overtrick.ask.wire import FLAT, CompleteHand, NoneAs, Number, Text, form
from overtrick.contract.cost import BiddingCost, PredictedContract
from overtrick.contract.explain import ContractReason, reasons
from overtrick.contract.outcomes import ImpsWon
from overtrick.contract.pair import PASS_OUT, PairContracts, sacrifice, tricks_by_chance
from overtrick.contract.positions import position_of
from overtrick.contract.predictor import predict
from overtrick.core import (
    BIDS,
    Auction,
    Board,
    BridgeError,
    Call,
    Contract,
    Hand,
    ParseError,
    Position,
    Seat,
    Side,
    Strain,
    Vulnerability,
)
from overtrick.tricks.estimators import four_hands

RANKED = 10
"""How many contracts an answer lists."""
EXPLAINED = 3
"""How many of them it gives reasons for."""
MEASURES = ("points", "imps", "matchpoints")

FinalContract: TypeAlias = Annotated[Contract | None, NoneAs("Pass")]
Grid: TypeAlias = Mapping[Seat, Mapping[Strain, list[float | None]]]
"""By declarer and strain, level one to seven; None where there is none."""


@dataclass(frozen=True, kw_only=True)
class ContractQuestion(AuctionQuestion):
    """The best contract: of `north` and `south`, or of the `hand` to call after an auction."""

    hand: CompleteHand | None = None
    north: CompleteHand | None = None
    south: CompleteHand | None = None
    against: Annotated[str, Text(200, example="4SX")] | None = None
    """A contract of East-West's: bid on, or defend?"""
    their_chance: Annotated[float, Number(0, 1)] | None = None
    """How likely that makes, else it is down one; estimated over random layouts of the unseen cards if not given."""
    why: bool = False
    """For a hand and an auction: add what speaks for the first few contracts."""
    seed: Seed = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.hand is not None:
            return
        if self.north is None and self.south is None:
            raise ParseError('expected "north" and "south", or "hand", got neither')
        for field in ("north", "south"):
            if getattr(self, field) is None:
                raise ParseError(f"expected a text in {field!r}, got nothing", source=field)


@dataclass(frozen=True, kw_only=True, repr=False)
class PositionContractAnswer(Rendered, text="contract:position_text", html="notebook:position_contract_html"):
    """The contracts a player should head for, the likeliest best one first."""

    contract: str
    ranked: list[ContractChance]
    by: Seat
    meaning: Literal["known", "unknown"]
    """`unknown` where the systems have no meaning for some call."""
    kind: Literal["learned"] = "learned"
    model: str
    why: list[ContractReason] | None = None
    layouts: int | None = None
    layouts_agree: bool | None = None
    """Whether these agree with the auction; without that they are any at all."""
    seed: int | None = None
    system: str
    system_hash: str

    def in_short(self) -> str:
        return f"{self.contract} {self.ranked[0].p:.0%}"


@form(ContractReason)
@dataclass(frozen=True)
class _ContractReasonForm:
    """What speaks for a contract: trumps, points, tricks, the chance that it makes, the score."""

    contract: str
    played: Contract | None
    fit: tuple[int, int] | None
    points: tuple[int, int]
    tricks: float
    chance: float
    score: float

    @classmethod
    def of(cls, why: ContractReason) -> "_ContractReasonForm":
        return cls(why.choice, why.contract, why.fit, why.points, why.tricks, why.chance, why.score)


class ContractFigures(NamedTuple):
    """A contract of two hands with all that is known of it."""

    contract: FinalContract
    chance: float
    expected: float
    imps: float
    matchpoints: float

    @classmethod
    def of(cls, pair: PairContracts, place: int) -> "ContractFigures":
        """The contract with that number among the pair's."""
        return cls(
            pair.contract(place),
            round(float(pair.chances[place]), 4),
            round(float(pair.expected[place]), 1),
            round(float(pair.imps[place]), 2) + 0.0,
            round(float(pair.matchpoints[place]), 4),
        )


@dataclass(frozen=True, kw_only=True)
class SacrificeAnswer:
    """Whether to bid on over a contract of theirs; scores are North-South's."""

    against: str
    their_chance: float
    defending: float
    contract: Contract | None
    chance: float
    bidding_on: float | None
    gain: float | None
    bid_on: bool


@dataclass(frozen=True, kw_only=True, repr=False)
class PairContractAnswer(Rendered, text="contract:pair_text", html="notebook:pair_contract_html"):
    """Every contract of two hands: chances, expected scores, the best for points, IMPs and matchpoints."""

    north: Hand
    south: Hand
    vulnerability: Vulnerability
    contract: FinalContract
    best: Mapping[str, ContractFigures]
    ranked: list[ContractFigures]
    chances: Grid
    expected_scores: Grid
    doubled_scores: Grid
    by_vulnerability: Mapping[str, Mapping[str, FinalContract]]
    sacrifice: SacrificeAnswer | None = None
    kind: Literal["learned"] = "learned"
    model: str
    seed: int

    def in_short(self) -> str:
        best = (f"{contract.symbol if contract else 'Pass'} for {name}" for name, (contract, *_) in self.best.items())
        return ", ".join(best)


def answer(question: ContractQuestion, *, net: Path | None = None) -> PairContractAnswer | PositionContractAnswer:
    """The best contract, for a hand and an auction by the shipped network or by one in the folder `net`."""
    return _answer_pair(question) if question.hand is None else _answer_position(question, question.hand, net)


# One hand and an auction


def _answer_position(question: ContractQuestion, hand: Hand, net: Path | None) -> PositionContractAnswer:
    seat, position = question.auction.turn, Position(hand, question.auction, question.vulnerability)
    table = question.table(seat)
    batch = position_of(table.tree, position)
    prediction, system = predict(batch, net), table.system_of(seat)
    answer = PositionContractAnswer(
        contract=prediction.ranked[0][0],
        ranked=[ContractChance(name, round(p, 4)) for name, p in prediction.ranked[:RANKED]],
        by=seat,
        meaning="known" if batch.meaning_known[0] else "unknown",
        model=prediction.model,
        system=system.name,
        system_hash=system.fingerprint,
    )
    if not question.why:
        return answer
    choices = [name for name, _ in prediction.ranked[:EXPLAINED]]
    node = table.node_to_call(position.auction, position.vulnerability)
    why = reasons(node, position, choices, question.seed)
    return replace(
        answer,
        why=[_rounded(reason) for reason in why.by_contract],
        layouts=why.layouts,
        layouts_agree=why.agree,
        seed=question.seed,
    )


def _rounded(why: ContractReason) -> ContractReason:
    return replace(why, tricks=round(why.tricks, 2), chance=round(why.chance, 4), score=round(why.score, 1))


# Two hands


def _answer_pair(question: ContractQuestion) -> PairContractAnswer:
    north, south, vulnerability = question.north, question.south, question.vulnerability
    assert north is not None
    assert south is not None
    vulnerable = vulnerability.includes(Side.NORTH_SOUTH)
    pair = PairContracts.of_hands(north, south, vulnerable=vulnerable, seed=question.seed)
    best = {name: ContractFigures.of(pair, pair.best(_measure(pair, name))) for name in MEASURES}
    either = {"not vulnerable": False, "vulnerable": True}
    return PairContractAnswer(
        north=north,
        south=south,
        vulnerability=vulnerability,
        contract=best["points"].contract,
        best=best,
        ranked=[ContractFigures.of(pair, int(place)) for place in pair.order(pair.imps)[:RANKED]],
        chances=_grid(pair.chances, 4),
        expected_scores=_grid(pair.by_doubling[0], 1),
        doubled_scores=_grid(np.where(pair.is_doubled, pair.by_doubling[1], np.nan), 1),
        by_vulnerability={words: _best(replace(pair, vulnerable=known)) for words, known in either.items()},
        sacrifice=None if question.against is None else _sacrifice(pair, question, question.against),
        model=four_hands().model,
        seed=question.seed,
    )


def _measure(pair: PairContracts, name: str) -> Floats:
    return {"points": pair.expected, "imps": pair.imps, "matchpoints": pair.matchpoints}[name]


def _best(pair: PairContracts) -> dict[str, Contract | None]:
    return {name: pair.contract(pair.best(_measure(pair, name))) for name in MEASURES}


def _grid(values: Floats, digits: int) -> Grid:
    levels = values[:PASS_OUT].reshape(2, len(BIDS) // len(Strain), len(Strain))
    return {
        seat: {
            strain: [None if np.isnan(value) else round(float(value), digits) for value in rows[:, strain]]
            for strain in Strain
        }
        for seat, rows in zip(Side.NORTH_SOUTH.seats, levels, strict=True)
    }


def _sacrifice(pair: PairContracts, question: ContractQuestion, against: str) -> SacrificeAnswer:
    contract, declarers = _their_contract(against)
    if question.their_chance is None:
        places = [Side.EAST_WEST.seats.index(seat) for seat in declarers]
        theirs = pair.layouts.theirs[places, contract.strain].mean(axis=0)
    else:
        theirs = tricks_by_chance(contract, question.their_chance)
    weighed = sacrifice(pair, contract, theirs, vulnerable=question.vulnerability.includes(Side.EAST_WEST))
    bids_on = weighed.contract is not None
    return SacrificeAnswer(
        against=against.strip().upper(),
        their_chance=round(weighed.their_chance, 4),
        defending=round(weighed.defending, 1),
        contract=weighed.contract,
        chance=round(weighed.chance, 4),
        bidding_on=round(weighed.bidding_on, 1) if bids_on else None,
        gain=round(weighed.gain, 1) if bids_on else None,
        bid_on=weighed.is_right,
    )


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


# Boards that were bid


@form(ImpsWon)
@dataclass(frozen=True)
class _ImpsForm:
    """IMPs of one contract against another: over random layouts, and on the deal as it was."""

    expected: float
    error: float
    on_deal: int

    @classmethod
    def of(cls, imps: ImpsWon) -> "_ImpsForm":
        mean = imps.over_layouts
        return cls(round(mean.value, 3) + 0.0, round(mean.error, 3), imps.on_deal)


@form(PredictedContract)
@dataclass(frozen=True)
class _PredictedForm:
    """What the network would have chosen in place of the side's last call."""

    choice: str
    p: float
    contract: FinalContract
    imps_won: ImpsWon

    @classmethod
    def of(cls, predicted: PredictedContract) -> "_PredictedForm":
        return cls(predicted.choice, round(predicted.p, 4), predicted.contract, predicted.won)


@form(BiddingCost)
@dataclass(frozen=True)
class _CostForm:
    """A board with what its bidding cost; IMPs lost are against the best contract, won against the one reached."""

    board: Annotated[Board, FLAT]
    auction: Auction | None
    players: Mapping[Seat, str]
    side: Side
    """Which could have done better."""
    contract: FinalContract
    best: FinalContract
    """For that side; a contract of the other side's is defended."""
    imps_lost: ImpsWon
    place: int | None
    """Of the call after which the best was out of reach; null where nothing was better."""
    call: Call | None
    by: Seat | None
    lost: Mapping[Side, float]
    """What each side could have done better, over the layouts."""
    predicted: PredictedContract

    @classmethod
    def of(cls, cost: BiddingCost) -> "_CostForm":
        record = cost.record
        by, call = (None, None) if cost.place is None else list(record.require_auction())[cost.place]
        return cls(
            record.board,
            record.auction,
            record.players,
            cost.side,
            cost.reached,
            cost.best,
            cost.lost,
            cost.place,
            call,
            by,
            {side: round(lost, 3) + 0.0 for side, lost in cost.lost_by.items()},
            cost.predicted,
        )


@dataclass(frozen=True, kw_only=True)
class CostAnswer:
    """What the bidding of a board cost."""

    cost: Annotated[BiddingCost, FLAT]
    tricks: Literal["exact", "estimated"]
