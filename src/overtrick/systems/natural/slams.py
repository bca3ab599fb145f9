"""The lines above game."""

from overtrick.core import CALLS, Strain, Suit
from overtrick.systems.natural.sheet import Sheet
from overtrick.systems.natural.view import NOTRUMP_NEED, SUIT_NEED, Fit, NaturalView
from overtrick.systems.natural.words import cards, fitting, hcp, key_cards, stopper

FOUR_NOTRUMP = CALLS[22]
_MOST = 30  # points that no hand is going to have beyond what it has shown


def slams(sheet: Sheet) -> None:
    """Slam with the values for it, by way of key cards where a suit is agreed."""
    view = sheet.view
    turn = view.turn
    if view.level >= 6 or view.high + turn.me.hcp[1] + 6 < SUIT_NEED[6]:
        return
    if _asked(view):
        _after_the_reply(sheet)
        return
    for fit in view.fits:
        if turn.agreed not in (None, fit.suit):
            continue
        if fit.partners >= 3 or (fit.own and fit.partners >= 2):
            _in_suit(sheet, fit)
    _in_notrump(sheet)


def _asked(view: NaturalView) -> bool:
    """Whether I have just asked for key cards and partner has answered."""
    me = view.turn.me
    return bool(me.calls) and me.calls[-1] is FOUR_NOTRUMP and view.bidder == "partner" and view.level == 5


def _after_the_reply(sheet: Sheet) -> None:
    """Slam unless key cards of mine are too few; the reply has shown about two."""
    view = sheet.view
    suit = view.turn.agreed
    strain = Strain.NOTRUMP if suit is None else suit.strain
    if suit is not None:
        sheet.bid(view.at(6, strain), "slam", "to play", key_cards(suit, 3))
    if strain is view.strain:
        sheet.pass_the_rest("too few key cards")
    elif view.levels[strain] == 5:
        sheet.rest(CALLS[23 + strain], "no slam", "to play")
    else:
        sheet.rest(CALLS[28 + strain], "slam", "to play")


def _in_suit(sheet: Sheet, fit: Fit) -> None:
    view = sheet.view
    points = view.outright(SUIT_NEED[6] + 0.5)
    if points > _MOST or points > view.turn.me.hcp[1] + 8:
        return
    enough = fitting(fit.measure, fit.suit, fit.length, points)
    shown = f"shows {fit.suit}" in view.turn.partner_tags and view.bidder == "partner"
    if (fit.suit is view.turn.agreed or shown) and view.last < FOUR_NOTRUMP.index:
        sheet.call(
            FOUR_NOTRUMP,
            "key cards",
            "asks for key cards",
            enough,
            key_cards(fit.suit, 1),
            forcing="1 round",
            agrees=fit.suit,
            tags=frozenset(["asks", f"agrees {fit.suit}"]),
            artificial=True,
        )
    sheet.bid(view.at(6, fit.suit), "slam", "to play", enough, key_cards(fit.suit, 2))


def _in_notrump(sheet: Sheet) -> None:
    view = sheet.view
    points = view.outright(NOTRUMP_NEED[6])
    if points > _MOST or points > view.turn.me.hcp[1] + 2:
        return
    no_void = [cards(suit, 1) for suit in Suit]
    stopped = [stopper(suit) for suit in view.turn.their_suits]
    sheet.bid(view.at(7, Strain.NOTRUMP), "grand slam", "to play", hcp(view.outright(NOTRUMP_NEED[7])), *no_void)
    sheet.bid(view.at(6, Strain.NOTRUMP), "slam", "to play", hcp(points), *no_void, *stopped)
    if view.bidder == "partner" and view.strain is Strain.NOTRUMP and view.level <= 3 and view.high - view.low <= 6:
        invited = max(view.likely(NOTRUMP_NEED[6] - 1), view.hopeful(NOTRUMP_NEED[6]))
        sheet.bid(
            FOUR_NOTRUMP,
            "invites slam",
            "invites slam",
            hcp(invited),
            *no_void,
            forcing="invite",
            tags=("quantitative",),
        )
