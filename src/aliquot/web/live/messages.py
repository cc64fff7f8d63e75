"""The messages of a room: every event as it happens, those that are past, and the state."""

from collections import OrderedDict
from typing import TYPE_CHECKING, Any, TypeAlias, cast
from weakref import proxy

from msgspec import Raw

from aliquot.core.match import Turn
from aliquot.core.outcome import SEATS, Seat
from aliquot.core.view import View
from aliquot.games import goal_of, title_of
from aliquot.play.journal import remaining
from aliquot.reports import live
from aliquot.reports.sentences import describe_turns, end_reason, result_sentence, turn_texts
from aliquot.web.limits import EVENTS_AT_ONCE, VIEWS_BYTES
from aliquot.web.live.protocol import encode
from aliquot.web.server.slices import Slices
from aliquot.web.server.websocket import text_frame
from aliquot.web.store.reader import StoredEvent

if TYPE_CHECKING:
    from aliquot.web.live.room import Room

_TURNS_AT_ONCE = 10
"""Turns described in one step."""
Seats: TypeAlias = tuple[Seat, ...]
"""The seats of one visitor."""


class Broadcast:
    """An encoded event for everyone in a room."""

    __slots__ = ("_frame", "data", "number")

    def __init__(self, number: int, data: bytes) -> None:
        """Hold the event's number and its JSON."""
        self.number, self.data = number, data
        self._frame: bytes | None = None

    @property
    def frame(self) -> bytes:
        """The WebSocket frame, made once for all sockets."""
        if self._frame is None:
            self._frame = text_frame(self.data)
        return self._frame


def _public(event: StoredEvent) -> dict[str, Any]:
    """Return a stored event as everyone may see it: a hint's text is for the player who asked."""
    fields = {"number": event.number, "id": event.message_id, **event.body}
    fields.pop("text", None)
    return fields


class ViewCache:
    """The JSON of the positions that were sent last, of all rooms together; the oldest make room for others."""

    def __init__(self, most_bytes: int = VIEWS_BYTES) -> None:
        """Start empty, with room for so many bytes."""
        self._most, self.size = most_bytes, 0
        self._views: OrderedDict[int, tuple[Any, bytes]] = OrderedDict()

    def get(self, owner: object, position: object) -> bytes | None:
        """Return the JSON of an owner's position, if it is the last one that was added and is still here."""
        entry = self._views.get(id(owner))
        if entry is None or entry[0] is not position:
            return None
        self._views.move_to_end(id(owner))
        return entry[1]

    def add(self, owner: object, position: object, data: bytes) -> None:
        """Replace an owner's position."""
        self.discard(owner)
        self._views[id(owner)] = position, data
        self.size += len(data)
        while self.size > self._most:
            _, (_, old) = self._views.popitem(last=False)
            self.size -= len(old)

    def discard(self, owner: object) -> None:
        """Forget an owner's position."""
        _, data = self._views.pop(id(owner), (None, b""))
        self.size -= len(data)


