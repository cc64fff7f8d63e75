"""Visitors who pretend to be somebody else, or many, and everything the server must not tell them."""

import json
import re
import secrets
import socket
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.effort import PATIENCE
from tests.web.conftest import Postgres, Served, Visitor

GAME = {"game": "factor-duel"}
NEWCOMERS = 120
"""Matches that newcomers of one address may create at once; each second brings one more."""


def create_many(served: Served, count: int, source: str, **headers: Callable[[], str]) -> Counter[int]:
    """Create matches from one address, each with fresh headers; return how often each status was answered."""
    statuses: Counter[int] = Counter()
    line = httpx.HTTPTransport(verify=False, local_address=source)
    with httpx.Client(base_url=served.url, timeout=PATIENCE, transport=line) as http:
        for _ in range(count):
            fields = {name.replace("_", "-"): make() for name, make in headers.items()}
            statuses[http.post("/api/matches", json=GAME, headers=fields).status_code] += 1
            http.cookies.clear()
    return statuses


def forged_cookie() -> str:
    return f"aliquot_visitor={secrets.token_urlsafe(24)}.{secrets.token_urlsafe(24)}"


def old_cookie() -> str:
    return f"aliquot_visitor={secrets.token_urlsafe(24)}"


def forged_address() -> str:
    return ".".join(str(secrets.randbelow(250) + 1) for _ in range(4))


ATTACKS = [("cookie", forged_cookie), ("cookie", old_cookie), ("x_forwarded_for", forged_address)]


