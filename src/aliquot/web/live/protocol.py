"""Every message of the protocol, in either direction, as docs/protocol.md explains them. One schema, version 1."""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from aliquot.web.limits import EVENTS_AT_ONCE, MOVE, POOL

VERSION = 1
"""The version of the protocol; every message from the server says it."""

MessageId: TypeAlias = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]
"""What a client calls a message of its own, so that it knows the answer and may send it again."""
Token: TypeAlias = Annotated[str, Field(min_length=1, max_length=64)]
Number: TypeAlias = Annotated[int, Field(ge=0, le=2**31 - 1)]


class Model(BaseModel):
    """What comes from outside: nothing that is not expected, and nothing taken for something else."""

    model_config = ConfigDict(extra="forbid", strict=True)


# --- what a client asks over HTTP -----------------------------------------------------------------------


class NewMatch(Model):
    """A game to be set up."""

    game: str = Field(max_length=300, description="A duel, a preset or a game's id, such as `dividers-duel`.")
    start: str | None = Field(default=None, max_length=200, description="The number, several with commas, or `random`.")
    pool: str | None = Field(default=None, max_length=40, description="The numbers of the pool, such as `2-50`.")
    opening: str | None = Field(default=None, max_length=40, description="`any`, `even` or `even-below-50`.")
    misere: bool = Field(default=False, description="Whether the last move loses.")
    swap: bool = Field(default=False, description="Whether the pie rule holds.")
    opponent: str = Field(
        default="link", max_length=32, description="`link`, `device`, or a computer: `perfect`, `medium`, `skill:0.7`."
    )
    name: str | None = Field(default=None, max_length=200, description="What you are called, if you have not said yet.")
    second_name: str | None = Field(default=None, max_length=200, description="Who else plays on this device.")
    first: Literal["you", "they", "toss"] = Field(default="you", description="Who moves first.")
    best_of: int = Field(default=1, ge=1, le=99, description="An odd number of games.")
    clock: str | None = Field(default=None, max_length=20, description="Seconds each and seconds added a move: `60+2`.")
    penalty: Literal["forfeit", "retry"] | None = Field(default=None, description="What an illegal choice costs.")
    open_book: bool = Field(default=False, description="Whether hints and study are allowed between people.")
    choices: Literal["shown", "asked", "hidden"] = Field(
        default="shown", description="Whether a page shows what may be chosen. Hidden, an illegal choice costs nothing."
    )
    moves: list[Annotated[str, Field(max_length=MOVE)]] = Field(
        default=[], max_length=POOL, description="Moves already made when the game begins, in turn from the first seat."
    )


class Join(Model):
    """A seat to be taken."""

    name: str | None = Field(default=None, max_length=200, description="What you are called, if you have not said yet.")


class Naming(Model):
    """What a visitor is called from now on."""

    name: str = Field(max_length=200)


class MoveAsked(Model):
    """A move: which turn it is for, and what is chosen."""

    id: MessageId
    ply: Number = Field(description="How many moves were made before it, as the last state or event said.")
    move: str = Field(max_length=MOVE, description="As the view spells it, or as one would type it.")


class Asked(Model):
    """Anything else a player does: resign, ask for a take-back or a hint, go on to another game."""

    id: MessageId


class Reply(Model):
    """The answer to what the other player has asked for."""

    id: MessageId
    agree: bool


# --- what a client sends over a socket ------------------------------------------------------------------


class Hello(Model):
    """The first message: who one is, and from which event on one wants to be told."""

    type: Literal["hello"]
    v: Literal[1] = 1
    token: Token | None = None
    since: Number | None = Field(default=None, description="The last event one knows; without it the state is enough.")


class Move(MoveAsked):
    """A move."""

    type: Literal["move"]


class Resign(Asked):
    """Gives the game up."""

    type: Literal["resign"]


class TakeBack(Asked):
    """Takes back to one's own last turn, if the other person agrees; a computer always does."""

    type: Literal["take_back"]


class Answer(Reply):
    """Agrees to what the other player has asked for, or does not."""

    type: Literal["answer"]


class AskHint(Asked):
    """Asks for the next step of a hint."""

    type: Literal["hint"]


class Again(Asked):
    """Goes on: to the next game of the series, or to a rematch, for which the other person is asked."""

    type: Literal["again"]


class Ping(Asked):
    """Asks whether anybody is there."""

    type: Literal["ping"]


Message: TypeAlias = Annotated[
    Hello | Move | Resign | TakeBack | Answer | AskHint | Again | Ping, Field(discriminator="type")
]
"""Whatever a client may send."""
MESSAGES: TypeAdapter[Message] = TypeAdapter(Message)


# --- what the server answers ----------------------------------------------------------------------------


class Seated(BaseModel):
    """A seat one has: the match, and the secret that reopens it."""

    v: int = VERSION
    match: str
    seats: list[int]
    token: str = Field(description="Secret. Whoever has it has the seat.")
    path: str = Field(description="The address others watch or join by.")
    private: str = Field(description="The address that reopens the seat; the token is behind the #, and never sent.")
    state: dict[str, Any]


class Answered(BaseModel):
    """What became of something a client asked for."""

    v: int = VERSION
    type: Literal["answer"] = "answer"
    id: str = ""
    result: Literal["accepted", "already", "stale", "refused"]
    reason: str = Field(default="", description="Why it was refused, in a sentence.")
    number: int | None = Field(default=None, description="The event it became.")
    text: str = Field(default="", description="A hint, if one was asked for.")
    state: dict[str, Any] | None = Field(default=None, description="How the game stands, if the message was stale.")


class Events(BaseModel):
    """What happened in a game after a number, at most some at once."""

    v: int = VERSION
    match: str
    last: int = Field(description="The number of the last event there is.")
    events: Annotated[list[dict[str, Any]], Field(max_length=EVENTS_AT_ONCE)]


class Refusal(BaseModel):
    """Why a request was refused."""

    code: str = Field(description="The reason in one word, which stays the same when the sentence is reworded.")
    reason: str = Field(description="The reason in one sentence for people.")


class Visitor(BaseModel):
    """Who one is, and what one has been playing."""

    v: int = VERSION
    name: str
    matches: list[dict[str, Any]]
