"""The duel of the day: its pages and its API. The server stores no tries: a request contains all its moves."""

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from pydantic import Field

from aliquot.reports.daily import (
    LAST,
    MOST_MOVES,
    DailyReport,
    DailySolution,
    describe_duel,
    describe_solution,
    describe_try,
    duel,
    number_at,
)
from aliquot.web.errors import NotFound
from aliquot.web.limits import MOVE
from aliquot.web.live.api import REFUSALS, InLobby
from aliquot.web.live.protocol import Model
from aliquot.web.site.explore import address_of
from aliquot.web.site.rendering import render

router = APIRouter()
api = APIRouter(prefix="/api", responses=REFUSALS)
DRAWING_SECONDS = 10.0
"""Seconds that drawing a duel may take. It is cached afterwards."""

Number = Annotated[int, Path(ge=1, le=LAST)]


class Try(Model):
    """A try at the duel of the day."""

    moves: list[Annotated[str, Field(max_length=MOVE)]] = Field(
        max_length=MOST_MOVES, description="Every move so far, the opponent's included; yours come first."
    )


def solve_duel(number: int) -> tuple[DailySolution, str]:
    """Return the solution of a duel and the address at which it can be explored."""
    earlier = duel(number)
    return describe_solution(number), address_of(earlier.game, earlier.position).path


@router.get("/daily")
async def today_page(request: Request, lobby: InLobby) -> Response:
    """Show today's duel and yesterday's solution."""
    return await _page(request, lobby, number_at(lobby.now()))


@router.get("/daily/{number}")
async def number_page(number: Number, request: Request, lobby: InLobby) -> Response:
    """Show an earlier duel and the solution of the one before."""
    return await _page(request, lobby, _published(lobby, number))


async def _page(request: Request, lobby: InLobby, number: int) -> Response:
    report = await lobby.workers.ask(describe_duel, number, seconds=DRAWING_SECONDS)
    solution, explore = None, ""
    if number > 1:
        solution, explore = await lobby.workers.ask(solve_duel, number - 1, seconds=DRAWING_SECONDS)
    latest = number_at(lobby.now())
    return render(request, "daily.html", duel=report, solution=solution, explore=explore, latest=latest)


def _published(lobby: InLobby, number: int) -> int:
    """Return the number of a duel.

    Raises:
        NotFound: Its day has not come.
    """
    latest = number_at(lobby.now())
    if number > latest:
        raise NotFound(f"Duel {number} is not available yet. Today's duel is {latest}.")
    return number


@api.get("/daily")
async def today(lobby: InLobby) -> DailyReport:
    """Return today's duel, in UTC."""
    return await lobby.workers.ask(describe_duel, number_at(lobby.now()), seconds=DRAWING_SECONDS)


@api.get("/daily/{number}")
async def daily(number: Number, lobby: InLobby) -> DailyReport:
    """Return today's duel or an earlier one."""
    return await lobby.workers.ask(describe_duel, _published(lobby, number), seconds=DRAWING_SECONDS)


@api.post("/daily/{number}/reply")
async def reply(number: Number, sent: Try, lobby: InLobby) -> DailyReport:
    """Return the state of a try with the opponent's reply; `won` is null while it goes on."""
    return await lobby.workers.ask(describe_try, _published(lobby, number), sent.moves, seconds=DRAWING_SECONDS)