@pytest.mark.deep
@pytest.mark.parametrize("number", range(len(ATTACKS)))
def test_a_made_up_identity_gives_no_more_games(server: Served, number: int) -> None:
    header, make = ATTACKS[number]
    statuses: Counter[int] = Counter()
    while not statuses[429]:  # On a slow machine a few more are allowed meanwhile.
        statuses += create_many(server, NEWCOMERS // 2 + 1, f"127.9.0.{number + 1}", **{header: make})
        assert statuses[201] < 10 * NEWCOMERS, "nobody can go on for ever"
    assert statuses[201] >= NEWCOMERS, "a class can begin"
    assert create_many(server, 1, "127.9.0.9") == {201: 1}, "others do not notice"


@pytest.mark.deep
@pytest.mark.parametrize(
    ("method", "path", "body"), [("POST", "/api/matches", GAME), ("PUT", "/api/me", {"name": "A"})]
)
def test_a_collection_of_cookies_does_not_help_for_ever(
    serve: Callable[..., Served], method: str, path: str, body: dict[str, str]
) -> None:
    served = serve()
    line = httpx.HTTPTransport(verify=False, local_address="127.9.1.42")
    statuses: Counter[int] = Counter()
    with httpx.Client(base_url=served.url, timeout=PATIENCE, transport=line) as http:
        for _ in range(30):
            http.get("/api/me")
            statuses.update(http.request(method, path, json=body).status_code // 100 for _ in range(39))
            http.cookies.clear()
    assert statuses[2] >= 600
    assert statuses[4] > 0


def test_a_name_is_not_kept_of_somebody_who_gets_no_seat(server: Served) -> None:
    match = server.visitor().create(opponent="device")
    stranger = server.visitor()
    stranger.get("/api/me")
    stranger.refusal(403, "POST", f"/api/matches/{match}/join", name="Nobody")
    assert stranger.get("/api/me")["name"] == ""


@pytest.mark.deep
def test_a_class_of_forty_behind_one_address_can_start(serve: Callable[..., Served]) -> None:
    served = serve(None, "--proxy", "127.0.0.1")
    same, pupils = {"x-forwarded-for": "203.0.113.7"}, [Visitor(served.url) for _ in range(40)]
    for _ in range(5):
        for pupil in pupils:
            pupil.http.headers.update(same)
            pupil.create(opponent="easy")
    assert len({pupil.http.cookies["aliquot_visitor"] for pupil in pupils}) == 40


@pytest.mark.deep
def test_a_named_proxy_is_believed(serve: Callable[..., Served]) -> None:
    served = serve(None, "--proxy", "127.9.1.43", "--proxy", "10.0.0.0/8")
    statuses = create_many(served, NEWCOMERS + 30, "127.9.1.43", x_forwarded_for=forged_address)
    assert statuses == {201: NEWCOMERS + 30}
    http = httpx.Client(base_url=served.url, transport=httpx.HTTPTransport(local_address="127.9.1.43"))
    with http:
        answer = http.post("/api/matches", json=GAME, headers={"x-forwarded-proto": "https", "host": "pi.local"})
        assert answer.json()["path"].startswith("https://pi.local/g/")
        assert "secure" in answer.headers["set-cookie"].lower()


# --- names ----------------------------------------------------------------------------------------------


@pytest.mark.deep
def test_a_name_that_was_rebound_to_this_machine_is_refused(server: Served) -> None:
    host = f"evil.example:{server.port}"
    http = server.visitor().http
    for headers in ({"host": host}, {"host": host, "origin": f"http://{host}"}):
        for path in ("/", "/api/me", "/healthz"):
            answer = http.get(path, headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (400, "unknown-host")
        assert http.post("/api/matches", json=GAME, headers=headers).status_code == 400
    with (
        pytest.raises(InvalidStatus) as refused,
        connect(
            f"ws://{host}/api/matches/x/live", sock=socket.create_connection(("127.0.0.1", server.port)), proxy=None
        ),
    ):
        pass
    assert refused.value.response.status_code == 400


@pytest.mark.deep
def test_the_public_address_may_name_its_default_port(serve: Callable[..., Served]) -> None:
    served = serve(None, "--url", "https://duels.example:443")
    http = served.visitor().http
    assert http.post("/api/matches", json=GAME, headers={"origin": "https://duels.example"}).status_code == 201
    for origin in (served.url, "http://localhost", "http://127.0.0.1"):
        assert http.post("/api/matches", json=GAME, headers={"origin": origin}).status_code == 403


@pytest.mark.deep
def test_an_id_with_a_zero_byte_does_not_exist(server: Served, postgres: Postgres) -> None:
    with Served(postgres.database()) as other:
        for served in (server, other):
            http = served.visitor().http
            for path in ("/g/a%00b", "/api/matches/%00", "/api/matches/a%00b/events", "/api/matches/%C3%BC"):
                assert http.get(path).status_code == 404


# --- secrets --------------------------------------------------------------------------------------------


@pytest.mark.deep
def test_a_token_in_a_mangled_link_is_not_logged(serve: Callable[..., Served]) -> None:
    served = serve()
    ada = served.visitor()
    made = ada.create()
    token = ada.tokens[made]
    mangled = [f"{made}%23{token}", f"{made}%2523{token}", f"{made}/{token}", f"{made}{token}", f"{made}%20{token}"]
    mangled += [
        f"{made}&{token}",
        f"{made}%23{token[:20]}",
        f"{made}?{token}",
        f"{made}%0A{token}",
        f"{made}%C2%A0{token}",
    ]
    for link in mangled:
        ada.http.get(f"/g/{link}")
        ada.http.get(f"/api/matches/{link}")
    assert served.stop() == 0
    log = "".join(served.log)
    assert log.count(f"/g/{made}") >= len(mangled) - 1, "the rest of the path is logged"
    assert token not in log
    assert token[:12] not in log
    assert all(isinstance(json.loads(line), dict) for line in served.log)


@pytest.mark.deep
def test_answers_with_tokens_are_not_stored_by_caches(server: Served) -> None:
    ada, emmy = server.visitor(), server.visitor()
    answers = [ada.http.get("/api/me"), ada.http.post("/api/matches", json={**GAME, "name": "Ada"})]
    made = answers[-1].json()["match"]
    answers += [ada.http.get(f"/api/matches/{made}/seat"), emmy.http.post(f"/api/matches/{made}/join", json={})]
    form = {"game": "factor-duel", "opponent": "link", "value": "30"}
    answers.append(server.visitor().http.post("/new", data=form))
    assert [answer.status_code for answer in answers] == [200, 201, 200, 200, 303]
    assert [answer.headers["cache-control"] for answer in answers] == ["no-store"] * 5


@pytest.mark.deep
def test_refusals_say_nothing_about_the_database(postgres: Postgres) -> None:
    with Served(postgres.database()) as served:
        ada = served.visitor()
        made = ada.create(opponent="device")
        postgres.stop()
        try:
            answers = [
                ada.http.post(f"/api/matches/{made}/moves", json={"id": "a", "ply": 0, "move": "2"}).text,
                ada.http.post("/api/matches", json=GAME).text,
                ada.http.get("/api/me").text,
                ada.http.get("/healthz").text,
                ada.http.get("/g/none", headers={"accept": "text/html"}).text,
            ]
        finally:
            postgres.start()
        assert all("database" in answer or "saved" in answer for answer in answers)
        for secret in (str(postgres.folder), "aliquot@", "games1", "psycopg", "server closed", "socket"):
            assert not [answer for answer in answers if secret in answer]
        assert any("cannot be" in json.loads(line).get("error", "") for line in served.log), "the log says why"
        assert all(isinstance(json.loads(line), dict) for line in served.log)


@pytest.mark.deep
def test_a_locked_file_is_not_named_to_players(serve: Callable[..., Served], tmp_path: Path) -> None:
    served = serve()
    ada = served.visitor()
    made = ada.create(opponent="device")
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as database:
        database.execute("DROP TABLE events")
        database.commit()
    answer = ada.http.post(f"/api/matches/{made}/moves", json={"id": "a", "ply": 0, "move": "2"}).text
    assert "could not be saved" in answer
    assert not re.search(r"sqlite|events|table|/", answer)


# --- seats ----------------------------------------------------------------------------------------------


@pytest.mark.deep
def test_moves_made_before_stay_while_a_seat_is_free(server: Served) -> None:
    ada, emmy = server.visitor(), server.visitor()
    made = ada.create("dividers-duel", start="360", moves=["2", "2"], name="Ada")
    answer = ada.do(made, "take-back", "t1")
    assert (answer["result"], answer["code"]) == ("refused", "not-ready")
    emmy.join(made, name="Emmy")
    assert ada.state(made)["ply"] == 2
    assert emmy.do(made, "answer", "a1", agree=True)["code"] == "no-offer"
