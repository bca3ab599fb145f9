"""All patterns of a system as one machine: an auction costs one step a call."""

from collections.abc import Iterable

from overtrick.core import Call, Suit
from overtrick.systems.language.patterns import Bound, Pattern, PatternEvent, State

States = int
"""Where the patterns of a system stand together, as a number of the machine."""
MOST_STEPS = 1 << 19
"""Steps of patterns, of some 90 bytes each, that are remembered before all are forgotten."""

_FOR_LETTERS = frozenset(["artificial", *(f"shows {suit}" for suit in Suit)])
"""The tags that tell whether a bid shows its suit, as letters in patterns ask."""


class Matcher:
    """Steps through the patterns of a system together and remembers every step."""

    def __init__(self, patterns: Iterable[tuple[int, Pattern | None]]) -> None:
        """Patterns with the number of their situation, in the order in which they are to be reported."""
        self._patterns = {number: pattern for number, pattern in patterns if pattern is not None}
        self._numbers: dict[tuple[int, State], int] = {}
        self._states: list[tuple[int, State]] = []
        self._ended: set[int] = set()
        """The states in which a pattern is complete."""
        self._calls: tuple[list[int], list[int]] = [], []
        """By state, the calls with which its pattern can go on, as bits: theirs, ours."""
        self._calls_at: dict[tuple[int, int], tuple[int, int]] = {}
        self._gaps: dict[int, tuple[int, ...]] = {}
        """Of states at `...`, those after any call."""
        self._steps: dict[PatternEvent, dict[int, tuple[int, ...]]] = {}
        self._remembered = 0
        self._sets: dict[tuple[int, ...], States] = {}
        self._members: list[tuple[int, ...]] = []
        self._named = _FOR_LETTERS.union(*(pattern.tags() for pattern in self._patterns.values()))
        self._seen: dict[frozenset[str], frozenset[str]] = {}
        self._after: dict[tuple[States, int, bool, frozenset[str]], States] = {}
        self._accepted: dict[States, tuple[tuple[int, Bound], ...]] = {}
        self.start = self._set_of(
            self._numbered((number, state) for number, pattern in self._patterns.items() for state in pattern.start())
        )

    @property
    def size(self) -> int:
        """The states of single patterns and the sets of them that have been reached."""
        return len(self._states) + len(self._members)

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
        return following

    def _forget_steps(self) -> None:
        """The numbers of states stay: nodes have them."""
        self._remembered = 0
        for steps in (self._steps, self._after, self._seen):
            steps.clear()

    def _step(self, states: States, event: PatternEvent) -> States:
        steps = self._steps.setdefault(event, {})
        known = len(steps)
        reached: dict[int, None] = {}
        calls, gaps, bit = self._calls[event.ours], self._gaps, 1 << event.call.index
        for each in self._members[states]:
            if calls[each] & bit:  # most patterns end here
                after = gaps.get(each) or steps.get(each)
                if after is None:
                    after = steps[each] = self._one_step(each, event)
                for new in after:
                    reached[new] = None
        self._remembered += 1 + len(steps) - known
        return self._set_of(tuple(reached))

    def _one_step(self, each: int, event: PatternEvent) -> tuple[int, ...]:
        number, state = self._states[each]
        reached = self._patterns[number].after(state, event)
        if len(reached) == 1 and reached[0] is state:
            return (each,)
        numbered = self._numbered((number, new) for new in reached)
        if self._is_gap(number, state[0]):
            self._gaps[each] = numbered
        return numbered

    def accepted(self, states: States) -> tuple[tuple[int, Bound], ...]:
        """The situations whose patterns are complete, with what their letters stand for."""
        situations = self._accepted.get(states)
        if situations is None:
            complete = (self._states[each] for each in self._members[states] if each in self._ended)
            situations = self._accepted[states] = tuple(sorted((number, bound) for number, (_, bound) in complete))
        return situations

    def _is_gap(self, number: int, place: int) -> bool:
        tokens = self._patterns[number].tokens
        return place < len(tokens) and tokens[place].any_number

    def _describe(self, each: int, number: int, state: State) -> None:
        """Note of a new state which calls bring it on, and whether its pattern is complete."""
        pattern, place = self._patterns[number], state[0]
        if place == len(pattern.tokens):
            self._ended.add(each)
        known = self._calls_at.get((number, place))
        if known is None:
            known = self._calls_at[number, place] = pattern.calls(place, False), pattern.calls(place, True)
        for calls, of_side in zip(self._calls, known, strict=True):
            calls.append(of_side)

    def _set_of(self, members: tuple[int, ...]) -> States:
        number = self._sets.setdefault(members, len(self._members))
        if number == len(self._members):
            self._members.append(members)
        return number

    def _numbered(self, states: Iterable[tuple[int, State]]) -> tuple[int, ...]:
        numbers = []
        for state in states:
            number = self._numbers.setdefault(state, len(self._states))
            if number == len(self._states):
                self._states.append(state)
                self._describe(number, *state)
            numbers.append(number)
        return tuple(numbers)
