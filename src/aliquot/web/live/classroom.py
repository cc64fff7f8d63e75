"""A classroom: one class on this server, with everyone who follows it.

Every change is an event that is on disk before anyone sees it. Commands that arrive while others are being stored are
stored together after them, so that forty picks at once take two transactions. Followers are sent the whole state of
what they see, the latest one only: whoever reads slowly misses nothing but what is past.
"""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from aliquot.core.errors import AliquotError
from aliquot.web.errors import Busy, MatchDamaged, NotFound, StoreFailed
from aliquot.web.limits import CLASS_EVENTS, CLASS_HOURS, IDLE_SECONDS
from aliquot.web.live.auth import Credentials, has_hash
from aliquot.web.live.catch_up import CatchUp
from aliquot.web.live.class_state import ALL, ClassRecord, Pupil
from aliquot.web.live.messages import Broadcast
from aliquot.web.live.protocol import encode
from aliquot.web.live.room import Room
from aliquot.web.store.reader import StoredClass, StoredEvent
from aliquot.web.store.writer import News, Write

if TYPE_CHECKING:
    from aliquot.web.live.lobby import Lobby

Role: TypeAlias = Literal["pupil", "teacher", "projector"]
Body: TypeAlias = dict[str, Any]
Command: TypeAlias = Callable[[ClassRecord], list[Body]]
"""Checks a command against the class as it is, and returns the events it leads to; none if it was done before."""
PUPIL_KEYS = 65_536
"""More than the pupils a class can ever have had: see `News`."""
_AWAY_SECONDS = 3.0
"""Seconds after which a pupil without a connection is away: a long poll has a gap between two questions."""
_MOST_CONFLICTS = 8
_TOO_LONG = "This class has gone on for too long. End it and start a new one."


class Follower:
    """Somebody who is sent what they see of a class, whenever it changes."""

    __slots__ = ("_event", "base", "is_closed", "is_displaced", "pupil", "role", "tab")

    def __init__(self, role: Role, pupil: int = 0, tab: str = "", base: str = "") -> None:
        """Follow a class in a role.

        Args:
            role: The page.
            pupil: The number of the pupil; 0 for the others.
            tab: The client's id of its tab; of one pupil's tabs only the last one follows.
            base: The start of the addresses that this client can open.
        """
        self.role, self.pupil, self.tab, self.base = role, pupil, tab, base
        self._event = asyncio.Event()
        self.is_closed = self.is_displaced = False

    def wake(self) -> None:
        """Have the follower look whether there is something new."""
        self._event.set()

    def close(self) -> None:
        """End the follower's request."""
        self.is_closed = True
        self.wake()

    async def wait(self) -> None:
        """Wait until there may be something new."""
        await self._event.wait()
        self._event.clear()


class TileWatcher:
    """Follows a match of the class for the teacher's board."""

    __slots__ = ("_classroom", "room")

    def __init__(self, classroom: "Classroom", room: Room) -> None:
        """Watch a room."""
        self._classroom, self.room = classroom, room

    def push(self, message: Broadcast) -> None:
        """Tell the teacher's pages that a board has changed."""
        self._classroom.tick()

    def displace(self) -> None:
        """Stop to follow: watchers have taken the place."""

    def dismiss(self, reason: str) -> None:
        """Stop to follow: the match is deleted."""


