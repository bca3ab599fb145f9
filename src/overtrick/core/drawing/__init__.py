"""How the values of the game look to a person: plain text, HTML and SVG.

The HTML and SVG carry their own styles and a light card behind them, so they read well in a dark notebook too.
"""

from overtrick.core.drawing.html import (
    auction_html,
    board_html,
    call_html,
    contract_html,
    deal_html,
    hand_html,
    par_html,
    record_html,
    table_html,
)
from overtrick.core.drawing.svg import auction_svg, board_svg, boards_svg, deal_svg, hand_svg, table_svg
from overtrick.core.drawing.text import auction_text, board_text, deal_text, hand_text, record_text, table_text

__all__ = [
    "auction_html",
    "auction_svg",
    "auction_text",
    "board_html",
    "board_svg",
    "board_text",
    "boards_svg",
    "call_html",
    "contract_html",
    "deal_html",
    "deal_svg",
    "deal_text",
    "hand_html",
    "hand_svg",
    "hand_text",
    "par_html",
    "record_html",
    "record_text",
    "table_html",
    "table_svg",
    "table_text",
]
