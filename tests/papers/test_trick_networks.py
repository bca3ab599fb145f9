"""Selective connections, the gradient by back-propagation, and the two ways to learn."""

import numpy as np
import pytest

from overtrick import BridgeError, Deal, Seat
from overtrick.arrays import DealBatch, random_deals
from overtrick.papers.tricks_2013 import learning
from overtrick.papers.tricks_2013.connections import ARCHITECTURES, BY_CARD, BY_HAND, Architecture, Layer
from overtrick.papers.tricks_2013.encodings import RANK_VALUES, SUIT_VALUES, target_of, tricks_of
from overtrick.papers.tricks_2013.learning import Resilient, back_propagate, resilient_propagate
from overtrick.papers.tricks_2013.network import Activation, PaperNetwork

DEAL = Deal.parse("N:K6.QJT976.QT7.Q6 432.A.AKJ93.JT73 AQJ987.8532.84.K T5.K4.652.A98542")

SHAPES = {
    "26x4-25-1": [(104, 25), (25, 1)],
    "52-25-1": [(52, 25), (25, 1)],
    "104-25-1": [(104, 25), (25, 1)],
    "52x4-25-1": [(208, 25), (25, 1)],
    "(26x4)-(13x4)-(7x4)-13-1": [(104, 52), (52, 28), (28, 13), (13, 1)],
    "104-30-4-1": [(104, 30), (30, 4), (4, 1)],
    "(52x4)-(13x4)-13-1": [(208, 52), (52, 13), (13, 1)],
    "(52x4)-(26x4)-26-13-1": [(208, 104), (104, 26), (26, 13), (13, 1)],
}
CONNECTIONS = {
    "(26x4)-(13x4)-(7x4)-13-1": 104 + 52 * 7 + 28 * 13 + 13,
    "(52x4)-(13x4)-13-1": 208 * 13 + 52 * 13 + 13,
    "(52x4)-(26x4)-26-13-1": 208 * 26 + 104 * 26 + 26 * 13 + 13,
    "104-30-4-1": 104 * 30 + 30 * 4 + 4,
}


def test_the_layers_are_the_papers() -> None:
    assert {name: [mask.shape for mask in each.masks] for name, each in ARCHITECTURES.items()} == SHAPES
    assert {name: ARCHITECTURES[name].connections for name in CONNECTIONS} == CONNECTIONS
    full = [name for name in SHAPES if name not in CONNECTIONS]
    assert all(mask.all() for name in full for mask in ARCHITECTURES[name].masks)


def test_each_card_of_26x4_reaches_its_own_neuron_and_then_those_of_its_hand() -> None:
    cards, hands, whole, output = ARCHITECTURES["(26x4)-(13x4)-(7x4)-13-1"].masks
    inputs = ARCHITECTURES["(26x4)-(13x4)-(7x4)-13-1"].encoding(DealBatch.stack([DEAL]))[0]
    places = [  # each hand's cards spades first, twos first
        (seat, card) for seat in Seat for card in sorted(DEAL[seat], key=lambda card: (-card.suit, card.rank))
    ]
    for neuron, (seat, card) in enumerate(places):
        assert inputs[cards[:, neuron]].tolist() == [RANK_VALUES[card.rank], SUIT_VALUES[card.suit]]
        assert np.flatnonzero(hands[neuron]).tolist() == list(range(7 * seat, 7 * seat + 7))
    assert (cards.sum(axis=1) == 1).all()
    assert whole.all()
    assert output.all()


@pytest.mark.parametrize(("name", "each"), [("(52x4)-(13x4)-13-1", 13), ("(52x4)-(26x4)-26-13-1", 26)])
def test_each_card_of_52x4_reaches_the_neurons_of_its_hand_alone(name: str, each: int) -> None:
    architecture = ARCHITECTURES[name]
    first, *others = architecture.masks
    inputs = architecture.encoding(DealBatch.stack([DEAL]))[0]
    assert inputs.sum() == 52
    for seat in Seat:
        for card in DEAL[seat]:
            place = 52 * seat + 13 * (3 - card.suit) + card.rank
            assert inputs[place] == 1
            assert np.flatnonzero(first[place]).tolist() == list(range(each * seat, each * seat + each))
    assert all(mask.all() for mask in others)


