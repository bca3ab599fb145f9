"""One list that bids and explains."""

from hypothesis import given, settings

from hands.cell_numbers import cell_of
from overtrick import PASS, Auction, Call, Deal, Hand, Seat
from overtrick.hands.cells import shown
from overtrick.systems.engine.tree import Tree
from overtrick.systems.system import System
from strategies import deals

CARD = System.loads(
    """
system: Sample
define:
  good X: 2 of top 3 in X or 3 of top 5 in X
situations:
- when: opening
  rules:
  - {id: 2C, call: 2C, hand: 22+ hcp, artificial: true, forcing: to 2N}
  - {id: 1N, call: 1N, hand: "15-17 hcp, balanced"}
  - {id: 1M, call: 1M, hand: "12+ hcp, 5+ M, M >= OM"}
  - {id: 1D, call: 1D, hand: "12+ hcp, 4+ D"}
  - {id: 1C, call: 1C, hand: 12+ hcp}
  - {id: 2X, call: 2X, for: {X: [D, H, S]}, hand: "5-11 hcp, 6 X, good X", tags: [preempt]}
- when: 1N
  rules:
  - {id: transfer, call: cheapest below M, hand: "5+ M, M >= OM", tags: [transfer to M], artificial: true}
  - {id: game, call: 3N, hand: "10+ hcp"}
- when: 1N <transfer to M>
  rules:
  - {id: done, call: cheapest M, hand: any}
- when: 1M
  rules:
  - {id: raise, call: 2M, hand: "6-9 support points M, 3+ M", agrees: M}
"""
)
TREE = Tree(CARD, CARD)


def bidding(deal: Deal, dealer: Seat = Seat.NORTH) -> Auction:
    auction = Auction(dealer)
    while not auction.is_over:
        call, _ = TREE.node(auction).bid(deal[auction.turn])
        auction = auction.after(call)
    return auction


def test_the_first_true_line_is_the_call() -> None:
    opening = TREE.node(Auction())
    for hand, call in (
        ("AQ5.KJ4.KQ32.J76", "1N"),
        ("AQJ54.KJ4.K32.76", "1S"),
        ("AQ5.KJ432.KJ5.Q7", "1N"),  # balanced first
        ("KQJ954.74.Q32.76", "2S"),
        ("9854.KJ4.Q32.J76", "P"),
        ("AKQ5.AKJ.AK32.76", "2C"),
    ):
        assert str(opening.bid(Hand.parse(hand))[0]) == call, hand


def test_meanings_come_from_the_same_list() -> None:
    opening = TREE.node(Auction())
    notrump = shown(opening.cells_after(Call.parse("1N")))
    assert notrump.hcp == (15, 17)
    assert notrump.lengths == ((2, 5),) * 4
    club = shown(opening.cells_after(Call.parse("1C")))
    assert (club.hcp, club.lengths[1]) == ((12, 21), (0, 3))  # what the earlier calls leave
    passed = shown(opening.cells_after(PASS))
    assert passed.hcp == (0, 11)


def test_tags_carry_a_transfer_to_its_completion() -> None:
    completion = TREE.node(Auction.parse("1N P 2H P"))
    assert [(str(line.call), line.rule) for line in completion.lines] == [("2S", "done")]
    assert shown(completion.shown[Seat.SOUTH]).lengths[3][0] == 5
    assert TREE.node(Auction.parse("1S P 2S P")).tags[2] == frozenset({"natural", "shows S", "agrees S"})


@settings(max_examples=150)
@given(deals())
def test_every_hand_lies_in_what_its_calls_have_shown(deal: Deal) -> None:
    auction = bidding(deal)
    node = TREE.node(auction)
    assert len(auction) <= 40
    for seat in Seat:
        assert node.shown[seat] >> cell_of(deal[seat]) & 1, (seat, str(auction))


def test_an_auction_off_the_card_keeps_what_was_known() -> None:
    strange = TREE.node(Auction.parse("1N P 4C"))
    assert strange.shown[Seat.SOUTH] == TREE.node(Auction.parse("1N P")).shown[Seat.SOUTH]
    assert strange.tags[2] == {"natural", "shows C"}


def test_a_jump_in_a_new_suit_and_a_cue_force_even_where_no_line_makes_them() -> None:
    tree = Tree(System.load("sayc"))
    for calls, must in (
        ("1C P 1D P 1S P 3H P", True),  # a jump in the fourth suit: nobody's rule
        ("1H 2D P 3D P 4D P", False),  # a raise
        ("1S P 2S 3D P P 4D P", True),  # their suit, below game in ours
        ("1S P 2S P 4D P 5D P", False),  # game
    ):
        assert tree.node(Auction.parse(calls)).must_act is must, calls
