"""Lessons at the prompt: the same steps as on the full screen, read and answered line by line."""

from collections.abc import Callable
from random import Random

from aliquot.core.errors import InvalidParameter
from aliquot.core.text import parse_whole, shorten
from aliquot.lessons import LESSONS, SHARED, Lesson, Question, Step
from aliquot.play.setup import fresh_seed
from aliquot.saves.progress import Progress
from aliquot.terminal.line.match_loop import PlayerQuit
from aliquot.terminal.line.output import Output
from aliquot.terminal.line.reader import Reader
from aliquot.terminal.text import describe_choices, describe_position

EXERCISES = 5
"""How many exercises a set has."""
_PROMPTS = {
    Question.READ: "Enter goes on: ",
    Question.MOVE: "Your move: ",
    Question.WIN: "Your move, one that wins: ",
    Question.JUDGE: "Won or lost for whoever is to move? (w/l): ",
}
_JUDGEMENTS = {"w": True, "won": True, "l": False, "lost": False}


def find(name: str) -> Lesson:
    """The lesson of that name.

    Raises:
        InvalidParameter: There is none; the message lists them.
    """
    name = SHARED.get(name, name)
    near = [lesson for slug, lesson in LESSONS.items() if slug == name or name in slug.split("-")]
    if len(near) == 1:
        return near[0]
    raise InvalidParameter(f"There is no lesson called '{shorten(name, 40)}'; there are {', '.join(LESSONS)}.")


def choose(page: Output, reader: Reader) -> None:
    """Lists the lessons and takes them, until somebody leaves.

    Raises:
        PlayerQuit: Somebody has left.
        InputEnded: There is no more input.
    """
    while True:
        lessons, progress = list(LESSONS.values()), Progress.load()
        page.gap()
        for number, lesson in enumerate(lessons, 1):
            mark = progress.at(lesson.slug)
            done = "finished" if mark.finished else f"go on at step {mark.step + 1}" if mark.step else "not begun"
            page.say(f"{{number}}  {lesson.title} ({done})", {"number": number})
            page.note(f"   {lesson.summary}", "faint")
        page.gap()
        answer = _ask(f"Which lesson? (1-{len(lessons)}, q to leave): ", page, reader)
        chosen = parse_whole(answer or "1")
        if chosen is not None and 1 <= chosen <= len(lessons):
            take(lessons[chosen - 1], page, reader)
        else:
            page.note(f"Type a number from 1 to {len(lessons)}.", "warn")


def take(lesson: Lesson, page: Output, reader: Reader) -> None:
    """Takes a lesson from where it was left, and then exercises for as long as somebody likes.

    Raises:
        PlayerQuit: Somebody has left; what was reached is kept.
        InputEnded: There is no more input.
    """
    progress = Progress.load()
    number = min(progress.at(lesson.slug).step, len(lesson.steps) - 1)
    page.gap()
    page.note("Type b to go a step back, q to leave: you can go on from there later.", "faint")
    while number < len(lesson.steps):
        page.gap()
        page.note(f"{lesson.title}, step {number + 1} of {len(lesson.steps)}", "number")
        forward, _ = _go_through(lesson.steps[number], page, reader)
        number = number + 1 if forward else max(0, number - 1)
        if number < len(lesson.steps):
            _keep(progress, page, lambda: progress.reach(lesson.slug, number))  # noqa: B023, called at once
    _keep(progress, page, lambda: progress.finish(lesson.slug))
    page.gap()
    page.note("That was the lesson. Now try it on numbers you have not seen.", "won")
    while _ask(f"{EXERCISES} exercises? (Y/n): ", page, reader).casefold() not in ("n", "no"):
        exercise(lesson, progress, page, reader)


def exercise(lesson: Lesson, progress: Progress, page: Output, reader: Reader) -> None:
    """One set of exercises."""
    right = 0
    for number, step in enumerate(lesson.exercises(Random(fresh_seed()), EXERCISES), 1):
        page.gap()
        page.note(f"{lesson.title}, exercise {number} of {EXERCISES}", "number")
        _, first_try = _go_through(step, page, reader)
        right += first_try
    _keep(progress, page, lambda: progress.score(lesson.slug, right, EXERCISES))
    page.gap()
    page.note(f"{right} of {EXERCISES} at the first try.", "won")


def _go_through(step: Step, page: Output, reader: Reader) -> tuple[bool, bool]:
    """Goes through a step: whether it goes on from there, or back; and whether the first answer was right."""
    first_try = True
    while True:
        view = step.game.view(step.position)
        page.note(step.text)
        if step.question is Question.JUDGE:
            page.note(
                describe_position(view), "faint"
            )  # What may be chosen would give the answer away where there is nothing.
        elif step.question is not Question.READ:
            page.note(f"{describe_position(view)} {describe_choices(view)}", "faint")
        while True:
            given = _ask(_PROMPTS[step.question], page, reader)
            if given.casefold() in ("b", "back"):
                return False, False
            judged = step.question is Question.JUDGE
            reply = step.answer(_JUDGEMENTS.get(given.casefold()) if judged else given)
            if reply.text:
                page.note(reply.text, "" if reply.accepted else "warn")
            if reply.accepted:
                break
            first_try = False
        if reply.then is None:
            return True, first_try
        step = reply.then


def _ask(question: str, page: Output, reader: Reader) -> str:
    page.ask(question, {})
    answer = reader.line()
    if not page.on_terminal:
        page.echo(shorten(answer, 60))
    if answer.casefold() in ("q", "quit"):
        raise PlayerQuit(saved=False)
    return answer


def _keep(progress: Progress, page: Output, change: Callable[[], None]) -> None:
    """Keeps progress, and says so where it cannot be kept."""
    change()
    if progress.problem:
        page.warn(progress.problem)
