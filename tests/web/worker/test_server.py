"""The routes on a static site's stand-ins answer as those of the server do."""

import json
import re
import subprocess
import sys
from typing import Any

import pytest

from aliquot.oracle import solve
from aliquot.reports.daily import duel, reply
from tests.effort import PATIENCE

from ..conftest import Served, client

READ = [
    "/api/explore?game=dividers-duel&position=60",
    "/api/explore?game=juniper-green",
    "/api/explore?game=factor-duel&position=999999999999999989",
    "/api/explore?game=sum(dividers-duel:60%2Bdivisor-duel-subtract:16)",
    "/api/certificate?game=divisor-duel-pool&position=2-50/12",
    "/api/lattice/5040",
    "/api/lattice/5040?at=60",
    "/api/lessons",
    "/api/lessons/dividers-duel/3",
    "/api/lessons/divisor-duel-pool/exercises/7/2",
    "/api/daily/12",
    "/api/games",
]
REFUSED = [
    "/api/explore?game=chess",
    "/api/explore?game=dividers-duel&position=x",
    "/api/lattice/60?at=7",
    "/api/lessons/chess/1",
    "/api/daily/99999",
    "/api/nowhere",
]
PAGES = [
    "/explore/dividers-duel/60",
    "/explore/divisor-duel-pool/2-50/12,6",
    "/rules",
    "/rules/divisor-duel-pool",
    "/learn",
    "/learn/dividers-duel",
    "/daily/12",
    "/chain",
    "/worksheet?game=dividers-duel&count=5&seed=3",
    "/challenge?game=dividers-duel&moves=3&level=perfect",
    "/board",
    "/review",
]
POSTED = [
    ("/api/lessons/dividers-duel/2/answer", {"answer": "2", "moves": []}),
    ("/api/lessons/dividers-duel/2/answer", {"answer": None}),
    ("/api/daily/12/reply", {"moves": []}),
    ("/api/review", '[Game "dividers-duel(start=60)"]\n\n1. 60/2 30/10 0-1\n'),
    ("/api/review/board?ply=1", '[Game "dividers-duel(start=60)"]\n\n1. 60/2 30/10 0-1\n'),
]
_MATCH = {"game": "dividers-duel", "start": "84", "opponent": "device"}
_MAIN = re.compile(r"<main.*?</main>", re.DOTALL)


