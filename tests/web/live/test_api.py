"""Games over HTTP, from the first request to the record."""

import json
from collections.abc import Callable
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from aliquot.core import notation, record_json
from aliquot.games import create

from ..conftest import Served, Visitor, client


def finish(one: Visitor, two: Visitor, game: str) -> dict[str, Any]:
    """Plays the first move there is until there is none; whoever's turn it is makes it."""
    state = one.state(game)
    while state["outcome"] is None:
        mover = one if state["view"]["to_move"] in state["you"] else two
        options = state["view"]["options"]
        assert mover.move(game, state["ply"], options[0]["notation"])["result"] == "accepted"
        state = one.state(game)
    return state


def pair(server: Served, game: str = "dividers-duel", **settings: Any) -> tuple[Visitor, Visitor, str]:
    """Two people who have sat down to a game."""
    ada, emmy = server.visitor(), server.visitor()
    made = ada.create(game, name="Ada", **settings)
    assert emmy.join(made, name="Emmy") == [2]
    return ada, emmy, made


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("game", "settings"),
    [
        ("dividers-duel", {}),
        ("divide-and-conquer", {"start": "360"}),
        ("factor-duel", {"start": "60,84,90"}),
        ("divisor-duel-subtract", {"variants": ["misere"]}),
        ("divisor-duel-pool", {"pool": "1-24", "variants": ["swap"]}),
        ("juniper-green", {}),
        ("factors-and-multiples", {}),
        ("sum(dividers-duel:60+divisor-duel-subtract:16)", {}),
    ],
)
def test_every_kind_of_game_is_played_to_its_end_and_its_record_is_the_game(
    server: Served, game: str, settings: dict[str, Any]
) -> None:
    ada, emmy, made = pair(server, game, **settings)
    state = finish(ada, emmy, made)
    assert state["outcome"]["text"].endswith("wins!")
    text = ada.http.get(f"/api/matches/{made}/record.duel").text
    record = notation.read(text)
    assert record.names == ("Ada", "Emmy")
    assert [move.text for move in record.moves] == [turn["move"] for turn in state["turns"]]
    replayed: Any = record.replay(create(record.game))
    assert replayed.outcome is not None
    assert replayed.outcome.winner == state["outcome"]["winner"]
    assert record_json.from_json(ada.get(f"/api/matches/{made}/record.json")) == record


def test_a_move_is_accepted_once_and_a_resend_is_told_so(server: Served) -> None:
    ada, _, made = pair(server)
    assert ada.move(made, 0, "60/2", "a") | {"number": 0} == ada.move(made, 0, "60/2", "a") | {
        "result": "accepted",
        "number": 0,
    }
    assert ada.state(made)["ply"] == 1


def test_a_move_for_another_turn_is_stale_and_gets_the_state(server: Served) -> None:
    ada, emmy, made = pair(server)
    ada.move(made, 0, "2")
    answer = emmy.move(made, 0, "3")
    assert answer["result"] == "stale"
    assert answer["state"]["ply"] == 1
    assert answer["state"]["turns"] == [{"seat": 1, "move": "60/2", "leaves": "30", "numbers": ["30"]}]


@pytest.mark.parametrize(
    ("who", "move", "reason"),
    [
        (0, "2", "It is not your turn."),
        (1, "two", "'two' is not a whole number"),
        (1, "", "whole number"),
    ],
)
def test_a_refused_move_says_why_and_changes_nothing(server: Served, who: int, move: str, reason: str) -> None:
    *players, made = pair(server)
    players[0].move(made, 0, "2")
    answer = players[who].move(made, 1, move, "refused")
    assert answer["result"] == "refused"
    assert reason in answer["reason"]
    assert players[0].state(made)["ply"] == 1


def test_an_illegal_choice_costs_what_was_agreed(server: Served) -> None:
    ada, _, made = pair(server, penalty="retry")
    assert ada.move(made, 0, "7")["result"] == "refused"
    assert ada.state(made)["outcome"] is None
    ada, _, made = pair(server, penalty="forfeit")
    assert ada.move(made, 0, "7")["result"] == "accepted"
    outcome = ada.state(made)["outcome"]
    assert (outcome["winner"], outcome["ending"]) == (2, "illegal_move")
    assert notation.read(ada.http.get(f"/api/matches/{made}/record.duel").text).illegal == "60/7"


