"""Our own auction: nobody has bid, or partner has made the last bid."""

from overtrick.core import CALLS, Call, Strain, Suit
from overtrick.hands.conditions import Condition
from overtrick.hands.measures import OPENING_COUNT, TOTAL_POINTS
from overtrick.systems.natural.sheet import Sheet
from overtrick.systems.natural.thresholds import (
    MOST_MISSING,
    NOTRUMP_NEED,
    NOTRUMP_OPENING,
    RULE_OF,
    SHORT_ON_AVERAGE,
    SLAM_INTEREST,
    SUIT_NEED,
)
from overtrick.systems.natural.view import DOWNWARDS, MAJORS, MINORS, Fit, NaturalView
from overtrick.systems.natural.words import (
    BALANCED_HAND,
    EVEN_HAND,
    at_least,
    best_of,
    cards,
    fitting,
    hcp,
    key_cards,
    longer_by,
    stopper,
)

ONE_NOTRUMP = Call.parse("1N")
FOUR_NOTRUMP = Call.parse("4N")
THREE_SPADES = 16
"""The index of the last bid below 3NT."""
NO_VOID = [cards(suit, 1) for suit in Suit]


def open_the_bidding(sheet: Sheet) -> None:
    """One notrump on 15-17 balanced, otherwise the longest suit on twenty points and cards in the two longest."""
    sheet.bid(ONE_NOTRUMP, "opens", "natural", hcp(*NOTRUMP_OPENING), BALANCED_HAND)
    for suit in DOWNWARDS:
        enough = at_least(OPENING_COUNT, RULE_OF)
        sheet.bid(CALLS[3 + suit], "opens", "natural", enough, best_of(suit, DOWNWARDS))


def build(sheet: Sheet) -> None:
    """Slam, game, the search for one, an invitation, the best part score; a pass or a forced bid is yet to follow."""
    view = sheet.view
    if view.turn.partner_forcing == "signoff" and not view.turn.must_act:
        if view.i_am_captain:
            slams(sheet)
        sheet.pass_the_rest("partner has placed the contract")
        return
    slams(sheet)
    if view.in_game:
        correct(sheet)
        return
    games(sheet)
    if view.forced_to_game or view.turn.must_act or view.high - view.low > 3 or view.turn.their_suits:
        search(sheet)
    if not view.forced_to_game:
        invite(sheet)
        if not view.turn.must_act:
            improve(sheet)


def stops(view: NaturalView) -> list[Condition]:
    """What notrump asks for: their suits stopped, and something where partner is short; nothing if partner bid it."""
    partner, theirs = view.turn.partner, view.turn.their_suits
    if _has_stopped(view):
        return []
    asked: list[Condition] = []
    for suit in Suit:
        if suit in theirs:
            asked.append(stopper(suit))
        elif partner.mean[suit] < SHORT_ON_AVERAGE and suit not in partner.suits:
            asked.append(stopper(suit, 1))
    return asked


def _has_stopped(view: NaturalView) -> bool:
    """Whether partner has just bid notrump."""
    return bool(view.turn.partner.calls) and view.bidder == "partner" and view.strain is Strain.NOTRUMP


def correct(sheet: Sheet) -> None:
    """Partner is in game: change 3NT to a major in which we have eight cards that partner does not know of."""
    view = sheet.view
    if view.strain is Strain.NOTRUMP and view.level == 3:
        for fit in view.fits:
            known = view.turn.me.least[fit.suit]
            call = view.at(4, fit.suit)
            if fit.suit in MAJORS and view.turn.partner.least[fit.suit] >= 4 and known < fit.length:
                trumps = cards(fit.suit, fit.length)
                sheet.bid(call, "corrects", "to play", trumps, EVEN_HAND.negated(), forcing="signoff")
            elif fit.suit in MAJORS and fit.own and fit.partners <= 3:
                sheet.bid(call, "corrects", "to play", cards(fit.suit, max(7, known + 1)), forcing="signoff")


def games(sheet: Sheet) -> None:
    """Games that need no more asking: majors, notrump, minors."""
    view = sheet.view
    forced = view.forced_to_game
    slam = view.likely(SLAM_INTEREST)
    for fit in view.fits:
        if fit.suit in MAJORS:
            if forced and view.levels[fit.suit] <= 3 and fit.suit in view.turn.partner.suits:
                strong = fitting(fit.measure, fit.suit, fit.length, slam)
                sheet.bid(view.cheapest(fit.suit), "raise", "more than game", strong, forcing="game")
            _game(sheet, fit, forced)
    points = 0 if forced else view.outright(NOTRUMP_NEED[3])
    enough = hcp(points, max(slam, 12) if forced and view.last < THREE_SPADES else 37)
    sheet.bid(view.at(3, Strain.NOTRUMP), "game", "to play", enough, *stops(view), *NO_VOID)
    for fit in view.fits:
        if fit.suit in MINORS and fit.partners >= 3:
            _game(sheet, fit, forced and view.levels[Strain.NOTRUMP] > 3)


def _game(sheet: Sheet, fit: Fit, forced: bool) -> None:
    view = sheet.view
    level = 4 if fit.suit in MAJORS else 5
    need = SUIT_NEED[level]
    no_room = view.ours_last and view.levels[fit.suit] == level
    points = 0 if forced else view.likely(need) if no_room else view.outright(need)
    sheet.bid(view.at(level, fit.suit), "game", "to play", fitting(fit.measure, fit.suit, fit.length, points))


