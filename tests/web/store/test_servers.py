"""Several servers are one server: clocks, outages, rematches and notifications, over a real PostgreSQL."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from typing import Any

import psycopg
import pytest

from aliquot.web.limits import DATABASE_SECONDS
from aliquot.web.store.database import Database
from aliquot.web.store.notify import Listener
from aliquot.web.store.writer import CHANNEL
from tests.effort import PATIENCE

from ..conftest import Live, Postgres, Served, Visitor, address_of

pytestmark = pytest.mark.deep

LONG: dict[str, Any] = {"game": "divisor-duel-subtract", "start": "1000000"}


@pytest.fixture
def url(postgres: Postgres) -> str:
    return postgres.database()


@pytest.fixture(scope="module")
def two(postgres: Postgres) -> Iterator[tuple[Served, Served]]:
    """Two servers over one database, which every test leaves in working order."""
    shared = postgres.database()
    with Served(shared) as one, Served(shared) as other:
        yield one, other
        assert (one.stop(), other.stop()) == (0, 0)


def ask(url: str, query: str) -> Any:
    """The first value that the database answers to a query."""
    with psycopg.connect(url, autocommit=True) as connection:
        row = connection.execute(query).fetchone()
        return None if row is None else row[0]


def pair(served: Served, **settings: Any) -> tuple[Visitor, Visitor, str]:
    ada, emmy = served.visitor(), served.visitor()
    made = ada.create(name="Ada", **settings)
    emmy.join(made, name="Emmy")
    return ada, emmy, made


def at(visitor: Visitor, served: Served, game: str) -> Visitor:
    """The same player, by their token, at another server."""
    moved = served.visitor()
    moved.tokens[game] = visitor.tokens[game]
    moved.http.headers["authorization"] = f"Bearer {visitor.tokens[game]}"
    return moved


# --- clocks ---------------------------------------------------------------------------------------------


def test_time_spent_at_one_server_counts_at_the_other(two: tuple[Served, Served]) -> None:
    one, other = two
    ada, emmy, made = pair(one, clock="100+0", **LONG)
    at(emmy, other, made).state(made)  # The other server knows the game from the start.
    time.sleep(1.5)
    at(ada, other, made).move(made, 0, "2")
    assert ada.state(made)["remaining"][0] <= 98_500
    time.sleep(1.5)
    third = other.visitor()
    assert third.state(made)["remaining"][1] <= 98_500
    emmy.move(made, 1, "2")
    first, second = other.visitor().state(made)["remaining"]
    assert second <= 98_500
    assert first <= 98_500


def test_a_server_that_opens_a_game_later_knows_its_clock(two: tuple[Served, Served]) -> None:
    one, other = two
    ada, _, made = pair(one, clock="6+0", **LONG)
    time.sleep(1)
    state = other.visitor().state(made)
    assert (state["running"], state["remaining"][0] <= 5_000) == (1, True)
    with Live(other.url, made) as watcher:
        assert watcher.until(lambda told: told.get("kind") == "conceded")["ending"] == "out_of_time"
    assert ada.state(made)["outcome"]["winner"] == 2


def test_an_outage_of_all_servers_costs_nobody_time(url: str) -> None:
    with Served(url) as one:
        ada, _, made = pair(one, clock="100+0", **LONG)
        ada.move(made, 0, "2")
        stored = ada.get(f"/api/matches/{made}/events")["events"][-1]["remaining"][1]
    with Served(url) as one, Served(url) as other:
        time.sleep(1.5)
        watching = one.visitor().state(made)
        assert (watching["running"], watching["remaining"][1]) == (None, stored)
        player = at(ada, one, made)
        player.state(made)  # A player is back: the clock runs, at every server.
        time.sleep(1.5)
        assert player.state(made)["remaining"][1] <= 98_500
        assert at(ada, other, made).state(made)["remaining"][1] <= 98_500


# --- outages --------------------------------------------------------------------------------------------


def test_after_an_outage_followers_get_every_event_in_order(postgres: Postgres, two: tuple[Served, Served]) -> None:
    one, other = two
    ada, emmy, made = pair(one, **LONG)
    with Live(one.url, made, ada.tokens[made]) as first, Live(other.url, made, emmy.tokens[made]) as second:
        first.ask("move", "a0", ply=0, move="2")
        second.at(1)
        postgres.stop()
        assert second.ask("move", "b1", ply=1, move="2")["result"] == "refused"
        postgres.start()
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            answer = second.ask("move", "b1", ply=1, move="2")
            if answer["type"] == "event" or answer["result"] != "refused":
                break
            time.sleep(0.1)
        assert first.at(2)["number"] == 3
        for ply in range(2, 12):
            player, follower = (first, second) if ply % 2 == 0 else (second, first)
            assert player.ask("move", f"m{ply}", ply=ply, move="2")["number"] == ply + 2
            assert follower.at(ply + 1)["number"] == ply + 2


def test_what_was_stored_though_nobody_heard_of_it_is_told_in_order(url: str) -> None:
    """A move that another server stored while this one could not listen reaches its followers by itself."""
    with Served(url) as one, Served(url) as other:
        ada, emmy, made = pair(one, **LONG)
        player = at(ada, other, made)
        with Live(one.url, made, emmy.tokens[made]) as follower:
            for ply in range(6):
                # The listener's connection is cut just before the move.
                ask(url, "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
                mover = player if ply % 2 == 0 else at(emmy, other, made)
                mover.move(made, ply, "2")
            numbers: list[int] = []
            while not numbers or numbers[-1] < 7:
                told = follower.next()
                numbers.append(told["number"])
                assert told["ply"] == told["number"] - 1
            assert numbers == list(range(2, 8))


def test_the_computer_moves_by_itself_after_an_outage(postgres: Postgres, url: str) -> None:
    with Served(url) as one:
        for _ in range(3):
            ada = one.visitor()
            made = ada.create(opponent="easy", name="Ada", first="you", **LONG)
            with Live(one.url, made, ada.tokens[made]) as live:
                assert live.ask("move", "m", ply=0, move="2")["kind"] == "moved"
                postgres.stop()
                postgres.start()
                assert live.at(2)["seat"] == 2


def test_a_stray_notification_never_ends_the_listener(two: tuple[Served, Served]) -> None:
    one, other = two
    with psycopg.connect(one.database, autocommit=True) as connection:
        for payload in (
            "",
            "x",
            "someone",
            "someone 12:3",
            "someone +zz",
            "someone +1?",
            "é ☃",
            "a " + "f" * 300,
            None,
        ):
            connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, payload))
    ada, emmy, made = pair(one, **LONG)
    with Live(other.url, made, emmy.tokens[made]) as live:
        ada.move(made, 0, "2")
        assert live.at(1)["number"] == 2
    assert not [line for line in one.log + other.log if "Traceback" in line]


def test_a_server_that_starts_during_an_outage_listens_after_it(postgres: Postgres, url: str) -> None:
    database, connected = Database(url), Queue[int]()
    postgres.stop()
    listener = Listener(database, "me", lambda origin, news: None, connected.put)
    assert connected.empty()
    postgres.start()
    assert connected.get(timeout=PATIENCE) > 0
    listener.close()
    database.close()


def wait_for_next(visitor: Visitor, game: str) -> str:
    """The match after a match, once a server knows of it."""
    deadline = time.monotonic() + PATIENCE
    while (following := visitor.state(game)["next"]) is None:
        assert time.monotonic() < deadline
    return str(following)


# --- rematches ------------------------------------------------------------------------------------------


def test_a_rematch_agreed_at_two_servers_is_one_match(two: tuple[Served, Served]) -> None:
    one, other = two
    before = ask(one.database, "SELECT count(*) FROM matches")
    with ThreadPoolExecutor(2) as pool:
        for turn in range(15):
            ada, emmy, made = pair(one)
            emmy = at(emmy, other, made)
            ada.do(made, "resign", "r")
            if turn % 2:
                ada.do(made, "again", "first")
                deciders = [(emmy, "again"), (at(emmy, one, made), "again")]
            else:
                deciders = [(ada, "again"), (emmy, "again")]  # Both offer at once: that is agreed.
            answers = list(pool.map(lambda pair, made=made: pair[0].do(made, pair[1], "go"), deciders))
            assert {answer["result"] for answer in answers} <= {"accepted", "already"}
            following = {wait_for_next(visitor, made) for visitor in (one.visitor(), other.visitor())}
            assert len(following) == 1
    assert ask(one.database, "SELECT count(*) FROM matches") == before + 30, "no match is left that nobody plays"


# --- a database that hangs ------------------------------------------------------------------------------


@pytest.mark.alone
def test_requests_are_answered_while_the_database_hangs(postgres: Postgres, two: tuple[Served, Served]) -> None:
    one, _ = two
    ada, emmy, made = pair(one, **LONG)
    outsider = one.visitor()

    def timed(work: Any) -> float:
        start = time.monotonic()
        assert work().status_code in (200, 503), work
        return time.monotonic() - start

    with ThreadPoolExecutor(24) as pool:
        with postgres.hanging():
            path = f"/api/matches/{made}"
            requests = [
                *(
                    lambda n=n: ada.http.post(f"{path}/moves", json={"id": f"h{n}", "ply": 0, "move": "2"})
                    for n in range(8)
                ),
                *(lambda: ada.http.get(path) for _ in range(4)),
                *(lambda: outsider.http.get("/api/me") for _ in range(4)),
                lambda: outsider.http.post("/api/matches", json={"game": "dividers-duel"}),
                lambda: outsider.http.get("/healthz"),
            ]
            assert max(pool.map(timed, requests)) < 3 * DATABASE_SECONDS
        deadline = time.monotonic() + PATIENCE
        while ada.http.get("/healthz").status_code != 200:
            assert time.monotonic() < deadline
        state = ada.state(made)
        if state["ply"] == 0:
            ada.move(made, 0, "2", "h0")
        emmy.move(made, 1, "2")
        assert emmy.state(made)["ply"] == 2


@pytest.mark.alone
def test_a_server_ends_in_time_while_the_database_hangs(postgres: Postgres, url: str) -> None:
    with Served(url) as one:
        ada, _, made = pair(one, **LONG)
        with Live(one.url, made, ada.tokens[made]) as live, postgres.hanging():
            live.send(type="move", id="m", ply=0, move="2")
            time.sleep(0.5)
            start = time.monotonic()
            one.process.terminate()
            one.process.wait(PATIENCE)
            assert time.monotonic() - start < 10


# --- notifications --------------------------------------------------------------------------------------


def test_nothing_is_announced_of_a_match_that_one_server_has_alone(url: str) -> None:
    # In a database of their own: servers tell each other when they let go of a match.
    with Served(url) as one, Served(url) as other, psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"LISTEN {CHANNEL}")
        ada, emmy, made = pair(one, **LONG)
        for ply in range(10):
            (ada if ply % 2 == 0 else emmy).move(made, ply, "2")
        assert [notice.payload for notice in connection.notifies(timeout=1)] == []
        with Live(other.url, made) as watcher:
            asked = list(connection.notifies(timeout=PATIENCE, stop_after=2))
            assert len({notice.payload.split()[0] for notice in asked}) == 2, "the one asks, the other answers"
            ada.move(made, 10, "2")
            assert watcher.at(11)["number"] == 12
            told = [*connection.notifies(timeout=PATIENCE, stop_after=1), *connection.notifies(timeout=1)]
            assert len(asked) + len(told) <= 4, "the first confirms, and the move is told once"


# --- signals --------------------------------------------------------------------------------------------


def test_a_signal_during_the_start_is_obeyed(tmp_path: Path) -> None:
    """From the first instruction on: each start is stopped a little later than the one before."""
    command = [sys.executable, "-m", "aliquot", "serve", "--port", "0", "--database", address_of(tmp_path)]
    for attempt in range(16):
        served = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert served.stdout is not None
        if attempt % 2:
            served.stdout.readline()  # From here on the rest of the start takes some tens of milliseconds.
            time.sleep(attempt * 0.006)
        else:
            time.sleep(attempt * 0.09)
        served.terminate()
        assert served.wait(PATIENCE) in (0, -signal.SIGTERM), attempt
        served.stdout.close()
