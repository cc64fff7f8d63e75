"""What the server sends over a socket, described for whoever writes a client; docs/protocol.md explains it.

The messages themselves are made in `aliquot.web.live.messages`, which is quicker without this. Tests hold that every
message of whole games is as it is described here. New fields may appear, so that none is forbidden.
"""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from aliquot.web.live.protocol import Answered

SeatNumber: TypeAlias = Literal[1, 2]


class Told(BaseModel):
    """Part of a message; a client ignores what it does not know."""

    model_config = ConfigDict(extra="allow")


class OptionTold(Told):
    """One thing the player to move may do."""

    move: Any = Field(description="The move as data; a third-party game may use any JSON.")
    label: str = Field(description="As a button says it.")
    spelt: str = Field(description="What to send as `move`.")
    leaves: str = Field(description="What would lie on the board then, where few words say it.")
    value: int | None = Field(description="The number it would leave, where it changes one.")


class ViewTold(Told):
    """What one needs to draw a position; `heaps` or the pool come with their kind."""

    kind: str
    to_move: SeatNumber
    asks: str
    stuck: str
    left: str
    options: Annotated[list[OptionTold], Field(max_length=1_000)]
    count: int = Field(ge=0, description="How many options there are, listed or not.")
    swap: OptionTold | None


class OutcomeTold(Told):
    """How the game ended."""

    winner: SeatNumber
    ending: str
    text: str


class Standing(Told):
    """What may change with every event."""

    ply: int = Field(ge=0)
    view: ViewTold
    remaining: Annotated[list[int], Field(min_length=2, max_length=2)] | None = Field(description="Milliseconds left.")
    running: SeatNumber | None
    outcome: OutcomeTold | None
    offers: dict[Literal["take_back", "again"], SeatNumber]


class RulesTold(Told):
    """The game that is played."""

    id: str
    slug: str
    title: str
    tagline: str
    penalty: Literal["forfeit", "retry"]


class PlayerTold(Told):
    """Who has a seat."""

    seat: SeatNumber
    name: str
    kind: str
    taken: bool


class TurnTold(Told):
    """A move that was made."""

    seat: SeatNumber
    move: str
    leaves: str


class SeriesTold(Told):
    """Which game of a series it is."""

    number: int
    best_of: int
    score: Annotated[list[int], Field(min_length=2, max_length=2)]


Kind: TypeAlias = Literal["joined", "moved", "conceded", "taken_back", "offered", "declined", "hinted", "continued"]


class PastTold(Told):
    """An event of some time ago: what happened, without how it left the board."""

    number: int = Field(ge=1)
    id: str
    kind: Kind
    seat: SeatNumber


class StateTold(Standing):
    """Everything, once, at the beginning."""

    v: Literal[1]
    type: Literal["state"]
    match: str
    number: int = Field(ge=0)
    game: RulesTold
    mode: Literal["computer", "device", "link"]
    players: Annotated[list[PlayerTold], Field(min_length=2, max_length=2)]
    hints: bool
    clock: str | None
    series: SeriesTold | None
    turns: list[TurnTold]
    next: str | None
    you: list[SeatNumber]
    events: list[PastTold] | None = Field(default=None, description="With `since`: everything after that number.")


class Happened(Told):
    """What every event says."""

    v: Literal[1]
    type: Literal["event"]
    match: str
    number: int = Field(ge=1)
    id: str
    result: Literal["accepted"]
    seat: SeatNumber


class HintedTold(Happened):
    """Somebody was given a hint; nothing else has changed."""

    kind: Literal["hinted"]
    step: int


class ChangedTold(Happened, Standing):
    """Something has changed."""

    kind: Literal["joined", "moved", "conceded", "taken_back", "offered", "declined", "continued"]
    name: str | None = Field(default=None, description="With `joined`.")
    move: str | None = Field(default=None, description="With `moved`.")
    leaves: str | None = Field(default=None, description="With `moved`.")
    objection: str | None = Field(default=None, description="With `moved`: why it was illegal, if it was and lost.")
    ending: str | None = Field(default=None, description="With `conceded`.")
    turns: int | None = Field(default=None, description="With `taken_back`.")
    what: Literal["take_back", "again"] | None = Field(default=None, description="With `offered` and `declined`.")
    next: str | None = Field(default=None, description="With `continued`: the id of the game that follows.")


class Bye(Told):
    """The server is stopping."""

    v: Literal[1]
    type: Literal["bye"]
    reason: str


TOLD: TypeAdapter[Any] = TypeAdapter(StateTold | HintedTold | ChangedTold | Answered | Bye)
"""Whatever the server may send."""
