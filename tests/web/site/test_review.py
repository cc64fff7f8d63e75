"""Looking back, read without a script: games of the server and records that somebody sends."""

import json
from dataclasses import asdict, replace
from random import Random
from typing import Any

import httpx
import pytest

from aliquot.core import notation, record_json
from aliquot.core.match import Match
from aliquot.core.record import Record, RecordedMove
from aliquot.games import create
from aliquot.reports.review import review_record
from aliquot.web.site.review import describe, judge_with_boards
from tests.sentences import refusal

from ..conftest import Served, Visitor
from ..reading import Element, data, read

NAMES = ("Ada", "Emmy")
HOSTILE = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "</textarea><script>1</script>",
    "{{7*7}}",
    "' onclick=alert(1) x='",
    "</script>",
)


def recorded(game: str, seed: int, names: tuple[str, str] = NAMES, **setup: Any) -> Record:
    """A match at random, written down."""
    match: Match[Any, Any] = Match(create(game, **setup))
    generator = Random(seed)
    while match.outcome is None:
        match.play(generator.choice(list(match.game.legal_moves(match.position))))
    return Record.of(match, names=names)


def send(visitor: Visitor, content: str | bytes, **more: Any) -> httpx.Response:
    """Sends a record as a form does that has a file in it."""
    return visitor.http.post("/review", files={"file": ("game.duel", content)}, **more)


GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("dividers-duel", {"start": "720"}),
    ("factor-duel", {"start": "360,84,90"}),
    ("divisor-duel-subtract", {"start": "720", "misere": True}),
    ("juniper-green", {}),
    ("divisor-duel-pool", {"pool": "2-20", "swap": True}),
)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("game", "setup"), GAMES, ids=[game for game, _ in GAMES])
def test_a_review_says_where_it_was_decided_and_what_each_move_was_worth(
    server: Served, game: str, setup: dict[str, Any]
) -> None:
    record = recorded(game, 5, **setup)
    report = review_record(record, create(record.game))
    page = read(send(server.visitor(), notation.write(record)))
    assert page.one("p", "reason").words() == report.summary
    items = page.one("ol", "turns").all("li")
    assert len(items) == len(report.turns) == len(record.moves)
    for item, turn in zip(items, report.turns, strict=True):
        assert item["id"] == f"move-{turn.number}"
        assert turn.move in item.one("strong", "what").words()
        assert item.all("span", "mark")[0].words() == turn.mark
        leader = NAMES[report.leaders[turn.number] - 1]
        assert item.one("p", "after").words().startswith(f"{leader} is winning.")
    assert data(page)["review"] == json.loads(json.dumps(asdict(report)))


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("game", "setup"), GAMES, ids=[game for game, _ in GAMES])
def test_the_board_of_every_step_is_the_games_own(server: Served, game: str, setup: dict[str, Any]) -> None:
    record = recorded(game, 5, **setup)
    match = record.replay(create(record.game))
    positions = [match.game.start(), *(turn.after for turn in match.turns)]
    visitor = server.visitor()
    told = data(read(send(visitor, notation.write(record))))
    assert len(told["boards"]) == len(positions)
    for ply, position in enumerate(positions):
        view = json.loads(json.dumps(match.game.view(position).as_json()))
        asked = visitor.http.post(f"/api/review/board?ply={ply}", json=told["record"])
        assert asked.json()["view"] == view
        if told["boards"][ply] is not None:
            assert told["boards"][ply] == asked.json()
        assert visitor.http.get(asked.json()["href"]).status_code == 200
    assert told["boards"][-1] is not None, "the one that is shown first is there"


def test_a_board_that_is_not_there_is_refused(server: Served) -> None:
    record = recorded("dividers-duel", 1, start="64")
    answer = server.visitor().http.post("/api/review/board?ply=99", json=record_json.to_json(record))
    assert answer.status_code == 422
    assert "There is no move 99" in answer.json()["reason"]


