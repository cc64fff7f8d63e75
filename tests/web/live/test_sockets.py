"""The live protocol: events in order, whatever they travel by; consent, clocks, series and hints."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from websockets.exceptions import ConnectionClosed

from aliquot.play.session import HINTS_OFF
from tests.sentences import ending

from ..conftest import Live, Served, Visitor, client
from .test_api import pair


def test_both_players_and_a_watcher_are_told_of_every_move(server: Served) -> None:
    ada, emmy, made = pair(server)
    with ada.live(made) as one, emmy.live(made) as two, Live(server.url, made) as watcher:
        assert (one.state["you"], two.state["you"], watcher.state["you"]) == ([1], [2], [])
        told = one.ask("move", "m1", ply=0, move="2")
        assert (told["type"], told["result"], told["move"], told["leaves"]) == ("event", "accepted", "60/2", "30")
        assert two.next() == watcher.next() == told
        assert told["view"]["to_move"] == 2
        told = two.ask("move", "m2", ply=1, move="30/6")
        assert one.next() == watcher.next() == told
        assert told["outcome"]["text"] == ending("dividers-duel", ["2", "6"])


def test_what_a_socket_asks_is_answered_whatever_it_is(server: Served) -> None:
    ada, emmy, made = pair(server)
    with ada.live(made) as one, emmy.live(made) as two, Live(server.url, made) as watcher:
        assert two.ask("move", "early", ply=0, move="2")["code"] == "not-your-turn"
        assert watcher.ask("move", "w", ply=0, move="2")["code"] == "no-seat"
        assert one.ask("move", "a", ply=0, move="2")["result"] == "accepted"
        assert one.ask("move", "a", ply=0, move="2")["result"] == "already"
        assert one.ask("move", "b", ply=0, move="3")["state"]["ply"] == 1
        assert one.ask("ping", "p")["number"] == 2
        one.send(type="move", id="c")
        assert one.until(lambda told: told["type"] == "answer")["result"] == "refused"
        one.send(type="hello")
        assert one.next()["code"] == "repeated-hello"


def test_events_can_be_had_from_any_number_on_by_every_way_there_is(server: Served) -> None:
    ada, emmy, made = pair(server)
    ada.move(made, 0, "2")
    emmy.move(made, 1, "3")
    everything = ada.get(f"/api/matches/{made}/events")["events"]
    assert [event["number"] for event in everything] == [1, 2, 3]
    assert [event["kind"] for event in everything] == ["joined", "moved", "moved"]
    for since in range(5):
        polled = ada.get(f"/api/matches/{made}/events?since={since}")
        with ada.live(made, since=since) as one:
            by_socket = one.state["events"]
        by_stream = json.loads(streamed(ada, made, since)[0][1])["events"]
        assert by_socket == by_stream
        assert [event["number"] for event in by_socket] == [event["number"] for event in polled["events"]]
        assert [event["number"] for event in by_socket] == [1, 2, 3][since:]
        assert polled["last"] == 3


def streamed(who: Visitor, game: str, since: int, then: Callable[[], Any] | None = None) -> list[tuple[str, str]]:
    """The first server-sent event, and if something is then done, the next too: each its id and its data."""
    found: list[tuple[str, str]] = []
    with client(who.url).stream("GET", f"/api/matches/{game}/stream?since={since}") as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        number = ""
        for line in response.iter_lines():
            if line.startswith("id: "):
                number = line[4:]
            if line.startswith("data: "):
                found.append((number, line[6:]))
                if then is None or len(found) == 2:
                    return found
                then()
    return found


def test_server_sent_events_and_long_polling_tell_what_sockets_tell(server: Served) -> None:
    ada, _, made = pair(server)
    with ada.live(made) as one:
        (_, _), (number, data) = streamed(ada, made, 1, lambda: ada.move(made, 0, "2"))
        told = one.next()
        assert json.loads(data) == told
        assert number == "2"
    polled = ada.get(f"/api/matches/{made}/events?since=1&wait=20")
    assert (polled["events"][-1]["number"], polled["position"]["view"]) == (2, told["view"])
    assert ada.get(f"/api/matches/{made}/events?since=2&wait=0.05")["events"] == []


def test_a_take_back_between_people_takes_both(server: Served) -> None:
    ada, emmy, made = pair(server)
    assert ada.do(made, "take-back", "t0")["code"] == "nothing-to-take-back"
    ada.move(made, 0, "2")
    with ada.live(made) as one, emmy.live(made) as two:
        assert one.ask("take_back", "t1")["kind"] == "offered"
        assert two.next()["offers"] == {"take_back": 1}
        assert one.ask("answer", "mine", agree=True)["code"] == "no-offer"
        assert two.ask("answer", "no", agree=False)["kind"] == "declined"
        assert one.until(lambda told: told["kind"] == "declined")["ply"] == 1
        assert one.ask("take_back", "t2")["kind"] == "offered"
        told = two.ask("answer", "yes", agree=True)
        assert (told["kind"], told["ply"], told["offers"]) == ("taken_back", 0, {})
    assert ada.move(made, 0, "3", "again")["result"] == "accepted"


def test_a_rematch_swaps_the_seats_and_takes_everybody_along(server: Served) -> None:
    ada, emmy, made = pair(server)
    emmy.do(made, "resign", "r")
    with Live(server.url, made) as watcher:
        ada.do(made, "again", "a")
        assert watcher.next()["offers"] == {"again": 1}
        emmy.do(made, "answer", "e", agree=True)
        following = watcher.next()["next"]
    state = ada.state(following)
    assert [player["name"] for player in state["players"]] == ["Emmy", "Ada"]
    assert (state["you"], emmy.state(following)["you"]) == ([2], [1])
    with Live(server.url, following, ada.tokens[made]) as one:
        assert one.state["you"] == [2], "the token of the first game is good for the evening"
    assert ada.get(f"/api/matches/{following}/seat")["token"] == ada.tokens[made]


def test_a_series_goes_on_with_its_score_until_it_is_decided(server: Served) -> None:
    ada, emmy, made = pair(server, best_of=3)
    players, numbers = [ada, emmy], []
    for _ in range(2):
        numbers.append(ada.state(made)["series"])
        emmy.do(made, "resign", "r")
        assert players[0].do(made, "again", "a")["result"] == "accepted"
        offered = ada.state(made)
        if offered["next"] is None:
            break
        made = offered["next"]
    assert numbers == [
        {"number": 1, "best_of": 3, "score": [0, 0]},
        {"number": 2, "best_of": 3, "score": [0, 1]},
    ]
    assert ada.state(made)["offers"] == {"again": 2}, "another series is a rematch, which takes both"


def test_hints_and_study_between_people_only_with_an_open_book(server: Served) -> None:
    ada, emmy, made = pair(server)
    assert ada.do(made, "hint", "h")["reason"] == HINTS_OFF
    assert ada.refusal_code(403, "GET", f"/api/matches/{made}/study") == "study-off"
    ada, emmy, made = pair(server, open_book=True)
    with emmy.live(made) as two:
        first = ada.do(made, "hint", "h1")
        assert first["text"]
        assert "text" not in two.next(), "the hint is for whoever asked"
        assert ada.do(made, "hint", "h2")["text"] == "60/12 wins."
    assert ada.get(f"/api/matches/{made}/study")["winning_texts"] == ["60/12", "60/20", "60/30"]
    assert server.visitor().refusal_code(403, "GET", f"/api/matches/{made}/study") == "no-seat"
    assert emmy.do(made, "hint", "h")["code"] == "not-your-turn"


def test_against_the_computer_one_takes_back_and_asks_at_will(server: Served) -> None:
    ada = server.visitor()
    made = ada.create("divisor-duel-subtract", start="1024", opponent="random", name="Ada")
    with ada.live(made) as one:
        one.ask("move", "m", ply=0, move="2")
        one.until(lambda told: told["ply"] == 2)
        assert one.ask("take_back", "t")["ply"] == 0
        assert one.ask("hint", "h")["kind"] == "hinted"
        assert one.until(lambda told: told["type"] == "answer")["text"]
    assert ada.get(f"/api/matches/{made}/study")["wins"] is True


def test_whoever_runs_out_of_time_loses_by_the_servers_clock(server: Served) -> None:
    ada, emmy, made = pair(server, clock="0.3+0")
    with emmy.live(made) as two:
        assert two.state["remaining"][1] == 300
        told = two.until(lambda told: told.get("outcome") is not None) if two.state["outcome"] is None else two.state
    assert told["outcome"]["text"] == "Ada has run out of time. Emmy wins!"
    assert ada.move(made, 0, "2")["result"] == "refused"


def test_the_increment_is_added_and_told(server: Served) -> None:
    ada, _, made = pair(server, clock="100+50")
    with ada.live(made) as one:
        told = one.ask("move", "m", ply=0, move="2")
    assert 100_000 < told["remaining"][0] <= 150_000
    assert told["running"] == 2


@pytest.mark.parametrize("first", [b"\xff\xfe", "", "{", "[]", '{"type":"move"}', '{"type":"hello","v":2}', "x" * 5000])
def test_a_socket_that_does_not_begin_with_hello_is_closed(server: Served, first: str | bytes) -> None:
    from websockets.sync.client import connect

    _, _, made = pair(server)
    with connect(f"{server.url.replace('http', 'ws')}/api/matches/{made}/live") as socket:
        socket.send(first)
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=60)


def test_the_schema_describes_what_is_sent(server: Served) -> None:
    schema = server.visitor().get("/api/schema")
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    assert validator.is_valid({"type": "move", "id": "1", "ply": 0, "move": "60/2"})
    assert not validator.is_valid({"type": "move", "id": "1", "ply": -1, "move": "60/2"})
    assert not validator.is_valid({"type": "castle", "id": "1"})
    paths = server.visitor().get("/openapi.json")["paths"]
    assert {"/api/matches", "/api/matches/{match_id}/moves", "/api/matches/{match_id}/join"} <= paths.keys()
