"""Text, HTML and SVG diagrams: everything in its place, nothing by colour alone, foreign text harmless."""

import re
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick import Auction, Board, DDTable, Deal, Hand, Note, Record, Result, Seat, Strain, Suit, Vulnerability
from overtrick.core import drawing
from overtrick.core.drawing.layout import SUIT_COLOURS, printable
from strategies import auctions, boards

NORTH, EAST, SOUTH, WEST = Seat
DEAL = Deal.parse("N:63.8.KJT932.AK63 Q2.AJT92.Q854.JT AKJT985.6.A76.84 74.KQ7543..Q9752")
BOARD = Board.numbered(5, DEAL)
AUCTION = Auction.parse("1D 1H 1S 4H P P 4S 5H X P P XX", NORTH)
NOTES = {0: Note("2+ <diamonds> & up", True), 3: Note("", True), 6: Note("to play"), 8: Note("to play")}
TABLE = DDTable.of([(8, 12, 4, 10, 7), (5, 0, 9, 3, 1), (8, 12, 4, 11, 6), (4, 0, 9, 2, 13)])
SVG = "{http://www.w3.org/2000/svg}"


def lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip("\n").split("\n")]


class Page(HTMLParser):
    """The text of a piece of HTML, table by table and cell by cell; tags must close in order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.rows: list[list[str]] = []
        self.open_rows: list[list[str]] = []
        self.styles: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.styles.append(dict(attrs).get("style") or "")
        if tag == "tr":
            self.rows.append([])
            self.open_rows.append(self.rows[-1])
        if tag in ("td", "th"):
            self.open_rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        if tag == "tr":
            self.open_rows.pop()

    def handle_data(self, data: str) -> None:
        self.text += data
        if self.open_rows:
            self.open_rows[-1][-1] += data


def svg_texts(svg: str) -> dict[str, list[tuple[float, float]]]:
    """Where each text of a picture stands."""
    found: dict[str, list[tuple[float, float]]] = {}
    for node in ElementTree.fromstring(svg).iter(f"{SVG}text"):
        found.setdefault(node.text or "", []).append((float(node.attrib["x"]), float(node.attrib["y"])))
    return found


def svg_suits(svg: str) -> list[tuple[Suit, str]]:
    """Each suit drawn in a picture with the text that follows it."""
    suits = {colour: suit for suit, colour in SUIT_COLOURS.items()}
    nodes = list(ElementTree.fromstring(svg))
    return [
        (suits[node.attrib["fill"]], later.text or "")
        for node, later in pairwise(nodes)
        if node.tag == f"{SVG}path" and node.get("fill") in suits
    ]


def test_a_hand_on_a_line() -> None:
    assert drawing.hand_text(DEAL[WEST]) == "♠ 74  ♥ KQ7543  ♦ —  ♣ Q9752"
    assert Page(drawing.hand_html(DEAL[WEST])).text == "♠ 74♥ KQ7543♦ —♣ Q97527 HCP"
    assert svg_suits(drawing.hand_svg(DEAL[WEST])) == list(
        zip(reversed(Suit), ("74", "KQ7543", "—", "Q9752"), strict=True)
    )


def test_a_board_in_text() -> None:
    assert lines(drawing.board_text(BOARD)) == lines("""
Board 5        ♠ 63
Dealer North   ♥ 8
Vul N-S        ♦ KJT932
               ♣ AK63
♠ 74                       ♠ Q2
♥ KQ7543           N       ♥ AJT92
♦ —              W   E     ♦ Q854
♣ Q9752            S       ♣ JT
HCP            ♠ AKJT985
    11         ♥ 6
  7    10      ♦ A76
    12         ♣ 84
""")


def test_scores_below_zero_have_the_sign_of_tricks_below_the_contract() -> None:
    made = Record(BOARD, result=Result.parse("4HW+1"))
    assert str(made).rstrip().endswith("Result 4♥ by West, +1; N-S −450")
    assert str(replace(made, result=Result.parse("4HN-1"))).rstrip().endswith("Result 4♥ by North, −1; N-S −100")


def test_a_deal_in_text_says_no_more_than_is_known() -> None:
    assert lines(drawing.deal_text(Deal.parse("N:- AKQJT98765432... - .A.2."), dealer=EAST)) == lines("""
Dealer East   ♠ ?
              ♥ ?
              ♦ ?
              ♣ ?
♠ —                       ♠ AKQJT98765432
♥ A               N       ♥ —
♦ 2             W   E     ♦ —
♣ —               S       ♣ —
              ♠ ?
              ♥ ?
              ♦ ?
              ♣ ?
