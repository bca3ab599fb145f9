"""What a player can see at his turn apart from his own hand: the numbers behind the auction so far."""

from dataclasses import dataclass

from overtrick.core import Call, Suit

Lengths = tuple[int, int, int, int]
Strength = tuple[tuple[int, int], tuple[int, float, int]]
"""High-card points, and total points."""
LengthsSeen = tuple[Lengths, tuple[float, float, float, float], Lengths]
"""The lengths of the suits: least, mean, most."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What one player's calls have shown. Suits in the order clubs, diamonds, hearts, spades."""

    hcp: tuple[int, int]
    """Stated range."""
    points: tuple[int, float, int]
    """Total points (high cards and length): 5th percentile, mean, 95th percentile."""
    least: tuple[int, int, int, int]
    """Lengths: the 5th percentile of each suit."""
    mean: tuple[float, float, float, float]
    most: tuple[int, int, int, int]
    suits: tuple[Suit, ...] = ()
    """The suits he has shown by natural calls or by `shows X`, in that order."""
    calls: tuple[Call, ...] = ()
    """All his calls."""
    acted: int = 0
    """How many of them were no passes."""


@dataclass(slots=True)
class Picture:
    """A turn as the natural fallback sees it; two turns with equal pictures have the same lines."""

    me: Seen
    partner: Seen
    lho: Seen
    rho: Seen
    last_bid: Call | None
    last_bidder: str
    """`me`, `partner`, `lho`, `rho` or an empty text."""
    doubled: int
    """1, 2 when the last bid is doubled, 4 redoubled."""
    legal: int
    """Legal calls as bits (bit = call index)."""
    must_act: bool
    """A pass is not allowed by what partner's calls have forced."""
    game_forced: bool
    """Our side is forced to game."""
    agreed: Suit | None
    their_suits: tuple[Suit, ...]
    partner_tags: frozenset[str]
    """The tags of partner's last call."""
    partner_forcing: str
    """`no`, `1 round`, `to 2N`, `game`, `invite`, `signoff`: of partner's last call."""
    rho_tags: frozenset[str]
    balancing: bool
    """A pass would end the auction."""
    vulnerable: tuple[bool, bool]
    """We, they."""
    opened: str
    """Who opened: `we`, `they`, or an empty text."""
