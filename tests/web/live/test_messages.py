"""What the server sends, held against its own schema; games of other packages; records that are kept."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from aliquot.core import notation

from ..conftest import Live, Served, Visitor
from .test_api import finish, pair


@pytest.fixture(scope="module")
def validator(server: Served) -> Draft202012Validator:
    return strict_validator(server.visitor())


def strict_validator(visitor: Visitor) -> Draft202012Validator:
    """Return a validator by the server's schema that also refuses fields the schema does not know."""
    schema = visitor.get("/api/schema/outgoing")
    Draft202012Validator.check_schema(schema)
    for definition in schema["$defs"].values():
        definition["additionalProperties"] = False
    return Draft202012Validator(schema)


class Checked(Live):
    """A socket that holds every message against the schema."""

    validator: Draft202012Validator
    kinds: set[str]

    def next(self) -> dict[str, Any]:
        told = super().next()
        self.validator.validate(told)
        self.kinds.add(str(told.get("kind") or told.get("result") or told["type"]))
        return told


@pytest.fixture
def checked(validator: Draft202012Validator) -> type[Checked]:
    class Here(Checked):
        pass

    Here.validator, Here.kinds = validator, set()
    return Here


def test_every_message_of_a_whole_evening_is_as_the_schema_says(server: Served, checked: type[Checked]) -> None:
    ada, emmy = server.visitor(), server.visitor()
    made = ada.create("dividers-duel", name="Ada", clock="600+5", open_book=True, best_of=3)
    with checked(server.url, made, ada.tokens[made], since=0) as one:
        emmy.join(made, name="Emmy")
        with checked(server.url, made, emmy.tokens[made]) as two:
            assert one.ask("move", "a", ply=7, move="2")["result"] == "stale"
            assert one.ask("move", "b", ply=0, move="x")["result"] == "refused"
            assert one.ask("move", "c", ply=0, move="2")["result"] == "accepted"
            assert one.ask("move", "c", ply=0, move="2")["result"] == "already"
            assert two.ask("hint", "h")["kind"] == "hinted"
            assert one.ask("take_back", "t")["kind"] == "offered"
            assert two.ask("answer", "n", agree=False)["kind"] == "declined"
            assert one.ask("take_back", "t2")["kind"] == "offered"
            assert two.ask("answer", "y", agree=True)["kind"] == "taken_back"
            assert one.ask("resign", "r")["kind"] == "conceded"
            assert one.ask("again", "g")["kind"] == "continued"
            assert one.ask("ping", "p")["result"] == "accepted"
            one.send(type="castle")
            assert one.until(lambda told: told["type"] == "answer")["result"] == "refused"
            two.until(lambda told: told.get("kind") == "continued")
    with checked(server.url, made, since=0) as late:
        assert len(late.state["events"]) == late.state["number"]
    assert checked.kinds >= {
        *("state", "joined", "moved", "hinted", "offered", "declined", "taken_back", "conceded", "continued"),
        *("accepted", "already", "stale", "refused"),
    }


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "settings",
    [
        {"game": "divisor-duel-pool", "pool": "1-20"},
        {"game": "factor-duel", "start": "60,84", "variants": ["misere"]},
        {"game": "dividers-duel", "variants": ["swap"]},
        {"game": "divisor-duel-subtract", "start": str(10**18 - 1)},
    ],
)
def test_every_message_of_any_game_is_as_the_schema_says(
    server: Served, checked: type[Checked], settings: dict[str, Any]
) -> None:
    ada = server.visitor()
    made = ada.create(opponent="device", name="Ada", **settings)
    with checked(server.url, made, ada.tokens[made]) as live:
        play_first_moves(live)


def play_first_moves(live: Live, most: int = 40) -> dict[str, Any]:
    """Plays the first option there is, for a while; returns what was told last."""
    told = live.state
    while told["outcome"] is None and told["ply"] < most:
        move = (told["view"]["options"] or [told["view"]["swap"]])[-1]["notation"]
        told = live.ask("move", f"m{told['ply']}", ply=told["ply"], move=move)
        assert told["result"] == "accepted", told
    return told


def test_a_stopping_server_says_so_as_the_schema_says(
    serve: Callable[..., Served], validator: Draft202012Validator
) -> None:
    served = serve()
    with served.visitor().live(served.visitor().create()) as live:
        served.process.terminate()
        bye = live.until(lambda told: told["type"] == "bye")
    validator.validate(bye)
    assert served.process.wait(60) == 0


# --- games of other packages ----------------------------------------------------------------------------


