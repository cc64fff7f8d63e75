"""Explore: the page of a position with its study, and the API for studies, certificates and lattices."""

import json
import re
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from time import process_time
from typing import Annotated, Any
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import RedirectResponse

from aliquot import catalogue
from aliquot.arithmetic import factorise, omega, product
from aliquot.core import text as texts
from aliquot.core.errors import AliquotError, InvalidParameter, InvalidPosition, UnknownGame, Unsolved
from aliquot.core.game import AnyGame
from aliquot.core.view import PoolView, View
from aliquot.games import book_of, books, create, flags, options_of, slug_of, title_of
from aliquot.games.boards import Board, board_of
from aliquot.games.divisor_duel_pool import OPENINGS, PoolDuel
from aliquot.games.misere import MISERE
from aliquot.games.positions import lead_to, locate
from aliquot.games.rulebook import AnyBook
from aliquot.games.swap import WORD
from aliquot.lattice import lay_out
from aliquot.lessons import LESSONS, SHARED
from aliquot.oracle import solve
from aliquot.oracle.budget import Budget
from aliquot.reports.live import VERSION
from aliquot.reports.study import Study, study, study_match
from aliquot.web.errors import Busy, NotAllowed, NotFound
from aliquot.web.limits import ORACLE_SECONDS
from aliquot.web.live.api import REFUSALS, Ask, By, InRoom, require_oracle
from aliquot.web.live.settings import UNNAMED, check_offered
from aliquot.web.site.rendering import Browser, Page, render

router = APIRouter(dependencies=[Depends(require_oracle)])
api = APIRouter(prefix="/api", responses=REFUSALS)

LONGEST_NAME, LONGEST_POSITION = 300, 10_000
"""Characters in the name of a game and in the text of a position."""
MOST_MOVES = 1_000
"""The most moves that a page lists; if there are more, half of them are winning ones."""
_MOST_PRINTED = 60
"""The most moves on a printed page."""
_MOST_PICKS = 20
"""The most picks that a page names."""
_MOST_CELLS = 120
"""The most numbers of a printed pool."""
_STUDY_SECONDS = ORACLE_SECONDS * 0.6
"""The most time for a study; the rest of the worker's time is for writing it down."""
_POOLS = ("1-24", "1-36", "1-40", "1-50", "1-100")
"""The pools that classrooms use."""
_EXAMPLES = (
    ("dividers-duel", "60"),
    ("divide-and-conquer", "100"),
    ("factor-duel", "30"),
    ("divisor-duel-subtract", "16"),
    ("divisor-duel-pool", "2-50"),
    ("dividers-duel", "60,84,90"),
)
"""Example positions: each duel from its recommended start, and several numbers."""
MIXED = "sum"
"""The choice of the form for numbers under different rules."""
_MARKED_NUMBERS = re.compile(r"(?=.*[/-])\s*\d+[/-]?(\s*,\s*\d+[/-]?)+\s*", re.ASCII)
"""Several numbers, one of them at least with the sign of its rule."""
_SAFE = ",:()=~+-"
STUDY_OFF = "Study is off in this game until it is over."
NO_CERTIFICATE = "There is no certificate: this result was found by a search."


