"""The duel of the day over HTTP: the same for everybody, answered without anything kept, and its page."""

import json
import re
from typing import Any

import pytest

from aliquot.oracle import solve
from aliquot.reports.daily import LOST, MOST_MOVES, WON, DailyDuel, duel, number_at
from aliquot.web.site.daily import solve_duel
from aliquot.web.site.rendering import typeset

from ..conftest import Served, Visitor, client
from ..reading import read

HTML = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def solved(visitor: Visitor, number: int) -> dict[str, Any]:
    """Plays a duel through the server, always right."""
    found = duel(number)
    told = visitor.get(f"/api/daily/{number}")
    while told["won"] is None:
        moves = [turn["move"] for turn in told["turns"][told["opening"] :]]
        position = after(found, moves)
        best = solve(found.game, position).winning_moves[0]
        told = visitor.post(f"/api/daily/{number}/reply", moves=[*moves, found.game.spell(position, best)])
    return told


def after(found: DailyDuel, moves: list[str]) -> Any:
    position = found.position
    for text in moves:
        position = found.game.play(position, found.game.parse(position, text))
    return position


@pytest.mark.sampled(2)
@pytest.mark.parametrize("number", range(1, 8))
def test_whoever_plays_right_solves_it(server: Served, number: int) -> None:
    told = solved(server.visitor(), number)
    assert told["won"] is True
    assert told["text"].endswith(WON)


def test_tries_are_counted_for_everybody(server: Served) -> None:
    visitor, number = server.visitor(), 9
    told = solved(visitor, number)
    moves = [turn["move"] for turn in told["turns"][told["opening"] :]]
    assert visitor.post(f"/api/daily/{number}/solved", moves=moves, tries=2)["text"].endswith("1 at the second try.")
    told = server.visitor().post(f"/api/daily/{number}/solved", moves=moves, tries=7)
    assert told["text"] == "Solved by 2 so far: 1 at the second try, 1 later."
    assert told["text"] in visitor.http.get(f"/daily/{number}", headers=HTML).text
    assert visitor.refusal(422, "POST", f"/api/daily/{number}/solved", moves=moves[:-1], tries=1)
    assert visitor.refusal(422, "POST", f"/api/daily/{number}/solved", moves=moves, tries=0)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("number", range(1, 8))
def test_whoever_follows_the_first_idea_loses(server: Served, number: int) -> None:
    """The opponent never gives it back: the least of what may be chosen, to the end."""
    visitor = server.visitor()
    found = duel(number)
    told = visitor.get(f"/api/daily/{number}")
    moves: list[str] = []
    while told["won"] is None:
        losing = [
            option["notation"]
            for option in told["view"]["options"]
            if found.game.parse(after(found, moves), option["notation"])
            not in solve(found.game, after(found, moves)).winning_moves
        ]
        told = visitor.post(f"/api/daily/{number}/reply", moves=[*moves, losing[0]])
        moves = [turn["move"] for turn in told["turns"][told["opening"] :]]
    assert told["won"] is False
    assert told["text"].endswith(LOST)


def test_everybody_gets_the_same_answer(server: Served) -> None:
    first = server.visitor().get("/api/daily")
    notation = first["view"]["options"][0]["notation"]
    told = [server.visitor().post(f"/api/daily/{first['number']}/reply", moves=[notation]) for _ in range(2)]
    assert told[0] == told[1]
    assert len(told[0]["turns"]) == first["opening"] + 2


def test_a_try_goes_on_where_it_was_left(server: Served) -> None:
    visitor = server.visitor()
    told = visitor.post("/api/daily/1/reply", moves=["64/2"])
    moves = [turn["move"] for turn in told["turns"]]
    assert len(moves) == 2
    again = visitor.post("/api/daily/1/reply", moves=moves)
    assert (again["view"], again["turns"]) == (told["view"], told["turns"])
    assert again["text"].startswith("Your move: ")


