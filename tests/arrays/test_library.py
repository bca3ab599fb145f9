"""The quick reader of the Ginsberg library says what the plain one says, right down to the errors."""

import gzip
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data import data_file
from overtrick import Board, BridgeError, DDTable, Record, Seat, Strain
from overtrick.arrays import DealBatch, library, random_deals
from overtrick.formats import gib
from strategies import deals
from written import damaged, tables

LINE = "T5.K4.652.A98542 K6.QJT976.QT7.Q6 432.A.AKJ93.JT73 AQJ987.8532.84.K:65658888888843433232"
"""The example of the format's description."""

SOLVED = st.lists(
    st.builds(lambda deal, table: Record(Board(deal), table=table), deals(), tables()), min_size=1, max_size=5
)


def assert_same(quick: library.SolvedDeals, plain: list[Record]) -> None:
    assert list(quick.deals) == [record.board.deal for record in plain]
    assert quick.tricks.tolist() == [[list(row) for row in record.table.tricks] for record in plain if record.table]


def places(errors: list[BridgeError]) -> list[str]:
    return [str(error) for error in errors]


def test_the_example_line() -> None:
    solved = library.loads(LINE.encode())
    (deal,) = solved.deals
    assert str(deal) == "N:K6.QJT976.QT7.Q6 432.A.AKJ93.JT73 AQJ987.8532.84.K T5.K4.652.A98542"
    assert solved.tricks[0, Seat.NORTH].tolist() == [2, 3, 8, 8, 5]
    assert solved.tricks[0, Seat.EAST].tolist() == [10, 9, 5, 5, 7]
    assert solved.tricks.dtype == np.dtype(np.uint8)


def test_each_digit_belongs_to_the_player_on_the_leaders_right() -> None:
    tricks = library.loads(f"{LINE[:68]}0123456789ABCD012345".encode()).tricks[0]
    assert tricks[:, Strain.NOTRUMP].tolist() == [1, 13 - 0, 3, 13 - 2]  # led by east, south, west and north
    assert tricks[Seat.NORTH, Strain.SPADES] == 5
    assert tricks[Seat.SOUTH, Strain.HEARTS] == 11
    assert tricks[Seat.EAST, Strain.CLUBS] == 13 - 2


@given(SOLVED, st.sampled_from(["\n", "\r\n", "\n\n", " \n"]))
@settings(max_examples=60, deadline=None)
def test_quick_and_plain_agree(records: list[Record], end: str) -> None:
    text = gib.dumps(records).replace("\n", end)
    assert_same(library.loads(text.encode()), records)


def test_text_whose_bits_count_like_cards_is_not_binary(tmp_path: Path) -> None:
    path = tmp_path / "damaged.gib"
    path.write_text("9742.3 AA7.KJ .T8742.T9863.A64 85.KJ6.KQ2.T9872:D0D0D0D0D0D0D0D0D0D0\n")
    with pytest.raises(BridgeError, match="expected four suits"):
        library.load(path)


@given(SOLVED, st.data())
@settings(max_examples=150, deadline=None)
def test_quick_and_plain_agree_on_damaged_text(tmp_path_factory: pytest.TempPathFactory, records: list[Record],
                                               data: st.DataObject) -> None:  # fmt: skip
    path = tmp_path_factory.getbasetemp() / "damaged.gib"
    path.write_bytes(data.draw(damaged(gib.dumps(records))).encode(errors="replace"))
    found: list[BridgeError] = []
    expected: list[BridgeError] = []
    assert_same(library.load(path, errors=found), gib.load(path, errors=expected))
    assert places(found) == places(expected)