# --- addresses ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PositionAddress:
    """The address of a position: the parts of its URL."""

    name: str
    """A duel, a preset or a game's id."""
    position: str = ""
    """The position; empty means the start."""
    opening: str = ""
    variants: tuple[str, ...] = ()
    """The slugs of the variants that are switched on."""
    start: str = ""
    """The start of the game, which decides under the pie rule whether the first move has been made."""

    @property
    def path(self) -> str:
        """The URL of its page."""
        query: dict[str, str] = {}
        path = f"/explore/{quote(self.name, safe=_SAFE)}"
        text = self.position.removesuffix("/")
        if _fits_path(text):
            path += f"/{quote(text, safe=_SAFE + '/')}"
        elif text:
            query["position"] = text
        query |= {name: value for name in ("start", "opening") if (value := getattr(self, name))}
        query |= dict.fromkeys(self.variants, catalogue.ON)
        return f"{path}?{urlencode(query, safe=_SAFE)}" if query else path

    def locate(self) -> tuple[AnyGame, Any]:
        """Return the game and the position.

        Raises:
            AliquotError: There is no such game or position, or it is too large for this server.
        """
        if len(self.name) > LONGEST_NAME or len(self.start) > LONGEST_NAME:
            raise InvalidParameter(f"The name of a game may have at most {LONGEST_NAME} characters.")
        if len(self.position) > LONGEST_POSITION:
            raise InvalidPosition(f"A position may have at most {LONGEST_POSITION:,} characters.")
        variant: dict[str, Any] = dict.fromkeys(self.variants, True)
        if self.opening:
            variant["opening"] = self.opening
        name = self.name
        if self.start:
            options = "".join(f",{option}" for option in variant)
            name, variant = f"{name}(start={self.start.replace(',', '+')}{options})", {}
        game, position = locate(name, self._text, **variant)
        check_offered(game)
        return game, position

    @property
    def _text(self) -> str | None:
        """The position in the notation of its game. Picks alone are picks from the pool of the rule book."""
        text = "".join(self.position.split())
        if not text:
            return None
        if "(" not in self.name and text.replace(",", "").isdigit():
            book = book_of(self.name)
            if book.parameter == "pool":
                start = locate(self.name, None)[0]
                return f"{start.text(start.start())}{text}"
        return text

    def at(self, game: AnyGame, position: Any) -> "PositionAddress":
        """Return the address of another position of the same game, with the same name."""
        if "(" not in self.name and not _position_has_start(book_of(self.name)):
            return PositionAddress(game.id, _position_text(game, position))
        needs_start = WORD in self.variants and "(" not in self.name and book_of(self.name).is_summable
        start = self.start or (_position_text(game, game.start()) if needs_start else "")
        return replace(self, position=_position_text(game, position), start=start)


def address_of(game: AnyGame, position: Any) -> PositionAddress:
    """Return the shortest address of a position."""
    options = set(options_of(game.id)[1:])
    openings = [option for option in options if option.startswith("opening=")]
    book = books().get(game.slug)
    if book is None or not _position_has_start(book) or not options <= {MISERE.slug, *openings}:
        return PositionAddress(game.id, _position_text(game, position))
    opening = openings[0].partition("=")[2] if openings else ""
    return PositionAddress(game.slug, _position_text(game, position), opening, tuple(options & {MISERE.slug}))


def _position_has_start(book: AnyBook) -> bool:
    """Return whether the text of a position says where a game of that book starts, so that its name need not."""
    return book.parameter == "pool" or (book.is_summable and book.parameter == "start")


def _position_text(game: AnyGame, position: Any) -> str:
    """Return a position as addresses have it: several numbers with commas, which need no escaping."""
    text, book = game.text(position), books().get(game.slug)
    # Only a sum of numbers under different rules has no book of its own.
    return text.replace("+", ",") if book is None or book.is_summable else text


def _fits_path(text: str) -> bool:
    """Return whether a text survives being part of a path."""
    return bool(text) and all(part not in ("", ".", "..") for part in text.split("/"))


def mixed_id(text: str) -> str:
    """Return the id of the sum that a text names: numbers to divide, and numbers ending in `-` to subtract from.

    >>> mixed_id("60, 84/, 48-")
    'sum(dividers-duel:60+dividers-duel:84+divisor-duel-subtract:48)'

    Raises:
        InvalidPosition: It names none.
    """
    parts = [part.strip() for part in text[:LONGEST_POSITION].split(",")]
    for part in parts:
        if texts.parse_whole(part.rstrip("/-")) is None:
            raise InvalidPosition(
                "Type several numbers with commas; one to subtract from ends in -, such as 60, 84, 48-, "
                f"not {texts.quote(text)}."
            )
    rules = ("divisor-duel-subtract" if part.endswith("-") else "dividers-duel" for part in parts)
    members = (f"{rule}:{part.rstrip('/-')}" for rule, part in zip(rules, parts, strict=True))
    return f"sum({'+'.join(members)})"


# --- in worker processes --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MoveLink:
    """A move of the list, with the address of the position it leaves."""

    text: str
    leaves: str
    wins: bool | None
    """True if it wins; None if that is not known."""
    href: str


@dataclass(frozen=True, slots=True)
class PoolCell:
    """A number of a printed pool."""

    number: int
    taken: bool
    current: bool


@dataclass(frozen=True, slots=True)
class Exploration:
    """Everything the page of a position shows."""

    study: Study
    slug: str
    title: str
    tagline: str
    address: str
    start_address: str
    """The address of the start of the game."""
    heading: str
    """The number faced, or the pool."""
    context: str
    """The picks so far, in a pool."""
    is_over: bool
    view: dict[str, Any]
    cells: tuple[PoolCell, ...]
    play: dict[str, Any] | None
    """The fields of a new match from here, in which the visitor is to move; None if there can be none."""
    moves: tuple[MoveLink, ...]
    """The moves of the list, winning moves first."""
    move_count: int
    printed_moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpeningCount:
    """The number of winning openings of a pool under one rule for the first pick."""

    wins: int
    moves: int
    href: str


