"""Questions to the solver as they come in JSON."""

from typing import Any

from overtrick.ask.fields import parse_field, text_field
from overtrick.core import BridgeError, Deal, Par, Seat, Vulnerability
from overtrick.solver.tables import solve


def answer_dd(asked: dict[str, Any], jobs: int = 1) -> dict[str, Any]:
    """The answer to a question for the double-dummy table of a deal, and par."""
    deal = parse_field("deal", text_field(asked, "deal"), Deal.parse)
    dealer = parse_field("dealer", text_field(asked, "dealer", "N"), Seat.parse)
    vulnerability = parse_field("vul", text_field(asked, "vul", "None"), Vulnerability.parse)
    try:
        table = solve(deal, threads=jobs)
    except BridgeError as error:
        raise error.at(source="deal") from None
    return {"tricks": table.as_dict(), "par": par_dict(table.par(vulnerability, dealer)), "kind": "exact"}


def par_dict(found: Par) -> dict[str, Any]:
    """Par as plain values."""
    return {"score": found.score, "contracts": [str(contract) for contract in found.contracts]}