class Classroom:
    """One class, and everyone who follows it."""

    def __init__(self, lobby: "Lobby", stored: StoredClass) -> None:
        """Create the classroom of a stored class.

        Raises:
            MatchDamaged: Its events cannot be replayed.
        """
        self.lobby, self.key, self.code, self.created = lobby, stored.key, stored.code, stored.created
        self._teacher, self._visitor = stored.teacher, stored.visitor
        self.lock = asyncio.Lock()
        self.teaching = asyncio.Lock()
        """Held while a command of the teacher is prepared and carried out."""
        self.followers: set[Follower] = set()
        self.tiles: dict[str, TileWatcher] = {}
        """The matches on the teacher's board, while a teacher looks."""
        self._leaving: dict[int, asyncio.TimerHandle] = {}
        """The pupils who were connected a moment ago."""
        self._elsewhere: dict[str, set[int]] = {}
        """The pupils who are connected to other servers, by server."""
        self.ticks = 0
        """Counts what changes on the teacher's board without an event of the class."""
        self.used = lobby.loop.time()
        self.cache: dict[Any, Any] = {}
        """What is worked out from the state, by what it depends on."""
        self._queue: list[tuple[Command, asyncio.Future[int]]] = []
        self._is_working = self._needs_refresh = False
        self._news = CatchUp(lobby.spawn, self.lock)
        self.record = self._replay(stored.events)

    def _replay(self, events: list[StoredEvent]) -> ClassRecord:
        record = ClassRecord(self.code)
        self._apply(record, events)
        return record

    def _apply(self, record: ClassRecord, events: list[StoredEvent]) -> set[int] | None:
        """Apply stored events; return the pupils who see something new."""
        audience: set[int] | None = set()
        for event in events:
            try:
                changed = record.apply(event)
            except (KeyError, IndexError, TypeError, AttributeError, ValueError) as error:
                raise MatchDamaged(f"This class is damaged at event {event.number}.") from error
            audience = ALL if audience is ALL or changed is ALL else audience | changed
        return audience

    # --- people -----------------------------------------------------------------------------------------

    def is_teacher(self, credentials: Credentials) -> bool:
        """Return whether a request comes from the teacher."""
        token = credentials.token
        return (token is not None and has_hash(token, self._teacher)) or credentials.visitor_hash == self._visitor

    def pupil_of(self, credentials: Credentials) -> Pupil | None:
        """Return the pupil a request comes from, removed or not."""
        return self.record.pupil_of(credentials.visitor_hash)

    @property
    def connected(self) -> set[int]:
        """The pupils who are connected to this server, or were a moment ago."""
        return {follower.pupil for follower in self.followers if follower.role == "pupil"}.union(self._leaving)

    @property
    def present(self) -> set[int]:
        """The pupils who are connected, to this server or to others that share the database."""
        return self.connected.union(*self._elsewhere.values())

    def tell_presence(self) -> None:
        """Tell the other servers which pupils are connected to this one."""
        self.lobby.announce([News(">", self.key * PUPIL_KEYS + pupil) for pupil in self.connected])

    def hear_presence(self, origin: str, pupil: int, *, is_here: bool) -> None:
        """Take notice that a pupil is connected to another server, or no longer."""
        pupils = self._elsewhere.setdefault(origin, set())
        (pupils.add if is_here else pupils.discard)(pupil)
        self.tick()

    def _tell(self, pupil: int, *, is_here: bool) -> None:
        self.tick()
        self.lobby.announce([News(">" if is_here else "<", self.key * PUPIL_KEYS + pupil)])

    @property
    def is_idle(self) -> bool:
        """True if nobody follows the class, and no request has come for a while."""
        busy = self.followers or self.lock.locked() or self._news.is_running
        return not busy and self.lobby.loop.time() - self.used > IDLE_SECONDS

    @property
    def is_expired(self) -> bool:
        """True if nothing has happened for so long that the class is about to be deleted."""
        return not self.followers and self.lobby.now() - self.record.touched > CLASS_HOURS * 3_600_000

    # --- changes ----------------------------------------------------------------------------------------

    async def run(self, command: Command) -> int:
        """Carry out a command; return the number of the last event once its own are on disk.

        Raises:
            AliquotError: The command is refused.
            StoreFailed: It could not be stored.
        """
        done: asyncio.Future[int] = self.lobby.loop.create_future()
        self._queue.append((command, done))
        if not self._is_working:
            self._is_working = True
            self.lobby.spawn(self._work())
        return await done

    async def _work(self) -> None:
        try:
            while self._queue:
                async with self.lock:
                    batch, self._queue = self._queue, []
                    try:
                        await self._carry_out(batch)
                    except BaseException as error:
                        _fail(batch, error)
                        if not isinstance(error, Exception):
                            raise
        finally:
            self._is_working = False

    async def _carry_out(self, batch: list[tuple[Command, "asyncio.Future[int]"]]) -> None:
        """Store what some commands lead to in one transaction, then tell everyone."""
        for _ in range(_MOST_CONFLICTS):
            await self.refresh()
            events: list[StoredEvent] = []
            audience: set[int] | None = set()
            refusals: dict[int, AliquotError] = {}
            for place, (command, _) in enumerate(batch):
                try:
                    bodies = command(self.record)
                    if bodies and self.record.number > CLASS_EVENTS and bodies[0]["kind"] != "ended":
                        raise Busy(_TOO_LONG, code="class-too-long")
                except AliquotError as error:
                    refusals[place] = error
                    continue
                new = [StoredEvent(self.record.number + 1 + n, "", body, self._now()) for n, body in enumerate(bodies)]
                self._needs_refresh = self._needs_refresh or bool(new)
                changed = self._apply(self.record, new)
                audience = ALL if audience is ALL or changed is ALL else audience | changed
                events += new
            if not events or await self._store(events):
                self._needs_refresh = False
                number = self.record.number
                for place, (_, done) in enumerate(batch):
                    if not done.done() and place in refusals:
                        done.set_exception(refusals[place])
                    elif not done.done():
                        done.set_result(number)
                if events:
                    self._publish(audience)
                return
        raise Busy("The class is very busy. Try again in a moment.")

    def _now(self) -> int:
        return self.lobby.now()

    async def _store(self, events: list[StoredEvent]) -> bool:
        rows = [
            {"class": self.key, "number": event.number, "at": event.at, "body": encode(event.body).decode()}
            for event in events
        ]
        return await self.lobby.writer.store(
            Write(class_events=rows, key=self.key, news=(News("!", self.key),) if self.lobby.is_shared else ())
        )

    async def refresh(self) -> None:
        """Rebuild the class from the database if it may differ. Call it with the lock held."""
        if self._needs_refresh:
            stored = await self.lobby.reader.classroom(self.code)
            if stored is None:
                raise NotFound("This class has been deleted.")
            self.record = self._replay(stored.events)
            self.cache.clear()
            self._needs_refresh = False
            self._publish(ALL)

    def catch_up(self) -> None:
        """Read what other servers have stored, soon."""
        self._news.start(self._read_news)

    async def _read_news(self) -> None:
        try:
            await self.refresh()
            events = await self.lobby.reader.class_events(self.key, self.record.number)
            if events:
                self._publish(self._apply(self.record, events))
        except (NotFound, MatchDamaged):
            self._needs_refresh = True

    # --- followers --------------------------------------------------------------------------------------

    def follow(self, follower: Follower) -> None:
        """Send a follower everything from now on; an older tab of the same pupil is told to stop."""
        if follower.role == "pupil":
            for other in tuple(self.followers):
                if other.role == "pupil" and other.pupil == follower.pupil and other.tab != follower.tab:
                    other.is_displaced = True
                    other.close()
        is_new = follower.role == "pupil" and follower.pupil not in self.connected
        self.followers.add(follower)
        if is_new:
            self._tell(follower.pupil, is_here=True)

    def leave(self, follower: Follower) -> None:
        """Stop to send a follower anything."""
        self.followers.discard(follower)
        self.used = self.lobby.loop.time()
        if follower.role == "pupil":
            if (timer := self._leaving.get(follower.pupil)) is not None:
                timer.cancel()
            timer = self.lobby.loop.call_later(_AWAY_SECONDS, self._see_off, follower.pupil)
            self._leaving[follower.pupil] = timer
        elif not any(other.role != "pupil" for other in self.followers):
            self.drop_tiles()

    def _see_off(self, pupil: int) -> None:
        """Take notice that a pupil is away, if they have not come back."""
        del self._leaving[pupil]
        if pupil not in self.connected:
            self._tell(pupil, is_here=False)

    def tick(self) -> None:
        """Have the pages of the teacher look again."""
        self.ticks += 1
        for follower in self.followers:
            if follower.role != "pupil":
                follower.wake()

    def _publish(self, audience: set[int] | None) -> None:
        for follower in self.followers:
            if follower.role != "pupil" or audience is ALL or follower.pupil in audience:
                follower.wake()

    def close(self) -> None:
        """End the requests of all followers."""
        for timer in self._leaving.values():
            timer.cancel()
        self._leaving.clear()
        for follower in tuple(self.followers):
            follower.close()
        self.drop_tiles()

    # --- the boards of the pairs ------------------------------------------------------------------------

    async def watch_tiles(self) -> None:
        """Follow the matches of the present round, and no others."""
        activity = self.record.activity
        games = activity.round if activity is not None else []
        wanted = {game.match for game in games}
        if self.record.projected is not None:
            wanted.add(self.record.projected)
        for match in self.tiles.keys() - wanted:
            watcher = self.tiles.pop(match)
            watcher.room.subscribers.discard(watcher)
        for match in sorted(wanted - self.tiles.keys()):
            try:
                room = await self.lobby.room(match)
                watcher = TileWatcher(self, room)
                room.subscribe(watcher, ())
            except AliquotError:
                continue  # Its tile is missing until somebody looks again.
            old, self.tiles[match] = self.tiles.get(match), watcher
            if old is not None:
                old.room.subscribers.discard(old)

    def drop_tiles(self) -> None:
        """Stop to follow the matches."""
        for watcher in self.tiles.values():
            watcher.room.subscribers.discard(watcher)
        self.tiles.clear()


def _fail(batch: list[tuple[Command, "asyncio.Future[int]"]], error: BaseException) -> None:
    """Tell everyone whose command was in a batch why it was not carried out."""
    problem = error if isinstance(error, AliquotError) else StoreFailed("The class could not be saved. Try again.")
    for _, done in batch:
        if not done.done():
            done.set_exception(problem)
