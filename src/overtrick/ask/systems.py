"""Systems themselves: which there are, their rules, what is wrong with one, and its tree of calls."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple

from overtrick.ask.explain import Words
from overtrick.ask.position import NO_CALLS, Seed, SystemName, SystemsQuestion
from overtrick.ask.wire import FLAT, Question, Text, Whole, form
from overtrick.core import Auction, BridgeError, Call, Hand
from overtrick.systems.engine.meaning import Meaning
from overtrick.systems.system import NAMES, SHIPPED, System, SystemErrors, post_system
from overtrick.systems.tools.booklet import Booklet, BookletEntry, BookletSection
from overtrick.systems.tools.check import ERROR, LEVELS, Finding, lint
from overtrick.systems.tools.unknown import unknown

# Which there are


@dataclass(frozen=True, kw_only=True)
class SystemsListQuestion(Question):
    """Which systems are shipped?"""


@dataclass(frozen=True, kw_only=True)
class SystemSummary:
    """A system's name and what it says about itself."""

    id: str
    name: str
    about: str
    rules: int
    system_hash: str

    @classmethod
    def of(cls, stem: str) -> "SystemSummary":
        """A shipped system, by the name of its file."""
        system = System.load(stem)
        return cls(
            id=stem, name=system.name, about=system.text, rules=len(system.rules), system_hash=system.fingerprint
        )


@dataclass(frozen=True, kw_only=True)
class SystemsListAnswer:
    """The shipped systems."""

    systems: list[SystemSummary]
    kind: Literal["rule"] = "rule"


def systems(question: SystemsListQuestion) -> SystemsListAnswer:
    """The shipped systems."""
    return SystemsListAnswer(systems=[SystemSummary.of(stem) for stem in dict.fromkeys(NAMES.values())])


@dataclass(frozen=True, kw_only=True)
class SystemQuestion(Question):
    """A shipped system with its whole text and its rules."""

    name: SystemName


class RuleText(NamedTuple):
    """A rule in the words of the system's file."""

    id: str
    call: Words
    hand: Words
    text: Words
    source: str


class SituationRules(NamedTuple):
    """The rules after auctions of one kind."""

    when: Words
    rules: list[RuleText]


@dataclass(frozen=True, kw_only=True)
class SystemAnswer:
    """A system: its text, and its rules by situation."""

    summary: Annotated[SystemSummary, FLAT]
    text: str
    situations: list[SituationRules]
    kind: Literal["rule"] = "rule"


def system(question: SystemQuestion) -> SystemAnswer:
    """A shipped system."""
    stem = NAMES[question.name]
    text = (SHIPPED / f"{stem}.yaml").read_text(encoding="utf-8-sig")
    situations = [
        SituationRules(
            situation.key,
            [RuleText(rule.id, rule.call.text, rule.hand_text, rule.text, rule.source) for rule in situation.rules],
        )
        for situation in System.load(stem).situations
    ]
    return SystemAnswer(summary=SystemSummary.of(stem), text=text, situations=situations)


# What is wrong with one


@dataclass(frozen=True, kw_only=True)
class CheckQuestion(Question):
    """The text of a system; `deals` are bid with it in search of holes, 0 for a look at its words alone."""

    text: Annotated[str, Text(200_000)]
    deals: Annotated[int, Whole(0, 400)] = 100


@dataclass(frozen=True, kw_only=True)
class CheckAnswer:
    """Mistakes with line and column where it cannot be read, or else what a look through it has brought up."""

    ok: bool
    errors: Sequence[BridgeError]
    system: str | None = None
    rules: int | None = None
    counts: Mapping[str, int] | None = None
    findings: Sequence[Finding]
    kind: Literal["rule"] = "rule"


class CardFindings(NamedTuple):
    """What a look through a system in a file has brought up, as far as it is shown."""

    system: str
    counts: Mapping[str, int]
    findings: Sequence[Finding]


def check(question: CheckQuestion) -> CheckAnswer:
    """What is wrong with a system's text."""
    try:
        system = System.load(post_system(question.text))
    except SystemErrors as errors:
        return CheckAnswer(ok=False, errors=errors.errors, findings=[])
    findings = [*lint(system, deals=question.deals), *unknown(system)] if question.deals else []
    return CheckAnswer(
        ok=not any(finding.level == ERROR for finding in findings),
        errors=[],
        system=system.name,
        rules=len(system.rules),
        counts=counts_by_level(findings),
        findings=findings,
    )


def counts_by_level(findings: Sequence[Finding]) -> dict[str, int]:
    """How many errors, warnings and remarks."""
    return {level: sum(finding.level == level for finding in findings) for level in LEVELS}


# Its tree of calls


@dataclass(frozen=True, kw_only=True)
class TreeQuestion(SystemsQuestion):
    """A system as a tree, from the start or `after` an auction."""

    after: Auction = NO_CALLS
    depth: Annotated[int, Whole(1, 3)] = 1
    deals: Annotated[int, Whole(100, 10_000)] = 1000
    seed: Seed = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.after.is_over:
            raise BridgeError("expected an auction with a call to come, got one that is over").at(source="after")


@form(BookletEntry)
@dataclass(frozen=True)
class _EntryForm:
    """A call: how often it comes, a hand that makes it, and what it shows."""

    call: Call
    share: float | None
    hand: Hand | None
    meaning: Annotated[Meaning, FLAT]

    @classmethod
    def of(cls, entry: BookletEntry) -> "_EntryForm":
        return cls(entry.call, entry.share, entry.hand, entry.meaning)


@form(BookletSection)
@dataclass(frozen=True)
class _SectionForm:
    """The calls at one point of an auction."""

    title: str
    auction: Auction
    depth: int
    hands: int
    calls: tuple[BookletEntry, ...]

    @classmethod
    def of(cls, section: BookletSection) -> "_SectionForm":
        return cls(section.title, section.auction, section.depth, section.hands, section.entries)


@dataclass(frozen=True, kw_only=True)
class TreeAnswer:
    """A system by sections, each the calls at one point."""

    system: str
    sections: list[BookletSection]
    kind: Literal["rule"] = "rule"


def tree(question: TreeQuestion) -> TreeAnswer:
    """Sections with every call, how often it comes, what it shows and a hand that makes it."""
    system = System.load(question.names()[0])
    booklet = Booklet(system, deals=question.deals, seed=question.seed)
    return TreeAnswer(system=system.name, sections=list(booklet.sections(question.depth, question.after)))
