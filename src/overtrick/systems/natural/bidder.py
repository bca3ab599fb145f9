"""The natural bidder: which lines apply at a turn, and the last ones, which are true of every hand."""

from overtrick.core import BIDS, DOUBLE, Call, Strain, Suit
from overtrick.systems.engine.book import Line
from overtrick.systems.engine.turn import Turn
from overtrick.systems.natural.competitive import answer_double, compete
from overtrick.systems.natural.constructive import build, open_the_bidding, stops
from overtrick.systems.natural.sheet import Sheet
from overtrick.systems.natural.view import DOWNWARDS, NaturalView
from overtrick.systems.natural.words import cards


def natural_lines(turn: Turn) -> list[Line]:
    """The lines of a natural bidder at this turn; the last is true of every hand."""
    view = NaturalView(turn)
    sheet = Sheet(view)
    if turn.last_bid is None:
        open_the_bidding(sheet)
    elif view.bidder == "partner" and not view.partner_passed:
        build(sheet)
    elif view.partner_doubled:
        answer_double(sheet)
    elif not view.ours_last and turn.doubled <= 1:
        compete(sheet)
    finish(sheet)
    return sheet.lines


def finish(sheet: Sheet) -> None:
    """Lines for all hands that are left."""
    view = sheet.view
    if sheet.closed:
        return
    if not view.turn.must_act and not view.turn.left_in_artificial:
        sheet.pass_the_rest()
        return
    if not view.ours_last and not view.partner_doubled and view.can(DOUBLE) and view.level >= 3:
        sheet.rest(DOUBLE, "must act", "no better call", frozenset(["cards"]))
        return
    if not (view.turn.left_in_artificial and view.turn.me.suits):  # otherwise one of the suits it has shown
        _cheapest(sheet)
    last = _last_resort(view)
    if last is None:
        sheet.pass_the_rest("no bid is left")
    else:
        sheet.rest(last, "must act", "waiting, none of the other calls")


def _cheapest(sheet: Sheet) -> None:
    """Support, length and stoppers, as cheaply as can be."""
    view = sheet.view
    turn = view.turn
    room = max(view.level + 1, 2)
    for suit in reversed(turn.partner.suits):
        if view.levels[suit] <= room:
            length = max(8 - turn.partner.least[suit], 2)
            text = "support" if suit is view.strain.suit else "preference"
            sheet.bid(view.cheapest(suit), "raise", text, cards(suit, length))
    for suit in DOWNWARDS:
        if turn.me.least[suit] >= 4 and suit not in turn.partner.suits and view.levels[suit] <= room:
            length = turn.me.least[suit] + 1
            sheet.bid(view.cheapest(suit), "rebid", f"natural, {length}+ cards", cards(suit, length))
    for suit in sorted(Suit, key=lambda each: (view.levels[each], each)):
        if _is_new(view, suit) and view.levels[suit] <= min(room, 3) and not _is_reverse(view, suit):
            sheet.bid(view.cheapest(suit), "new suit", "natural, 4+ cards", cards(suit, 4))
    if view.levels[Strain.NOTRUMP] <= 3 and not turn.left_in_artificial:
        sheet.bid(view.cheapest(Strain.NOTRUMP), "notrump", "natural", *stops(view))
    for suit in turn.partner.suits:
        if view.levels[suit] <= room and suit is not view.strain.suit:
            length = max(7 - turn.partner.least[suit], 2)
            sheet.bid(view.cheapest(suit), "preference", "preference", cards(suit, length))


def _is_new(view: NaturalView, suit: Suit) -> bool:
    turn = view.turn
    shown = (*turn.their_suits, *turn.partner.suits)
    return suit not in shown and turn.me.least[suit] < 4


def _is_reverse(view: NaturalView, suit: Suit) -> bool:
    """Whether partner would have to go to the three level to return to my first suit."""
    mine = view.turn.me.suits
    return bool(mine) and view.levels[suit] >= 2 and suit > mine[0]


def _last_resort(view: NaturalView) -> Call | None:
    """The bid of a hand that has none: my suit or partner's again, notrump, the cheapest there is."""
    turn = view.turn
    for suit in (*turn.me.suits[:1], *turn.partner.suits[:1]):
        call = view.cheapest(suit)
        if call is None or call.level > view.level + 1 or suit in turn.their_suits or not view.can(call):
            continue
        if turn.me.least[suit] + turn.partner.least[suit] >= 5:
            return call
    notrump = view.cheapest(Strain.NOTRUMP)
    if notrump is not None and notrump.level <= 3 and view.can(notrump):
        return notrump
    return next((call for call in BIDS if view.can(call)), None)