def test_a_seat_nobody_has_taken_cannot_be_played(server: Served) -> None:
    ada = server.visitor()
    made = ada.create()
    assert ada.move(made, 0, "2")["code"] == "not-ready"
    assert ada.do(made, "resign", "r")["result"] == "refused"
    stranger = server.visitor()
    assert stranger.refusal_code(403, "POST", f"/api/matches/{made}/moves", id="x", ply=0, move="2") == "no-seat"
    assert ada.state(made)["ply"] == 0


def test_whoever_resigns_has_lost_and_the_game_is_over(server: Served) -> None:
    ada, emmy, made = pair(server)
    assert emmy.do(made, "resign", "r")["result"] == "accepted"
    outcome = ada.state(made)["outcome"]
    assert (outcome["winner"], outcome["text"]) == (1, "Emmy resigns. Ada wins!")
    assert "over" in ada.move(made, 0, "2")["reason"]
    assert emmy.do(made, "resign", "r")["result"] == "already"


def test_the_computer_answers_and_never_loses_when_perfect(server: Served) -> None:
    ada = server.visitor()
    made = ada.create("divisor-duel-pool", opponent="perfect", first="they", pool="2-20", name="Ada")
    state, known = ada.state(made), 0
    while state["outcome"] is None:
        if state["view"]["to_move"] in state["you"]:
            assert ada.move(made, state["ply"], state["view"]["options"][-1]["notation"])["result"] == "accepted"
        known = ada.get(f"/api/matches/{made}/events?since={known}&wait=20")["last"]
        state = ada.state(made)
    assert state["outcome"]["winner"] not in state["you"]
    assert ada.get(f"/api/matches/{made}/review")["turns"]


def test_two_people_on_one_device_have_both_seats(server: Served) -> None:
    both = server.visitor()
    made = both.create("factor-duel", opponent="device", name="Ada", second_name="Emmy")
    assert both.state(made)["you"] == [1, 2]
    assert [player["name"] for player in both.state(made)["players"]] == ["Ada", "Emmy"]
    assert finish(both, both, made)["outcome"] is not None


def test_a_token_reopens_a_seat_on_another_device(server: Served) -> None:
    ada, _, made = pair(server)
    elsewhere = server.visitor()
    assert elsewhere.state(made)["you"] == []
    elsewhere.http.headers["authorization"] = f"Bearer {ada.tokens[made]}"
    assert elsewhere.state(made)["you"] == [1]
    assert elsewhere.move(made, 0, "2")["result"] == "accepted"
    assert ada.get(f"/api/matches/{made}/seat")["private"].endswith(f"#{ada.tokens[made]}")


def test_whoever_joins_twice_has_one_seat_and_a_third_watches(server: Served) -> None:
    ada, emmy, made = pair(server)
    assert emmy.join(made) == [2]
    assert ada.join(made) == [1]
    assert server.visitor().refusal_code(403, "POST", f"/api/matches/{made}/join") == "no-free-seat"


def test_a_name_is_asked_once(server: Served) -> None:
    ada = server.visitor()
    assert ada.get("/api/me") == {"v": 1, "name": "", "matches": []}
    assert ada.http.put("/api/me", json={"name": " Ada "}).json()["name"] == "Ada"
    made = ada.create()
    me = ada.get("/api/me")
    assert me["name"] == "Ada"
    assert [game["id"] for game in me["matches"]] == [made]
    assert ada.state(made)["players"][0]["name"] == "Ada"


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"game": "chess"}, "There is no game called 'chess'."),
        ({"game": "divisor-duel-pool", "pool": "1-1001"}, "at most 1,000 numbers"),
        ({"game": "factor-duel", "start": "60,60,60,60,60,60,60,60,60"}, "at most 8 numbers"),
        ({"game": "factor-duel", "start": "9" * 30}, "10^18"),
        ({"game": "factor-duel", "opponent": "deep-thought"}, "There is no player called"),
        ({"game": "factor-duel", "opponent": "human"}, "The opponent must be link, device, or a computer"),
        ({"game": "factor-duel", "clock": "soon"}, "A clock is seconds"),
        ({"game": "factor-duel", "best_of": 2}, "odd number of games"),
        ({"game": "factor-duel", "colour": "white"}, "colour"),
        ({"game": 7}, "game"),
        ({}, "game"),
    ],
)
def test_what_cannot_be_set_up_is_refused_in_a_sentence(server: Served, settings: dict[str, Any], reason: str) -> None:
    assert reason in server.visitor().refusal(422, "POST", "/api/matches", **settings)


