"""What the game page stands on: games set up in the middle, choices to be found out, lattices; and the page itself."""

import html
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
import segno

from aliquot.reports.study import WINS_BY_YOU
from tests.sentences import refusal, wins

from ..conftest import Served, client
from ..reading import read


def test_a_game_may_begin_with_moves_already_made(server: Served) -> None:
    ada = server.visitor()
    game = ada.create(
        "divisor-duel-pool", pool="1-40", opponent="perfect", first="they", name="Ada", moves=["30", "15"]
    )
    with ada.live(game) as live:
        reply = live.state if live.state["ply"] > 2 else live.at(3)
    state = ada.state(game)
    assert [turn["move"] for turn in state["turns"][:2]] == ["30", "15"]
    assert [turn["seat"] for turn in state["turns"]] == [1, 2, 1]
    assert state["view"]["picks"][0]["text"] == "30"
    assert reply["view"]["to_move"] == 2
    assert state["start"] == "1-40/"
    record = ada.get(f"/api/matches/{game}/record.json")
    assert [move["move"] for move in record["moves"]][:2] == ["30", "15"]


@pytest.mark.deep
def test_moves_already_made_are_taken_back_like_any_others_and_survive_the_server(serve: Any) -> None:
    first = serve()
    ada = first.visitor()
    game = ada.create("dividers-duel", start="360", opponent="device", name="Ada", moves=["360/2", "180/3"])
    assert ada.do(game, "take-back", "b1")["result"] == "accepted"
    assert ada.state(game)["view"]["summary"] == "180"
    port, database = first.port, first.database
    first.kill()
    serve(database, port=port)
    state = ada.state(game)
    assert (state["view"]["summary"], state["ply"], state["view"]["to_move"]) == ("180", 1, 2)
    assert ada.move(game, 1, "180/5")["result"] == "accepted"
    assert ada.get(f"/api/matches/{game}/study")["position"] == "36"


def test_a_rematch_begins_with_the_same_moves(server: Served) -> None:
    ada = server.visitor()
    game = ada.create("dividers-duel", start="60", opponent="device", name="Ada", moves=["60/2"])
    assert ada.do(game, "resign", "r")["result"] == "accepted"
    ada.do(game, "again", "a")
    following = ada.state(game)["next"]
    assert ada.state(following)["turns"] == [{"seat": 1, "move": "60/2", "leaves": "30", "numbers": ["30"]}]


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        (["7"], "Move 1, '7', is not possible: " + refusal("7", "dividers-duel")),
        (["2", "two"], "Move 2, 'two', is not possible: " + refusal("two", "dividers-duel", "2")),
        (["30"], "The game is already over after these moves."),
        (["2", "15", "2"], "Move 3, '2', is not possible: " + refusal("2", "dividers-duel", "2", "15")),
    ],
)
def test_moves_that_cannot_have_been_made_are_refused(server: Served, moves: list[str], reason: str) -> None:
    said = server.visitor().refusal(422, "POST", "/api/matches", game="dividers-duel", start="60", moves=moves)
    assert said == reason


def test_whoever_has_to_find_the_choices_does_not_lose_by_looking(server: Served) -> None:
    ada = server.visitor()
    game = ada.create("dividers-duel", opponent="device", choices="hidden", penalty="forfeit", name="Ada")
    state = ada.state(game)
    assert (state["choices"], state["game"]["penalty"]) == ("hidden", "retry")
    answer = ada.move(game, 0, "7")
    assert (answer["result"], answer["reason"]) == ("refused", refusal("7", "dividers-duel"))
    ada.do(game, "resign", "r")
    ada.do(game, "again", "a")
    assert ada.state(ada.state(game)["next"])["choices"] == "hidden"
    assert ada.state(ada.create("dividers-duel", name="Ada"))["choices"] == "shown"


def test_study_names_the_players_and_the_worth_of_several_numbers(server: Served) -> None:
    ada = server.visitor()
    game = ada.create("factor-duel", start="60,84,90", opponent="device", name="Ada", second_name="Emmy")
    study = ada.get(f"/api/matches/{game}/study")
    assert study["summary"] == wins("Ada")
    assert [row["worth"] for row in study["stacks"]["rows"]] == [3, 3, 3]
    assert "60/30" in study["winning_texts"]
    nameless = server.visitor()
    study = nameless.get(f"/api/matches/{nameless.create('dividers-duel', start='12', opponent='easy')}/study")
    assert study["summary"] == WINS_BY_YOU
    assert "so you can divide" in study["reason"]
    pool = ada.create("divisor-duel-pool", pool="1-40", opponent="device", name="Ada", second_name="Emmy", moves=["30"])
    study = ada.get(f"/api/matches/{pool}/study")
    assert study["summary"] == wins("Emmy")
    assert study["stacks"] is None
    assert all(f"{one}–{two}" in study["reason"] for one, two in study["pairs"][:8])


