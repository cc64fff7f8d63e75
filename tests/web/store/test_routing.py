"""The example of the page Scaling: three servers behind nginx, which routes matches by their id."""

import json
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.effort import PATIENCE

from ..conftest import Live, Postgres, Served, Visitor
from ..nginx import free_port, nginx

pytestmark = pytest.mark.deep

LONG = {"game": "divisor-duel-subtract", "start": "1000000"}
_ID = re.compile(r"/(?:g|api/matches)/([A-Za-z0-9_-]+)")


def example(root: Path, port: int, servers: list[int]) -> str:
    """The configuration of the page, with the ports of this test."""
    page = (root / "docs" / "scaling.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"```nginx\n(.*?)```", page, re.DOTALL)
    for number, own in enumerate(servers, 1):
        assert f"127.0.0.1:800{number}" in text
        text = text.replace(f"127.0.0.1:800{number}", f"127.0.0.1:{own}")
    return str(text.replace("listen 80;", f"listen 127.0.0.1:{port};"))


@pytest.fixture
def proxy(root: Path, tmp_path: Path, postgres: Postgres) -> Iterator[tuple[str, list[Served]]]:
    """The address of nginx, and the servers behind it."""
    port, database = free_port(), postgres.database()
    with ExitStack() as stack:
        flags = ("--url", f"http://127.0.0.1:{port}", "--proxy", "127.0.0.1")
        servers = [stack.enter_context(Served(database, *flags)) for _ in range(3)]
        url = stack.enter_context(nginx(example(root, port, [one.port for one in servers]), port, tmp_path))
        yield url, servers


def owners(servers: list[Served], games: list[str]) -> dict[str, set[int]]:
    """For each match, the servers that its requests have reached, as soon as their logs say so."""
    deadline = time.monotonic() + PATIENCE
    while not all((found := _logged(servers, games)).values()):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return found


def _logged(servers: list[Served], games: list[str]) -> dict[str, set[int]]:
    found: dict[str, set[int]] = {game: set() for game in games}
    for number, served in enumerate(servers):
        for line in tuple(served.log):
            path = str(json.loads(line).get("path", ""))
            if (match := _ID.match(path)) is not None and match[1] in found:
                found[match[1]].add(number)
    return found


def play(url: str, players: tuple[Visitor, Visitor], game: str, plies: range) -> None:
    """Moves by sockets, each player with their own; whoever loses the connection connects again and resends."""
    for ply in plies:
        mover = players[ply % 2]
        deadline = time.monotonic() + PATIENCE
        while True:
            assert time.monotonic() < deadline
            try:
                with Live(url, game, mover.tokens[game]) as live:
                    answer = live.ask("move", f"m{ply}", ply=ply, move="2")
            except (ConnectionClosed, OSError, TimeoutError):
                time.sleep(0.1)
                continue
            if answer["type"] == "event" or answer["result"] == "already":
                break
            time.sleep(0.1)


def test_matches_stay_at_their_server_and_survive_the_loss_of_one(proxy: tuple[str, list[Served]]) -> None:
    url, servers = proxy
    games: dict[str, tuple[Visitor, Visitor]] = {}
    for _ in range(12):
        ada, emmy = Visitor(url), Visitor(url)
        made = ada.create(name="Ada", **LONG)
        emmy.join(made, name="Emmy")
        games[made] = ada, emmy
    for made, players in games.items():
        play(url, players, made, range(4))
    before = owners(servers, list(games))
    assert all(len(own) == 1 for own in before.values()), "every match has one server"
    assert len(set.union(*before.values())) > 1, "not all at one"

    (lost,) = before[next(iter(games))]
    servers[lost].kill()
    for served in servers:
        served.log.clear()
    for made, players in games.items():
        play(url, players, made, range(4, 8))
        assert players[0].state(made)["ply"] == 8
    after = owners(servers, list(games))
    assert all(lost not in own and len(own) == 1 for own in after.values())
    assert all(after[made] == own for made, own in before.items() if own != {lost}), "only the lost server's moved"
    for made, players in games.items():
        events = players[0].get(f"/api/matches/{made}/events")["events"]
        assert [event["number"] for event in events] == list(range(1, 10))
        assert [event["id"] for event in events[1:]] == [f"m{ply}" for ply in range(8)], "nothing was lost"
