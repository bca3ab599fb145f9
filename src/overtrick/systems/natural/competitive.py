"""They are in the auction: their bid or partner's double of it is the last call that was no pass.

Game, a double, a raise by the law of total tricks, a suit of my own; and what to do about partner's double.
"""

from overtrick.core import DOUBLE, PASS, REDOUBLE, Strain, Suit
from overtrick.hands.conditions import Condition, all_of
from overtrick.hands.measures import QUICK_TRICKS, TOTAL_POINTS
from overtrick.systems.natural.constructive import games, slams, stops
from overtrick.systems.natural.sheet import Sheet
from overtrick.systems.natural.thresholds import (
    HIGHEST_TAKEOUT,
    LAW_FLOOR,
    LEAVING_IN,
    LIMITED,
    NOTRUMP_DOUBLE_NEED,
    NOTRUMP_NEED,
    OWN_SUIT_LEAST,
    OWN_SUIT_LENGTH,
    OWN_SUIT_NEED,
    PENALTY_DOUBLE_NEED,
    PENALTY_DOUBLE_TRUMPS,
    STRONG_TAKEOUT,
    SUIT_NEED,
    TAKEOUT_LEAST,
    TAKEOUT_NEED,
    TRUMP_STACK_NEED,
)
from overtrick.systems.natural.view import DOWNWARDS, MAJORS, Fit, NaturalView
from overtrick.systems.natural.words import (
    EVEN_HAND,
    at_least,
    best_of,
    cards,
    either,
    hcp,
    honours,
    stopper,
    trump_holding,
    trumps_and_points,
)

TAKEOUT = frozenset(["takeout"])
PENALTY = frozenset(["penalty"])
_TAKEOUT_WORDS = ("takeout", "negative", "responsive", "support", "reopening", "balancing", "cards", "shows")


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
    floor = LAW_FLOOR[call.level] + (2 if we else 0) - (2 if they and not we else 0)
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
    length = OWN_SUIT_LENGTH[level] - (1 if turn.balancing and level == 2 else 0)
    length = max(length, turn.me.least[suit] + 1 if turn.me.least[suit] >= 4 else 0)
    need = OWN_SUIT_NEED[level] - (2 if turn.balancing else 0)
    least = OWN_SUIT_LEAST[level] - (3 if turn.balancing else 0)
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


def is_for_takeout(view: NaturalView) -> bool:
    """Whether partner's double asks me to bid: by its tags, or low and with nothing agreed."""
    tags = view.turn.partner_tags
    if any(tag.startswith("penalty") for tag in tags):
        return False
    if any(tag.startswith(_TAKEOUT_WORDS) for tag in tags):
        return True
    return is_takeout_zone(view)


def is_takeout_zone(view: NaturalView) -> bool:
    """Whether a double of their last bid is for takeout; the other doubles are for penalties."""
    turn = view.turn
    partner = turn.partner
    if view.strain is Strain.NOTRUMP or view.last > HIGHEST_TAKEOUT or turn.agreed is not None:
        return False
    if turn.game_forced or any(call is REDOUBLE for call in (*turn.me.calls, *partner.calls)):
        return False
    if partner.acted and (partner.hcp[0] >= 14 and min(partner.least) >= 2):  # partner's notrump
        return False
    if partner.acted and partner.points[2] <= 12 and max(partner.least) >= 6:  # partner's preempt
        return False
    return not (partner.acted and turn.me.acted and view.level >= 4)


def penalty_double(sheet: Sheet) -> None:
    """With more strength than they can have."""
    view = sheet.view
    trumps = view.strain.suit
    level = view.level
    ours = 40 - view.theirs
    if trumps is None:
        need = NOTRUMP_DOUBLE_NEED[level]
        if ours >= need - 2 or level <= 2:
            enough = hcp(max(view.as_shown(need), 6))
            sheet.call(DOUBLE, "penalty double", "penalty double", enough, *_theirs_held(view), tags=PENALTY)
        return
    if level >= 3 and (ours >= PENALTY_DOUBLE_NEED[level] - 1.5 or view.low >= 10):
        enough = hcp(max(view.as_shown(PENALTY_DOUBLE_NEED[level]) + 1, 7))
        length = cards(trumps, PENALTY_DOUBLE_TRUMPS[level])
        sheet.call(DOUBLE, "penalty double", "penalty double", enough, length, tags=PENALTY)
    if level >= 6:
        sheet.call(DOUBLE, "penalty double", "penalty double", at_least(QUICK_TRICKS, 5), tags=PENALTY)


def trump_stack(sheet: Sheet) -> None:
    """A penalty double on their trumps."""
    view = sheet.view
    trumps, level = view.strain.suit, view.level
    if trumps is None or level < 2:
        return
    enough = hcp(max(view.as_shown(TRUMP_STACK_NEED[level]), 4))
    stack = trump_holding(trumps, 5, 3)
    if level > 2:
        stack = either(stack, trump_holding(trumps, 4, 5))
    sheet.call(DOUBLE, "penalty double", "penalty double", enough, stack, tags=PENALTY)


