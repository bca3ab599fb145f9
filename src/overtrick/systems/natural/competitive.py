"""Their bid is the last: game, a double, a raise by the law of total tricks, a suit of my own."""

from overtrick.core import Strain, Suit
from overtrick.hands.measures import TOTAL_POINTS
from overtrick.systems.natural.constructive import games
from overtrick.systems.natural.doubles import is_takeout_zone, penalty_double, takeout_double, trump_stack
from overtrick.systems.natural.sheet import Sheet
from overtrick.systems.natural.slams import slams
from overtrick.systems.natural.view import DOWNWARDS, MAJORS, NOTRUMP_NEED, SUIT_NEED, Fit
from overtrick.systems.natural.words import EVEN_HAND, at_least, cards, either, hcp, honours, stopper, trumps_and_points

_FLOOR = (0, 14, 16, 18, 20, 22, 26, 30)
"""Points of both hands, on average, below which the law is not trusted."""


def compete(sheet: Sheet) -> None:
    """What to do over their bid; a pass is yet to follow."""
    view = sheet.view
    takeout = is_takeout_zone(view)
    if not takeout:
        trump_stack(sheet)
    if view.turn.partner.acted:
        slams(sheet)
        games(sheet)
    if not takeout:
        penalty_double(sheet)
    for fit in view.fits:
        if fit.suit in MAJORS:
            _raise(sheet, fit)
    if takeout:
        takeout_double(sheet)
    for fit in view.fits:
        if fit.suit not in MAJORS:
            _raise(sheet, fit)
    _notrump(sheet)
    _own_suits(sheet)


def _raise(sheet: Sheet, fit: Fit) -> None:
    """As high as we have trumps together, a level less when vulnerable against not."""
    view = sheet.view
    turn = view.turn
    call = view.cheapest(fit.suit)
    if call is None or call.level > 5 or fit.partners < 3:
        return
    we, they = turn.vulnerable
    trumps = call.level + 6 + (we and not they and call.level > 3)
    floor = _FLOOR[call.level] + (2 if we else 0) - (2 if they and not we else 0)
    if turn.me.calls and not turn.me.acted:  # too weak to speak before
        floor += 3
    length = max(trumps - fit.partners, 2)
    if view.partner_passed and turn.me.acted:
        length = max(length, turn.me.least[fit.suit] + 1)
    law = trumps_and_points(fit.measure, fit.suit, length, view.likely(floor))
    least = view.likely(SUIT_NEED[call.level] + 0.5)
    if view.partner_passed and turn.me.acted:
        least = max(least, turn.me.points[0] + 3)
    values = trumps_and_points(fit.measure, fit.suit, fit.length, least)
    sheet.bid(call, "competes", "to play", either(law, values) if call.level <= 4 else law)


def _notrump(sheet: Sheet) -> None:
    view = sheet.view
    level = view.levels[Strain.NOTRUMP]
    if level > 3 or view.strain is Strain.NOTRUMP:
        return
    points = max(view.likely(NOTRUMP_NEED[level] + 1), 8 if view.turn.partner.acted else 14 + level)
    if view.turn.me.acted:
        points = max(points, view.turn.me.points[0] + 3)
    held = [stopper(suit) for suit in view.turn.their_suits]
    sheet.bid(view.cheapest(Strain.NOTRUMP), "notrump", "natural", hcp(points), EVEN_HAND, *held)


def _own_suits(sheet: Sheet) -> None:
    """A long suit that they have not shown, longer than I have promised."""
    view = sheet.view
    for suit in DOWNWARDS:
        if suit in view.turn.their_suits or suit in view.turn.partner.suits:
            continue
        call = view.cheapest(suit)
        if call is not None and call.level <= 4:
            _own_suit(sheet, suit, call.level)


def _own_suit(sheet: Sheet, suit: Suit, level: int) -> None:
    view = sheet.view
    turn = view.turn
    length = (0, 5, 6, 7, 8)[level] - (1 if turn.balancing and level == 2 else 0)
    length = max(length, turn.me.least[suit] + 1 if turn.me.least[suit] >= 4 else 0)
    need = (0, 16, 18, 21, 23)[level] - (2 if turn.balancing else 0)
    least = (0, 8, 10, 12, 14)[level] - (3 if turn.balancing else 0)
    points = max(view.likely(need), least)
    text = f"natural, {length}+ cards"
    sheet.bid(
        view.cheapest(suit),
        "own suit",
        text,
        cards(suit, length),
        at_least(TOTAL_POINTS, points),
        honours(suit, 4 if level > 1 else 3),
    )
