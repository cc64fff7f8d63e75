"""The limits on the connections that follow a room."""

import pytest

from aliquot.web.errors import TooManyRequests
from aliquot.web.limits import CONNECTIONS_PER_SEAT, WATCHERS_PER_GAME
from aliquot.web.live.audience import Audience
from aliquot.web.live.messages import Broadcast


class Someone:
    """A connection that remembers whether it was displaced."""

    def __init__(self) -> None:
        self.is_displaced = False

    def push(self, message: Broadcast) -> None: ...

    def displace(self) -> None:
        self.is_displaced = True

    def dismiss(self, reason: str) -> None: ...


def crowd(audience: Audience, *, has_free_seat: bool = False) -> list[Someone]:
    """Fill every watcher's place."""
    watchers = [Someone() for _ in range(WATCHERS_PER_GAME)]
    for watcher in watchers:
        audience.add(watcher, (), has_free_seat=has_free_seat)
    return watchers


def test_watchers_are_refused_when_their_places_are_taken_and_players_are_not() -> None:
    audience = Audience()
    watchers = crowd(audience)
    with pytest.raises(TooManyRequests):
        audience.add(Someone(), (), has_free_seat=False)
    player = Someone()
    audience.add(player, (2,), has_free_seat=False)
    assert next(iter(audience)) is player, "players are told first"
    assert len(audience) == WATCHERS_PER_GAME + 1
    audience.discard(watchers[0])
    audience.discard(watchers[0])
    audience.add(Someone(), (), has_free_seat=False)
    assert not any(watcher.is_displaced for watcher in watchers)


def test_a_newcomer_gets_in_while_a_seat_is_free() -> None:
    audience = Audience()
    watchers = crowd(audience, has_free_seat=True)
    newcomer = Someone()
    audience.add(newcomer, (), has_free_seat=True)
    assert [watcher.is_displaced for watcher in watchers] == [True] + [False] * (WATCHERS_PER_GAME - 1)
    assert newcomer in audience
    assert len(audience) == WATCHERS_PER_GAME


def test_the_newest_connections_of_a_player_count() -> None:
    audience = Audience()
    other = Someone()
    audience.add(other, (1,), has_free_seat=False)
    own = [Someone() for _ in range(CONNECTIONS_PER_SEAT + 2)]
    for connection in own:
        audience.add(connection, (2,), has_free_seat=False)
    assert [connection.is_displaced for connection in own] == [True] * 2 + [False] * CONNECTIONS_PER_SEAT
    assert not other.is_displaced
