"""The card that players seem to play: of the ways to play something, the one that makes the calls they made.

Every call of a pair is asked for again: with the same hand at the same point of the auction, does a card that plays
this option make it? Options are compared at the turns where one does and the other does not.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, log

from overtrick.core import Auction, BridgeError, Call, Hand, Record, Seat, Side, Vulnerability
from overtrick.systems.engine.automaton import Matcher
from overtrick.systems.language.rules import OPENING
from overtrick.systems.system import System
from overtrick.systems.table import Table
from overtrick.systems.tools.styles import BASES, NOTRUMP, STYLES, CardDraft, Style, StyleOption

LEAST_NOISE, MOST_NOISE = 0.02, 0.4
"""Bounds of the share of calls that a player is thought to make off the card."""
PRIOR = 4.0
"""How much likelier what the nearest card plays is than another way, before any board is seen."""
CLEAR = 2
"""Turns by which a partner's calls must favour another option before partners are said to disagree."""
STARTS = tuple(CardDraft(base, (option,)) for base in BASES for option in NOTRUMP.options[:2])
"""The cards a search begins with: every shipped one, with a strong and with a weak notrump."""

PairNames = tuple[str, str]
Marks = tuple[bool, ...]
"""By turn of a pair on a board, whether a card makes the call that was made."""
Overlay = Mapping[int, Marks]
"""The marks on boards where an option may matter; on the others they are those of the card before."""


@dataclass(frozen=True)
class PairBoard:
    """A board as a pair bid it, turned so that the pair sits North-South."""

    label: str
    dealer: Seat
    vulnerability: Vulnerability
    hands: tuple[Hand, ...]
    """From the dealer on."""
    calls: tuple[Call, ...]
    opponents: PairNames

    @property
    def turns(self) -> list[int]:
        """The calls of the pair whose hands are known."""
        ours = [place for place in range(len(self.calls)) if self.dealer.after(place).side == Side.NORTH_SOUTH]
        return [place for place in ours if self.hands[place & 3].is_complete]

    def partner(self, place: int) -> int:
        """Which of the pair made a call: 0 North, 1 South."""
        return int(self.dealer.after(place)) // 2


@dataclass(frozen=True)
class StyleFinding:
    """What a pair plays in one style, and what speaks for it."""

    style: str
    value: str
    sure: float | None
    """The chance that it is so, among the options compared; None where no board tells."""
    alike: tuple[str, ...]
    """Other options that no board tells apart from it."""
    instead: str | None
    """The option that comes next and that some board tells apart."""
    boards_for: tuple[str, ...]
    """Boards with a call that this option makes and the next does not."""
    boards_against: tuple[str, ...]
    partners: tuple[str, str] | None = None
    """What each partner seems to play, where they disagree."""


@dataclass(frozen=True)
class PairInference:
    """The card of a pair."""

    players: PairNames
    boards: int
    calls: int
    base: str
    """The nearest shipped card."""
    explained: float
    """The share of calls that the inferred card makes, too."""
    styles: tuple[StyleFinding, ...]
    card: str
    """The inferred card, as a file."""


def boards_of_pairs(records: Iterable[Record]) -> dict[PairNames, list[PairBoard]]:
    """The boards of each pair; pairs are known by their names or, without them, by where they sit."""
    pairs: dict[PairNames, list[PairBoard]] = {}
    for number, record in enumerate(records, 1):
        if record.auction is not None and record.auction.calls:
            for side in Side:
                board = _turned(record, record.auction, side, pair_at(record, side.opponents), str(number))
                pairs.setdefault(pair_at(record, side), []).append(board)
    return pairs


def _names(record: Record, side: Side) -> PairNames:
    first, second = [seat for seat in Seat if seat.side == side]
    return record.players.get(first) or str(first), record.players.get(second) or str(second)


def pair_at(record: Record, side: Side) -> PairNames:
    """The pair of a side: the key of its boards among those of all pairs."""
    return _sorted(_names(record, side))


def _sorted(names: PairNames) -> PairNames:
    return names if names[0] <= names[1] else (names[1], names[0])


def _turned(record: Record, auction: Auction, side: Side, opponents: PairNames, number: str) -> PairBoard:
    """A record from a side's seats: the first of the pair's names sits North."""
    names, vulnerability = _names(record, side), record.board.vulnerability
    turn = int(side) + 2 * (names != _sorted(names))
    us, them = vulnerability.includes(side), vulnerability.includes(side.opponents)
    return PairBoard(
        str(record.board.number or number),
        auction.dealer.after(-turn % 4),
        Vulnerability(us + 2 * them),
        tuple(record.board.deal[auction.dealer.after(place)] for place in range(4)),
        auction.calls,
        opponents,
    )