""")


@pytest.mark.parametrize(
    ("vulnerability", "words"), [*zip(Vulnerability, ("Vul none", "Vul N-S", "Vul E-W", "Vul all"), strict=True)]
)
def test_every_drawing_of_a_board_says_who_is_vulnerable(vulnerability: Vulnerability, words: str) -> None:
    board = Board(DEAL, WEST, vulnerability, 12)
    for said in ("Board 12", "Dealer West", words):
        assert said in drawing.board_text(board)
        assert said in Page(drawing.board_html(board)).text
        assert said in svg_texts(drawing.board_svg(board))


def test_the_hands_lie_around_the_table_in_html() -> None:
    rows = Page(drawing.board_html(BOARD)).rows
    top, middle, *compass, bottom = rows
    assert top == ["Board 5Dealer NorthVul N-S", "North 11♠ 63♥ 8♦ KJT932♣ AK63", ""]
    assert middle == ["West 7♠ 74♥ KQ7543♦ —♣ Q9752", "", "East 10♠ Q2♥ AJT92♦ Q854♣ JT"]
    assert bottom == ["", "South 12♠ AKJT985♥ 6♦ A76♣ 84", ""]
    assert compass == [["", "N", ""], ["W", "5", "E"], ["", "S", ""]]


def test_the_hands_lie_around_the_table_in_svg() -> None:
    places = svg_texts(drawing.deal_svg(DEAL))
    ((north_x, north_y),) = places["AK63"]
    ((east_x, east_y),) = places["Q854"]
    ((south_x, south_y),) = places["AKJT985"]
    ((west_x, west_y),) = places["KQ7543"]
    assert west_x < north_x == south_x < east_x
    assert north_y < min(west_y, east_y)
    assert max(west_y, east_y) < south_y
    assert [suit for suit, _ in svg_suits(drawing.deal_svg(DEAL))] == list(reversed(Suit)) * 4
    drawn = " ".join(ranks for _, ranks in svg_suits(drawing.deal_svg(DEAL)))
    assert drawn == "63 8 KJT932 AK63 Q2 AJT92 Q854 JT AKJT985 6 A76 84 74 KQ7543 — Q9752"
    for letter, other in zip("NW", "SE", strict=True):
        (here,), (there,) = places[letter], places[other]
        assert here < there if letter == "W" else here[1] < there[1]


def test_unknown_hands_are_question_marks() -> None:
    deal = Deal.parse("N:AKQ.JT9.876.5432 - - -")
    assert Page(drawing.deal_html(deal)).text.count("?") == 3
    assert len(svg_texts(drawing.deal_svg(deal))["?"]) == 3


def test_an_auction_in_text() -> None:
    assert lines(drawing.auction_text(AUCTION, NOTES, vulnerability=Vulnerability.NS)) == lines("""
West  North (vul)  East  South (vul)
      1♦*¹         1♥    1♠
4♥*   Pass         Pass  4♠²
5♥    X²           Pass  Pass
XX    ?
¹ 2+ <diamonds> & up
² to play
""")


@pytest.mark.parametrize(
    ("dealer", "row"),
    [
        (WEST, ["1♣", "Pass", "1NT", "?"]),
        (NORTH, ["", "1♣", "Pass", "1NT"]),
        (EAST, ["", "", "1♣", "Pass"]),
        (SOUTH, ["", "", "", "1♣"]),
    ],
)
def test_an_auction_starts_in_the_dealers_column(dealer: Seat, row: list[str]) -> None:
    auction = Auction.parse("1C P 1N", dealer)
    assert Page(drawing.auction_html(auction)).rows[:2] == [["West", "North", "East", "South"], row]
    assert lines(drawing.auction_text(auction))[1].split() == [word for word in row if word]
    heads, ((_, first_y),) = svg_texts(drawing.auction_svg(auction)), svg_texts(drawing.auction_svg(auction))["?"]
    ((level_x, level_y),) = [place for place in heads["1"] if place[1] == min(y for _, y in heads["1"])][:1]
    ((head_x, _),) = heads[dealer.name.capitalize()]
    assert abs(level_x - head_x) < 20
    assert level_y <= first_y


@pytest.mark.parametrize("calls", ["1N AP", "AP", "7N X XX AP"])
def test_a_finished_auction_asks_nobody(calls: str) -> None:
    auction = Auction.parse(calls)
    for draw in (drawing.auction_text, drawing.auction_html, drawing.auction_svg):
        assert ">?<" not in draw(auction)
        assert not draw(auction).endswith("?")


def test_an_auction_in_html_has_its_marks_and_footnotes() -> None:
    page = Page(drawing.auction_html(AUCTION, NOTES, vulnerability=Vulnerability.EW))
    assert page.rows == [
        ["West (vul)", "North", "East (vul)", "South"],
        ["", "1♦*1", "1♥", "1♠"],
        ["4♥*", "Pass", "Pass", "4♠2"],
        ["5♥", "X2", "Pass", "Pass"],
        ["XX", "?", "", ""],
    ]
    assert page.text.endswith("1 2+ <diamonds> & up2 to play")


def test_an_auction_in_svg_has_its_marks_and_footnotes() -> None:
    svg = drawing.auction_svg(AUCTION, NOTES, vulnerability=Vulnerability.EW)
    texts = svg_texts(svg)
    assert {"West (vul)", "North", "East (vul)", "South", "2+ <diamonds> & up", "to play", "XX", "?"} <= texts.keys()
    assert len(texts["*"]) == 2
    assert len(texts["Pass"]) == 4
    assert [suit.symbol for suit, _ in svg_suits(svg)] == ["♦", "♥", "♠", "♥", "♠", "♥"]


def test_a_long_footnote_is_wrapped_in_svg() -> None:
    svg = drawing.auction_svg(Auction.parse("1C"), {0: Note("word " * 60)})
    height = float(ElementTree.fromstring(svg).attrib["height"])
    places = [(text, y) for text, found in svg_texts(svg).items() for _, y in found]
    assert max(len(text) for text, _ in places) <= 52
    assert max(y for _, y in places) < height


def test_a_table_in_text_html_and_svg() -> None:
    assert lines(drawing.table_text(TABLE)) == lines("""
      ♣   ♦   ♥   ♠  NT
