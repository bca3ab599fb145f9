"""The section `leads:` of a card: what is agreed, what follows for a suit, and mistakes in it."""

import pytest

from overtrick.core import Card, Hand, Strain, Suit
from overtrick.systems.language.lead_style import LeadAgreements
from overtrick.systems.system import System, SystemErrors

OTHERS = """\
leads:
  suits: {length: third and lowest, ace king: king, small: middle}
  notrump: {honours: second, length: attitude, small: low, text: an ace asks}
"""


def agreed(leads: str) -> LeadAgreements:
    return System.loads(f"system: Mine\nsituations: []\n{leads}").leads


@pytest.mark.parametrize(
    ("holding", "strain", "card", "why", "other"),
    [
        ("QJT73", Strain.NOTRUMP, "SQ", "the top of touching honours in spades", "SJ"),
        ("KQ73", Strain.NOTRUMP, "S3", "fourth best of four spades", "S3"),
        ("KQ73", Strain.HEARTS, "SK", "the top of touching honours in spades", "SK"),
        ("KQT3", Strain.NOTRUMP, "SK", "the top of touching honours in spades", "SQ"),
        ("KQ3", Strain.NOTRUMP, "SK", "the top of touching honours in spades", "SQ"),
        ("KJT3", Strain.NOTRUMP, "SJ", "the top of touching honours in spades", "ST"),
        ("T983", Strain.NOTRUMP, "ST", "the top of touching honours in spades", "S9"),
        ("AQJ3", Strain.HEARTS, "SA", "the ace of spades: an ace is not underled against a suit contract", "SA"),
        ("AQJ3", Strain.NOTRUMP, "SQ", "the top of touching honours in spades", "SJ"),
        ("KJ852", Strain.NOTRUMP, "S5", "fourth best of five spades", "S2"),
        ("98652", Strain.NOTRUMP, "S5", "fourth best of five spades", "S8"),
        ("AK52", Strain.HEARTS, "SA", "the ace from ace and king of spades", "SK"),
        ("K852", Strain.HEARTS, "S2", "fourth best of four spades", "S5"),
        ("K8532", Strain.HEARTS, "S3", "fourth best of five spades", "S2"),
        ("A752", Strain.HEARTS, "SA", "the ace of spades: an ace is not underled against a suit contract", "SA"),
        ("A752", Strain.NOTRUMP, "S2", "fourth best of four spades", "S2"),
        ("K52", Strain.HEARTS, "S2", "low from an honour in spades", "S2"),
        ("852", Strain.HEARTS, "S8", "the top of three small spades", "S5"),
        ("852", Strain.NOTRUMP, "S8", "the top of three small spades", "S2"),
        ("95", Strain.HEARTS, "S9", "the top of a doubleton in spades", "S9"),
        ("7", Strain.HEARTS, "S7", "a singleton spade", "S7"),
    ],
)
def test_the_card_of_a_suit_by_the_usual_and_by_other_agreements(
    holding: str, strain: Strain, card: str, why: str, other: str
) -> None:
    hand = Hand.parse(f"{holding}..{'AKQJT98765432'[: 13 - len(holding)]}.")
    assert LeadAgreements().usual(hand, Suit.SPADES, strain) == (Card.parse(card), why)
    assert agreed(OTHERS).usual(hand, Suit.SPADES, strain).card == Card.parse(other)


@pytest.mark.parametrize(
    ("card", "long", "small"), [("sayc", "S3", "S8"), ("two_over_one", "S2", "S2"), ("acol", "S3", "S5")]
)
def test_what_the_shipped_cards_lead_against_a_suit(card: str, long: str, small: str) -> None:
    leads = System.load(card).leads
    for holding, led in (("K8532", long), ("852", small)):
        hand = Hand.parse(f"{holding}..{'AKQJT98765432'[: 13 - len(holding)]}.")
        assert leads.usual(hand, Suit.SPADES, Strain.HEARTS).card == Card.parse(led)
    assert leads.notrump.length == "fourth best"
    assert leads.suits.text
    assert leads.notrump.text


def test_what_is_not_written_is_the_usual() -> None:
    assert agreed("") == LeadAgreements()
    assert str(agreed(OTHERS).notrump) == "attitude, second of touching honours, ace from ace-king, an ace asks"


@pytest.mark.parametrize(
    ("leads", "message"),
    [
        ("leads: fourth", "Mine.yaml:3:8: expected suits and notrump after leads:"),
        ("leads: {trumps: {}}", "Mine.yaml:3:9: unknown word trumps"),
        ("leads: {suits: {lenght: attitude}}", "unknown word lenght; did you mean length?"),
        (
            "leads: {suits: {length: forth best}}",
            "Mine.yaml:3:25: expected fourth best, third and lowest, attitude after length:, got 'forth best'",
        ),
    ],
)
def test_mistakes_are_named_with_their_place(leads: str, message: str) -> None:
    with pytest.raises(SystemErrors) as caught:
        System.loads(f"system: Mine\nsituations: []\n{leads}", "Mine.yaml")
    assert message in str(caught.value)
