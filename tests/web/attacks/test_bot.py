"""The protocol page is enough: a bot written from it alone plays every game to the end, by socket and by requests."""

import ast
import time
from collections.abc import Callable
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidHandshake

from tests.web.attacks import bot as bot_module
from tests.web.attacks.bot import SECONDS, Bot, PollingBot
from tests.web.conftest import Served

GAMES: dict[str, dict[str, Any]] = {
    "divide": {"game": "dividers-duel", "start": "360"},
    "halve": {"game": "divide-and-conquer", "start": "100"},
    "factors": {"game": "factor-duel", "start": "30"},
    "subtract": {"game": "divisor-duel-subtract", "start": "48"},
    "pool": {"game": "divisor-duel-pool", "pool": "1-24"},
    "preset": {"game": "juniper-green"},
    "pie": {"game": "dividers-duel", "start": "360", "variants": ["swap"]},
    "pie without another move": {"game": "divisor-duel-pool", "pool": "4-7", "variants": ["swap"]},
    "misère": {"game": "divisor-duel-subtract", "start": "60", "variants": ["misere"]},
    "sum": {"game": "dividers-duel", "start": "60,84,60"},
    "misère sum": {"game": "factor-duel", "start": "30,42", "variants": ["misere"]},
    "large": {"game": "dividers-duel", "start": "897612484786617600"},
    "hidden": {"game": "factor-duel", "start": "210", "choices": "hidden", "penalty": "forfeit"},
    "prepared": {"game": "dividers-duel", "start": "360", "moves": ["2", "3"]},
    "clock": {"game": "factor-duel", "start": "210", "clock": "600+5"},
}


def seats_of(server: str, settings: dict[str, Any]) -> tuple[str, list[str]]:
    """Create a match by link and join it; return its id and the tokens of its seats."""
    with (
        httpx.Client(base_url=server, timeout=SECONDS) as host,
        httpx.Client(base_url=server, timeout=SECONDS) as guest,
    ):
        made = host.post("/api/matches", json={"name": "One", "opponent": "link", **settings}).json()
        joined = guest.post(f"/api/matches/{made['match']}/join", json={"name": "Two"}).json()
    return made["match"], [made["token"], joined["token"]]


def play_together(*plays: Callable[[], dict[str, Any]]) -> list[dict[str, Any]]:
    """Let players play at the same time; return what each says about the end, or raise what one raises."""
    pool = ThreadPoolExecutor(len(plays))
    try:
        games = [pool.submit(play) for play in plays]
        done, _ = wait(games, SECONDS, FIRST_EXCEPTION)
        assert all(game.exception() is None for game in done), [game.exception() for game in done]
        return [game.result(0) for game in games]
    finally:
        pool.shutdown(wait=False)


@pytest.mark.deep
@pytest.mark.parametrize("name", GAMES)
def test_two_bots_play_every_game_to_the_end(server: Served, name: str) -> None:
    match, tokens = seats_of(server.url, GAMES[name])
    players = (Bot(server.url, match, tokens[0], 1), PollingBot(server.url, match, tokens[1], 2))
    outcomes = play_together(*(player.play for player in players))
    state = httpx.get(f"{server.url}/api/matches/{match}", timeout=SECONDS).json()
    assert outcomes[0] == outcomes[1] == state["outcome"]
    assert outcomes[0]["ending"] == "no_moves"
    prepared = len(GAMES[name].get("moves", []))
    assert {turn["seat"] for turn in state["turns"][prepared:]} <= {1, 2}
    if "without another" in name:
        assert state["turns"][1]["move"] == "swap", "the bot of the page must not stumble over an empty list of options"
    won_by_last = state["turns"][-1]["seat"] == outcomes[0]["winner"]
    assert won_by_last == ("misere" not in GAMES[name].get("variants", []))


@pytest.mark.parametrize("level", ["beginner", "perfect"])
def test_a_bot_plays_a_computer(server: Served, level: str) -> None:
    made = httpx.post(
        f"{server.url}/api/matches", json={"game": "dividers-duel", "opponent": level, "first": "they"}, timeout=SECONDS
    ).json()
    bot = Bot(server.url, made["match"], made["token"])
    assert bot.play()["winner"] in (1, 2)
    assert "moved" in bot.kinds


@pytest.mark.deep
def test_a_bot_that_comes_late_gets_every_event_in_order(server: Served) -> None:
    """More than 1,000 events: the state has the first 1,000, and the bot asks for the rest."""
    made = httpx.post(
        f"{server.url}/api/matches",
        json={"game": "divisor-duel-subtract", "start": "1000000", "opponent": "device"},
        timeout=SECONDS,
    ).json()
    headers = {"authorization": f"Bearer {made['token']}"}
    with httpx.Client(base_url=f"{server.url}/api/matches/{made['match']}", headers=headers, timeout=SECONDS) as http:
        for ply in range(1_100):
            assert http.post("/moves", json={"id": f"m{ply}", "ply": ply, "move": "2"}).json()["result"] == "accepted"
        http.post("/resign", json={"id": "r"})
    bot = Bot(server.url, made["match"], made["token"])
    assert bot.play()["ending"] == "resigned"
    assert bot.kinds == ["moved"] * 1_100 + ["conceded"]


@pytest.mark.deep
def test_a_bot_goes_on_after_the_server_was_killed(serve: Callable[..., Served]) -> None:
    served = serve()
    match, tokens = seats_of(served.url, {"game": "divisor-duel-pool", "pool": "1-400"})
    bots = [Bot(served.url, match, token, seed, patience=10_000) for seed, token in enumerate(tokens)]

    def play(bot: Bot) -> dict[str, Any]:
        while True:
            try:
                return bot.play()
            except (OSError, InvalidHandshake):
                time.sleep(0.05)  # Nobody listens just now.

    with ThreadPoolExecutor(2) as pool:
        results = [pool.submit(play, bot) for bot in bots]
        kills = 0
        while kills < 3 and not any(result.done() for result in results):
            if all(bot.moves for bot in bots):
                served.kill()
                kills += 1
                for bot in bots:
                    bot.moves.clear()
                served = serve(port=served.port)
            time.sleep(0.001)
        outcomes = [result.result(SECONDS) for result in results]
    assert outcomes[0] == outcomes[1]
    assert kills > 0


def test_the_bots_know_nothing_of_the_server() -> None:
    tree = ast.parse(Path(str(bot_module.__file__)).read_text(encoding="utf-8"))
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    imported |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert not [name for name in imported if name and name.startswith(("aliquot", "tests"))]
