"""The one door: formats told by their content, streams, packed files, encodings, rubbish."""

import gzip
import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from overtrick import BridgeError, DDTable, Note, Record, Seat
from overtrick.formats import FORMATS, bbo, format_of, gib, jsonl, lin, parse_records, pbn, read_records, write_records
from overtrick.formats.reading import collect
from written import damaged, records

FILES = Path(__file__).parent / "files"
MATCH = lin.load(FILES / "match.lin")
SOLVED = [
    replace(record, table=DDTable.of([[seat + strain for strain in range(5)] for seat in range(4)])) for record in MATCH
]
TEXTS = {
    "pbn": pbn.dumps(SOLVED),
    "lin": lin.dumps(SOLVED),
    "gib": gib.dumps(SOLVED),
    "json": jsonl.dumps(SOLVED),
    "bbo": bbo.dumps(SOLVED),
    "deals": "".join(f"{record.board.deal}\n" for record in SOLVED),
}


def deals(records: list[Record]) -> list[str]:
    return [str(record.board.deal) for record in records]


def written_file(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("name", ["plain", "wrong.pbn", "wrong.lin", "wrong.json", "packed.gz", "packed.without"])
def test_the_format_is_told_by_the_content(format: str, name: str, tmp_path: Path) -> None:
    data = TEXTS[format].encode()
    path = written_file(tmp_path, name, gzip.compress(data, mtime=0) if name.startswith("packed") else data)
    assert deals(collect(read_records(path))) == deals(MATCH)


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "latin-1"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_encodings_and_line_ends_do_not_matter(format: str, encoding: str, line_end: str, tmp_path: Path) -> None:
    text = TEXTS[format].replace("\n", line_end)
    path = written_file(tmp_path, "file", b"" if encoding == "utf-16" else text.encode(encoding, "replace"))
    if encoding == "utf-16":
        path.write_bytes(b"\xff\xfe" + text.encode("utf-16-le"))
    records = collect(read_records(path))
    assert deals(records) == deals(MATCH)
    if format in ("pbn", "lin", "json", "bbo"):
        assert [record.players for record in records] == [record.players for record in MATCH]


@pytest.mark.parametrize("format", FORMATS)
def test_what_is_written_is_read_again(format: str, tmp_path: Path) -> None:
    for name in (f"file{FORMATS[format][0]}", f"file{FORMATS[format][0]}.gz"):
        path = tmp_path / name
        write_records(SOLVED, path)
        assert format_of(path) == format
        assert deals(collect(read_records(path))) == deals(MATCH)
    stream = io.StringIO()
    write_records(SOLVED, stream, format)
    assert stream.getvalue() == TEXTS[format]
    assert deals(collect(parse_records(stream.getvalue()))) == deals(MATCH)


def test_records_of_a_match_pass_through_json_and_lin_unchanged(tmp_path: Path) -> None:
    for name in ("match.jsonl", "match.lin"):
        write_records(MATCH, tmp_path / name)
        assert collect(read_records(tmp_path / name)) == MATCH


def test_the_binary_library_is_read(tmp_path: Path) -> None:
    path = tmp_path / "library"
    gib.dump_binary(SOLVED, path)
    records = collect(read_records(path))
    assert deals(records) == deals(MATCH)
    assert [record.table for record in records] == [record.table for record in SOLVED]


def test_a_stream_of_bytes_is_read_line_by_line() -> None:
    asked = 0

    class Slow(io.RawIOBase):
        """A pipe that brings one line at a time."""

        lines = TEXTS["json"].encode().splitlines(keepends=True)

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            nonlocal asked
            line = self.lines[asked] if asked < len(self.lines) else b""
            asked += 1
            buffer[: len(line)] = line
            return len(line)

    outcomes = read_records(io.BufferedReader(Slow()), "stdin")
    assert isinstance(next(outcomes), Record)
    assert asked <= 2
    assert deals(collect(outcomes)) == deals(MATCH)[1:]
    assert deals(collect(read_records(io.BytesIO(TEXTS["lin"].encode())))) == deals(MATCH)


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("empty.pbn", b"", "got nothing"),
        ("blank", b"\n \n", "got nothing"),
        ("empty.gz", gzip.compress(b"", mtime=0), "got nothing"),
        (
            "prose.txt",
            b"\nDear Sir,\n",
            ":2:1: expected one of the formats pbn, lin, gib, json, bbo, deals, got 'Dear Sir,'",
        ),
        ("head.pbn", b"% PBN 2.1\n", "expected boards in this pbn, got none"),
        ("none.json", b"[]", "expected boards in this json, got none"),
        ("zeros", bytes(100), ":1: expected text, got binary data"),
        ("cut.gz", gzip.compress(TEXTS["lin"].encode(), mtime=0)[:-20], "cannot read"),
        ("broken.gz", gzip.compress(b"x", mtime=0)[:12] + b"\xff" * 30, "cannot read"),
        ("no.gz", b"no gzip at all", "cannot read"),
        ("one.deals", b"N:AK... - - -\nN:AK... AK... - -\n", "one.deals:2:3: held by two players: SA SK"),
    ],
)
def test_files_that_cannot_be_read_say_why(name: str, data: bytes, message: str, tmp_path: Path) -> None:
    errors: list[BridgeError] = []
    collect(read_records(written_file(tmp_path, name, data)), errors)
    assert errors
    assert message in str(errors[-1])
    assert name in str(errors[-1])


