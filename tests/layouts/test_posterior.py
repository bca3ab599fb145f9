"""The posterior: repeatable, in line with what was shown, and honest where it knows nothing."""

from typing import Any

import numpy as np
import pytest

from overtrick.core import Card, Seat
from overtrick.layouts import posterior as posteriors
from overtrick.layouts.known_cards import Barred, barred_cards
from overtrick.layouts.posterior import sample
from overtrick.layouts.replay import CARELESS
from overtrick.layouts.sampler import Proposals, propose
from overtrick.layouts.summary import pictures
from players.seated import view

HAND = "KQ84.A97.A762.T6"
MINOR_HAND = "K4.97.AQ762.T986"


def test_the_same_seed_gives_the_same_layouts() -> None:
    first, same, other = (sample(view(HAND, "1N P"), 60, seed=seed) for seed in (3, 3, 4))
    assert (first.holdings == same.holdings).all()
    assert (first.weights == same.weights).all()
    assert first.holdings.shape != other.holdings.shape or (first.holdings != other.holdings).any()


def test_a_notrump_opener_has_what_the_card_says() -> None:
    posterior = sample(view(HAND, "1N P"), 100, seed=1)
    lho, partner, rho = pictures(posterior)
    assert partner.points[15:18].sum() > 0.9
    assert partner.lengths[:, 2:6].sum() > 3.6  # balanced in all four suits
    assert abs(lho.mean_points + partner.mean_points + rho.mean_points - (40 - 13)) < 1e-6
    assert posterior.support.word in ("known", "well known")
    assert posterior.effective > 50


def test_every_hidden_card_is_somewhere_and_ones_own_nowhere() -> None:
    three = pictures(sample(view(HAND, "1S P 2S P"), 60, seed=1))
    total = np.sum([picture.cards for picture in three], axis=0)
    own = [card.index for card in view(HAND).hand]
    np.testing.assert_allclose(np.delete(total, own), 1)
    assert not total[own].any()


def test_a_card_that_somebody_holds_is_there() -> None:
    at, queen = view(HAND, "1N P"), Card.parse("HQ").index
    barred = barred_cards(at.hand, at.seat, ["lho:HQ"], ["partner:SA"])
    lho, partner, _ = pictures(sample(at, 60, seed=1, barred=barred))
    assert lho.cards[queen] > 0.999999
    assert partner.cards[Card.parse("SA").index] == 0


def test_a_layout_with_a_card_in_the_wrong_hand_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    at, ace, queen = view(HAND, "1N P"), Card.parse("SA").index, Card.parse("HQ").index

    def careless(*given: Any, barred: Barred, **options: Any) -> Proposals:
        return propose(*given, **options)

    monkeypatch.setattr(posteriors, "propose", careless)
    barred = barred_cards(at.hand, at.seat, [], ["partner:SA", "lho:HQ"])
    lho, partner, rho = pictures(sample(at, 60, seed=1, barred=barred))
    assert lho.cards[queen] == partner.cards[ace] == 0
    assert min(lho.cards[ace], partner.cards[queen], rho.cards[ace], rho.cards[queen]) > 0


def test_layouts_weigh_as_much_as_the_calls_are_likely_in_them() -> None:
    posterior = sample(view(HAND, "1S P 2S P"), 60, seed=1)
    products = (posterior.chances.astype(float) + CARELESS).prod(axis=1)
    np.testing.assert_allclose(posterior.weights, products / products.sum(), rtol=1e-4)
    assert posterior.weights.max() > 2 * posterior.weights.min()


def test_calls_that_contradict_the_cards_are_marked() -> None:
    strong = "AKQJ.AKQ.AKQ.AKQ"  # nobody is left with 20 points
    posterior = sample(view(strong, "2N P"), 60, seed=1)
    assert posterior.support.word == "contradictory"
    assert posterior.support.agreeing < 0.05
    assert len(posterior) > 10


def test_a_call_without_a_meaning_leaves_little_support() -> None:
    posterior = sample(view(MINOR_HAND, "1N 2C 6D X XX P 7C P"), 60, seed=1)
    assert posterior.support.unknown_calls > 0
    assert posterior.support.word in ("rare", "contradictory")


def test_before_the_first_call_all_layouts_weigh_the_same() -> None:
    posterior = sample(view(HAND), 60, seed=1)
    assert abs(posterior.effective - len(posterior)) < 1e-6
    assert posterior.support.word == "well known"


def test_a_hand_may_look_on_when_it_is_not_its_turn() -> None:
    over = view(HAND, "1N P 3N P P P", seat=Seat.SOUTH)
    _, partner, _ = pictures(sample(over, 60, seed=1))
    assert partner.points[15:18].sum() > 0.8
