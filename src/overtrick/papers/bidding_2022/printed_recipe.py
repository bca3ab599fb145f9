"""Recipes of the network that Zhang et al. 2022 print, and of their ablations."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from overtrick.core import BridgeError
from overtrick.training.bidding.bidding_recipe import BiddingRecipe, BiddingSizes, window_of
from overtrick.training.recipe import custom, number


@dataclass(frozen=True)
class PrintedSizes(BiddingSizes):
    """The network, section [net]; `hidden`, `head` and `legality`, whether legal calls are read, as in ours."""

    window: int = custom(1, window_of)
    """A step a call."""
    embedding: int = number(256, 1)
    """Features of a call."""
    understanding: bool = True
    """Whether the call is chosen from the state and what is understood of the hidden hands, or from the state alone."""
    mask: bool = True
    """Whether illegal calls have no chance."""
    turn: bool = True
    """Whether the network reads whose turn it is."""


@dataclass(frozen=True)
class PrintedRecipe(BiddingRecipe):
    """A run of the printed network. It is not told which system is played."""

    room: ClassVar[str] = "bidding_2022"
    step_sizes: ClassVar[tuple[int, ...]] = (12, 20)

    net: PrintedSizes = PrintedSizes()

    def check(self) -> None:
        if self.net.window != 1 or self.net.reader or self.training.reader_only or self.training.gains:
            raise BridgeError(
                f"{self.name}: expected the network as it is printed, with a window of 1 call, no reader and no gains"
            )


def is_printed(name: str) -> bool:
    """Whether a recipe, shipped or in a file, is one of the printed network: its [net] then has an `embedding`."""
    if name in PrintedRecipe.shipped():
        return True
    try:
        return "embedding" in tomllib.loads(Path(name).read_text(encoding="utf-8")).get("net", {})
    except (OSError, ValueError, TypeError, AttributeError):
        return False  # what is wrong with it is said when it is read
