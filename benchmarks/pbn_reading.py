"""Reading a PBN file: Overtrick beside endplay, same file, same run.

python benchmarks/pbn_reading.py --boards 10000
"""

import argparse
import gc
import random
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import endplay.parsers.pbn as endplay_pbn

from overtrick.core import Auction, Board, Card, Contract, Deal, Hand, Record, Result, Seat
from overtrick.core.play import winning_turn
from overtrick.formats import pbn

AUCTIONS = (
    "1N P 3N AP",
    "P 1S P 2S P 4S AP",
    "1C P 1H P 2H P 4H AP",
    "1D 1S X 2S 3C P 3N AP",
    "P P 1H X 2H 3C AP",
    "1S P 2D P 2H P 3S P 4N P 5H P 6S AP",
)


def random_deal(rng: random.Random) -> Deal:
    cards = rng.sample(range(52), 52)
    return Deal.of([Hand.of(map(Card, cards[start : start + 13])) for start in (0, 13, 26, 39)])


def random_play(deal: Deal, contract: Contract, rng: random.Random) -> tuple[Card, ...]:
    """All 52 cards, each following suit."""
    left = {seat: list(deal[seat]) for seat in Seat}
    leader = contract.declarer.lho
    played: list[Card] = []
    for _ in range(13):
        trick: list[Card] = []
        for turn in range(4):
            hand = left[leader.after(turn)]
            follows = [card for card in hand if trick and card.suit == trick[0].suit]
            trick.append(rng.choice(follows or hand))
            hand.remove(trick[-1])
        played += trick
        leader = leader.after(winning_turn(trick, contract.strain))
    return tuple(played)


def played_board(number: int, rng: random.Random) -> Record:
    """A board with the fifteen tags, an auction and the full play."""
    board = Board.numbered(number, random_deal(rng))
    auction = Auction.parse(rng.choice(AUCTIONS), board.dealer)
    assert auction.contract is not None
    return Record(
        board,
        auction,
        result=Result(auction.contract, rng.randint(6, 13)),
        play=random_play(board.deal, auction.contract, rng),
        players={seat: f"{seat.name.title()} {rng.randint(1, 40)}" for seat in Seat},
        tags={"Event": "Club night", "Site": "Utrecht", "Date": "2024.03.14", "Scoring": "MatchPoints"},
    )


def without_play(record: Record) -> Record:
    return replace(record, auction=None, play=())


def seconds(work: Callable[[], object]) -> float:
    """CPU time of the work, which other programs on the machine disturb least; what it made is dropped after that."""
    gc.collect()
    start = time.process_time()
    made = work()
    elapsed = time.process_time() - start
    del made
    return elapsed


def read_with_endplay(path: Path) -> object:
    with path.open() as file:
        return endplay_pbn.load(file)


def compare(title: str, path: Path, boards: int, repeats: int) -> None:
    """Time both in turn and print the best of each."""
    times = [(seconds(lambda: pbn.load(path)), seconds(lambda: read_with_endplay(path))) for _ in range(repeats)]
    ours, theirs = map(min, zip(*times, strict=True))
    print(
        f"{title}: overtrick {boards / ours:,.0f} boards/s, endplay {boards / theirs:,.0f} boards/s, "
        f"ratio {theirs / ours:.1f}"
    )


def write_files(folder: Path, boards: int, seed: int) -> dict[str, Path]:
    rng = random.Random(seed)
    records = [played_board(number, rng) for number in range(1, boards + 1)]
    paths = {title: folder / f"{title}.pbn" for title in ("tags, auction and play", "tags only")}
    played, dealt = paths.values()
    pbn.dump(records, played)
    pbn.dump(map(without_play, records), dealt)
    return paths


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--repeats", type=int, default=3)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for title, path in write_files(Path(folder), arguments.boards, arguments.seed).items():
            compare(title, path, arguments.boards, arguments.repeats)


if __name__ == "__main__":
    main()