def search(sheet: Sheet) -> None:
    """Enough for game, but where? New suits, a long suit again, their suit, and 3NT if there is nothing else."""
    view = sheet.view
    turn = view.turn
    forced = view.forced_to_game
    points = at_least(TOTAL_POINTS, 0 if forced else view.outright(SUIT_NEED[4] + 0.5))
    force = "game" if forced else "1 round"
    for suit in sorted(Suit, key=lambda each: (view.levels[each], each)):
        call = view.cheapest(suit)
        if call is None or call.level > 3 or suit in turn.their_suits or suit in turn.partner.suits:
            continue
        if turn.me.least[suit] < 4:
            length = 5 if call.level == 3 and not turn.me.acted else 4
            text = f"natural, {length}+ cards, forcing"
            sheet.bid(call, "new suit", text, points, cards(suit, length), forcing=force)
        elif forced:
            length = max(6, turn.me.least[suit] + 1)
            sheet.bid(call, "rebid", f"natural, {length}+ cards, forcing", points, cards(suit, length), forcing=force)
    if forced:
        for fit in view.fits:
            if fit.suit in MINORS and view.levels[fit.suit] <= 3 and fit.suit in turn.partner.suits:
                text = "natural raise, forcing"
                sheet.bid(view.cheapest(fit.suit), "raise", text, cards(fit.suit, fit.length), forcing=force)
    enough = hcp(0 if forced else view.outright(NOTRUMP_NEED[3]))
    for suit in () if _has_stopped(view) else turn.their_suits[:1]:
        call = view.cheapest(suit)
        if call is not None and call.level <= 3:
            tags = frozenset(["cue"])
            sheet.call(call, "cue", "cue-bid, strong, asks for more", enough, forcing=force, tags=tags, artificial=True)
    if forced:
        sheet.bid(view.at(3, Strain.NOTRUMP), "game, no better", "to play", points)


def invite(sheet: Sheet) -> None:
    """Game if partner has a little more than promised."""
    view = sheet.view
    if view.turn.partner_forcing == "invite" or view.high - view.sure < 1:
        return
    for fit in view.fits:
        if fit.suit in MAJORS or fit.suit in view.turn.partner.suits:
            call = view.at(3, fit.suit)
            points = view.inviting(SUIT_NEED[4] + (fit.suit in MINORS))
            enough = fitting(fit.measure, fit.suit, fit.length, points)
            sheet.bid(call, "invites", "invites game", enough, forcing="invite")
    enough = hcp(view.inviting(NOTRUMP_NEED[3]))
    sheet.bid(view.at(2, Strain.NOTRUMP), "invites", "invites game", enough, EVEN_HAND, *stops(view), forcing="invite")


def improve(sheet: Sheet) -> None:
    """A better part score: preference, my long suit, one notrump."""
    view = sheet.view
    turn = view.turn
    here = view.strain.suit
    for suit in reversed(turn.partner.suits):
        if here is None or suit is here or view.levels[suit] > min(view.level + 1, 3):
            continue
        by = turn.partner.least[here] - turn.partner.least[suit] + (view.levels[suit] > view.level)
        sheet.bid(view.cheapest(suit), "preference", "preference, to play", longer_by(suit, here, by))
    short = [] if here is None else [cards(here, 0, 1 if turn.partner.least[here] >= 5 else 2)]  # 5-2 is good enough
    for suit in sorted(Suit, key=lambda each: (view.levels[each], each)):
        if suit is here or suit in turn.partner.suits or suit in turn.their_suits or view.levels[suit] > 2:
            continue
        length = 6 if view.levels[suit] > view.level or here is None else 5
        length = max(length, turn.me.least[suit] + 1)
        sheet.bid(view.cheapest(suit), "own suit", f"natural, {length}+ cards, to play", cards(suit, length), *short)
    if view.level == 1:
        enough = hcp(view.likely(NOTRUMP_NEED[1]))
        sheet.bid(view.at(1, Strain.NOTRUMP), "notrump", "natural", enough, *short, *stops(view))


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
        if _has_stopped(view) and view.level >= 3 and fit.suit is not turn.agreed:
            continue  # partner has chosen notrump
        if fit.partners >= 3 or (fit.own and fit.partners >= 2):
            _in_suit(sheet, fit)
    if turn.agreed not in MAJORS:
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
    if points > MOST_MISSING or points > view.turn.me.hcp[1] + 8:
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
    if points > MOST_MISSING or points > view.turn.me.hcp[1] + 2:
        return
    if view.bidder == "partner" and view.level == 4 and view.strain in (Strain.HEARTS, Strain.SPADES):
        return  # partner has chosen a game
    stopped = [stopper(suit) for suit in view.turn.their_suits]
    sheet.bid(view.at(7, Strain.NOTRUMP), "grand slam", "to play", hcp(view.outright(NOTRUMP_NEED[7])), *NO_VOID)
    enough = at_least(TOTAL_POINTS, points) if _has_stopped(view) else hcp(points)
    sheet.bid(view.at(6, Strain.NOTRUMP), "slam", "to play", enough, *NO_VOID, *stopped)
    if view.bidder == "partner" and view.strain is Strain.NOTRUMP and view.level <= 3 and view.high - view.low <= 6:
        invited = max(view.likely(NOTRUMP_NEED[6] - 1), view.hopeful(NOTRUMP_NEED[6]))
        sheet.bid(
            FOUR_NOTRUMP,
            "invites slam",
            "invites slam",
            at_least(TOTAL_POINTS, invited),
            *NO_VOID,
            forcing="invite",
            tags=("quantitative",),
        )