def explore_position(address: PositionAddress) -> Exploration:
    """Return everything the page of a position shows.

    Raises:
        AliquotError: There is no such position.
    """
    game, position = address.locate()
    view, is_over = game.view(position), game.outcome(position) is not None
    report = study(game, position, budget=_budget(_STUDY_SECONDS))
    every = [*([] if view.swap is None else [view.swap.move]), *view.options.moves]
    return Exploration(
        study=report,
        slug=game.slug,
        title=title_of(game),
        tagline=game.tagline,
        address=address.at(game, position).path,
        start_address=address.at(game, game.start()).path,
        heading=_heading(view) or game.text(position),
        context=_context(view),
        is_over=is_over,
        view=view.as_json(),
        cells=pool_cells(view),
        play=None if is_over else _play(game, position),
        moves=_links(address, game, position, every, report),
        move_count=len(every),
        printed_moves=tuple(view.option(move).notation for move in every[:_MOST_PRINTED]),
    )


def position_page(address: PositionAddress, browser: Browser) -> Page:
    """Draw the page of a position.

    Raises:
        AliquotError: There is no such position.
    """
    page = explore_position(address)
    script = {
        "view": page.view,
        "winning": None if page.study.wins is None else page.study.winning_texts,
        "pairs": page.study.pairs,
        "play": page.play,
    }
    return browser.draw(
        "explored.html",
        page=page,
        study=page.study,
        moves=page.moves,
        stacks=page.study.stacks,
        lesson=_lesson(page.slug, len(page.view.get("heaps", ()))),
        preview=f"/preview.png?{urlencode({'game': page.study.game, 'position': page.study.position})}",
        data=script,
        **_form_fields(address.name, address.position),
    )


def _heading(view: View) -> str:
    if isinstance(view, PoolView):
        return f"{view.low}–{view.high}" if view.current is None else str(view.current)
    return view.summary


def _context(view: View) -> str:
    if not isinstance(view, PoolView) or view.current is None:
        return ""
    picks = sorted(view.turns, key=view.turns.__getitem__)
    pool, latest = f"{view.low}–{view.high}", ", ".join(map(str, picks[-_MOST_PICKS:]))
    if len(picks) > _MOST_PICKS:
        return f"Pool {pool}, {len(picks)} picks, latest: {latest}"
    return f"Pool {pool}, picked: {latest}"


def pool_cells(view: View) -> tuple[PoolCell, ...]:
    """Return the numbers of a pool that fits on paper."""
    if not isinstance(view, PoolView) or view.high - view.low >= _MOST_CELLS:
        return ()
    return tuple(
        PoolCell(number, number in view.turns, number == view.current) for number in range(view.low, view.high + 1)
    )


