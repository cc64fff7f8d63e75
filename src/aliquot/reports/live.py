"""The live protocol: every message the server sends, and its parts. docs/protocol.md explains it.

The server encodes these classes as they are. The JSON schema at `/api/schema/outgoing` and the page's `types.js` are
generated from them, with the docstrings as descriptions. Numbers may be larger than JavaScript can hold, up to 10^18:
every number of a view comes with its text.
"""

from dataclasses import dataclass
from typing import Any, Literal, NotRequired, TypeAlias

from typing_extensions import TypedDict  # typing's own is not enough for pydantic before Python 3.12

from aliquot.core.game import Penalty
from aliquot.core.outcome import Seat

VERSION: Literal[1] = 1
"""The version of the protocol."""

Mode: TypeAlias = Literal["computer", "device", "link"]
"""Against a computer, two people on one device, or two people by link."""
Choices: TypeAlias = Literal["shown", "asked", "hidden"]
"""Whether a page shows the legal moves: always, on request, or never."""
OfferKind: TypeAlias = Literal["take_back", "again"]
"""What a player can ask of the other."""
EventKind: TypeAlias = Literal[
    "joined", "moved", "conceded", "taken_back", "offered", "declined", "hinted", "continued"
]
Result: TypeAlias = Literal["accepted", "already", "stale", "refused"]
"""Done now; done before, when it was first sent; the match has gone on meanwhile; not done."""


# --- views: plain dictionaries, made by `View.as_json` --------------------------------------------------


class Option(TypedDict):
    """A legal move."""

    move: Any
    """The move as data. A game of another package may use any JSON."""
    label: str
    """The text of a button."""
    notation: str
    """The move as records write it, and as it is sent."""
    leaves: str
    """The position after the move in few words; empty where a board shows it better."""
    value: int | None
    """The number after the move, where it changes one."""
    value_text: str | None
    """The same number as text."""
    factors: str
    """The factorisation of the number on the label, where the board does not show it."""
    relation: NotRequired[Literal["divisor", "multiple", ""]]
    """In a pool: what the number is to the last pick."""


class Heap(TypedDict):
    """One of the numbers on the board."""

    number: int
    """The number."""
    text: str
    """The number as text."""
    factors: str
    """Its factorisation."""
    sign: str
    """The sign in the notation of its moves: `/` divides, `-` subtracts."""
    rule: str
    """The title of its game."""
    twin: bool
    """True if an equal number under the same rule lies before it."""
    options: list[Option]
    """The legal moves on this number."""
    count: int
    """The number of options; at most 1,000 are listed, which several numbers share evenly."""


class Pick(TypedDict):
    """A number of the pool that is gone."""

    number: int
    """The number."""
    text: str
    """The number as text."""
    turn: int
    """The number of the pick, counted from 1."""
    seat: Seat
    """The seat that picked it."""


class PoolTexts(TypedDict):
    """The numbers of a pool as texts."""

    low: str
    """The smallest number."""
    high: str
    """The largest number."""
    current: str | None
    """The last pick; null before the first."""


class View(TypedDict):
    """The data needed to draw a position and to move in it."""

    kind: str
    """`numbers`, `pool`, or another, which is drawn as a list of options."""
    to_move: Seat
    """The seat to move, also after the end."""
    prompt: str
    """The task of the player to move; follows a name and a colon."""
    no_move_reason: str
    """The reason why there is no move; empty while there is one."""
    summary: str
    """The position in few words."""
    options: list[Option]
    """The legal moves except the swap, of all numbers together; may be empty while there is a swap."""
    count: int
    """The number of options; at most 1,000 are listed."""
    swap: Option | None
    """The swap of the pie rule, while it is open: a legal move like the others."""
    heaps: NotRequired[list[Heap]]
    """Of numbers: each with its own options."""
    low: NotRequired[int]
    """The smallest number of a pool."""
    high: NotRequired[int]
    """The largest number of a pool."""
    current: NotRequired[int | None]
    """The last pick of a pool; null before the first."""
    picks: NotRequired[list[Pick]]
    """Of a pool: the numbers that are gone, in order."""
    texts: NotRequired[PoolTexts]
    """Of a pool: the three numbers above as texts."""


# --- parts of messages ----------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Game:
    """The rules."""

    id: str
    """With all parameters, such as `dividers-duel(start=60)`."""
    slug: str
    """The rule book, such as `dividers-duel`."""
    title: str
    """The name for people, such as `Juniper Green`."""
    tagline: str
    """The rules in a line."""
    goal: str
    """The task and the aim, in one line."""
    penalty: Penalty
    """The penalty for an illegal move in this match: the mover loses, or tries again."""


@dataclass(frozen=True, kw_only=True)
class Player:
    """The player in a seat."""

    seat: Seat
    """The seat: 1 moves first."""
    name: str
    """The name of the player; of a free seat, what it is called until then."""
    kind: str
    """`human`, or the level of a computer, such as `perfect`."""
    taken: bool
    """True if somebody has the seat."""


