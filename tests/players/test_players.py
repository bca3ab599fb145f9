"""Players give the same calls one by one and by the thousand, and see no more than their own hand."""

from pathlib import Path

import numpy as np
import pytest

from overtrick.arrays import DealBatch, Floats, Holdings
from overtrick.arrays.auctions import NO_CALL, AuctionBatch
from overtrick.arrays.scores import ContractBatch
from overtrick.core import (
    CALLS,
    DOUBLE,
    PASS,
    Auction,
    BridgeError,
    Call,
    Doubling,
    Hand,
    Position,
    Seat,
    Vulnerability,
)
from overtrick.layouts.replay import CARELESS, MISMATCH
from overtrick.layouts.sampler import propose
from overtrick.matches.rooms import bid_both_rooms
from overtrick.nets.bidding_rollout import bid_out
from overtrick.players.candidates import options
from overtrick.players.player import Player, TurnBatch, calls_of
from overtrick.players.policies import NetworkPlayer, SystemPlayer
from overtrick.players.results import EXPERTS_DOUBLE, LUCK, Results
from overtrick.players.simulated import Gains, Settings, SimulatingPlayer, drawn, matters
from overtrick.systems.engine.boards import BoardBatch, bid_deal
from overtrick.systems.engine.tree import Tree
from overtrick.systems.system import System
from overtrick.tricks.distributions import tricks_by_luck
from players.small_network import small_network
from systems.tables import card_files

BOARDS = BoardBatch.random(24, seed=3)


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    return card_files(tmp_path_factory.mktemp("cards"))


def turns_after(auction: str, hands: list[str], vulnerability: Vulnerability = Vulnerability.NONE) -> TurnBatch:
    """Positions with these hands after an auction that North began."""
    return TurnBatch.of(*(Position(Hand.parse(hand), Auction.parse(auction), vulnerability) for hand in hands))


def calls_of_rooms(players: tuple[Player, Player], boards: BoardBatch) -> list[list[list[int]]]:
    """The calls of the open and of the closed room, board by board."""
    rooms = zip(*bid_both_rooms(players, boards), strict=True)
    return [[list(packed) for packed in room] for room in rooms]


class Stubborn:
    """An outside engine with the one method it needs: opens 1♠ as dealer, else passes."""

    def __init__(self, call: Call = CALLS[6]) -> None:
        self.seen: list[Position] = []
        self._call = call

    def call(self, position: Position) -> Call:
        self.seen.append(position)
        return PASS if position.auction.calls else self._call


def test_cards_bid_both_rooms_as_they_bid_one_deal_after_the_other(cards: tuple[str, str]) -> None:
    strong, weak = map(System.load, cards)
    rooms = bid_both_rooms((SystemPlayer(*cards), SystemPlayer(*cards[::-1])), BOARDS)
    for room, tree in enumerate((Tree(strong, weak), Tree(weak, strong))):
        for place, board in enumerate(map(BOARDS.__getitem__, range(len(BOARDS)))):
            auction = bid_deal(tree, board.deal, board.dealer, board.vulnerability)
            assert rooms[place][room] == bytes(call.index for call in auction.calls)
    assert any(own != other for own, other in rooms)


@pytest.mark.parametrize("window", [4, 1])
def test_the_network_at_the_table_bids_as_it_bids_whole_auctions(window: int) -> None:
    network = small_network(window)
    players = NetworkPlayer(network, "sayc", "acol"), NetworkPlayer(network, "acol", "sayc")
    rooms = calls_of_rooms(players, BOARDS)
    dealers, vulnerabilities = (np.array(each, np.uint8) for each in (BOARDS.dealers, BOARDS.vulnerabilities))
    for room, systems in zip(rooms, ([0, 2], [2, 0]), strict=True):
        told = np.tile(np.array(systems, np.uint8), (len(BOARDS), 1))
        expected = bid_out(network.net, BOARDS.deals.holdings, dealers, vulnerabilities, told)
        assert room == [row[row != NO_CALL].tolist() for row in expected]
    assert max(map(max, rooms[0])) >= 3


def test_one_position_gets_the_call_that_a_table_gets(cards: tuple[str, str]) -> None:
    for player in (SystemPlayer(*cards), NetworkPlayer(small_network(), "sayc")):
        open_room, _ = calls_of_rooms((player, player), BOARDS)
        for place, board in enumerate(map(BOARDS.__getitem__, range(6))):
            made = [CALLS[call] for call in open_room[place]]
            for step, call in enumerate(made):
                auction = Auction(board.dealer, tuple(made[:step]))
                assert player.call(Position(board.deal[auction.turn], auction, board.vulnerability)) == call


