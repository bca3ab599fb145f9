"""What is known before the first call: the exact chances agree with dealing."""

import numpy as np

from overtrick.arrays import random_deals
from overtrick.core import Deal, Hand
from overtrick.hands import features as hands
from overtrick.layouts.summary import prior_picture

OWN = Hand.parse("AKQJ987.4.A5.T63")


def test_the_prior_agrees_with_dealing() -> None:
    prior = prior_picture(OWN)
    dealt = random_deals(20_000, np.random.default_rng(1), Deal((OWN, Hand(), Hand(), Hand()))).holdings[:, 1]
    points = np.bincount(hands.hcp(dealt), minlength=38) / len(dealt)
    np.testing.assert_allclose(prior.points, points, atol=0.012)
    for suit, lengths in enumerate(hands.lengths(dealt).T):
        np.testing.assert_allclose(prior.lengths[suit], np.bincount(lengths, minlength=14) / len(dealt), atol=0.015)
    for chances in (prior.points, prior.shapes, *prior.lengths):
        assert abs(chances.sum() - 1) < 1e-12
    assert abs(prior.cards.sum() - 13) < 1e-9
    assert abs(prior.mean_points - (40 - OWN.hcp) / 3) < 1e-9


def test_the_likeliest_shape_has_few_of_the_long_suit() -> None:
    shape, _ = prior_picture(OWN).top_shapes(1)[0]
    assert shape.startswith("2=4")
    assert prior_picture(OWN).likely_points(0.8)[1] < 14
