"""The duel of the day: its pages and its API.

A request contains all moves of a try. The server stores only how many people needed how many tries.
"""

from calendar import Calendar
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from pydantic import Field

from aliquot.core.errors import InvalidParameter
from aliquot.core.text import parse_whole
from aliquot.reports.daily import (
    FIRST_DAY,
    LAST,
    MOST_MOVES,
    DailyReport,
    DailySolution,
    chain_limit,
    describe_duel,
    describe_solution,
    describe_try,
    duel,
    number_at,
    number_of,
)
from aliquot.web.errors import NotFound, StoreFailed
from aliquot.web.limits import MOVE
from aliquot.web.live.api import REFUSALS, Ask, InLobby
from aliquot.web.live.protocol import Model
from aliquot.web.site.explore import address_of
from aliquot.web.site.preview import preview_path
from aliquot.web.site.rendering import render
from aliquot.web.store.writer import Write

router = APIRouter()
api = APIRouter(prefix="/api", responses=REFUSALS)
_DAY = 86_400_000
"""Milliseconds in a day."""
MOST_TRIES = 999
"""The most tries that are counted."""
_TRIES = ("first", "second", "third")
DRAWING_SECONDS = 10.0
"""Seconds that drawing a duel may take. It is cached afterwards."""

Number = Annotated[int, Path(ge=1, le=LAST)]


class Try(Model):
    """A try at the duel of the day."""

    moves: list[Annotated[str, Field(max_length=MOVE)]] = Field(
        max_length=MOST_MOVES, description="Every move so far, the opponent's included; yours come first."
    )


class Solution(Try):
    """A try that has solved the duel of the day."""

    tries: int = Field(ge=1, le=MOST_TRIES, description="The tries it took, this one included.")


class Solvers(Model):
    """The number of tries that others needed."""

    text: str = Field(description="A sentence for people; empty as long as nobody has solved it.")


def tell_solvers(solvers: Mapping[int, int]) -> str:
    """Return how many people have solved a duel, and at which try; an empty text if nobody has.

    >>> tell_solvers({1: 3, 2: 1, 5: 2})
    'Solved by 6 so far: 3 at the first try, 1 at the second try, 2 later.'
    """
    total = sum(solvers.values())
    parts = [f"{solvers[tries]} at the {name} try" for tries, name in enumerate(_TRIES, 1) if solvers.get(tries)]
    if later := sum(count for tries, count in solvers.items() if tries > len(_TRIES)):
        parts.append(f"{later} later")
    return f"Solved by {total} so far: {', '.join(parts)}." if total else ""


def solve_duel(number: int) -> tuple[DailySolution, str]:
    """Return the solution of a duel and the address at which it can be explored."""
    earlier = duel(number)
    return describe_solution(number), address_of(earlier.game, earlier.position).path


def preview_of(number: int) -> str:
    """Return the address of the picture of a duel."""
    today = duel(number)
    return preview_path(today.game, today.position)


@router.get("/daily")
async def today_page(request: Request, lobby: InLobby, ask: Ask) -> Response:
    """Show today's duel and yesterday's solution."""
    return await _page(request, lobby, ask, number_at(lobby.now()))


@router.get("/daily/archive")
async def archive_page(request: Request, lobby: InLobby, month: str = "") -> Response:
    """Show the calendar of one month with a link to each duel; the current month unless another is named."""
    today = FIRST_DAY + timedelta(days=number_at(lobby.now()) - 1)
    try:
        first = date.fromisoformat(f"{month}-01").replace(day=1)
    except ValueError:
        first = today.replace(day=1)
    first = max(FIRST_DAY.replace(day=1), min(first, today.replace(day=1)))
    following = (first + timedelta(days=32)).replace(day=1)
    weeks = [
        [{"day": day.day if day.month == first.month else 0, "number": _number_in(day, first, today)} for day in week]
        for week in Calendar().monthdatescalendar(first.year, first.month)
    ]
    earlier = (first - timedelta(days=1)).replace(day=1)
    return render(
        request,
        "archive.html",
        month=f"{first:%B %Y}",
        latest=number_of(today),
        weeks=weeks,
        earlier=f"{earlier:%Y-%m}" if earlier >= FIRST_DAY.replace(day=1) else "",
        later=f"{following:%Y-%m}" if following <= today else "",
    )


def _number_in(day: date, month: date, today: date) -> int:
    """Return the number of a day's duel; 0 outside the month and for days that have not come."""
    return number_of(day) if day.month == month.month and FIRST_DAY <= day <= today else 0


@router.get("/daily/{number}")
async def number_page(number: str, request: Request, lobby: InLobby, ask: Ask) -> Response:
    """Show an earlier duel and the solution of the one before.

    Raises:
        NotFound: There is no such duel, or its day has not come.
    """
    value = parse_whole(number)
    if value is None or not 1 <= value <= LAST:
        raise NotFound(f"There is no such duel. Today's duel is {number_at(lobby.now())}.")
    return await _page(request, lobby, ask, _published(lobby, value))


async def _page(request: Request, lobby: InLobby, ask: Ask, number: int) -> Response:
    report = await ask(describe_duel, number, seconds=DRAWING_SECONDS)
    solution, explore = None, ""
    if number > 1:
        solution, explore = await ask(solve_duel, number - 1, seconds=DRAWING_SECONDS)
    latest = number_at(lobby.now())
    return render(
        request,
        "daily.html",
        duel=report,
        chain=chain_limit(number),
        solution=solution,
        explore=explore,
        latest=latest,
        ends=(lobby.now() // _DAY + 1) * _DAY,
        others=await _others(lobby, number),
        preview=await ask(preview_of, number, seconds=DRAWING_SECONDS),
    )


async def _others(lobby: InLobby, number: int) -> str:
    """Return how many tries others needed; nothing while the database does not answer."""
    try:
        return tell_solvers(await lobby.reader.solvers(number))
    except StoreFailed:
        return ""


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
async def today(lobby: InLobby, ask: Ask) -> DailyReport:
    """Return today's duel, in UTC."""
    return await ask(describe_duel, number_at(lobby.now()), seconds=DRAWING_SECONDS)


@api.get("/daily/{number}")
async def daily(number: Number, lobby: InLobby, ask: Ask) -> DailyReport:
    """Return today's duel or an earlier one."""
    return await ask(describe_duel, _published(lobby, number), seconds=DRAWING_SECONDS)


@api.post("/daily/{number}/reply")
async def reply(number: Number, sent: Try, lobby: InLobby, ask: Ask) -> DailyReport:
    """Return the state of a try with the opponent's reply; `won` is null while it goes on."""
    return await ask(describe_try, _published(lobby, number), sent.moves, seconds=DRAWING_SECONDS)


@api.post("/daily/{number}/solved")
async def solved(number: Number, sent: Solution, lobby: InLobby, ask: Ask) -> Solvers:
    """Count a solution, without a name, and return how many tries others needed.

    Raises:
        InvalidParameter: These moves do not solve the duel.
    """
    report = await ask(describe_try, _published(lobby, number), sent.moves, seconds=DRAWING_SECONDS)
    if not report.won:
        raise InvalidParameter("These moves do not solve the duel.")
    await lobby.writer.store(Write(solution=(number, sent.tries)))
    return Solvers(text=await _others(lobby, number))
