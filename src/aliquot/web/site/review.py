"""Reviews: a finished match of this server, or a record that a visitor sends; the pages and the API."""

import asyncio
import json
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from time import process_time
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response
from msgspec import Raw

from aliquot.core import notation, record_json
from aliquot.core.errors import AliquotError, InvalidParameter, Unsolved
from aliquot.core.game import AnyGame
from aliquot.core.match import Match
from aliquot.core.record import Record
from aliquot.games.boards import Board, board_of
from aliquot.oracle.budget import Budget
from aliquot.reports.review import ReviewReport, describe_record, review_record
from aliquot.reports.study import study
from aliquot.web.errors import Busy, NotAllowed, WorkerTimeout
from aliquot.web.limits import ORACLE_SECONDS
from aliquot.web.live.api import REFUSALS, Ask, InLobby, InRoom, check_quota, require_oracle, send
from aliquot.web.live.auth import base_url
from aliquot.web.live.protocol import encode
from aliquot.web.live.settings import MatchSettings, check_offered, match_from_record
from aliquot.web.site.explore import address_of
from aliquot.web.site.rendering import Browser, Page, read_form, render

router = APIRouter()
api = APIRouter(prefix="/api", responses=REFUSALS)
_BOARD_BYTES = 100_000
"""Bytes of boards that a page contains; the script requests the others one by one."""
NOT_OVER = "This game is not over yet. You can review it afterwards."
TOO_SLOW = "This game takes too long to analyse. Only its moves are shown."


@dataclass(frozen=True, slots=True)
class ReviewBoard:
    """The board after some moves."""

    view: dict[str, Any]
    href: str
    """The address at which the position can be explored."""
    winning: tuple[str, ...] | None = None
    """The winning moves; None where they are unknown."""
    pairs: tuple[tuple[int, int], ...] = ()
    """The partners in a pool."""


# --- in worker processes --------------------------------------------------------------------------------


def judge(record: Record) -> ReviewReport:
    """Review a record.

    Raises:
        AliquotError: It cannot be replayed or judged, or its game is too large for this server.
    """
    return review_record(record, _game(record))


def judge_with_boards(record: Record) -> tuple[ReviewReport, list[ReviewBoard | None]]:
    """Review a record as far as it can be judged, with the boards to step through.

    Raises:
        AliquotError: It cannot be replayed, or its game is too large for this server.
    """
    game = _game(record)
    try:
        report = review_record(record, game)
    except Unsolved as problem:
        report = describe_record(record, game, str(problem))
    return report, _boards(record.replay(game), judged=not report.problem)


def describe(record: Record) -> tuple[ReviewReport, list[ReviewBoard | None]]:
    """Report the moves of a record without the oracle; the boards are requested one by one."""
    game = _game(record)
    report = describe_record(record, game, TOO_SLOW)
    return report, [None] * len(_positions(record.replay(game)))


# A record has thousands of objects, and pickling them would delay others: a worker is sent the text of a record, in
# either format, and returns text.


def review_page(data: bytes, browser: Browser, match_id: str) -> Page:
    """Draw the page of a review."""
    record = record_json.read(data)
    return _draw(record, browser, match_id, *judge_with_boards(record))


def moves_page(data: bytes, browser: Browser, match_id: str) -> Page:
    """Draw the page of a record without the oracle."""
    record = record_json.read(data)
    return _draw(record, browser, match_id, *describe(record))


def _draw(
    record: Record, browser: Browser, match_id: str, report: ReviewReport, boards: list[ReviewBoard | None]
) -> Page:
    data = {"review": report, "boards": boards, "record": record_json.to_json(record)}
    text = notation.write(record)
    return browser.draw("review.html", review=report, boards=boards, match_id=match_id, text=text, data=data)


def review_record_file(data: bytes) -> dict[str, bytes]:
    """Return the `record` and its `review` as JSON.

    Raises:
        AliquotError: It cannot be read, replayed or judged, or its game is too large for this server.
    """
    record = record_json.read(data)
    return {"record": encode(record_json.to_json(record)), "review": encode(judge(record))}


def finished_match(data: bytes) -> tuple[MatchSettings, list[str], datetime | None]:
    """Return the settings of a finished match, the JSON of its events, and when it began.

    Raises:
        AliquotError: It cannot be read or replayed, is not finished, or its game is not offered here.
    """
    record = record_json.read(data)
    settings, entries = match_from_record(record)
    return settings, [encode(entry).decode() for entry in entries], record.date


def text_file(data: bytes) -> bytes:
    """Return a record in the format for people."""
    return notation.write(record_json.read(data)).encode()


def json_file(data: bytes) -> bytes:
    """Return a record in the format for programs."""
    return f"{json.dumps(record_json.to_json(record_json.read(data)), ensure_ascii=False, indent=2)}\n".encode()


def board_after(data: bytes, ply: int) -> ReviewBoard:
    """Return the board after some moves of a record.

    Raises:
        InvalidParameter: The record has fewer moves.
    """
    record = record_json.read(data)
    game = _game(record)
    positions = _positions(record.replay(game))
    if not 0 <= ply < len(positions):
        raise InvalidParameter(f"There is no move {ply}. The game has {len(positions) - 1} moves.")
    return _board(game, positions[ply], judged=True)


def find_boards(data: bytes) -> list[Board]:
    """Return the boards of a record, from the first on.

    Raises:
        AliquotError: It cannot be read or replayed, or its game is too large for this server.
    """
    record = record_json.read(data)
    game = _game(record)
    return [board_of(game, position) for position in _positions(record.replay(game))]


