"""Lessons as they are told to a page: a step, and what an answer to it comes to.

Nothing is kept between two questions: whoever plays a step to its end says what they have played so far. Plain
functions of plain data, which are worked out in the processes that think.
"""

from functools import lru_cache
from random import Random
from typing import Any

from aliquot.core.game import AnyGame
from aliquot.lessons import LESSONS, Question, Reply, Step, lesson
from aliquot.web.errors import NotFound

EXERCISES = 5
"""How many exercises a set has."""
MOST_SEEDS = 2**31
"""Sets of exercises are numbered from 0 up to this."""
_HIDDEN: dict[str, Any] = {"options": [], "count": 0}
"""What a board does not say while the question is whether it is won: where nothing can be chosen, it is lost."""


def course() -> list[dict[str, Any]]:
    """Every lesson: its name, what it is about, and how many steps it has."""
    return [
        {"slug": slug, "title": each.title, "summary": each.summary, "steps": len(each.steps)}
        for slug, each in LESSONS.items()
    ]


def step(slug: str, number: int) -> dict[str, Any]:
    """A step of a lesson, counted from 1."""
    steps = lesson(slug).steps
    return {"number": number, "of": len(steps), **_asked(_nth(steps, number))}


def exercise(slug: str, seed: int, number: int) -> dict[str, Any]:
    """An exercise of a set, counted from 1."""
    steps = _exercises(lesson(slug).slug, seed)
    return {"number": number, "of": len(steps), **_asked(_nth(steps, number))}


def answer(slug: str, number: int, given: str | bool | None, so_far: list[str]) -> dict[str, Any]:
    """What an answer to a step comes to.

    Args:
        slug: The lesson.
        number: The step.
        given: A move as it is typed or spelt, a judgement, or nothing.
        so_far: The moves one has made in this step before.

    Raises:
        NotFound: There is no such step, or what was made before does not lead on.
    """
    return _answered(_nth(lesson(slug).steps, number), given, so_far)


def answer_exercise(slug: str, seed: int, number: int, given: str | bool | None) -> dict[str, Any]:
    """What an answer to an exercise comes to."""
    return _answered(_nth(_exercises(lesson(slug).slug, seed), number), given, [])


@lru_cache(maxsize=256)
def _exercises(slug: str, seed: int) -> tuple[Step, ...]:
    return LESSONS[slug].exercises(Random(seed), EXERCISES)


def _nth(steps: tuple[Step, ...], number: int) -> Step:
    if not 1 <= number <= len(steps):
        raise NotFound(f"There are {len(steps)} steps, from 1 on, and {number} is none of them.")
    return steps[number - 1]


def _asked(asked: Step) -> dict[str, Any]:
    return {
        "text": asked.text,
        "question": asked.question.value,
        "start": asked.game.text(asked.position),
        "view": _shown(asked, asked.position),
    }


def _shown(asked: Step, position: Any, *, is_done: bool = False) -> dict[str, Any]:
    """A board as it is seen; while something is to be found out, it does not give it away."""
    view = asked.game.view(position).as_json()
    if is_done or asked.question not in (Question.JUDGE, Question.WIN):
        return view
    hidden = _HIDDEN if asked.question is Question.JUDGE else {}
    if "heaps" in view:
        view["heaps"] = [{**heap, "factors": "", **hidden} for heap in view["heaps"]]
    return {**view, **hidden, "stuck": ""}


def _answered(asked: Step, given: str | bool | None, so_far: list[str]) -> dict[str, Any]:
    turns: list[dict[str, Any]] = []
    for text in so_far:
        reply = asked.answer(text)
        if not reply.accepted or reply.then is None:
            raise NotFound("The moves before that do not belong to this step.")
        turns += _turns(asked, text, reply)
        asked = reply.then
    reply = asked.answer(given)
    if reply.accepted and isinstance(given, str):
        turns += _turns(asked, given, reply)
    return {
        "accepted": reply.accepted,
        "text": reply.text,
        "done": reply.accepted and reply.then is None,
        "then": None if reply.then is None else reply.then.text,
        "turns": turns,
        "view": _shown(asked, reply.position, is_done=reply.accepted and reply.then is None),
    }


def _turns(asked: Step, text: str, reply: Reply) -> list[dict[str, Any]]:
    """The move one has made, and the opponent's answer if there was one."""
    game, position = asked.game, asked.position
    if asked.question not in (Question.MOVE, Question.WIN):
        return []
    move = game.parse(position, text)
    after = game.child(position, move)
    made = [_turn(game, position, move)]
    if reply.position != after:
        answered = next(move for move in game.legal_moves(after) if game.child(after, move) == reply.position)
        made.append(_turn(game, after, answered))
    return made


def _turn(game: AnyGame, position: Any, move: Any) -> dict[str, Any]:
    option = game.view(position).option(move)
    return {"seat": game.seat(position), "move": option.spelt, "leaves": option.leaves}
