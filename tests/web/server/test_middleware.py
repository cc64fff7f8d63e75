"""Requests and frames of strangers: cookies, origins, sizes, rates, races, garbage, and the metrics."""

import json
import random
import re
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tests.effort import PATIENCE

from ..conftest import Live, Served, client
from ..live.test_api import pair


def test_cookies_are_for_the_server_alone(server: Served) -> None:
    cookie = server.visitor().http.get("/api/me").headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


def test_a_cookie_is_only_sent_over_https_where_people_use_that(serve: Callable[..., Served]) -> None:
    served = serve(None, "--url", "https://duels.example")
    answer = client(served.url).post("/api/matches", json={"game": "factor-duel"})
    assert "secure" in answer.headers["set-cookie"].lower()
    assert answer.json()["path"].startswith("https://duels.example/g/")


FOREIGN = [
    "https://evil.example",
    "http://evil.example",
    "null",
    "http://localhost",
    "https://localhost:{port}",
    "http://localhost:{port}.evil.example",
    "http://127.0.0.1",
    "http://127.0.0.1:1",
    "https://127.0.0.1:{port}",
    "http://127.0.0.1:{port}.evil.example",
    "http://127.0.0.1:{port}@evil.example",
    "http://127.0.0.2:{port}",
    "http://0.0.0.0:{port}",
    "http://[::2]:{port}",
    "file://",
    "chrome-extension://abcdef",
    "http://127.0.0.1:{port}/",
    "http://127.0.0.1:{port} http://evil.example",
    "",
    "*",
]


@pytest.mark.parametrize("origin", FOREIGN)
def test_foreign_origins_are_refused_at_the_handshake_and_on_unsafe_methods(server: Served, origin: str) -> None:
    given = {"origin": origin.format(port=server.port)}
    answer = client(server.url).post("/api/matches", json={"game": "factor-duel"}, headers=given)
    assert (answer.status_code, answer.json()["reason"]) == (403, "Requests from other websites are not allowed.")
    assert client(server.url).get("/healthz", headers=given).status_code == 200
    with (
        pytest.raises(InvalidStatus) as refused,
        connect(f"{server.url.replace('http', 'ws')}/api/matches/x/live", additional_headers=given),
    ):
        pass
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "192.168.1.7", "schoolserver"])
def test_ones_own_origin_is_welcome(server: Served, host: str) -> None:
    for origin in (f"http://{host}:{server.port}", f"HTTP://{host.upper()}:{server.port}"):
        headers = {"host": f"{host}:{server.port}", "origin": origin}
        answer = client(server.url).post("/api/matches", json={"game": "factor-duel"}, headers=headers)
        assert answer.status_code == 201
        assert answer.json()["path"].startswith(f"http://{host}:{server.port}/g/")


def test_every_answer_forbids_what_pages_do_not_need(server: Served) -> None:
    for path in ("/", "/api/games", "/api/matches/none", "/nothing", "/openapi.json", "/metrics"):
        headers = client(server.url).get(f"{path}").headers
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'")
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
    # The policy would block what is written into a page; so whatever runs there comes from a file.
    page = client(server.url).get("/").text
    assert all(" src=" in script for script in re.findall(r"<script(?! type=.application/json)[^>]*>", page))
    assert " style=" not in page


