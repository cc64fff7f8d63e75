"""A load on servers: many games played at once over sockets, with everything written down that was acknowledged."""

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.effort import PATIENCE

from .conftest import Served

LONG = {"game": "divisor-duel-subtract", "start": "1000000"}
"""A game that lasts: subtracting 2 goes on for half a million moves."""


@dataclass
class Played:
    """A game under load."""

    game: str
    tokens: tuple[str, str]
    acknowledged: dict[int, tuple[int, str, str]] = field(default_factory=dict)
    """For each event that was told of: who, which message, which move."""


def set_up(served: Served, games: int) -> list[Played]:
    """Makes games between two."""
    found = []
    for _ in range(games):
        ada, emmy = served.visitor(), served.visitor()
        made = ada.create(name="Ada", **LONG)
        emmy.join(made, name="Emmy")
        found.append(Played(made, (ada.tokens[made], emmy.tokens[made])))
    return found


async def play(urls: tuple[str, str], played: Played, stop: asyncio.Event) -> None:
    """Plays one game on, each player at a server, until it is told to stop or the server dies."""

    async def seat(number: int) -> None:
        address = f"{urls[number - 1].replace('http', 'ws', 1)}/api/matches/{played.game}/live"
        with suppress(ConnectionClosed, OSError, InvalidHandshake, TimeoutError, EOFError):
            async with connect(address, open_timeout=PATIENCE, ping_interval=None) as live:
                await live.send(json.dumps({"type": "hello", "token": played.tokens[number - 1]}))
                async for text in live:
                    told: dict[str, Any] = json.loads(text)
                    if told["type"] == "event" and told["kind"] == "moved" and told["id"]:
                        played.acknowledged[told["number"]] = told["seat"], told["id"], told["move"]
                    if stop.is_set():
                        return
                    if told["type"] in ("event", "state") and told["view"]["to_move"] == number:
                        move = {"type": "move", "id": f"{number}.{told['ply']}", "ply": told["ply"], "move": "2"}
                        await live.send(json.dumps(move))

    await asyncio.gather(seat(1), seat(2))


def run(urls: tuple[str, str], games: list[Played], seconds: float, end: Any, moves: int = 0) -> None:
    """Plays all games for a while and until each is so many moves further, then does something to the servers."""
    wanted = [len(played.acknowledged) + moves for played in games]
    deadline = monotonic() + PATIENCE

    def is_enough() -> bool:
        return all(len(played.acknowledged) >= count for played, count in zip(games, wanted, strict=True))

    async def work() -> None:
        stop = asyncio.Event()
        tasks = [asyncio.create_task(play(urls, played, stop)) for played in games]
        await asyncio.sleep(seconds)
        while not is_enough() and monotonic() < deadline:
            await asyncio.sleep(0.05)
        await asyncio.to_thread(end)
        stop.set()
        done, pending = await asyncio.wait(tasks, timeout=1)
        for task in pending:
            task.cancel()
        await asyncio.gather(*pending, return_exceptions=True)
        for task in done:
            task.result()

    asyncio.run(work())


def lost(served: Served, games: list[Played]) -> list[str]:
    """The acknowledged moves that a server does not have, or has otherwise."""
    missing = []
    for played in games:
        stored: dict[int, dict[str, Any]] = {}
        with httpx.Client(base_url=served.url, timeout=PATIENCE, transport=httpx.HTTPTransport(verify=False)) as client:
            while True:
                answer = client.get(f"/api/matches/{played.game}/events", params={"since": len(stored)}).json()
                stored |= {event["number"]: event for event in answer["events"]}
                if len(stored) >= answer["last"]:
                    break
        assert sorted(stored) == list(range(1, len(stored) + 1)), "numbers have no gaps"
        moves = [event["seat"] for event in stored.values() if event["kind"] == "moved"]
        assert moves == [1 + place % 2 for place in range(len(moves))], "nobody moved twice"
        for number, (who, name, move) in played.acknowledged.items():
            event = stored.get(number, {})
            if (event.get("seat"), event.get("id"), event.get("move")) != (who, name, move):
                missing.append(f"{played.game} {number}: {who} {move}")
    return missing
