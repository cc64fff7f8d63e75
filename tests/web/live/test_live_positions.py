"""A server that gives no help with the positions of live matches without hints."""

from collections.abc import Callable

import pytest

from tests.web.conftest import Served, Visitor

LIVE = "live-position"


def test_no_help_with_a_live_position_without_hints(serve: Callable[..., Served]) -> None:
    served = serve(None, "--no-live-help")
    ada, emmy, third = served.visitor(), served.visitor(), served.visitor()
    match = ada.create("dividers-duel", start="360")
    record = b'[Game "dividers-duel(start=360)"]\n'
    questions = (
        ("GET", "/api/explore?game=dividers-duel&position=360"),
        ("GET", "/api/explore?game=factor-duel(start=360)"),
        ("GET", "/api/explore?game=dividers-duel&position=360,7"),
        ("GET", "/api/explore?game=dividers-duel&position=180"),
        ("GET", "/api/certificate?game=dividers-duel&position=360"),
        ("POST", "/api/review"),
        ("POST", "/api/review/board?ply=0"),
        ("GET", "/explore/dividers-duel/360"),
        ("GET", "/explore/dividers-duel/180?swap=1&start=360"),
    )
    for method, path in questions:
        assert third.http.request(method, path, content=record).status_code == 200, "nobody plays it yet"
    emmy.join(match)
    for method, path in questions:
        answer = third.http.request(method, path, content=record)
        assert answer.status_code == 403, path
        if path.startswith("/api/"):
            assert answer.json()["code"] == LIVE, path
    assert third.http.post("/review", data={"text": record.decode()}).status_code == 403
    own = third.create("dividers-duel", start="360", opponent="device")
    assert third.do(own, "hint", "h")["code"] == LIVE
    assert third.refusal_code(403, "GET", f"/api/matches/{own}/study") == LIVE
    _other_positions_are_answered(third)
    ada.move(match, 0, "360/2")
    assert third.http.get(questions[0][1]).status_code == 200, "it is no longer on the board"
    assert third.refusal_code(403, *questions[3]) == LIVE
    emmy.do(match, "resign", "r")
    for method, path in questions:
        assert third.http.request(method, path, content=record).status_code == 200, "it is over"
    assert third.do(own, "hint", "h")["result"] == "accepted"


def _other_positions_are_answered(visitor: Visitor) -> None:
    for path in (
        "/api/explore?game=dividers-duel&position=720",
        "/api/explore?game=divisor-duel-subtract&position=360",
        "/api/explore?game=dividers-duel(start=360,misere)&position=360",
    ):
        assert visitor.http.get(path).status_code == 200, path


@pytest.mark.deep
def test_matches_with_hints_are_not_guarded(serve: Callable[..., Served]) -> None:
    served = serve(None, "--no-live-help")
    ada, emmy = served.visitor(), served.visitor()
    emmy.join(ada.create("dividers-duel", start="360", open_book=True))
    ada.create("dividers-duel", start="360", opponent="easy")
    assert emmy.http.get("/api/explore?game=dividers-duel&position=360").status_code == 200
