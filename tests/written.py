"""Records to write and read again, and what to break them with."""

from hypothesis import strategies as st

from overtrick import Auction, Board, Card, Contract, DDTable, Deal, Note, Record, Result, Seat, Trick
from overtrick.formats.lin_stream import in_signs
from strategies import auctions, boards

TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=12).filter(
    lambda text: "|" not in text and "," not in text and text != "!" and in_signs(text) == text
)
"""Words without what LIN uses to separate them."""


def legal_play(deal: Deal, contract: Contract, count: int) -> tuple[Card, ...]:
    """The first `count` cards of a play in which everybody follows suit with his lowest card."""
    left = [list(reversed(list(hand))) for hand in deal]
    leader = contract.declarer.lho
    played: list[Card] = []
    while len(played) < count:
        trick: list[Card] = []
        for turn in range(4):
            hand = left[leader.after(turn)]
            card = next((card for card in hand if trick and card.suit == trick[0].suit), hand[0])
            hand.remove(card)
            trick.append(card)
        leader = Trick(leader, tuple(trick)).winner(contract.strain)
        played += trick
    return tuple(played[:count])


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Records as a table leaves them: an auction, perhaps some play, a result where there is one."""
    plain = draw(boards())
    auction = draw(st.none() | auctions(longest=12) | auctions(complete=True, longest=12))
    if auction is None or not auction.calls:
        return Record(plain, players=draw(players()))
    board = Board(plain.deal, auction.dealer, plain.vulnerability, draw(st.none() | st.just(plain.number)))
    indices = st.integers(0, len(auction) - 1)
    notes = draw(st.dictionaries(indices, st.builds(Note, TEXTS | st.just(""), st.booleans()), max_size=4))
    play, result = draw(endings(board.deal, auction))
    kept = {index: note for index, note in notes.items() if note != Note()}
    return Record(board, auction, kept, result, play, draw(players()))


@st.composite
def endings(draw: st.DrawFn, deal: Deal, auction: Auction) -> tuple[tuple[Card, ...], Result | None]:
    """Play and result after an auction; the result is there whenever they decide it."""
    if not auction.is_over:
        return (), None
    contract = auction.contract
    if contract is None:
        return (), Result(None)
    play = legal_play(deal, contract, draw(st.sampled_from([0, 1, 9, 51, 52])))
    tricks = st.integers(0, 13)
    return play, draw(
        tricks.map(lambda taken: Result(contract, taken)) | (st.nothing() if len(play) == 52 else st.none())
    )


def players() -> st.SearchStrategy[dict[Seat, str]]:
    return st.dictionaries(st.sampled_from(Seat), TEXTS, max_size=4)


def tables() -> st.SearchStrategy[DDTable]:
    row = st.lists(st.integers(0, 13), min_size=5, max_size=5)
    return st.lists(row, min_size=4, max_size=4).map(DDTable.of)


@st.composite
def damaged(draw: st.DrawFn, text: str) -> str:
    """The text with a few characters changed, doubled or dropped, perhaps cut off."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 12)))
        put = draw(
            st.text(max_size=3)
            | st.sampled_from(["|", "||", "\n", "\r\n", "qx|", "md|", '"', "[", "{", text[start:end] * 2])
        )
        text = text[:start] + put + text[end:]
    return text[: draw(st.integers(0, len(text)))] if draw(st.booleans()) else text