@dataclass(frozen=True, kw_only=True)
class Turn:
    """A move that was made."""

    seat: Seat
    """The seat that made it."""
    move: str
    """The move, as records write it."""
    leaves: str
    """The position after it in few words."""
    numbers: tuple[str, ...]
    """The numbers after it; empty after an illegal move and in a pool."""


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """The result of a match."""

    winner: Seat
    """The seat that won. There are no draws."""
    ending: str
    """`no_moves`, `illegal_move`, `resigned`, `out_of_time` or `abandoned`."""
    reason: str
    """The reason on the board, without a full stop, such as `29 is prime`; empty where it ended off the board."""
    text: str
    """The result in a sentence or two."""


@dataclass(frozen=True, kw_only=True)
class SeriesScore:
    """The series a match belongs to."""

    number: int
    """The number of the match in the series, counted from 1."""
    best_of: int
    """The length of the series."""
    score: tuple[int, int]
    """Matches won before this one, by seat."""


@dataclass(frozen=True, kw_only=True)
class Position:
    """Everything that can change with an event."""

    ply: int
    """The number of moves made."""
    view: View
    """The position."""
    remaining: tuple[int, int] | None
    """Milliseconds on the clocks of seat 1 and 2; null without clocks."""
    running: Seat | None
    """Whose clock runs."""
    outcome: Outcome | None
    """The result; null while the match goes on."""
    offers: dict[OfferKind, Seat]
    """The requests of players, each with the seat that asks."""


class PastEvent(TypedDict):
    """An event as it is stored: what happened, without the position after it."""

    number: int
    """Counts from 1 without gaps."""
    id: str
    """The id its sender gave it; empty if nobody sent it."""
    kind: EventKind
    """The kind of event."""
    seat: Seat
    """The seat that did it; with `conceded`, the seat that lost."""
    name: NotRequired[str]
    """With `joined`: the name of the player."""
    move: NotRequired[str]
    """With `moved`: the move, as records write it; as it was sent, if it was illegal."""
    leaves: NotRequired[str]
    """With `moved`: the position after it in few words."""
    numbers: NotRequired[tuple[str, ...]]
    """With `moved`: the numbers after it; empty after an illegal move and in a pool."""
    objection: NotRequired[str]
    """With `moved`: the reason why the move was illegal, if it was and lost the match."""
    ending: NotRequired[str]
    """With `conceded`: `resigned`, `out_of_time` or `abandoned`."""
    turns: NotRequired[int]
    """With `taken_back`: how many moves are gone."""
    by: NotRequired[Seat]
    """With `taken_back`: who asked for it, if the other agreed."""
    what: NotRequired[OfferKind]
    """With `offered` and `declined`: what was asked for."""
    step: NotRequired[int]
    """With `hinted`: the step of the hint, counted from 1."""
    next: NotRequired[str]
    """With `continued`: the id of the match that follows."""
    remaining: NotRequired[tuple[int, int]]
    """Milliseconds on the clocks, if there are clocks."""


# --- state ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class State(Position):
    """Everything about a match: the first message of a connection."""

    v: Literal[1] = VERSION
    type: Literal["state"] = "state"
    match: str
    """The id of the match."""
    number: int
    """The number of the last event."""
    game: Game
    """The rules."""
    mode: Mode
    """Against a computer, two people on one device, or two people by link."""
    players: tuple[Player, Player]
    """The players of seat 1 and 2."""
    hints: bool
    """True if hints and study are allowed while the match goes on."""
    choices: Choices
    """Whether a page shows the legal moves: always, on request, or never. The view lists them in any case."""
    start: str
    """The first position."""
    start_numbers: tuple[str, ...]
    """Its numbers; empty in a pool."""
    clock: str | None
    """Seconds each and seconds added per move, such as `60+2`."""
    classroom: str
    """The code of the class in which it is played; empty if it is played in none."""
    series: SeriesScore | None
    """The series; null if the match is none."""
    turns: list[Turn]
    """The moves that count: not those taken back."""
    next: str | None
    """The id of the match that follows."""
    you: tuple[Seat, ...]
    """The seats you have; empty if you watch."""
    events: list[PastEvent] | None = None
    """With `since`: the events after that number, at most 1,000; null without it."""


# --- events ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Event:
    """Something happened. This is what all events have."""

    v: Literal[1] = VERSION
    type: Literal["event"] = "event"
    match: str
    """The id of the match."""
    number: int
    """Counts from 1 without gaps."""
    id: str
    """The id its sender gave it; empty if nobody sent it."""
    result: Literal["accepted"] = "accepted"
    """To its sender the event is the answer."""
    kind: EventKind
    """The kind of event."""
    seat: Seat
    """The seat that did it; with `conceded`, the seat that lost."""


@dataclass(frozen=True, kw_only=True)
class Joined(Position, Event):
    """Somebody took a seat."""

    kind: Literal["joined"]
    name: str
    """The name of the player."""


