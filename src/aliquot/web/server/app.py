"""The application: what answers which address."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import PlainTextResponse
from starlette.exceptions import HTTPException

from aliquot import __version__
from aliquot.core.errors import AliquotError
from aliquot.games import PRESETS, books
from aliquot.lessons import UnknownLesson
from aliquot.web.errors import Busy, NotAllowed, NotFound, StoreFailed, TooMuch
from aliquot.web.limits import POOL, SUM
from aliquot.web.live import api, sockets, streams
from aliquot.web.live.lobby import Lobby
from aliquot.web.live.outgoing import TOLD
from aliquot.web.live.protocol import MESSAGES
from aliquot.web.site import (
    daily,
    explore,
    game,
    home,
    lattice,
    learn,
    learning_api,
    new,
    review,
    rules,
    static,
    worksheet,
)
from aliquot.web.site.errors import refused
from aliquot.web.store.database import Database
from aliquot.web.store.notify import Listening

_STATUS: dict[type[AliquotError], int] = {
    NotFound: 404,
    UnknownLesson: 404,
    NotAllowed: 403,
    TooMuch: 429,
    Busy: 503,
    StoreFailed: 503,
}
_MISSED = {404: "There is no such page.", 405: "That is not how this address is used."}


def make_app(database: Database, url: str) -> FastAPI:
    """The application over a database.

    Args:
        database: Where the games are; it is closed with the application.
        url: The address people use.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        lobby = app.state.lobby = Lobby(database)
        lobby.spawn(lobby.sweep())
        lobby.spawn(lobby.look_after())
        listening = Listening(database, lobby) if database.is_postgresql else None
        try:
            yield
        finally:
            if listening is not None:
                await asyncio.to_thread(listening.close)
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
    app.include_router(learning_api.router)
    app.include_router(streams.router)
    app.include_router(lattice.router)
    app.include_router(sockets.router)
    for page in (static, home, game, new, daily, learn, explore, review, rules, worksheet):
        app.include_router(page.router, include_in_schema=False)
    _add_facts(app)
    _add_refusals(app)
    return app


def _add_refusals(app: FastAPI) -> None:
    """One sentence for whatever is refused."""

    @app.exception_handler(AliquotError)
    async def refuse(request: Request, error: Exception) -> Response:
        return refused(
            request, str(error), next((code for kind, code in _STATUS.items() if isinstance(error, kind)), 422)
        )

    @app.exception_handler(HTTPException)
    async def miss(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        return refused(request, _MISSED.get(status, "That cannot be done here."), status)

    @app.exception_handler(RequestValidationError)
    async def misread(request: Request, error: Exception) -> Response:
        told = "The request is not as the protocol says."
        if isinstance(error, RequestValidationError) and (found := error.errors()):
            where = ".".join(str(part) for part in found[0]["loc"])
            told = f"The request is not as the protocol says: {where[:100]}: {str(found[0]['msg'])[:200]}."
        return refused(request, told, 422)


def _add_facts(app: FastAPI) -> None:
    """What the server says about itself."""

    @app.get("/healthz", response_class=PlainTextResponse)
    async def healthz(request: Request) -> PlainTextResponse:
        """Whether games can be read."""
        with suppress(StoreFailed):
            await request.app.state.lobby.reader.look()
            return PlainTextResponse("ok\n")
        return PlainTextResponse("The database cannot be read.\n", 503)

    @app.get("/metrics", response_class=PlainTextResponse)
    async def metrics(request: Request) -> PlainTextResponse:
        """Figures for Prometheus."""
        lobby: Lobby = request.app.state.lobby
        return PlainTextResponse(
            lobby.metrics.text(*await lobby.reader.count()), media_type="text/plain; version=0.0.4"
        )

    @app.get("/api/games")
    async def offered() -> dict[str, Any]:
        """The games there are, and the largest that are offered."""
        told = [
            {"slug": slug, "title": book.title, "tagline": book.tagline, "parameter": book.parameter}
            for slug, book in books().items()
        ]
        return {"games": told, "presets": list(PRESETS), "limits": {"pool": POOL, "sum": SUM, "start": 10**18}}

    @app.get("/api/schema")
    async def schema() -> dict[str, Any]:
        """The JSON schema of every message a client may send over a socket."""
        return MESSAGES.json_schema()

    @app.get("/api/schema/told")
    async def schema_told() -> dict[str, Any]:
        """The JSON schema of every message the server sends over a socket."""
        return TOLD.json_schema(mode="serialization")
