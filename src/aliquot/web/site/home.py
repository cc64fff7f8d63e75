"""Arriving: a board to play on at once, and the ways from here."""

from datetime import UTC, datetime
from functools import cache
from typing import Any

from fastapi import APIRouter, Request, Response

from aliquot.core.errors import AliquotError
from aliquot.games import PRESETS, books, create
from aliquot.lessons import LESSONS
from aliquot.reports.daily import LAST, number_at
from aliquot.reports.live import MatchSummary
from aliquot.reports.sentences import short_title
from aliquot.web.errors import StoreFailed
from aliquot.web.live.api import InLobby
from aliquot.web.live.auth import Credentials
from aliquot.web.site.rendering import render

router = APIRouter()
POOL, PICK, LEVEL = "1-40", "30", "easy"
"""The game one finds on arriving: after that pick only one of seven answers wins."""
_LATEST = 8
"""How many of one's games are listed."""


@router.get("/")
async def home(request: Request, lobby: InLobby) -> Response:
    """The board, a friend, the duel of the day, the duels, lessons, the oracle."""
    visitor = Credentials.of(request).visitor_hash
    name, games = "", list[MatchSummary]()
    if visitor is not None:
        try:
            name, games = await lobby.reader.name(visitor), await lobby.reader.matches_of(visitor, _LATEST)
        except StoreFailed:
            games = []  # The rest of the page is as good without them.
    return render(
        request,
        "home.html",
        arrival=_arrival(),
        name=name,
        games=[_listed(game) for game in games],
        daily=min(number_at(lobby.now()), LAST),
        duels=_duels(),
        deeper=_deeper(),
        lessons=list(LESSONS.values()),
    )


@cache
def _arrival() -> dict[str, Any]:
    """The first position, and how to set up the game it belongs to."""
    game = create("divisor-duel-pool", pool=POOL)
    position = game.play(game.start(), game.parse(game.start(), PICK))
    return {
        "asked": {"game": game.slug, "pool": POOL, "opponent": LEVEL, "first": "they"},
        "moves": [PICK],
        "name": short_title(game),
        "turns": [{"seat": 1, "move": PICK, "leaves": ""}],
        "view": game.view(position).as_json(),
    }


def _duels() -> list[tuple[str, str, str]]:
    """Every duel: where it is set up, its name, what it is."""
    return [(f"/new?game={slug}", book.title, book.tagline) for slug, book in books().items()]


@cache
def _deeper() -> list[tuple[str, str, str]]:
    """What goes deeper: variants with a name, and several numbers at once."""
    named = []
    for slug, (_, rules) in PRESETS.items():
        game = create(slug)
        opening = game.view(game.start()).asks
        named.append(
            (f"/new?game={slug}", slug.replace("-", " ").title().replace(" And ", " and "), _pool(rules, opening))
        )
    return [
        *named,
        (
            "/new?game=dividers-duel&start=60,84,90",
            "Several numbers",
            "Three numbers at once: an old game in disguise.",
        ),
        ("/new?game=dividers-duel&start=60,84&misere=1", "Misère", "Two numbers, and the last move loses."),
        (
            "/new?game=divisor-duel-pool&swap=1",
            "Pie rule",
            "A pool in which the second player may take over the first pick.",
        ),
    ]


def _pool(rules: dict[str, str], opening: str) -> str:
    low, high = rules["pool"].split("-")
    return f"Pool {low}–{high}. To begin with, {opening}."


def _listed(match: MatchSummary) -> dict[str, Any]:
    try:
        title = short_title(create(match["game"]))
    except AliquotError:
        title = "A game that is not installed any more"
    day = datetime.fromtimestamp(match["created"] / 1000, UTC)
    against = {"computer": "against the computer", "device": "on one device", "link": "by link"}
    return {
        "href": f"/g/{match['id']}" + ("/review" if match["finished"] else ""),
        "title": title,
        "how": against.get(match["mode"], ""),
        "day": day.strftime("%d %B").lstrip("0"),
        "finished": match["finished"],
    }
