"""The GIB library: text and binary say the same, in declarer's tricks."""

import gzip
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick import Board, BridgeError, DDTable, Deal, Record, Seat, Strain
from overtrick.formats import gib
from strategies import deal_from_seed, deals
from written import damaged, tables

LINE = "T5.K4.652.A98542 K6.QJT976.QT7.Q6 432.A.AKJ93.JT73 AQJ987.8532.84.K:65658888888843433232"
"""The example of the format's description."""

SOLVED = st.lists(
    st.builds(lambda deal, table: Record(Board(deal), table=table), deals(), tables()), min_size=1, max_size=4
)


def test_the_example_line() -> None:
    (record,) = gib.loads(LINE)
    assert record.board.deal == Deal.parse(
        "N:K6.QJT976.QT7.Q6 432.A.AKJ93.JT73 AQJ987.8532.84.K T5.K4.652.A98542",
    )
    assert record.table == DDTable.from_dict(
        {
            "N": {"C": 2, "D": 3, "H": 8, "S": 8, "N": 5},
            "E": {"C": 10, "D": 9, "H": 5, "S": 5, "N": 7},
            "S": {"C": 2, "D": 3, "H": 8, "S": 8, "N": 5},
            "W": {"C": 10, "D": 9, "H": 5, "S": 5, "N": 7},
        }
    )
    assert gib.dumps([record]) == LINE + "\n"
    assert len(LINE) == 88


def test_each_digit_belongs_to_the_player_on_the_leaders_right() -> None:
    hands = LINE.partition(":")[0]
    (record,) = gib.loads(f"{hands}:0123" + "456789ABCD" + "012345")
    assert record.table is not None
    by_declarer = [record.table[seat, Strain.NOTRUMP] for seat in Seat]
    assert by_declarer == [1, 13 - 0, 3, 13 - 2]  # led by east, south, west and north
    assert record.table[Seat.NORTH, Strain.SPADES] == 5
    assert record.table[Seat.SOUTH, Strain.HEARTS] == 11
    assert record.table[Seat.WEST, Strain.DIAMONDS] == 13 - 0
    assert record.table[Seat.EAST, Strain.CLUBS] == 13 - 2


def test_the_bytes_of_the_example() -> None:
    """The words by hand: West 0, North 1, East 2, South 3, the ace in the lowest bits; West's lead lowest."""
    holders = {
        "S": "SNSSWSSSNWEEE",  # A K Q J T 9 8 7 6 5 4 3 2
        "H": "EWNNNNSNNSWSS",
        "D": "EENENESNWWSEW",
        "C": "WSNEEWWENWWEW",
    }
    words = [sum("WNES".index(seat) << 2 * place for place, seat in enumerate(holders[suit])) for suit in "SHDC"]
    leads = [0x6565, 0x8888, 0x8888, 0x4343, 0x3232]  # south, east, north, west from the top digit down
    data = b"".join(word.to_bytes(4, "little") for word in words)
    data += b"".join(word.to_bytes(2, "little") for word in leads)
    assert list(gib.read_binary([data])) == gib.loads(LINE)


@given(SOLVED)
@settings(max_examples=50, deadline=None)
def test_text_and_binary_agree(tmp_path_factory: pytest.TempPathFactory, records: list[Record]) -> None:
    folder = tmp_path_factory.getbasetemp()
    gib.dump(records, folder / "x.gib.gz")
    gib.dump_binary(records, folder / "x.bin")
    assert gib.load(folder / "x.gib.gz") == records
    assert gib.load_binary(folder / "x.bin") == records
    assert (folder / "x.bin").stat().st_size == 26 * len(records)
    assert all(len(line) == 88 for line in gib.dumps(records).splitlines())


def test_packed_binary_in_pieces(tmp_path: Path) -> None:
    records = gib.loads(f"{LINE}\r\n\r\n{LINE}\r\n\x1a")
    gib.dump_binary(records, tmp_path / "x.bin.gz")
    assert gib.load_binary(tmp_path / "x.bin.gz") == records
    data = gzip.decompress((tmp_path / "x.bin.gz").read_bytes())
    assert list(gib.read_binary(data[place : place + 1] for place in range(52))) == records


@pytest.mark.parametrize(
    ("line", "column", "words"),
    [
        (LINE.replace(":", " "), 89, "a colon"),
        (LINE[:-1], 88, "20 digits"),
        (LINE.replace(":6", ":E"), 69, "from 0 to D"),
        (LINE.replace("T5.K4", "T5.KX"), 5, "expected cards"),
        (LINE.replace(" K6.QJT976", " A6.QJT976"), 1, "held by two players: SA"),
        (LINE.replace("T5.", "T."), 1, "missing: S5"),
        ("T5.K4.652.A98542:65658888888843433232", 1, "four hands"),
    ],
)
def test_errors_say_what_and_where(line: str, column: int, words: str) -> None:
    errors: list[BridgeError] = []
    assert gib.loads(f"{LINE}\n{line}\n{LINE}", errors=errors) == gib.loads(LINE) * 2
    (error,) = errors
    assert (error.where.line, error.where.column) == (2, column), str(error)
    assert words in error.message


def test_binary_errors_name_the_deal(tmp_path: Path) -> None:
    path = tmp_path / "x.bin"
    gib.dump_binary(gib.loads(LINE) * 3, path)
    data = bytearray(path.read_bytes()[:-4])
    data[26] ^= 1
    path.write_bytes(data)
    errors: list[BridgeError] = []
    assert gib.load_binary(path, errors=errors) == gib.loads(LINE)
    assert [error.message.partition(":")[0] for error in errors] == ["deal 2", "deal 3"]
    assert all(str(error).startswith(str(path)) for error in errors)


def test_only_solved_complete_deals_can_be_written() -> None:
    deal = deal_from_seed(1)
    with pytest.raises(BridgeError, match="double-dummy table"):
        gib.dumps([Record(Board(deal))])
    table = gib.loads(LINE)[0].table
    with pytest.raises(BridgeError, match="expected 13 cards"):
        gib.dumps([Record(Board(Deal.parse("N:AK... - - -")), table=table)])


@given(st.text(max_size=120) | damaged(f"{LINE}\n{LINE}\n"))
@settings(max_examples=150, deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    errors: list[BridgeError] = []
    records = gib.loads(text, errors=errors)
    assert gib.loads(gib.dumps(records)) == records


@given(st.binary(max_size=120))
@settings(max_examples=60, deadline=None)
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    assert len(list(gib.read_binary([data]))) == -(-len(data) // 26)
