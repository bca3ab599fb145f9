"""A four-hand network of toy size with random weights, and made-up deals it can learn something from."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import random_deals
from overtrick.nets.artifact import Artifact
from overtrick.nets.four_hands import LENGTHS, WINDOWS, FourHandNet
from overtrick.training.tricks.trick_material import TrickExamples, TrickMaterial, owners_of
from overtrick.training.tricks.trick_recipe import FourHandSizes, Teaching, TrickRecipe, TrickSchedule, TwoHandSizes

CONFIG = {"channels": 8, "turn": 5, "hidden": 6, "blocks": 2}
SETTINGS = {"steps": 40, "batch": 64, "warmup": 1, "average": 0.8, "evaluate_every": 10, "save_every": 10}
SPOTS = ((4, 0.7), (5, 0.3))
TINY = TrickRecipe("tiny", net=FourHandSizes(8, 4, 8, 1), training=TrickSchedule(**SETTINGS, dropout=0.05, spots=SPOTS))  # type: ignore[arg-type]
FAST = TrickSchedule(60, 64, adam_rate=0.03, warmup=5, cooldown=0.5, average=0.8, evaluate_every=20, save_every=20)
TEACHING = Teaching(deals=600, share=0.75)
TAUGHT = TrickRecipe("taught", net=FourHandSizes(8, 4, 8, 1), training=FAST, teaching=TEACHING)
TAUGHT_PAIRS = TrickRecipe("taught pairs", net=TwoHandSizes(8, 4, 8, 1), training=FAST, teaching=TEACHING)


def random_weights(seed: int) -> dict[str, NDArray[np.float32]]:
    """Weights by their stored names, large enough for answers that differ from deal to deal."""
    rng = np.random.default_rng(seed)
    c, t, e = CONFIG["channels"], CONFIG["turn"], CONFIG["hidden"]
    shapes: dict[str, tuple[int, ...]] = {f"embed.{name}": (4**size, c) for name, (_, size) in WINDOWS.items()}
    shapes |= {"embed.lengths": (len(LENGTHS), c), "bias": (2, 14), "pool.bias": (2 * e,)}

    def add_dense(name: str, rows: tuple[int, int], columns: tuple[int, int]) -> None:
        shapes.update({f"{name}.{part}": (rows[0], columns[0]) for part in ("sum", "sides")})
        shapes[f"{name}.turn"] = (2, rows[1], columns[1])

    for number in range(CONFIG["blocks"]):
        shapes[f"blocks.{number}.bias"] = (e,)
        add_dense(f"blocks.{number}.own", (c, t), (e, e))
        add_dense(f"blocks.{number}.others", (c, t), (e, e))
        add_dense(f"blocks.{number}.out", (e, e), (c, t))
    add_dense("pool.others", (c, t), (2 * e, 2 * e))
    add_dense("pool.out", (2 * e, 2 * e), (c, t))
    add_dense("suit_head", (c, t), (14, 14))
    add_dense("notrump_head", (c, t), (14, 14))
    return {name: 0.5 * rng.standard_normal(shape, np.float32) for name, shape in shapes.items()}


class SureTeacher:
    """Sure of the made-up tricks and so many more; two of these agree on nothing but their mean."""

    def __init__(self, more: int) -> None:
        self.more = more

    def probabilities(self, owners: NDArray[np.uint8]) -> NDArray[np.float32]:
        answer: NDArray[np.float32] = np.eye(14, dtype=np.float32)[np.minimum(13, made_up_tricks(owners) + self.more)]
        return answer


def random_teacher(folder: Path, seed: int) -> Path:
    """A folder with a network of random weights."""
    weights, golden = random_weights(seed), some_owners(2, 1)
    answers = FourHandNet(CONFIG, weights).probabilities(golden)
    Artifact("four_hands", CONFIG, weights, {}, (golden, answers)).save(folder)
    return folder


def some_owners(count: int, seed: int) -> NDArray[np.uint8]:
    """Random deals. Shape: (deal, suit, rank)."""
    return owners_of(random_deals(count, np.random.default_rng(seed)))


def made_up(count: int, seed: int) -> TrickExamples:
    """Deals with tricks that the cards tell at once."""
    owners = some_owners(count, seed)
    return TrickExamples(owners, made_up_tricks(owners))


def made_up_tricks(owners: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The side's trumps, or its aces and kings twice. Shape: (deal, seat, strain)."""
    held = owners[:, np.newaxis] == np.arange(4, dtype=np.uint8)[:, np.newaxis, np.newaxis]
    side = held | np.roll(held, 2, axis=1)
    tops = side[..., 11:].sum(axis=(2, 3))
    tricks = np.concatenate([side.sum(axis=3), np.minimum(13, 2 * tops)[..., np.newaxis]], axis=2)
    return tricks.astype(np.uint8)


def made_up_material() -> TrickMaterial:
    """A small set to learn from, and others."""
    return TrickMaterial(made_up(200, 1), made_up(40, 2), made_up(50, 3), (("made up", 290),))
