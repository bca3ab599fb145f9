"""What the natural bidder does where no rule speaks."""

from dataclasses import dataclass, replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from overtrick import Auction, Hand, Suit
from overtrick.core import PASS, Call, Seat
from overtrick.systems.engine.book import Line
from overtrick.systems.engine.forcing import UNFORCED, Force
from overtrick.systems.engine.turn import Seen, Turn
from overtrick.systems.natural import natural_lines
from strategies import auctions, deals

C, D, H, S = Suit


@dataclass(frozen=True)
class Told:
    """The numbers of a player."""

    hcp: tuple[int, int]
    points: tuple[int, float, int]
    least: tuple[int, ...]
    mean: tuple[float, ...]
    most: tuple[int, ...]
    suits: tuple[Suit, ...] = ()

    def seen(self, calls: tuple[Call, ...]) -> Seen:
        """The same after these calls."""
        made = Seen(lambda: 0, self.suits, calls, sum(call is not PASS for call in calls))
        for name in ("hcp", "points", "least", "mean", "most"):
            setattr(made, name, getattr(self, name))
        return made


UNKNOWN = Told((0, 37), (3, 10.0, 18), (1, 1, 1, 1), (3.25,) * 4, (6, 6, 6, 6))


def seen(low: int, high: int, **least: int) -> Told:
    """Points evenly between two ends; suits in which at least so many cards have been shown."""
    lengths = [least.get(name, 1) for name in "CDHS"]
    rest = (13 - sum(length + 0.4 for length in lengths if length >= 4)) / max(sum(each < 4 for each in lengths), 1)
    means = [length + 0.4 if length >= 4 else rest for length in lengths]
    return Told(
        hcp=(low, high),
        points=(low, (low + high) / 2, high),
        least=(lengths[0], lengths[1], lengths[2], lengths[3]),
        mean=(means[0], means[1], means[2], means[3]),
        most=(8, 8, 8, 8),
        suits=tuple(suit for suit in Suit if lengths[suit] >= 3),
    )


def at(
    calls: str,
    *,
    me: Told = UNKNOWN,
    partner: Told = UNKNOWN,
    lho: Told = UNKNOWN,
    rho: Told = UNKNOWN,
    must_act: bool = False,
    game_forced: bool = False,
    agreed: Suit | None = None,
    tags: str = "",
    forcing: str = "no",
    vulnerable: tuple[bool, bool] = (False, False),
) -> Turn:
    """The turn after these calls."""
    return turn(
        Auction.parse(calls),
        (me, partner, lho, rho),
        must_act=must_act,
        game_forced=game_forced,
        agreed=agreed,
        tags=frozenset(tags.split(", ")) if tags else frozenset(),
        forcing=forcing,
        vulnerable=vulnerable,
    )


def turn(
    auction: Auction,
    four: tuple[Told, Told, Told, Told],
    *,
    must_act: bool,
    game_forced: bool,
    agreed: Suit | None,
    tags: frozenset[str],
    forcing: str,
    vulnerable: tuple[bool, bool],
) -> Turn:
    """The turn after an auction that North has dealt; the four are me, partner, lho and rho."""
    made, me = Turn(), auction.turn
    partner, side = int(me.partner), me & 1
    told = dict(zip((me, me.partner, me.lho, me.rho), four, strict=True))
    made.auction, made.turn, made.legal = auction, int(me), auction.legal_mask
    made.seen = tuple(told[seat].seen(auction.calls[seat::4]) for seat in Seat)
    made.suits_shown = tuple((int(seat), suit) for seat in Seat for suit in told[seat].suits)
    made.tags = tuple(tags if seat == partner else frozenset() for seat in Seat)
    made.agreements = (agreed, None) if side == 0 else (None, agreed)
    force = Force(game=game_forced, caller=partner, word=forcing)
    made.forces = (force, UNFORCED) if side == 0 else (UNFORCED, force)
    made.vulnerabilities = vulnerable if side == 0 else vulnerable[::-1]
    made.opener = next((turn & 3 for turn, call in enumerate(auction.calls) if call.is_bid), -1)
    made.__dict__["must_act"] = must_act
    return made


def line_for(at_turn: Turn, hand: str) -> Line:
    cards = Hand.parse(hand)
    return next(line for line in natural_lines(at_turn) if line.condition.holds(cards))


LIMIT_RAISE = at("1S P 3S P", me=seen(12, 20, S=5), partner=seen(10, 12, S=3), agreed=S, forcing="invite")
SINGLE_RAISE = at("1H P 2H P", me=seen(12, 20, H=5), partner=seen(6, 9, H=3), agreed=H)
REVERSE = at("1C P 1S P 2H P", me=seen(6, 14, S=4), partner=seen(17, 21, C=5, H=4), must_act=True, forcing="1 round")
RAISED_OVER = at(
    "1H 1S 2H 2S", me=seen(12, 20, H=5), partner=seen(6, 9, H=3), lho=seen(8, 16, S=5), rho=seen(6, 10, S=3), agreed=H
)
DOUBLER = replace(seen(12, 18, C=3, D=3, S=3), suits=(), mean=(3.9, 3.9, 1.3, 3.9))
TAKEOUT = at("1H X P", partner=DOUBLER, rho=seen(12, 20, H=5), tags="takeout", must_act=True)
PENALTIES = at("1S 2H X P", me=seen(12, 20, S=5), partner=seen(9, 14, H=4), rho=seen(10, 16, H=5), tags="penalty")
SIGNED_OFF = at("1N P 2H P", me=seen(15, 17), partner=seen(0, 7, H=5), forcing="signoff")
TWO_SUITS = at("1S P 1N P 2D P", me=seen(6, 10), partner=seen(12, 16, S=5, D=4))


