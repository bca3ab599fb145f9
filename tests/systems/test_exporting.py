"""Cards for other programs."""

import re

import pytest

from overtrick import Auction
from overtrick.systems.system import System
from overtrick.systems.tools.export import LONGEST, bboalert, context, notes
from systems.small import SMALL, WEAK_NOTRUMP

CARD = System.loads(SMALL)
RECORDS = [line.split(",") for line in bboalert(CARD).splitlines()]


def explained(card: System, before: str, call: str) -> str:
    """What BBOalert tells about a call, both parts."""
    records = [line.split(",") for line in bboalert(card).splitlines()[1:]]
    [text] = [record[2] for record in records if record[:2] == [before, call]]
    return text


def test_the_file_starts_with_the_header_bboalert_asks_for() -> None:
    assert RECORDS[0] == ["BBOalert", "Small"]


def test_every_record_has_three_fields_of_the_alphabet_bboalert_reads() -> None:
    token = r"(?:--|Db|Rd|[1-7][CDHSN])"
    assert len(RECORDS) > 15
    for record in RECORDS[1:]:
        assert len(record) == 3, record  # a comma more would cut the explanation
        assert re.fullmatch(f"{token}*", record[0]), record
        assert re.fullmatch(token, record[1]), record
        assert record[2]
        assert not set(record[2]) & set("♠♥♦♣"), record


def test_the_field_beside_the_call_is_short_enough() -> None:
    for record in RECORDS[1:]:
        field, _, chat = record[2].partition("#")
        assert len(field) <= LONGEST, record
        assert "#" not in chat


def test_each_context_is_a_legal_auction_that_the_call_continues() -> None:
    for before, call, _ in RECORDS[1:]:
        words = [*re.findall("..", before), call]
        text = " ".join({"--": "P", "Db": "X", "Rd": "XX"}.get(word, word) for word in words)
        assert len(Auction.parse(text)) == len(words)


@pytest.mark.parametrize(
    ("auction", "expected"),
    [("", ""), ("P P", ""), ("P 1N", "1N"), ("1N P 2C P", "1N--2C--"), ("1H X XX P", "1HDbRd--")],
)
def test_contexts_leave_out_passes_before_the_opening(auction: str, expected: str) -> None:
    assert context(Auction.parse(auction).calls) == expected


def test_stayman_and_its_answers_stand_where_bboalert_looks_for_them() -> None:
    assert explained(CARD, "1N--", "2C").startswith("Stayman")
    assert explained(CARD, "1N--2C--", "2D").startswith("no four-card major")
    assert "5+!H" in explained(CARD, "1N--", "2D")
    assert "5+!S" in explained(CARD, "1N--", "2H")


def test_one_edit_moves_the_notrump_and_what_rests_on_it() -> None:
    weak = System.loads(WEAK_NOTRUMP)
    assert explained(CARD, "", "1N") == "15-17 hcp; balanced"
    assert explained(weak, "", "1N") == "12-14 hcp; balanced"
    assert explained(CARD, "1N--", "2N").startswith("8-9 hcp")
    assert explained(weak, "1N--", "2N").startswith("11-12 hcp")


def test_notes_are_a_list_with_the_answers_below_each_call() -> None:
    text = notes(CARD)
    assert text.startswith("# Small\n\nA card for tests.\n")
    lines = text.splitlines()
    stayman = next(place for place, line in enumerate(lines) if line.startswith("  - **2♣** Stayman"))
    assert lines[stayman + 1].startswith("    - **2♦** no four-card major")
    assert any(line.startswith("- **1NT** 15-17 hcp, balanced; announced 15-17") for line in lines)


def test_notes_have_a_chapter_where_they_come_in() -> None:
    card = System.loads(SMALL + "- {when: 1M (X), rules: [{id: good, call: XX, hand: 10+ hcp, text: strength}]}\n")
    text = notes(card)
    assert "## 1♠ – (X)\n\n- **XX** strength: 10+ hcp" in text
    assert "1SDb,Rd,strength: 10+ hcp" in bboalert(card)