def test_memory_of_other_hands_is_not_taken_for_ones_own() -> None:
    network = small_network()
    player, fresh = NetworkPlayer(network, "sayc"), NetworkPlayer(network, "sayc")
    hands = ["AK2.KQJ.T987.654", "QJ98.A2.AK65.QJ7", "T9.T987.Q32.AKT9"]
    player.chances(turns_after("1C P 1H P", hands))
    later = turns_after("1C P 1H P 1N P 2H P", hands[::-1])
    np.testing.assert_array_equal(player.chances(later), fresh.chances(later))


def test_an_engine_with_one_method_can_be_seated_and_sees_its_own_hands_only(cards: tuple[str, str]) -> None:
    engine = Stubborn()
    rooms = calls_of_rooms((engine, SystemPlayer(*cards)), BOARDS)
    deals = list(BOARDS.deals)
    assert {position.hand for position in engine.seen} <= {hand for deal in deals for hand in deal}
    for room, auctions in enumerate(rooms):
        for dealer, calls in zip(BOARDS.dealers, auctions, strict=True):
            if dealer & 1 == room:
                assert calls[0] == 6
    board = BOARDS[0]
    mine = [position for position in engine.seen if position.hand == board.deal[Seat.NORTH]]
    assert mine
    assert {position.seat for position in mine} == {Seat.NORTH}
    assert {position.vulnerability for position in mine} == {board.vulnerability}


def test_an_illegal_call_is_an_error_that_names_the_player(cards: tuple[str, str]) -> None:
    player: Player = Stubborn(DOUBLE)
    with pytest.raises(BridgeError, match=r"expected a legal call after nothing, got X from .*Stubborn"):
        calls_of(player, turns_after("", ["AK2.KQJ.T987.654"]))


# What auctions come to


def test_outcomes_are_the_contracts_of_the_auctions() -> None:
    texts = ["P P P P", "1C P 1S X XX P P P", "1H 1S 2H 2S X P P P", "P 1D P 1N P 3N P P P", "1N P 2D P 2H P 4H P P P"]
    auctions = [Auction.parse(text, Seat(place % 4)) for place, text in enumerate(texts)]
    rows = np.full((len(texts), 12), NO_CALL, np.uint8)
    for row, auction in zip(rows, auctions, strict=True):
        row[: len(auction)] = [call.index for call in auction.calls]
    dealers = np.array([auction.dealer for auction in auctions], np.uint8)
    found = AuctionBatch(rows, dealers, np.full_like(dealers, Vulnerability.EW)).contracts
    tricks = np.full(len(texts), 8)
    scores = found.scores(tricks, np.zeros(len(texts)), np.array([Vulnerability.EW] * len(texts)))
    for place, auction in enumerate(auctions):
        contract = auction.contract
        if contract is None:
            assert (found.bids[place], scores[place]) == (-1, 0)
            continue
        stakes = (Doubling.UNDOUBLED, Doubling.DOUBLED, Doubling.REDOUBLED)[found.doublings[place]]
        assert (CALLS[found.bids[place] + 3], stakes, found.declarers[place]) == (
            contract.bid,
            contract.doubling,
            contract.declarer,
        )
        won = contract.score(8, vulnerable=Vulnerability.EW.includes(contract.side))
        assert scores[place] == (won if contract.side == 0 else -won)


def test_a_lucky_side_takes_more_tricks_and_the_other_fewer() -> None:
    chances = np.zeros((3, 4, 5, 14), np.float32)
    chances[..., 8:11] = 0.2, 0.5, 0.3
    found = tricks_by_luck(chances, np.array([0.1, 0.5, 0.95]))
    assert found[:, 0, 0].tolist() == found[:, 2, 4].tolist() == [8, 9, 10]
    assert found[:, 1, 0].tolist() == [10, 9, 8]


def results_of_bids(bids: list[int], tricks: int, layouts: int, *, contested: bool = False) -> Results:
    """What comes of contracts by North, all with the same tricks, for North-South; the first is the usual one."""
    shape = 1, len(bids), layouts
    contracts = ContractBatch(
        np.broadcast_to(np.array(bids)[:, np.newaxis], shape), np.zeros(shape, np.intp), np.zeros(shape, np.intp)
    )
    taken = np.full((*shape, len(LUCK)), tricks)
    return Results(contracts, np.full(shape, contested), taken, np.zeros(1, np.intp), np.zeros(1, np.uint8))


