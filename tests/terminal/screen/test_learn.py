"""Learn: lessons taken to their end, exercises, and what is remembered of them."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest

from aliquot.lessons import EXERCISE_COUNT, LESSONS, Question, Step
from aliquot.oracle import solve
from aliquot.oracle.hints import advise
from aliquot.reports.lesson import QUESTIONS
from aliquot.saves.progress import Progress
from aliquot.terminal.screen.learn import LearnScreen, LessonScreen
from tests.effort import deep

from .conftest import LARGE, SMALL, Drive, Driver

TITLES = [lesson.title for lesson in LESSONS.values()]


async def open_lesson(screen: Driver, place: int = 0, key: str = "enter") -> LessonScreen:
    await screen.sees("The five duels")
    await screen.press("l")
    await screen.sees("a few minutes each")
    await screen.press(*(["down"] * place), key)
    await screen.until(lambda: isinstance(screen.app.screen, LessonScreen) and is_asking(screen))
    assert isinstance(screen.app.screen, LessonScreen)
    return screen.app.screen


def is_asking(screen: Driver) -> bool:
    """Whether a step is there to be read, all of it: its place is written last."""
    return re.search(r"(step|exercise) \d+ of \d+", screen.text) is not None


def asked(screen: Driver) -> Step | None:
    """What the lesson asks now."""
    assert isinstance(screen.app.screen, LessonScreen)
    run = screen.app.screen._run
    return None if run is None else run.step


def is_done(screen: Driver) -> bool:
    return QUESTIONS[Question.READ] in screen.text


def right_move(step: Step) -> Any:
    if step.question is Question.LONGEST:
        return step.right_moves[0]
    return advise(step.game, step.position).moves[0]


def wrong_move(step: Step) -> Any:
    winning = solve(step.game, step.position).winning_moves
    return next(move for move in step.game.legal_moves(step.position) if move not in winning)


def move_text(step: Step, move: Any) -> str:
    """A move as it is typed."""
    text = step.game.spell(step.position, move)
    return text if isinstance(move, tuple) else str(move)


async def answer(screen: Driver) -> None:
    """Does what a step asks, rightly."""
    while not is_done(screen):
        step = asked(screen)
        assert step is not None
        if step.question is Question.JUDGE:
            await screen.press("w" if solve(step.game, step.position).wins else "l")
        else:
            await screen.type(move_text(step, right_move(step)))
        await screen.until(lambda step=step: is_done(screen) or asked(screen) is not step)  # type: ignore[misc]


async def take(screen: Driver, steps: int, part: str = "step") -> None:
    """Goes through a lesson or a set of exercises to its end."""
    for number in range(1, steps + 1):
        await screen.sees(f"{part} {number} of {steps}")
        await screen.until(lambda: asked(screen) is not None)
        await answer(screen)
        await screen.press("enter")


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("slug", "size"),
    [
        ("divisor-duel-pool", SMALL),
        *deep(
            ("dividers-duel", SMALL),
            ("dividers-duel", LARGE),
            ("divisor-duel-subtract", SMALL),
            ("several-numbers", SMALL),
            ("longest-chain", SMALL),
        ),
    ],
)
def test_a_whole_lesson_can_be_taken_to_its_end(slug: str, size: tuple[int, int], drive: Drive) -> None:
    lesson, place = LESSONS[slug], list(LESSONS).index(slug)

    async def script(screen: Driver) -> None:
        await open_lesson(screen, place)
        await screen.sees(lesson.title)
        await take(screen, len(lesson.steps))
        await screen.sees("That was the lesson.")
        assert f"Enter for {EXERCISE_COUNT} exercises" in screen.text
        await screen.press("escape")
        await screen.sees("✓ Finished.")

    drive(script, size=size)
    assert Progress.load().at(lesson.slug).finished


@pytest.mark.sampled(1)
@pytest.mark.parametrize("place", [2, *deep(3)])
def test_a_set_of_exercises_is_scored(place: int, drive: Drive) -> None:
    lesson = list(LESSONS.values())[place]

    async def script(screen: Driver) -> None:
        await open_lesson(screen, place, "e")
        await take(screen, EXERCISE_COUNT, "exercise")
        await screen.sees("5 of 5 at the first try.")
        await screen.press("escape")
        await screen.sees("○ Not started. Best set: 5 of 5.")

    drive(script)
    mark = Progress.load().at(lesson.slug)
    assert (mark.first_try, mark.total, mark.best, mark.finished) == (5, 5, 5, False)


@pytest.mark.deep
def test_after_the_lesson_come_exercises_and_after_them_more(drive: Drive) -> None:
    Progress.load().reach("dividers-duel", len(LESSONS["dividers-duel"].steps) - 1)

    async def script(screen: Driver) -> None:
        await open_lesson(screen)
        await answer(screen)
        await screen.press("enter")
        await screen.sees("That was the lesson.")
        await screen.press("enter")
        await take(screen, EXERCISE_COUNT, "exercise")
        await screen.sees("at the first try.")
        await screen.press("enter")
        await take(screen, EXERCISE_COUNT, "exercise")
        await screen.sees("at the first try.")
        await screen.press("escape")
        await screen.sees("✓ Finished. Best set: 5 of 5.")

    drive(script)
    assert Progress.load().at("dividers-duel").total == 2 * EXERCISE_COUNT


@pytest.mark.deep
def test_a_wrong_answer_is_explained_and_can_be_put_right(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await open_lesson(screen)
        wrong = 0
        for number in range(1, 6):
            await screen.sees(f"step {number} of")
            step = asked(screen)
            assert step is not None
            if step.question is Question.JUDGE:
                await screen.press("l" if solve(step.game, step.position).wins else "w")
                await screen.sees("Not quite: it is")
                wrong += 1
            elif step.question is Question.WIN:
                await screen.type(move_text(step, wrong_move(step)))
                await screen.sees("Not that one:")
                wrong += 1
            assert asked(screen) is step
            await answer(screen)
            await screen.press("enter")
        assert wrong == 3

    drive(script)


@pytest.mark.deep
def test_an_illegal_answer_costs_nothing_but_is_explained(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await open_lesson(screen)
        await screen.press("enter")
        await screen.sees("Here is 12.")
        await screen.type("5")
        await screen.until(lambda: "In a real duel that loses at once. Here you try again." in flat(screen))
        await screen.type("//")
        assert "Make a move, any move." in screen.text
        await screen.type("2")
        await screen.sees("Your opponent answers")

    drive(script)


def flat(screen: Driver) -> str:
    return " ".join(screen.text.split())


@pytest.mark.deep
def test_an_exercise_answered_wrong_at_first_does_not_count(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await open_lesson(screen, 0, "e")
        await screen.sees("exercise 1 of 5")
        step = asked(screen)
        assert step is not None
        if step.question is Question.JUDGE:
            await screen.press("l" if solve(step.game, step.position).wins else "w")
        else:
            await screen.type(move_text(step, wrong_move(step)))
        await screen.until(lambda: screen.app.screen.query_one("#message").display)
        await take(screen, EXERCISE_COUNT, "exercise")
        await screen.sees("4 of 5 at the first try.")

    drive(script)
    assert Progress.load().at("dividers-duel").best == 4


@pytest.mark.deep
def test_a_lesson_is_taken_up_where_it_was_left_even_in_another_run(drive: Drive) -> None:
    async def first(screen: Driver) -> None:
        await open_lesson(screen)
        await screen.press("enter")
        await screen.sees("step 2 of")
        await answer(screen)
        await screen.press("enter")
        await screen.sees("step 3 of")
        await screen.press("escape")
        await screen.sees("▸ Continue at step 3.")

    async def second(screen: Driver) -> None:
        await open_lesson(screen)
        await screen.sees("step 3 of")

    drive(first)
    drive(second)


@pytest.mark.deep
def test_b_goes_a_step_back(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await open_lesson(screen)
        assert "Back a step" not in screen.text
        await screen.press("enter")
        await screen.sees("step 2 of")
        await screen.sees("Back a step")
        await screen.press("b")
        await screen.sees("step 1 of")
        await screen.press("b")
        await screen.sees("step 1 of")

    drive(script)


def test_going_back_to_the_first_step_is_remembered_too(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await open_lesson(screen)
        await screen.press("enter")
        await screen.sees("step 2 of")
        await screen.press("b")
        await screen.sees("step 1 of")
        await screen.press("escape")
        await screen.sees("a few minutes each")

    drive(script)
    assert Progress.load().at("dividers-duel").step == 0


@pytest.mark.deep
def test_going_back_at_the_end_of_a_lesson_leads_to_the_same_end_again(drive: Drive) -> None:
    steps = len(LESSONS["dividers-duel"].steps)

    Progress.load().reach("dividers-duel", steps - 1)

    async def script(screen: Driver) -> None:
        await open_lesson(screen)
        await answer(screen)
        await screen.press("enter")
        await screen.sees("That was the lesson.")
        await screen.press("b")
        await screen.sees(f"step {steps - 1} of")
        await answer(screen)
        await screen.press("enter")
        await screen.sees(f"step {steps} of")
        await screen.press("enter")
        await screen.sees("That was the lesson.")

    drive(script)
    assert Progress.load().at("dividers-duel").step == 0


def test_escape_clears_what_is_typed_before_it_leaves(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await open_lesson(screen)
        await screen.press("enter")
        await screen.sees("step 2 of")
        await screen.press("5", "escape")
        await screen.sees("step 2 of")
        await screen.press("escape")
        await screen.sees("a few minutes each")

    drive(script)


def keys(screen: Driver) -> str:
    """What the foot of the screen says."""
    return screen.text.splitlines()[-1]


def test_the_foot_says_what_enter_does(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await open_lesson(screen)
        assert "Enter Continue" in keys(screen)
        await screen.press("enter")
        await screen.sees("step 2 of")
        assert "Enter Play this move" in keys(screen)
        await answer(screen)
        assert "Enter Continue" in keys(screen)
        await screen.press("enter")
        await screen.sees("step 3 of")
        assert "Enter" not in keys(screen), "w and l answer here"
        assert "w Won  l Lost" in keys(screen)

    drive(script)


def test_at_the_end_the_foot_says_that_exercises_follow(drive: Drive) -> None:
    Progress.load().reach("dividers-duel", len(LESSONS["dividers-duel"].steps) - 1)

    async def script(screen: Driver) -> None:
        await open_lesson(screen)
        await screen.press("enter")
        await screen.sees("That was the lesson.")
        assert "Enter Exercises" in keys(screen)

    drive(script)


def test_an_answer_is_never_shown_with_its_question(drive: Drive) -> None:
    place = next(at for at, step in enumerate(LESSONS["dividers-duel"].steps) if step.position.number == 37)
    Progress.load().reach("dividers-duel", place)

    async def script(screen: Driver) -> None:
        await open_lesson(screen)
        await screen.sees("You face 37.")
        assert "a prime" not in screen.text
        assert "₁" not in screen.text, "nor does the lattice give it away"
        await screen.press("l")
        await screen.sees("Right, it is lost.")
        assert "a prime" in screen.text
        assert "₁" in screen.text

    drive(script)


@pytest.mark.deep
def test_the_cursor_and_the_mouse_answer_too(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await open_lesson(screen)
        await screen.press("enter")
        await screen.sees("Enter plays 12/2, which leaves 6")
        await screen.press("enter")
        await screen.until(lambda: "Your opponent answers" in flat(screen))
        await screen.until(lambda: is_done(screen))
        await screen.press("b")
        await screen.sees("step 1 of")
        await screen.press("enter")
        await screen.sees("Enter plays 12/2")
        await screen.click(" 6 ", right=1)
        await screen.until(lambda: is_done(screen))

    drive(script)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("place", [0, *deep(3)])
def test_keys_pressed_in_a_hurry_do_no_harm(place: int, drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await open_lesson(screen, place)
        for _ in range(6):
            await screen.rush(*["enter", "2", "enter", "w", "l", "b", "enter", "backspace", "1", "enter", "enter"])
            await asyncio.sleep(0)
        await screen.rush(*["enter"] * 30)
        await screen.until(lambda: len(screen.app.screen.query("Board")) == 1)
        await screen.press("escape")
        if "a few minutes each" not in screen.text:
            await screen.press("escape")
        await screen.sees("a few minutes each")

    drive(script)


@pytest.mark.deep
def test_an_answer_that_comes_before_its_question_is_not_lost(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await open_lesson(screen)
        await screen.rush("enter", "1", "backspace", "2", "enter")
        await screen.sees("step 2 of")
        await screen.until(lambda: "12/2 leaves 6." in flat(screen) and is_done(screen))
        step = LESSONS["dividers-duel"].steps[2]
        await screen.rush("enter", "w" if solve(step.game, step.position).wins else "l")
        await screen.sees("step 3 of")
        await screen.sees("Right, it is")

    drive(script)


def test_enter_agrees_to_nothing_that_is_not_shown_yet(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await open_lesson(screen)
        await screen.rush("enter", "enter", "enter")
        await screen.sees("step 2 of")
        await screen.until(lambda: not lesson(screen)._is_busy)
        assert asked(screen) is LESSONS["dividers-duel"].steps[1]
        assert not is_done(screen), "nor does it play where the cursor will be"
        await screen.press("b")
        await screen.sees("step 1 of")
        await screen.rush("enter", "b", "enter")
        await screen.until(lambda: not lesson(screen)._is_busy)
        await screen.sees("step 1 of")

    drive(script)


def test_the_end_of_a_lesson_is_read_before_it_ends(drive: Drive) -> None:
    steps = len(LESSONS["dividers-duel"].steps)
    Progress.load().reach("dividers-duel", steps - 1)

    async def script(screen: Driver) -> None:
        await screen.sees("The five duels")
        await screen.press("l")
        await screen.sees("a few minutes each")
        await screen.rush("enter")
        await screen.until(lambda: isinstance(screen.app.screen, LessonScreen))
        await screen.rush("enter")
        await screen.sees(f"step {steps} of {steps}")

    drive(script)


def lesson(screen: Driver) -> LessonScreen:
    assert isinstance(screen.app.screen, LessonScreen)
    return screen.app.screen


def test_enter_before_the_cards_are_there_is_not_fatal(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("The five duels")
        screen.app.push_screen(LearnScreen())
        await screen.rush("down", "up", "e", "enter")
        await screen.until(lambda: isinstance(screen.app.screen, LearnScreen | LessonScreen))
        await screen.sees("Three duels of dividing")

    drive(script)


def test_all_lessons_are_on_cards_and_a_click_opens_one(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("The five duels")
        await screen.press("l")
        await screen.sees("Not started.")
        for title in TITLES:
            assert title in screen.text
        await screen.click("Divisor Duel: Pool")
        await screen.sees("step 1 of")
        assert "Divisor Duel: Pool" in screen.text
        await screen.press("escape")
        await screen.sees("a few minutes each")
        await screen.press("escape")
        await screen.sees("The five duels")

    drive(script)


@pytest.mark.deep
def test_the_card_of_the_lesson_one_comes_from_has_the_focus(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await open_lesson(screen, 2)
        await screen.press("escape")
        await screen.sees("a few minutes each")
        await screen.until(lambda: getattr(screen.app.focused, "value", None) is LESSONS["divisor-duel-pool"])

    drive(script)


@pytest.mark.deep
def test_the_last_card_can_be_reached_in_the_smallest_terminal(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        lesson = await open_lesson(screen, 3)
        assert lesson._lesson is LESSONS["several-numbers"]

    drive(script, size=(64, 20))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("damage", ["{", '{"format": "aliquot-progress", "version": 99, "lessons": {}}'])
def test_a_damaged_progress_file_is_reported_and_kept(damage: str, drive: Drive) -> None:
    path = Progress.load().path
    path.parent.mkdir(parents=True)
    path.write_text(damage)

    async def script(screen: Driver) -> None:
        await screen.sees("The five duels")
        await screen.press("l")
        await screen.is_told("is damaged, or not from this version of Aliquot.")
        await screen.press("enter")
        await screen.sees("step 1 of")
        assert path.read_text() == damage
        await screen.press("enter")
        await screen.sees("step 2 of")
        await screen.is_told("It was renamed to ")

    drive(script)
    kept = [found for found in path.parent.iterdir() if found.name.startswith("progress.damaged-")]
    assert [found.read_text() for found in kept] == [damage]
    assert json.loads(path.read_text())["lessons"]["dividers-duel"]["step"] == 1


@pytest.mark.deep
def test_a_step_that_the_lesson_no_longer_has_is_its_last(drive: Drive) -> None:
    Progress.load().reach("dividers-duel", 999)
    steps = len(LESSONS["dividers-duel"].steps)

    async def script(screen: Driver) -> None:
        await open_lesson(screen)
        await screen.sees(f"step {steps} of {steps}")

    drive(script)


@pytest.mark.deep
def test_progress_that_cannot_be_kept_stops_nobody(drive: Drive, home: Path) -> None:
    (home / ".local").mkdir()
    (home / ".local" / "share").write_text("in the way")

    async def script(screen: Driver) -> None:
        await open_lesson(screen)
        await screen.press("enter")
        await screen.sees("step 2 of")
        await screen.is_told("Your progress is not being saved.")

    drive(script)


@pytest.mark.deep
def test_a_lesson_bears_any_size_at_any_time(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await open_lesson(screen, 4)
        await screen.press("enter")
        await screen.sees("step 2 of")
        for size in ((160, 50), (64, 20), (40, 10), (80, 24)):
            await screen.resize(*size)
            if size != (40, 10):
                await screen.sees("step 2 of")
        await answer(screen)
        await screen.press("enter")
        await screen.sees("step 3 of")

    drive(script)
