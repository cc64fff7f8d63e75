"""Worksheets, worked out in a process of their own: exercises, and the answers with their reasons."""

from random import Random
from typing import Any

from aliquot.core.text import listing
from aliquot.core.view import NumbersView
from aliquot.web.site.explore_report import cells

LARGEST_SEED = 999_999
"""Seeds are short, so that a link to a worksheet can be read out."""


def worksheet(lesson: str, count: int, seed: int) -> tuple[str, list[dict[str, Any]]]:
    """The rules in a line, then exercises and their answers; the same seed makes the same ones.

    Raises:
        AliquotError: There is no such lesson, or not so many exercises.
    """
    from aliquot.lessons import lesson as find

    steps = find(lesson).exercises(Random(f"worksheet {seed}"), count)
    return steps[0].game.tagline, [{**_asked(step), "answer": _answer(step)} for step in steps]


def _asked(step: Any) -> dict[str, Any]:
    """An exercise as it is printed."""
    view = step.game.view(step.position)
    numbers = [str(number) for number in view.numbers] if isinstance(view, NumbersView) else []
    return {"text": step.text, "question": step.question.value, "numbers": numbers, "pool": cells(view)}


def _answer(step: Any) -> str:
    """What is right, and why."""
    from aliquot.lessons import feedback
    from aliquot.lessons.step import Question
    from aliquot.oracle import solve

    game, position = step.game, step.position
    verdict = solve(game, position)
    why = feedback.why(game, position, plain=False)
    if step.question is Question.JUDGE:
        return f"{'Won' if verdict.wins else 'Lost'}. {why}"
    moves = [game.spell(position, move) for move in verdict.winning_moves]
    return f"{listing(moves)} wins. {why}"