@pytest.mark.parametrize("form", ["duel", "json", "pasted", "urlencoded"])
def test_a_record_comes_in_either_format_and_by_any_form(server: Served, form: str) -> None:
    record = recorded("dividers-duel", 3, start="720")
    text = notation.write(record)
    http = server.visitor().http
    if form == "duel":
        answer = http.post("/review", files={"file": ("a.duel", text), "text": (None, "")})
    elif form == "json":
        answer = http.post("/review", files={"file": ("a.json", json.dumps(record_json.to_json(record)))})
    elif form == "pasted":
        # A browser sends an empty file along, and ends lines its own way.
        answer = http.post("/review", files={"file": ("", b""), "text": (None, text.replace("\n", "\r\n"))})
    else:
        answer = http.post("/review", data={"text": text})
    assert answer.status_code == 200
    assert read(answer).one("h1").words() == "● Ada against ○ Emmy"


def test_what_was_sent_can_be_had_in_both_formats_and_is_not_kept(server: Served) -> None:
    record = recorded("juniper-green", 3)
    visitor = server.visitor()
    page = read(send(visitor, notation.write(record)))
    kept = page.one("textarea", name="text").text.removeprefix("\n").replace("\n", "\r\n")
    text = visitor.http.post("/review/record.duel", files={"text": (None, kept)})
    assert notation.read(text.content) == record
    assert text.headers["content-disposition"] == 'attachment; filename="game.duel"'
    written = visitor.http.post("/review/record.json", files={"text": (None, kept)})
    assert record_json.from_json(written.json()) == record
    assert "not stored" in page.words()
    assert visitor.get("/api/me")["matches"] == []


@pytest.mark.parametrize("name", HOSTILE)
def test_names_and_comments_are_text_and_nothing_else(server: Served, name: str) -> None:
    record = recorded("dividers-duel", 3, start="720")
    moves = tuple(RecordedMove(move.text, comment=name) for move in record.moves)
    page = read(send(server.visitor(), notation.write(replace(record, names=(name[:32], "B"), moves=moves))))
    scripts = [each for each in page.all("script") if "src" not in each.attributes]
    assert [each.attributes for each in scripts] == [{"type": "application/json", "id": "data"}]
    assert not [each for each in page.all() if any(key.startswith("on") for key in each.attributes)]
    assert page.all("img") == []
    assert name[:32] in page.one("h1").text
    assert name in page.all("p", "comment")[0].text
    assert data(page)["review"]["names"] == [name[:32], "B"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "."),
        (b"nothing of the kind", "."),
        (b"{", "The file is not valid JSON."),
        (b'{"a": ' * 2_000, "."),
        (b"\xff\xfe\x00", "."),
        (b'[Game "dividers-duel(start=60)"]\n\n1. 60/7 *\n', "."),
        (b'[Game "divisor-duel-pool(pool=1-5000)"]\n\n1. 7 *\n', "."),
    ],
)
def test_what_is_no_record_is_refused_with_a_way_on(server: Served, content: bytes, said: str) -> None:
    answer = send(server.visitor(), content)
    assert answer.status_code == 422
    page = read(answer)
    problem = page.all("p", "problem")[0]
    assert said in problem.words()
    assert page.one("form", "drop")["action"] == "/review"


@pytest.mark.parametrize("kind", ["text/plain", "multipart/form-data", "multipart/form-data; boundary=", "x/é"])
def test_what_is_no_form_is_refused(server: Served, kind: str) -> None:
    answer = server.visitor().http.post("/review", content=b"--\r\n\r\n", headers={b"content-type": kind.encode()})
    assert answer.status_code == 422