def alone(requests: list[dict[str, Any]]) -> list[tuple[int, dict[str, str], str]]:
    """The answers of a static site's server to requests."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.web.worker.program"],
        input=json.dumps(requests),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [(status, headers, body) for status, headers, body in json.loads(done.stdout)]


def without_base(text: str) -> str:
    """A page or an answer as it would be at the root of a host."""
    return text.replace("/site/", "/")


def test_what_is_read_is_the_same(server: Served) -> None:
    visitor = client(server.url)
    for path, (status, _, body) in zip(READ, alone([{"target": path} for path in READ]), strict=True):
        assert status == 200, path
        assert json.loads(without_base(body)) == visitor.get(path).json(), path


def test_what_is_refused_is_the_same(server: Served) -> None:
    visitor = client(server.url)
    for path, (status, _, body) in zip(REFUSED, alone([{"target": path} for path in REFUSED]), strict=True):
        expected = visitor.get(path)
        if expected.json()["code"] != "invalid-request":  # Pydantic words these.
            assert json.loads(body) == expected.json(), path
        assert status == expected.status_code, path


def test_what_is_sent_is_answered_the_same(server: Served) -> None:
    visitor = client(server.url)
    requests = [
        {"method": "POST", "target": path, **({"body": sent} if isinstance(sent, str) else {"json": sent})}
        for path, sent in POSTED
    ]
    for (path, sent), (status, _, body) in zip(POSTED, alone(requests), strict=True):
        expected = visitor.post(path, **({"content": sent} if isinstance(sent, str) else {"json": sent}))
        assert (status, json.loads(without_base(body))) == (expected.status_code, expected.json()), path


def solution(number: int) -> list[str]:
    """The moves of a try that solves the duel of a day."""
    today, moves = duel(number), list[str]()
    game, position = today.game, today.position
    while game.outcome(position) is None:
        is_own = game.seat(position) == today.you
        move = game.spell(position, solve(game, position).winning_moves[0]) if is_own else reply(today, moves)
        assert move is not None
        moves.append(move)
        position = game.play(position, game.parse(position, move))
    return moves


def test_a_solved_duel_of_the_day_is_accepted() -> None:
    request = {"method": "POST", "target": "/api/daily/12/solved", "json": {"moves": solution(12), "tries": 1}}
    wrong = {**request, "json": {"moves": [], "tries": 1}}
    (status, _, body), (refused, _, _) = alone([request, wrong])
    assert (status, json.loads(body)) == (200, {"text": ""}), "nobody else plays here"
    assert refused == 422


def test_pages_are_the_same_but_for_playing_a_friend(server: Served) -> None:
    visitor = client(server.url)
    answers = alone([{"target": path, "accept": "text/html"} for path in PAGES])
    for path, (status, _, body) in zip(PAGES, answers, strict=True):
        expected = _MAIN.search(visitor.get(path, headers={"accept": "text/html"}).text)
        found = _MAIN.search(without_base(body))
        assert status == 200, path
        assert found is not None
        assert expected is not None
        text = expected[0].replace(
            'data-play="link" hidden>Play a friend', 'data-play="device" hidden>Play on one device'
        )
        # Pictures of positions are drawn with a library that is too large for a browser.
        text = re.sub(r'<p><img src="/preview.*?</p>', "", text)
        assert found[0] == text, path


def test_every_address_on_a_page_is_below_the_base_and_needs_no_server() -> None:
    pages = ["/", "/new", "/teachers", "/about", "/privacy", *PAGES]
    for path, (_, _, body) in zip(
        pages, alone([{"target": path, "accept": "text/html"} for path in pages]), strict=True
    ):
        addresses = re.findall(r'(?:href|src|action)="(/[^"]*)"', body)
        assert addresses
        for address in addresses:
            assert re.match(r"/site/(?!class\b|openapi\.json)", address), (path, address)


def test_a_match_goes_as_on_the_server(server: Served) -> None:
    visitor = client(server.url)
    match = visitor.post("/api/matches", json=_MATCH).json()["match"]
    moves = [
        {"method": "POST", "target": "/api/matches/MATCH/moves", "json": {"id": f"m{ply}", "ply": ply, "move": move}}
        for ply, move in enumerate(("2", "2", "3"))
    ]
    look = {"target": "/api/matches/MATCH"}
    requests: list[dict[str, Any]] = [{"method": "POST", "target": "/api/matches", "json": _MATCH}]
    for move in moves:
        requests += [move, look]
    answers = alone([*requests, moves[0], {"target": "/api/matches/MATCH/review"}, {"target": "/"}])
    assert answers[0][0] == 201
    for move, (_, _, done), (_, _, state) in zip(moves, answers[1::2], answers[2::2], strict=False):
        expected = visitor.post(str(move["target"]).replace("MATCH", match), json=move["json"]).json()
        assert json.loads(done) == expected
        ours, theirs = json.loads(state), visitor.get(f"/api/matches/{match}").json()
        for own in ("match", "players", "clock"):
            ours.pop(own, None), theirs.pop(own, None)
        assert ours == theirs
    assert json.loads(answers[7][2])["result"] == "already"
    assert json.loads(answers[8][2]) == visitor.get(f"/api/matches/{match}/review").json()
    assert "Your games" in answers[9][2]


def test_two_windows_share_their_games() -> None:
    make = {"method": "POST", "target": "/api/matches", "json": _MATCH}
    one = {"method": "POST", "target": "/api/matches/MATCH/moves", "json": {"id": "a", "ply": 0, "move": "2"}}
    # The second window has the match open and does not know the move.
    late = {**one, "window": 1, "json": {"id": "b", "ply": 0, "move": "3"}}
    look = {"target": "/api/matches/MATCH", "window": 1}
    answers = alone([make, look, one, late, look])
    assert json.loads(answers[3][2])["result"] == "stale"
    assert json.loads(answers[4][2])["ply"] == 1


def test_a_game_of_another_browser_is_not_said_to_have_been_deleted(server: Served) -> None:
    status, _, body = alone([{"target": "/api/matches/none"}])[0]
    told = client(server.url).get("/api/matches/none")
    assert (status, json.loads(body)["code"]) == (told.status_code, told.json()["code"]) == (404, "not-found")
    assert ("30 days" in body, "30 days" in told.text) == (False, True)


def test_a_form_starts_a_game_and_a_friend_is_refused() -> None:
    begin = {"method": "POST", "target": "/new", "form": [["game", "dividers-duel"], ["opponent", "perfect"]]}
    wrong = {**begin, "form": [["game", "dividers-duel"], ["opponent", "perfect"], ["value", "seven"]]}
    friend = {"method": "POST", "target": "/api/matches", "json": {"game": "dividers-duel", "opponent": "link"}}
    file = {"method": "POST", "target": "/review", "accept": "text/html", "form": [["text", POSTED[3][1]]]}
    (status, headers, _), (invalid, _, page), (refused, _, reason), (reviewed, _, _) = alone(
        [begin, wrong, friend, file]
    )
    assert (status, headers["location"][:8]) == (303, "/site/g/")
    assert invalid == 422
    assert "aria-invalid" in page
    assert (refused, json.loads(reason)["code"]) == (403, "no-server")
    assert reviewed == 200


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"game": "dividers-duel", "first": "nobody", "opponent": "device"}, 422),
        ({"game": "dividers-duel", "unknown": 1}, 422),
        ({"game": 7}, 422),
        ({"game": "dividers-duel", "best_of": 101, "opponent": "device"}, 422),
        ({"game": "dividers-duel", "moves": ["2" * 100], "opponent": "device"}, 422),
        ({}, 422),
        ([], 422),
        ({"game": "dividers-duel", "opponent": "device", "name": "x" * 33}, 422),
    ],
)
def test_an_invalid_request_is_refused_as_on_the_server(server: Served, sent: Any, status: int) -> None:
    ((found, _, _),) = alone([{"method": "POST", "target": "/api/matches", "json": sent}])
    assert found == client(server.url).post("/api/matches", json=sent).status_code == status
