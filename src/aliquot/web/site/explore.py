"""The oracle as a page: type a position, see who wins and why; every move is a link."""

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from aliquot.core.errors import AliquotError, InvalidParameter, UnknownGame
from aliquot.core.text import quote
from aliquot.games import PRESETS, book_of, books, slug_of
from aliquot.games.divisor_duel_pool import OPENINGS
from aliquot.games.manual import preset_title
from aliquot.lessons import LESSONS, SHARED
from aliquot.web.errors import Busy, NotFound
from aliquot.web.live.api import lobby_of
from aliquot.web.site import explore_report
from aliquot.web.site.explore_url import Place
from aliquot.web.site.rendering import render

router = APIRouter()
_EXAMPLES = (
    ("dividers-duel", "60"),
    ("divide-and-conquer", "100"),
    ("factor-duel", "30"),
    ("divisor-duel-subtract", "16"),
    ("divisor-duel-pool", "2-50"),
    ("dividers-duel", "60,84,90"),
)
"""Positions to begin with: each duel as its rule book recommends it, and several numbers at once."""


@router.get("/explore")
async def choose(request: Request) -> Response:
    """A position to type, and positions to begin with; with a game, the way to its page."""
    try:
        if game := request.query_params.get("game"):
            return RedirectResponse(_place(request, game).path, 303)
    except AliquotError as problem:
        return await _start(request, problem)
    return await _start(request)


@router.get("/explore/{name}")
async def explore_start(name: str, request: Request) -> Response:
    """The oracle about the start of a game."""
    return await _explore(request, name)


@router.get("/explore/{name}/{position:path}")
async def explore(name: str, position: str, request: Request) -> Response:
    """The oracle about a position."""
    return await _explore(request, name, position)


def _place(request: Request, name: str, position: str = "") -> Place:
    """What an address means, the rest of it included.

    Raises:
        InvalidParameter: It says neither yes nor no.
    """
    given = request.query_params
    flags = {}
    for flag in ("misere", "swap"):
        value = given.get(flag, "")
        if value not in ("", "0", "1", "on"):
            raise InvalidParameter(f"{flag} is 1 or it is left out, not {quote(value)}.")
        flags[flag] = value in ("1", "on")
    position = position or given.get("position", "").strip()
    return Place(name, position, given.get("opening", ""), start=given.get("start", ""), **flags)


async def _explore(request: Request, name: str, position: str = "") -> Response:
    try:
        place = _place(request, name, position)
        told = await lobby_of(request).workers.ask(explore_report.explored, place)
    except AliquotError as problem:
        return await _start(request, problem, name, position or request.query_params.get("position", ""))
    return render(
        request,
        "explored.html",
        told=told,
        lesson=_lesson_of(told["slug"], len(told["view"].get("heaps", ()))),
        data=_data(told),
        **_choices(place.name, place.position),
    )


def _data(told: dict[str, Any]) -> dict[str, Any]:
    """What the board needs and cannot read from the page: links and letters stand in its list."""
    return {name: told[name] for name in ("view", "position", "pairs", "play")}


async def _start(
    request: Request, problem: AliquotError | None = None, name: str = "dividers-duel", position: str = ""
) -> Response:
    """The page to begin at, with what went wrong if anything did."""
    status = 200
    if problem is not None:
        status = 404 if isinstance(problem, UnknownGame | NotFound) else 503 if isinstance(problem, Busy) else 422
    try:
        openings = await _openings(request)
    except Busy:
        openings = []
    return render(
        request,
        "explore.html",
        status=status,
        problem="" if problem is None else str(problem),
        openings=openings,
        rules=list(OPENINGS),
        examples=[(book_of(slug).title, text, Place(slug, text).path) for slug, text in _EXAMPLES],
        **_choices(name, position),
    )


async def _openings(request: Request) -> list[dict[str, Any]]:
    """How many openings win; asked for once."""
    state = request.app.state
    if not hasattr(state, "openings"):
        state.openings = await lobby_of(request).workers.ask(explore_report.openings)
    found: list[dict[str, Any]] = state.openings
    return found


def _choices(name: str, position: str) -> dict[str, Any]:
    """What the form offers, and what stands in it."""
    games = {slug: book.title for slug, book in books().items()}
    games |= {preset: preset_title(preset) for preset in PRESETS}
    if name not in games:
        name = slug_of(name) if slug_of(name) in games else "dividers-duel"
    return {"games": games, "chosen": name, "typed": position[:200]}


def _lesson_of(slug: str, numbers: int) -> str:
    """The lesson about a game, or nothing."""
    slug = "several-numbers" if numbers > 1 else SHARED.get(slug, slug)
    return slug if slug in LESSONS else ""
