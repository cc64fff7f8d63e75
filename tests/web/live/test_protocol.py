"""The page of the protocol: its bot plays, and what it says is so."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from aliquot.web import limits
from aliquot.web.app import make_app
from aliquot.web.store.database import Database

from ..conftest import Served, address_of


@pytest.fixture(scope="module")
def page(root: Path) -> str:
    return (root / "docs" / "protocol.md").read_text(encoding="utf-8")


def test_the_bot_of_the_docs_plays_a_whole_game_against_itself(server: Served, page: str, tmp_path: Path) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    (tmp_path / "bot.py").write_text(program, encoding="utf-8")
    host = server.visitor()
    made = host.create("divisor-duel-subtract", start="5040", opponent="link", name="Host")
    other = server.visitor().create()
    assert other != made
    bot = subprocess.Popen([sys.executable, str(tmp_path / "bot.py"), server.url, made])
    try:
        with host.live(made) as live:
            told = live.state
            while not told.get("outcome"):
                if "view" in told and told["view"]["to_move"] == 1 and all_taken(host.state(made)):
                    move = told["view"]["options"][0]["notation"]
                    live.send(type="move", id=f"h{told['number']}", ply=told["ply"], move=move)
                told = live.next()
        assert bot.wait(60) == 0
    finally:
        bot.kill()
        bot.wait()
    state = host.state(made)
    assert state["players"][1]["name"] == "Ten Lines"
    assert {turn["seat"] for turn in state["turns"]} == {1, 2}


def all_taken(state: dict[str, object]) -> bool:
    players = state["players"]
    assert isinstance(players, list)
    return all(player["taken"] for player in players)


def test_the_bot_is_short(page: str) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    _, _, body = program.partition("\n\n")
    assert len(body.splitlines()) <= 10


def test_every_request_on_the_page_exists_and_every_one_that_exists_is_on_it(page: str, tmp_path: Path) -> None:
    database = Database(address_of(tmp_path))
    paths = make_app(database, "http://127.0.0.1").openapi()["paths"]
    database.close()
    for path in paths:
        last = path.rpartition("/")[2]
        named = path.partition("{")[0] if last.startswith("{") else last
        assert named in page or path in ("/healthz", "/metrics", "/api/matches/{match_id}"), path


def test_the_limits_on_the_page_are_the_limits(page: str) -> None:
    told = page.partition("## Limits")[2]
    for number in (limits.NAME, limits.POOL, limits.SUM, limits.OUTBOX_MESSAGES, limits.MESSAGES_BURST):
        assert re.search(rf"\b{number:,}\b", told), number
    assert (limits.FRAME, limits.BODY, limits.OUTBOX_BYTES) == (4 * 1024, 64 * 1024, 512 * 1024)
