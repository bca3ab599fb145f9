"""The booklet: every call with how often it comes, what it shows and a hand."""

import pytest

from overtrick import Auction, Call
from overtrick.systems.engine.tree import Tree
from overtrick.systems.system import System
from overtrick.systems.tools.booklet import Booklet, BookletEntry, BookletSection, markdown, web_page
from systems.small import SMALL, WEAK_NOTRUMP

CARD = System.loads(SMALL)


@pytest.fixture(scope="module")
def sections() -> list[BookletSection]:
    return list(Booklet(CARD, deals=4000, seed=3).sections(depth=2))


def entry(sections: list[BookletSection], auction: str, call: str) -> BookletEntry:
    section = next(each for each in sections if str(each.auction) == auction)
    return next(each for each in section.entries if str(each.call) == call)


def test_sections_go_from_openings_down_to_their_openings(sections: list[BookletSection]) -> None:
    titles = [each.title for each in sections]
    assert titles[0] == "Openings"
    assert titles.index("1♣ ?") < titles.index("1♠ ?") < titles.index("1NT ?") < titles.index("(1♣) ?")


def test_shares_at_a_point_add_up_to_all_hands(sections: list[BookletSection]) -> None:
    for section in sections:
        if section.hands >= 20:
            assert sum(each.share or 0 for each in section.entries) == pytest.approx(1)


def test_the_share_of_an_opening_is_about_what_is_known_of_it(sections: list[BookletSection]) -> None:
    share = entry(sections, "", "1N").share  # 15-17 balanced: 4.8 % of all hands
    assert share == pytest.approx(0.048, abs=0.012)
    weak = next(Booklet(System.loads(WEAK_NOTRUMP), deals=4000, seed=3).sections(depth=1))
    assert entry([weak], "", "1N").share == pytest.approx(0.10, abs=0.02)


def test_the_response_counts_are_those_opposite_a_partner_who_opened(sections: list[BookletSection]) -> None:
    shares = {
        str(each.call): each.share for section in sections if str(section.auction) == "1N P" for each in section.entries
    }
    assert set(shares) == {"2C", "2D", "2H", "2N", "3N", "P"}
    assert 0.2 < (shares["P"] or 0) < 0.6


def test_each_hand_makes_the_call_it_stands_for(sections: list[BookletSection]) -> None:
    tree = Tree(CARD)
    for section in sections:
        node = tree.node(section.auction)
        for each in section.entries:
            assert each.hand is not None or each.share is None or each.share == 0
            if each.hand is not None:
                assert node.bid(each.hand)[0] == each.call


def test_what_follows_an_auction_can_be_printed_alone() -> None:
    [section] = Booklet(CARD, deals=2000, seed=1).sections(depth=1, start=Auction.parse("1N P 2C P"))
    assert [str(each.call) for each in section.entries] == ["2D", "2H", "2S"]
    assert section.title == "1NT – 2♣ ?"
    assert section.hands >= 100
    assert all(15 <= each.hand.hcp <= 17 for each in section.entries if each.hand)


def test_markdown_has_a_row_a_call(sections: list[BookletSection]) -> None:
    text = markdown(CARD, iter(sections))
    assert text.startswith("# Small\n")
    row = next(line for line in text.splitlines() if line.startswith("| 1NT |"))
    cells = [cell.strip() for cell in row.split("|")[1:-1]]
    assert cells[2:7] == ["15-17", "2-5", "2-5", "2-5", "2-5"]
    two_clubs = next(line for line in text.splitlines() if line.startswith("| 2♣ |"))
    assert "forcing to 2N, artificial" in two_clubs
    assert len({line.count("|") for line in text.splitlines() if line.startswith("| ")}) == 1


def test_the_page_is_escaped() -> None:
    card = System.loads(SMALL.replace("system: Small", "system: A <b> & C"))
    page = web_page(card, iter(list(Booklet(card, deals=200).sections(depth=1))[:1]))
    assert "<title>A &lt;b&gt; &amp; C</title>" in page
    assert page.count("<tr>") == page.count("</tr>") > 9


def test_the_same_seed_prints_the_same_booklet() -> None:
    first, second = (markdown(CARD, Booklet(CARD, deals=300, seed=9).sections(depth=1)) for _ in range(2))
    assert first == second


def test_calls_nobody_made_have_an_example_all_the_same() -> None:
    [openings] = [each for each in Booklet(CARD, deals=100, seed=2).sections(depth=1) if each.title == "Openings"]
    strong = next(each for each in openings.entries if each.call == Call.parse("2C"))
    assert strong.hand is not None
    assert strong.hand.hcp >= 22
