"""A room: one live match and everyone connected to it.

Every change is made here, one at a time, and is on disk before anyone is told. The session is changed first, because
only it knows what a move does; nobody sees it while the change is being stored. If that fails, or another server was
first, the session is discarded and rebuilt from the database.
"""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from datetime import UTC, datetime
from functools import wraps
from time import perf_counter
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, TypeAlias, cast

from aliquot.core.errors import AliquotError, IllegalMove, InvalidMove
from aliquot.core.outcome import SEATS, Ending, Seat, other
from aliquot.core.player import HUMAN, Choice
from aliquot.core.record import Record
from aliquot.core.view import View
from aliquot.play.journal import Entry, enter, entry_of, remaining
from aliquot.play.session import ConcessionEvent, Event, Hint, Session
from aliquot.reports import live
from aliquot.reports.sentences import describe_turns, result_sentence, turn_texts
from aliquot.web.errors import Busy, NotAllowed, StoreFailed, TooManyRequests, WorkerTimeout
from aliquot.web.limits import EVENTS_AT_ONCE, SOCKETS_PER_GAME, THINKING_SECONDS
from aliquot.web.live.auth import NO_SEAT, has_hash, hash_token, seat_token
from aliquot.web.live.protocol import encode, refusal
from aliquot.web.live.settings import MatchSettings
from aliquot.web.server.websocket import text_frame
from aliquot.web.store.reader import StoredEvent, StoredMatch, StoredSeat
from aliquot.web.store.writer import Write

if TYPE_CHECKING:
    from aliquot.web.live.lobby import Lobby

P = ParamSpec("P")
Seats: TypeAlias = tuple[Seat, ...]
"""The seats of the visitor who gives a command."""
_MOST_TIMEOUTS = 3
"""The number of times a computer may exceed its time for one move before it loses on time."""
_SESSION_EVENTS = ("moved", "conceded", "taken_back", "hinted")


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


class Subscriber(Protocol):
    """A connection that is sent every event."""

    def push(self, message: Broadcast) -> None:
        """Send or queue a message. Never waits."""
        ...


class Conflict(Exception):
    """Another server has stored something else under the same number."""


Command: TypeAlias = Callable[Concatenate["Room", Seats, str, P], Coroutine[Any, Any, live.Answer]]


def _command(method: Command[P]) -> Command[P]:
    """Make a method a command: it runs alone, at most once for each message id, and is always answered."""

    @wraps(method)
    async def run(room: "Room", seats: Seats, message_id: str, /, *args: P.args, **options: P.kwargs) -> live.Answer:
        async with room.lock:
            try:
                await room.refresh()
                if (number := room.number_of(seats, message_id)) is not None:
                    return live.Answer(id=message_id, result="already", number=number)
                return await method(room, seats, message_id, *args, **options)
            except Conflict:
                if (number := room.number_of(seats, message_id)) is not None:
                    return live.Answer(id=message_id, result="accepted", number=number)
                return room.stale(seats, message_id)
            except AliquotError as error:
                return refusal(message_id, error)

    return run


