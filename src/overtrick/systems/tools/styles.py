"""What partnerships choose: ranges, styles and conventions, with their options, and cards drafted from them."""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path

from overtrick.systems.system import System, SystemErrors

BASES = {"sayc": "SAYC", "two_over_one": "2/1 game forcing", "acol": "Acol"}
"""The shipped cards that a draft may extend, by their files."""
PLAYED, NOT_PLAYED = "played", "not played"


@dataclass(frozen=True)
class StyleOption:
    """One way to play something, as changes to a card."""

    name: str
    params: tuple[tuple[str, str], ...] = ()
    use: tuple[str, ...] = ()
    """Blocks as they stand after `use:`, with their parameters."""
    without: tuple[str, ...] = ()


@dataclass(frozen=True)
class Style:
    """Something that partners agree on, and the ways to play it, the usual ones first."""

    name: str
    options: tuple[StyleOption, ...]


def _values(style: str, parameter: str, *values: str, **others: str) -> Style:
    more = tuple(others.items())
    return Style(style, tuple(StyleOption(value, ((parameter, value), *more)) for value in values))


def _block(style: str, block: str) -> Style:
    return Style(style, (StyleOption(PLAYED, use=(block,)), StyleOption(NOT_PLAYED, without=(block,))))


def _one_of(style: str, blocks: dict[str, tuple[str, ...]]) -> Style:
    """Blocks of which a card plays one set, and not the others."""
    every = {block for used in blocks.values() for block in used}
    return Style(style, tuple(StyleOption(name, (), used, tuple(sorted(every))) for name, used in blocks.items()))


_KEY_CARDS = (("aces", "key cards"),)
_OLDER = "rkcb: {first: 0|3, second: 1|4, first_low: 0, second_low: 1}"

NOTRUMP = _values(
    *("1NT opening", "nt", "15-17", "12-14", "14-16", "16-18", "15-18", "11-14", "13-15", "10-12"),
    rebid_nt="{beside(nt)}",
)
STYLES = (
    NOTRUMP,
    _values("2NT opening", "two_nt", "20-21", "20-22", "19-20", "21-22"),
    _values("opening bids from", "open", "12", "11", "13"),
    Style(
        "weak twos",
        (
            *(StyleOption(points, use=(f"weak_two: {{weak2: {points}}}",)) for points in ("5-11", "5-10", "6-10")),
            StyleOption(NOT_PLAYED, without=("weak_two",)),
        ),
    ),
    _one_of(
        "defence to 1NT",
        {
            "natural": ("natural_over_nt",),
            "Cappelletti": ("cappelletti",),
            "Landy": ("landy", "natural_over_nt"),
            "DONT": ("dont",),
            "Multi-Landy": ("multi_landy",),
        },
    ),
    Style(
        "4NT",
        (
            StyleOption("Blackwood", (("aces", "aces"),), ("blackwood",), ("rkcb",)),
            StyleOption("key cards, 1430", _KEY_CARDS, ("rkcb",), ("blackwood",)),
            StyleOption("key cards, 3014", _KEY_CARDS, (_OLDER,), ("blackwood",)),
        ),
    ),
    _values("single raise of a major", "raise", "6-9", "5-9", "7-10"),
    _values("trumps of a limit raise", "limit_trumps", "3", "4"),
    _block("Stayman", "stayman"),
    _block("transfers over 1NT", "transfers"),
    _block("2♠ relay over 1NT", "minor_relay"),
    _block("Jacoby 2NT", "jacoby_2nt"),
    _block("splinters", "splinters"),
    _block("Bergen raises", "bergen"),
    _block("Drury", "drury"),
    _block("inverted minors", "inverted_minors"),
    _block("weak jump shifts", "weak_jump_shift"),
    _block("new minor forcing", "new_minor_forcing"),
    _block("negative doubles", "negative_double"),
    _block("negative doubles through 3♠", "negative_double_high"),
    _block("support doubles", "support_double"),
    _block("responsive doubles", "responsive_double"),
    _block("Jordan 2NT", "two_nt_raise_over_double"),
    _block("limit raises over an overcall", "limit_jump_raise"),
    _block("Michaels", "michaels"),
    _block("unusual 2NT", "unusual_2nt"),
    _block("weak jump overcalls", "weak_jump_overcall"),
    _block("Lebensohl", "lebensohl"),
    _block("Lebensohl over weak twos", "lebensohl_over_weak_twos"),
)
"""In the order in which they are looked at: what comes up often first."""


@dataclass(frozen=True)
class CardDraft:
    """A shipped card with other choices in some styles."""

    base: str
    choices: tuple[StyleOption, ...] = ()
    beside: Path | None = None
    """The folder of a base that is not shipped."""

    def with_choice(self, option: StyleOption, style: Style | None = None) -> "CardDraft":
        """This draft with one more choice, in place of any other of the same style."""
        others = [choice for choice in self.choices if style is None or choice not in style.options]
        return replace(self, choices=(*others, option))

    @property
    def name(self) -> str:
        """What the base is called."""
        return BASES.get(self.base, self.base)

    @property
    def text(self) -> str:
        """The draft as a card's file."""
        known = _blocks(self.base, self.beside)
        params = dict(pair for option in self.choices for pair in option.params)
        without = sorted({block for option in self.choices for block in option.without if block in known})
        used = dict.fromkeys(entry for option in self.choices for entry in option.use)
        used = {entry: None for entry in used if entry not in known or entry in without}
        lines = ["system: Inferred", f"include: [{self.base}]"]
        if params:
            lines += ["params:", *(f'  {name}: "{value}"' for name, value in params.items())]
        if without:
            lines.append(f"without: [{', '.join(without)}]")
        if used:
            lines += ["use:", *(f"- {entry}" for entry in used)]
        return "\n".join(lines) + "\n"

    @cached_property
    def system(self) -> System:
        return System.loads(self.text, "inferred.yaml", self.beside)

    @property
    def goes_together(self) -> bool:
        """Whether the choices make a card."""
        try:
            return bool(self.system)
        except SystemErrors:
            return False

    @cached_property
    def rules(self) -> dict[str, frozenset[str]]:
        """By pattern, its rules in words: what a change changes."""
        written: dict[str, set[str]] = {}
        for situation in self.system.situations:
            for rule in situation.rules:
                words = (rule.id, rule.call.text, rule.hand_text, rule.forcing, str(rule.artificial), *rule.tags)
                written.setdefault(situation.key, set()).add(" | ".join(words))
        return {pattern: frozenset(rules) for pattern, rules in written.items()}

    def changed_from(self, other: "CardDraft") -> frozenset[str]:
        """The patterns at which another draft has other rules."""
        ours, theirs = self.rules, other.rules
        return frozenset(pattern for pattern in ours.keys() | theirs.keys() if ours.get(pattern) != theirs.get(pattern))


@lru_cache(maxsize=8)
def _blocks(base: str, beside: Path | None) -> tuple[str, ...]:
    return System.loads(f"system: {base}\ninclude: [{base}]", beside=beside).blocks
