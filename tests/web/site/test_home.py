"""Arriving, and what cannot be had."""

import json
import re
from itertools import pairwise
from typing import Any

import pytest
from fastapi import Request, Response

from aliquot.catalogue import DEEPER, DUELS, FRIEND
from aliquot.games import PRESETS, books, create
from aliquot.oracle import solve
from aliquot.web.site.home import TRAILS
from aliquot.web.site.rendering import refuse

from ..conftest import Served, client
from ..reading import read

HTML = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def data_of(page: str) -> Any:
    written = re.search(r'<script type="application/json" id="data">(.*?)</script>', page)
    assert written is not None
    return json.loads(written[1])


def test_the_first_thing_is_a_board_that_can_be_played(server: Served) -> None:
    visitor = server.visitor()
    page = visitor.http.get("/", headers=HTML)
    assert page.status_code == 200
    assert "The computer took 30. Your move." in page.text
    assert "Juniper Green 1–40." in page.text
    arrival = data_of(page.text)["arrival"]
    game = create("divisor-duel-pool", pool="1-40")
    position = game.position("1-40/30")
    assert arrival["view"] == json.loads(json.dumps(game.view(position).as_json()))
    assert [option["notation"] for option in arrival["view"]["options"]] == ["1", "2", "3", "5", "6", "10", "15"]
    assert list(solve(game, position).winning_moves) == [15]
    seated = visitor.post("/api/matches", **arrival["settings"], moves=arrival["moves"])
    assert seated["seats"] == [2]
    assert seated["state"]["view"] == arrival["view"]
    visitor.tokens[seated["match"]] = seated["token"]
    assert visitor.move(seated["match"], 1, "15")["result"] == "accepted"


def test_arriving_sets_no_cookie_and_asks_nobody(server: Served) -> None:
    visitor = server.visitor()
    answer = visitor.http.get("/", headers=HTML)
    assert "set-cookie" not in answer.headers
    assert "Your games" not in answer.text


def test_one_finds_ones_games_and_ones_name(server: Served) -> None:
    ada = server.visitor()
    open_one = ada.create("dividers-duel", start="84", opponent="device")
    over = ada.create("divisor-duel-pool", pool="1-24", opponent="device")
    ada.do(over, "resign", "r")
    assert ada.http.put("/api/me", json={"name": "Ada <b>"}).status_code == 200
    page = ada.http.get("/", headers=HTML).text
    assert f'href="/g/{open_one}"' in page
    assert f'href="/g/{over}/review"' in page
    assert "Divider&#39;s Duel, 84" in page
    assert "Pool 1–24" in page
    assert 'value="Ada &lt;b&gt;"' in page
    assert f"/g/{open_one}" not in server.visitor().http.get("/", headers=HTML).text


def test_every_duel_and_preset_can_be_set_up_from_home(server: Served) -> None:
    page = server.visitor().http.get("/", headers=HTML).text
    for slug in (*books(), *PRESETS):
        assert f'href="/new?game={slug}"' in page


def test_the_sections_come_in_the_order_people_need_them(server: Served) -> None:
    page = server.visitor().http.get("/", headers=HTML).text
    order = [page.index(f'id="{name}"') for name in ("arrival", "friend", "day", "duels", "deeper", "learn", "explore")]
    assert order == sorted(order)


@pytest.mark.parametrize("path", ["/nowhere", "/g/AAAAAAAAAAAA", "/learn/chess", "/daily/999999"])
def test_a_reader_who_went_wrong_finds_a_way_on(server: Served, path: str) -> None:
    http = server.visitor().http
    page = http.get(path, headers=HTML)
    assert page.status_code == 404
    assert page.headers["content-type"].startswith("text/html")
    assert 'href="/"' in page.text
    program = http.get(path, headers={"accept": "application/json"})
    assert program.status_code == 404
    assert program.json()["reason"].endswith(".")


@pytest.mark.parametrize("path", ["/api/nowhere", "/api/matches/AAAAAAAAAAAA", "/static/none/none.js"])
def test_programs_get_json_whatever_they_accept(server: Served, path: str) -> None:
    answer = server.visitor().http.get(path, headers=HTML)
    assert answer.status_code == 404
    assert answer.json()["reason"].endswith(".")


def test_a_page_used_in_another_way_says_so(server: Served) -> None:
    answer = server.visitor().http.post("/learn", headers=HTML)
    assert answer.status_code == 405
    assert "This address does not accept that request." in answer.text


def test_a_path_is_never_read_as_html(server: Served) -> None:
    page = server.visitor().http.get("/learn/<script>alert(1)</script>", headers=HTML)
    assert page.status_code == 404
    assert "<script>alert" not in page.text


@pytest.mark.parametrize("status", [429, 503])
def test_a_busy_server_offers_to_try_again(status: int) -> None:
    def asked(accept: str) -> Response:
        headers = [(b"accept", accept.encode())]
        scope = {"type": "http", "method": "GET", "path": "/daily", "query_string": b"", "headers": headers}
        request = Request({**scope, "server": ("127.0.0.1", 80), "scheme": "http"})
        return refuse(request, status, "busy", "Ask again in a while.")

    page = asked("text/html")
    assert (page.status_code, page.headers["retry-after"]) == (status, "2")
    assert '<a class="button" href="/daily">Try again</a>' in bytes(page.body).decode()
    program = asked("application/json")
    assert (program.status_code, program.headers["retry-after"]) == (status, "2")
    assert json.loads(bytes(program.body)) == {"code": "busy", "reason": "Ask again in a while."}


def test_a_card_starts_a_game_with_one_tap_that_is_not_won_in_one_move(server: Served) -> None:
    browser = client(server.url)
    forms = [form for form in read(browser.get("/")).all("form") if form.attributes.get("action") == "/new"]
    assert len(forms) >= 10
    for form in forms:
        fields = {field["name"]: field["value"] for field in form.all("input")}
        answer = browser.post("/new", data=fields)
        assert answer.status_code == 303, fields
        state = browser.get(f"/api/matches/{answer.headers['location'].rpartition('/')[2]}").json()
        game = create(state["game"]["id"])
        start = game.start()
        for move in game.legal_moves(start):
            assert game.outcome(game.child(start, move)) is None, (game.id, move)


def test_a_friend_is_played_from_a_start_that_no_first_pick_wins() -> None:
    game = create(FRIEND["game"])
    assert all(game.outcome(game.child(game.start(), pick)) is None for pick in game.legal_moves(game.start()))


def test_the_numbers_on_a_card_are_the_beginning_of_a_game(server: Served) -> None:
    page = read(client(server.url).get("/"))
    drawn = {card.words().split(" ")[0] for card in page.all("span", "trail")}
    assert drawn == {str(trail[0]) for trail in TRAILS.values()}
    for title, trail in TRAILS.items():
        slug = next(choice.game for choice in (*DUELS, *DEEPER) if choice.title == title)
        for before, after in pairwise(trail):
            divides = before % after == 0
            if slug == "divisor-duel-subtract":
                assert before % (before - after) == 0
            else:
                assert divides or (after % before == 0 and "pool" in create(slug).id), (title, before, after)