def _game(record: Record) -> AnyGame:
    from aliquot.games import create

    game: AnyGame = create(record.game)
    check_offered(game)
    return game


def _positions(match: Match[Any, Any]) -> list[Any]:
    return [match.game.start(), *(turn.after for turn in match.turns if turn.after is not None)]


def _boards(match: Match[Any, Any], *, judged: bool) -> list[ReviewBoard | None]:
    """Return the boards after each move, as many as fit into a page, the last one first."""
    positions = _positions(match)
    boards: list[ReviewBoard | None] = [None] * len(positions)
    remaining = _BOARD_BYTES
    for ply in (len(positions) - 1, *range(len(positions) - 1)):
        board = _board(match.game, positions[ply], judged=judged)
        remaining -= len(json.dumps(asdict(board)))
        if remaining < 0:
            break
        boards[ply] = board
    return boards


def _board(game: AnyGame, position: Any, *, judged: bool) -> ReviewBoard:
    board = ReviewBoard(game.view(position).as_json(), address_of(game, position).path)
    if not judged:
        return board
    report = study(game, position, budget=Budget(time=timedelta(seconds=ORACLE_SECONDS / 2), clock=process_time))
    return board if report.wins is None else ReviewBoard(board.view, board.href, report.winning_texts, report.pairs)


# --- the pages ------------------------------------------------------------------------------------------


@router.get("/g/{match_id}/review")
async def match_page(request: Request, room: InRoom, ask: Ask) -> Response:
    """Show the review of a finished match of this server."""
    record, back = await room.record(), f"/g/{room.id}"
    if record.outcome is None:
        return render(request, "review_none.html", status=403, problem=NOT_OVER, back=back)
    try:
        return await _page(request, ask, await _text_of(record), match_id=room.id)
    except AliquotError as problem:
        return render(request, "review_none.html", status=_status(problem), problem=str(problem), back=back)


@router.get("/review")
async def open_page(request: Request) -> Response:
    """Ask for a record."""
    return render(request, "review_open.html", problem="")


@router.post("/review", dependencies=[Depends(require_oracle)])
async def record_page(request: Request, ask: Ask) -> Response:
    """Show the review of a record, which is not stored."""
    try:
        data = await _sent_file(request)
        await ask.check_live(find_boards, data)
        return await _page(request, ask, data)
    except AliquotError as problem:
        return render(request, "review_open.html", status=_status(problem), problem=str(problem))


@router.post("/review/record.duel")
async def as_text(request: Request, ask: Ask) -> Response:
    """Return a record in the format for people."""
    return _file(await ask(text_file, await _sent_file(request)), "game.duel", "text/plain; charset=utf-8")


@router.post("/review/record.json")
async def as_json(request: Request, ask: Ask) -> Response:
    """Return a record in the format for programs."""
    return _file(await ask(json_file, await _sent_file(request)), "game.json", "application/json")


def _file(content: bytes, name: str, media_type: str) -> Response:
    return Response(content, media_type=media_type, headers={"content-disposition": f'attachment; filename="{name}"'})


def _status(problem: AliquotError) -> int:
    return 503 if isinstance(problem, Busy) else 403 if isinstance(problem, NotAllowed) else 422


async def _sent_file(request: Request) -> bytes:
    """Return the record of a form: a file, or else pasted text."""
    form = await read_form(request)
    return form.get("file") or form.get("text") or b""


async def _text_of(record: Record) -> bytes:
    """Return a record as a worker is sent it."""
    return (await asyncio.to_thread(notation.write, record)).encode()


async def _page(request: Request, ask: Ask, data: bytes, match_id: str = "") -> Response:
    """Show a review; where judging takes too long, only the moves."""
    browser = Browser.of(request)
    try:
        page = await ask(review_page, data, browser, match_id)
    except WorkerTimeout:
        page = await ask(moves_page, data, browser, match_id)
    return page.response()


# --- the API --------------------------------------------------------------------------------------------


@api.get("/matches/{match_id}/review", response_model=ReviewReport)
async def review_match(room: InRoom, ask: Ask) -> Response:
    """Return the review of a finished match: every move judged, who was winning, and where it was decided."""
    if room.session.outcome is None:
        raise NotAllowed(NOT_OVER)
    parts = await ask(review_record_file, await _text_of(await room.record()))
    return Response(parts["review"], media_type="application/json")


@api.post("/review", dependencies=[Depends(require_oracle)])
async def review_sent_record(
    request: Request,
    lobby: InLobby,
    ask: Ask,
    keep: Annotated[bool, Query(description="Whether to store it as a finished match with an address.")] = False,
) -> Response:
    """Review a record sent as the body, in either format. It is not stored unless you ask for that."""
    data = await request.body()
    await ask.check_live(find_boards, data)
    parts = await ask(review_record_file, data)
    answer: dict[str, Any] = {name: Raw(part) for name, part in parts.items()}
    if keep:
        check_quota(request, lobby)
        match_id = await lobby.add_finished(*await ask(finished_match, data))
        answer["stored"] = {"match": match_id, "path": f"{base_url(request)}/g/{match_id}"}
    return send(answer)


@api.post("/review/board", dependencies=[Depends(require_oracle)])
async def review_board(
    request: Request, ask: Ask, ply: Annotated[int, Query(ge=0, description="The number of moves.")]
) -> ReviewBoard:
    """Return the board after some moves of a record sent as the body, with the moves that win there."""
    data = await request.body()
    await ask.check_live(find_boards, data)
    return await ask(board_after, data, ply)