def infer_cards(
    records: Iterable[Record],
    least: int = 1,
    player: str | None = None,
    progress: Callable[[int], None] | None = None,
    *,
    starts: Sequence[CardDraft] = STARTS,
    styles: Sequence[Style] = STYLES,
) -> list[PairInference]:
    """What each pair with at least so many boards seems to play, or the pair of one player.

    The search begins with the nearest of `starts`. `progress` is called with the options tried.
    """
    pairs = boards_of_pairs(records)
    wanted = {names: boards for names, boards in pairs.items() if len(boards) >= least}
    wanted = {names: boards for names, boards in wanted.items() if player is None or player in names}
    if not wanted:
        whose, most = "a pair" if player is None else f"a pair of {player}", max(map(len, pairs.values()), default=0)
        raise BridgeError(f"expected {whose} with {least} boards of known hands and auction, got at most {most}")
    report = progress or (lambda done: None)
    met = {board.opponents for boards in wanted.values() for board in boards}
    nearest = {names: _nearest(pairs[names], starts, report) for names in pairs if names in wanted or names in met}
    theirs = {names: draft.system for names, draft in nearest.items()}
    bases = tuple({start.base: start for start in starts}.values())
    searches = [_Search(names, boards, nearest[names], theirs, report) for names, boards in wanted.items()]
    return [search.found(styles, bases) for search in searches]


def weight_of_a_call(explained: float) -> float:
    """How much one more call that a card makes speaks for it, where it makes that share of all: a logarithm of odds."""
    noise = min(MOST_NOISE, max(LEAST_NOISE, 1 - explained))
    return log((1 - noise) / noise)


def _nearest(boards: Sequence[PairBoard], starts: Sequence[CardDraft], report: Callable[[int], None]) -> CardDraft:
    """Of the cards to begin with, the one that makes most of the calls."""
    made: dict[CardDraft, int] = {}
    for draft in starts:
        table = Table(draft.system)
        made[draft] = sum(sum(marks_of(table, board)) for board in boards)
        report(1)
    return max(made, key=lambda draft: made[draft])


def marks_of(table: Table, board: PairBoard, before_opening: bool = False) -> Marks:
    """By turn of the pair, whether North-South's card makes the call that was made; all turns, or up to the opening."""
    node = table.tree.root(board.dealer, board.vulnerability)
    turns, marks = set(board.turns), []
    for place, call in enumerate(board.calls):
        if place in turns:
            marks.append(node.bid(board.hands[place & 3])[0] == call)
        node = node.child(call)
        if before_opening and node.opener >= 0:
            break
    return tuple(marks)


