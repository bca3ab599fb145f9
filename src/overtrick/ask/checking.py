"""Findings about a card as plain values."""

from typing import Any

from overtrick.systems.tools.check import Finding


def finding_dict(found: Finding) -> dict[str, Any]:
    """A finding, with the auction and the hands to look at."""
    about = {"level": found.level, "kind": found.kind, "where": found.where, "rule": found.rule}
    return about | {"message": found.message, "auction": found.auction, "hands": [str(hand) for hand in found.hands]}
