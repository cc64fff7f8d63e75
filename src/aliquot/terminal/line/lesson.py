"""Lessons in line mode."""

from collections.abc import Callable
from random import Random

from aliquot.core.text import parse_whole, shorten
from aliquot.lessons import EXERCISE_COUNT, LESSONS, Lesson
from aliquot.play.setup import fresh_seed
from aliquot.reports.lesson import LessonRun, progress_sentences
from aliquot.saves.progress import Progress
from aliquot.terminal.line.match_loop import PlayerQuit
from aliquot.terminal.line.output import Output
from aliquot.terminal.line.reader import Reader
from aliquot.terminal.text import describe_choices, describe_position

_JUDGEMENTS = {"w": True, "won": True, "l": False, "lost": False}


def choose(page: Output, reader: Reader) -> None:
    """List the lessons and run those that are chosen, until the learner leaves.

    Raises:
        PlayerQuit: The learner has left.
        InputEnded: There is no more input.
    """
    lessons = list(LESSONS.values())
    while True:
        progress = Progress.load()
        page.gap()
        for number, each in enumerate(lessons, 1):
            mark = progress.at(each.slug)
            state = progress_sentences(step=mark.step, finished=mark.finished, best=mark.best, has_score=mark.total > 0)
            page.say(f"{{number}}  {each.title}. {state}", {"number": number})
            page.note(f"   {each.summary}", "faint")
        page.gap()
        answer = _ask(f"Which lesson? (1-{len(lessons)}, q to leave): ", page, reader)
        number = parse_whole(answer or "1") or 0
        if 1 <= number <= len(lessons):
            take(lessons[number - 1], page, reader)
        else:
            page.note(f"Type a number from 1 to {len(lessons)}.", "warn")


def take(lesson: Lesson, page: Output, reader: Reader) -> None:
    """Run a lesson from where the learner left it, then sets of exercises for as long as the learner likes.

    Raises:
        PlayerQuit: The learner has left; the step is stored.
        InputEnded: There is no more input.
    """
    progress = Progress.load()
    run = LessonRun.of_lesson(lesson, progress.at(lesson.slug).step)
    page.gap()
    page.note("Type b to go a step back, q to leave. You can continue later.", "faint")
    while not run.is_finished:
        run = _take_step(run, page, reader)
        if not run.is_finished:
            _store(progress, page, lambda: progress.reach(lesson.slug, run.index))  # noqa: B023, called at once
    _store(progress, page, lambda: progress.finish(lesson.slug))
    page.gap()
    page.note(run.conclusion, "won")
    while _ask(f"{EXERCISE_COUNT} exercises? (Y/n): ", page, reader).casefold() not in ("n", "no"):
        exercise(lesson, progress, page, reader)


def exercise(lesson: Lesson, progress: Progress, page: Output, reader: Reader) -> None:
    """Run one set of exercises."""
    run = LessonRun.of_exercises(lesson, Random(fresh_seed()))
    while not run.is_finished:
        run = _take_step(run, page, reader)
    _store(progress, page, lambda: progress.score(lesson.slug, run.first_try, len(run.steps)))
    page.gap()
    page.note(run.conclusion, "won")


def _take_step(run: LessonRun, page: Output, reader: Reader) -> LessonRun:
    """Run one step, and return the run at the next step or, if the learner goes back, at the one before."""
    page.gap()
    page.note(f"{run.lesson.title}, {run.place}", "number")
    _show_question(run, page)
    while True:
        text = _ask(f"{run.question} ", page, reader)
        if text.casefold() in ("b", "back"):
            return run.advance() if run.is_exercises else run.back()
        step = run.step
        run, reply = run.answer(_JUDGEMENTS.get(text.casefold()) if run.takes_judgement else text)
        if reply.text:
            page.note(reply.text, "" if reply.accepted else "warn")
        if reply.accepted and run.is_done:
            return run.advance()
        if run.step is not step:
            _show_question(run, page)


def _show_question(run: LessonRun, page: Output) -> None:
    page.note(run.step.text)
    view = run.step.game.view(run.step.position)
    if run.takes_judgement:
        page.note(describe_position(view), "faint")  # The legal moves would show that a position without any is lost.
    elif run.takes_move:
        page.note(f"{describe_position(view)} {describe_choices(view)}", "faint")


def _ask(question: str, page: Output, reader: Reader) -> str:
    page.ask(question, {})
    answer = reader.line()
    if not page.on_terminal:
        page.echo(shorten(answer, 60))
    if answer.casefold() in ("q", "quit"):
        raise PlayerQuit(saved=False)
    return answer


def _store(progress: Progress, page: Output, change: Callable[[], None]) -> None:
    """Store progress, and warn if that fails."""
    change()
    if progress.problem:
        page.warn(progress.problem)
