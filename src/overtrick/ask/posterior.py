"""What the hidden hands may be, given one hand and the auction."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from overtrick.ask.position import Layouts, PositionQuestion, Seed
from overtrick.ask.rendering import Rendered
from overtrick.ask.wire import FLAT, Text
from overtrick.core import BridgeError, Card, Hand, Seat, Suit
from overtrick.layouts.known_cards import barred_cards
from overtrick.layouts.posterior import Posterior, Support, sample
from overtrick.layouts.summary import Picture, pictures, prior_picture
from overtrick.systems.network import IMPROVED, TRUE_TO_CARD, bidding_network
from overtrick.systems.views import OTHERS, View


@dataclass(frozen=True, kw_only=True)
class NetworkQuestion(PositionQuestion):
    """A position for one of the shipped networks: true to its system, or improved, which wins more."""

    network: Annotated[str, Text(200, choices=(TRUE_TO_CARD, IMPROVED))] = IMPROVED

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.network not in (TRUE_TO_CARD, IMPROVED):
            raise BridgeError(f"expected {TRUE_TO_CARD} or {IMPROVED}, got {self.network!r}").at(source="network")

    def view(self, seat: Seat | None = None) -> View:
        """What the player in a seat sees, the one to call unless another is named."""
        seat = self.auction.turn if seat is None else seat
        return View.of(bidding_network(self.network), self.table(seat), self.position, seat)


Holding = Annotated[tuple[str, ...], Text(60, items=39, example="partner:SQ")]
Lacking = Annotated[tuple[str, ...], Text(60, items=117, example="W:HK,HQ")]


@dataclass(frozen=True, kw_only=True)
class PosteriorQuestion(NetworkQuestion):
    """What may the others hold? `with` and `without` are cards a player is known to have, or not to have."""

    seat: Seat | None = None
    """Whose hand it is, if not that of the player to call."""
    with_: Holding = ()
    without: Lacking = ()
    layouts: Layouts = 400
    seed: Seed = 0


class ShapeChance(NamedTuple):
    """A shape, spades first, how likely it is, and how likely it was before the first call."""

    shape: str
    p: float
    prior: float


@dataclass(frozen=True, kw_only=True)
class HandChances:
    """A hidden hand as chances: of 0 to 37 points, of 0 to 13 cards in each suit, of holding each card."""

    hcp: list[float]
    lengths: Mapping[Suit, list[float]]
    cards: Mapping[Card, float]

    @classmethod
    def of(cls, picture: Picture) -> "HandChances":
        """The chances of a picture."""
        return cls(
            hcp=_rounded(picture.points),
            lengths={suit: _rounded(picture.lengths[suit]) for suit in reversed(Suit)},
            cards={Card(card): round(float(picture.cards[card]), 4) for card in range(51, -1, -1)},
        )


@dataclass(frozen=True, kw_only=True)
class HiddenHand:
    """A hidden hand beside what was known of it before the first call."""

    chances: Annotated[HandChances, FLAT]
    mean_hcp: float
    hcp_range: tuple[int, int]
    """The narrowest range that has four fifths of the chances."""
    mean_lengths: Mapping[Suit, float]
    shapes: list[ShapeChance]
    prior: HandChances

    @classmethod
    def of(cls, picture: Picture, prior: Picture) -> "HiddenHand":
        """A hand now and before."""
        return cls(
            chances=HandChances.of(picture),
            mean_hcp=round(picture.mean_points, 2),
            hcp_range=picture.likely_points(),
            mean_lengths={suit: round(float(picture.mean_lengths[suit]), 2) for suit in reversed(Suit)},
            shapes=[
                ShapeChance(name, round(float(picture.shapes[shape]), 4), round(float(prior.shapes[shape]), 4))
                for name, shape in picture.top_shapes()
            ],
            prior=HandChances.of(prior),
        )


@dataclass(frozen=True, kw_only=True, repr=False)
class PosteriorAnswer(Rendered, text="hidden_hands:posterior_text", html="hidden_hands_svg:posterior_svg"):
    """Left-hand opponent, partner and right-hand opponent, and how far to trust it."""

    players: Mapping[str, HiddenHand]
    hand: Hand
    seat: Seat
    layouts: int
    effective_samples: float
    support: Support
    approximated_by: tuple[str, ...] | None = None
    """The systems that the network took for those it has not learnt."""
    kind: Literal["sample"] = "sample"
    model: str
    seed: int
    system: str
    system_hash: str

    def in_short(self) -> str:
        points = ", ".join(f"{name} {hand.mean_hcp:.1f} hcp" for name, hand in self.players.items())
        return f"{points}; {self.support.word}"


def answer(question: PosteriorQuestion) -> PosteriorAnswer:
    """The hidden hands over weighted layouts."""
    return described(posterior_of(question))


def posterior_of(question: PosteriorQuestion) -> Posterior:
    """The weighted layouts themselves."""
    view = question.view(question.seat)
    barred = barred_cards(view.hand, view.seat, list(question.with_), list(question.without))
    return sample(view, question.layouts, seed=question.seed, barred=barred)


def described(posterior: Posterior) -> PosteriorAnswer:
    """The answer, given the layouts."""
    view, prior = posterior.view, prior_picture(posterior.view.hand)
    system = view.table.system_of(view.seat)
    return PosteriorAnswer(
        players={
            name: HiddenHand.of(picture, prior) for name, picture in zip(OTHERS, pictures(posterior), strict=True)
        },
        hand=view.hand,
        seat=view.seat,
        layouts=len(posterior),
        effective_samples=round(posterior.effective, 1),
        support=rounded_support(posterior),
        approximated_by=view.approximated or None,
        model=view.network.model,
        seed=posterior.seed,
        system=system.name,
        system_hash=system.fingerprint,
    )


def rounded_support(posterior: Posterior) -> Support:
    """How far to trust the layouts, in figures for people."""
    support = posterior.support
    return replace(support, likelihood=round(support.likelihood, 4), agreeing=round(support.agreeing, 4))


def _rounded(chances: NDArray[np.float64]) -> list[float]:
    return [round(chance, 4) for chance in chances.tolist()]