def test_contracts_that_fail_are_doubled_as_often_as_experts_double_them() -> None:
    five_spades = 23
    share = results_of_bids([five_spades], 10, 400, contested=True).are_doubled.mean()
    assert abs(share - EXPERTS_DOUBLE[1, 4, 1]) < 0.01
    share = results_of_bids([five_spades], 11, 400).are_doubled.mean()
    assert abs(share - EXPERTS_DOUBLE[0, 4, 0]) < 0.01


def test_contracts_that_hardly_ever_make_are_doubled_by_anyone() -> None:
    three_notrump = 14
    results = results_of_bids([three_notrump], 4, 20)
    assert results.are_doubled.all()
    assert (results.plain == -1100).all()  # five down, doubled, not vulnerable
    assert not results_of_bids([three_notrump], 8, 20).are_doubled.all()


def test_who_knows_that_a_call_strays_doubles_what_fails_and_is_not_talked_out_of_a_game() -> None:
    results = results_of_bids([18, 23], 9, 3)  # four and five spades, one and two down
    assert (results.punished[0, 1] == -300).all()
    theirs = results.contracts._replace(
        bids=np.array([[[18] * 3, [8] * 3]]), declarers=np.ones((1, 2, 3), np.intp)
    )  # four spades of theirs after the usual call, two spades after another
    talked_out = Results(
        theirs, results.contested, np.full_like(results.tricks, 10), results.seats, np.zeros(1, np.uint8)
    )
    assert (talked_out.plain[0, :, 0, 0] == [-420, -170]).all()
    assert (talked_out.punished[0, :, 0, 0] == [-420, -420]).all()


# Simulation


def test_layouts_are_drawn_as_often_as_they_are_likely() -> None:
    likelihoods = np.log(np.array([[1e-9, 0.25, 0.75], [1.0, 1e-9, 1e-9]]))
    found = drawn(likelihoods, 40, np.random.default_rng(1))
    assert np.bincount(found[0], minlength=3)[0] == 0
    assert abs(np.bincount(found[0], minlength=3)[2] - 30) <= 1
    assert (found[1] == 0).all()


def test_layouts_keep_ones_own_hand_and_give_the_others_what_they_have_shown(cards: tuple[str, str]) -> None:
    player = SystemPlayer(cards[0])
    turns = turns_after("1N P", ["K32.Q54.8765.432", "AJ987.2.AQ654.32"])
    (node, _), rng = player.nodes(turns), np.random.default_rng(2)
    shown = tuple(node.shown_by(seat) for seat in (3, 0, 1))  # South's lho, partner, rho
    found, _ = propose(turns.hands, turns.seats, [shown, shown], 20, rng)
    assert (found[:, :, Seat.SOUTH] == turns.hands[:, np.newaxis]).all()
    DealBatch(found.reshape(-1, 4, 4)).require_complete()
    openers = [deal[Seat.NORTH] for deal in DealBatch(found.reshape(-1, 4, 4))]
    assert sum(15 <= hand.hcp <= 17 for hand in openers) >= 38  # the walk may stray, at a price
    assert len(set(openers)) > 30


def test_only_a_clear_gain_takes_the_place_of_the_usual_call() -> None:
    gains = Gains.of(np.array([[0, 1, 20], [0, 1, 20]], np.uint8))
    rng = np.random.default_rng(1)
    even = rng.choice([-6.0, 6.0], 40)
    won = np.stack([np.stack([np.zeros(40), even, even + 4]), np.stack([np.zeros(40), even + 0.3, even - 5])])
    gains.add(np.arange(2), won)
    settings = Settings(errors=1.5)
    assert gains.best(settings).tolist() == [20, 0]
    np.testing.assert_allclose(gains.errors[0, 1], even.std(ddof=1) / 40**0.5)
    left = gains.narrow(np.arange(2), settings)
    assert NO_CALL in gains.rivals(np.arange(2))[1].tolist()
    before = gains.means
    gains.add(np.arange(2), won)
    assert gains.layouts[1].tolist() == [80, 80, 40], "what is out of the running is not tried any more"
    np.testing.assert_allclose(gains.means, before)
    assert 0 in left.tolist()


