"""Lessons and the duel of the day over HTTP. The server keeps nothing of either: a request says all there is."""

from typing import Annotated, Any

from fastapi import APIRouter, Path
from pydantic import Field

from aliquot.web.limits import MOVE
from aliquot.web.live.api import REFUSALS, InLobby
from aliquot.web.live.protocol import Model
from aliquot.web.site import lesson_report

router = APIRouter(prefix="/api", responses=REFUSALS)

StepNumber = Annotated[int, Path(ge=1, le=1000)]
Slug = Annotated[str, Path(max_length=64)]
Seed = Annotated[int, Path(ge=0, lt=lesson_report.MOST_SEEDS)]
Spelt = Annotated[str, Field(max_length=MOVE)]


class Given(Model):
    """An answer to a step of a lesson."""

    given: Spelt | bool | None = Field(
        default=None, description="A move as one types it; true or false for won or lost; nothing to read on."
    )
    so_far: list[Spelt] = Field(
        default=[], max_length=100, description="The moves you have made in this step before, where it is a game."
    )


# --- lessons --------------------------------------------------------------------------------------------


@router.get("/lessons")
async def lessons(lobby: InLobby) -> list[dict[str, Any]]:
    """Every lesson, and how many steps it has."""
    return await lobby.workers.ask(lesson_report.course)


@router.get("/lessons/{slug}/exercises/{seed}/{number}")
async def exercise(slug: Slug, seed: Seed, number: StepNumber, lobby: InLobby) -> dict[str, Any]:
    """An exercise; the same seed makes the same set of five."""
    return await lobby.workers.ask(lesson_report.exercise, slug, seed, number)


@router.post("/lessons/{slug}/exercises/{seed}/{number}/answer")
async def answer_exercise(slug: Slug, seed: Seed, number: StepNumber, asked: Given, lobby: InLobby) -> dict[str, Any]:
    """What an answer to an exercise comes to."""
    return await lobby.workers.ask(lesson_report.answer_exercise, slug, seed, number, asked.given)


@router.get("/lessons/{slug}/{number}")
async def step(slug: Slug, number: StepNumber, lobby: InLobby) -> dict[str, Any]:
    """A step of a lesson: its text, its board, and what it asks: read, move, win or judge."""
    return await lobby.workers.ask(lesson_report.step, slug, number)


@router.post("/lessons/{slug}/{number}/answer")
async def answer(slug: Slug, number: StepNumber, asked: Given, lobby: InLobby) -> dict[str, Any]:
    """What an answer comes to: whether it is accepted, why, and whether the step is done."""
    return await lobby.workers.ask(lesson_report.answer, slug, number, asked.given, asked.so_far)