@pytest.mark.parametrize(
    ("at_turn", "hand", "call"),
    [
        (LIMIT_RAISE, "AKJ62.KQ3.K98.42", "4S"),
        (LIMIT_RAISE, "AQJ62.Q93.K98.92", "P"),
        (SINGLE_RAISE, "A2.AKJ62.A982.42", "3H"),
        (SINGLE_RAISE, "A2.AKJ62.AKJ2.42", "4H"),
        (SINGLE_RAISE, "A2.AJ762.KQ2.T42", "P"),
        (REVERSE, "KJ962.T84.982.42", "2S"),
        (RAISED_OVER, "2.AKJ762.K98.Q42", "3H"),
        (RAISED_OVER, "92.AKJ62.K98.Q42", "P"),
        (TAKEOUT, "J962.84.9832.T42", "1S"),
        (TAKEOUT, "J92.84.98632.T42", "2D"),
        (TAKEOUT, "KQ962.84.A832.K2", "4S"),
        (TAKEOUT, "J92.QJT984.86.T4", "P"),
        (TAKEOUT, "K92.AQ4.Q862.KJ4", "3N"),
        (PENALTIES, "AKJ752.2.KJ83.K4", "P"),
        (SIGNED_OFF, "AK52.AJ2.KJ83.K4", "P"),
        (TWO_SUITS, "J3.KQ2.8532.QT42", "P"),
        (TWO_SUITS, "Q84.KJ2.85.J9742", "2S"),
    ],
)
def test_first_true_line(at_turn: Turn, hand: str, call: str) -> None:
    assert str(line_for(at_turn, hand).call) == call


def test_a_raise_agrees_the_suit() -> None:
    line = line_for(SINGLE_RAISE, "A2.AKJ62.A982.42")
    assert line.agrees is H
    assert {"natural", "shows H", "agrees H"} <= line.tags
    assert (line.rule, line.forcing) == ("natural: invites", "invite")


def test_game_force_is_kept() -> None:
    at_turn = at(
        "1S P 2C P 2S P 3D P", me=seen(12, 14, S=6), partner=seen(13, 19, C=5, D=4), game_forced=True, must_act=True
    )
    for line in natural_lines(at_turn):
        assert line.call != PASS


def test_their_partscore_is_doubled_on_trump_tricks_only() -> None:
    notrump = seen(15, 17, C=2, D=2, H=2, S=2)
    at_turn = at("1N P P 2D X 2S", partner=notrump, me=seen(0, 8), rho=seen(8, 13, S=4, D=4), lho=seen(6, 10))
    assert str(line_for(at_turn, "QJT92.K2.A82.742").call) == "X"
    assert str(line_for(at_turn, "642.KQ2.A982.742").call) != "X"


def test_sits_when_partner_redoubles() -> None:
    at_turn = at("1H X XX P", me=seen(12, 20, H=5), partner=seen(10, 15), rho=UNKNOWN, lho=seen(12, 17))
    assert str(natural_lines(at_turn)[-1].call) == "P"


@st.composite
def some_seen(draw: st.DrawFn) -> Told:
    low = draw(st.integers(0, 22))
    mean = low + draw(st.integers(0, 6)) * 0.75
    high = int(mean) + draw(st.integers(1, 8))
    least = draw(st.tuples(*[st.integers(0, 3)] * 4))
    long = draw(st.sampled_from(Suit))
    lengths = tuple(length + 3 * (suit is long) for suit, length in zip(Suit, least, strict=True))
    means = tuple(length + draw(st.integers(0, 3)) * 0.5 for length in lengths)
    suits = tuple(suit for suit in Suit if lengths[suit] >= 4)
    return Told((low, min(high, 37)), (low, mean, high), lengths, means, (9, 9, 9, 9), suits)


@st.composite
def turns(draw: st.DrawFn) -> Turn:
    auction = draw(auctions())
    assume(not auction.is_over)
    return turn(
        auction,
        (draw(some_seen()), draw(some_seen()), draw(some_seen()), draw(some_seen())),
        must_act=draw(st.booleans()),
        game_forced=draw(st.booleans()),
        agreed=draw(st.none() | st.sampled_from(Suit)),
        tags=draw(st.frozensets(st.sampled_from(["takeout", "penalty", "natural", "artificial"]))),
        forcing=draw(st.sampled_from(["no", "1 round", "to 2N", "game", "invite", "signoff"])),
        vulnerable=(draw(st.booleans()), draw(st.booleans())),
    )


@given(turns(), deals().map(lambda deal: deal[Seat.NORTH]))
def test_every_hand_has_a_legal_call(at_turn: Turn, hand: Hand) -> None:
    lines = natural_lines(at_turn)
    assert any(line.condition.holds(hand) for line in lines)
    assert str(lines[-1].condition) == "any"
    assert all(at_turn.legal >> line.call.index & 1 for line in lines)
    assert all(line.rule.startswith("natural: ") and line.text for line in lines)


@given(turns())
def test_there_is_no_pass_where_none_is_allowed(at_turn: Turn) -> None:
    last = at_turn.last_bid
    if (
        at_turn.must_act and at_turn.legal >> 3 and (last is None or last.level < 7)
    ):  # the double of a grand slam stands
        assert natural_lines(at_turn)[-1].call != PASS


@given(turns())
def test_the_same_picture_gives_the_same_lines(at_turn: Turn) -> None:
    first, second = natural_lines(at_turn), natural_lines(at_turn)
    assert [(line.condition, line.call, line.rule) for line in first] == [
        (line.condition, line.call, line.rule) for line in second
    ]