class Room:
    """A live match, its seats and its subscribers."""

    def __init__(self, lobby: "Lobby", stored: StoredMatch, settings: MatchSettings) -> None:
        """Open a room for a stored match. Its clocks stand still until a player is there."""
        self.lobby, self.key, self.id, self.created = lobby, stored.key, stored.id, stored.created
        self.settings = settings
        self.lock = asyncio.Lock()
        self.subscribers: set[Subscriber] = set()
        self._last_view: tuple[Any, View] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._computer_is_running = False
        self._rebuild(stored.seats, stored.events)

    def _rebuild(self, seats: dict[int, StoredSeat], events: list[StoredEvent]) -> None:
        self.seats = seats
        self.number = 0
        self.events: list[StoredEvent] = []
        self.offers: dict[live.OfferKind, Seat] = {}
        self.next: str | None = None
        self._numbers: dict[tuple[int, str], int] = {}
        """The events that messages became, by seat and message id."""
        self.needs_refresh = False
        """True if the session may differ from what is stored."""
        names = [seats[seat].name if seat in seats else self.settings.names[seat - 1] for seat in SEATS]
        self.session: Session = self.settings.session((names[0], names[1]))
        for event in events:
            self._replay(event)

    def _replay(self, event: StoredEvent) -> None:
        """Repeat a stored event."""
        if event.body["kind"] in _SESSION_EVENTS:
            enter(self.session, cast("Entry", event.body))
        self._apply(event)

    def _apply(self, event: StoredEvent) -> None:
        """Apply everything of an event that is not in the session."""
        body = event.body
        match body["kind"]:
            case "joined":
                parties = list(self.session.participants)
                parties[body["seat"] - 1] = replace(parties[body["seat"] - 1], name=body["name"])
                self.session.participants = (parties[0], parties[1])
            case "offered":
                self.offers[body["what"]] = body["seat"]
            case "declined":
                self.offers.pop(body["what"], None)
            case "continued":
                self.next = body["next"]
                self.offers.clear()
            case "moved" | "taken_back" | "conceded":
                self.offers.clear()
        self.number = event.number
        self.events.append(event)
        if event.message_id:
            self._numbers[body["seat"], event.message_id] = event.number

    # --- seats ------------------------------------------------------------------------------------------

    def is_taken(self, seat: int) -> bool:
        """Return whether a person or a computer has a seat."""
        return seat in self.seats or self.settings.kinds[seat - 1] != HUMAN

    @property
    def is_ready(self) -> bool:
        """True if both seats are taken."""
        return len(self.seats) == len(SEATS) or all(map(self.is_taken, SEATS))

    def seats_of(self, *, token: str | None = None, visitor: str | None = None) -> Seats:
        """Return the seats that a seat's token or the hash of a visitor's id opens."""
        return tuple(
            seat
            for seat in SEATS
            if seat in self.seats
            and ((token is not None and has_hash(token, self.seats[seat].token)) or self.seats[seat].visitor == visitor)
        )

    async def join(self, visitor: str, name: str) -> Seats:
        """Give a visitor the free seat, and return the seats they have. If many ask at once, one gets it.

        Raises:
            NotAllowed: There is no free seat.
            StoreFailed: It could not be stored.
        """
        visitor_hash = hash_token(visitor)
        async with self.lock:
            for _ in SEATS:
                await self.refresh()
                if seats := self.seats_of(visitor=visitor_hash):
                    return seats
                free = next((seat for seat in SEATS if not self.is_taken(seat)), None)
                if free is None:
                    break
                holder = StoredSeat(hash_token(seat_token(visitor, self.settings.origin)), visitor_hash, name)
                row = {"seat": free, "token": holder.token, "visitor": holder.visitor, "name": name}
                self.seats[free] = holder
                try:
                    await self._commit({"kind": "joined", "seat": free, "name": name}, seat=row)
                except Conflict:
                    continue
                return (free,)
        raise NotAllowed("Both seats are taken. You can watch this game.", code="no-free-seat")

    # --- commands ---------------------------------------------------------------------------------------

    async def play(self, seats: Seats, message_id: str, ply: int, text: str) -> live.Answer:
        """Make a move. It is counted in the metrics, with the time it took."""
        start = perf_counter()
        answer = await self._play(seats, message_id, ply, text)
        self.lobby.metrics.count_move(answer.result, perf_counter() - start)
        return answer

    @_command
    async def _play(self, seats: Seats, message_id: str, ply: int, text: str) -> live.Answer:
        session, seat = self.session, self._acting(seats)
        if ply != session.match.ply:
            return self.stale(seats, message_id)
        if not self.is_ready:
            raise NotAllowed("The game starts when someone takes the other seat.", code="not-ready")
        if session.outcome is None and seat != session.match.seat:
            raise IllegalMove("It is not your turn.", code="not-your-turn")
        event = session.play(text)
        if isinstance(event, ConcessionEvent):
            await self._commit(self._entry(event))
            raise InvalidMove(result_sentence(session.match, session.names), code="out-of-time")
        return await self._accept(message_id, self._entry(event, text))

    @_command
    async def resign(self, seats: Seats, message_id: str) -> live.Answer:
        """Resign."""
        seat = self._acting(seats)
        if not self.is_ready:
            raise NotAllowed("The game has not started.", code="not-ready")
        return await self._accept(message_id, self._entry(self.session.resign(seat)))

    @_command
    async def take_back(self, seats: Seats, message_id: str) -> live.Answer:
        """Take back to the player's own last turn; between people by link, ask the other first."""
        seat, session = self._acting(seats), self.session
        if self.settings.mode == "device" and session.outcome is None:
            seat = other(session.match.seat)
        if not session.take_back_count(seat):
            raise IllegalMove("There is no move to take back.", code="nothing-to-take-back")
        if self.settings.mode == "link":
            return await self._accept(message_id, {"kind": "offered", "seat": seat, "what": "take_back"})
        return await self._accept(message_id, self._entry(session.take_back(seat)))

    @_command
    async def answer(self, seats: Seats, message_id: str, agree: bool) -> live.Answer:
        """Accept or decline the other player's offer."""
        self._acting(seats)
        offer = next(((what, seat) for what, seat in self.offers.items() if seat not in seats), None)
        if offer is None:
            raise IllegalMove("There is no offer to answer.", code="no-offer")
        what, asker = offer
        if not agree:
            return await self._accept(message_id, {"kind": "declined", "seat": seats[0], "what": what})
        if what == "again":
            return await self._continue(seats[0], message_id)
        entry = self._entry(self.session.take_back(asker))
        return await self._accept(message_id, {**entry, "by": asker, "seat": seats[0]})

    @_command
    async def again(self, seats: Seats, message_id: str) -> live.Answer:
        """Continue with the next match of the series, or offer a rematch."""
        seat = self._acting(seats)
        if self.session.outcome is None:
            raise IllegalMove("The game is not over yet.", code="not-over")
        if self.next is not None:
            raise IllegalMove("The next game has already started.", code="already-continued")
        asker = self.offers.get("again")
        if self.settings.mode != "link" or self._following().number > 1 or (asker is not None and asker not in seats):
            return await self._continue(seat, message_id)
        return await self._accept(message_id, {"kind": "offered", "seat": seat, "what": "again"})

    async def hint(self, seats: Seats, message_id: str) -> live.Answer:
        """Give the next step of a hint. Only the sender gets its text; everyone else gets an event without it."""
        try:
            seat = self._acting(seats)
            if seat != self.session.match.seat or not self.is_ready:
                raise NotAllowed("You can only ask for a hint when it is your turn.", code="not-your-turn")
            async with self.lock:
                await self.refresh()
                work = self.session.prepare_hint()
            hint = await self.lobby.workers.ask(work)
        except AliquotError as error:
            return refusal(message_id, error)
        return await self._give(seats, message_id, hint)

    @_command
    async def _give(self, seats: Seats, message_id: str, hint: Hint) -> live.Answer:
        event = self.session.add_hint(hint)
        if event is None:
            return self.stale(seats, message_id)
        return replace(await self._accept(message_id, self._entry(event)), text=hint.text)

    def _acting(self, seats: Seats) -> Seat:
        """Return the seat a command is for: the one to move, if they have it."""
        if not seats:
            raise NotAllowed(NO_SEAT, code="no-seat")
        return self.session.match.seat if self.session.match.seat in seats else seats[0]

    async def _accept(self, message_id: str, body: dict[str, Any]) -> live.Answer:
        return live.Answer(id=message_id, result="accepted", number=await self._commit(body, message_id))

    def _following(self) -> MatchSettings:
        """Return the settings of the next match, with the seats swapped."""
        outcome = self.session.outcome
        if outcome is None:
            raise IllegalMove("The game is not over yet.", code="not-over")
        return self.settings.following(self.session.names, outcome.winner)

    async def _continue(self, seat: Seat, message_id: str) -> live.Answer:
        """Create the next match; the players keep their tokens."""
        seats = {3 - old: holder for old, holder in self.seats.items()}
        match_id = await self.lobby.create(self._following(), seats)
        return await self._accept(message_id, {"kind": "continued", "seat": seat, "next": match_id})

    def number_of(self, seats: Seats, message_id: str) -> int | None:
        """Return the number of the event that a message became, if it was accepted before."""
        numbers = (self._numbers.get((seat, message_id)) for seat in seats)
        return next((number for number in numbers if number is not None), None)

    def _entry(self, event: Event, text: str = "") -> dict[str, Any]:
        """Return what to store of an event of the session."""
        entry = entry_of(self.session, event, text)
        if entry is None:
            raise ValueError("this event changes nothing")
        return {**entry}

    # --- storing and publishing -------------------------------------------------------------------------

    async def refresh(self) -> None:
        """Rebuild the match from the database if it may differ. Call it with the lock held."""
        if self.needs_refresh:
            stored = await self.lobby.reader.match(self.id)
            if stored is None:
                raise NotAllowed("This game has been removed.", code="removed")
            self._rebuild(stored.seats, stored.events)
            self._set_timer()

    async def catch_up(self) -> None:
        """Apply and publish what another server has stored."""
        async with self.lock:
            await self.refresh()
            for event in await self.lobby.reader.events(self.key, self.number):
                if event.number != self.number + 1:
                    return
                if event.body["kind"] == "joined":
                    self.seats = await self.lobby.reader.seats(self.key)
                self._replay(event)
                self._publish(event)

    async def _commit(self, body: dict[str, Any], message_id: str = "", seat: dict[str, Any] | None = None) -> int:
        """Store what has happened, then publish it; return its number.

        Raises:
            Conflict: Another server was first; the match is as that one left it.
            StoreFailed: It could not be stored; the match is as it was.
        """
        number, is_over = self.number + 1, self.session.outcome is not None
        row = {
            "match": self.key,
            "number": number,
            "at": self.lobby.now(),
            "message_id": message_id,
            "body": encode(body).decode(),
        }
        try:
            is_stored = await self.lobby.writer.store(
                Write(event=row, key=self.key, ends=is_over, seats=() if seat is None else (seat,))
            )
        except BaseException:
            # It may be stored or not; the database is read before anything else is done.
            self.needs_refresh = True
            raise
        if not is_stored:
            self.needs_refresh = True
            before = self.number
            await self.refresh()
            for event in self.events[before:]:
                self._publish(event)
            raise Conflict
        event = StoredEvent(number, message_id, body)
        self._apply(event)
        self._publish(event)
        return number

    def _publish(self, event: StoredEvent) -> None:
        """Send an event to all subscribers, encoded once; then set the clock and start the computer."""
        if self.subscribers:
            message = Broadcast(event.number, encode(self.event_message(event)))
            for subscriber in tuple(self.subscribers):
                subscriber.push(message)
        if self.settings.clock is not None:
            self._set_timer()
        if not self.session.awaits_person:
            self.start_computer()

    def subscribe(self, subscriber: Subscriber) -> None:
        """Send a connection every event from now on.

        Raises:
            TooManyRequests: The room is full.
        """
        if len(self.subscribers) >= SOCKETS_PER_GAME:
            raise TooManyRequests("Too many people are watching this game.", code="room-full")
        self.subscribers.add(subscriber)

    # --- messages ---------------------------------------------------------------------------------------

    def _view(self, position: Any) -> View:
        """Return the view of a position. The last one is cached: a move needs it again."""
        if self._last_view is None or self._last_view[0] is not position:
            self._last_view = position, self.session.match.game.view(position)
        return self._last_view[1]

    def _position(self) -> dict[str, Any]:
        """Return the fields of `live.Position`."""
        session, match = self.session, self.session.match
        outcome, times = match.outcome, remaining(session)
        result = None
        if outcome is not None:
            text = result_sentence(match, session.names)
            result = live.Outcome(winner=outcome.winner, ending=outcome.ending.value, text=text)
        return {
            "ply": match.ply,
            "view": self._view(match.position).as_json(),
            "remaining": times,
            "running": match.seat if times is not None and session.is_started and outcome is None else None,
            "outcome": result,
            "offers": {**self.offers},
        }

    def event_message(self, event: StoredEvent) -> live.Event:
        """Return the message of the event that has just happened."""
        body, match = event.body, self.session.match
        fields = {"match": self.id, "number": event.number, "id": event.message_id, **body}
        if body["kind"] == "moved" and (turn := match.last) is not None:
            fields["leaves"] = turn_texts(match.game, turn, self._view(turn.before))[1]
            fields["objection"] = turn.objection
        if body["kind"] != "hinted":
            fields |= self._position()
        if body["kind"] == "moved" and turn is not None:
            fields["numbers"] = () if turn.after is None else self._view(turn.after).number_texts
        return live.EVENTS[body["kind"]](**fields)

    def past_events(self, since: int) -> list[live.PastEvent]:
        """Return the first stored events after a number."""
        stored = self.events[since:][:EVENTS_AT_ONCE]
        events: list[Any] = [{"number": event.number, "id": event.message_id, **event.body} for event in stored]
        return events

    def events_message(self, since: int) -> live.Events:
        """Return the events after a number, and the position if the last one is among them."""
        events = self.past_events(since)
        is_last = bool(events) and events[-1]["number"] == self.number
        position = live.Position(**self._position()) if is_last else None
        return live.Events(match=self.id, last=self.number, events=events, position=position)

    def state_message(self, seats: Seats, since: int | None = None) -> live.State:
        """Return the state for a client with these seats, and the events after a number. Call it with the lock held."""
        session, settings = self.session, self.settings
        match, game = session.match, session.match.game
        one, two = (
            live.Player(seat=seat, name=party.name, kind=party.kind, taken=self.is_taken(seat))
            for seat, party in zip(SEATS, session.participants, strict=True)
        )
        return live.State(
            match=self.id,
            number=self.number,
            game=live.Game(id=game.id, slug=game.slug, title=game.title, tagline=game.tagline, penalty=match.penalty),
            mode=settings.mode,
            players=(one, two),
            hints=settings.allows_hints,
            choices=settings.choices,
            start=game.text(game.start()),
            start_numbers=game.view(game.start()).number_texts,
            clock=settings.clock,
            series=live.SeriesScore(number=settings.number, best_of=settings.best_of, score=settings.score)
            if settings.best_of > 1
            else None,
            turns=[
                live.Turn(seat=turn.seat, move=turn.move, leaves=turn.leaves, numbers=turn.numbers)
                for turn in describe_turns(match)
            ],
            next=self.next,
            you=seats,
            events=None if since is None else self.past_events(since),
            **self._position(),
        )

    def stale(self, seats: Seats, message_id: str) -> live.Answer:
        """Return the answer to a command that came too late."""
        return live.Answer(id=message_id, result="stale", state=self.state_message(seats))

    async def state(self, seats: Seats = ()) -> live.State:
        """Return the state for a client with these seats, with nothing in it that is not stored."""
        async with self.lock:
            await self.refresh()
            return self.state_message(seats)

    async def record(self) -> Record:
        """Return the record of the match so far."""
        async with self.lock:
            await self.refresh()
            self.session.began = datetime.fromtimestamp(self.created / 1000, UTC)
            return self.session.record()

    # --- clocks and computers ---------------------------------------------------------------------------

    async def resume(self) -> None:
        """Resume the match, since a player is here."""
        if (
            self.is_ready
            and self.session.outcome is None
            and not (self.session.is_started and self._computer_is_running)
        ):
            async with self.lock:
                await self.refresh()
                self.resume_locked()

    def resume_locked(self) -> None:
        """Start the clock and the computer to move. Call it with the lock held."""
        if self.is_ready and self.session.outcome is None:
            if self.settings.clock is not None and not self.session.is_started:
                self.session.start()
                self._set_timer()
            if not self.session.awaits_person:
                self.start_computer()

    def _set_timer(self) -> None:
        """Check the clock again when the time of the player to move is up."""
        self.close()
        session = self.session
        if session.clock is not None and session.is_started and session.awaits_person:
            seconds = session.clock.remaining(session.match.seat).total_seconds()
            self._timer = self.lobby.loop.call_later(seconds + 0.005, lambda: self.lobby.spawn(self._check_clock()))

    async def _check_clock(self) -> None:
        async with self.lock:
            try:
                await self.refresh()
                event = self.session.flag()
                if event is not None:
                    await self._commit(self._entry(event))
            except (Conflict, StoreFailed):
                return
            self._set_timer()

    def start_computer(self) -> None:
        """Let the computer to move think and move, in the background."""
        if not self._computer_is_running and self.session.outcome is None and not self.session.awaits_person:
            self._computer_is_running = True
            self.lobby.spawn(self._run_computer())

    async def _run_computer(self) -> None:
        timeouts = 0
        try:
            while True:
                async with self.lock:
                    await self.refresh()
                    if self.session.outcome is not None or self.session.awaits_person or not self.is_ready:
                        return
                    number, think = self.number, self.session.prepare_choice()
                try:
                    choice = await self._think(think, last=timeouts == _MOST_TIMEOUTS - 1)
                    async with self.lock:
                        if self.number == number and not self.needs_refresh:
                            await self._commit(self._entry(self.session.play_choice(choice)))
                    timeouts = 0
                except Conflict:
                    continue
                except WorkerTimeout:
                    timeouts += 1
                except (Busy, StoreFailed):
                    await asyncio.sleep(1)
        except (StoreFailed, NotAllowed):
            return
        finally:
            self._computer_is_running = False

    async def _think(self, think: Callable[[], Choice | Ending], *, last: bool) -> Choice | Ending:
        try:
            return await self.lobby.workers.ask(think, seconds=THINKING_SECONDS)
        except WorkerTimeout:
            if not last:
                raise
            return Ending.OUT_OF_TIME

    def close(self) -> None:
        """Stop the timer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