def test_layers_that_do_not_fall_into_groups_are_refused() -> None:
    with pytest.raises(BridgeError, match="fall into 4 groups"):
        Layer(25, BY_HAND).mask(208)
    with pytest.raises(BridgeError, match="fall into 52 groups"):
        Layer(52, BY_CARD).mask(100)


def error_of(network: PaperNetwork, inputs: np.ndarray, targets: np.ndarray) -> float:
    return float(((network.outputs(inputs) - targets) ** 2).mean() / 2)


@pytest.mark.parametrize("activation", Activation)
@pytest.mark.parametrize("architecture", ARCHITECTURES.values(), ids=lambda architecture: architecture.name)
def test_the_gradient_is_that_of_finite_differences(architecture: Architecture, activation: Activation) -> None:
    rng = np.random.default_rng(3)
    network = PaperNetwork(architecture.masks, activation, rng, np.float64)
    inputs = architecture.encoding(random_deals(5, rng)).astype(np.float64)
    targets = target_of(rng.integers(0, 14, 5)).astype(np.float64)
    gradient = network.gradient(inputs, targets)
    connected = np.concatenate([np.append(mask.ravel(), np.ones(mask.shape[1], bool)) for mask in network.masks])
    assert not gradient[~connected].any()
    assert not network.parameters[~connected].any()
    last = network.masks[-1].shape[0] + 1  # all of the output neuron's, and some of the others
    for place in [*rng.choice(np.flatnonzero(connected), 80), *range(len(gradient) - last, len(gradient))]:
        kept, small = network.parameters[place], 1e-5
        network.parameters[place] = kept + small
        above = error_of(network, inputs, targets)
        network.parameters[place] = kept - small
        below = error_of(network, inputs, targets)
        network.parameters[place] = kept
        assert gradient[place] == pytest.approx((above - below) / (2 * small), abs=1e-9, rel=1e-4)


def test_the_activations_are_the_papers() -> None:
    sums = np.array([-200.0, -1.0, 0.0, 2.0, 200.0])
    assert Activation.LOGISTIC.of(sums) == pytest.approx([0, 0.268941, 0.5, 0.880797, 1], abs=1e-6)
    assert Activation.TANH.of(sums) == pytest.approx([-1, -0.761594, 0, 0.964028, 1], abs=1e-6)


def test_resilient_steps_worked_out_by_hand() -> None:
    """Three weights: one overshoots and is taken back, one never turns, one meets a flat place."""
    rule = Resilient(np.zeros(3), first=0.1)
    worked = [  # derivatives, then lengths and steps they must give
        ([2.0, -1.0, 1.0], [0.1, 0.1, 0.1], [-0.1, 0.1, -0.1]),
        ([3.0, -5.0, 0.0], [0.12, 0.12, 0.1], [-0.12, 0.12, 0.0]),
        ([-1.0, -0.1, -1.0], [0.06, 0.144, 0.1], [0.12, 0.144, 0.1]),  # the first step of 0.12 is taken back
        ([1.0, -0.1, -2.0], [0.06, 0.1728, 0.12], [-0.06, 0.1728, 0.12]),  # no second penalty
        ([1.0, -0.1, 1.0], [0.072, 0.20736, 0.06], [-0.072, 0.20736, -0.12]),
        ([-1.0, -0.1, 1.0], [0.036, 0.248832, 0.06], [0.072, 0.248832, -0.06]),
        ([-1.0, -0.1, 1.0], [0.036, 0.2985984, 0.072], [0.036, 0.2985984, -0.072]),  # the same sign as before it turned
    ]
    for slopes, lengths, steps in worked:
        assert rule.step(np.array(slopes)) == pytest.approx(steps)
        assert rule.lengths == pytest.approx(lengths)


