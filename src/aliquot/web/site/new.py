"""The form for a new game; it comes back with each problem beside its field."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import ValidationError

from aliquot import catalogue
from aliquot.core.clock import TimeControl
from aliquot.core.errors import AliquotError, UnknownGame
from aliquot.core.series import Series
from aliquot.core.text import parse_whole
from aliquot.games import PRESETS, book_of, books, create, flags, goal_of, title_of
from aliquot.web.errors import NotFound, TooManyRequests
from aliquot.web.limits import NAME, POOL, SUM
from aliquot.web.live import api
from aliquot.web.live.api import InLobby
from aliquot.web.live.auth import Credentials, check_name
from aliquot.web.live.protocol import NewMatch
from aliquot.web.live.settings import check_offered, settings_of
from aliquot.web.site.preview import preview_path
from aliquot.web.site.rendering import read_form, render

router = APIRouter()

LONGEST_GAME = 300
"""Characters in the id of a game that an address names."""
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
    values = {key: value[:300] for key, value in request.query_params.items()}
    values["value"] = values.get("value") or values.get("start") or values.get("pool") or ""
    try:
        book_of(values.get("game", _DEFAULTS["game"]))
    except UnknownGame as problem:
        return await _form(request, lobby, {**values, "game": _DEFAULTS["game"]}, {"game": str(problem)}, status=404)
    return await _form(request, lobby, values)


@router.post("/new")
async def begin(request: Request, lobby: InLobby) -> Response:
    """Create the match and redirect to it, or return the form with the problem."""
    try:
        fields = {name: value.decode() for name, value in (await read_form(request)).items()}
    except ValueError:
        fields = {}
    response = RedirectResponse("/new", 303)
    try:
        seated = await api.create_match(_checked(fields), request, response, lobby)
    except _FieldError as problem:
        return await _form(request, lobby, fields, {problem.field: str(problem)}, status=422)
    except TooManyRequests:
        raise
    except AliquotError as problem:
        # The settings are valid, but not with this opponent.
        return await _form(request, lobby, fields, {"opponent": str(problem)}, status=422)
    response.headers["location"] = f"/g/{seated.match}"
    return response


@router.get("/challenge")
async def challenge(request: Request, game: str = "", moves: str = "", level: str = "", first: str = "you") -> Response:
    """Show a challenge: the start of a game that somebody has won, to be started with one tap.

    Raises:
        AliquotError: There is no such game.
    """
    if len(game) > LONGEST_GAME:
        raise NotFound("There is no such game.")
    start = create(game)
    check_offered(start)
    count = parse_whole(moves)
    levels = [each.slug for each in catalogue.LEVELS]
    return render(
        request,
        "challenge.html",
        title=title_of(start),
        goal=goal_of(start),
        slug=start.slug,
        count=count if count is not None and 0 < count < POOL else None,
        level=level if level in levels else "",
        fields={
            "game": start.id,
            "opponent": level if level in levels else catalogue.USUAL_LEVEL,
            "first": "they" if first == "they" else "you",
        },
        preview=preview_path(start, start.start()),
    )


class _FieldError(AliquotError):
    """A field with a value that cannot be accepted."""

    def __init__(self, field: str, problem: object) -> None:
        super().__init__(str(problem))
        self.field = field


def _checked(fields: Mapping[str, str]) -> NewMatch:
    """Return the request that a form describes.

    Raises:
        _FieldError: A field cannot be accepted; the sentence is about that field.
    """

    def check(field: str, work: Any, *arguments: Any) -> Any:
        try:
            return work(*arguments)
        except AliquotError as problem:
            raise _FieldError(field, problem) from None

    clock = fields.get("clock", "").strip()
    if fields.get("name", "").strip():
        check("name", check_name, fields["name"])
    if fields.get("second_name", "").strip():
        check("second_name", check_name, fields["second_name"])
    if clock:
        check("clock", TimeControl.parse, clock)
    best_of = fields.get("best_of", "1")
    check("best_of", Series, int(best_of) if best_of.isascii() and best_of.isdigit() and len(best_of) < 4 else 0)
    try:
        new_match = NewMatch(**_unchecked(fields), best_of=int(best_of), clock=clock or None)
    except ValidationError as error:
        where = str(error.errors()[0]["loc"][0])
        field = where if where in ("opponent", "first", "choices", "opening", "name", "second_name") else "value"
        raise _FieldError(field, "This value is not allowed.") from None
    if new_match.opponent not in ("link", "device", *(level.slug for level in catalogue.LEVELS)):
        raise _FieldError("opponent", "Choose an opponent.")
    check("value", settings_of, new_match, "Player 1")
    return new_match


def _unchecked(fields: Mapping[str, str]) -> dict[str, Any]:
    """Return the fields of a request that need no check of their own."""
    name, value = fields.get("game", ""), fields.get("value", "").strip()
    settings: dict[str, Any] = {
        "game": name,
        "opponent": fields.get("opponent", ""),
        "first": fields.get("first", "you"),
    }
    settings["choices"] = fields.get("choices", "shown")
    settings |= {key: fields[key] for key in ("name", "second_name") if fields.get(key, "").strip()}
    if fields.get("penalty"):
        settings["penalty"] = fields["penalty"]
    settings["open_book"] = "open_book" in fields
    if moves := fields.get("moves", "").strip():
        settings["moves"] = [move for move in moves.split(",") if move.strip()]
    variants = list(catalogue.switched_on(fields))
    book = books().get(PRESETS[name].duel if name in PRESETS else name)
    parameter = book.parameter if book is not None else "start"
    if "(" in name or parameter in ("start", "pool"):
        settings["variants"] = variants
        if value:
            settings[parameter] = value
        if parameter == "pool" and fields.get("opening"):
            settings["opening"] = fields["opening"]
    elif value or variants:
        # The parameter of another package's game can only be given in an id.
        settings["game"] = f"{name}({','.join([*([f'{parameter}={value}'] if value else []), *variants])})"
    return settings


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