def test_what_leads_nowhere_is_refused_with_a_sentence(server: Served) -> None:
    visitor = server.visitor()
    number = visitor.get("/api/daily")["number"]
    assert "not available yet" in visitor.refusal(404, "GET", f"/api/daily/{number + 2}")
    assert "not available yet" in visitor.refusal(404, "POST", f"/api/daily/{number + 2}/reply", moves=[])
    assert visitor.refusal(422, "GET", "/api/daily/0")
    assert visitor.refusal(422, "GET", "/api/daily/tomorrow")
    assert visitor.refusal(422, "POST", "/api/daily/1/reply", moves=["64/64"])
    assert visitor.refusal(422, "POST", "/api/daily/1/reply", moves=["nonsense"])
    assert visitor.refusal(422, "POST", "/api/daily/1/reply", moves=["2" * 65])
    assert visitor.refusal(422, "POST", "/api/daily/1/reply", moves=["64/2"] * (MOST_MOVES + 1))
    assert visitor.refusal(422, "POST", "/api/daily/1/reply", moves="64/2")


def test_no_duel_is_longer_than_a_try_may_be() -> None:
    assert all(duel(number).game.max_length < MOST_MOVES for number in range(1, 15))


def test_the_page_says_which_duel_it_is_and_why_the_one_before_was_won(server: Served) -> None:
    visitor = server.visitor()
    page = visitor.http.get("/daily/43", headers=HTML)
    assert page.status_code == 200
    assert "<h1>Duel of the day 43</h1>" in page.text
    before, explore = solve_duel(42)
    assert before.winning == ("30",)
    assert typeset(before.reason) in page.text.replace("&#39;", "'")
    assert f'href="{explore}"' in page.text
    assert visitor.http.get(explore, headers=HTML).status_code == 200
    written = re.search(r'<script type="application/json" id="data">(.*?)</script>', page.text)
    assert written is not None
    data = json.loads(written[1])
    assert data["duel"] == visitor.get("/api/daily/43")
    assert data["latest"] == visitor.get("/api/daily")["number"]


def test_the_page_gives_nothing_of_its_own_duel_away(server: Served) -> None:
    page = server.visitor().http.get("/daily", headers=HTML).text
    number = int(re.findall(r"Duel of the day (\d+)", page)[0])
    assert typeset(solve_duel(number)[0].reason) not in page.replace("&#39;", "'")
    assert "winning_moves" not in page


def test_a_page_that_is_not_out_yet_leads_on(server: Served) -> None:
    page = server.visitor().http.get("/daily/900000", headers=HTML)
    assert page.status_code == 404
    assert "is not available yet" in page.text
    assert 'href="/"' in page.text


def test_a_day_begins_at_midnight_by_universal_time() -> None:
    midnight = 1_767_225_600_000
    assert [number_at(midnight + late) for late in (-1, 0, 86_399_999, 86_400_000)] == [0, 1, 1, 2]


@pytest.mark.parametrize("number", ["abc", "0", "1.5", "99999999", "-1"])
def test_an_address_that_is_no_duel_is_a_page_that_says_so(server: Served, number: str) -> None:
    answer = client(server.url).get(f"/daily/{number}", headers={"accept": "text/html"})
    assert answer.status_code == 404
    assert "There is no such duel." in answer.text


def test_the_archive_is_a_calendar_with_every_duel_so_far(server: Served) -> None:
    browser = client(server.url)
    page = read(browser.get("/daily/archive?month=2026-01"))
    links = [link["href"] for link in page.one("table", "calendar").all("a")]
    assert links == [f"/daily/{number}" for number in range(1, 32)]
    latest = read(browser.get("/daily/archive")).one("table", "calendar").all("a")
    today = browser.get("/api/daily").json()["number"]
    assert int(latest[-1]["href"].rpartition("/")[2]) in (today, today - 1, today + 1)
    assert latest[-1]["aria-current"] == "date", "today is marked"
    assert browser.get("/daily/archive?month=x").status_code == 200
    assert browser.get("/daily/archive?month=0001-01").status_code == 200