@pytest.mark.parametrize("path", ["", "no/such/file", "/", "zero\0byte"])
def test_a_file_that_is_not_there_is_an_error(path: str) -> None:
    with pytest.raises(BridgeError):
        collect(read_records(path))


def test_a_damaged_board_costs_itself_alone() -> None:
    lines = TEXTS["deals"].splitlines()
    errors: list[BridgeError] = []
    records = collect(parse_records("\n".join(["# six deals", *lines[:2], lines[2][:-1], *lines[3:]])), errors)
    assert len(records) == 6  # twelve cards are a hand, too
    records = collect(parse_records("\n".join([*lines[:2], lines[2] + "A", *lines[3:]])), errors)
    assert len(records) == 5
    assert str(errors[0]).startswith("line 3, column ")


def test_unknown_formats_are_refused_with_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(BridgeError, match=r"one of \.pbn, \.lin, .*, got 'boards\.doc'"):
        format_of("boards.doc")
    with pytest.raises(BridgeError, match="pbn, lin, gib, json, bbo, deals"):
        write_records(MATCH, tmp_path / "x.lin", "doc")
    with pytest.raises(BridgeError, match="got none"):
        write_records(MATCH, io.StringIO())
    with pytest.raises(BridgeError, match="cannot write"):
        write_records(MATCH, tmp_path / "no" / "x.lin")


def test_pasted_json_may_be_an_object_or_an_array() -> None:
    objects = [jsonl.to_dict(record) for record in MATCH]
    assert collect(parse_records(json.dumps(objects, indent=1))) == MATCH
    assert collect(parse_records("\ufeff" + json.dumps(objects[0], indent=1))) == MATCH[:1]


@settings(max_examples=150, deadline=None)
@given(st.sampled_from([*FORMATS]).flatmap(lambda format: damaged(TEXTS[format][:3000])) | st.text())
def test_pasted_rubbish_gives_nothing_but_bridge_errors(text: str) -> None:
    outcomes = list(parse_records(text))
    assert outcomes
    assert all(isinstance(outcome, Record | BridgeError) for outcome in outcomes)


@settings(max_examples=150, deadline=None)
@given(
    st.binary(max_size=200)
    | st.builds(lambda text, cut: (b"\xff\xfe" + text.encode("utf-16-le"))[:cut], st.text(), st.integers(0, 100))
    | st.builds(
        lambda cut, change: gzip.compress(TEXTS["gib"].encode(), mtime=0)[:cut] + change,
        st.integers(2, 600),
        st.binary(),
    )
)
def test_rubbish_bytes_give_nothing_but_bridge_errors(data: bytes) -> None:
    assert all(isinstance(outcome, Record | BridgeError) for outcome in read_records(io.BytesIO(data), "rubbish"))


HOSTILE = st.text(st.sampled_from('|"[]\\;{}%,!=1 mbdn\0\t\n\v\f\r\x1a\x1c\x1d\x1e\x7f\x85\u2028\u2029'), max_size=10)
"""What ends a text, a line or a file, in one format or another."""


@pytest.mark.parametrize("format", [jsonl, lin, pbn])
@settings(max_examples=40)
@given(records(), HOSTILE, HOSTILE, HOSTILE)
@example(MATCH[0], "|pg||", "|st||", "|qx|o1|")
@example(MATCH[0], 'a"]\n[Deal "', "\u2028", 'x\x85[Note "1:y"]')
def test_no_text_breaks_out_of_its_place(format: Any, record: Record, note: str, name: str, tag: str) -> None:
    notes = {0: Note(note)} if record.auction else {}
    written = replace(record, notes=notes, players={Seat.EAST: name}, tags={"Event": tag})
    (again,) = parse_records(format.dumps([written]))
    assert isinstance(again, Record)
    assert (again.board, again.auction, again.play) == (record.board, record.auction, record.play)
    if format is jsonl:
        assert again == written


def test_notes_of_pbn_stay_on_one_line() -> None:
    record = replace(MATCH[0], notes={0: Note("one\nand\x85 two")})
    (again,) = parse_records(pbn.dumps([record]))
    assert isinstance(again, Record)
    assert again.notes == {0: Note("one and two")}
