"""Hand viewer links: both spellings, what people paste, round trips, and damage."""

from dataclasses import replace
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick import BridgeError, Note, Record, Seat, Vulnerability
from overtrick.formats import bbo
from overtrick.formats.files import parse_records
from written import damaged, records

HANDS = "n=SAQ6HAKJ5DJ8CKJ74&e=skt932h82daqt94ca&s=s875ht93d763cq532&w=SJ4HQ764DK52C10986"
LINK = (
    f"https://www.bridgebase.com/tools/handviewer.html?{HANDS}"
    "&d=e&v=b&b=6&a=1S!(5%2B%20(or%20good%204)%20spades)ppdp2hppp"
)
LIN = (
    "pn|Ann,Bob,Cyd,Dan|st||md|3S875HT93D763CQ532,SJ4HQ764DK52CT986,SAQ6HAKJ5DJ8CKJ74,|rh||ah|Board 5|sv|n|"
    "mb|1C!|an|3+ !C & more|mb|p|mb|p|mb|p|mc|6|"
)
DEAL = "N:AQ6.AKJ5.J8.KJ74 KT932.82.AQT94.A 875.T93.763.Q532 J4.Q764.K52.T986"


def test_the_links_of_a_web_page_are_read() -> None:
    page = f"<html><body>\n<p>My hands</p>\n<td><a href='/x'>x</a><a href=\"{LINK}\">1</a></td>\n</body>"
    (record,) = parse_records(page)
    assert record == bbo.parse(LINK)


def test_hands_and_auction_of_a_link_are_read() -> None:
    record = bbo.parse(LINK)
    assert str(record.board.deal) == DEAL
    assert (record.board.dealer, record.board.vulnerability, record.board.number) == (Seat.EAST, Vulnerability.BOTH, 6)
    assert str(record.auction) == "1S P P X P 2H P P P"
    assert record.notes == {0: Note("5+ (or good 4) spades", alerted=True)}


def test_names_play_and_claim_of_a_link_are_read() -> None:
    record = bbo.parse(f"{LINK}&nn=Ann%20Lee&sn=S%C3%B8ren&p=sj{{a comment}}s6s2s5&c=7")
    assert record.players == {Seat.NORTH: "Ann Lee", Seat.SOUTH: "Søren"}
    assert " ".join(map(str, record.play)) == "SJ S6 S2 S5"
    assert str(record.result) == "2HS-1"


def test_the_fourth_hand_dealer_and_vulnerability_are_inferred() -> None:
    three = HANDS[: HANDS.index("&w=")]
    record = bbo.parse(f"handviewer.html?{three}&b=7")
    assert str(record.board.deal) == DEAL
    assert (record.board.dealer, record.board.vulnerability) == (Seat.SOUTH, Vulnerability.BOTH)
    assert record.auction is None


@pytest.mark.parametrize(
    "text",
    [
        LIN,
        f"lin={LIN}",
        f"bbo=y&lin={LIN}",
        f"https://www.bridgebase.com/tools/handviewer.html?bbo=y&lin={LIN.replace(',', '%2C')}",
        f"https://www.bridgebase.com/tools/handviewer.html?lin={quote_plus(LIN)}",
        f"  <http://www.bridgebase.com/tools/handviewer.html?lin={quote(LIN)}>\n",
        f"http://bridgebase.com/tools/handviewer.html?bbo=y&amp;lin={quote(LIN)}&amp;x=1",
        quote(LIN),
    ],
    ids=["bare", "lin", "bbo", "half quoted", "plus for blanks", "in brackets", "html", "bare quoted"],
)
def test_lin_is_read_from_whatever_part_of_a_link_is_pasted(text: str) -> None:
    record = bbo.parse(text)
    assert str(record.board.deal) == DEAL
    assert record.notes == {0: Note("3+ ♣ & more", alerted=True)}
    assert str(record.result) == "1CN-1"
    assert record.players[Seat.EAST] == "Dan"
    assert record.board.number == 5


def test_latin_1_in_a_link_is_understood() -> None:
    assert bbo.parse(f"?{HANDS}&nn=Ren%E9e").players == {Seat.NORTH: "Renée"}


@settings(max_examples=60, deadline=None)
@given(records())
def test_a_link_brings_the_record_back(record: Record) -> None:
    link = bbo.link(record)
    assert link.isascii()
    assert " " not in link
    assert bbo.parse(link) == record


@settings(max_examples=20, deadline=None)
@given(st.lists(records(), max_size=3))
def test_a_file_of_links_brings_the_records_back(some: list[Record]) -> None:
    assert bbo.loads(bbo.dumps(some)) == some


def test_tags_of_lin_survive_in_a_link() -> None:
    record = replace(bbo.parse(LIN), tags={"Comment": "one\ntwo 100%", "LIN_sa": "0"})
    assert bbo.parse(bbo.link(record)) == replace(record, tags={"LIN_sa": "0", "Comment": "one\ntwo 100%"})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a hand viewer link"),
        ("https://example.org/", "expected a hand viewer link"),
        ("https://www.bridgebase.com/myhands/hands.php?t=1", "of another page save the boards as LIN or PBN"),
        ("https://www.bridgebase.com/tools/handviewer.html?myhand=M-1-2", "kept on BBO's server"),
        (LINK.replace("a=1S", "a=9S"), "parameter a, column 1: expected a call"),
        (LINK.replace("ppdp2hppp", "pp1cp"), "parameter a, column 29: expected a bid higher than 1S"),
        (LINK.replace("spades)", "spades"), "parameter a, column 4: expected ')'"),
        (LINK.replace("n=SAQ6", "n=SAQX"), "parameter n, column 4: expected cards"),
        (LINK.replace("n=SAQ6", "n=SAQJ"), "held by two players: SJ"),
        (LINK.replace("d=e", "d=x"), "parameter d, column 1: expected a seat"),
        (LINK.replace("v=b", "v=x"), "parameter v, column 1: expected a vulnerability"),
        (f"{LINK}&p=sjs6sj", "parameter p, column 5: SJ is played twice"),
        ("lin=st||", "got no board"),
        (f"lin={LIN.replace('|1C!', '|9C')}", "lin=:1:106: expected a call"),
    ],
)
def test_errors_say_what_is_wrong_where(text: str, message: str) -> None:
    with pytest.raises(BridgeError) as caught:
        bbo.parse(text)
    assert message in str(caught.value)


@settings(max_examples=150, deadline=None)
@given(st.text() | damaged(LINK) | damaged(f"lin={LIN}") | damaged(quote(LIN)))
def test_nothing_but_bridge_errors_comes_out(text: str) -> None:
    try:
        record = bbo.parse(text)
    except BridgeError:
        return
    assert bbo.parse(bbo.link(record)).board == record.board
