"""Every lesson through the server, answered rightly and wrongly; nothing is kept between two questions."""

from typing import Any

import pytest

from aliquot.games import REGISTRY
from aliquot.games.positions import locate
from aliquot.lessons import LESSONS, SHARED, Question, Step
from aliquot.oracle import solve

from ..conftest import Served, Visitor

HTML = {"accept": "text/html"}


def right(step: Step, moves: list[str]) -> str | bool | None:
    """The right answer to a step, after some moves of one's own."""
    for text in moves:
        then = step.answer(text).next_step
        assert then is not None
        step = then
    match step.question:
        case Question.READ:
            return None
        case Question.JUDGE:
            return solve(step.game, step.position).wins
        case Question.MOVE:
            return step.game.spell(step.position, step.game.legal_moves(step.position)[0])
    return step.game.spell(step.position, step.right_moves[0])


def wrong(step: Step) -> list[str | bool | None]:
    """Answers that are not accepted."""
    match step.question:
        case Question.READ:
            return []
        case Question.JUDGE:
            return [not solve(step.game, step.position).wins, None, "won"]
    losing = set(step.game.legal_moves(step.position)) - set(step.right_moves)
    slips = [] if step.question is Question.MOVE else [step.game.spell(step.position, move) for move in losing]
    return ["0", "nonsense", *slips[:2]]


@pytest.mark.deep
@pytest.mark.parametrize("slug", LESSONS)
def test_every_step_leads_on_when_answered_rightly(server: Served, slug: str) -> None:
    visitor = server.visitor()
    for number, step in enumerate(LESSONS[slug].steps, 1):
        asked = visitor.get(f"/api/lessons/{slug}/{number}")
        assert (asked["text"], asked["question"], asked["total"]) == (
            step.text,
            step.question,
            len(LESSONS[slug].steps),
        )
        moves: list[str] = []
        while True:
            given = right(step, moves)
            told = visitor.post(f"/api/lessons/{slug}/{number}/answer", answer=given, moves=moves)
            assert told["accepted"], told
            assert step.question is Question.READ or told["text"]
            if told["done"]:
                break
            assert told["next_text"]
            assert isinstance(given, str)
            moves.append(given)
            assert len(told["turns"]) == (2 if step.opponent else 1) * len(moves)
            assert told["view"]["count"] > 0
        if moves or step.question in (Question.MOVE, Question.WIN, Question.LONGEST):
            assert [turn["move"] for turn in told["turns"]][:: 2 if step.opponent else 1] == [*moves, given]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("slug", LESSONS)
def test_a_wrong_answer_is_told_why_and_changes_nothing(server: Served, slug: str) -> None:
    visitor = server.visitor()
    for number, step in enumerate(LESSONS[slug].steps, 1):
        asked = visitor.get(f"/api/lessons/{slug}/{number}")
        for given in wrong(step):
            told = visitor.post(f"/api/lessons/{slug}/{number}/answer", answer=given)
            assert not told["accepted"]
            assert not told["done"]
            assert told["text"].endswith((".", "!"))
            assert told["view"] == asked["view"]
            assert told["turns"] == []


@pytest.mark.sampled(1)
@pytest.mark.parametrize("slug", LESSONS)
def test_exercises_are_the_same_for_the_same_seed_and_answered_like_steps(server: Served, slug: str) -> None:
    visitor, other = server.visitor(), server.visitor()
    seen = set()
    for number in range(1, 6):
        asked = visitor.get(f"/api/lessons/{slug}/exercises/7/{number}")
        assert asked == other.get(f"/api/lessons/{slug}/exercises/7/{number}")
        assert asked["total"] == 5
        seen.add((asked["text"], asked["start"]))
        path = f"/api/lessons/{slug}/exercises/7/{number}/answer"
        if asked["question"] == "longest":
            choices = [option["notation"] for option in asked["view"]["options"]]
            told = [visitor.post(path, answer=choice)["accepted"] for choice in choices]
            assert {*told} == {True, False}
            continue
        game = {"divisor-duel-pool": slug, "divisor-duel-subtract": slug, "misere-subtraction": "divisor-duel-subtract"}
        rules = {"misere": True} if slug == "misere-subtraction" else {}
        located = locate(game.get(slug, "dividers-duel"), asked["start"], **rules)
        answers = _both_answers(visitor, path, asked, *located)
        assert sorted(told["accepted"] for told in answers) == [False, True]
    assert len(seen) == 5


def _both_answers(visitor: Visitor, path: str, asked: dict[str, Any], game: Any, position: Any) -> list[dict[str, Any]]:
    """A right and a wrong answer to an exercise, found by the oracle from what the page is told."""
    if asked["question"] == "judge":
        return [visitor.post(path, answer=given) for given in (True, False)]
    winning = {game.spell(position, move) for move in solve(game, position).winning_moves}
    moves = [option["notation"] for option in asked["view"]["options"]]
    picked = next(one for one in moves if one in winning), next(one for one in moves if one not in winning)
    return [visitor.post(path, answer=given) for given in picked]


def test_the_lessons_are_listed_with_their_length(server: Served) -> None:
    told = server.visitor().http.get("/api/lessons").json()
    assert {one["slug"]: one["steps"] for one in told} == {slug: len(each.steps) for slug, each in LESSONS.items()}


def test_what_does_not_belong_there_is_refused_with_a_sentence(server: Served) -> None:
    visitor = server.visitor()
    assert "no lesson" in visitor.refusal(404, "GET", "/api/lessons/chess/1")
    assert "no step" in visitor.refusal(404, "GET", "/api/lessons/dividers-duel/999")
    assert visitor.refusal(422, "GET", "/api/lessons/dividers-duel/0")
    assert visitor.refusal(422, "GET", "/api/lessons/dividers-duel/exercises/-1/1")
    assert "no step" in visitor.refusal(404, "GET", "/api/lessons/dividers-duel/exercises/1/6")
    assert "do not belong" in visitor.refusal(
        404, "POST", "/api/lessons/dividers-duel/2/answer", answer="2", moves=["12/3", "5", "7"]
    )
    assert visitor.refusal(422, "POST", "/api/lessons/dividers-duel/2/answer", answer="2" * 65)
    assert visitor.refusal(422, "POST", "/api/lessons/dividers-duel/2/answer", answer=2)
    assert visitor.refusal(422, "POST", "/api/lessons/dividers-duel/2/answer", answer="2", moves=["2"] * 101)
    assert visitor.refusal(422, "POST", "/api/lessons/dividers-duel/2/answer", answer="2", extra=1)


def test_the_pages_of_the_lessons(server: Served) -> None:
    http = server.visitor().http
    listed = http.get("/learn", headers=HTML)
    assert listed.status_code == 200
    assert "Lessons need JavaScript." in listed.text
    for slug, lesson in LESSONS.items():
        assert f'href="/learn/{slug}"' in listed.text
        page = http.get(f"/learn/{slug}", headers=HTML)
        assert page.status_code == 200
        assert lesson.title in page.text
    for slug, shared in SHARED.items():
        answer = http.get(f"/learn/{slug}", headers=HTML)
        assert (answer.status_code, answer.headers["location"]) == (308, f"/learn/{shared}")
    missing = http.get("/learn/chess", headers=HTML)
    assert missing.status_code == 404
    assert "There is no lesson called" in missing.text


def test_every_duel_has_a_lesson(server: Served) -> None:
    http = server.visitor().http
    for slug in REGISTRY:
        assert http.get(f"/learn/{slug}", headers=HTML, follow_redirects=True).status_code == 200
