"""The server killed under load: no acknowledged move is lost, and every restart is clean."""

import random
from collections.abc import Callable

import pytest

from .. import load
from ..conftest import Postgres, Served


def kill_under_load(serve: Callable[..., Served], times: int, seed: int = 0) -> None:
    generator = random.Random(seed)
    served = serve()
    games = load.set_up(served, 12)
    for _ in range(times):
        load.run((served.url, served.url), games, 0.2 + generator.random() * 0.4, served.kill, moves=2)
        served = serve(served.database, port=served.port)
        assert load.lost(served, games) == []
    assert sum(len(played.acknowledged) for played in games) >= 2 * 12 * times, "the load was a load"
    assert served.stop() == 0


def test_no_acknowledged_move_is_lost_when_the_server_is_killed(serve: Callable[..., Served]) -> None:
    kill_under_load(serve, 1)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(5))
def test_no_acknowledged_move_is_lost_however_often_it_is_killed(serve: Callable[..., Served], seed: int) -> None:
    kill_under_load(serve, 20, seed)  # a hundred in all


@pytest.mark.deep
def test_two_servers_share_a_postgresql_database_and_one_is_killed(
    serve: Callable[..., Served], postgres: Postgres
) -> None:
    url = postgres.database()
    one, two = serve(url), serve(url)
    games = load.set_up(one, 6)
    load.run((one.url, two.url), games, 0.2, two.kill, moves=5)
    assert min(len(played.acknowledged) for played in games) > 4, "moves passed from server to server"
    assert load.lost(one, games) == []
    load.run((one.url, one.url), games, 0.3, lambda: None)
    two = serve(url)
    assert load.lost(two, games) == []
    assert one.faults() == []


@pytest.mark.deep
def test_postgresql_stopped_for_a_while_loses_nothing(serve: Callable[..., Served], postgres: Postgres) -> None:
    import time

    url = postgres.database()
    one, two = serve(url), serve(url)
    games = load.set_up(one, 6)

    def interrupt() -> None:
        postgres.stop()
        time.sleep(10)
        postgres.start()
        time.sleep(1)

    load.run((one.url, two.url), games, 1.0, interrupt)
    before = sum(len(played.acknowledged) for played in games)
    load.run((one.url, two.url), games, 1.0, lambda: None, moves=1)
    assert sum(len(played.acknowledged) for played in games) > before, "the games go on"
    assert load.lost(one, games) == load.lost(two, games) == []
    assert one.stop() == two.stop() == 0