def test_resilient_steps_stay_within_their_limits() -> None:
    rule = Resilient(np.zeros(1), first=45.0)
    assert [abs(rule.step(np.ones(1))[0]) for _ in range(3)] == [45, 50, 50]
    rule = Resilient(np.zeros(1), first=1.5e-6)
    rule.step(np.ones(1))
    rule.step(-np.ones(1))
    assert rule.lengths == pytest.approx(learning.SMALLEST_STEP)


TOY = (np.ones((4, 3), bool), np.ones((3, 1), bool))


@pytest.mark.parametrize("activation", Activation)
@pytest.mark.parametrize("way", ["resilient", "one by one", "in batches"])
def test_a_tiny_network_learns_to_tell_two_kinds_of_deals(activation: Activation, way: str) -> None:
    rng = np.random.default_rng(5)
    inputs = rng.choice([-1.0, 1.0], (64, 4)).astype(np.float32)
    tricks = np.where(inputs[:, 0] > 0, 10, 4)
    network = PaperNetwork(TOY, activation, rng)
    if way == "resilient":
        resilient_propagate(network, inputs, target_of(tricks), epochs=200)
    else:
        batch = 1 if way == "one by one" else 16
        rate = 0.1 if activation is Activation.TANH else 0.5
        back_propagate(network, inputs, target_of(tricks), epochs=300, rng=rng, rate=rate, batch=batch)
    assert tricks_of(network.outputs(inputs)).tolist() == tricks.tolist()


def test_one_step_of_back_propagation_follows_figure_6() -> None:
    """One neuron, logistic: a = g(w·x + b), Δ = g'(in) (y - a), w ← w + α x Δ."""
    network = PaperNetwork((np.ones((1, 1), bool),), Activation.LOGISTIC, np.random.default_rng(1), np.float64)
    network.parameters[:] = [0.5, -0.25]  # w, b
    back_propagate(network, np.array([[2.0]]), np.array([0.9]), epochs=1, rng=np.random.default_rng(1), rate=0.1)
    answer = 1 / (1 + np.exp(-0.75))
    delta = answer * (1 - answer) * (0.9 - answer)
    assert network.parameters == pytest.approx([0.5 + 0.1 * 2 * delta, -0.25 + 0.1 * delta])


def test_resilient_learning_is_the_same_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for block in (4096, 7):
        monkeypatch.setattr(learning, "_BLOCK", block)
        rng = np.random.default_rng(2)
        network = PaperNetwork(TOY, Activation.TANH, rng, np.float64)
        resilient_propagate(network, rng.normal(size=(20, 4)), np.full(20, 0.5), epochs=5)
        found.append(network.parameters)
    assert found[0] == pytest.approx(found[1])


def test_bad_input_is_refused() -> None:
    rng = np.random.default_rng(1)
    network = PaperNetwork(TOY, Activation.TANH, rng)
    with pytest.raises(BridgeError, match=r"shape \(deal, 4\)"):
        network.outputs(np.zeros((2, 5), np.float32))
    with pytest.raises(BridgeError, match="layers that fit"):
        PaperNetwork(TOY[::-1], Activation.TANH, rng)
    with pytest.raises(BridgeError, match="one output neuron"):
        PaperNetwork(TOY[:1], Activation.TANH, rng)
    with pytest.raises(BridgeError, match="a target for each deal"):
        resilient_propagate(network, np.zeros((3, 4)), np.zeros(2), epochs=1)
    with pytest.raises(BridgeError, match="at least one deal"):
        back_propagate(network, np.zeros((0, 4)), np.zeros(0), epochs=1, rng=rng)
    with pytest.raises(BridgeError, match="a batch of at least one"):
        back_propagate(network, np.zeros((1, 4)), np.zeros(1), epochs=1, rng=rng, batch=0)
