"""The hidden hands as one SVG picture: points, lengths and cards of each, grey for before the bidding."""

from overtrick.ask.posterior import HiddenHand, PosteriorAnswer
from overtrick.core import Card, Suit
from overtrick.core.cards import RANKS
from overtrick.core.drawing.layout import FAINT, INK, LINE, PAPER
from overtrick.core.drawing.svg import picture as framed
from overtrick.core.drawing.svg import symbol
from overtrick.core.drawing.svg import text as words

VIOLET, BEFORE = "#5B3CC4", "#C9CDD6"
STEPS = ("#F1EFF7", "#DDD5F0", "#C2B3E4", "#A38DD4", "#7F63BE", "#6342A8", "#41217F")
BREAKS = (0.10, 0.20, 0.30, 0.40, 0.55, 0.75)
"""Chances at which the next darker step begins, finer round a third."""
DARK_FROM = 4
"""The step from which on text is light."""

WIDTH, PANEL = 640, 190
_NAMES = ("Left", "Partner", "Right")
_MOST_POINTS, _BAR, _HIGH = 25, 8, 110


def posterior_svg(answer: PosteriorAnswer) -> str:
    """The picture of all three hidden hands."""
    parts, said = [], []
    for place, (name, hand) in enumerate(zip(_NAMES, answer.players.values(), strict=True)):
        parts += _panel(14, 12 + PANEL * place, name, hand)
        said.append(f"{name} {hand.mean_hcp:.1f} high-card points")
    support = answer.support
    foot = f"{support.word}; {answer.layouts} layouts, effective {support.count}; {answer.model}"
    parts.append(words(14, 3 * PANEL + 20, foot, fill=FAINT, size=11))
    return framed(WIDTH, 3 * PANEL + 32, "Hidden hands: " + "; ".join(said), parts)


def _panel(x: float, y: float, name: str, hand: HiddenHand) -> list[str]:
    low, high = hand.hcp_range
    title = f"{hand.mean_hcp:.1f} HCP, {low}–{high}; {hand.shapes[0].shape} {hand.shapes[0].p:.0%}"
    parts = [words(x, y + 12, name, weight=650, size=13), words(x + 62, y + 12, title, fill=FAINT, size=12)]
    parts += _histogram(x, y + 26, hand)
    for row, suit in enumerate(reversed(Suit)):
        parts += _suit_row(x + 232, y + 32 + 34 * row, suit, hand)
    return parts


def _histogram(x: float, y: float, hand: HiddenHand) -> list[str]:
    """Bars of points, violet over grey, and an axis."""
    now, before = hand.chances.hcp, hand.prior.hcp
    most = max(*now, *before)
    parts = []
    for points in range(_MOST_POINTS + 1):
        for chances, colour, width in ((before, BEFORE, _BAR - 1), (now, VIOLET, _BAR - 4)):
            height = _HIGH * chances[points] / most
            left = x + _BAR * points + (_BAR - width) / 2
            parts.append(_box(left, y + _HIGH - height, width, height, colour))
    parts.append(f'<path d="M{x:g} {y + _HIGH:g}h{_BAR * (_MOST_POINTS + 1)}" stroke="{LINE}"/>')
    for points in range(0, _MOST_POINTS + 1, 5):
        middle = x + _BAR * (points + 0.5)
        parts.append(words(middle, y + _HIGH + 13, str(points), fill=FAINT, size=9.5, anchor="middle"))
    return parts


def _suit_row(x: float, y: float, suit: Suit, hand: HiddenHand) -> list[str]:
    """A suit's mean length and its thirteen cards; those of the player's own hand are left white."""
    parts = [symbol(x, y + 19, suit), words(x + 40, y + 19, f"{hand.mean_lengths[suit]:.1f}", size=12, anchor="end")]
    for column, rank in enumerate(reversed(RANKS)):
        card = Card(13 * suit + RANKS.index(rank))
        chance, left = hand.chances.cards[card], x + 50 + 26 * column
        step = sum(chance >= bound for bound in BREAKS)
        if not hand.prior.cards[card]:
            parts.append(_box(left, y, 24, 28, PAPER))
            parts.append(words(left + 12, y + 18, rank, fill=LINE, size=11, anchor="middle"))
            continue
        parts.append(_box(left, y, 24, 28, STEPS[step]))
        colour = "#FFFFFF" if step >= DARK_FROM else INK
        parts.append(words(left + 12, y + 12, rank, fill=colour, size=11, weight=650, anchor="middle"))
        parts.append(words(left + 12, y + 24, f"{100 * chance:.0f}", fill=colour, size=9.5, anchor="middle"))
    return parts


def _box(x: float, y: float, width: float, height: float, colour: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{colour}"/>'
