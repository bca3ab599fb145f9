"""What the natural bidder does where no rule speaks."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from overtrick import Auction, Hand, Suit
from overtrick.core import PASS, Call, Seat
from overtrick.systems.engine.lines import Line
from overtrick.systems.engine.picture import Picture, Seen
from overtrick.systems.natural import natural_lines
from strategies import auctions, deals

C, D, H, S = Suit
UNKNOWN = Seen((0, 37), (3, 10.0, 18), (1, 1, 1, 1), (3.25,) * 4, (6, 6, 6, 6))


def seen(low: int, high: int, **least: int) -> Seen:
    """Points evenly between two ends; suits in which at least so many cards have been shown."""
    lengths = [least.get(name, 1) for name in "CDHS"]
    rest = (13 - sum(length + 0.4 for length in lengths if length >= 4)) / max(sum(each < 4 for each in lengths), 1)
    means = [length + 0.4 if length >= 4 else rest for length in lengths]
    return Seen(
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
    me: Seen = UNKNOWN,
    partner: Seen = UNKNOWN,
    lho: Seen = UNKNOWN,
    rho: Seen = UNKNOWN,
    must_act: bool = False,
    game_forced: bool = False,
    agreed: Suit | None = None,
    tags: str = "",
    forcing: str = "no",
    vulnerable: tuple[bool, bool] = (False, False),
) -> Picture:
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
    four: tuple[Seen, Seen, Seen, Seen],
    *,
    must_act: bool,
    game_forced: bool,
    agreed: Suit | None,
    tags: frozenset[str],
    forcing: str,
    vulnerable: tuple[bool, bool],
) -> Picture:
    seats = [auction.turn, auction.turn.partner, auction.turn.lho, auction.turn.rho]
    names = dict(zip(seats, ("me", "partner", "lho", "rho"), strict=True))
    calls: dict[Seat, list[Call]] = {seat: [] for seat in seats}
    last_bidder = opener = ""
    for seat, call in auction:
        calls[seat].append(call)
        if call.is_bid:
            last_bidder = names[seat]
            opener = opener or ("we" if seat.side is auction.turn.side else "they")
    me, partner, lho, rho = (
        replace(one, calls=tuple(calls[seat]), acted=sum(call != PASS for call in calls[seat]))
        for one, seat in zip(four, seats, strict=True)
    )
    contract = auction.contract
    return Picture(
        me=me,
        partner=partner,
        lho=lho,
        rho=rho,
        last_bid=auction.last_bid,
        last_bidder=last_bidder,
        doubled=1 if contract is None else int(contract.doubling),
        legal=auction.legal_mask,
        must_act=must_act,
        game_forced=game_forced,
        agreed=agreed,
        their_suits=tuple(dict.fromkeys((*lho.suits, *rho.suits))),
        partner_tags=tags,
        partner_forcing=forcing,
        rho_tags=frozenset(),
        balancing=auction.after(PASS).is_over,
        vulnerable=vulnerable,
        opened=opener,
    )


def line_for(picture: Picture, hand: str) -> Line:
    cards = Hand.parse(hand)
    return next(line for line in natural_lines(picture) if line.condition.holds(cards))


LIMIT_RAISE = at("1S P 3S P", me=seen(12, 20, S=5), partner=seen(10, 12, S=3), agreed=S, forcing="invite")
SINGLE_RAISE = at("1H P 2H P", me=seen(12, 20, H=5), partner=seen(6, 9, H=3), agreed=H)
REVERSE = at("1C P 1S P 2H P", me=seen(6, 14, S=4), partner=seen(17, 21, C=5, H=4), must_act=True, forcing="1 round")
RAISED_OVER = at(
    "1H 1S 2H 2S", me=seen(12, 20, H=5), partner=seen(6, 9, H=3), lho=seen(8, 16, S=5), rho=seen(6, 10, S=3), agreed=H
)
TAKEOUT = at("1H X P", partner=seen(12, 18, C=3, D=3, S=3), rho=seen(12, 20, H=5), tags="takeout", must_act=True)
TAKEOUT = replace(TAKEOUT, partner=replace(TAKEOUT.partner, suits=(), mean=(3.9, 3.9, 1.3, 3.9)))
PENALTIES = at("1S 2H X P", me=seen(12, 20, S=5), partner=seen(9, 14, H=4), rho=seen(10, 16, H=5), tags="penalty")
SIGNED_OFF = at("1N P 2H P", me=seen(15, 17), partner=seen(0, 7, H=5), forcing="signoff")
TWO_SUITS = at("1S P 1N P 2D P", me=seen(6, 10), partner=seen(12, 16, S=5, D=4))


@pytest.mark.parametrize(
    ("picture", "hand", "call"),
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
def test_first_true_line(picture: Picture, hand: str, call: str) -> None:
    assert str(line_for(picture, hand).call) == call


def test_a_raise_agrees_the_suit() -> None:
    line = line_for(SINGLE_RAISE, "A2.AKJ62.A982.42")
    assert line.agrees is H
    assert {"natural", "shows H", "agrees H"} <= line.tags
    assert (line.rule, line.forcing) == ("natural: invites", "invite")


def test_game_force_is_kept() -> None:
    picture = at(
        "1S P 2C P 2S P 3D P", me=seen(12, 14, S=6), partner=seen(13, 19, C=5, D=4), game_forced=True, must_act=True
    )
    for line in natural_lines(picture):
        assert line.call != PASS


def test_their_partscore_is_doubled_on_trump_tricks_only() -> None:
    notrump = seen(15, 17, C=2, D=2, H=2, S=2)
    picture = at("1N P P 2D X 2S", partner=notrump, me=seen(0, 8), rho=seen(8, 13, S=4, D=4), lho=seen(6, 10))
    assert str(line_for(picture, "QJT92.K2.A82.742").call) == "X"
    assert str(line_for(picture, "642.KQ2.A982.742").call) != "X"


def test_sits_when_partner_redoubles() -> None:
    picture = at("1H X XX P", me=seen(12, 20, H=5), partner=seen(10, 15), rho=UNKNOWN, lho=seen(12, 17))
    assert str(natural_lines(picture)[-1].call) == "P"


@st.composite
def some_seen(draw: st.DrawFn) -> Seen:
    low = draw(st.integers(0, 22))
    mean = low + draw(st.integers(0, 6)) * 0.75
    high = int(mean) + draw(st.integers(1, 8))
    least = draw(st.tuples(*[st.integers(0, 3)] * 4))
    long = draw(st.sampled_from(Suit))
    lengths = tuple(length + 3 * (suit is long) for suit, length in zip(Suit, least, strict=True))
    means = tuple(length + draw(st.integers(0, 3)) * 0.5 for length in lengths)
    suits = tuple(suit for suit in Suit if lengths[suit] >= 4)
    return Seen((low, min(high, 37)), (low, mean, high), lengths, means, (9, 9, 9, 9), suits)


@st.composite
def pictures(draw: st.DrawFn) -> Picture:
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


@given(pictures(), deals().map(lambda deal: deal[Seat.NORTH]))
def test_every_hand_has_a_legal_call(picture: Picture, hand: Hand) -> None:
    lines = natural_lines(picture)
    assert any(line.condition.holds(hand) for line in lines)
    assert str(lines[-1].condition) == "any"
    assert all(picture.legal >> line.call.index & 1 for line in lines)
    assert all(line.rule.startswith("natural: ") and line.text for line in lines)


@given(pictures())
def test_there_is_no_pass_where_none_is_allowed(picture: Picture) -> None:
    if picture.must_act and picture.legal >> 3:
        assert natural_lines(picture)[-1].call != PASS


@given(pictures())
def test_the_same_picture_gives_the_same_lines(picture: Picture) -> None:
    first, second = natural_lines(picture), natural_lines(picture)
    assert [(line.condition, line.call, line.rule) for line in first] == [
        (line.condition, line.call, line.rule) for line in second
    ]
