"""The ASGI application: its routes, its error handlers and its lifespan."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import cache
from threading import Event
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.exceptions import HTTPException

from aliquot import __version__
from aliquot.arithmetic import factorise
from aliquot.core.errors import AliquotError
from aliquot.games import PRESETS, books
from aliquot.lessons import UnknownLesson
from aliquot.web.errors import Abandoned, Busy, MatchDamaged, NotAllowed, NotFound, StoreFailed, TooManyRequests
from aliquot.web.limits import POOL, SUM
from aliquot.web.live import api, class_api, sockets, streams
from aliquot.web.live.lobby import Lobby
from aliquot.web.live.protocol import INCOMING, NewMatch, encode, outgoing_schema
from aliquot.web.live.settings import settings_of
from aliquot.web.server.addresses import OwnAddresses
from aliquot.web.site import (
    assets,
    chain,
    classroom,
    daily,
    explore,
    game,
    home,
    info,
    learn,
    new,
    preview,
    review,
    rules,
    worksheet,
)
from aliquot.web.site.rendering import load_templates, refuse
from aliquot.web.store.database import Database

_STATUS: dict[type[AliquotError], int] = {
    NotFound: 404,
    UnknownLesson: 404,
    NotAllowed: 403,
    TooManyRequests: 429,
    Busy: 503,
    Abandoned: 499,
    StoreFailed: 503,
    MatchDamaged: 500,
}
_APIS = (
    api.router,
    learn.api,
    daily.api,
    review.api,
    explore.api,
    chain.api,
    streams.router,
    sockets.router,
    class_api.router,
)
_PAGES = (assets, home, game, new, daily, chain, learn, explore, review, rules, worksheet, classroom, info, preview)
_HTTP_ERRORS = {
    404: ("not-found", "There is no such page."),
    405: ("method-not-allowed", "This address does not accept that request."),
}


def make_app(database: Database, own: OwnAddresses, *, has_oracle: bool = True, has_live_help: bool = True) -> FastAPI:
    """Return the application.

    Args:
        database: The open database; it is closed with the application.
        own: The addresses of the server.
        has_oracle: False if nobody gets help with a position: no exploring, no hints, no study.
        has_live_help: False if nobody gets help with a position of a live match without hints.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        lobby = app.state.lobby = Lobby(database)
        lobby.live_positions.are_guarded = not has_live_help
        is_stopping = Event()
        lobby.spawn(asyncio.to_thread(_warm_up, app, is_stopping))
        lobby.spawn(lobby.sweep())
        lobby.spawn(lobby.ping_connections())
        lobby.spawn(lobby.release_rooms())
        listener = await asyncio.to_thread(lobby.listen) if database.is_postgresql else None
        try:
            yield
        finally:
            is_stopping.set()
            if listener is not None:
                await asyncio.to_thread(listener.close)
            await lobby.close()

    app = FastAPI(
        title="Aliquot",
        version=__version__,
        description="Divisor duels, live. The protocol is explained in docs/protocol.md.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
    )
    app.state.own, app.state.cookie_key, app.state.has_oracle = own, database.cookie_key, has_oracle
    for router in _APIS:
        app.include_router(router)
    for page in _PAGES:
        app.include_router(page.router, include_in_schema=False)
    _add_status_routes(app)
    _add_error_handlers(app)
    return app


@cache
def _schemas() -> tuple[bytes, bytes]:
    """Return the schemas of the messages that clients and the server send, as JSON."""
    return encode(INCOMING.json_schema()), encode(outgoing_schema())


def _warm_up(app: FastAPI, is_stopping: Event) -> None:
    """Calculate what is calculated once, so that no visitor waits for it; slow, so call it in a thread.

    Args:
        app: The application.
        is_stopping: Set when the server stops, which waits for the thread.
    """
    # Templates come first, since most visitors ask for a page.
    for step in (load_templates, _warm_up_match, app.openapi, _schemas):
        if is_stopping.is_set():
            return
        step()


def _warm_up_match() -> None:
    """Set up a match as visitors do."""
    factorise(10**18 - 11)
    settings, _ = settings_of(NewMatch(game=next(iter(books()))), "")
    match = settings.match()
    settings.session(match, settings.names)
    encode(match.game.view(match.position).as_json())


def _add_error_handlers(app: FastAPI) -> None:
    """Answer every error with a status, a code and one sentence."""

    @app.exception_handler(AliquotError)
    async def handle_error(request: Request, error: Exception) -> Response:
        status = next((status for kind, status in _STATUS.items() if isinstance(error, kind)), 422)
        code = error.code if isinstance(error, AliquotError) else "error"
        return refuse(request, status, code, str(error))

    @app.exception_handler(HTTPException)
    async def handle_http_error(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        return refuse(
            request, status, *_HTTP_ERRORS.get(status, ("bad-request", "The server cannot handle this request."))
        )

    @app.exception_handler(RequestValidationError)
    async def handle_invalid_request(request: Request, error: Exception) -> Response:
        reason = "The request is invalid."
        if isinstance(error, RequestValidationError) and (problems := error.errors()):
            field = ".".join(str(part) for part in problems[0]["loc"])
            reason = f"The request is invalid: {field[:100]}: {str(problems[0]['msg'])[:200]}."
        return refuse(request, 422, "invalid-request", reason)


def _add_status_routes(app: FastAPI) -> None:
    """Add the addresses that describe the server and its protocol."""

    @app.get("/healthz", response_class=PlainTextResponse)
    async def healthz(request: Request) -> PlainTextResponse:
        """Return `ok` while the database can be read."""
        with suppress(StoreFailed):
            await request.app.state.lobby.reader.check()
            return PlainTextResponse("ok\n")
        return PlainTextResponse("The database cannot be read.\n", 503)

    @app.get("/metrics", response_class=PlainTextResponse)
    async def metrics(request: Request) -> PlainTextResponse:
        """Return figures for Prometheus."""
        lobby: Lobby = request.app.state.lobby
        return PlainTextResponse(
            lobby.metrics.text(*await lobby.reader.count()), headers={"content-type": CONTENT_TYPE_LATEST}
        )

    @app.get("/api/games")
    async def games() -> dict[str, Any]:
        """Return the games and the limits of their parameters."""
        games = [
            {"slug": slug, "title": book.title, "tagline": book.tagline, "parameter": book.parameter}
            for slug, book in books().items()
        ]
        return {"games": games, "presets": list(PRESETS), "limits": {"pool": POOL, "sum": SUM, "start": 10**18}}

    @app.get("/api/schema")
    async def schema() -> Response:
        """Return the JSON schema of every message a client may send over a socket."""
        return Response((await asyncio.to_thread(_schemas))[0], media_type="application/json")

    @app.get("/api/schema/outgoing")
    async def schema_outgoing() -> Response:
        """Return the JSON schema of every message the server sends over a socket."""
        return Response((await asyncio.to_thread(_schemas))[1], media_type="application/json")