def test_largest_sizes_that_are_stated_are_offered(server: Served) -> None:
    ada = server.visitor()
    limits = ada.get("/api/games")["limits"]
    ada.create("divisor-duel-pool", pool=f"1-{limits['pool']}")
    ada.create("factor-duel", start=",".join(["60"] * limits["sum"]))
    ada.create("divisor-duel-subtract", start=str(limits["start"]), opponent="perfect")


def test_a_record_of_either_format_is_reviewed_and_not_kept(server: Served) -> None:
    ada, emmy, made = pair(server)
    finish(ada, emmy, made)
    before = len(ada.get("/api/me")["matches"])
    text = ada.http.get(f"/api/matches/{made}/record.duel").content
    as_json = json.dumps(ada.get(f"/api/matches/{made}/record.json")).encode()
    first, second = (ada.http.post("/api/review", content=data).json() for data in (text, as_json))
    assert first["review"] == second["review"] == ada.get(f"/api/matches/{made}/review")
    assert len(ada.get("/api/me")["matches"]) == before
    for junk in (b"", b"{", b"nothing of the sort", b"\xff\xfe", b'[Game "x"]'):
        answer = ada.http.post("/api/review", content=junk)
        assert answer.status_code == 422, answer.text
        assert answer.json()["reason"].endswith(".")


def test_the_oracle_answers_for_any_position(server: Served) -> None:
    found = server.visitor().get("/api/explore?game=dividers-duel&position=30")
    assert (found["winning_moves"], found["winning_texts"]) == ([6, 10, 15], ["30/6", "30/10", "30/15"])
    assert found["certificate"]["game"] == "dividers-duel"
    assert "whole number" in server.visitor().refusal(422, "GET", "/api/explore?game=dividers-duel&position=many")


def test_a_game_that_is_not_there_is_not_found(server: Served) -> None:
    assert "does not exist" in server.visitor().refusal(404, "GET", "/api/matches/nothing")


@pytest.mark.deep
def test_no_request_of_whatever_shape_is_met_with_a_fault(serve: Callable[..., Served]) -> None:
    import schemathesis  # It takes a second, and only here it is worth it.

    served = serve()
    asking = client(served.url)
    schema = schemathesis.openapi.from_dict(asking.get("/openapi.json").json())
    made = asking.post("/api/matches", json={"game": "dividers-duel"}).json()["match"]
    for operation in schema.get_all_operations():
        found: Any = cast("Any", operation).ok()
        if found.path.endswith("/stream"):
            continue  # It goes on for ever; tests of its own follow it.

        @settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
        @given(case=found.as_strategy(), match_id=st.sampled_from([made, "none"]))
        def ask(case: Any, match_id: str) -> None:
            if "match_id" in (case.path_parameters or {}):
                case.path_parameters["match_id"] = match_id
            if case.query and "wait" in case.query:
                case.query["wait"] = 0
            answer = case.call(base_url=served.url)
            assert answer.status_code < 500 or answer.status_code == 503, (case, answer.text)

        ask()
    assert served.process.poll() is None
    assert [line for line in served.log if "Traceback" in line] == []


def test_a_name_is_kept_and_can_be_changed_while_a_friend_is_awaited(server: Served) -> None:
    ada = server.visitor()
    game = ada.create("juniper-green", name="Ada")
    assert ada.get("/api/me")["name"] == "Ada"
    assert ada.state(ada.create("factor-duel"))["players"][0]["name"] == "Ada"
    assert ada.join(game, name="Countess") == [1]
    state = server.visitor().state(game)
    assert [player["name"] for player in state["players"]] == ["Countess", "Player 2"]
    assert (state["game"]["title"], state["game"]["goal"][:6]) == ("Juniper Green", "Pick a")


def test_an_illegal_choice_costs_nothing_unless_agreed(server: Served) -> None:
    ada = server.visitor()
    lenient = ada.create("dividers-duel", opponent="device")
    assert ada.move(lenient, 0, "7")["result"] == "refused"
    assert ada.state(lenient)["outcome"] is None
    strict = ada.create("dividers-duel", opponent="device", penalty="forfeit")
    ada.move(strict, 0, "7")
    outcome = ada.state(strict)["outcome"]
    assert (outcome["ending"], outcome["reason"][:19]) == ("illegal_move", "7 does not divide 6")


def test_a_computer_is_called_a_computer(server: Served) -> None:
    ada = server.visitor()
    players = ada.state(ada.create("juniper-green", opponent="medium"))["players"]
    assert (players[1]["name"], players[1]["kind"]) == ("Computer", "medium")
