"""The messages of the protocol, in JSON: models of what clients send, and the encoder of what the server sends.

What the server sends is described in `aliquot.reports.live`. docs/protocol.md explains both.
"""

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal, TypeAlias, get_args

import msgspec
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from aliquot import catalogue
from aliquot.core.errors import AliquotError
from aliquot.core.text import listing
from aliquot.games import flags
from aliquot.reports import live
from aliquot.web.limits import MOVE, POOL

_ID_PATTERN = r"^[A-Za-z0-9_.:-]{1,64}$"
MessageId: TypeAlias = Annotated[str, Field(min_length=1, max_length=64, pattern=_ID_PATTERN)]
"""The client's own id for a message: it comes back in the answer, and a message sent twice is carried out once."""
_OWN_ID = "Your own id for it: 1 to 64 letters, digits and `_.:-`."
Token: TypeAlias = Annotated[str, Field(min_length=1, max_length=64)]
Number: TypeAlias = Annotated[int, Field(ge=0, le=2**31 - 1)]

encode = msgspec.json.Encoder().encode
"""Encode a message, or any part of one, as JSON."""


class Model(BaseModel):
    """Input from outside: no unknown fields, no conversions."""

    model_config = ConfigDict(extra="forbid", strict=True)


def _quoted(names: Iterable[str]) -> str:
    return listing([f"`{name}`" for name in names])


_LEVELS = _quoted([*(level.slug for level in catalogue.LEVELS), "skill:0.7"])


# --- bodies of requests ---------------------------------------------------------------------------------


class NewMatch(Model):
    """The settings of a new match."""

    game: str = Field(max_length=300, description="A game, a preset or a game's id, such as `dividers-duel`.")
    start: str | None = Field(default=None, max_length=200, description="The number, several with commas, or `random`.")
    pool: str | None = Field(default=None, max_length=40, description="The numbers of the pool, such as `2-50`.")
    opening: str | None = Field(
        default=None,
        max_length=40,
        description=f"The first pick from a pool: {_quoted(choice.value for choice in catalogue.OPENINGS)}.",
    )
    variants: list[Annotated[str, Field(max_length=40)]] = Field(
        default=[], max_length=8, description=f"The variants of the rules: {_quoted(flags())}."
    )
    opponent: str = Field(default="link", max_length=32, description=f"`link`, `device`, or a computer: {_LEVELS}.")
    name: str | None = Field(default=None, max_length=200, description="Your name, if the server does not know it yet.")
    second_name: str | None = Field(default=None, max_length=200, description="The other player's name on this device.")
    first: Literal["you", "they", "toss"] = Field(default="you", description="Who moves first.")
    best_of: int = Field(default=1, ge=1, le=99, description="The length of the series, an odd number.")
    clock: str | None = Field(default=None, max_length=20, description="Seconds each and seconds per move: `60+2`.")
    penalty: Literal["forfeit", "retry"] | None = Field(
        default=None, description="What an illegal move costs: the match, or nothing. Without it: `retry`."
    )
    open_book: bool = Field(default=False, description="Whether hints and study are allowed between people.")
    choices: live.Choices = Field(
        default="shown", description="Whether a page shows the legal moves. If hidden, an illegal move costs nothing."
    )
    moves: list[Annotated[str, Field(max_length=MOVE)]] = Field(
        default=[], max_length=POOL, description="Moves already made when the match begins, from the first seat on."
    )


class Join(Model):
    """A request for the free seat."""

    name: str | None = Field(default=None, max_length=200, description="Your name, if the server does not know it yet.")


class NewName(Model):
    """A visitor's new name."""

    name: str = Field(max_length=200, description="1 to 32 visible characters.")


class Command(Model):
    """Anything a player does."""

    id: MessageId = Field(description=_OWN_ID)


class MoveCommand(Command):
    """A move."""

    ply: Number = Field(description="How many moves were made before it, as the last state or event says.")
    move: str = Field(max_length=MOVE, description="As an option spells it, or as one would type it.")


class AnswerCommand(Command):
    """The answer to the other player's offer."""

    agree: bool = Field(description="Whether you agree.")


# --- messages over a socket -----------------------------------------------------------------------------


class Hello(Model):
    """The first message."""

    type: Literal["hello"]
    v: Literal[1] = 1
    token: Token | None = Field(default=None, description="The token of a seat; without it, or if unknown, you watch.")
    since: Number | None = Field(default=None, description="The last event you know, to be sent those after it.")
    presence: bool = Field(default=False, description="Whether to be told which players are away.")


class Move(MoveCommand):
    """Make a move."""

    type: Literal["move"]


class Resign(Command):
    """Resign."""

    type: Literal["resign"]


class TakeBack(Command):
    """Take back to your own last turn, if the other person agrees; a computer always does."""

    type: Literal["take_back"]


class Answer(AnswerCommand):
    """Accept or decline the other player's offer."""

    type: Literal["answer"]


class Hint(Command):
    """Ask for the next step of a hint."""

    type: Literal["hint"]


class Again(Command):
    """Continue with the next match of the series, or offer a rematch."""

    type: Literal["again"]


class Ping(Command):
    """Ask for an answer."""

    type: Literal["ping"]


ClientMessage: TypeAlias = Annotated[
    Hello | Move | Resign | TakeBack | Answer | Hint | Again | Ping, Field(discriminator="type")
]
"""Everything a client may send over a socket."""
INCOMING: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)


def outgoing_schema(*more: Any) -> dict[str, Any]:
    """Return the JSON schema of every message the server sends over a socket.

    Args:
        more: Further types to describe in its `$defs`.
    """
    messages = get_args(live.Message)
    config = ConfigDict(use_attribute_docstrings=True)
    types = reduce(or_, (*messages, live.Position, live.Event, *more))
    definitions = TypeAdapter(types, config=config).json_schema(mode="serialization")["$defs"]
    for definition in definitions.values():
        # The server sends every field, those with a default too.
        defaults = [name for name, field in definition["properties"].items() if "default" in field]
        definition["required"] = [*definition["required"], *defaults]
    for base in (live.Position, live.Event):
        # Pydantic describes only the fields a class adds to its base.
        described = definitions[base.__name__]["properties"]
        for definition in definitions.values():
            if described.keys() <= definition["properties"].keys():
                for name, field in described.items():
                    definition["properties"][name] = {**field, **definition["properties"][name]}
    return {"$defs": definitions, "anyOf": [{"$ref": f"#/$defs/{message.__name__}"} for message in messages]}


class _Identified(msgspec.Struct):
    """A message of which only the id is read."""

    id: Annotated[str, msgspec.Meta(pattern=_ID_PATTERN)] = ""


_IDENTIFIED = msgspec.json.Decoder(_Identified)


def message_id(text: str) -> str:
    """Return the id of a message that is otherwise invalid, for the answer; an empty text if it has none."""
    try:
        return _IDENTIFIED.decode(text).id
    except (msgspec.MsgspecError, RecursionError):
        return ""


def refusal(message_id: str, error: AliquotError) -> live.Answer:
    """Return the answer to a command that was refused."""
    return live.Answer(id=message_id, result="refused", code=error.code, reason=str(error))
