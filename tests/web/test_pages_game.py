"""What the game page stands on: games set up in the middle, choices to be found out, lattices; and the page itself."""

from typing import Any

import pytest

from .conftest import Served


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
    assert state["view"]["taken"][0]["text"] == "30"
    assert reply["view"]["to_move"] == 2
    assert state["start"] == "1-40/"
    record = ada.get(f"/api/games/{game}/record.json")
    assert [move["move"] for move in record["moves"]][:2] == ["30", "15"]


def test_moves_already_made_are_taken_back_like_any_others_and_survive_the_server(serve: Any) -> None:
    first = serve()
    ada = first.visitor()
    game = ada.create("dividers-duel", start="360", opponent="device", name="Ada", moves=["360/2", "180/3"])
    assert ada.do(game, "take-back", "b1")["result"] == "accepted"
    assert ada.state(game)["view"]["left"] == "180"
    port, database = first.port, first.database
    first.kill()
    serve(database, port=port)
    state = ada.state(game)
    assert (state["view"]["left"], state["ply"], state["view"]["to_move"]) == ("180", 1, 2)
    assert ada.move(game, 1, "180/5")["result"] == "accepted"
    assert ada.get(f"/api/games/{game}/study")["position"] == "36"


def test_a_rematch_begins_with_the_same_moves(server: Served) -> None:
    ada = server.visitor()
    game = ada.create("dividers-duel", start="60", opponent="device", name="Ada", moves=["60/2"])
    assert ada.do(game, "resign", "r")["result"] == "accepted"
    ada.do(game, "again", "a")
    following = ada.state(game)["next"]
    assert ada.state(following)["turns"] == [{"seat": 1, "move": "60/2", "leaves": "30"}]


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        (["7"], "Move 1 cannot be '7': 7 does not divide 60: it leaves a remainder of 4."),
        (["2", "two"], "Move 2 cannot be 'two': 'two' is not a whole number in plain digits."),
        (["30"], "After these moves the game is over already."),
        (["2", "15", "2"], "Move 3 cannot be '2': 2 has no proper divisor: the game is over."),
    ],
)
def test_moves_that_cannot_have_been_made_are_refused(server: Served, moves: list[str], reason: str) -> None:
    said = server.visitor().refusal(422, "POST", "/api/games", game="dividers-duel", start="60", moves=moves)
    assert said == reason


def test_whoever_has_to_find_the_choices_does_not_lose_by_looking(server: Served) -> None:
    ada = server.visitor()
    game = ada.create("dividers-duel", opponent="device", choices="hidden", penalty="forfeit", name="Ada")
    state = ada.state(game)
    assert (state["choices"], state["rules"]["penalty"]) == ("hidden", "retry")
    answer = ada.move(game, 0, "7")
    assert (answer["result"], answer["reason"]) == ("refused", "7 does not divide 60: it leaves a remainder of 4.")
    ada.do(game, "resign", "r")
    ada.do(game, "again", "a")
    assert ada.state(ada.state(game)["next"])["choices"] == "hidden"
    assert ada.state(ada.create("dividers-duel", name="Ada"))["choices"] == "shown"


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
