"""The bodies of questions over HTTP: the objects of the JSON-lines protocol, with limits on their size.

What a text means is left to the parsers, whose words the answer to a bad one repeats.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Short = Annotated[str, Field(max_length=200)]
AuctionText = Annotated[str, Field(max_length=2000, examples=["1N P 2C P"])]
Boards = Annotated[str, Field(min_length=1, max_length=1_000_000)]
CardText = Annotated[str, Field(max_length=200_000, description="A convention card (YAML), in place of a system.")]
Seed = Annotated[int, Field(ge=0, lt=2**32)]
Layouts = Annotated[int, Field(ge=10, le=2000)]
Holding = Annotated[str, Field(max_length=60, examples=["partner:SQ"])]
Vul = Literal["None", "NS", "EW", "All"]
SeatName = Literal["N", "E", "S", "W"]
SystemName = Literal["sayc", "2/1", "two_over_one", "acol"]


class Question(BaseModel):
    """A question; fields it does not know are passed over."""

    model_config = ConfigDict(strict=True, extra="ignore", serialize_by_alias=True)

    @property
    def body(self) -> bytes:
        """As JSON, the same for the same question."""
        return self.model_dump_json(exclude_none=True).encode()


class TextQuestion(Question):
    """Boards as somebody pastes them: PBN, LIN, a BBO link, JSON lines, a deal, or hands."""

    text: Boards


class ConvertQuestion(TextQuestion):
    """Boards, and the format they should have."""

    to: Literal["pbn", "lin", "gib", "json", "bbo", "deals"] = "pbn"


class BoardQuestion(Question):
    """A deal with dealer and vulnerability."""

    deal: Annotated[str, Field(max_length=400, examples=["N:63.8.KJT932.AK63 Q2.AJT92.Q854.JT AKJT985.6.A76.84 -"])]
    dealer: SeatName = "N"
    vul: Vul = "None"


class TricksQuestion(BoardQuestion):
    """A deal; `probabilities` adds the chance of each number of tricks."""

    probabilities: bool = False


class HandQuestion(Question):
    """A hand, and perhaps partner's."""

    hand: Short
    partner: Short | None = None
    trump: Short | None = None


class PairQuestion(Question):
    """Two hands that face each other."""

    north: Short
    south: Short
    vul: Vul = "None"


class Cards(Question):
    """Who plays what: shipped systems by name, or the texts of cards in their place."""

    system: SystemName = "sayc"
    their_system: SystemName | None = None
    card: CardText | None = None
    their_card: CardText | None = None


class DealQuestion(Cards):
    """How many deals, and what they should be like; dealer and vulnerability go by number unless they are said.

    With `see` the boards have the hand of that seat alone, and the auction up to its first turn as the cards bid it
    (`system` is North-South's): a question for somebody who should not know more. With the seed of the answer, the same
    with the `auction` up to and with that seat's call goes on to its next turn; the same without `see` has the whole
    deals.
    """

    count: Annotated[int, Field(ge=1, le=200)] = 1
    seed: Seed | None = None
    condition: Annotated[str, Field(max_length=4000, examples=["hcp(south) >= 15 && balanced(south)"])] = ""
    dealer: SeatName | None = None
    vul: Vul | None = None
    see: SeatName | None = None
    auction: AuctionText = ""


class AuctionQuestion(Cards):
    """An auction so far; `system` is North-South's."""

    auction: AuctionText = ""
    dealer: SeatName = "N"
    vul: Vul = "None"


class PositionQuestion(AuctionQuestion):
    """The hand of the player to call, and the auction so far; `system` is that player's."""

    hand: Short


class BidQuestion(PositionQuestion):
    """Which call? With `net` the network's, with the chances of all calls.

    With `brief` only what the whole table may know: the card's call and its meaning, and nothing about the hand.
    """

    net: bool = False
    brief: bool = False


class ContractQuestion(AuctionQuestion):
    """The best contract: of `north` and `south`, or of the `hand` to call after an auction."""

    hand: Short | None = None
    north: Short | None = None
    south: Short | None = None
    against: Short | None = None
    their_chance: Annotated[float, Field(ge=0, le=1)] | None = None
    why: bool = False
    seed: Seed = 0


class PosteriorQuestion(PositionQuestion):
    """What may the others hold? `with` and `without` are cards somebody is known to have, or not to have."""

    seat: SeatName | None = None
    with_: Annotated[list[Holding], Field(max_length=39, alias="with")] = []
    without: Annotated[list[Holding], Field(max_length=117)] = []
    layouts: Layouts = 400
    seed: Seed = 0


class AdviseQuestion(PositionQuestion):
    """Which call, and why? `made` is a call that should get a grade."""

    made: Short | None = None
    layouts: Layouts = 400
    seed: Seed = 0


class MatchQuestion(Question):
    """A short match between two players: a system, `net:sayc` or `sim:sayc`."""

    first: Short = "sayc"
    second: Short = "acol"
    count: Annotated[int, Field(ge=1, le=500)] = 100
    seed: Seed = 1


class AnnotateQuestion(Cards):
    """Boards whose calls should get notes; `system` is North-South's."""

    text: Boards


class CheckQuestion(Question):
    """The text of a card; `deals` are bid with it in search of holes, 0 for a look at its words alone."""

    text: Annotated[str, Field(max_length=200_000)]
    deals: Annotated[int, Field(ge=0, le=400)] = 100


class TreeQuestion(Cards):
    """A system as a tree, from the start or `after` an auction."""

    after: AuctionText = ""
    depth: Annotated[int, Field(ge=1, le=3)] = 1
    deals: Annotated[int, Field(ge=100, le=10_000)] = 1000
    seed: Seed = 0


class SystemQuestion(Question):
    """A shipped system."""

    name: SystemName


class Mistake(BaseModel):
    """What was expected, what came, and where."""

    message: str
    where: str = Field(description="The place in words: field, line, column.")
    field: str | None = None
    line: int | None = None
    column: int | None = None


class Refusal(BaseModel):
    """The answer to a question that has none."""

    error: Mistake
