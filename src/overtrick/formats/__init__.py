"""Files, links and pasted text to records of the game, and back."""

from overtrick.formats.files import FORMATS, format_of, parse_records, read_records, write_records

__all__ = ["FORMATS", "format_of", "parse_records", "read_records", "write_records"]
