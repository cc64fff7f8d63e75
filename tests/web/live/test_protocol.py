"""The page of the protocol: its bot plays, and what it says is so."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from aliquot import catalogue
from aliquot.core.errors import AliquotError, IllegalMove, InvalidMove, InvalidParameter, InvalidPosition, UnknownGame
from aliquot.core.outcome import Ending
from aliquot.games import PRESETS, books
from aliquot.reports import live
from aliquot.web import errors, limits
from aliquot.web.app import make_app
from aliquot.web.live import protocol
from aliquot.web.server.addresses import OwnAddresses
from aliquot.web.store.database import Database
from website.protocol_tables import generate, insert

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
    paths = make_app(database, OwnAddresses("127.0.0.1", 8000)).openapi()["paths"]
    database.close()
    for path in paths:
        last = path.rpartition("/")[2]
        named = path.partition("{")[0] if last.startswith("{") else last
        assert named in page or path in ("/healthz", "/metrics", "/api/matches/{match_id}"), path


LIMITS = {
    *("FRAME", "BODY", "HEADERS", "HEADERS_SECONDS", "BODY_SECONDS", "READING_SECONDS", "HELLO_SECONDS"),
    *("OUTBOX_MESSAGES", "OUTBOX_BYTES", "QUIET_SECONDS", "MESSAGES_WAITING", "POOL", "SUM", "NAME", "MOVE"),
    *("FRAMES_PER_SECOND", "FRAMES_BURST", "GAMES_PER_MINUTE", "GAMES_BURST", "NEWCOMERS_PER_MINUTE"),
    *("NEWCOMERS_BURST", "ADDRESS_GAMES_PER_MINUTE", "ADDRESS_GAMES_BURST", "ADDRESS_PER_SECOND", "ADDRESS_BURST"),
    *("SOCKETS_PER_ADDRESS", "CONNECTIONS_PER_ADDRESS", "HANDSHAKES_PER_SECOND", "HANDSHAKES_BURST"),
    *("FLOOD_HANDSHAKES", "WATCHERS_PER_GAME", "CONNECTIONS_PER_SEAT", "ORACLE_SECONDS", "QUESTIONS_PER_VISITOR"),
    *("QUESTIONS_PER_ADDRESS", "FORGOTTEN_DAYS", "POLL_SECONDS", "EVENTS_AT_ONCE", "CLASS_SIZE", "CLASS_HOURS"),
    *("CLASS_EVENTS", "JOINS_PER_MINUTE", "JOINS_BURST"),
}
"""The limits that clients meet."""


@pytest.mark.parametrize("name", sorted(LIMITS))
def test_the_limits_on_the_page_are_the_limits(page: str, name: str) -> None:
    section = page.partition("## Limits")[2].partition("## Types")[0]
    number = int(getattr(limits, name))
    text = f"{number // 1024} KiB" if number % 1024 == 0 else f"{number:,}"
    assert re.search(rf"(?<![\d,]){text}(?![\d,])", section), (name, text)


def test_the_tables_of_the_page_are_generated_from_the_classes(page: str) -> None:
    assert page == insert(page), "run `make types`"
    assert len(generate()) > 10_000


def names_in(schema: Any) -> Iterator[tuple[str, Any]]:
    """Yield every field and every value of an enumeration in a JSON schema."""
    if isinstance(schema, dict):
        if isinstance(fields := schema.get("properties"), dict):
            yield from (("field", field) for field in fields)
        yield from (("value", value) for value in schema.get("enum", []))
        if "const" in schema:
            yield "value", schema["const"]
        for part in schema.values():
            yield from names_in(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from names_in(part)


def test_every_field_and_every_value_of_the_schemas_is_on_the_page(page: str) -> None:
    models = (protocol.NewMatch, protocol.Join, protocol.NewName, protocol.MoveCommand, protocol.AnswerCommand)
    schemas = [protocol.outgoing_schema(live.Seated, live.Events, live.Visitor, live.Refusal)]
    schemas += [protocol.INCOMING.json_schema(), *(model.model_json_schema() for model in models)]
    names = {name for schema in schemas for name in names_in(schema)}
    assert len(names) > 100
    assert [value for _, value in names if value != "" and f"`{value}`" not in page] == []
    assert [ending for ending in Ending if f"`{ending}`" not in page] == []
    assert [level.slug for level in catalogue.LEVELS if f"`{level.slug}`" not in page] == []


def test_every_code_of_the_server_is_on_the_page(page: str, root: Path) -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (root / "src/aliquot/web").rglob("*.py"))
    codes = {
        *re.findall(r'code="([a-z-]+)"', source),
        *re.findall(r'[(,]\s*"([a-z]+(?:-[a-z]+)+)",\s+f?"[A-Z]', source),
    }
    codes |= {
        kind.default_code for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, AliquotError)
    }
    codes |= {kind.default_code for kind in (IllegalMove, InvalidMove, InvalidParameter, InvalidPosition, UnknownGame)}
    codes -= {"cannot-listen", "cancelled", "store-refused", "abandoned", "error"}  # Nobody is answered with these.
    assert {"foreign-origin", "unknown-host", "bad-request", "no-seat"} <= codes
    assert [code for code in sorted(codes) if f"`{code}`" not in page] == []


def test_the_games_of_the_page_are_the_games(page: str) -> None:
    section = page.partition("| game | parameter | a move |")[2].partition("\n\n")[0]
    for slug, book in books().items():
        (line,) = (line for line in section.splitlines() if f"`{slug}`" in line)
        assert f"`{book.parameter}`" in line
    assert all(f"`{preset}`" in section for preset in PRESETS)


@pytest.mark.parametrize("slug", books())
def test_an_illegal_move_costs_what_the_page_says(server: Served, slug: str) -> None:
    for settings, penalty in (({}, "retry"), ({"penalty": "forfeit"}, "forfeit"), ({"choices": "hidden"}, "retry")):
        visitor = server.visitor()
        made = visitor.create(slug, opponent="device", **settings)
        assert visitor.state(made)["game"]["penalty"] == penalty
        assert visitor.move(made, 0, "!", "odd")["code"] == "invalid-move"
        answer = visitor.move(made, 0, "999999", "bad")
        outcome = visitor.state(made)["outcome"]
        if penalty == "retry":
            assert (answer["result"], answer["code"], outcome) == ("refused", "illegal-move", None)
        else:
            assert (answer["result"], outcome["ending"]) == ("accepted", "illegal_move")