@pytest.mark.deep
def test_a_game_of_another_package_is_played_to_its_end(package: Path, tmp_path: Path) -> None:
    with Served(f"sqlite:///{tmp_path / 'games.sqlite3'}", path=package) as served:
        ada, emmy = served.visitor(), served.visitor()
        assert "multiplication-duel" in [game["slug"] for game in ada.get("/api/games")["games"]]
        made = ada.create("multiplication-duel(goal=30)", name="Ada")
        emmy.join(made, name="Emmy")
        schema = strict_validator(ada)
        with ada.live(made) as one, emmy.live(made) as two:
            schema.validate(one.state)
            assert one.state["view"]["count"] == 8
            told = one.ask("move", "a", ply=0, move=one.state["view"]["options"][0]["notation"])
            schema.validate(told)
            told = two.ask("move", "b", ply=1, move=told["view"]["options"][-1]["notation"])
            assert emmy.move(made, 2, "2", "c")["code"] == "not-your-turn"
            last = ada.move(made, 2, told["view"]["options"][-1]["notation"], "d")
            assert last["result"] == "accepted"
            schema.validate(two.until(lambda told: told.get("outcome") is not None))
        assert ada.state(made)["outcome"]["winner"] == 1
        assert ada.get(f"/api/matches/{made}/review")["summary"]
        record = notation.read(ada.http.get(f"/api/matches/{made}/record.duel").content)
        assert (record.game, len(record.moves)) == ("multiplication-duel(goal=30)", 3)
        computer = ada.create("multiplication-duel", opponent="perfect", name="Ada")
        assert ada.move(computer, 0, ada.state(computer)["view"]["options"][0]["notation"], "x")["result"] == "accepted"
        with ada.live(computer) as live:
            assert live.state["ply"] == 2 or live.until(lambda told: told.get("ply") == 2)
        assert served.stop() == 0
        assert served.faults() == []


# --- records that are kept ------------------------------------------------------------------------------


def keep(visitor: Visitor, data: bytes) -> Any:
    return visitor.http.post("/api/review?keep=true", content=data)


def test_a_record_is_kept_if_asked_and_opened_by_its_link(server: Served) -> None:
    ada, emmy, made = pair(server, clock="600+5")
    finish(ada, emmy, made)
    text = ada.http.get(f"/api/matches/{made}/record.duel").content
    stranger = server.visitor()
    kept = keep(stranger, text).json()["stored"]
    assert kept["path"].endswith(f"/g/{kept['match']}")
    assert kept["match"] != made
    state, original = stranger.state(kept["match"]), ada.state(made)
    for what in ("ply", "game", "players", "turns", "outcome", "view", "clock", "remaining"):
        assert state[what] == original[what], what
    assert (state["you"], state["mode"]) == ([], "link")
    assert stranger.http.get(f"/api/matches/{kept['match']}/record.duel").content == text
    assert stranger.get(f"/api/matches/{kept['match']}/review") == ada.get(f"/api/matches/{made}/review")
    assert stranger.refusal_code(403, "POST", f"/api/matches/{kept['match']}/join", name="Thief") == "no-free-seat"
    assert stranger.refusal_code(403, "POST", f"/api/matches/{kept['match']}/again", id="a") == "no-seat"
    with stranger.live(kept["match"]) as live:
        assert live.state["outcome"] == original["outcome"]


@pytest.mark.parametrize("end", ["resign", "illegal"])
def test_a_record_is_kept_however_the_game_ended(server: Served, end: str) -> None:
    ada, emmy, made = pair(server, penalty="forfeit")
    ada.move(made, 0, "2")
    if end == "resign":
        emmy.do(made, "resign", "r")
    else:
        emmy.move(made, 1, "7", "bad")
    record = ada.get(f"/api/matches/{made}/record.json")
    kept = keep(ada, json.dumps(record).encode()).json()["stored"]["match"]
    assert ada.state(kept)["outcome"] == ada.state(made)["outcome"]
    assert ada.get(f"/api/matches/{kept}/record.json") == record


def test_what_cannot_be_kept_is_refused_and_counted_games_are_those_there_are(server: Served) -> None:
    ada, emmy, made = pair(server)
    ada.move(made, 0, "2")
    unfinished = ada.http.get(f"/api/matches/{made}/record.duel").content
    before = stored(ada)
    answer = keep(ada, unfinished)
    assert (answer.status_code, answer.json()["code"]) == (422, "not-finished")
    assert stored(ada) == before
    emmy.do(made, "resign", "r")
    finished = ada.http.get(f"/api/matches/{made}/record.duel").content
    for bad, worse, reason in (
        (b"dividers-duel(", b"no-duel(", "There is no game"),
        (b'[KindOne "human"]', b'[KindOne "nobody"]', "no player"),
        (b'[KindOne "human"]', b'[KindOne "human"]\n[HintsOne "1001"]', "more than 1,000 hints"),
    ):
        assert bad in finished
        assert reason in keep(ada, finished.replace(bad, worse)).json().get("reason", ""), worse
    assert stored(ada) == before
    assert ada.http.post("/api/review", content=finished).status_code == 200
    assert stored(ada) == before
    assert keep(ada, finished).status_code == 200
    assert stored(ada) == before + 1


def stored(visitor: Visitor) -> int:
    found = re.search(r"^aliquot_matches_stored (\d+)\.0$", visitor.http.get("/metrics").text, re.MULTILINE)
    assert found is not None
    return int(found[1])


def test_the_page_types_are_generated_from_the_classes() -> None:
    from website.page_types import PATH, generate

    assert PATH.read_text(encoding="utf-8") == generate(), "run `make types`"


# --- what a bot relies on -------------------------------------------------------------------------------


