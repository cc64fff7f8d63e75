"""One live game. Everything that is done to it passes here, one thing at a time, and is on disk before anybody is told.

A session is changed first, because only it knows what a move does; while that is being stored nobody is shown it. If it
cannot be stored, or another server was first, the session is thrown away and made again from what is stored.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Protocol

from aliquot.core.errors import AliquotError
from aliquot.core.outcome import SEATS, Ending, Seat
from aliquot.core.player import HUMAN, Choice
from aliquot.core.record import Record
from aliquot.core.view import View
from aliquot.play.journal import enter, entry_from, entry_of, facts_of
from aliquot.play.session import Event, Session
from aliquot.web.errors import Busy, NotAllowed, StoreFailed, WorkerTimeout
from aliquot.web.limits import THINKING_SECONDS
from aliquot.web.live import messages
from aliquot.web.live.protocol import Answered
from aliquot.web.live.settings import MatchSettings
from aliquot.web.live.tokens import is_same
from aliquot.web.server.websocket import text_frame
from aliquot.web.store.reader import StoredEvent, StoredMatch, StoredSeat
from aliquot.web.store.writer import Write

if TYPE_CHECKING:
    from aliquot.web.live.lobby import Lobby

_TRIES = 3
"""How often a computer may think too long about a move."""
_PLAYED = ("moved", "conceded", "taken_back", "hinted")


class Message:
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


class Follower(Protocol):
    """Somebody who is told of what happens."""

    def push(self, message: Message) -> None:
        """Takes a message, to be sent when it can be. Never waits."""
        ...


class Conflict(Exception):
    """Another server has stored something else under the same number."""


class Room:
    """A game as it stands, and whoever follows it."""

    def __init__(self, stored: StoredMatch, lobby: "Lobby") -> None:
        """Takes up a game where the database leaves it; its clocks stand still until a player is there."""
        self.lobby, self.key, self.id, self.created = lobby, stored.key, stored.id, stored.created
        self.settings = MatchSettings.from_json(stored.settings)
        self.lock = asyncio.Lock()
        self.followers: set[Follower] = set()
        self._seen: tuple[Any, View] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._driving = False
        self._set_up(stored.seats, stored.events)

    def _set_up(self, seats: dict[int, StoredSeat], events: list[StoredEvent]) -> None:
        self.seats = seats
        self.number = 0
        self.events: list[StoredEvent] = []
        self.offers: dict[str, int] = {}
        self.next: str | None = None
        self.answered: dict[tuple[int, str], int] = {}
        self.is_spoilt = False
        names = [seats[seat].name if seat in seats else self.settings.names[seat - 1] for seat in SEATS]
        self.session: Session = self.settings.session((names[0], names[1]))
        for event in events:
            self._enter(event)

    def _enter(self, event: StoredEvent) -> None:
        """Lets happen what is stored."""
        if event.body["kind"] in _PLAYED:
            enter(self.session, entry_from(event.body))
        self._note(event)

    def _note(self, event: StoredEvent) -> None:
        """Notes what an event means besides the match."""
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
            self.answered[body["seat"], event.message_id] = event.number

    # --- who is who -------------------------------------------------------------------------------------

    def is_taken(self, seat: int) -> bool:
        """Whether somebody sits there."""
        return seat in self.seats or self.settings.kinds[seat - 1] != HUMAN

    @property
    def is_ready(self) -> bool:
        """Whether both seats are taken."""
        return len(self.seats) == len(SEATS) or all(map(self.is_taken, SEATS))

    def seats_of(self, *, token: str | None = None, visitor: str | None = None) -> tuple[Seat, ...]:
        """The seats somebody has, by the secret of a seat or the hash of a visitor's."""
        return tuple(
            seat
            for seat in SEATS
            if seat in self.seats
            and ((token is not None and is_same(token, self.seats[seat].token)) or self.seats[seat].visitor == visitor)
        )

    # --- storing and telling ----------------------------------------------------------------------------

    async def refresh(self) -> None:
        """Makes the game again from the database, if something went wrong with it. Call it with the lock held."""
        if self.is_spoilt:
            stored = await self.lobby.reader.match(self.id)
            if stored is None:
                raise NotAllowed("This game has been removed.")
            self._set_up(stored.seats, stored.events)
            self._arm()

    async def catch_up(self) -> None:
        """Enters what another server has stored meanwhile, and tells whoever follows."""
        async with self.lock:
            await self._catch_up()

    async def _catch_up(self) -> None:
        await self.refresh()
        for event in await self.lobby.reader.events(self.key, self.number):
            if event.number != self.number + 1:
                return
            if event.body["kind"] == "joined":
                self.seats = await self.lobby.reader.seats(self.key)
            self._enter(event)
            self._publish(event)

    async def commit(self, body: dict[str, Any], message: str = "", seat: dict[str, Any] | None = None) -> int:
        """Stores what has happened, then tells everybody; returns its number.

        Raises:
            Conflict: Another server was first; the game is as that one left it.
            StoreFailed: It could not be stored; the game is as it was.
        """
        number, ends = self.number + 1, self.session.outcome is not None
        row = {
            "match": self.key,
            "number": number,
            "at": self.lobby.now(),
            "message_id": message,
            "body": messages.encode(body).decode(),
        }
        try:
            stored = await self.lobby.writer.store(
                Write(event=row, key=self.key, ends=ends, seats=() if seat is None else (seat,))
            )
        except BaseException:
            # Whether it is stored is not known here; what is, will be read before anything else is done.
            self.is_spoilt = True
            raise
        if not stored:
            self.is_spoilt = True
            before = self.number
            await self.refresh()
            for event in self.events[before:]:
                self._publish(event)
            raise Conflict
        event = StoredEvent(number, message, body)
        self._note(event)
        self._publish(event)
        return number

    def _publish(self, event: StoredEvent) -> None:
        """Tells everybody, in one encoding, and sees to the clock and the computer."""
        if self.followers:
            data = messages.encode(messages.event(self, event.number, event.message_id, event.body))
            message = Message(event.number, data)
            for follower in tuple(self.followers):
                follower.push(message)
        if self.settings.clock is not None:
            self._arm()
        if not self.session.awaits_person:
            self.drive()

    async def join(self, seat: Seat, row: dict[str, Any]) -> None:
        """Gives a free seat to somebody. Call it with the lock held.

        Raises:
            Conflict: Somebody else was first.
            StoreFailed: It could not be stored.
        """
        holder = StoredSeat(row["token"], row["visitor"], row["name"])
        self.seats[seat] = holder
        await self.commit({"kind": "joined", "seat": seat, "name": row["name"]}, seat=row)

    def view(self, position: Any) -> View:
        """The view of a position. The last is remembered: a move is told of with what it was made from."""
        if self._seen is None or self._seen[0] is not position:
            self._seen = position, self.session.match.game.view(position)
        return self._seen[1]

    async def state(self) -> dict[str, Any]:
        """How the game stands, nothing of it unstored."""
        async with self.lock:
            await self.refresh()
            return messages.state(self)

    async def act(self, act: Callable[[], Awaitable[Answered]], message: str, seats: tuple[Seat, ...]) -> Answered:
        """Does one thing at a time, and answers whatever comes of it."""
        async with self.lock:
            try:
                await self.refresh()
                for seat in seats:
                    if (number := self.answered.get((seat, message))) is not None:
                        return Answered(id=message, result="already", number=number)
                return await act()
            except Conflict:
                for seat in seats:
                    if (number := self.answered.get((seat, message))) is not None:
                        return Answered(id=message, result="accepted", number=number)
                return Answered(id=message, result="stale", state=messages.state(self))
            except AliquotError as error:
                return Answered(id=message, result="refused", reason=str(error))

    def entry(self, event: Event, said: str = "") -> dict[str, Any]:
        """What is to be stored of something that has just happened to the session."""
        entry = entry_of(self.session, event, said)
        if entry is None:
            raise ValueError("what is stored leaves a trace")
        return facts_of(entry)

    # --- clocks and computers ---------------------------------------------------------------------------

    async def attend(self) -> None:
        """A player is here, or back."""
        if self.is_ready and self.session.outcome is None and not (self.session.is_started and self._driving):
            async with self.lock:
                await self.refresh()
                self.attend_now()

    def attend_now(self) -> None:
        """From now on clocks run, and a computer whose turn it is thinks. Call it with the lock held."""
        if self.is_ready and self.session.outcome is None:
            if self.settings.clock is not None and not self.session.is_started:
                self.session.start()
                self._arm()
            if not self.session.awaits_person:
                self.drive()

    def _arm(self) -> None:
        """Sees to it that somebody looks when the time of the player to move is up."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        session = self.session
        if session.clock is not None and session.is_started and session.awaits_person:
            left = session.clock.remaining(session.match.seat).total_seconds()
            self._timer = self.lobby.loop.call_later(left + 0.005, lambda: self.lobby.spawn(self._flag()))

    async def _flag(self) -> None:
        async with self.lock:
            try:
                await self.refresh()
                event = self.session.flag()
                if event is not None:
                    await self.commit(self.entry(event))
            except (Conflict, StoreFailed):
                return
            self._arm()

    def drive(self) -> None:
        """Lets the computers move whose turn it is."""
        if not self._driving and self.session.outcome is None and not self.session.awaits_person:
            self._driving = True
            self.lobby.spawn(self._drive())

    async def _drive(self) -> None:
        tries = 0
        try:
            while True:
                async with self.lock:
                    await self.refresh()
                    if self.session.outcome is not None or self.session.awaits_person or not self.is_ready:
                        return
                    number, think = self.number, self.session.prepare_choice()
                try:
                    thought = await self._think(think, last=tries == _TRIES - 1)
                    async with self.lock:
                        if self.number == number and not self.is_spoilt:
                            await self.commit(self.entry(self.session.play_choice(thought)))
                    tries = 0
                except Conflict:
                    continue
                except WorkerTimeout:
                    tries += 1
                except (Busy, StoreFailed):
                    await asyncio.sleep(1)
        except (StoreFailed, NotAllowed):
            return
        finally:
            self._driving = False

    async def _think(self, think: Callable[[], Choice | Ending], *, last: bool) -> Choice | Ending:
        try:
            return await self.lobby.workers.ask(think, seconds=THINKING_SECONDS)
        except WorkerTimeout:
            if not last:
                raise
            return Ending.OUT_OF_TIME

    def record(self) -> Record:
        """The game as it is to be written down. Call it with the lock held."""
        self.session.began = datetime.fromtimestamp(self.created / 1000, UTC)
        return self.session.record()

    def close(self) -> None:
        """Stops looking at the clock."""
        if self._timer is not None:
            self._timer.cancel()
