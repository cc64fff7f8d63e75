"""Time limits of the database, its clock, and what servers tell each other."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.core.clock import Clock, TimeControl
from aliquot.web.errors import StoreFailed
from aliquot.web.live.auth import hash_token, new_token
from aliquot.web.live.lobby import Lobby
from aliquot.web.live.protocol import NewMatch
from aliquot.web.live.settings import settings_of
from aliquot.web.live.streams import Outbox
from aliquot.web.store.connections import CircuitBreaker, DatabaseClock
from aliquot.web.store.database import Database
from aliquot.web.store.reader import StoredSeat
from aliquot.web.store.writer import News, read_notification, write_notifications

from ..conftest import address_of

NEWS = st.builds(News, st.sampled_from("?+-"), st.integers(0, 2**63 - 1))


def test_the_clock_goes_by_the_quickest_answer_and_runs_evenly(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    clock = DatabaseClock()
    delays = iter((3.0, 0.5, 1.0))

    def ask() -> float:
        delay = next(delays)
        now[0] += delay
        return now[0] - delay / 2 + 1_000_000  # The database looks at its clock half way.

    clock.measure(ask)
    assert clock.now() == int((now[0] + 1_000_000) * 1000)
    monkeypatch.setattr("time.time", lambda: 0.0)
    now[0] += 60
    assert clock.now() == int((now[0] + 1_000_000) * 1000), "a jump of the local clock changes nothing"


def test_the_breaker_refuses_for_a_moment_after_the_database_was_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    breaker = CircuitBreaker()
    breaker.check()
    breaker.trip()
    with pytest.raises(StoreFailed, match="does not answer"):
        breaker.check()
    now[0] += 1.1
    breaker.check()
    breaker.trip()
    breaker.reset()
    breaker.check()


@given(st.lists(NEWS, max_size=3000))
def test_notifications_say_what_was_meant_and_fit(news: list[News]) -> None:
    payloads = write_notifications("server", news)
    assert [each for payload in payloads for each in read_notification(payload)[1]] == news
    assert all(len(payload.encode()) < 8_000 for payload in payloads)
    assert len(payloads) <= 1 or len(news) > 400


@given(st.text())
def test_any_other_notification_says_nothing_or_is_one(payload: str) -> None:
    origin, news = read_notification(payload)
    assert news == [] or write_notifications(origin, news)


def test_a_thousand_moves_fit_in_one_notification() -> None:
    assert len(write_notifications("x" * 16, [News("+", 9_000_000 + key) for key in range(1000)])) == 1


def test_a_clock_can_have_run_for_a_while() -> None:
    clock = Clock(TimeControl(100), now=lambda: 5.0)
    clock.start(1, timedelta(seconds=12))
    assert clock.remaining(1) == timedelta(seconds=88)
    clock.stop()
    assert clock.remaining(1) == timedelta(seconds=88)


def test_an_idle_match_makes_way_for_another_server(tmp_path: Path) -> None:
    async def work() -> None:
        lobby = Lobby(Database(address_of(tmp_path)))
        settings, _ = settings_of(NewMatch(game="dividers-duel", opponent="device"), "Ada")
        holder = StoredSeat(hash_token(new_token()), hash_token(new_token()), "Ada")
        try:
            room = await lobby.room(await lobby.create(settings, {1: holder, 2: holder}))
            lobby._hear("other", [News("?", room.key), News("+", room.key + 1)])
            assert room.others == {"other"}
            lobby._hear("other", [News("-", room.key)])
            assert room.others == set()
            room.used -= 1000
            follower = Outbox()
            room.subscribe(follower, ())
            while not room.is_idle and room.lock.locked():
                await asyncio.sleep(0)
            lobby._hear("other", [News("+", room.key)])
            assert room.others == {"other"}, "somebody follows it"
            room.subscribers.discard(follower)
            while room._news.is_running:
                await asyncio.sleep(0.01)
            lobby._hear("other", [News("+", room.key)])
            assert lobby.rooms == {}
            assert (await lobby.room(room.id)) is not room
        finally:
            await lobby.close()

    asyncio.run(work())
