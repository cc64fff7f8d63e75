"""The run of a lesson: answers, steps, score, and what a board may show."""

from dataclasses import asdict
from random import Random
from typing import Any

import pytest

from aliquot.lessons import EXERCISE_COUNT, LESSONS, Question, UnknownLesson, lesson
from aliquot.oracle import solve
from aliquot.reports.lesson import (
    LESSON_DONE,
    QUESTIONS,
    LessonRun,
    answer_step,
    describe_step,
    list_lessons,
    progress_sentences,
)


def right_answer(run: LessonRun) -> Any:
    game, position = run.step.game, run.step.position
    match run.step.question:
        case Question.READ:
            return None
        case Question.JUDGE:
            return solve(game, position).wins
        case Question.MOVE:
            return game.legal_moves(position)[0]
    return run.step.right_moves[0]


def wrong_answer(run: LessonRun) -> Any:
    return not right_answer(run) if run.takes_judgement else "nonsense"


def complete(run: LessonRun) -> LessonRun:
    """Answer the current step to its end."""
    while not run.is_done:
        run, reply = run.answer(right_answer(run))
        assert reply.accepted
    return run


@pytest.mark.parametrize("slug", LESSONS)
def test_a_lesson_runs_from_its_first_step_to_its_end(slug: str) -> None:
    run, places = LessonRun.of_lesson(lesson(slug)), []
    while not run.is_finished:
        places.append(run.place)
        run = complete(run)
        if run.turns:
            assert [turn.seat for turn in run.turns[:2]] in ([1, 2], [2, 1], [1], [2])
            answers = 2 if run.step.opponent else 1
            assert len(run.positions) == 1 + -(-len(run.turns) // answers)
        run = run.advance()
    total = len(lesson(slug).steps)
    assert places == [f"step {number} of {total}" for number in range(1, total + 1)]
    assert run.conclusion == LESSON_DONE


def test_a_set_counts_the_exercises_right_at_the_first_try() -> None:
    run = LessonRun.of_exercises(lesson("pool"), Random(1))
    assert run.place == f"exercise 1 of {EXERCISE_COUNT}"
    run, reply = run.answer(wrong_answer(run))
    assert (reply.accepted, run.has_failed, run.is_done) == (False, True, False)
    while not run.is_finished:
        run = complete(run).advance()
    assert run.first_try == EXERCISE_COUNT - 1
    assert run.conclusion == f"{EXERCISE_COUNT - 1} of {EXERCISE_COUNT} at the first try."


def test_steps_go_back_and_a_step_too_far_is_the_last() -> None:
    taken = lesson("dividers-duel")
    run = LessonRun.of_lesson(taken, 999)
    assert run.index == len(taken.steps) - 1
    assert run.back().index == len(taken.steps) - 2
    assert LessonRun.of_lesson(taken).back().index == 0


def test_a_run_never_changes() -> None:
    run = LessonRun.of_lesson(lesson("dividers-duel"), 1)
    before = run.positions, run.turns, run.step
    run.answer("2")
    assert (run.positions, run.turns, run.step) == before


def test_the_question_follows_the_step() -> None:
    for index, step in enumerate(lesson("dividers-duel").steps):
        run = LessonRun.of_lesson(lesson("dividers-duel"), index)
        assert run.question == QUESTIONS[step.question]
        assert complete(run).question == QUESTIONS[Question.READ]


@pytest.mark.parametrize(
    ("progress", "text"),
    [
        ({}, "Not started."),
        ({"step": 2}, "Continue at step 3."),
        ({"finished": True}, "Finished."),
        ({"finished": True, "best": 4, "has_score": True}, f"Finished. Best set: 4 of {EXERCISE_COUNT}."),
    ],
)
def test_progress_is_put_into_sentences(progress: dict[str, Any], text: str) -> None:
    assert progress_sentences(**{"step": 0, "finished": False, "best": 0, "has_score": False, **progress}) == text


@pytest.mark.parametrize("slug", LESSONS)
def test_a_board_does_not_give_away_the_answer(slug: str) -> None:
    for number in range(1, len(lesson(slug).steps) + 1):
        report = describe_step(slug, number)
        heaps = report.view.get("heaps", ())
        if report.question is Question.JUDGE:
            assert (report.view["options"], report.view["count"], report.view["no_move_reason"]) == ([], 0, "")
            assert all(heap["options"] == [] for heap in heaps)
        if report.question in (Question.JUDGE, Question.WIN):
            assert all(heap["factors"] == "" for heap in heaps)


def test_a_report_shows_the_whole_board_when_the_step_is_done() -> None:
    number, step = next((n, s) for n, s in enumerate(lesson("dividers-duel").steps, 1) if s.question is Question.JUDGE)
    wins = solve(step.game, step.position).wins
    right, wrong = (answer_step("dividers-duel", number, answer, []) for answer in (wins, not wins))
    assert (right.accepted, right.done, wrong.accepted, wrong.done) == (True, True, False, False)
    assert right.view == step.game.view(step.position).as_json()
    assert wrong.view == describe_step("dividers-duel", number).view


def test_exercises_follow_from_their_seed() -> None:
    reports = [asdict(describe_step("pool", number, 7)) for number in range(1, EXERCISE_COUNT + 1)]
    assert reports == [asdict(describe_step("divisor-duel-pool", number, 7)) for number in range(1, EXERCISE_COUNT + 1)]
    assert {report["total"] for report in reports} == {EXERCISE_COUNT}


def test_what_does_not_exist_is_refused() -> None:
    with pytest.raises(UnknownLesson, match="no step 99"):
        describe_step("pool", 99)
    with pytest.raises(UnknownLesson, match="no step 6"):
        describe_step("pool", 6, 1)
    with pytest.raises(UnknownLesson, match="do not belong"):
        answer_step("dividers-duel", 2, "2", ["12/3", "5", "7"])


def test_the_lessons_are_listed_with_their_length() -> None:
    assert {each.slug: each.steps for each in list_lessons()} == {slug: len(one.steps) for slug, one in LESSONS.items()}
