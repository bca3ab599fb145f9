"""PBN: what is written can be read, what is found in the wild too, and damage costs one board."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick import (
    Auction,
    Board,
    BridgeError,
    Card,
    Contract,
    Deal,
    Hand,
    Note,
    Record,
    Result,
    Seat,
    Strain,
    Vulnerability,
)
from overtrick.formats import pbn
from overtrick.formats.pbn_games import MANDATORY_TAGS
from strategies import boards, deal_from_seed
from written import damaged, records, tables

FILES = Path(__file__).parent / "files"
DEAL = "N:974.AJ3.63.AK963 K83.K9752.7.8752 AQJ5.T864.KJ94.4 T62.Q.AQT852.QJT"


def game(**tags: str) -> str:
    """One game with these tags and the four that matter most."""
    values = {"Board": "1", "Dealer": "N", "Vulnerable": "None", "Deal": DEAL} | tags
    return "".join(f'[{name} "{value}"]\n' for name, value in values.items())


def only(text: str) -> Record:
    (record,) = pbn.loads(text)
    return record


def failure(text: str) -> BridgeError:
    errors: list[BridgeError] = []
    assert pbn.loads(text, errors=errors) == []
    (error,) = errors
    return error


# What is written can be read again


def as_told(record: Record) -> Record:
    """The record with the contract that its finished auction tells, which is what a file says too."""
    if record.result is None and record.auction is not None and record.auction.is_over:
        return replace(record, result=Result(record.auction.contract))
    return record


VALUES = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Zl", "Zp")), max_size=20).filter(
    lambda text: text not in ("?", "#")
)
NAMES = st.from_regex(r"[A-Z][A-Za-z0-9_]{0,12}", fullmatch=True).filter(
    lambda name: (
        name.lower() not in {*map(str.lower, MANDATORY_TAGS), "auction", "play", "note"}
        and not name.startswith(("Double", "Optimum"))
    )
)
SECTIONS = st.builds(
    "\n".join, st.tuples(VALUES, st.just("1 4S  N 10"), st.sampled_from(['2 3NT S  9 "a [b] {c};"', "  3 Pass"]))
)


@st.composite
def tag_sets(draw: st.DrawFn) -> dict[str, str]:
    known = draw(st.dictionaries(st.sampled_from(["Event", "Site", "Date", "Scoring"]), VALUES))
    others = draw(
        st.lists(st.tuples(NAMES, VALUES | SECTIONS), max_size=4, unique_by=lambda item: item[0].lower()).map(dict)
    )
    return {name: known[name] for name in MANDATORY_TAGS if name in known} | others


@given(records(), st.none() | tables(), tag_sets())
@settings(max_examples=150, deadline=None)
def test_a_record_survives_writing_and_reading(record: Record, table: None, tags: dict[str, str]) -> None:
    players = {seat: name for seat, name in record.players.items() if name not in ("?", "#")}
    record = as_told(replace(record, table=table, tags=tags, players=players))
    text = pbn.dumps([record])
    again = only(text)
    assert again == record
    assert list(again.tags) == list(record.tags)
    assert pbn.dumps([again]) == text


@given(st.lists(boards(), max_size=5))
@settings(max_examples=20, deadline=None)
def test_boards_keep_their_order(some: list[Board]) -> None:
    assert [record.board for record in pbn.loads(pbn.dumps(map(Record, some)))] == some


def test_a_golden_file_is_written_as_it_was_read() -> None:
    path = FILES / "club_night.pbn"
    assert pbn.dumps(pbn.load(path)) == path.read_text(encoding="utf-8")


def test_the_golden_file_means_what_it_says() -> None:
    first, second, third, fourth = pbn.load(FILES / "club_night.pbn")
    assert first.board == Board(Deal.parse(DEAL), Seat.SOUTH, Vulnerability.BOTH, 7)
    assert first.auction == Auction.parse("P P 1C P 1S 2D 2S AP", Seat.SOUTH)
    assert first.notes == {2: Note("could be short", True), 4: Note("4+ spades, forcing"), 5: Note("", True)}
    assert first.result == Result(Contract.parse("2SS"), 8)
    assert first.players[Seat.SOUTH] == 'Eva "Trump" Król'
    assert " ".join(map(str, first.play[:16])) == "CT C3 C2 C4 CJ C6 C5 D4 CQ C9 C7 D9 D2 D3 D7 DJ"
    assert " ".join(map(str, first.play[16:28])) == "DK D5 D6 C8 H4 HQ H3 H2 D8 CK H5 H6"
    assert first.table is not None
    assert first.table[Seat.SOUTH, Strain.HEARTS] == 8
    assert first.table[Seat.NORTH, Strain.HEARTS] == 7
    assert first.table[Seat.EAST, Strain.DIAMONDS] == 8
    assert first.tags["ScoreTable"].split("\n")[3] == " 3 3NT  N  7  -200"
    assert second.result == Result(Contract.parse("3NTW"))
    assert second.play[-1] == Card.parse("CK")
    assert len(second.play) == 9
    assert third.result == Result(None)
    assert fourth.auction == Auction.parse("1C P", Seat.EAST)
    assert fourth.board.deal[Seat.EAST] == Hand()


def test_the_columns_of_the_play_stay_with_the_players() -> None:
    record = pbn.load(FILES / "club_night.pbn")[0]
    lines = pbn.dumps([record]).splitlines()
    start = lines.index('[Play "W"]') + 1
    for column, seat in enumerate((Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)):
        played = Hand.of(Card.parse(line.split()[column]) for line in lines[start : start + 13])
        assert played == record.board.deal[seat]


def test_export_has_its_header_and_the_mandatory_tags_in_order() -> None:
    lines = pbn.dumps([Record(Board(Deal.parse(DEAL)), tags={"Zone": "x", "Event": "y"})]).splitlines()
    assert lines[:3] == ["% PBN 2.1", "% EXPORT", ""]
    assert [line[1:].split()[0] for line in lines[3:]] == [*MANDATORY_TAGS, "Zone"]


def test_a_play_without_a_contract_cannot_be_written() -> None:
    with pytest.raises(BridgeError, match="contract"):
        pbn.dumps([Record(Board(Deal.parse(DEAL)), play=(Card.parse("SA"),))])


@pytest.mark.parametrize("name", ["boards.pbn", "boards.pbn.gz"])
def test_files_are_written_and_read(tmp_path: Path, name: str) -> None:
    some = pbn.load(FILES / "club_night.pbn")
    pbn.dump(some, tmp_path / name)
    assert pbn.load(tmp_path / name) == some


# What is found in the wild


def test_a_file_in_import_form() -> None:
    open_room, closed_room, ending = pbn.load(FILES / "as_found.pbn")
    deal = Deal.parse(DEAL)
    assert open_room.board == Board(deal, Seat.SOUTH, Vulnerability.EW, 3)
    assert open_room.players == {Seat.NORTH: "Iversen", Seat.SOUTH: "Lund"}
    assert open_room.auction == Auction.parse("P P 1C", Seat.SOUTH)
    assert open_room.notes == {0: Note("", True), 2: Note("could be short")}
    assert open_room.result == Result(Contract.parse("3NXN"), 7)
    assert " ".join(map(str, open_room.play)) == "H5 H4 HQ HA C3"
    assert open_room.tags["Event"] == "Pairs final"
    assert open_room.tags["Site"] == "Århus"
    assert open_room.tags["Score"] == "NS 550"
    assert '[Note "1:a good start"]' in open_room.tags["Play"]
    assert closed_room.board == Board(deal, Seat.SOUTH, Vulnerability.NONE, 3)
    assert closed_room.auction == Auction.parse("P P 1C 1D X 2D AP", Seat.SOUTH)
    assert closed_room.notes == {3: Note("", True)}
    assert closed_room.result == Result(Contract.parse("2DW"), 8)
    assert closed_room.tags == {"Event": "Pairs final", "Site": "Århus", "Declarer": "^W", "Room": "Closed"}
    assert closed_room.table is not None
    assert closed_room.table[Seat.SOUTH, Strain.HEARTS] == 8
    assert closed_room.table[Seat.EAST, Strain.NOTRUMP] == 7
    assert ending.board.dealer == Seat.WEST
    assert ending.board.vulnerability == Vulnerability.BOTH
    assert ending.result is None
    assert ending.play == ()
    assert ending.tags["Contract"] == "4H"
    assert ending.tags["Play"] == "E\nSA S2 S3 S4"


def test_what_a_record_cannot_hold_is_written_back() -> None:
    some = pbn.load(FILES / "as_found.pbn")
    again = pbn.loads(pbn.dumps(some))
    assert again == some
    text = pbn.dumps(some)
    assert '[Declarer "^W"]' in text
    assert '[Contract "4H"]' in text
    assert '[Note "1:a good start"]' in text


@pytest.mark.parametrize(
    ("text", "vulnerability"),
    [
        *(("None", 0), ("Love", 0), ("-", 0), ("0", 0), ("NS", 1), ("N-S", 1), ("EW", 2), ("E-W", 2)),
        *(("All", 3), ("Both", 3), ("both", 3), ("?", 0), ("", 0)),
    ],
)
def test_words_for_the_vulnerability(text: str, vulnerability: int) -> None:
    assert only(game(Vulnerable=text)).board.vulnerability == vulnerability


@pytest.mark.parametrize(
    ("contract", "declarer", "result", "told"),
    [
        ("4SX", "N", "9", Result(Contract.parse("4SXN"), 9)),
        ("3NT", "e", "EW 9", Result(Contract.parse("3NE"), 9)),
        ("3N", "E", "NS 4", Result(Contract.parse("3NE"), 9)),
        ("3NT", "E", "NS 4 EW 9", Result(Contract.parse("3NE"), 9)),
        ("1CXX", "^S", "?", Result(Contract.parse("1CXXS"))),
        ("Pass", "", "", Result(None)),
        ("?", "?", "?", None),
        ("", "", "", None),
        ("2H", "?", "8", None),
    ],
)
def test_contract_declarer_and_result(contract: str, declarer: str, result: str, told: Result | None) -> None:
    assert only(game(Contract=contract, Declarer=declarer, Result=result)).result == told


@pytest.mark.parametrize("declarer", ["?", ""])
@pytest.mark.parametrize("contract", ["?", "2HX", ""])
def test_the_auction_tells_what_the_tags_leave_open(contract: str, declarer: str) -> None:
    record = only(game(Contract=contract, Declarer=declarer, Result="7") + '[Auction "N"]\n1H Pass 2H X AP\n')
    assert record.result == Result(Contract.parse("2HXN"), 7)


def test_the_contract_tag_goes_before_the_auction() -> None:
    record = only(game(Contract="4S", Declarer="W") + '[Auction "N"]\n1H AP\n')
    assert record.result == Result(Contract.parse("4SW"))
    assert record.auction == Auction.parse("1H AP")


@pytest.mark.parametrize(
    ("rows", "calls"),
    [
        ("1C Pass 1NT AP", "1C P 1N P P P"),
        ("1c p 1n\npass pass PASS", "1C P 1N P P P"),
        ("AP", "P P P P"),
        ("Pass Pass AP", "P P P P"),
        ("1C X XX +", "1C X XX"),
        ("1C * nothing more", "1C"),
        ("+", ""),
        ("1C{nice}X ; and so on\n{\n\n}XX *", "1C X XX"),
        ("1C $1 X ?? XX !? Pass $14 *", "1C X XX P"),
        ("1NT =1= Pass =2= 2C", "1N P 2C"),
    ],
)
def test_auction_tokens(rows: str, calls: str) -> None:
    assert only(game() + f'[Auction "N"]\n{rows}\n').auction == Auction.parse(calls)


def test_places_before_the_dealer_are_passed_over() -> None:
    record = only(game(Dealer="E") + '[Auction "W"]\n-  -  1C  Pass\n+\n')
    assert record.auction == Auction.parse("1C P", Seat.EAST)


@pytest.mark.parametrize("rows", ["1H ^I 1C Pass AP", "1H - ^S 2C AP", "1H - 2C AP"])
def test_an_irregular_auction_is_kept_as_it_is(rows: str) -> None:
    record = only(game() + f'[Auction "N"]\n{rows}\n[Note "1:sorry \\"sir\\""]\n')
    assert record.auction is None
    assert only(pbn.dumps([record])) == record
    assert f'[Auction "N"]\n{rows}\n[Note "1:sorry \\"sir\\""]' in pbn.dumps([record])


def test_notes_and_alerts() -> None:
    rows = '[Auction "N"]\n1NT =1= Pass 2C! =2= Pass\n2D ! =3= +\n'
    notes = '[Note "1:15-17"]\n[Note "2:Alert: Stayman"]\n[Note "1:again"]\n'
    record = only(game() + rows + notes)
    assert record.notes == {0: Note("15-17"), 2: Note("Stayman", True), 4: Note("", True)}
    assert only(pbn.dumps([record])).notes == record.notes


def test_a_play_with_a_gap_keeps_the_cards_before_it() -> None:
    record = only(game(Contract="1NT", Declarer="S", Result="7") + '[Play "W"]\nD5 D6 D7 D9\nC4 - S2 DT\nSA S3 S4 S5\n')
    assert " ".join(map(str, record.play)) == "D5 D6 D7 D9 DT C4"
    assert record.tags["Play"] == "W\nD5 D6 D7 D9\nC4 - S2 DT\nSA S3 S4 S5"
    assert only(pbn.dumps([record])) == record


def test_a_last_row_that_breaks_off_is_read_from_the_leader_on() -> None:
    text = game(Contract="1NT", Declarer="S", Result="7") + '[Play "W"]\nD5 D6 D7 D9\nC4 S3 S2\n'
    record = only(text)  # south is to lead, in the column that is missing
    assert " ".join(map(str, record.play)) == "D5 D6 D7 D9"
    assert only(pbn.dumps([record])) == record


def test_ruffs_and_discards_win_as_they_should() -> None:
    rows = "SA S2 S3 H2\nSK S4 H3 D2\nC2 C3 CA C4\n*\n"
    record = only(game(Contract="4H", Declarer="S", Result="10") + f'[Play "W"]\n{rows}')
    assert " ".join(map(str, record.play)) == "SA S2 S3 H2 D2 SK S4 H3 CA C4 C2 C3"


@pytest.mark.parametrize(
    ("deal", "south"),
    [
        ("S:SA7.H864.DQJT73.CAKQ - - -", "A7.864.QJT73.AKQ"),
        ("s:A7.864.QJ1073.AKQ - - -", "A7.864.QJT73.AKQ"),
        ("E:- .AK.. - -", ".AK.."),
        ("?", "..."),
    ],
)
def test_ways_to_write_a_deal(deal: str, south: str) -> None:
    assert only(game(Deal=deal)).board.deal[Seat.SOUTH] == Hand.parse(south)


def test_the_later_of_two_equal_tags_is_ignored_with_its_rows() -> None:
    record = only(game(Room="Open") + '[ROOM "Closed"]\n[Auction "N"]\n1C +\n[auction "E"]\n1D AP\n')
    assert record.tags == {"Room": "Open"}
    assert record.auction == Auction.parse("1C")


def test_values_with_quotes_backslashes_and_brackets() -> None:
    text = game() + '[A "\\"x\\" \\\\ \\2R"]\n[B "The "Big" one"]\n[C "a]b{c;d%"]\n[D "C:\\dir\\"]\n[E ""]\n'
    record = only(text)
    assert record.tags == {"A": '"x" \\ \\2R', "B": 'The "Big" one', "C": "a]b{c;d%", "D": "C:\\dir\\", "E": ""}
    assert only(pbn.dumps([record])) == record


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(end: str) -> None:
    text = (FILES / "club_night.pbn").read_text(encoding="utf-8")
    assert pbn.loads(text.replace("\n", end)) == pbn.loads(text)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
def test_encodings(tmp_path: Path, encoding: str) -> None:
    text = game(North="Jürgen Østergård")
    (tmp_path / "x.pbn").write_bytes(text.encode(encoding))
    assert pbn.load(tmp_path / "x.pbn")[0].players == {Seat.NORTH: "Jürgen Østergård"}


def test_statistics_after_the_last_game() -> None:
    statistics = "Generated 10 hands\nProduced 1 hands\nInitial random seed 1\nTime needed 0.1 sec\n"
    for between in ("", "\n", "\n\n"):
        assert only(game(Result="?") + between + statistics).board.number == 1
        assert only(game() + '[Auction "N"]\n1C AP\n' + between + statistics).auction == Auction.parse("1C AP")


def test_nothing_in_nothing_out() -> None:
    assert pbn.loads("") == pbn.loads("\n\n% PBN 2.1\n; nothing\n{\n}") == []
    assert pbn.loads(pbn.dumps([])) == []


def test_a_table_that_contradicts_the_other_stays_as_it_is() -> None:
    rows = "".join(f"{seat} {strain} 7\n" for seat in "NESW" for strain in ("NT", *"SHDC"))
    text = game(DoubleDummyTricks="8" * 20) + f'[OptimumResultTable "Declarer;Denomination;Result"]\n{rows}'
    record = only(text)
    assert record.table is not None
    assert record.table[Seat.EAST, Strain.CLUBS] == 8
    assert only(pbn.dumps([record])) == record


# As programs write it


@pytest.mark.parametrize(
    ("text", "auction", "result"),
    [
        (game(Contract="NT", Declarer="N", Result="9") + '[Auction "N"]\n1NT Pass 3NT AP\n', "1N P 3N P P P", "3NN="),
        (game(Contract="S", Declarer="N", Result="9"), None, None),
        (game(Contract="3NTN", Declarer="N", Result="+1"), None, "3NN+1"),
        (game(Contract="4 S x", Declarer="N", Result="-2"), None, "4SXN-2"),
        (game() + '[Auction "N"]\n1NT Pass 3NT all pass\n', "1N P 3N P P P", "3NN"),
        (game() + '[Auction "N"]\n1NT Pass 3NT Pass Pass Pass Pass\n', "1N P 3N P P P", "3NN"),
        ('[Board "7"]\n[Auction "N"]\n1NT Pass 3NT AP\n', "1N P 3N P P P", "3NN"),
        ('{ a comment\n%with "this" } in it\n}\n' + game() + "% so\n" + '[Auction "N"]\n% and\n1NT\n', "1N", None),
    ],
)
def test_what_programs_write_is_read(text: str, auction: str | None, result: str | None) -> None:
    record = only(text)
    assert (record.auction and str(record.auction)) == auction
    assert (record.result and str(record.result)) == result


def test_what_is_no_board_is_reported_once() -> None:
    errors: list[BridgeError] = []
    tables = "\n".join('[Event "Results"]\n[TotalScoreTable "Rank"]\n1\n' for _ in range(12))
    assert len(pbn.loads(f"{game()}\n{tables}\n{game()}", errors=errors)) == 2
    assert [str(error) for error in errors] == [
        "line 6, column 1: expected a Deal tag, the game has none (12 such games)"
    ]


# What is wrong, and where


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ('[Board "1"]\n[Deal "N:AKQ.JT9.876.54Z2 - - -"]', 2, 24, "expected cards"),
        ('[Board "1"]\n[Deal "N:AK... AK... - -"]', 2, 10, "held by two players: SA SK"),
        ('[Board "1"]\n[Deal "N:AKQJT98765432.2.. - - -"]', 2, 10, "at most 13 cards"),
        ('[Board "1"]\n[Dealer "X"]\n[Deal "?"]', 2, 10, "expected a seat"),
        ('\n\n[Board "1"]\n[Dealer "N"]', 3, 1, "expected a Deal tag"),
        (game(Vulnerable="some"), 3, 14, "expected a vulnerability"),
        (game(Contract="8S", Declarer="N"), 5, 12, "expected a contract"),
        (game(Contract="4S", Declarer="Q"), 6, 12, "expected a seat"),
        (game(Contract="4S", Declarer="N", Result="14"), 7, 10, "0 to 13 tricks"),
        (game(DoubleDummyTricks="xyz"), 5, 21, "20 hexadecimal digits"),
        (game() + '[Auction "N"]\n1C Pass 1D Pass\nPass Ps AP\n', 7, 6, "expected a call"),
        (game() + '[Auction "N"]\n1C {x} Pass\n   X AP\n', 7, 4, "X needs"),
        (game() + '[Auction "N"]\n1C Pass Pass Pass\n1D\n', 7, 1, "after the auction is over"),
        (game() + '[Auction "Q"]\n1C Pass\n', 5, 11, "expected a seat"),
        (game(Contract="4S", Declarer="N", Result="9") + '[Play "E"]\nSA S2 S3 S4\nH2 H3 1H H4\n', 10, 7, "a card"),
        (game() + '[Event "x\n[Site "y"]', 5, 1, "expected a tag"),
        (game() + "Event]\n", 5, 1, "expected a tag"),
        (game() + '[Auction "N"]\n1C { never\nclosed', 6, 4, "never closed"),
        ("rubbish \x01\x02\n\nmore", 1, 1, "expected a tag"),
    ],
)
def test_errors_say_what_and_where(text: str, line: int, column: int, words: str) -> None:
    error = failure(text)
    assert (error.where.line, error.where.column) == (line, column), str(error)
    assert words in error.message


def test_errors_name_the_file(tmp_path: Path) -> None:
    path = tmp_path / "x.pbn"
    path.write_text(game(Dealer="Z"))
    with pytest.raises(BridgeError) as caught:
        pbn.load(path)
    assert str(caught.value).startswith(f"{path}:2:10: expected a seat")
    with pytest.raises(BridgeError, match="cannot read"):
        pbn.load(tmp_path / "missing.pbn")


def break_card(text: str) -> str:
    return text.replace("A", "B", 1)


def break_quote(text: str) -> str:
    return text.replace('"]', "]", 1)


def open_comment(text: str) -> str:
    return text.replace("[Auction", "{ [Auction", 1)


def put_zero(text: str) -> str:
    return text.replace('[Deal "', '[Deal "\0', 1)


def cut_short(text: str) -> str:
    return text[: text.index("[Deal") + 20] + "\n\n"


@pytest.mark.parametrize("damage", [break_card, break_quote, open_comment, put_zero, cut_short])
def test_a_damaged_board_in_a_thousand_costs_that_board_alone(damage: Callable[[str], str], tmp_path: Path) -> None:
    texts = [
        game(Board=str(number), Deal=str(deal_from_seed(number)), Event="Cup") + '[Auction "N"]\n1C AP\n\n'
        for number in range(1, 1001)
    ]
    texts[499] = damage(texts[499])
    (tmp_path / "x.pbn").write_text("".join(texts))
    errors: list[BridgeError] = []
    numbers = [record.board.number for record in pbn.load(tmp_path / "x.pbn", errors=errors)]
    assert numbers == [*range(1, 500), *range(501, 1001)]
    (error,) = errors
    first = 499 * 8 + 1
    assert error.where.line is not None
    assert first <= error.where.line < first + 7


# Whatever comes, only our own errors go out


def described(outcomes: Iterable[Record | BridgeError]) -> list[object]:
    return [str(outcome) if isinstance(outcome, BridgeError) else outcome for outcome in outcomes]


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_reading_line_by_line_is_the_same(data: st.DataObject) -> None:
    text = (FILES / "as_found.pbn").read_text(encoding="utf-8")
    blanks = st.sampled_from(["\n", "\n\n", " \n", "\n \t\n", "\n\n\n", "{", "}"])
    for _ in range(data.draw(st.integers(0, 4))):
        place = data.draw(st.integers(0, len(text)))
        text = text[:place] + data.draw(blanks) + text[place:]
    errors: list[BridgeError] = []
    records = pbn.loads(text, errors=errors)
    outcomes = list(pbn.read(text.split("\n")))
    assert [outcome for outcome in outcomes if isinstance(outcome, Record)] == records
    assert described(outcome for outcome in outcomes if isinstance(outcome, BridgeError)) == described(errors)


@given(st.text(max_size=300))
@settings(max_examples=100, deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    pbn.loads(text, errors=[])


PIECES = ("[", "]", '"', "{", "}", ";", "%", "\n", "\n\n", " ", "\\", "#", "^", "=1=", "AP", "1C", "SA", "*", "-", "+")
TAGS = ("Auction", "Play", "Deal", "Note", "Result", "Contract", "Declarer", "Board", "OptimumResultTable", "Foo")


@given(st.lists(st.sampled_from([*PIECES, *(f'[{name} "' for name in TAGS), '"]\n', "N:", "AK."])))
@settings(max_examples=150, deadline=None)
def test_any_mixture_of_pbn_is_read_or_refused(pieces: list[str]) -> None:
    records = pbn.loads(game() + "".join(pieces), errors=[])
    assert len(pbn.loads(pbn.dumps(records), errors=[])) == len(records)


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_damaged_files_are_read_or_refused(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(["club_night.pbn", "as_found.pbn"]))
    text = data.draw(damaged((FILES / name).read_text(encoding="utf-8")))
    records = pbn.loads(text, errors=[])
    assert len(records) <= 8
    assert pbn.loads(pbn.dumps(records)) == records


def test_what_ends_a_line_elsewhere_is_a_blank_within_a_value() -> None:
    records = pbn.loads(game(Event="\x1ea\x85b\u2028c"))
    assert records[0].tags["Event"] == " a b c"
    assert pbn.loads(pbn.dumps(records)) == records


MARKS = st.sampled_from([b"", b"\xff\xfe", b"\xef\xbb\xbf", b'[Deal "', b"\x1f\x8b"])


@given(MARKS, st.binary(max_size=200), st.sampled_from(["x.pbn", "x.pbn.gz"]))
@settings(max_examples=60, deadline=None)
def test_any_bytes_are_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, mark: bytes, data: bytes, name: str
) -> None:
    path = tmp_path_factory.getbasetemp() / name
    path.write_bytes(mark + data)
    pbn.load(path, errors=[])