def test_a_lattice_is_told_in_texts_and_places(server: Served) -> None:
    ada = server.visitor()
    told = ada.get("/api/lattice/12?at=6")
    assert told["whole"]
    assert [(node["text"], node["rank"], node["factors"]) for node in told["nodes"]] == [
        ("12", 3, "2·2·3"),
        ("4", 2, "2·2"),
        ("6", 2, "2·3"),
        ("2", 1, "2"),
        ("3", 1, "3"),
        ("1", 0, ""),
    ]
    assert [0, 1] in told["edges"]
    assert ada.get("/api/lattice/1000000000000000000")["nodes"][0]["text"] == "1000000000000000000"
    assert ada.get("/api/lattice/897612484786617600")["nodes"] == []
    assert "max-age" in ada.http.get("/api/lattice/12").headers["cache-control"]


@pytest.mark.parametrize("path", ["/api/lattice/12?at=5", "/api/lattice/0", "/api/lattice/1000000000000000001"])
def test_what_has_no_lattice_is_refused(server: Served, path: str) -> None:
    server.visitor().refusal(422, "GET", path)


# --- the pages ------------------------------------------------------------------------------------------


def test_the_page_of_a_game_says_how_it_stands_to_whoever_comes(server: Served) -> None:
    ada, emmy = server.visitor(), server.visitor()
    game = ada.create("dividers-duel", name="Ada </script><b>")
    page = ada.http.get(f"/g/{game}")
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    assert "</script><b>" not in page.text
    assert [data_of(visitor.http.get(f"/g/{game}").text)["you"] for visitor in (ada, emmy)] == [[1], []]
    assert data_of(page.text)["players"][0]["name"] == "Ada </script><b>"
    assert f"/api/matches/{game}/record.duel" in page.text
    assert f"/rules/{data_of(page.text)['game']['slug']}" in page.text


def data_of(page: str) -> Any:
    """The facts inside a page."""
    return json.loads(page.partition('id="data">')[2].partition("</script>")[0])


def test_a_game_that_is_not_there_has_no_page_and_no_picture(server: Served) -> None:
    for path in ("/g/nothing-here", "/g/nothing-here/qr.svg"):
        assert server.visitor().http.get(path).status_code == 404