@dataclass(frozen=True, kw_only=True)
class Moved(Position, Event):
    """Somebody moved."""

    kind: Literal["moved"]
    move: str
    """The move, as records write it; as it was sent, if it was illegal."""
    leaves: str
    """The position after it in few words."""
    numbers: tuple[str, ...]
    """The numbers after it; empty after an illegal move and in a pool."""
    objection: str
    """The reason why the move was illegal, if it was and lost the match."""


@dataclass(frozen=True, kw_only=True)
class Conceded(Position, Event):
    """The seat lost the match off the board."""

    kind: Literal["conceded"]
    ending: str
    """`resigned`, `out_of_time` or `abandoned`."""


@dataclass(frozen=True, kw_only=True)
class TakenBack(Position, Event):
    """Moves were taken back."""

    kind: Literal["taken_back"]
    turns: int
    """The number of moves taken back."""
    by: Seat | None = None
    """The seat that asked for it, if the other agreed."""


@dataclass(frozen=True, kw_only=True)
class Offered(Position, Event):
    """The seat asks the other for something."""

    kind: Literal["offered"]
    what: OfferKind
    """What it asks for."""


@dataclass(frozen=True, kw_only=True)
class Declined(Position, Event):
    """The seat declined what the other asked for."""

    kind: Literal["declined"]
    what: OfferKind
    """What it declined."""


@dataclass(frozen=True, kw_only=True)
class Continued(Position, Event):
    """The next match has begun."""

    kind: Literal["continued"]
    next: str
    """The id of the match that follows."""


@dataclass(frozen=True, kw_only=True)
class Hinted(Event):
    """The seat was given a hint. Nothing else has changed."""

    kind: Literal["hinted"]
    step: int
    """The step of the hint, counted from 1."""
    remaining: tuple[int, int] | None = None
    """Milliseconds on the clocks, if there are clocks."""


EVENTS: dict[str, type[Event]] = {
    "joined": Joined,
    "moved": Moved,
    "conceded": Conceded,
    "taken_back": TakenBack,
    "offered": Offered,
    "declined": Declined,
    "continued": Continued,
    "hinted": Hinted,
}
"""The class of each kind of event."""


# --- answers --------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Answer:
    """The result of a command."""

    v: Literal[1] = VERSION
    type: Literal["answer"] = "answer"
    id: str = ""
    """The id of the command."""
    result: Result
    """Done now; done before, when it was first sent; the match has gone on meanwhile; not done."""
    code: str = ""
    """If refused: the reason as a word for programs."""
    reason: str = ""
    """If refused: the reason as a sentence for people."""
    number: int | None = None
    """The number of the event it became; with a ping, of the last event."""
    text: str = ""
    """The hint, if one was asked for."""
    state: State | None = None
    """The match as it is now, if the command was stale."""


@dataclass(frozen=True, kw_only=True)
class Bye:
    """The server is stopping. Connect again in a moment."""

    v: Literal[1] = VERSION
    type: Literal["bye"] = "bye"
    reason: str
    """A sentence for people."""


@dataclass(frozen=True, kw_only=True)
class Presence:
    """A player has gone or is back. Sent to sockets whose hello asked for it."""

    v: Literal[1] = VERSION
    type: Literal["presence"] = "presence"
    match: str
    """The id of the match."""
    away: tuple[Seat, ...]
    """The seats whose player has no connection."""


Message: TypeAlias = (
    State | Joined | Moved | Conceded | TakenBack | Offered | Declined | Continued | Hinted | Answer | Presence | Bye
)
"""Everything the server sends over a socket or a stream."""


# --- answers over HTTP ----------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Seated:
    """Seats you have in a match, and the secret that reopens them."""

    v: Literal[1] = VERSION
    match: str
    """The id of the match."""
    seats: tuple[Seat, ...]
    """The seats you have; both on one device."""
    token: str
    """The secret of the seats. Anyone who has it can play them."""
    path: str
    """The address others watch or join by."""
    private: str
    """The address that reopens the seats. The token is behind the `#`, which browsers do not send."""
    state: State
    """The match."""


@dataclass(frozen=True, kw_only=True)
class Events:
    """The events after a number."""

    v: Literal[1] = VERSION
    match: str
    """The id of the match."""
    last: int
    """The number of the last event there is."""
    events: list[PastEvent]
    """The first of them, at most 1,000."""
    position: Position | None
    """The position after the last event, if it is among them."""


class MatchSummary(TypedDict):
    """A match in a list."""

    id: str
    """The id of the match."""
    game: str
    """The id of the game."""
    mode: Mode
    """Against a computer, two people on one device, or two people by link."""
    created: int
    """Milliseconds since 1970."""
    finished: bool
    """True if it is over."""


@dataclass(frozen=True, kw_only=True)
class Visitor:
    """You: your name and your matches, the latest first."""

    v: Literal[1] = VERSION
    name: str
    """Your name; empty if you have not given one."""
    matches: list[MatchSummary]
    """The last 50 matches in which you have a seat."""


@dataclass(frozen=True, kw_only=True)
class Refusal:
    """The reason why a request was refused."""

    code: str
    """In a word for programs, such as `not-found`."""
    reason: str
    """In a sentence for people."""