class Messages:
    """Builds the messages of one room. Call its methods with the room's lock held."""

    def __init__(self, room: "Room") -> None:
        """Build the messages of this room."""
        # The room owns its messages; without a cycle both are freed when the lobby lets go of the room.
        self._room: Room = proxy(room)
        self._last_view: tuple[Any, View] | None = None
        self._turns: list[Turn[Any, Any]] = []
        """The turns whose JSON is known."""
        self._turns_json: list[bytes] = []

    def _view(self, position: Any) -> View:
        """Return the view of a position. The last one is cached: a move needs it again."""
        if self._last_view is None or self._last_view[0] is not position:
            self._last_view = position, self._room.session.match.game.view(position)
        return self._last_view[1]

    def _view_json(self, position: Any) -> bytes:
        """Return the JSON of a view."""
        cache = self._room.lobby.views
        data = cache.get(self, position)
        if data is None:
            data = encode(self._view(position).as_json())
            cache.add(self, position, data)
        return data

    async def _describe_turns(self) -> bytes:
        """Return the JSON of all turns. Only those that are new are described: a match may have many thousand."""
        match = self._room.session.match
        turns, described = match.turns, self._turns
        same = min(len(described), len(turns))
        while same and described[same - 1] is not turns[same - 1]:
            same -= 1
        del described[same:], self._turns_json[same:]
        slices = Slices()
        for first in range(same, len(turns), _TURNS_AT_ONCE):
            described += turns[first : first + _TURNS_AT_ONCE]
            self._turns_json += [
                encode(live.Turn(seat=turn.seat, move=turn.move, leaves=turn.leaves, numbers=turn.numbers))
                for turn in describe_turns(match, first, first + _TURNS_AT_ONCE)
            ]
            await slices.pause()
        return b"[%b]" % b",".join(self._turns_json)

    def _position(self) -> dict[str, Any]:
        """Return the fields of `live.Position`."""
        session, match = self._room.session, self._room.session.match
        outcome, times = match.outcome, remaining(session)
        result = None
        if outcome is not None:
            text = result_sentence(match, session.names)
            reason = end_reason(match)
            result = live.Outcome(winner=outcome.winner, ending=outcome.ending.value, reason=reason, text=text)
        return {
            "ply": match.ply,
            "view": Raw(self._view_json(match.position)),
            "remaining": times,
            "running": match.seat if times is not None and session.is_started and outcome is None else None,
            "outcome": result,
            "offers": {**self._room.offers},
        }

    def event(self, event: StoredEvent) -> live.Event:
        """Return the message of the event that has just happened."""
        fields: dict[str, Any] = {"match": self._room.id, **_public(event)}
        if fields["kind"] != "hinted":
            fields |= self._position()
        return live.EVENTS[fields["kind"]](**fields)

    def effect(self, turn: Turn[Any, Any]) -> dict[str, Any]:
        """Return the effect of the turn that was just made, as it is stored with its move."""
        leaves = turn_texts(self._room.session.match.game, turn, self._view(turn.before))[1]
        numbers = () if turn.after is None else self._view(turn.after).number_texts
        return {"leaves": leaves, "numbers": numbers, "objection": turn.objection}

    @property
    def size(self) -> int:
        """Bytes that the JSON of the turns takes: some 100 for each, and what Python adds."""
        return 250 * len(self._turns_json)

    def past_events(self, since: int) -> list[live.PastEvent]:
        """Return the first stored events after a number."""
        stored = self._room.events[since:][:EVENTS_AT_ONCE]
        return [cast("live.PastEvent", _public(event)) for event in stored]

    def events(self, since: int) -> live.Events:
        """Return the events after a number, and the position if the last one is among them."""
        events = self.past_events(since)
        is_last = bool(events) and events[-1]["number"] == self._room.number
        position = live.Position(**self._position()) if is_last else None
        return live.Events(match=self._room.id, last=self._room.number, events=events, position=position)

    def single_events(self, since: int) -> list[live.Events]:
        """Return the events after a number in messages of their own, the last with the position."""
        events = self.past_events(since)
        position = live.Position(**self._position()) if events and events[-1]["number"] == self._room.number else None
        return [
            live.Events(
                match=self._room.id,
                last=self._room.number,
                events=[event],
                position=position if event is events[-1] else None,
            )
            for event in events
        ]

    async def state(self, seats: Seats, since: int | None = None) -> live.State:
        """Return the state for a client with these seats, and the events after a number."""
        session, settings = self._room.session, self._room.settings
        match, game = session.match, session.match.game
        one, two = (
            live.Player(seat=seat, name=party.name, kind=party.kind, taken=self._room.is_taken(seat))
            for seat, party in zip(SEATS, session.participants, strict=True)
        )
        return live.State(
            match=self._room.id,
            number=self._room.number,
            game=live.Game(
                id=game.id,
                slug=game.slug,
                title=title_of(game),
                tagline=game.tagline,
                goal=goal_of(game),
                penalty=match.penalty,
            ),
            mode=settings.mode,
            players=(one, two),
            hints=settings.allows_hints,
            choices=settings.choices,
            start=game.text(game.start()),
            start_numbers=game.view(game.start()).number_texts,
            clock=settings.clock,
            classroom=settings.classroom,
            series=live.SeriesScore(number=settings.number, best_of=settings.best_of, score=settings.score)
            if settings.best_of > 1
            else None,
            turns=cast("Any", Raw(await self._describe_turns())),
            next=self._room.next,
            you=seats,
            events=None if since is None else self.past_events(since),
            **self._position(),
        )