def finished(server: Served, **setup: Any) -> tuple[Visitor, str]:
    """A game of the server that is over."""
    visitor = server.visitor()
    game = visitor.create(opponent="device", name="Ada", second_name="Emmy", **setup)
    generator, ply = Random(7), 0
    while not (state := visitor.state(game))["outcome"]:
        visitor.move(game, ply, generator.choice(state["view"]["options"])["notation"])
        ply += 1
    return visitor, game


def test_a_finished_game_has_its_review_and_its_record(server: Served) -> None:
    visitor, game = finished(server, game="divisor-duel-subtract", start="720")
    page = read(server.visitor().http.get(f"/g/{game}/review"))
    told = visitor.get(f"/api/matches/{game}/review")
    assert page.one("p", "reason").words() == told["summary"]
    links = {link["href"] for link in page.one("section", "more").all("a")}
    assert links == {f"/api/matches/{game}/record.duel", f"/api/matches/{game}/record.json", f"/g/{game}"}


def test_a_game_that_goes_on_is_not_reviewed(server: Served) -> None:
    visitor = server.visitor()
    game = visitor.create("dividers-duel", opponent="device", name="Ada")
    answer = visitor.http.get(f"/g/{game}/review")
    assert answer.status_code == 403
    assert [link["href"] for link in read(answer).one("main").all("a")] == [f"/g/{game}", "/review"]


def test_what_nobody_can_judge_is_told_move_by_move(server: Served) -> None:
    record = recorded("divisor-duel-pool", 2, pool="1-400", misere=True)
    # Its last moves alone could be searched; the first cannot.
    page = read(send(server.visitor(), notation.write(record)))
    assert "too large" in page.one("p", "reason").words()
    assert len(page.one("ol", "turns").all("li")) == len(record.moves)
    assert page.all("span", "mark") == []
    assert data(page)["review"]["leaders"] == []


def long_game() -> Record:
    """A match of hundreds of moves, which takes seconds to judge."""
    game = create("divisor-duel-pool", pool="1-1000")
    match: Match[Any, Any] = Match(game)
    while match.outcome is None:
        after = {move: game.count_moves(game.child(match.position, move)) for move in game.legal_moves(match.position)}
        match.play(min(after, key=lambda move: (after[move] or len(after) + 1_000, move)))
    return Record.of(match, names=NAMES)


@pytest.mark.deep
def test_a_long_game_is_told_at_least_and_its_boards_are_asked_for_one_by_one(server: Served) -> None:
    record = long_game()
    assert len(record.moves) > 200
    visitor = server.visitor()
    answer = send(visitor, notation.write(record))
    # Whether it is judged depends on the machine; what happened is told on any.
    page = read(answer)
    assert answer.status_code == 200
    assert len(page.one("ol", "turns").all("li")) == len(record.moves)
    told = data(page)
    assert len(told["boards"]) == len(record.moves) + 1
    assert None in told["boards"], "not all of them are sent along"
    ply = len(told["boards"]) // 2
    board = visitor.http.post(f"/api/review/board?ply={ply}", json=told["record"]).json()
    assert len(board["view"]["picks"]) == ply


def test_the_moves_are_reported_without_the_oracle() -> None:
    record = recorded("juniper-green", 5)
    report, boards = describe(record)
    assert [turn.move for turn in report.turns] == [move.text for move in record.moves]
    assert boards == [None] * (len(record.moves) + 1)
    assert report.result == judge_with_boards(record)[0].result
    assert report.problem.endswith(".")


def test_a_loss_off_the_board_is_told(server: Served) -> None:
    visitor = server.visitor()
    game = visitor.create(
        "dividers-duel", opponent="device", name="Ada", second_name="Emmy", start="720", penalty="forfeit"
    )
    visitor.move(game, 0, "720/7")
    page: Element = read(visitor.http.get(f"/g/{game}/review"))
    assert "Ada had a winning position but made an illegal choice." in page.one("p", "reason").words()
    (turn,) = page.one("ol", "turns").all("li")
    assert refusal("7", "dividers-duel(start=720)") in turn.words()
