"""Worksheets to print: exercises on the first page, their answers on another."""

from secrets import randbelow
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import RedirectResponse

from aliquot.core.errors import AliquotError, InvalidParameter
from aliquot.core.text import parse_whole, quote
from aliquot.games import PRESETS
from aliquot.lessons import LESSONS, UnknownLesson, lesson
from aliquot.lessons.exercises import MOST
from aliquot.web.errors import Busy
from aliquot.web.live.api import InLobby
from aliquot.web.site import worksheet_report
from aliquot.web.site.rendering import render

router = APIRouter()
_USUAL = 8


@router.get("/worksheet")
async def worksheet(
    request: Request,
    lobby: InLobby,
    game: Annotated[str, Query()] = "",
    count: Annotated[str, Query()] = "",
    seed: Annotated[str, Query()] = "",
) -> Response:
    """A worksheet; one without a seed gets one and with it an address that can be passed on."""
    slug = game
    facts: dict[str, Any] = {"lessons": LESSONS, "most": MOST}
    try:
        found = lesson(PRESETS[game][0] if game in PRESETS else game or next(iter(LESSONS)))
        slug = found.slug
        number = _whole("The number of exercises", count, _USUAL, 1, MOST)
        if not seed:
            chosen = {"game": slug, "count": number, "seed": randbelow(worksheet_report.LARGEST_SEED) + 1}
            return RedirectResponse(f"/worksheet?{urlencode(chosen)}", 303)
        sown = _whole("The seed", seed, 1, 0, worksheet_report.LARGEST_SEED)
        rules, exercises = await lobby.workers.ask(worksheet_report.worksheet, slug, number, sown)
    except AliquotError as problem:
        status = 404 if isinstance(problem, UnknownLesson) else 503 if isinstance(problem, Busy) else 422
        facts |= {"problem": str(problem), "exercises": [], "rules": "", "title": "", "count": _USUAL, "seed": 0}
        return render(request, "worksheet.html", status=status, chosen=slug, **facts)
    facts |= {
        "problem": "",
        "exercises": exercises,
        "rules": rules,
        "title": found.title,
        "count": number,
        "seed": sown,
    }
    return render(request, "worksheet.html", chosen=slug, **facts)


def _whole(what: str, text: str, usual: int, least: int, most: int) -> int:
    number = parse_whole(text) if text else usual
    if number is None or not least <= number <= most:
        raise InvalidParameter(f"{what} is a whole number from {least} to {most:,}, not {quote(text)}.")
    return number