def test_the_address_of_a_game_is_a_qr_code(server: Served) -> None:
    ada = server.visitor()
    game = ada.create("dividers-duel", name="Ada")
    picture = ada.http.get(f"/g/{game}/qr.svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    modules = segno.make_qr(f"{server.url}/g/{game}", error="l").matrix
    size = len(modules) + 8
    assert f'viewBox="0 0 {size} {size}"' in picture.text
    drawn = re.search(r'stroke="#000" d="([^"]+)"', picture.text)
    assert drawn is not None
    assert sum(int(run) for run in re.findall(r"h(\d+)", drawn[1])) == sum(map(sum, modules))


@pytest.mark.deep
def test_an_address_that_is_too_long_has_no_qr_code(serve: Callable[..., Served]) -> None:
    served = serve(None, "--url", "https://duels.example/" + "x" * 3_000)
    game = served.visitor().create("dividers-duel")
    answer = served.visitor().http.get(f"/g/{game}/qr.svg")
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


@pytest.mark.parametrize(
    ("sent", "rules", "mode"),
    [
        ({"game": "factor-duel"}, "factor-duel(start=30)", "computer"),
        ({"game": "dividers-duel", "value": "60,84", "misere": "1"}, "dividers-duel(start=60+84,misere)", "computer"),
        (
            {"game": "divisor-duel-pool", "value": "1-24", "opening": "even", "swap": "1", "opponent": "device"},
            "divisor-duel-pool(pool=1-24,opening=even,swap)",
            "device",
        ),
        ({"game": "juniper-green", "opponent": "link"}, "divisor-duel-pool(pool=1-100,opening=even)", "link"),
        (
            {"game": "sum(dividers-duel:60+divisor-duel-subtract:16)", "opponent": "link"},
            "sum(dividers-duel:60+divisor-duel-subtract:16)",
            "link",
        ),
        ({"game": "dividers-duel", "moves": "60/2,30/3", "opponent": "device"}, "dividers-duel(start=60)", "device"),
    ],
)
def test_a_plain_form_sets_up_every_kind_of_game(server: Served, sent: dict[str, str], rules: str, mode: str) -> None:
    ada = server.visitor()
    answer = ada.http.post("/new", data={"opponent": "easy", "name": "Ada", "clock": "", "best_of": "3", **sent})
    assert answer.status_code == 303, answer.text
    state = ada.state(answer.headers["location"].removeprefix("/g/"))
    assert (state["game"]["id"], state["mode"], state["series"]["best_of"]) == (rules, mode, 3)
    assert state["you"]
    assert len(state["turns"]) >= len([move for move in sent.get("moves", "").split(",") if move])


@pytest.mark.parametrize(
    ("sent", "field", "reason"),
    [
        ({"value": "sixty"}, "value", "must be"),
        ({"game": "no-such-duel"}, "value", "There is no game called"),
        ({"name": "x" * 33}, "name", "A name must have 1 to 32 visible characters."),
        (
            {"opponent": "device", "second_name": "\u202e"},
            "second_name",
            "A name must have 1 to 32 visible characters.",
        ),
        ({"clock": "soon"}, "clock", "soon"),
        ({"best_of": "4"}, "best_of", "odd"),
        ({"best_of": "x"}, "best_of", "odd"),
        ({"opponent": "nobody"}, "opponent", "Choose an opponent."),
        ({"choices": "maybe"}, "choices", "This value is not allowed"),
        ({"moves": "7"}, "value", "Move 1, "),
    ],
)
def test_what_cannot_be_set_up_is_said_beside_its_field_and_nothing_typed_is_lost(
    server: Served, sent: dict[str, str], field: str, reason: str
) -> None:
    asked = {"game": "dividers-duel", "opponent": "easy", "name": "Ada", "clock": "", **sent}
    answer = server.visitor().http.post("/new", data=asked)
    assert answer.status_code == 422
    assert reason in html.unescape(answer.text)
    said = answer.text.partition(f'id="{field}-problem"')[2].partition("</span>")[0]
    assert reason in html.unescape(said)
    assert f'value="{html.escape(asked["name"])}"' in answer.text


def test_the_settings_are_filled_with_what_the_address_says(server: Served) -> None:
    page = server.visitor().http.get("/new?game=divisor-duel-pool&pool=1-24&swap=1&opponent=perfect&value=%3Cb%3E").text
    assert '<option value="divisor-duel-pool" selected>' in page
    assert 'value="perfect" checked' in page
    assert 'name="swap" value="1" checked' in page
    assert "<b>" not in page
    assert 'value="1-24"' in server.visitor().http.get("/new?game=divisor-duel-pool&pool=1-24").text


def test_other_pages_cannot_send_the_form(server: Served) -> None:
    elsewhere = {"origin": "https://evil.example"}
    answer = server.visitor().http.post("/new", data={"game": "dividers-duel"}, headers=elsewhere)
    assert answer.status_code == 403


def test_a_game_that_is_not_there_is_not_replaced_in_silence(server: Served) -> None:
    answer = client(server.url).get("/new?game=nope")
    assert answer.status_code == 404
    assert "There is no game called &#39;nope&#39;." in answer.text


def test_a_challenge_starts_the_same_game_with_one_tap(server: Served) -> None:
    browser = client(server.url)
    game = "divisor-duel-pool(pool=1-100,opening=even)"
    page = read(browser.get("/challenge", params={"game": game, "moves": "5", "level": "easy", "first": "they"}))
    assert page.one("title").words() == "Can you win Juniper Green in 5 moves?"
    form = page.one("form")
    fields = {field["name"]: field["value"] for field in form.all("input")}
    assert fields == {"game": game, "opponent": "easy", "first": "they"}
    answer = browser.post(form["action"], data=fields)
    assert answer.status_code == 303
    state = browser.get(f"/api/matches/{answer.headers['location'].rpartition('/')[2]}").json()
    assert (state["game"]["id"], state["you"]) == (game, [2])
    assert browser.get("/challenge?game=nope").status_code == 422
    unknown = browser.get("/challenge", params={"game": game, "moves": "<b>"}).text
    assert "The same start is waiting for you." in unknown
    assert "Somebody" not in unknown
