"""Lessons and the duel of the day over HTTP. The server keeps nothing of either: a request says all there is."""

from typing import Annotated, Any

from fastapi import APIRouter, Path
from pydantic import Field

from aliquot.play.daily import LAST
from aliquot.web import taught, tried
from aliquot.web.errors import NotFound
from aliquot.web.limits import MOVE
from aliquot.web.messages import Model
from aliquot.web.rest import REFUSALS, InHall

router = APIRouter(prefix="/api", responses=REFUSALS)
DRAWING_SECONDS = 10.0
"""How long a duel of the day may take to be found. It is remembered afterwards."""

Number = Annotated[int, Path(ge=1, le=LAST)]
StepNumber = Annotated[int, Path(ge=1, le=1000)]
Slug = Annotated[str, Path(max_length=64)]
Seed = Annotated[int, Path(ge=0, lt=taught.MOST_SEEDS)]
Spelt = Annotated[str, Field(max_length=MOVE)]


class Try(Model):
    """A try at the duel of the day, so far."""

    moves: list[Spelt] = Field(
        max_length=tried.MOST_MOVES, description="Every move, the opponent's included; yours come first."
    )


class Given(Model):
    """An answer to a step of a lesson."""

    given: Spelt | bool | None = Field(
        default=None, description="A move as one types it; true or false for won or lost; nothing to read on."
    )
    so_far: list[Spelt] = Field(
        default=[], max_length=100, description="The moves you have made in this step before, where it is a game."
    )


# --- the duel of the day --------------------------------------------------------------------------------


def _out(hall: InHall, number: int) -> int:
    if number > tried.today(hall.now()):
        raise NotFound(f"Duel {number} is not out yet.")
    return number


@router.get("/daily")
async def daily(hall: InHall) -> dict[str, Any]:
    """Today's duel, by universal time."""
    return await hall.thinkers.ask(tried.told, tried.today(hall.now()), seconds=DRAWING_SECONDS)


@router.get("/daily/{number}")
async def daily_of(number: Number, hall: InHall) -> dict[str, Any]:
    """The duel of that number, today's or an earlier one."""
    return await hall.thinkers.ask(tried.told, _out(hall, number), seconds=DRAWING_SECONDS)


@router.post("/daily/{number}/reply")
async def reply(number: Number, asked: Try, hall: InHall) -> dict[str, Any]:
    """How a try stands, with the opponent's answer; `won` is null while it goes on."""
    return await hall.thinkers.ask(tried.tried, _out(hall, number), asked.moves, seconds=DRAWING_SECONDS)


# --- lessons --------------------------------------------------------------------------------------------


@router.get("/lessons")
async def lessons(hall: InHall) -> list[dict[str, Any]]:
    """Every lesson, and how many steps it has."""
    return await hall.thinkers.ask(taught.course)


@router.get("/lessons/{slug}/exercises/{seed}/{number}")
async def exercise(slug: Slug, seed: Seed, number: StepNumber, hall: InHall) -> dict[str, Any]:
    """An exercise; the same seed makes the same set of five."""
    return await hall.thinkers.ask(taught.exercise, slug, seed, number)


@router.post("/lessons/{slug}/exercises/{seed}/{number}/answer")
async def answer_exercise(slug: Slug, seed: Seed, number: StepNumber, asked: Given, hall: InHall) -> dict[str, Any]:
    """What an answer to an exercise comes to."""
    return await hall.thinkers.ask(taught.answer_exercise, slug, seed, number, asked.given)


@router.get("/lessons/{slug}/{number}")
async def step(slug: Slug, number: StepNumber, hall: InHall) -> dict[str, Any]:
    """A step of a lesson: its text, its board, and what it asks: read, move, win or judge."""
    return await hall.thinkers.ask(taught.step, slug, number)


@router.post("/lessons/{slug}/{number}/answer")
async def answer(slug: Slug, number: StepNumber, asked: Given, hall: InHall) -> dict[str, Any]:
    """What an answer comes to: whether it is accepted, why, and whether the step is done."""
    return await hall.thinkers.ask(taught.answer, slug, number, asked.given, asked.so_far)