N     8  12   4  10   7
E     5   0   9   3   1
S     8  12   4  11   6
W     4   0   9   2  13
""")
    assert str(TABLE) == drawing.table_text(TABLE)
    head, *rows = Page(drawing.table_html(TABLE)).rows
    assert head == ["", *(strain.symbol for strain in Strain)]
    assert rows == [[str(seat), *map(str, TABLE.tricks[seat])] for seat in Seat]
    texts = svg_texts(drawing.table_svg(TABLE))
    ((_, east),), ((west,), (north,)) = texts["E"], ([y for _, y in texts["W"]], [y for _, y in texts["N"]])
    assert sorted(x for x, y in texts["9"] if y in (east, west)) == [x for x, y in texts["4"] if y == north] * 2
    assert [suit for suit, _ in svg_suits(drawing.table_svg(TABLE))] == list(Suit)


@pytest.mark.parametrize(
    "value", [DEAL, BOARD, DEAL[NORTH], Hand(), AUCTION, Auction(), TABLE, Deal.parse("N:- - - -")]
)
def test_a_notebook_shows_every_value_on_its_own_light_card(
    value: Hand | Deal | Board | Auction | DDTable,
) -> None:
    html, svg = value._repr_html_(), value._repr_svg_()
    page = Page(html)
    assert "background:#FFFFFF;color:#171C28" in page.styles[0]
    root = ElementTree.fromstring(svg)
    assert root[0].tag == f"{SVG}title"
    assert (root[1].tag, root[1].attrib["fill"]) == (f"{SVG}rect", "#FFFFFF")
    for drawn in (html, svg):
        assert not re.search(r"<script|<style|<link|\bsrc=|url\(|class=|\bid=", drawn)


def test_each_suit_has_its_symbol_and_its_own_colour() -> None:
    html = drawing.hand_html(DEAL[NORTH])
    found = re.findall(r"color:(#\w+)\">([♠♥♦♣])<", html)
    assert found == [("#1B3FAB", "♠"), ("#C4202B", "♥"), ("#A84B06", "♦"), ("#15743A", "♣")]


DRAWERS: list[Callable[[Auction, dict[int, Note]], str]] = [
    drawing.auction_text,
    drawing.auction_html,
    drawing.auction_svg,
]


@given(auctions(), st.text(max_size=60))
@settings(max_examples=60)
def test_foreign_text_does_no_harm(auction: Auction, text: str) -> None:
    notes = {index: Note(text, index % 2 == 0) for index in range(0, len(auction), 3)}
    plain, html, svg = (draw(auction, notes) for draw in DRAWERS)
    ElementTree.fromstring(svg)
    page = Page(html)
    quiet = Page(drawing.auction_html(auction, {index: Note("x" if printable(text) else "") for index in notes}))
    assert len(page.styles) == len(quiet.styles)
    for drawn in (plain, html, svg):
        drawn.encode()
        assert not re.search(r"[\x00-\x08\x0b-\x1f]", drawn)


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", '"><b>', "a & b", "\x00\ud800 \x1b[31m", "line\nline"])
def test_hostile_text_is_escaped(text: str) -> None:
    auction, notes = Auction.parse("1C"), {0: Note(text)}
    html, svg = drawing.auction_html(auction, notes), drawing.auction_svg(auction, notes)
    assert "<script" not in html + svg
    assert "<b>" not in html + svg
    ElementTree.fromstring(svg)
    assert len(lines(drawing.auction_text(auction, notes))) == 3


@given(boards())
@settings(max_examples=20)
def test_every_card_is_in_every_drawing_of_a_deal(board: Board) -> None:
    holdings = [part for hand in board.deal for part in str(hand).split(".")]
    expected = sorted(part or "—" for part in holdings)
    html = Page(drawing.board_html(board)).text
    assert sorted(re.findall(r"[♠♥♦♣] ([2-9TJQKA]+|—)", html)) == expected
    assert sorted(re.findall(r"[♠♥♦♣] ([2-9TJQKA]+|—)", drawing.board_text(board))) == expected
    assert sorted(ranks for _, ranks in svg_suits(drawing.board_svg(board))) == expected
