import subprocess
import sys
from typing import Any

import pytest

from aliquot.core.errors import AliquotError
from aliquot.games import REGISTRY
from aliquot.lessons import LESSONS, SHARED, Question, UnknownLesson, lesson

DUELS = [slug for slug in LESSONS if slug != "longest-chain"]
EVERY_LESSON = pytest.mark.parametrize("slug", DUELS)


def test_the_duels_come_in_the_order_of_the_registry_and_then_the_variants() -> None:
    duels = [slug for slug in REGISTRY if slug not in SHARED]
    assert list(LESSONS) == [*duels, "several-numbers", "misere-subtraction", "longest-chain"]
    assert all(found.slug == slug for slug, found in LESSONS.items())


def test_every_duel_is_part_of_a_lesson_that_plays_it() -> None:
    for slug in REGISTRY:
        assert slug in {step.game.slug for step in lesson(slug).steps}


@EVERY_LESSON
def test_a_lesson_is_named_on_one_line_and_has_a_dozen_steps_of_its_own_duel(slug: str) -> None:
    found = lesson(slug)
    assert 0 < len(found.summary) <= 64
    assert found.summary.endswith((".", "?"))
    assert 10 <= len(found.steps) <= 20
    assert found.steps is found.steps, "they are put together once"
    shared = {each for each, carrier in SHARED.items() if carrier == slug}
    duel = "divisor-duel-subtract" if slug == "misere-subtraction" else "dividers-duel"
    assert {step.game.slug for step in found.steps} == {slug if slug in REGISTRY else duel} | shared


@EVERY_LESSON
def test_a_lesson_opens_with_the_rules_and_closes_with_something_to_take_home(slug: str) -> None:
    steps = lesson(slug).steps
    assert [step.question for step in steps[:3]] == [Question.READ, Question.MOVE, Question.JUDGE]
    assert steps[-1].question is Question.READ
    asked = [step.question for step in steps]
    assert asked.count(Question.READ) <= len(asked) * 2 // 5, "most of it is doing"
    assert steps[-2].opponent, "the last thing done is a game"


@pytest.mark.parametrize("name", ["chess", "", "Factor-Duel", "x" * 100_000])
def test_an_unknown_lesson_is_refused_in_a_sentence_that_names_the_others(name: str) -> None:
    with pytest.raises(UnknownLesson, match=r"There is no lesson called .*several-numbers") as refusal:
        lesson(name)
    assert isinstance(refusal.value, AliquotError)
    assert len(str(refusal.value)) < 240


def test_a_menu_of_lessons_needs_neither_the_oracle_nor_arithmetic() -> None:
    program = (
        "import sys; from aliquot.lessons import LESSONS; print(*(l.title for l in LESSONS.values()), sep=', '); "
        "print([name for name in sys.modules if name == 'flint' or name.startswith('aliquot.oracle')])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    titles, loaded = done.stdout.splitlines()
    assert titles.startswith("Three duels of dividing, Divisor Duel: Subtraction")
    assert loaded == "[]"


@EVERY_LESSON
def test_a_lesson_can_be_completed_by_giving_every_right_answer(slug: str, naive: Any) -> None:
    done = 0
    for step in lesson(slug).steps:
        current = step
        while True:
            given: Any = None
            if current.question is Question.JUDGE:
                given = naive.wins(current.game, current.position)
            elif current.question is not Question.READ:
                # Where any move will do, the last one need not be good.
                moves = naive.winning(current.game, current.position)
                given = (moves or naive.legal(current.game, current.position))[-1]
            reply = current.answer(given)
            assert reply.accepted, (step.text, given, reply.text)
            if reply.next_step is None:
                break
            assert reply.next_step.position == reply.position
            current = reply.next_step
        done += 1
    assert done == len(lesson(slug).steps)