@pytest.mark.parametrize(
    "text",
    [
        LINE.lower(),
        f"  {LINE}  ",
        LINE.replace(" ", "  "),
        LINE.replace(":", " : "),
        LINE.replace("T5.", "105."),
        LINE.replace("T5.", "5T."),
        LINE.replace("AQJ987.8532.84.K:", "-:"),
        "",
        "\x1a",
        "\ufeff" + LINE,
        f"{LINE}\n\n\t\n{LINE}\r\n\x1a",
    ],
)
def test_lines_the_plain_reader_forgives(tmp_path: Path, text: str) -> None:
    path = tmp_path / "odd.gib"
    path.write_text(text, encoding="utf-8", newline="")
    assert_same(library.load(path), gib.load(path))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (LINE.replace("T5.K4", "T5.KX"), "expected cards"),
        (LINE.replace("T5.", "TT."), "ST is in the hand twice"),
        (LINE.replace(" K6.", " A6."), "held by two players: SA"),
        (LINE.replace("T5.", "T65.").replace(" K6.", " K."), "expected at most 13 cards"),
        (LINE.replace(":6", ":E"), "from 0 to D"),
        (LINE.replace("K4.652", "K4 652"), "four hands"),
        (LINE.replace(":", "."), "a colon"),
        (LINE.replace("432.A.", "43.2A."), "held by two players: H2"),
    ],
)
def test_a_damaged_line_is_refused_with_its_place(tmp_path: Path, line: str, says: str) -> None:
    path = tmp_path / "bad.gib"
    path.write_text(f"{LINE}\n{line}\n{LINE}\n")
    with pytest.raises(BridgeError, match=says) as caught:
        library.load(path)
    assert caught.value.where.line == 2
    errors: list[BridgeError] = []
    assert len(library.load(path, errors=errors)) == 2
    assert len(errors) == 1


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(BridgeError, match="cannot read"):
        library.load(tmp_path / "nothing.gib")
    (tmp_path / "binary.gib").write_bytes(b"\0\1\2" * 50)
    with pytest.raises(BridgeError, match="binary"):
        library.load(tmp_path / "binary.gib")
    cut = tmp_path / "cut.gib.gz"
    cut.write_bytes(gzip.compress((LINE + "\n").encode() * 500)[:-20])
    with pytest.raises(BridgeError, match="to its end"):
        library.load(cut)


def test_tricks_must_fit_the_deals() -> None:
    with pytest.raises(BridgeError, match="expected tricks of shape"):
        library.SolvedDeals(DealBatch(np.zeros((2, 4, 4), np.uint16)), np.zeros((1, 4, 5), np.uint8))


def test_it_is_quick(tmp_path: Path) -> None:
    many, few = tmp_path / "many.gib", tmp_path / "few.gib"
    many.write_text(20_000 * f"{LINE}\n")
    few.write_text(4_000 * f"{LINE}\n")
    start = time.process_time()
    assert len(library.load(many)) == 20_000
    middle = time.process_time()
    gib.load(few)
    assert middle - start < time.process_time() - middle  # a fifth of it, usually


def test_the_real_library_agrees_with_the_plain_reader(tmp_path: Path) -> None:
    with gzip.open(data_file("dd_library.gib.gz"), "rb") as file:
        (tmp_path / "some.gib").write_bytes(b"".join(file.readline() for _ in range(2000)))
    assert_same(library.load(tmp_path / "some.gib"), gib.load(tmp_path / "some.gib"))


def test_the_binary_library_is_read_as_the_formats_read_it(tmp_path: Path) -> None:
    rng = np.random.default_rng(6)
    found = zip(random_deals(30, rng), rng.integers(0, 14, (30, 4, 5)).tolist(), strict=True)
    records = [Record(Board(deal), table=DDTable.of(rows)) for deal, rows in found]
    path = tmp_path / "library.dat"
    gib.dump_binary(records, path)
    assert_same(library.load(path), records)
    data = bytearray(path.read_bytes())
    data[26 * 3] ^= 3  # another holder of the ace of spades: 14 cards
    data[26 * 5 + 16] |= 15  # 15 tricks
    path.write_bytes(bytes(data) + b"torn")
    expected: list[BridgeError] = []
    noted: list[BridgeError] = []
    assert_same(library.load(path, errors=noted), gib.load_binary(path, errors=expected))
    assert places(noted) == places(expected)
    assert [error.message.partition(":")[0] for error in noted] == ["deal 4", "deal 6", "deal 31"]
    with pytest.raises(BridgeError, match="deal 4"):
        library.load(path)
