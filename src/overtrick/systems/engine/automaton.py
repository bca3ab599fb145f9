"""All patterns of a system as one machine: an auction costs one step a call.

A state is a pattern, a place in it and what its letters stand for there; states are numbered as they are reached. Where
all patterns stand together is a set of them. Those at `...` stay in it for the rest of the auction, and with them the
places right behind: what comes of these at a call is found once for all sets that have the same ones.
"""

from collections.abc import Iterable

from overtrick.core import PASS, Call, Suit
from overtrick.systems.language.patterns import Bound, Pattern, PatternEvent, PatternToken, State

States = int
"""Where the patterns of a system stand together, as a number of the machine."""
MOST_STEPS = 1 << 19
"""Steps of patterns, of some 90 bytes each, that are remembered before all are forgotten."""

_FOR_LETTERS = frozenset(["artificial", *(f"shows {suit}" for suit in Suit)])
"""The tags that tell whether a bid shows its suit, as letters in patterns ask."""
_Members = tuple[int, tuple[int, ...]]
"""A set of states: the number of its gaps, and the states that are not behind these."""


class Matcher:
    """Steps through the patterns of a system together and remembers every step."""

    def __init__(self, patterns: Iterable[tuple[int, Pattern | None]]) -> None:
        """Patterns with the number of their situation, in the order in which they are to be reported."""
        self._patterns = {number: pattern for number, pattern in patterns if pattern is not None}
        self._numbers: dict[tuple[int, State], int] = {}
        self._states: list[tuple[int, State]] = []
        self._ended: set[int] = set()
        """The states in which a pattern is complete."""
        self._gaps: set[int] = set()
        """The states at `...`, from which any call leads to the same ones, themselves among them."""
        self._calls: tuple[list[int], list[int]] = [], []
        """By state, the calls with which its pattern can go on, as bits: theirs, ours."""
        self._tags: list[frozenset[str]] = []
        """By state, the tags that decide how its pattern goes on."""
        self._places: dict[tuple[int, int], tuple[int, int, frozenset[str]]] = {}
        """By pattern and place: those calls, theirs and ours, and those tags."""
        self._steps: dict[tuple[int, bool], dict[object, tuple[int, ...]]] = {}
        """By call and side; by state, with those of its tags that the call has if it asks for any."""
        self._remembered = 0
        self._behind_gaps: list[frozenset[int]] = [frozenset()]
        """Some gaps together and all states that they lead to; none of them first."""
        self._gap_numbers: dict[frozenset[int], int] = {frozenset(): 0}
        self._gap_steps: dict[tuple[int, int, bool, frozenset[str]], frozenset[int]] = {}
        """By the number of such gaps and a call: where that leads from there, beside the same states."""
        self._sets: dict[_Members, States] = {}
        self._members: list[_Members] = []
        self._named = _FOR_LETTERS.union(*(pattern.tags() for pattern in self._patterns.values()))
        self._seen: dict[frozenset[str], frozenset[str]] = {}
        self._after: dict[tuple[States, int, bool, frozenset[str]], States] = {}
        self._accepted: dict[States, tuple[tuple[int, Bound], ...]] = {}
        starts = ((number, state) for number, pattern in self._patterns.items() for state in pattern.start())
        self.start = self._set_of(set(self._numbered(starts)))

    @property
    def size(self) -> int:
        """The states of single patterns and the sets of them that have been reached."""
        return len(self._states) + len(self._members) + len(self._behind_gaps)

    def after(self, states: States, call: Call, ours: bool, tags: frozenset[str]) -> States:
        """Where the patterns stand one call later."""
        seen = self._seen.get(tags)
        if seen is None:
            seen = self._seen[tags] = tags & self._named
        key = states, call.index, ours, seen
        following = self._after.get(key)
        if following is None:
            if self._remembered > MOST_STEPS:
                self._forget_steps()
            following = self._after[key] = self._step(states, PatternEvent(call, ours, seen))
            self._remembered += 1
        return following

    def _forget_steps(self) -> None:
        """The numbers of states stay: nodes have them."""
        self._remembered = 0
        for steps in (self._steps, self._after, self._seen, self._gap_steps):
            steps.clear()

    def _step(self, states: States, event: PatternEvent) -> States:
        gaps, others = self._members[states]
        key = gaps, event.call.index, event.ours, event.tags
        of_gaps = self._gap_steps.get(key)
        if of_gaps is None:
            behind = self._behind_gaps[gaps]
            of_gaps = self._gap_steps[key] = frozenset(self._reached(behind - self._gaps, event) - behind)
            self._remembered += 1 + len(of_gaps)
        reached = self._reached(others, event)
        reached |= of_gaps
        return self._set_of(reached, gaps)

    def _reached(self, members: Iterable[int], event: PatternEvent) -> set[int]:
        """The states after a call of those that are no gaps."""
        index, ours, seen = event.call.index, event.ours, event.tags
        steps = self._steps.setdefault((index, ours), {})
        calls, bit, known = self._calls[ours], 1 << index, len(steps)
        reached: set[int] = set()
        for each in members:
            if calls[each] & bit:  # most patterns end here
                asked = self._tags[each]
                key = (each, asked & seen) if asked else each
                after = steps.get(key)
                if after is None:
                    after = steps[key] = self._one_step(each, event)
                reached.update(after)
        self._remembered += len(steps) - known
        return reached

    def _one_step(self, each: int, event: PatternEvent) -> tuple[int, ...]:
        number, state = self._states[each]
        return self._numbered((number, new) for new in self._patterns[number].after(state, event))

    def accepted(self, states: States) -> tuple[tuple[int, Bound], ...]:
        """The situations whose patterns are complete, with what their letters stand for."""
        situations = self._accepted.get(states)
        if situations is None:
            gaps, others = self._members[states]
            complete = (self._states[each] for each in self._ended.intersection(self._behind_gaps[gaps].union(others)))
            situations = self._accepted[states] = tuple(sorted((number, bound) for number, (_, bound) in complete))
        return situations

    def _describe(self, each: int, number: int, state: State) -> None:
        """Note of a new state whether it is a gap or the end of its pattern, and what brings it on."""
        pattern, place = self._patterns[number], state[0]
        token = pattern.tokens[place] if place < len(pattern.tokens) else None
        if token is None:
            self._ended.add(each)
        elif token.any_number:
            self._gaps.add(each)
        known = self._places.get((number, place))
        if known is None:
            asked: frozenset[str] = frozenset() if token is None else _tags_asked(token)
            known = self._places[number, place] = pattern.calls(place, False), pattern.calls(place, True), asked
        theirs, ours, tags = known
        self._calls[False].append(theirs)
        self._calls[True].append(ours)
        self._tags.append(tags)

    def _set_of(self, reached: set[int], gaps: int = 0) -> States:
        """The number of the set of these states and of all to which the gaps of that number lead."""
        behind = self._behind_gaps[gaps]
        more = reached & self._gaps
        if not more <= behind:
            gaps, behind = self._with_gaps(behind, more)
        members = gaps, tuple(sorted(reached - behind))
        number = self._sets.setdefault(members, len(self._members))
        if number == len(self._members):
            self._members.append(members)
        return number

    def _with_gaps(self, behind: frozenset[int], more: set[int]) -> tuple[int, frozenset[int]]:
        """Gaps with more of them: their number, and all states to which they lead, whatever is called."""
        whatever = PatternEvent(PASS, ours=True)
        behind = behind.union(*(self._one_step(each, whatever) for each in more - behind))
        gaps = self._gap_numbers.setdefault(behind, len(self._behind_gaps))
        if gaps == len(self._behind_gaps):
            self._behind_gaps.append(behind)
        return gaps, behind

    def _numbered(self, states: Iterable[tuple[int, State]]) -> tuple[int, ...]:
        numbers = []
        for state in states:
            number = self._numbers.setdefault(state, len(self._states))
            if number == len(self._states):
                self._states.append(state)
                self._describe(number, *state)
            numbers.append(number)
        return tuple(numbers)


def _tags_asked(token: PatternToken) -> frozenset[str]:
    """The tags of a call on which it depends whether the call fits a place of a pattern, and how."""
    letters = any(choice.asks_tags and choice.tag is None for choice in token.choices)
    return frozenset(_FOR_LETTERS if letters else ()).union(*(choice.tags() for choice in token.choices))
