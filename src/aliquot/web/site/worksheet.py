"""Worksheets to print: exercises first, then their answers on a page of their own."""

from dataclasses import dataclass
from random import Random
from secrets import randbelow
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import RedirectResponse

from aliquot.core.errors import AliquotError, InvalidParameter
from aliquot.core.text import parse_whole, quote
from aliquot.games import PRESETS
from aliquot.lessons import LESSONS, Step, UnknownLesson, lesson
from aliquot.lessons.exercises import MOST_EXERCISES
from aliquot.web.errors import Busy
from aliquot.web.live.api import Ask
from aliquot.web.site.explore import PoolCell, pool_cells
from aliquot.web.site.rendering import render

router = APIRouter()
_USUAL = 8
LARGEST_SEED = 999_999
"""Seeds are short, so that a link to a worksheet can be read out."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """A printed exercise with its answer."""

    text: str
    question: str
    numbers: tuple[str, ...]
    """The numbers of the position; empty for a pool."""
    pool: tuple[PoolCell, ...]
    answer: str


def make_exercises(slug: str, count: int, seed: int) -> tuple[str, list[Exercise]]:
    """Return the rules in a line and some exercises of a lesson; the same seed makes the same ones.

    Raises:
        AliquotError: There is no such lesson, or it has fewer exercises.
    """
    steps = lesson(slug).exercises(Random(f"worksheet {seed}"), count)
    return steps[0].tagline, [_exercise(step) for step in steps]


def _exercise(step: Step) -> Exercise:
    view = step.game.view(step.position)
    numbers = view.number_texts
    return Exercise(step.text, step.question.value, numbers, pool_cells(view), step.solution())


@router.get("/worksheet")
async def worksheet(
    request: Request,
    ask: Ask,
    game: Annotated[str, Query()] = "",
    count: Annotated[str, Query()] = "",
    seed: Annotated[str, Query()] = "",
) -> Response:
    """Show a worksheet; without a seed, redirect to the address of a new one."""
    slug = game
    context: dict[str, Any] = {"lessons": LESSONS, "most": MOST_EXERCISES}
    try:
        about = lesson(PRESETS[game].duel if game in PRESETS else game or next(iter(LESSONS)))
        slug = about.slug
        number = _whole("The number of exercises", count, _USUAL, 1, MOST_EXERCISES)
        if not seed:
            query = {"game": slug, "count": number, "seed": randbelow(LARGEST_SEED) + 1}
            return RedirectResponse(f"/worksheet?{urlencode(query)}", 303)
        seed_number = _whole("The seed", seed, 1, 0, LARGEST_SEED)
        rules, exercises = await ask(make_exercises, slug, number, seed_number)
    except AliquotError as problem:
        status = 404 if isinstance(problem, UnknownLesson) else 503 if isinstance(problem, Busy) else 422
        context |= {"problem": str(problem), "exercises": [], "rules": "", "title": "", "count": _USUAL, "seed": 0}
        return render(request, "worksheet.html", status=status, chosen=slug, **context)
    context |= {
        "problem": "",
        "exercises": exercises,
        "rules": rules,
        "title": about.title,
        "count": number,
        "seed": seed_number,
    }
    return render(request, "worksheet.html", chosen=slug, **context)


def _whole(what: str, text: str, usual: int, least: int, most: int) -> int:
    number = parse_whole(text) if text else usual
    if number is None or not least <= number <= most:
        raise InvalidParameter(f"{what} must be a whole number from {least} to {most:,}, not {quote(text)}.")
    return number
