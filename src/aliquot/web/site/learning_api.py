"""Lessons and the duel of the day over HTTP. The server keeps nothing of either: a request says all there is."""

from typing import Annotated, Any

from fastapi import APIRouter, Path
from pydantic import Field

from aliquot.daily import LAST
from aliquot.web.errors import NotFound
from aliquot.web.limits import MOVE
from aliquot.web.live.api import REFUSALS, InLobby
from aliquot.web.live.protocol import Model
from aliquot.web.site import daily_report, lesson_report

router = APIRouter(prefix="/api", responses=REFUSALS)
DRAWING_SECONDS = 10.0
"""How long a duel of the day may take to be found. It is remembered afterwards."""

Number = Annotated[int, Path(ge=1, le=LAST)]
StepNumber = Annotated[int, Path(ge=1, le=1000)]
Slug = Annotated[str, Path(max_length=64)]
Seed = Annotated[int, Path(ge=0, lt=lesson_report.MOST_SEEDS)]
Spelt = Annotated[str, Field(max_length=MOVE)]


class Try(Model):
    """A try at the duel of the day, so far."""

    moves: list[Spelt] = Field(
        max_length=daily_report.MOST_MOVES, description="Every move, the opponent's included; yours come first."
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


def _out(lobby: InLobby, number: int) -> int:
    if number > daily_report.today(lobby.now()):
        raise NotFound(f"Duel {number} is not out yet.")
    return number


@router.get("/daily")
async def daily(lobby: InLobby) -> dict[str, Any]:
    """Today's duel, by universal time."""
    return await lobby.workers.ask(daily_report.told, daily_report.today(lobby.now()), seconds=DRAWING_SECONDS)


@router.get("/daily/{number}")
async def daily_of(number: Number, lobby: InLobby) -> dict[str, Any]:
    """The duel of that number, today's or an earlier one."""
    return await lobby.workers.ask(daily_report.told, _out(lobby, number), seconds=DRAWING_SECONDS)


@router.post("/daily/{number}/reply")
async def reply(number: Number, asked: Try, lobby: InLobby) -> dict[str, Any]:
    """How a try stands, with the opponent's answer; `won` is null while it goes on."""
    return await lobby.workers.ask(daily_report.tried, _out(lobby, number), asked.moves, seconds=DRAWING_SECONDS)


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
