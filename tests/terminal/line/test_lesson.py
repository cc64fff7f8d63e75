"""Lessons at the prompt, taken through a pipe as somebody with a screen reader might."""

import re
from typing import TYPE_CHECKING

import pytest

from aliquot.lessons import LESSONS, Question
from aliquot.oracle import solve
from aliquot.reports.lesson import QUESTIONS
from aliquot.saves.progress import Progress

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Command


def answers(slug: str) -> list[str]:
    """A right answer to every question of a lesson, the games in it played to their ends."""
    given = []
    for step in LESSONS[slug].steps:
        asked = step
        while True:
            game, p = asked.game, asked.position
            verdict = solve(game, p) if asked.question is not Question.READ else None
            if verdict is None:
                text, reply = "", asked.answer()
            elif asked.question is Question.JUDGE:
                text, reply = ("w" if verdict.wins else "l"), asked.answer(verdict.wins)
            else:
                text = game.spell(p, (asked.right_moves or game.legal_moves(p))[0])
                reply = asked.answer(text)
            assert reply.accepted, reply
            given.append(text)
            if reply.next_step is None:
                break
            asked = reply.next_step
    return given


def data(command: "Command") -> "Path":
    return command.home / ".local" / "share" / "aliquot"


@pytest.mark.parametrize("slug", LESSONS)
def test_every_lesson_is_taken_to_its_end_and_kept(slug: str, command: "Command") -> None:
    done = command("learn", slug, typed="\n".join([*answers(slug), "n", ""]))
    assert (done.code, done.err) == (0, "")
    count = len(LESSONS[slug].steps)
    assert f"step {count} of {count}" in done.out
    assert "That was the lesson." in done.out
    assert Progress.load(data(command)).at(slug).finished


def test_a_lesson_goes_on_where_it_was_left_and_steps_go_back(command: "Command") -> None:
    given = answers("dividers-duel")
    left = command("learn", "dividers-duel", typed="\n".join([*given[:2], "b", "q", ""]))
    assert re.findall(r"step (\d+) of", left.out)[-3:] == ["2", "3", "2"]
    reached = Progress.load(data(command)).at("dividers-duel").step
    again = command("learn", "dividers-duel", typed="q\n")
    assert f"step {reached + 1} of" in again.out
    assert again.code == 0


def test_a_wrong_answer_is_explained_and_asked_again(command: "Command") -> None:
    step = next(i for i, step in enumerate(LESSONS["dividers-duel"].steps) if step.question is Question.JUDGE)
    before = answers("dividers-duel")[:step]
    right = solve(LESSONS["dividers-duel"].steps[step].game, LESSONS["dividers-duel"].steps[step].position).wins
    done = command("learn", "dividers-duel", typed="\n".join([*before, "l" if right else "w", "perhaps", "q", ""]))
    assert "Not quite: it is" in done.out
    assert done.out.count(QUESTIONS[Question.JUDGE]) == 3


def test_exercises_are_scored(command: "Command") -> None:
    done = command("learn", "pool", "--exercises", typed="q\n")
    assert done.code == 0
    assert "exercise 1 of 5" in done.out


def test_the_lessons_are_listed_with_how_far_one_has_come(command: "Command") -> None:
    done = command("learn", typed="q\n")
    assert done.code == 0
    for lesson in LESSONS.values():
        assert lesson.title in done.out


def test_a_lesson_that_is_not_there_is_refused_by_name(command: "Command") -> None:
    assert "There is no lesson called 'chess'. The lessons are" in command("learn", "chess").refusal()
