"""The ASGI application: its routes, its error handlers and its lifespan."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.exceptions import HTTPException

from aliquot import __version__
from aliquot.core.errors import AliquotError
from aliquot.games import PRESETS, books
from aliquot.lessons import UnknownLesson
from aliquot.web.errors import Busy, NotAllowed, NotFound, StoreFailed, TooManyRequests
from aliquot.web.limits import POOL, SUM
from aliquot.web.live import api, sockets, streams
from aliquot.web.live.lobby import Lobby
from aliquot.web.live.protocol import INCOMING, outgoing_schema
from aliquot.web.site import (
    assets,
    daily,
    explore,
    game,
    home,
    learn,
    new,
    review,
    rules,
    worksheet,
)
from aliquot.web.site.rendering import refuse
from aliquot.web.store.database import Database
from aliquot.web.store.notify import Listener

_STATUS: dict[type[AliquotError], int] = {
    NotFound: 404,
    UnknownLesson: 404,
    NotAllowed: 403,
    TooManyRequests: 429,
    Busy: 503,
    StoreFailed: 503,
}
_HTTP_ERRORS = {
    404: ("not-found", "There is no such page."),
    405: ("method-not-allowed", "This address does not accept that request."),
}


def make_app(database: Database, url: str) -> FastAPI:
    """Return the application.

    Args:
        database: The open database; it is closed with the application.
        url: The public address.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        lobby = app.state.lobby = Lobby(database)
        lobby.spawn(lobby.sweep())
        lobby.spawn(lobby.ping_connections())
        listener = (
            Listener(database, lobby.origin, lambda: lobby.by_key, lobby.catch_up) if database.is_postgresql else None
        )
        try:
            yield
        finally:
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
    app.state.url, app.state.secure = url.rstrip("/"), url.startswith("https://")
    app.include_router(api.router)
    app.include_router(learn.api)
    app.include_router(daily.api)
    app.include_router(review.api)
    app.include_router(explore.api)
    app.include_router(streams.router)
    app.include_router(sockets.router)
    for page in (assets, home, game, new, daily, learn, explore, review, rules, worksheet):
        app.include_router(page.router, include_in_schema=False)
    _add_status_routes(app)
    _add_error_handlers(app)
    return app


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
    async def schema() -> dict[str, Any]:
        """Return the JSON schema of every message a client may send over a socket."""
        return INCOMING.json_schema()

    @app.get("/api/schema/outgoing")
    async def schema_outgoing() -> dict[str, Any]:
        """Return the JSON schema of every message the server sends over a socket."""
        return outgoing_schema()