def test_openings_are_left_to_the_card_and_the_last_pass_is_not() -> None:
    usual = np.array([PASS.index], np.uint8)
    hand = ["AK2.KQJ.T987.654"]
    for auction, expected in (("", False), ("P P", False), ("1S", False), ("1S P", True), ("1S P 2S P", True)):
        assert matters(turns_after(auction, hand).calls, usual).tolist() == [expected], auction


def test_the_card_hears_which_layouts_go_with_the_calls(cards: tuple[str, str]) -> None:
    player = SystemPlayer(cards[0])
    turns = turns_after("1N P", ["K32.Q54.8765.432"])
    opener = {"strong": "AQ4.KJ2.KQ2.JT98", "weak": "JT4.AJ2.KQ32.J98"}
    layouts = np.zeros((1, 2, 4, 4), np.uint16)
    for place, text in enumerate(opener.values()):
        layouts[0, place] = _layout(Hand.parse(text), Hand.parse("K32.Q54.8765.432"))
    replay = player.replay(turns, player.nodes(turns), layouts)
    assert replay.likelihoods[0, 0] > replay.likelihoods[0, 1]
    assert replay.likelihoods[0, 0] == 0
    ends = replay.finished(np.array([0]), np.array([[0, 1]]), np.array([[0, 14 + 3, NO_CALL]], np.uint8))
    assert ends[0, 0, 0].tolist()[:5] == [7, 0, 0, 0, NO_CALL][:5]
    assert (ends[0, 2] == NO_CALL).all()


def test_the_card_counts_the_odd_calls_of_the_others_and_not_ones_own(cards: tuple[str, str]) -> None:
    mine, auction = "K32.Q54.8765.432", Auction.parse("1N P 2C P 2D P")  # no hand for Stayman
    layouts = np.stack([_layout(Hand.parse(text), Hand.parse(mine)) for text in _OPENERS])
    player, tree = SystemPlayer(cards[0]), Tree(System.load(cards[0]))
    turns = turns_after(str(auction), [mine])
    odd = []
    for deal in DealBatch(layouts):
        made = [
            (seat, tree.node(auction.before(made)).bid(deal[seat])[0], call)
            for made, (seat, call) in enumerate(auction)
        ]
        assert [usual for seat, usual, _ in made if seat is Seat.SOUTH] == [PASS]
        odd.append(sum(usual != call for seat, usual, call in made if seat is not Seat.SOUTH))
    assert max(odd) > 0
    replay = player.replay(turns, player.nodes(turns), layouts[np.newaxis])
    np.testing.assert_allclose(replay.likelihoods, [[count * MISMATCH for count in odd]])


def _layout(north: Hand, south: Hand) -> Holdings:
    """Holdings with these hands and the other cards anyhow."""
    left = [card for card in range(52) if not (north.mask | south.mask) >> card & 1]
    masks = [north.mask, sum(1 << card for card in left[::2]), south.mask, sum(1 << card for card in left[1::2])]
    return np.array([[mask >> shift & 8191 for shift in (0, 13, 26, 39)] for mask in masks], np.uint16)


@pytest.mark.parametrize("window", [4, 1])
def test_the_network_bids_on_as_it_bids_whole_auctions(window: int) -> None:
    network = small_network(window)
    player = NetworkPlayer(network, "sayc", "acol")
    turns = turns_after("1S P", ["K32.Q54.8765.432"], Vulnerability.NS)
    layouts = np.stack([_layout(Hand.parse(text), Hand.parse("K32.Q54.8765.432")) for text in _OPENERS])[np.newaxis]
    replay = player.replay(turns, [], layouts)
    candidates = np.array([[0, 12, NO_CALL]], np.uint8)
    ends = replay.finished(np.array([0]), np.array([[0, 1]]), candidates)
    for place, call in enumerate([0, 12]):
        given = np.tile(np.array([6, 0, call], np.uint8), (2, 1))
        places = np.zeros(2, np.uint8), np.ones(2, np.uint8), np.tile(np.array([0, 2], np.uint8), (2, 1))
        expected = bid_out(network.net, layouts[0], *places, given=given)
        for mine, row in zip(ends[0, place], expected, strict=True):
            assert mine[mine != NO_CALL].tolist() == row[row != NO_CALL].tolist()


