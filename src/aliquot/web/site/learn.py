"""Lessons: their pages and their API. The server stores no progress: a request contains all it needs."""

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import Field

from aliquot.lessons import EXERCISE_COUNT, LESSONS, lesson
from aliquot.reports.lesson import (
    BEST_SET,
    CONTINUE,
    EXERCISE_PLACE,
    FINISHED,
    LESSON_DONE,
    MOST_SEEDS,
    SET_DONE,
    STEP_PLACE,
    AnswerReport,
    LessonSummary,
    StepReport,
    answer_step,
    describe_step,
    list_lessons,
)
from aliquot.web.limits import MOVE
from aliquot.web.live.api import REFUSALS, Ask
from aliquot.web.live.protocol import Model
from aliquot.web.site.rendering import render

router = APIRouter()
api = APIRouter(prefix="/api", responses=REFUSALS)

Slug = Annotated[str, Path(max_length=64)]
StepNumber = Annotated[int, Path(ge=1, le=1000)]
Seed = Annotated[int, Path(ge=0, lt=MOST_SEEDS)]
Move = Annotated[str, Field(max_length=MOVE)]


class LessonAnswer(Model):
    """An answer to a step of a lesson."""

    answer: Move | bool | None = Field(
        default=None, description="A move as people type it; true or false for won or lost; nothing to read on."
    )
    moves: list[Move] = Field(
        default=[], max_length=100, description="Your earlier moves in this step, where it is a match."
    )


@router.get("/learn")
async def lessons_page(request: Request, ask: Ask) -> Response:
    """List the lessons; the browser stores the progress."""
    lessons = await ask(list_lessons)
    sentences = {"finished": FINISHED, "continue": CONTINUE, "best": BEST_SET}
    data = {"sentences": sentences, "exercises": EXERCISE_COUNT}
    return render(request, "learn.html", lessons=lessons, data=data)


@router.get("/learn/{slug}")
async def lesson_page(slug: str, request: Request, ask: Ask) -> Response:
    """Show a lesson, or redirect to the lesson that teaches this duel."""
    page_lesson = lesson(slug)
    if page_lesson.slug != slug:
        return RedirectResponse(f"/learn/{page_lesson.slug}", 308)
    first = await ask(describe_step, slug, 1)
    later = list(LESSONS.values())[list(LESSONS).index(slug) + 1 :]
    data = {
        "slug": slug,
        "first": first,
        "exercises": EXERCISE_COUNT,
        "next_lesson": later[0].title if later else None,
        "sentences": {"lesson": LESSON_DONE, "set": SET_DONE, "step": STEP_PLACE, "exercise": EXERCISE_PLACE},
    }
    return render(request, "lesson.html", lesson=page_lesson, first=first, data=data)


@api.get("/lessons")
async def lessons(ask: Ask) -> list[LessonSummary]:
    """List the lessons, each with the number of its steps."""
    return await ask(list_lessons)


@api.get("/lessons/{slug}/exercises/{seed}/{number}")
async def exercise(slug: Slug, seed: Seed, number: StepNumber, ask: Ask) -> StepReport:
    """Return an exercise; the same seed makes the same set."""
    return await ask(describe_step, slug, number, seed)


@api.post("/lessons/{slug}/exercises/{seed}/{number}/answer")
async def answer_exercise(slug: Slug, seed: Seed, number: StepNumber, sent: LessonAnswer, ask: Ask) -> AnswerReport:
    """Return the reply to an answer to an exercise."""
    return await ask(answer_step, slug, number, sent.answer, sent.moves, seed)


@api.get("/lessons/{slug}/{number}")
async def step(slug: Slug, number: StepNumber, ask: Ask) -> StepReport:
    """Return a step of a lesson: its text, its board and its question."""
    return await ask(describe_step, slug, number)


@api.post("/lessons/{slug}/{number}/answer")
async def answer(slug: Slug, number: StepNumber, sent: LessonAnswer, ask: Ask) -> AnswerReport:
    """Return the reply to an answer: whether it is accepted, why, and whether the step is done."""
    return await ask(answer_step, slug, number, sent.answer, sent.moves)