def _theirs_held(view: NaturalView) -> list[Condition]:
    return [stopper(suit) for suit in view.turn.their_suits[:2]]


def takeout_double(sheet: Sheet) -> None:
    """Short in their suit, support for what is left."""
    view = sheet.view
    turn = view.turn
    trumps = view.strain.suit
    if trumps is None or (turn.me.acted and turn.me.points[2] - turn.me.points[0] <= LIMITED):
        return
    unbid = [suit for suit in Suit if suit not in turn.their_suits and suit is not trumps]
    mine = [suit for suit in unbid if turn.me.least[suit] >= 4]
    left = [suit for suit in unbid if suit not in mine]
    if not left:
        return
    need = TAKEOUT_NEED[view.level] - (2 if turn.balancing else 0)
    floor = TAKEOUT_LEAST[view.level] - (3 if turn.balancing else 0)
    if turn.partner.acted:
        floor = 6 + 2 * view.level
    if turn.me.acted:  # a second call on the same strength needs more of it the higher they are
        floor = max(floor, turn.me.points[0] + 2 * (view.level - 1) - turn.balancing)
    points = max(floor, view.likely(need))
    shape = [cards(suit, 3) for suit in left]
    text = "takeout double"
    sheet.call(
        DOUBLE, "takeout double", text, hcp(points), cards(trumps, 0, 2), *shape, forcing="1 round", tags=TAKEOUT
    )
    if not turn.me.acted and not turn.partner.acted:
        sheet.call(DOUBLE, "takeout double", text, hcp(STRONG_TAKEOUT), forcing="1 round", tags=TAKEOUT)


def answer_double(sheet: Sheet) -> None:
    """Partner's double: leave it in with their trumps, else bid the best of what it asks for."""
    view = sheet.view
    turn = view.turn
    if not is_for_takeout(view) and not turn.must_act:
        sheet.pass_the_rest("the double stands")
        return
    trumps = view.strain.suit
    if trumps is None:
        sheet.call(PASS, "leaves it in", "to defend", at_least(QUICK_TRICKS, 2))
    else:
        length, strength = LEAVING_IN[view.level]
        sheet.call(PASS, "leaves it in", "to defend", cards(trumps, length), honours(trumps, strength))
        if view.level >= 4:
            even = hcp(6)
            sheet.call(PASS, "leaves it in", "to defend", even, *(cards(suit, 0, 4) for suit in Suit))
    _answers(sheet, trumps)


def _answers(sheet: Sheet, trumps: Suit | None) -> None:
    """Game, an invitation by a jump, notrump with their suit stopped, the cheapest bid of the longest suit."""
    view = sheet.view
    theirs = view.turn.their_suits
    asked = tuple(suit for suit in DOWNWARDS if suit not in theirs and suit is not trumps)
    if not asked:
        return
    best = {suit: best_of(suit, asked) for suit in asked}
    majors = tuple(suit for suit in asked if suit in MAJORS)
    game = view.outright(SUIT_NEED[4])
    for suit in majors:
        sheet.bid(view.at(4, suit), "game", "to play", hcp(game), cards(suit, 4), best_of(suit, majors))
    sheet.bid(view.at(3, Strain.NOTRUMP), "game", "to play", hcp(view.outright(NOTRUMP_NEED[3])), *stops(view))
    if trumps is not None:
        cue = view.cheapest(trumps)
        if cue is not None and cue.level <= 3:
            tags = frozenset(["cue"])
            strong = hcp(view.outright(SUIT_NEED[4]))
            sheet.call(
                cue, "cue", "cue-bid, strong, asks for more", strong, forcing="1 round", tags=tags, artificial=True
            )
    invite = view.inviting(SUIT_NEED[4])
    for suit in majors:
        level = view.levels[suit] + 1
        if level <= 3:
            enough = hcp(invite)
            long = cards(suit, 4)
            sheet.bid(
                view.at(level, suit), "invites", "invites game", enough, long, best_of(suit, majors), forcing="invite"
            )
    held = [] if trumps is None else [stopper(trumps)]
    sheet.bid(view.at(2, Strain.NOTRUMP), "invites", "invites game", hcp(invite), *held, forcing="invite")
    for suit in majors:
        sheet.bid(view.cheapest(suit), "best suit", "natural", cards(suit, 4), best_of(suit, majors), best[suit])
    for suit in majors:
        sheet.bid(
            view.cheapest(suit), "best suit", "natural", cards(suit, 4), best_of(suit, majors), _short_of_five(asked)
        )
    if view.levels[Strain.NOTRUMP] == 1:
        sheet.bid(view.at(1, Strain.NOTRUMP), "notrump", "natural", hcp(view.likely(NOTRUMP_NEED[1])), *held)
    for suit in asked:
        sheet.bid(view.cheapest(suit), "best suit", "natural", best[suit])


def _short_of_five(asked: tuple[Suit, ...]) -> Condition:
    """No five-card minor to bid instead."""
    return all_of(cards(suit, 0, 4) for suit in asked if suit not in MAJORS)
