"""The connections that follow a room: players and watchers, each with limits of their own."""

from asyncio import TimerHandle
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol
from weakref import proxy

from aliquot.core.outcome import SEATS, Seat
from aliquot.reports import live
from aliquot.web.errors import TooManyRequests
from aliquot.web.limits import AWAY_SECONDS, CONNECTIONS_PER_SEAT, WATCHERS_PER_GAME
from aliquot.web.live.messages import Broadcast, Seats
from aliquot.web.live.protocol import encode

if TYPE_CHECKING:
    from aliquot.web.live.room import Room


class Subscriber(Protocol):
    """A connection that is sent every event."""

    def push(self, message: Broadcast) -> None:
        """Send or queue a message. Never waits."""
        ...

    def displace(self) -> None:
        """End the connection, because another one takes its place."""
        ...

    def dismiss(self, reason: str) -> None:
        """End the connection, because the match is gone."""
        ...


class Audience:
    """The subscribers of one room. Watchers never take the place of a player."""

    __slots__ = ("_changed", "_players", "_watchers")

    def __init__(self, changed: Callable[[], object] = lambda: None) -> None:
        """Start with nobody.

        Args:
            changed: Called after a player's connection was added or removed.
        """
        self._changed = changed
        # Dictionaries keep the order in which the connections came.
        self._players: dict[Subscriber, Seats] = {}
        self._watchers: dict[Subscriber, None] = {}

    def __len__(self) -> int:
        return len(self._players) + len(self._watchers)

    def __iter__(self) -> Iterator[Subscriber]:
        """Return the players first, then the watchers."""
        return iter((*self._players, *self._watchers))

    @property
    def has_players(self) -> bool:
        """True if a player is connected."""
        return bool(self._players)

    @property
    def seats(self) -> set[Seat]:
        """The seats of the players who are connected."""
        return {seat for seats in self._players.values() for seat in seats}

    def add(self, subscriber: Subscriber, seats: Seats, *, has_free_seat: bool) -> None:
        """Add a connection.

        A player always gets in: the oldest of too many connections of one player is displaced. While a seat is free,
        so is the oldest of too many watchers, since any newcomer may be the one to take the seat.

        Args:
            subscriber: The connection.
            seats: The seats it has; none for a watcher.
            has_free_seat: True if a seat can be taken.

        Raises:
            TooManyRequests: Too many people are watching.
        """
        if seats:
            own = [each for each, theirs in self._players.items() if theirs == seats]
            if len(own) >= CONNECTIONS_PER_SEAT:
                self._displace(own[0])
            self._players[subscriber] = seats
            self._changed()
            return
        if len(self._watchers) >= WATCHERS_PER_GAME:
            if not has_free_seat:
                raise TooManyRequests("Too many people are watching this game.", code="room-full")
            self._displace(next(iter(self._watchers)))
        self._watchers[subscriber] = None

    def discard(self, subscriber: Subscriber) -> None:
        """Remove a connection, if it is there."""
        self._watchers.pop(subscriber, None)
        if self._players.pop(subscriber, None) is not None:
            self._changed()

    def _displace(self, subscriber: Subscriber) -> None:
        self.discard(subscriber)
        subscriber.displace()


class Presence:
    """Tells the connections that ask for it which players are away."""

    def __init__(self, room: "Room") -> None:
        """Watch over the players of a room."""
        self._room: Room = proxy(room)
        self._followers: set[Subscriber] = set()
        self._away: Seats = ()
        self._timer: TimerHandle | None = None

    def follow(self, subscriber: Subscriber) -> None:
        """Tell a connection who is away, now and whenever that changes."""
        self._followers.add(subscriber)
        if self._away:
            subscriber.push(self._message())

    def unfollow(self, subscriber: Subscriber) -> None:
        """Forget a connection, if it is there."""
        self._followers.discard(subscriber)

    def note(self) -> None:
        """Note that a player has come or gone: who is back is told at once, who is away after a while."""
        if self._room.subscribers.seats.intersection(self._away):
            self._tell()
        if self._timer is None:
            self._timer = self._room.lobby.loop.call_later(AWAY_SECONDS, self._look)

    def _look(self) -> None:
        self._timer = None
        with suppress(ReferenceError):  # The lobby has let go of the room.
            self._tell()

    def _tell(self) -> None:
        room, here = self._room, self._room.subscribers.seats
        away: Seats = ()
        # Another server may have the connections of players, too; there is no telling then.
        if room.settings.mode == "link" and room.is_ready and not room.others:
            away = tuple(seat for seat in SEATS if seat not in here)
        if away != self._away:
            self._away = away
            for subscriber in tuple(self._followers):
                subscriber.push(self._message())

    def _message(self) -> Broadcast:
        return Broadcast(self._room.number, encode(live.Presence(match=self._room.id, away=self._away)))