@pytest.mark.parametrize("calls", ["P P", "P P P 1H P P"])
def test_the_network_hears_how_likely_the_calls_of_the_others_were(calls: str) -> None:
    network, mine = small_network(), "K32.Q54.8765.432"
    turns, auction = turns_after(calls, [mine], Vulnerability.EW), Auction.parse(calls)
    layouts = np.stack([_layout(Hand.parse(text), Hand.parse(mine)) for text in _OPENERS])[np.newaxis]
    player = NetworkPlayer(network, "sayc", "acol")
    replay = player.replay(turns, [], layouts)
    chances = []
    for made, (seat, call) in enumerate(auction):
        if seat is auction.turn:
            continue
        before = auction.before(made)
        masks = (layouts[0, :, seat].astype(np.uint64) << np.array([0, 13, 26, 39], np.uint64)).sum(axis=1).tolist()
        asked = TurnBatch.of(*(Position(Hand(mask), before, Vulnerability.EW) for mask in masks))
        pair = ("acol", "sayc") if seat & 1 else ("sayc", "acol")
        chances.append(NetworkPlayer(network, *pair).chances(asked)[:, call.index])
    np.testing.assert_allclose(replay.chances[0], np.stack(chances, axis=1), rtol=1e-4)
    expected = np.log(np.stack(chances) + CARELESS).sum(axis=0)
    np.testing.assert_allclose(replay.likelihoods[0], expected, rtol=1e-4)
    assert expected[0] != expected[1]


_OPENERS = ("AQJ94.KJ2.KQ2.J8", "AJT94.AJ2.K3.Q98")


def test_a_simulating_player_makes_legal_calls_and_repeats_them_by_seed(cards: tuple[str, str]) -> None:
    turns = turns_after("1N P 2D P 2H P", ["A3.KQ542.8765.43", "T2.AQ542.K65.K93", "2.J87542.AKJ6.43"])
    settings = Settings(proposed=8, stages=(3, 3))
    for policy in (SystemPlayer(cards[0]), NetworkPlayer(small_network(), "sayc")):
        found = [calls_of(SimulatingPlayer(policy, settings=settings, seed=5), turns).tolist() for _ in range(2)]
        assert found[0] == found[1]


def test_simulation_bids_the_game_that_the_card_stops_short_of_if_partner_understands_it(tmp_path: Path) -> None:
    timid = tmp_path / "timid.yaml"
    timid.write_text(card_text())
    great, poor = (
        Position(Hand.parse(hand), Auction.parse("1N P")) for hand in ("AQ3.KJ4.AQ65.K72", "432.765.8654.432")
    )
    settings = Settings(proposed=48, stages=(12, 24))
    card, torn = SystemPlayer(str(timid)), Torn(str(timid))
    assert card.call(great) == PASS
    assert SimulatingPlayer(card, settings=settings).call(great) == PASS
    assert SimulatingPlayer(torn, settings=settings).call(great) == Call("3N")
    assert SimulatingPlayer(torn, settings=settings).call(poor) == PASS


class Torn(SystemPlayer):
    """Makes any call of its card by chance."""

    def chances(self, turns: TurnBatch) -> Floats:
        return np.full((len(turns), len(CALLS)), 1 / len(CALLS), np.float32)


def test_only_what_a_partner_could_understand_is_compared(tmp_path: Path) -> None:
    timid = tmp_path / "timid.yaml"
    timid.write_text(card_text())
    node = Tree(System.load(str(timid))).node(Auction.parse("1N P"))
    hand, policy = Hand.parse("AQ3.KJ4.AQ65.K72"), np.zeros(len(CALLS), np.float32)
    three_notrump, four_spades = Call("3N"), Call("4S")
    policy[three_notrump.index], policy[four_spades.index] = 0.03, 0.03
    assert [option.call for option in options(node, hand, policy)] == [PASS, three_notrump]  # 4♠ has no rule
    policy[four_spades.index] = 0.06
    often = {option.call: option for option in options(node, hand, policy)}
    assert often[four_spades].strays
    assert not often[four_spades].understood
    assert often[three_notrump].understood
    made = options(node, hand, np.zeros(len(CALLS), np.float32), four_spades)
    assert [option.call for option in made] == [PASS, four_spades]


def card_text() -> str:
    """A card whose responder passes 1NT unless nearly all aces and kings are there."""
    return """
system: Timid
situations:
- when: opening
  rules:
  - {id: 1N, call: 1N, hand: "15-17 hcp, balanced"}
- when: 1N
  rules:
  - {id: pass, call: P, hand: "0-8 controls"}
  - {id: 3N, call: 3N, hand: any}
"""
