"""Records with a note to every call: what it means by the cards at the table."""

from dataclasses import replace

from overtrick.core import Auction, BridgeError, Note, Record, Vulnerability
from overtrick.systems.engine.alerting import Regulation
from overtrick.systems.engine.meaning import explain, note
from overtrick.systems.engine.tree import Tree


def annotated(record: Record, tree: Tree, regulation: Regulation = "acbl") -> Record:
    """The record with a note to every call; what the players said about it themselves stays beside."""
    if record.auction is None:
        raise BridgeError("expected an auction to explain, got none")
    notes = notes_of(tree, record.auction, record.board.vulnerability, regulation)
    for index, said in record.notes.items():
        ours = notes.get(index, Note())
        text = f"{ours.text} [at the table: {said.text}]" if said.text else ours.text
        notes[index] = Note(text, said.alerted or ours.alerted)
    return replace(record, notes=notes)


def notes_of(
    tree: Tree, auction: Auction, vulnerability: Vulnerability, regulation: Regulation = "acbl"
) -> dict[int, Note]:
    """By call, what it means."""
    meanings = explain(tree, auction, vulnerability)
    return {index: note(meaning.under(regulation)) for index, meaning in enumerate(meanings)}
