"""Several servers over one PostgreSQL database: any of them takes any game's moves."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import create_engine, text

from aliquot.web.errors import StoreRefused
from aliquot.web.store.database import Database

from ..conftest import Live, Postgres, Served, client

pytestmark = pytest.mark.deep


@pytest.fixture(scope="module")
def two(postgres: Postgres) -> Iterator[tuple[Served, Served]]:
    """Two servers over one database."""
    url = postgres.database()
    with Served(url) as one, Served(url) as other:
        yield one, other
        assert (one.stop(), other.stop()) == (0, 0)
        assert one.faults() == other.faults() == []


def test_a_game_begun_at_one_server_goes_on_at_another(two: tuple[Served, Served]) -> None:
    one, other = two
    ada, emmy = one.visitor(), other.visitor()
    made = ada.create(name="Ada")
    assert emmy.join(made, name="Emmy") == [2]
    with Live(one.url, made, ada.tokens[made]) as first, Live(other.url, made, emmy.tokens[made]) as second:
        first.ask("move", "a", ply=0, move="2")
        told = second.until(lambda told: told.get("kind") == "moved")
        assert (told["move"], told["view"]["to_move"]) == ("60/2", 2)
        assert second.ask("move", "b", ply=1, move="30/6")["outcome"]["winner"] == 2
        assert first.until(lambda told: told.get("ply") == 2)["outcome"]["text"].endswith("Emmy wins!")


def test_a_move_raced_at_two_servers_is_accepted_once(two: tuple[Served, Served]) -> None:
    one, other = two
    both = one.visitor()
    made = both.create("divisor-duel-subtract", start="100000", opponent="device", name="Ada", second_name="Emmy")
    token = both.tokens[made]
    with Live(one.url, made, token) as first, Live(other.url, made, token) as second:
        for ply in range(50):
            first.send(type="move", id=f"a{ply}", ply=ply, move="2")
            second.send(type="move", id=f"b{ply}", ply=ply, move="2")
            assert first.at(ply + 1)["number"] == ply + 1
            assert second.at(ply + 1)["number"] == ply + 1
    events = client(one.url).get(f"/api/matches/{made}/events").json()["events"]
    assert [event["number"] for event in events] == list(range(1, 51))
    assert len({event["id"][1:] for event in events}) == 50


def test_a_seat_raced_at_two_servers_goes_to_one(two: tuple[Served, Served]) -> None:
    for _ in range(5):
        made = two[0].visitor().create()
        clients = [client(two[number % 2].url) for number in range(12)]
        with ThreadPoolExecutor(6) as pool:
            answers = pool.map(lambda one, made=made: one.post(f"/api/matches/{made}/join", json={}), clients)
            results = sorted(answer.status_code for answer in answers)
        assert results == [200] + [403] * 11


def test_the_database_of_another_program_and_of_another_time_are_refused(postgres: Postgres) -> None:
    url = postgres.database()
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE recipes (name TEXT)"))
    with pytest.raises(StoreRefused, match="tables of another program"):
        Database(url)
    with engine.begin() as connection:
        connection.execute(text("DROP TABLE recipes"))
    Database(url).close()
    with engine.begin() as connection:
        connection.execute(text("UPDATE schema_version SET version = 99"))
    with pytest.raises(StoreRefused, match="newer version"):
        Database(url)
    engine.dispose()