class _Search:
    """Goes from the nearest shipped card, style by style, to the card that makes most of the calls made."""

    def __init__(
        self,
        names: PairNames,
        boards: Sequence[PairBoard],
        draft: CardDraft,
        theirs: Mapping[PairNames, System],
        report: Callable[[int], None],
    ) -> None:
        self.names, self.boards, self.theirs, self.report = names, boards, theirs, report
        self._begin(draft, self._marks(draft, range(len(boards))))

    def _begin(self, draft: CardDraft, marks: dict[int, Marks]) -> None:
        self.draft, self.marks = draft, marks
        """The best card so far, and its marks by board."""
        self.events = [_events(Table(draft.system), board) for board in self.boards]

    def found(self, styles: Sequence[Style], bases: Sequence[CardDraft]) -> PairInference:
        """The pair's card; which of `bases` it extends is asked again once the styles are known."""
        untried = {base.base: base for base in bases if base.base != self.draft.base}
        settled = [self._settle(style) for style in styles]
        while better := self._better_base(untried.values(), settled):
            del untried[better[0].base]
            self._begin(*better)
            settled = [self._settle(style) for style in styles]
        findings = tuple(finding for finding, _ in settled)
        calls = sum(map(len, self.marks.values()))
        base, card = self.draft.name, self.draft.text
        return PairInference(self.names, len(self.boards), calls, base, self._explained, findings, card)

    def _better_base(
        self, bases: Iterable[CardDraft], settled: Iterable[tuple[StyleFinding, StyleOption]]
    ) -> tuple[CardDraft, dict[int, Marks]] | None:
        """The card that makes more of the calls than this one, of those that choose the same on another base."""
        told = tuple(option for finding, option in settled if finding.sure is not None)
        best, made = None, _calls_made(self.marks)
        for base in bases:
            draft = replace(base, choices=told)
            if draft.goes_together:
                marks = self._marks(draft, range(len(self.boards)))
                self.report(1)
                if _calls_made(marks) > made:
                    best, made = (draft, marks), _calls_made(marks)
        return best

    @property
    def _explained(self) -> float:
        calls = sum(map(len, self.marks.values()))
        return _calls_made(self.marks) / max(1, calls)

    def _marks(self, draft: CardDraft, places: Iterable[int]) -> dict[int, Marks]:
        tables: dict[PairNames | None, Table] = {}
        marks = {}
        for place in places:
            board = self.boards[place]
            opponents = board.opponents if board.opponents in self.theirs else None
            if opponents not in tables:
                theirs = draft.system if opponents is None else self.theirs[opponents]
                tables[opponents] = Table(draft.system, theirs)
            marks[place] = marks_of(tables[opponents], board)
        return marks

    def _settle(self, style: Style) -> tuple[StyleFinding, StyleOption]:
        """Choose the likeliest option of a style, which the card plays from here on."""
        drafts = {option: self._drafted(option, style) for option in style.options}
        drafts = {option: draft for option, draft in drafts.items() if draft.goes_together}
        changed = {option: draft.changed_from(self.draft) for option, draft in drafts.items()}
        usual = next((option for option in drafts if not changed[option]), StyleOption(f"as {self.draft.name}"))
        drafts.setdefault(usual, self.draft)
        tried = {
            option: self._marks(draft, self._reached(draft, changed.get(option, frozenset())))
            for option, draft in drafts.items()
            if option == usual or changed[option]
        }
        self.report(len(style.options))
        finding, best = self._compared(style, tried, usual)
        if best != usual:
            self.draft = drafts[best]
            self.marks.update(tried[best])
        return finding, best

    def _drafted(self, option: StyleOption, style: Style) -> CardDraft:
        """The card with another choice; the card itself, read already, where that is what it plays."""
        draft = self.draft.with_choice(option, style)
        return self.draft if draft.text == self.draft.text else draft

    def _reached(self, draft: CardDraft, changed: frozenset[str]) -> list[int]:
        """The boards on which an option may matter: the pair opens otherwise, or comes to a pattern that it changes."""
        written = (*draft.system.situations, *self.draft.system.situations)
        patterns = {situation.key: situation.when for situation in written if situation.key in changed - {OPENING}}
        matcher = Matcher(enumerate(patterns.values()))
        reached = {place for place, events in enumerate(self.events) if _comes_to(matcher, events)}
        if OPENING in changed:
            table = Table(draft.system)
            for place in set(range(len(self.boards))) - reached:
                opened = marks_of(table, self.boards[place], before_opening=True)
                if opened != self.marks[place][: len(opened)]:
                    reached.add(place)
        return sorted(reached)

    def _compared(
        self, style: Style, tried: Mapping[StyleOption, Overlay], usual: StyleOption
    ) -> tuple[StyleFinding, StyleOption]:
        weight = weight_of_a_call(self._explained)
        gains = {option: self._gains(marks) for option, marks in tried.items()}
        scores = {option: weight * sum(each) + log(PRIOR) * (option == usual) for option, each in gains.items()}
        ranked = sorted(scores, key=lambda option: -scores[option])
        best, *others = ranked
        apart = {option: self._boards_apart(tried[best], tried[option]) for option in others}
        alike = [option for option in others if apart[option] == ((), ())]
        following = next((option for option in others if option not in alike), None)
        sure = 1 / sum(exp(scores[option] - scores[best]) for option in ranked if option not in alike)
        finding = StyleFinding(
            style.name,
            best.name,
            None if following is None else sure,
            tuple(option.name for option in alike),
            None if following is None else following.name,
            *(((), ()) if following is None else apart[following]),
            _disagreement(gains),
        )
        return finding, best

    def _gains(self, overlay: Overlay) -> tuple[int, int]:
        """By partner, how many more of the calls made an option makes than the card before."""
        gains = [0, 0]
        for place, marks in overlay.items():
            board = self.boards[place]
            for turn, before, after in zip(board.turns, self.marks[place], marks, strict=True):
                gains[board.partner(turn)] += after - before
        return gains[0], gains[1]

    def _boards_apart(self, one: Overlay, other: Overlay) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The boards with a call that only the one option makes, and those with one that only the other makes."""
        apart: tuple[dict[str, None], dict[str, None]] = ({}, {})
        for place in sorted({*one, *other}):
            pairs = list(zip(one.get(place, self.marks[place]), other.get(place, self.marks[place]), strict=True))
            for side, boards in enumerate(apart):
                if any(pair[side] and not pair[1 - side] for pair in pairs):
                    boards[self.boards[place].label] = None
        return tuple(apart[0]), tuple(apart[1])


def _calls_made(marks: Overlay) -> int:
    return sum(map(sum, marks.values()))


def _events(table: Table, board: PairBoard) -> list[tuple[Call, bool, frozenset[str]]]:
    """The calls from the opening bid on, as patterns see them: whether they are the pair's, and their tags."""
    node = table.tree.root(board.dealer, board.vulnerability)
    events = []
    for place, call in enumerate(board.calls):
        node = node.child(call)
        if node.opener >= 0:
            ours = board.dealer.after(place).side == Side.NORTH_SOUTH
            events.append((call, ours, node.tags[place & 3]))
    return events


def _comes_to(matcher: Matcher, events: Sequence[tuple[Call, bool, frozenset[str]]]) -> bool:
    states = matcher.start
    for call, ours, tags in events:
        states = matcher.after(states, call, ours, tags)
        if not ours and matcher.accepted(states):
            return True
    return False


def _disagreement(gains: Mapping[StyleOption, tuple[int, int]]) -> tuple[str, str] | None:
    """What each partner plays, where the calls of both speak clearly for different options."""
    first, second = max(gains, key=lambda option: gains[option][0]), max(gains, key=lambda option: gains[option][1])
    clear_first = gains[first][0] - gains[second][0] >= CLEAR
    clear_second = gains[second][1] - gains[first][1] >= CLEAR
    return (first.name, second.name) if clear_first and clear_second else None
