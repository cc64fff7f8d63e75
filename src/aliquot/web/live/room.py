"""A room: one live match and everyone connected to it.

Every change is made here, one at a time, and is on disk before anyone is told. The session is changed first, because
only it knows what a move does; nobody sees it while the change is being stored. If that fails, or another server was
first, the session is discarded and rebuilt from the database.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from time import perf_counter
from typing import TYPE_CHECKING, Any, cast

from aliquot.core.errors import AliquotError, IllegalMove, InvalidMove
from aliquot.core.outcome import SEATS, Ending, Seat, other
from aliquot.core.player import HUMAN, Choice
from aliquot.core.record import Record
from aliquot.play.journal import Entry, enter, entry_of
from aliquot.play.session import ConcessionEvent, Event, Hint, MoveEvent, Session
from aliquot.reports import live
from aliquot.reports.sentences import result_sentence
from aliquot.web.errors import Busy, MatchDamaged, NotAllowed, StoreFailed, WorkerTimeout
from aliquot.web.limits import THINKING_SECONDS, WAITING_SECONDS
from aliquot.web.live.audience import Audience, Presence, Subscriber
from aliquot.web.live.auth import NO_SEAT, has_hash, hash_token, new_id, seat_token
from aliquot.web.live.catch_up import RETRY_SECONDS, CatchUp
from aliquot.web.live.commands import Conflict, command
from aliquot.web.live.messages import Broadcast, Messages, Seats
from aliquot.web.live.protocol import encode, refusal
from aliquot.web.live.settings import MatchDraft, MatchSettings
from aliquot.web.server.slices import Slices
from aliquot.web.server.workers import Asker
from aliquot.web.store.reader import StoredEvent, StoredMatch, StoredSeat
from aliquot.web.store.writer import News, Write

if TYPE_CHECKING:
    from aliquot.web.live.lobby import Lobby

_MOST_TIMEOUTS = 3
"""The number of times a computer may exceed its time for one move before it loses on time."""
_IDLE_SECONDS = WAITING_SECONDS + 10
"""Seconds without a request after which a match makes way for another server that has it too."""
_SESSION_EVENTS = ("moved", "conceded", "taken_back", "hinted")
_CLOCK_EVENTS = (*_SESSION_EVENTS, "joined")
"""The events at which the clocks are set: the clock of the player to move runs since the last of them."""
_STORED = ("seats", "session", "number", "events", "offers", "next", "_numbers", "_turn_began")
"""The attributes of a room that are rebuilt from the database."""


class Room:
    """A live match, its seats and its subscribers."""

    def __init__(self, lobby: "Lobby", stored: StoredMatch, settings: MatchSettings) -> None:
        """Create the room of a stored match; `load` it before anything else is done with it."""
        self.lobby, self.key, self.id, self.created = lobby, stored.key, stored.id, stored.created
        self.settings = settings
        self.lock = asyncio.Lock()
        self.presence = Presence(self)
        self.subscribers = Audience(self.presence.note)
        self.messages = Messages(self)
        self._timer: asyncio.TimerHandle | None = None
        self._computer_is_running = False
        self.used = lobby.loop.time()
        """The time of the last request, by the clock of the event loop."""
        self.others: set[str] = set()
        """The other servers that have the match in memory too."""
        self.needs_refresh = False
        """True if the session may differ from what is stored."""
        self._news = CatchUp(lobby.spawn, self.lock)
        self._era = 0
        """The end of the last outage of the store, if it was noticed here."""

    async def load(self, stored: StoredMatch) -> None:
        """Replay the match. A clock that ran before an outage stands still until a player is there.

        Raises:
            MatchDamaged: It cannot be replayed.
        """
        async with self.lock:
            slices = Slices()
            for _ in self._rebuild(stored.seats, stored.events):
                await slices.pause()
            self._start_clock()

    def _rebuild(self, seats: dict[int, StoredSeat], events: list[StoredEvent]) -> Iterator[None]:
        """Replay the match, one move or event at each step."""
        self.seats = seats
        self.number = 0
        self.events: list[StoredEvent] = []
        self.offers: dict[live.OfferKind, Seat] = {}
        self.next: str | None = None
        self._numbers: dict[tuple[int, str], int] = {}
        """The events that messages became, by seat and message id."""
        self._turn_began = self.created
        """The time since which the clock of the player to move runs."""
        names = [seats[seat].name if seat in seats else self.settings.names[seat - 1] for seat in SEATS]
        match = self.settings.match()
        for _ in self.settings.play_moves(match):
            yield
        self.session: Session = self.settings.session(match, (names[0], names[1]))
        for event in events:
            self._replay(event)
            yield

    def _replay(self, event: StoredEvent) -> None:
        """Repeat a stored event; raise MatchDamaged if it cannot have happened."""
        try:
            if event.number != self.number + 1:
                raise ValueError("an event is missing")
            if event.body["kind"] in _SESSION_EVENTS:
                enter(self.session, cast("Entry", event.body), self._since(event.at))
            self._apply(event)
        except Exception as error:  # Whatever a damaged body leads to.
            raise MatchDamaged(f"This game is damaged at event {event.number}, so it cannot be opened.") from error

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
        if body["kind"] in _CLOCK_EVENTS:
            self._turn_began = event.at
        self.number = event.number
        self.events.append(event)
        if event.message_id:
            self._numbers[body["seat"], event.message_id] = event.number

    @property
    def is_busy(self) -> bool:
        """True if something is being done, or the computer thinks."""
        return self.lock.locked() or self._computer_is_running or self._news.is_running

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

    async def join(self, visitor: str, name: str, *, renames: bool = False) -> Seats:
        """Give a visitor the free seat, and return the seats they have. If many ask at once, one gets it.

        Args:
            visitor: The visitor's id.
            name: The visitor's name.
            renames: Whether a visitor who has one seat already gets that name from now on.

        Raises:
            NotAllowed: There is no free seat.
            StoreFailed: It could not be stored.
        """
        visitor_hash = hash_token(visitor)
        async with self.lock:
            for _ in SEATS:
                await self.refresh()
                if seats := self.seats_of(visitor=visitor_hash):
                    if renames and len(seats) == 1 and self.session.names[seats[0] - 1] != name:
                        await self._commit({"kind": "joined", "seat": seats[0], "name": name})
                    return seats
                free = next((seat for seat in SEATS if not self.is_taken(seat)), None)
                if free is None:
                    break
                holder = StoredSeat(hash_token(seat_token(visitor, self.settings.origin)), visitor_hash, name)
                row = {"seat": free, "token": holder.token, "visitor": holder.visitor, "name": name}
                self.seats[free] = holder
                try:
                    await self._commit({"kind": "joined", "seat": free, "name": name}, write=Write(seats=(row,)))
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

    @command
    async def _play(self, seats: Seats, message_id: str, ply: int, text: str) -> live.Answer:
        session, seat = self.session, self._acting(seats)
        if ply != session.match.ply:
            return await self.stale(seats, message_id)
        if self.settings.classroom:
            await self.lobby.classes.check_paused(self.settings.classroom)
        if not self.is_ready:
            raise NotAllowed("The game starts when someone takes the other seat.", code="not-ready")
        if session.outcome is None and seat != session.match.seat:
            raise IllegalMove("It is not your turn.", code="not-your-turn")
        await self.resume_locked()
        event = session.play(text)
        if isinstance(event, ConcessionEvent):
            await self._commit(self._entry(event))
            raise InvalidMove(result_sentence(session.match, session.names), code="out-of-time")
        return await self._accept(message_id, self._entry(event, text))

    @command
    async def resign(self, seats: Seats, message_id: str) -> live.Answer:
        """Resign."""
        seat = self._acting(seats)
        if not self.is_ready:
            raise NotAllowed("The game has not started.", code="not-ready")
        return await self._accept(message_id, self._entry(self.session.resign(seat)))

    @command
    async def take_back(self, seats: Seats, message_id: str) -> live.Answer:
        """Take back to the player's own last turn; between people by link, ask the other first."""
        seat, session = self._acting(seats), self.session
        if self.settings.mode == "device" and session.outcome is None:
            seat = other(session.match.seat)
        if not self.is_ready:
            raise NotAllowed("The game has not started.", code="not-ready")
        if not session.take_back_count(seat) or (self.settings.classroom and session.outcome is not None):
            raise IllegalMove("There is no move to take back.", code="nothing-to-take-back")
        if self.settings.mode == "link":
            return await self._accept(message_id, {"kind": "offered", "seat": seat, "what": "take_back"})
        return await self._accept(message_id, self._entry(session.take_back(seat)))

    @command
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

    @command
    async def again(self, seats: Seats, message_id: str) -> live.Answer:
        """Continue with the next match of the series, or offer a rematch."""
        seat = self._acting(seats)
        if self.session.outcome is None:
            raise IllegalMove("The game is not over yet.", code="not-over")
        if self.settings.classroom:
            raise NotAllowed("Your teacher starts the next game.", code="class-game")
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
            if (number := self.number_of(seats, message_id)) is not None:
                return self.already(message_id, number)
            if seat != self.session.match.seat or not self.is_ready:
                raise NotAllowed("You can only ask for a hint when it is your turn.", code="not-your-turn")
            if not self.settings.classroom:
                self.lobby.classes.check_help(self.seats[seat].visitor)
            await self.lobby.live_positions.check_room(self)
            async with self.lock:
                await self.refresh()
                work = self.session.prepare_hint()
            hint = await self.lobby.workers.ask(Asker(self.seats[seat].visitor), work)
        except AliquotError as error:
            return refusal(message_id, error)
        return await self._give(seats, message_id, hint)

    @command
    async def _give(self, seats: Seats, message_id: str, hint: Hint) -> live.Answer:
        event = self.session.add_hint(hint)
        if event is None:
            return await self.stale(seats, message_id)
        return replace(await self._accept(message_id, {**self._entry(event), "text": hint.text}), text=hint.text)

    def _acting(self, seats: Seats) -> Seat:
        """Return the seat a command is for: the one to move, if they have it."""
        if not seats:
            raise NotAllowed(NO_SEAT, code="no-seat")
        return self.session.match.seat if self.session.match.seat in seats else seats[0]

    async def _accept(self, message_id: str, body: dict[str, Any], write: Write | None = None) -> live.Answer:
        return live.Answer(id=message_id, result="accepted", number=await self._commit(body, message_id, write))

    def _following(self) -> MatchSettings:
        """Return the settings of the next match, with the seats swapped."""
        outcome = self.session.outcome
        if outcome is None:
            raise IllegalMove("The game is not over yet.", code="not-over")
        return self.settings.following(self.session.names, outcome.winner)

    async def _continue(self, seat: Seat, message_id: str) -> live.Answer:
        """Create the next match together with the event that names it; the players keep their tokens."""
        # A player may have changed their name since they sat down.
        seats = {3 - old: replace(holder, name=self.session.names[old - 1]) for old, holder in self.seats.items()}
        new = MatchDraft(new_id(), self._following(), seats, self.lobby.now())
        write = new.write()
        answer = await self._accept(message_id, {"kind": "continued", "seat": seat, "next": new.id}, write)
        await self.lobby.open(new, write.key)
        return answer

    def number_of(self, seats: Seats, message_id: str) -> int | None:
        """Return the number of the event that a message became, if it was accepted before."""
        numbers = (self._numbers.get((seat, message_id)) for seat in seats)
        return next((number for number in numbers if number is not None), None)

    def already(self, message_id: str, number: int) -> live.Answer:
        """Return the answer to a message that became an event before; a hint's text is given again."""
        text = self.events[number - 1].body.get("text", "")
        return live.Answer(id=message_id, result="already", number=number, text=text)

    def _entry(self, event: Event, text: str = "") -> dict[str, Any]:
        """Return what to store of an event of the session: also what a move leaves, which a take-back forgets."""
        entry = entry_of(self.session, event, text)
        if entry is None:
            raise ValueError("this event changes nothing")
        return {**entry, **self.messages.effect(event.turn)} if isinstance(event, MoveEvent) else {**entry}

    # --- storing and publishing -------------------------------------------------------------------------

    async def refresh(self) -> None:
        """Rebuild the match from the database if it may differ. Call it with the lock held."""
        if self.needs_refresh:
            stored = await self.lobby.reader.match(self.id)
            if stored is None:
                raise NotAllowed("This game has been removed.", code="removed")
            published, slices = self.number, Slices()
            again = Room(self.lobby, stored, self.settings)
            for _ in again._rebuild(stored.seats, stored.events[:published]):
                await slices.pause()
            for name in _STORED:
                setattr(self, name, getattr(again, name))
            for event in stored.events[published:]:
                self._replay(event)
                self._publish(event)
            self.needs_refresh = False
            self._start_clock()

    def catch_up(self) -> None:
        """Apply and publish what was stored by others, or when it was not certain that it was: soon, in order."""
        self._news.start(self._read_news)

    async def _read_news(self) -> None:
        with suppress(NotAllowed, MatchDamaged):
            await self.refresh()
            for event in await self.lobby.reader.events(self.key, self.number):
                if event.body["kind"] == "joined":
                    self.seats = await self.lobby.reader.seats(self.key)
                self._replay(event)
                self._publish(event)
            if self.subscribers.has_players:
                await self.resume_locked()

    async def _commit(self, body: dict[str, Any], message_id: str = "", write: Write | None = None) -> int:
        """Store what has happened, then publish it; return its number.

        Args:
            body: The event.
            message_id: The id of the message that led to it.
            write: Other rows to store with it.

        Raises:
            Conflict: Another server was first; the match is as that one left it.
            StoreFailed: It could not be stored; the match is as it was.
        """
        number, is_over = self.number + 1, self.session.outcome is not None
        row: dict[str, Any] = {
            "match": self.key,
            "number": number,
            "at": self.lobby.now(),
            "message_id": message_id,
            "body": encode(body).decode(),
        }
        write = write or Write()
        write.event, write.news = row, (News("+", self.key),) if self.others else ()
        if write.match is None:
            write.key, write.ends = self.key, is_over
        try:
            is_stored = await self.lobby.writer.store(write)
        except BaseException:
            # It may be stored or not; the database is read before anything else is done.
            self.needs_refresh = True
            self._era = self.lobby.now()
            self.catch_up()
            raise
        if not is_stored:
            self.needs_refresh = True
            await self.refresh()
            raise Conflict
        event = StoredEvent(number, message_id, body, row["at"])
        self._apply(event)
        self._publish(event)
        return number

    def _publish(self, event: StoredEvent) -> None:
        """Send an event to all subscribers, encoded once; then set the clock and start the computer."""
        if self.subscribers:
            message = Broadcast(event.number, encode(self.messages.event(event)))
            for subscriber in self.subscribers:
                subscriber.push(message)
        if self.settings.clock is not None:
            self._start_clock()
        if self.settings.classroom and self.session.outcome is not None:
            self.lobby.classes.match_over(self)
        if not self.session.awaits_person:
            self.start_computer()

    @property
    def is_idle(self) -> bool:
        """True if nobody is connected, and no request has come for longer than one can take."""
        return not (self.subscribers or self.is_busy) and self.lobby.loop.time() - self.used > _IDLE_SECONDS

    def subscribe(self, subscriber: Subscriber, seats: Seats) -> None:
        """Send a connection with these seats every event from now on.

        Raises:
            TooManyRequests: Too many people are watching.
        """
        self.subscribers.add(subscriber, seats, has_free_seat=not self.is_ready)

    # --- messages ---------------------------------------------------------------------------------------

    async def stale(self, seats: Seats, message_id: str) -> live.Answer:
        """Return the answer to a command that came too late."""
        return live.Answer(id=message_id, result="stale", state=await self.messages.state(seats))

    async def state(self, seats: Seats = ()) -> live.State:
        """Return the state for a client with these seats, with nothing in it that is not stored."""
        async with self.lock:
            await self.refresh()
            return await self.messages.state(seats)

    async def record(self) -> Record:
        """Return the record of the match so far."""
        async with self.lock:
            await self.refresh()
            self.session.began = datetime.fromtimestamp(self.created / 1000, UTC)
            return await asyncio.to_thread(self.session.record)

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
                await self.resume_locked()

    async def resume_locked(self) -> None:
        """Start the clock and the computer to move. Call it with the lock held."""
        if self.is_ready and self.session.outcome is None:
            if self.settings.clock is not None and self.session.awaits_person and not self.session.is_started:
                with suppress(StoreFailed):  # The clock stands still until it can be stored that it runs.
                    self._turn_began = await self._end_outage()
                self._start_clock()
            if not self.session.awaits_person:
                self.start_computer()

    @property
    def _outage_end(self) -> int:
        """The end of the last outage: clocks of turns that began before stand still."""
        return max(self.lobby.era, self._era)

    async def _end_outage(self) -> int:
        """Store that a player is back; return when the first one was, at another server, or else the time now."""
        at = self.lobby.now()
        write = Write(resumption={"match": self.key, "number": self.number, "at": at, "since": self._outage_end})
        await self.lobby.writer.store(write)
        # Storing it costs the player no time.
        return self.lobby.now() if write.resumed in (0, at) else write.resumed

    def _since(self, at: int) -> timedelta:
        return timedelta(milliseconds=max(0, self.lobby.now() - at))

    def _start_clock(self) -> None:
        """Let the clock of the player to move run since their turn began, unless it stands still after an outage."""
        if self.settings.clock is not None:
            if self.is_ready and self._turn_began >= self._outage_end:
                self.session.start(self._since(self._turn_began))
            self._set_timer()

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
                self.catch_up()
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
                try:
                    async with self.lock:
                        await self.refresh()
                        if self.session.outcome is not None or self.session.awaits_person or not self.is_ready:
                            return
                        number, think = self.number, self.session.prepare_choice()
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
                    await asyncio.sleep(RETRY_SECONDS)
        except NotAllowed:
            return
        finally:
            self._computer_is_running = False

    async def _think(self, think: Callable[[], Choice | Ending], *, last: bool) -> Choice | Ending:
        asker = Asker(max((holder.visitor for holder in self.seats.values()), default=""))
        try:
            return await self.lobby.workers.play(asker, think, seconds=THINKING_SECONDS)
        except WorkerTimeout:
            if not last:
                raise
            return Ending.OUT_OF_TIME

    def close(self) -> None:
        """Stop the timer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
