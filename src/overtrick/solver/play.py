"""Double-dummy answers in the middle of the play: which cards keep the tricks, and where they were lost."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch
from overtrick.core import Card, Contract, Deal, Hand, Seat, Strain, check_play, tricks_of
from overtrick.solver import library as dds


@dataclass(frozen=True, slots=True)
class CardTricks:
    """A card that may be played now, and the further tricks it leaves its player's side, this one included."""

    card: Card
    tricks: int


def solve_cards(
    deal: Deal, strain: Strain, leader: Seat, played: Sequence[Card] = (), *, threads: int = 0
) -> list[CardTricks]:
    """Every legal card of the player to move with its double-dummy tricks, best first.

    `leader` made the opening lead and `played` are all cards so far, in order; `deal` is the deal at
    the start, complete.
    """
    deal.require_complete()
    check_play(deal, played, leader, strain)
    if len(played) == 52:
        return []
    asked, answered = np.zeros(1, dds.BOARDS), np.zeros(1, dds.SOLVED)
    asked["count"], asked["target"], asked["solutions"], asked["mode"] = 1, -1, 3, 1
    _set_position(asked["deals"][0, :1], deal, strain, leader, played)
    dds.library().call("SolveAllChunksBin", asked, answered, 1, threads=threads)
    cards = [CardTricks(Card(card), tricks) for card, tricks in _scores(answered["boards"][0, 0])]
    return sorted(cards, key=lambda card: (-card.tricks, -card.card.index))


def solve_leads(deals: DealBatch, declarer: Seat, strain: Strain, *, threads: int = 0) -> NDArray[np.int8]:
    """The defenders' tricks after each opening lead; -1 for cards of the other hands. Shape: (deal, card)."""
    leads = np.full((len(deals), 52), -1, np.int8)
    for row, future in enumerate(_led(deals, declarer, strain, -1, 3, threads)):
        for card, tricks in _scores(future):
            leads[row, card] = tricks
    return leads


def leads_that_take(
    target: int, deals: DealBatch, declarer: Seat, strain: Strain, *, threads: int = 0
) -> NDArray[np.bool_]:
    """Whether the defenders take that many tricks, 1 to 13, after each opening lead; some four times as quick to say.

    Shape: (deal, card); False for cards of the other hands.
    """
    take = np.zeros((len(deals), 52), bool)
    for row, future in enumerate(_led(deals, declarer, strain, target, 2, threads)):
        take[row, [card for card, _ in _scores(future)]] = True
    return take


def _led(
    deals: DealBatch, declarer: Seat, strain: Strain, target: int, solutions: int, threads: int
) -> Iterator[NDArray[Any]]:
    """What DDS says of the opening leads of each deal."""
    deals.require_complete()
    for start in range(0, len(deals), dds.MAX_BOARDS):
        part = deals.holdings[start : start + dds.MAX_BOARDS]
        asked, answered = np.zeros(1, dds.BOARDS), np.zeros(1, dds.SOLVED)
        asked["count"] = len(part)
        boards = asked["deals"][0, : len(part)]
        boards["trump"], boards["first"], boards["cards"] = dds.DDS_STRAINS[strain], declarer.lho, dds.dds_cards(part)
        for name, value in (("target", target), ("solutions", solutions), ("mode", 1)):
            asked[name][0, : len(part)] = value
        dds.library().call("SolveAllChunksBin", asked, answered, 1, threads=threads)
        yield from answered["boards"][0, : len(part)]


def _scores(future: NDArray[Any]) -> Iterator[tuple[int, int]]:
    """The cards of an answer of DDS's and their tricks; of touching cards it names one, the others as its equals."""
    for index in range(int(future["cards"])):
        suit, score = 3 - int(future["suit"][index]), int(future["score"][index])
        same = int(future["equals"][index]) | 1 << int(future["rank"][index])
        yield from ((13 * suit + bit - 2, score) for bit in range(2, 15) if same >> bit & 1)


def _set_position(board: NDArray[Any], deal: Deal, strain: Strain, leader: Seat, played: Sequence[Card]) -> None:
    """Write what is left of the deal, and the trick in progress, into DDS's form."""
    gone = sum(1 << card.index for card in played)
    left = Deal.of([Hand(hand.mask & ~gone) for hand in deal])
    current: tuple[Card, ...] = ()
    for trick in tricks_of(played, leader, strain):
        leader, current = (trick.winner(strain), ()) if trick.is_complete else (trick.leader, trick.cards)
    board["trump"], board["first"] = dds.DDS_STRAINS[strain], leader
    board["cards"] = dds.dds_cards(DealBatch.stack([left]).holdings)
    for index, card in enumerate(current):
        board["trick_suit"][0, index] = 3 - card.suit
        board["trick_rank"][0, index] = card.rank + 2


def analyse_play(deal: Deal, contract: Contract, played: Sequence[Card], *, threads: int = 0) -> list[int]:
    """Declarer's double-dummy tricks before the lead and after every card of the play.

    The number falls where declarer's side gave a trick away and rises where the defenders did.
    """
    deal.require_complete()
    leader = contract.declarer.lho
    check_play(deal, played, leader, contract.strain)
    asked, traces, answered = np.zeros(1, dds.BOARDS), np.zeros(1, dds.TRACES), np.zeros(1, dds.TRACED)
    asked["count"], asked["target"], asked["solutions"], asked["mode"] = 1, -1, 1, 1
    _set_position(asked["deals"][0, :1], deal, contract.strain, leader, ())
    traces["count"] = 1
    trace = traces["plays"][0, 0]
    trace["number"] = len(played)
    trace["suit"][: len(played)] = [3 - card.suit for card in played]
    trace["rank"][: len(played)] = [card.rank + 2 for card in played]
    dds.library().call("AnalyseAllPlaysBin", asked, traces, answered, 1, threads=threads)
    solved = answered["plays"][0, 0]
    after_each = [int(tricks) for tricks in solved["tricks"][: int(solved["number"])]]
    return after_each + [after_each[-1]] * (len(played) + 1 - len(after_each))
