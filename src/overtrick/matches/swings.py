"""The largest swings of a match as records, with what each call comes from as its note."""

from overtrick.core import Auction, Board, Note, Record, Seat
from overtrick.matches.scoring import Match, Swing
from overtrick.systems.engine.meaning import is_alerted, meaning
from overtrick.systems.engine.tree import Tree
from overtrick.systems.table import BATCH_NODES, Table

ROOMS = ("Open", "Closed")


def swing_records(match: Match, first: str, second: str) -> list[Record]:
    """The largest swings as records, two a board, with notes by the systems of both players."""
    names = (first, second), (second, first)
    trees = [Table.of(*pair, BATCH_NODES).tree for pair in names]
    return [_record(match, swing, room, trees[room]) for swing in match.swings for room in (0, 1)]


def _record(match: Match, swing: Swing, room: int, tree: Tree) -> Record:
    board, auction = swing.board, swing.auctions[room]
    own, other = match.names if room == 0 else match.names[::-1]
    players = {seat: other if seat & 1 else own for seat in Seat}
    tags = {"Room": ROOMS[room], "Scoring": "IMP", "ScoreIMP": f"NS {swing.imps if room == 0 else -swing.imps}"}
    notes = notes_of(tree, board, auction)
    return Record(board, auction, notes, swing.results[room], players=players, tags=tags)


def notes_of(tree: Tree, board: Board, auction: Auction) -> dict[int, Note]:
    """By call, what its line says, and the rule it comes from; passes that need no words have none.

    Of a call that is not the system's, what the system would have called.
    """
    node = tree.root(auction.dealer, board.vulnerability)
    notes = {}
    for index, (seat, call) in enumerate(auction):
        by_card, line = node.bid(board.deal[seat])
        text = f"{line.text or line.hand_text} [{line.rule}]".strip()
        if by_card != call:
            notes[index] = Note(f"the card calls {by_card}: {text}")
        elif call.index or line.artificial:
            notes[index] = Note(text, alerted=is_alerted(meaning(node, call)))
        node = node.child(call)
    return notes
