"""The home page: a board to play on at once, and links to everything else."""

from datetime import UTC, datetime
from functools import cache
from typing import Any

from fastapi import APIRouter, Request, Response

from aliquot.arithmetic import factorise
from aliquot.catalogue import DEEPER, DUELS, FRIEND, PUZZLES, USUAL_LEVEL, GameChoice, other_games, quick_start
from aliquot.core.errors import AliquotError
from aliquot.games import create, goal_of
from aliquot.lessons import LESSONS
from aliquot.reports.daily import LAST, number_at
from aliquot.reports.live import MatchSummary
from aliquot.reports.sentences import short_title
from aliquot.web.errors import StoreFailed
from aliquot.web.live.api import InLobby
from aliquot.web.live.auth import Credentials
from aliquot.web.site.new import new_path
from aliquot.web.site.rendering import render

router = APIRouter()
PRESET, POOL, PICK, LEVEL = "juniper-green", "1-40", "30", "easy"
"""The game on the home page: after that pick only one of seven replies wins."""
TRAILS = {
    "Divider's Duel": (60, 12, 3),
    "Divide and Conquer": (100, 10, 5),
    "Factor Duel": (42, 21, 7),
    "Divisor Duel: Subtraction": (16, 12, 9),
    "Divisor Duel: Pool": (5, 15, 30),
    "Juniper Green": (12, 36, 9),
    "Factors and Multiples": (42, 84, 28),
}
"""The first numbers of a game, drawn on its card with their prime factors as dots."""
_LATEST = 8
"""The most games of a visitor that are listed."""
_LINES = {
    ("computer", False): "Against the computer, {day}. Continue.",
    ("computer", True): "Against the computer, {day}. Finished: review it.",
    ("device", False): "Two players on one device, {day}. Continue.",
    ("device", True): "Two players on one device, {day}. Finished: review it.",
    ("link", False): "Against a friend, {day}. Continue.",
    ("link", True): "Against a friend, {day}. Finished: review it.",
}
"""The line below a game in the list, by its mode and whether it is finished."""


@router.get("/")
async def home(request: Request, lobby: InLobby) -> Response:
    """Show the home page, with the visitor's name and games."""
    visitor = Credentials.of(request).visitor_hash
    name, games = "", list[MatchSummary]()
    if visitor is not None:
        try:
            name, games = await lobby.reader.name(visitor), await lobby.reader.matches_of(visitor, _LATEST)
        except StoreFailed:
            games = []  # The page works without them.
    return render(
        request,
        "home.html",
        arrival=_arrival(),
        name=name,
        games=[_listed(game) for game in games],
        daily=min(number_at(lobby.now()), LAST),
        duels=[_start(choice) for choice in DUELS],
        deeper=[_start(choice) for choice in (*DEEPER, *other_games())],
        puzzles=PUZZLES,
        lessons=list(LESSONS.values()),
    )


def _start(choice: GameChoice) -> dict[str, Any]:
    """Return a card that starts a game with one tap, against the usual computer and from a start worth playing."""
    parameters = dict(quick_start(choice))
    value = parameters.pop("start", None) or parameters.pop("pool", None)
    fields = {"game": choice.game, "opponent": USUAL_LEVEL, **parameters, **({"value": value} if value else {})}
    trail = [(number, _primes(number)) for number in TRAILS.get(choice.title, ())]
    return {
        "fields": fields,
        "title": choice.title,
        "line": choice.line,
        "trail": trail,
        "settings": new_path(choice),
    }


def _primes(number: int) -> list[str]:
    """Return the class of the dot of each prime factor."""
    return [f"p{prime if prime < 10 else 'x'}" for prime, exponent in factorise(number) for _ in range(exponent)]


@cache
def _arrival() -> dict[str, Any]:
    """Return the first position, and how to set up the game it belongs to."""
    game = create(PRESET, pool=POOL)
    position = game.play(game.start(), game.parse(game.start(), PICK))
    return {
        "settings": {"game": PRESET, "pool": POOL, "opponent": LEVEL, "first": "they"},
        "moves": [PICK],
        "friend": dict(FRIEND),
        "name": short_title(game),
        "goal": goal_of(game),
        "turns": [{"seat": 1, "move": PICK, "leaves": "", "numbers": []}],
        "view": game.view(position).as_json(),
    }


def _listed(match: MatchSummary) -> dict[str, Any]:
    try:
        title = short_title(create(match["game"]))
    except AliquotError:
        title = "A game that is no longer installed"
    day = datetime.fromtimestamp(match["created"] / 1000, UTC)
    return {
        "href": f"/g/{match['id']}" + ("/review" if match["finished"] else ""),
        "title": title,
        "line": _LINES[match["mode"], match["finished"]].format(day=day.strftime("%d %B").lstrip("0")),
    }
