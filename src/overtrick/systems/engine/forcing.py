"""How far a side is forced to go on, kept along the auction."""

from typing import NamedTuple

from overtrick.core import DOUBLE, PASS, Auction, Call, Doubling

GAME_LEVEL = (5, 5, 4, 4, 3)
"""By strain, from clubs up."""


class Force(NamedTuple):
    """What a side's calls have promised each other."""

    game: bool = False
    to: int = -1
    """The index of the call below which nobody passes."""
    caller: int = -1
    """Who made the side's last call."""
    word: str = "no"
    """The forcing status of that call."""
    by_double: bool = False
    """Whether that call was a double, which partner may pass for penalties if the system says so."""
    best: int = -1
    """The index of the side's highest bid."""

    @property
    def asks(self) -> bool:
        return self.word == "1 round" or self.word == "game" or self.word.startswith("to ")


UNFORCED = Force()


def forced_after(force: Force, caller: int, call: Call, word: str) -> Force:
    """The state of a side after one of its calls."""
    return Force(
        game=force.game or word == "game",
        to=Call.parse(word[3:]).index if word.startswith("to ") else force.to,
        caller=caller,
        word=word,
        by_double=call is DOUBLE,
        best=call.index if call.is_bid else force.best,
    )


def must_act(force: Force, auction: Auction, turn: int) -> bool:
    """Whether the player to call may not pass.

    After an opponent's bid or double a pass is always allowed: partner has another call.
    """
    calls = auction.calls
    last_bid = auction.last_bid
    if last_bid is None or len(calls) < 2 or calls[-1] is not PASS:
        return False
    if force.caller == turn + 2 & 3 and force.asks and calls[-2] is not PASS:
        return True
    below_game = force.game and not is_game(force.best)
    if not below_game and force.best >= force.to:
        return False
    ours = last_bid.index == force.best
    return ours or auction.doubling is Doubling.UNDOUBLED


def is_game(index: int) -> bool:
    """Whether a bid, given by its index, is at least game."""
    if index < 3:
        return False
    level, strain = divmod(index - 3, 5)
    return level + 1 >= GAME_LEVEL[strain]