@pytest.mark.deep
def test_replayed_events_say_what_the_live_ones_said(serve: Callable[..., Served]) -> None:
    served = serve()
    ada, emmy, made = pair(served, "dividers-duel", start="60", open_book=True, penalty="forfeit")
    told: list[dict[str, Any]] = []
    with emmy.live(made) as live:
        ada.move(made, 0, "2")
        emmy.do(made, "take-back", "no")
        ada.do(made, "hint", "h0")
        emmy.move(made, 1, "3")
        ada.do(made, "take-back", "t")
        emmy.do(made, "answer", "yes", agree=True)
        ada.move(made, 0, "7")  # Illegal, which loses.
        while not told or not told[-1].get("outcome"):
            message = live.next()
            told += [message] if message["type"] == "event" else []
    assert [event["leaves"] for event in told if event["kind"] == "moved"] == ["30", "10", ""]
    assert told[-1]["objection"] == "7 does not divide 60: it leaves a remainder of 4."
    since = told[0]["number"] - 1
    past = emmy.get(f"/api/matches/{made}/events?since={since}")["events"]
    assert past == [{name: event[name] for name in one} for one, event in zip(past, told, strict=True)]
    assert {"leaves", "numbers", "objection", "move"} <= past[-1].keys()
    assert served.stop() == 0
    again = serve(port=served.port)
    assert emmy.get(f"/api/matches/{made}/events?since={since}")["events"] == past
    assert again.visitor().state(made)["outcome"] == told[-1]["outcome"]


def test_a_kept_record_has_complete_events(server: Served) -> None:
    ada, emmy, made = pair(server, "dividers-duel", start="60", penalty="forfeit")
    ada.move(made, 0, "2")
    emmy.move(made, 1, "7")
    record = ada.http.get(f"/api/matches/{made}/record.duel").content
    stored_match = keep(ada, record).json()["stored"]["match"]
    first, last = ada.get(f"/api/matches/{stored_match}/events")["events"]
    assert (first["leaves"], first["numbers"], first["objection"]) == ("30", ["30"], "")
    assert (last["leaves"], last["numbers"], last["objection"]) == (
        "",
        [],
        "7 does not divide 30: it leaves a remainder of 2.",
    )


def test_an_invalid_message_is_answered_under_its_own_id(server: Served) -> None:
    ada, _, made = pair(server)
    with ada.live(made) as live:
        for text, name in (
            ('{"type": "move", "id": "m1"}', "m1"),
            ('{"type": "nonsense", "id": "m2"}', "m2"),
            ('{"id": "m3", "type": "move", "ply": "x", "move": [[[[]]]]}', "m3"),
            ('{"type": "ping", "id": "a b"}', ""),
            ('{"type": "ping", "id": 7}', ""),
            ('{"type": "ping"}', ""),
            ('[{"id": "m4"}]', ""),
            ('{"id": "m5"', ""),
            ("[" * 3000, ""),
        ):
            live.socket.send(text)
            answer = live.next()
            assert (answer["id"], answer["result"], answer["code"]) == (name, "refused", "invalid-message"), text


def test_a_hint_sent_again_comes_with_its_text_and_only_to_its_player(server: Served) -> None:
    ada, emmy, made = pair(server, open_book=True)
    first = ada.do(made, "hint", "h1")
    assert first["text"]
    assert ada.do(made, "hint", "h1") == {**first, "result": "already"}
    ada.move(made, 0, "2")
    assert ada.do(made, "hint", "h1") == {**first, "result": "already"}, "also when the turn is over"
    for visitor in (ada, emmy):
        assert not [event for event in visitor.get(f"/api/matches/{made}/events")["events"] if "text" in event]
    assert emmy.do(made, "hint", "h1")["result"] == "accepted", "ids are each player's own"


@pytest.mark.deep
def test_a_server_without_an_oracle_gives_no_help(serve: Callable[..., Served]) -> None:
    served = serve(None, "--no-oracle")
    ada = served.visitor()
    record = b'[Game "factor-duel(start=30)"]\n'
    for method, path in (
        ("GET", "/api/explore?game=factor-duel"),
        ("GET", "/api/certificate?game=factor-duel"),
        ("POST", "/api/review"),
        ("POST", "/api/review/board?ply=0"),
        ("GET", "/explore"),
        ("GET", "/explore/factor-duel/30"),
        ("POST", "/review"),
    ):
        answer = ada.http.request(method, path, content=record)
        assert (answer.status_code, answer.json()["code"]) == (403, "no-oracle"), path
    for settings in ({"opponent": "easy"}, {"opponent": "device"}, {"open_book": True}):
        made = ada.create("factor-duel", **settings)
        assert ada.state(made)["hints"] is False
        assert ada.refusal_code(403, "GET", f"/api/matches/{made}/study") == "study-off"
    made = ada.create("factor-duel", opponent="device")
    assert ada.do(made, "hint", "h")["result"] == "refused"
    ada.do(made, "resign", "r")
    assert ada.http.get(f"/api/matches/{made}/review").status_code == 200, "what is over can be reviewed"
