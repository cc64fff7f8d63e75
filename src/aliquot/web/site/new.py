"""The settings of a new game: a plain form, sent back with the sentence beside the field that it is about."""

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import ValidationError

from aliquot.core.clock import TimeControl
from aliquot.core.errors import AliquotError
from aliquot.core.series import Series
from aliquot.games import PRESETS, books
from aliquot.players import LEVELS
from aliquot.web.errors import TooManyRequests
from aliquot.web.limits import NAME, POOL, SUM
from aliquot.web.live import api
from aliquot.web.live.api import InLobby
from aliquot.web.live.auth import Credentials, check_name
from aliquot.web.live.protocol import NewMatch
from aliquot.web.live.settings import settings_of
from aliquot.web.site.rendering import read_form, render

router = APIRouter()

STRENGTHS = {
    "beginner": "moves at random",
    "easy": "the best move 3 times in 10",
    "medium": "the best move 6 times in 10",
    "strong": "the best move 17 times in 20",
    "perfect": "never gives a win away",
}
_DEFAULTS = {"game": "dividers-duel", "opponent": "medium", "first": "you", "best_of": "1", "choices": "shown"}
_SUGGESTED = {
    "start": ("60", "360", "random", "balanced", "balanced:2", "60,84,90"),
    "pool": ("2-50", "1-40", "1-24", "1-100", "2-200"),
}
_CLOCKS = (("60+0", "1 minute each"), ("180+2", "3 minutes each, 2 seconds a move"), ("600+5", "10 minutes each"))


@router.get("/new")
async def settings(request: Request, lobby: InLobby) -> Response:
    """The form, filled with what the address says."""
    asked = {key: value[:300] for key, value in request.query_params.items()}
    asked["value"] = asked.get("value") or asked.get("start") or asked.get("pool") or ""
    return await _form(request, lobby, asked)


@router.post("/new")
async def begin(request: Request, lobby: InLobby) -> Response:
    """Sets the game up and goes there, or says what cannot be."""
    try:
        sent = {name: value.decode() for name, value in (await read_form(request)).items()}
    except ValueError:
        sent = {}
    going = RedirectResponse("/new", 303)
    try:
        seated = await api.create_match(_checked(sent), request, going, lobby)
    except _Wrong as wrong:
        return await _form(request, lobby, sent, {wrong.field: str(wrong)}, status=422)
    except TooManyRequests:
        raise
    except AliquotError as problem:
        # What the form says can be set up, but not against this opponent.
        return await _form(request, lobby, sent, {"opponent": str(problem)}, status=422)
    going.headers["location"] = f"/g/{seated.match}"
    return going


class _Wrong(AliquotError):
    """A field that cannot be like that."""

    def __init__(self, field: str, problem: object) -> None:
        super().__init__(str(problem))
        self.field = field


def _checked(sent: Mapping[str, str]) -> NewMatch:
    """What a form asks for.

    Raises:
        _Wrong: It cannot be; the sentence is about that field.
    """

    def check(field: str, work: Any, *given: Any) -> Any:
        try:
            return work(*given)
        except AliquotError as problem:
            raise _Wrong(field, problem) from None

    clock = sent.get("clock", "").strip()
    if sent.get("name", "").strip():
        check("name", check_name, sent["name"])
    if sent.get("second_name", "").strip():
        check("second_name", check_name, sent["second_name"])
    if clock:
        check("clock", TimeControl.parse, clock)
    best_of = sent.get("best_of", "1")
    check("best_of", Series, int(best_of) if best_of.isascii() and best_of.isdigit() and len(best_of) < 4 else 0)
    try:
        asked = NewMatch(**_asked(sent), best_of=int(best_of), clock=clock or None)
    except ValidationError as error:
        where = str(error.errors()[0]["loc"][0])
        field = where if where in ("opponent", "first", "choices", "opening", "name", "second_name") else "value"
        raise _Wrong(field, "That is not one of the settings, or it is too long.") from None
    if asked.opponent not in ("link", "device", *LEVELS):
        raise _Wrong("opponent", "Choose one of the opponents.")
    check("value", settings_of, asked, "Player 1")
    return asked


def _asked(sent: Mapping[str, str]) -> dict[str, Any]:
    """The fields of a request that do not need a look of their own."""
    name, value = sent.get("game", ""), sent.get("value", "").strip()
    facts: dict[str, Any] = {"game": name, "opponent": sent.get("opponent", ""), "first": sent.get("first", "you")}
    facts["choices"] = sent.get("choices", "shown")
    facts |= {key: sent[key] for key in ("name", "second_name") if sent.get(key, "").strip()}
    if sent.get("penalty"):
        facts["penalty"] = sent["penalty"]
    facts["open_book"] = "open_book" in sent
    if moves := sent.get("moves", "").strip():
        facts["moves"] = [move for move in moves.split(",") if move.strip()]
    flags = [flag for flag in ("misere", "swap") if flag in sent]
    book = books().get(PRESETS[name][0] if name in PRESETS else name)
    parameter = book.parameter if book is not None else "start"
    if "(" in name or parameter in ("start", "pool"):
        facts |= dict.fromkeys(flags, True)
        if value:
            facts[parameter] = value
        if parameter == "pool" and sent.get("opening"):
            facts["opening"] = sent["opening"]
    elif value or flags:
        # What a game of somebody else is set up with has a name of its own, which only an id can say.
        facts["game"] = f"{name}({','.join([*([f'{parameter}={value}'] if value else []), *flags])})"
    return facts


async def _form(
    request: Request,
    lobby: Any,
    values: Mapping[str, str],
    problems: Mapping[str, str] | None = None,
    status: int = 200,
) -> Response:
    visitor = Credentials.of(request).visitor_hash
    name = "" if visitor is None else await lobby.reader.name(visitor)
    return render(
        request,
        "new.html",
        status=status,
        values={**_DEFAULTS, "name": name, **values},
        problems=dict(problems or {}),
        games=_games(),
        levels=[(level, STRENGTHS.get(level, "")) for level in LEVELS],
        clocks=_CLOCKS,
        limits={"pool": POOL, "sum": SUM, "name": NAME},
    )


def _games() -> list[dict[str, Any]]:
    """Everything that is offered, with what each wants to know."""
    found = [
        {
            "slug": slug,
            "title": book.title,
            "tagline": book.tagline,
            "parameter": book.parameter,
            "bounds": book.bounds,
            "usual": book.example,
            "suggested": list(_SUGGESTED.get(book.parameter, (book.example,))),
        }
        for slug, book in books().items()
    ]
    for slug, (duel, rules) in PRESETS.items():
        base = next(game for game in found if game["slug"] == duel)
        title = slug.replace("-", " ").title().replace(" And ", " and ")
        found.append({**base, "slug": slug, "title": title, "usual": rules["pool"]})
    return found