def _links(
    address: PositionAddress, game: AnyGame, position: Any, every: list[Any], report: Study
) -> tuple[MoveLink, ...]:
    """Return the moves to list, winning moves first."""
    view = game.view(position)
    swap = None if view.swap is None else view.swap.move

    def wins(move: Any) -> bool:
        return report.wins_by(WORD if move == swap else move)

    winning, losing = [move for move in every if wins(move)], [move for move in every if not wins(move)]
    first = winning[: max(MOST_MOVES // 2, MOST_MOVES - len(losing))]
    return tuple(
        MoveLink(
            text=(option := view.option(move)).notation,
            leaves=option.leaves,
            wins=None if report.wins is None else wins(move),
            href=address.at(game, game.child(position, move)).path,
        )
        for move in [*first, *losing[: MOST_MOVES - len(first)]]
    )


def _play(game: AnyGame, position: Any) -> dict[str, Any] | None:
    path = lead_to(game, position)
    if path is None:
        return None
    name, moves = path
    return {"game": name, "first": "they" if len(moves) % 2 else "you", **({"moves": moves} if moves else {})}


def find_boards(address: PositionAddress) -> list[Board]:
    """Return the board of an address.

    Raises:
        AliquotError: There is no such position.
    """
    return [board_of(*address.locate())]


def position_study(game: str, position: str | None) -> bytes:
    """Return the study of a position with its certificate as JSON.

    Raises:
        AliquotError: There is no such position, or it is too large for this server.
    """
    located, at = PositionAddress(game, position or "").locate()
    return _json(study(located, at, budget=_budget(_STUDY_SECONDS), certificate=True))


def match_study(game: str, moves: tuple[str, ...], names: tuple[str, str]) -> bytes:
    """Return the study of the position that some moves lead to as JSON; its sentences name the players."""
    return _json(study_match(game, moves, names, _STUDY_SECONDS))


def position_certificate(game: str, position: str) -> tuple[str, bytes]:
    """Return a name for a file, and the certificate of the verdict about a position as JSON.

    Raises:
        Unsolved: The verdict is not known, or it has no certificate.
        AliquotError: There is no such position.
    """
    located, at = PositionAddress(game, position).locate()
    certificate = solve(located, at, _budget(ORACLE_SECONDS)).certificate
    if certificate is None:
        raise Unsolved(NO_CERTIFICATE)
    name = re.sub(r"[^A-Za-z0-9]+", "-", f"{located.slug} {located.text(at)}").strip("-")
    return f"{name[:80]}.json", json.dumps(certificate, ensure_ascii=False).encode()


def count_openings() -> list[tuple[str, list[OpeningCount]]]:
    """Count the winning openings of each pool that classrooms use, under each rule for the first pick."""
    return [(pool.replace("-", "–"), [_count_openings(pool, opening) for opening in OPENINGS]) for pool in _POOLS]


def _count_openings(pool: str, opening: str) -> OpeningCount:
    game = create(PoolDuel.slug, pool=pool, opening=opening)
    address = PositionAddress(PoolDuel.slug, pool, "" if opening == "any" else opening)
    return OpeningCount(len(solve(game).winning_moves), game.count_moves(game.start()), address.path)


def _budget(seconds: float) -> Budget:
    # Of processor time, as the limit of a worker, so that a busy server gives the same answers.
    return Budget(time=timedelta(seconds=seconds), clock=process_time)


def _json(report: Study) -> bytes:
    return json.dumps(asdict(report), ensure_ascii=False).encode()


# --- the pages ------------------------------------------------------------------------------------------


@router.get("/explore")
async def form_page(request: Request, ask: Ask) -> Response:
    """Ask for a position, or redirect to the page of the one that the form names."""
    try:
        if game := request.query_params.get("game"):
            position = request.query_params.get("position", "")
            # Numbers that say their own rule are a mixed sum, whichever game is chosen beside them.
            if game == MIXED or _MARKED_NUMBERS.fullmatch(position[:LONGEST_POSITION]):
                return RedirectResponse(PositionAddress(mixed_id(position)).path, 303)
            return RedirectResponse(_address(request, game).path, 303)
    except AliquotError as problem:
        return await _form(request, ask, problem)
    return await _form(request, ask)


@router.get("/explore/{name}")
async def start_page(name: str, request: Request, ask: Ask) -> Response:
    """Show the start of a game."""
    return await _page(request, ask, name)


@router.get("/explore/{name}/{position:path}")
async def any_page(name: str, position: str, request: Request, ask: Ask) -> Response:
    """Show a position."""
    return await _page(request, ask, name, position)


def _address(request: Request, name: str, position: str = "") -> PositionAddress:
    """Return the address of a request, its query included.

    Raises:
        InvalidParameter: A flag has another value than 1.
    """
    query = request.query_params
    variants = []
    for slug in flags():
        value = query.get(slug, "")
        if value not in ("", "0", "1", "on"):
            raise InvalidParameter(f"{slug} must be 0 or 1, not {texts.quote(value)}.")
        if value in ("1", "on"):
            variants.append(slug)
    position = position or query.get("position", "").strip()
    return PositionAddress(name, position, query.get("opening", ""), tuple(variants), query.get("start", ""))


async def _page(request: Request, ask: Ask, name: str, position: str = "") -> Response:
    try:
        address = _address(request, name, position)
        await ask.check_live(find_boards, address)
        page = await ask(position_page, address, Browser.of(request))
    except AliquotError as problem:
        return await _form(request, ask, problem, name, position or request.query_params.get("position", ""))
    return page.response()


async def _form(
    request: Request, ask: Ask, problem: AliquotError | None = None, name: str = "dividers-duel", position: str = ""
) -> Response:
    status = 200
    if problem is not None:
        kinds: tuple[tuple[Any, int], ...] = ((UnknownGame | NotFound, 404), (Busy, 503), (NotAllowed, 403))
        status = next((status for kind, status in kinds if isinstance(problem, kind)), 422)
    try:
        openings = await _openings(request, ask)
    except Busy:
        openings = []
    return render(
        request,
        "explore.html",
        status=status,
        problem="" if problem is None else str(problem),
        openings=openings,
        rules=list(OPENINGS.values()),
        examples=[(book_of(slug).title, text, PositionAddress(slug, text).path) for slug, text in _EXAMPLES],
        **_form_fields(name, position),
    )


async def _openings(request: Request, ask: Ask) -> list[tuple[str, list[OpeningCount]]]:
    """Return the counts of winning openings, which are worked out once."""
    state = request.app.state
    if not hasattr(state, "openings"):
        state.openings = await ask(count_openings)
    openings: list[tuple[str, list[OpeningCount]]] = state.openings
    return openings


def _form_fields(name: str, position: str) -> dict[str, Any]:
    games = {**catalogue.titles(), MIXED: "Mixed numbers"}
    if name not in games:
        name = slug_of(name) if slug_of(name) in games else "dividers-duel"
    return {
        "games": games,
        "chosen": name,
        "typed": position[:200],
        "first_picks": catalogue.OPENINGS,
        "variants": list(flags().values()),
    }


def _lesson(slug: str, numbers: int) -> str:
    """Return the lesson about a game, or nothing."""
    slug = "several-numbers" if numbers > 1 else SHARED.get(slug, slug)
    return slug if slug in LESSONS else ""


# --- the API --------------------------------------------------------------------------------------------

GameName = Annotated[str, Query(max_length=LONGEST_NAME, description="A duel, a preset or an id.")]
PositionText = Annotated[str, Query(max_length=LONGEST_POSITION, description="By default the start.")]


@api.get("/explore", response_model=Study, dependencies=[Depends(require_oracle)])
async def study_of_position(ask: Ask, game: GameName, position: PositionText = "") -> Response:
    """Return the study of a position: who wins, by which moves, why, and the certificate."""
    await ask.check_live(find_boards, PositionAddress(game, position))
    body = await ask(position_study, game, position)
    return Response(body, media_type="application/json")


@api.get("/matches/{match_id}/study", response_model=Study)
async def study_of_match(room: InRoom, credentials: By, ask: Ask) -> Response:
    """Return the study of the current position: for players where hints are allowed, for everybody after the end."""
    match = room.session.match
    if match.outcome is None:
        credentials.require_seats(room)
        if not room.settings.classroom:
            room.lobby.classes.check_help(credentials.visitor_hash)
        if not room.settings.allows_hints:
            raise NotAllowed(STUDY_OFF, code="study-off")
    await room.lobby.live_positions.check_room(room)
    moves = tuple(match.game.spell(turn.before, turn.move) for turn in match.turns if turn.after is not None)
    seats, names = credentials.seats(room), room.session.names
    if len(seats) == 1 and names[seats[0] - 1] in UNNAMED:
        names = ("", names[1]) if seats[0] == 1 else (names[0], "")  # the reader's: nobody knows themselves as Player 1
    body = await ask(match_study, match.game.id, moves, names)
    return Response(body, media_type="application/json")


@api.get("/certificate", dependencies=[Depends(require_oracle)])
async def certificate(ask: Ask, game: GameName, position: PositionText = "") -> Response:
    """Return the certificate of the verdict about a position, as a file that `aliquot verify` accepts."""
    await ask.check_live(find_boards, PositionAddress(game, position))
    name, document = await ask(position_certificate, game, position)
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(document, media_type="application/json", headers=headers)


@api.get("/lattice/{start}")
async def lattice(
    start: Annotated[int, Path(ge=1, le=texts.LARGEST)],
    response: Response,
    at: Annotated[int | None, Query(ge=1, le=texts.LARGEST, description="The divisor in the centre.")] = None,
) -> dict[str, Any]:
    """Return the layout of the divisors of a number in ranks; of many divisors only the neighbourhood of one."""
    at = start if at is None else at
    if start % at:
        raise InvalidParameter(f"{at} is not a divisor of {start}.")
    layout = lay_out(start, at)
    indices = {number: index for index, number in enumerate(layout.places)}
    response.headers["cache-control"] = "public, max-age=86400"
    return {
        "v": VERSION,
        "start": str(start),
        "at": str(at),
        "whole": layout.is_whole,
        "gap": round(layout.gap, 4),
        "nodes": [
            {"text": str(number), "rank": omega(number), "x": round(x, 4), "factors": product(factorise(number))}
            for number, x in layout.places.items()
        ],
        "edges": [[indices[a], indices[b]] for a, b in layout.edges],
    }