@pytest.mark.parametrize("size", [64 * 1024 + 1, 10**6])
def test_a_long_body_is_refused_whether_or_not_it_says_so(server: Served, size: int) -> None:
    for content in (b"x" * size, (b"x" * 1000 for _ in range(size // 1000 + 1))):
        answer = client(server.url).post("/api/review", content=content)
        assert (answer.status_code, answer.json()["reason"]) == (413, "A request has at most 64 KiB.")


def test_a_long_frame_closes_the_socket(server: Served) -> None:
    ada, _, made = pair(server)
    with ada.live(made) as one:
        one.socket.send(json.dumps({"type": "move", "id": "a", "ply": 0, "move": "x" * 5000}))
        with pytest.raises(ConnectionClosed):
            one.socket.recv(timeout=60)
    assert ada.state(made)["ply"] == 0


def test_a_flood_of_messages_closes_the_socket(server: Served) -> None:
    ada, _, made = pair(server)
    with ada.live(made) as one:

        def flood() -> None:
            for number in range(10_000):
                one.send(type="ping", id=str(number))
                if number % 50 == 49:
                    for _ in range(50):
                        one.next()

        with pytest.raises(ConnectionClosed):
            flood()


def test_a_seat_raced_by_a_hundred_goes_to_one(server: Served) -> None:
    ada = server.visitor()
    made = ada.create()

    def join(number: int) -> int:
        return client(server.url).post(f"/api/matches/{made}/join", json={"name": f"n{number}"}).status_code

    with ThreadPoolExecutor(20) as pool:
        results = sorted(pool.map(join, range(100)))
    assert results == [200] + [403] * 99


def test_a_move_raced_from_two_sockets_is_accepted_once(server: Served) -> None:
    ada, emmy, made = pair(server, "divisor-duel-subtract", start="100000")
    with ada.live(made) as one, ada.live(made) as other, emmy.live(made) as two:
        for ply in range(0, 60, 2):
            for live in (one, other):
                live.send(type="move", id=f"{id(live)}-{ply}", ply=ply, move="2")
            numbers = [live.at(ply + 1)["number"] for live in (one, other)]
            assert numbers[0] == numbers[1]
            assert two.ask("move", f"e{ply}", ply=ply + 1, move="2")["result"] == "accepted"
        assert two.state["match"] == made
    moves = [event for event in ada.get(f"/api/matches/{made}/events")["events"] if event["kind"] == "moved"]
    assert [event["seat"] for event in moves] == [1, 2] * 30


@pytest.mark.deep
def test_a_move_raced_and_resent_a_thousand_times_is_accepted_once(server: Served) -> None:
    ada, emmy, made = pair(server, "divisor-duel-subtract", start="1000000")
    with emmy.live(made) as two:
        for ply in range(0, 2000, 2):
            with Live(server.url, made, ada.tokens[made]) as one, Live(server.url, made, ada.tokens[made]) as other:
                message = json.dumps({"type": "move", "id": f"a{ply}", "ply": ply, "move": "2"})
                one.socket.send(message)
                other.socket.send(message)
                if ply % 4:
                    one.socket.close()  # Cut off before the answer; the move is sent again.
                else:
                    assert one.at(ply + 1)["number"] == ply + 2
                assert other.at(ply + 1)["number"] == ply + 2
            assert ada.move(made, ply, "2", f"a{ply}")["result"] == "already"
            assert two.ask("move", f"e{ply}", ply=ply + 1, move="2")["result"] == "accepted"
    assert ada.state(made)["ply"] == 2000


def malformed(generator: random.Random) -> str | bytes:
    """A message that keeps to the protocol at most by accident."""
    good: dict[str, Any] = {"type": "move", "id": "a", "ply": 0, "move": "2", "v": 1, "token": "x", "agree": True}
    match generator.randrange(6):
        case 0:
            return generator.randbytes(generator.randrange(200))
        case 1:
            return json.dumps(good)[: generator.randrange(60)]
        case 2:
            return "[" * generator.randrange(1, 2000)
        case 3:
            odd: list[Any] = [None, -1, 10**30, "x" * 100, [], {}, True, 1.5, "\ud800", "\x00"]
            return json.dumps({key: generator.choice([value, *odd]) for key, value in good.items()})
        case 4:
            kinds = ["move", "resign", "take_back", "answer", "hint", "again", "ping", "hello", "__class__", ""]
            return json.dumps({"type": generator.choice(kinds), "id": generator.choice(["", "a b", "x" * 65, 7, None])})
        case _:
            return generator.choice(
                ['{"type":1e999}', "NaN", '"', "{}", "null", '{"type":"move","type":"ping"}', "💥" * 9]
            )


def send_malformed(server: Served, frames: int) -> None:
    """Send them to a server of its own: its log tells of nothing else."""
    generator = random.Random(13)
    ada, _, made = pair(server)
    sent = 0
    while sent < frames:
        with ada.live(made) as one:
            for _ in range(150):
                frame = malformed(generator)
                try:
                    one.socket.send(frame)
                except ConnectionClosed:
                    break
                sent += 1
                if isinstance(frame, bytes):
                    break  # The server hangs up, and reads nothing that comes after it.
            try:
                one.socket.send(json.dumps({"type": "ping", "id": "last"}))
                while json.loads(one.socket.recv(timeout=PATIENCE)).get("id") != "last":
                    pass
            except ConnectionClosed:
                pass
    assert ada.state(made)["ply"] == 0
    assert ada.move(made, 0, "2")["result"] == "accepted"
    assert server.process.poll() is None
    assert server.faults() == []


def test_malformed_frames_do_nothing(serve: Callable[..., Served]) -> None:
    send_malformed(serve(), 300)


@pytest.mark.deep
def test_a_hundred_thousand_malformed_frames_do_nothing(serve: Callable[..., Served]) -> None:
    send_malformed(serve(), 100_000)


def test_garbage_on_the_wire_is_refused(server: Served) -> None:
    for said in (b"\x16\x03\x01\x02\x00", b"GET\r\n\r\n", b"\0" * 1000, b"GET / HTTP/9.9\r\n\r\n", b"A" * 100_000):
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as line:
            try:
                line.sendall(said)
                line.shutdown(socket.SHUT_WR)
                while line.recv(4096):
                    pass
            except ConnectionError:
                pass
    assert client(server.url).get("/healthz").text == "ok\n"


def test_the_metrics_count_what_happened(serve: Callable[..., Served]) -> None:
    server = serve()
    ada, _, made = pair(server)
    before = metrics(server)
    assert before["aliquot_move_seconds_count"] == 0
    ada.move(made, 0, "2")
    with ada.live(made):
        during = metrics(server)
    assert during['aliquot_moves_total{result="accepted"}'] == before['aliquot_moves_total{result="accepted"}'] + 1
    assert during["aliquot_sockets"] == 1
    assert during["aliquot_move_seconds_count"] == during['aliquot_move_seconds_bucket{le="10.0"}'] == 1
    assert 0 < during["aliquot_move_seconds_sum"] < 10
    assert not [name for name in during if "created" in name and "matches" not in name]
    assert {"aliquot_matches_live", "aliquot_transactions_total"} <= during.keys()


def metrics(server: Served) -> dict[str, float]:
    lines = client(server.url).get("/metrics").text.splitlines()
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines if not line.startswith("#")}


def test_people_are_refused_with_a_page_and_programs_with_json(server: Served) -> None:
    browser = client(server.url)
    person = {"accept": "text/html"}
    page = browser.post("/new", content=b"x" * 70_000, headers=person)
    assert page.status_code == 413
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "<h1>That is too much</h1>" in page.text
    assert browser.post("/new", data={}, headers={**person, "origin": "https://evil.example"}).text.count("<h1>") == 1
    assert browser.post("/new", content=b"x" * 70_000).json()["code"] == "body-too-large"
    assert browser.post("/api/matches", content=b"x" * 70_000, headers=person).json()["code"] == "body-too-large"


@pytest.mark.parametrize("path", ["/", "/rules", "/robots.txt", "/api/games", "/daily/abc"])
def test_head_answers_like_get_without_a_body(server: Served, path: str) -> None:
    browser = client(server.url)
    head, whole = browser.head(path), browser.get(path)
    assert head.status_code == whole.status_code
    assert head.headers["content-type"] == whole.headers["content-type"]
    assert head.content == b""


def test_a_header_that_browsers_complain_about_is_sent_only_where_they_heed_it(server: Served) -> None:
    browser = client(server.url)
    assert "cross-origin-opener-policy" in browser.get("/").headers
    elsewhere = browser.get("/", headers={"host": "192.168.1.20:8000"})
    assert "cross-origin-opener-policy" not in elsewhere.headers


def test_robots_are_kept_from_reviews_and_the_api_but_chats_may_preview_a_match(server: Served) -> None:
    lines = client(server.url).get("/robots.txt").text.splitlines()
    assert lines[0] == "User-agent: *"
    assert {"Disallow: /g/*/", "Disallow: /api/"} <= set(lines)
    assert "Disallow: /g/" not in lines
    match = server.visitor().create("dividers-duel")
    assert '<meta name="robots" content="noindex">' in client(server.url).get(f"/g/{match}").text
