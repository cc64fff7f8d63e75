"""The worksheets, read without a script."""

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from aliquot.lessons import LESSONS
from aliquot.web.site.worksheet import make_exercises

from ..conftest import Served
from ..reading import read


@pytest.mark.parametrize("slug", LESSONS)
def test_a_worksheet_has_exercises_and_their_answers(server: Served, slug: str) -> None:
    http = server.visitor().http
    page = read(http.get(f"/worksheet?game={slug}&count=6&seed=42"))
    asked, answered = (each.one("ol", "exercises") for each in page.all("article", "paper"))
    exercises = [each for each in asked.all("li") if each.parent is asked]
    answers = answered.all("li")
    assert len(exercises) == len(answers) == 6
    _, made = make_exercises(slug, 6, 42)
    for exercise, answer, expected in zip(exercises, answers, made, strict=True):
        assert expected.text in exercise.words()
        assert answer.words() == expected.answer
        assert expected.answer not in exercise.words()
    again = read(http.get(f"/worksheet?game={slug}&count=6&seed=42"))
    assert again.one("main").words() == page.one("main").words()
    other = read(http.get(f"/worksheet?game={slug}&count=6&seed=43"))
    assert other.one("main").words() != page.one("main").words()


def test_the_answers_are_right() -> None:
    """Judged and found anew, by playing every game to its end."""
    for exercise in make_exercises("dividers-duel", 20, 1)[1]:
        (number,) = map(int, exercise.numbers)
        is_prime = all(number % divisor for divisor in range(2, number))
        if exercise.question == "judge":
            assert exercise.answer.startswith("Lost." if is_prime else "Won.")
        else:
            moves = re.findall(rf"\b{number}/(\d+)", exercise.answer.partition(" wins.")[0])
            left = {number // int(move) for move in moves}
            assert left == {p for p in range(2, number) if number % p == 0 and all(p % d for d in range(2, p))}


def test_a_worksheet_without_a_seed_gets_one_and_an_address_to_pass_on(server: Served) -> None:
    http = server.visitor().http
    answer = http.get("/worksheet?game=factor-duel&count=3")
    assert answer.status_code == 303
    asked = parse_qs(urlsplit(answer.headers["location"]).query)
    assert (asked["game"], asked["count"]) == (["dividers-duel"], ["3"])
    assert http.get(answer.headers["location"]).status_code == 200
    assert (
        http.get("/worksheet?game=juniper-green")
        .headers["location"]
        .startswith("/worksheet?game=divisor-duel-pool&count=8&seed=")
    )


@pytest.mark.parametrize(
    ("query", "status", "said"),
    [
        ({"game": "chess"}, 404, "There is no lesson called 'chess'."),
        ({"count": "21", "seed": "1"}, 422, "from 1 to 20, not '21'"),
        ({"count": "0", "seed": "1"}, 422, "from 1 to 20, not '0'"),
        ({"count": "many"}, 422, "not 'many'"),
        ({"seed": "-1"}, 422, "The seed must be a whole number"),
        ({"seed": "<script>"}, 422, "not '<script>'"),
    ],
)
def test_what_is_no_worksheet_is_refused_with_a_way_on(
    server: Served, query: dict[str, Any], status: int, said: str
) -> None:
    answer = server.visitor().http.get("/worksheet", params=query)
    assert answer.status_code == status
    page = read(answer)
    assert said in page.one("p", "problem").words()
    assert page.one("form", "ask")["action"] == "/worksheet"
    assert page.all("article") == []
