"""The form for a new game; it comes back with each problem beside its field."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import ValidationError

from aliquot import catalogue
from aliquot.core.clock import TimeControl
from aliquot.core.errors import AliquotError
from aliquot.core.series import Series
from aliquot.games import PRESETS, books, flags
from aliquot.web.errors import TooManyRequests
from aliquot.web.limits import NAME, POOL, SUM
from aliquot.web.live import api
from aliquot.web.live.api import InLobby
from aliquot.web.live.auth import Credentials, check_name
from aliquot.web.live.protocol import NewMatch
from aliquot.web.live.settings import settings_of
from aliquot.web.site.rendering import read_form, render

router = APIRouter()

_DEFAULTS = {
    "game": "dividers-duel",
    "opponent": catalogue.USUAL_LEVEL,
    "first": catalogue.FIRST[0].value,
    "best_of": catalogue.SERIES[0].value,
    "choices": catalogue.LEGAL_MOVES[0].value,
}


def new_path(choice: catalogue.GameChoice) -> str:
    """Return the address of the form, filled with the settings of a game."""
    settings = {} if choice.game in PRESETS else dict(choice.parameters)
    return f"/new?{urlencode({'game': choice.game, **settings}, safe=':,')}"


@router.get("/new")
async def settings(request: Request, lobby: InLobby) -> Response:
    """Return the form, filled with the values of the query."""
    asked = {key: value[:300] for key, value in request.query_params.items()}
    asked["value"] = asked.get("value") or asked.get("start") or asked.get("pool") or ""
    return await _form(request, lobby, asked)


@router.post("/new")
async def begin(request: Request, lobby: InLobby) -> Response:
    """Set the game up and go there, or return the form with what is wrong."""
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
    """A field with a value that cannot be accepted."""

    def __init__(self, field: str, problem: object) -> None:
        super().__init__(str(problem))
        self.field = field


def _checked(sent: Mapping[str, str]) -> NewMatch:
    """Return the request that a form describes.

    Raises:
        _Wrong: A field cannot be accepted; the sentence is about that field.
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
        raise _Wrong(field, "This is not one of the settings, or it is too long.") from None
    if asked.opponent not in ("link", "device", *(level.slug for level in catalogue.LEVELS)):
        raise _Wrong("opponent", "Choose one of the opponents.")
    check("value", settings_of, asked, "Player 1")
    return asked


def _asked(sent: Mapping[str, str]) -> dict[str, Any]:
    """Return the fields of a request that need no check of their own."""
    name, value = sent.get("game", ""), sent.get("value", "").strip()
    facts: dict[str, Any] = {"game": name, "opponent": sent.get("opponent", ""), "first": sent.get("first", "you")}
    facts["choices"] = sent.get("choices", "shown")
    facts |= {key: sent[key] for key in ("name", "second_name") if sent.get(key, "").strip()}
    if sent.get("penalty"):
        facts["penalty"] = sent["penalty"]
    facts["open_book"] = "open_book" in sent
    if moves := sent.get("moves", "").strip():
        facts["moves"] = [move for move in moves.split(",") if move.strip()]
    variants = list(catalogue.switched_on(sent))
    book = books().get(PRESETS[name].duel if name in PRESETS else name)
    parameter = book.parameter if book is not None else "start"
    if "(" in name or parameter in ("start", "pool"):
        facts["variants"] = variants
        if value:
            facts[parameter] = value
        if parameter == "pool" and sent.get("opening"):
            facts["opening"] = sent["opening"]
    elif value or variants:
        # The parameter of another package's game can only be given in an id.
        facts["game"] = f"{name}({','.join([*([f'{parameter}={value}'] if value else []), *variants])})"
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
        choices=catalogue,
        variants=list(flags().values()),
        limits={"pool": POOL, "sum": SUM, "name": NAME},
    )


def _games() -> list[dict[str, Any]]:
    """Return every game on offer, with its parameter and suggestions for it."""
    games: list[dict[str, Any]] = [
        {
            "slug": slug,
            "title": book.title,
            "tagline": book.tagline,
            "parameter": book.parameter,
            "bounds": book.bounds,
            "usual": book.example,
            "suggested": [choice.value for choice in catalogue.suggestions(book)],
        }
        for slug, book in books().items()
    ]
    for preset in PRESETS.values():
        base = next(game for game in games if game["slug"] == preset.duel)
        usual = preset.parameters.get(base["parameter"], base["usual"])
        named = {"slug": preset.slug, "title": preset.title, "tagline": preset.tagline, "usual": usual}
        games.append({**base, **named})
    return games
