"""Visitors and players: the cookie that identifies a visitor, the token that identifies a seat.

Both are random secrets. The database has only their hashes. A cookie is signed, so that only those count that a server
of this database has issued.
"""

import base64
import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fastapi import Request, Response
from starlette.requests import HTTPConnection

from aliquot.core.errors import InvalidParameter
from aliquot.core.outcome import Seat
from aliquot.core.text import is_clean
from aliquot.web.errors import NotAllowed
from aliquot.web.limits import NAME
from aliquot.web.server.addresses import OwnAddresses

if TYPE_CHECKING:
    from aliquot.web.live.room import Room

COOKIE = "aliquot_visitor"
"""The cookie with a visitor's id and its signature. Scripts cannot read it, and other sites cannot send it."""
NO_SEAT = "You have no seat in this game. You can watch it."
_YEAR = 366 * 86_400
_TOKEN_BYTES = 24
_TOKEN = re.compile(r"[A-Za-z0-9_-]{32}")


# --- secrets --------------------------------------------------------------------------------------------


def new_token() -> str:
    """Return a new secret, for a seat or a visitor."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def new_id() -> str:
    """Return an id for a match: public, but not guessable by counting."""
    return secrets.token_urlsafe(9)


def seat_token(visitor: str, match_id: str) -> str:
    """Return the secret of a visitor's seat in a match.

    It is derived from the visitor's own secret, so that a client that missed the answer gets the same one again, and
    the server stores neither.
    """
    digest = hmac.digest(visitor.encode(), f"seat:{match_id}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:_TOKEN_BYTES]).decode()


def sign_visitor(visitor: str, key: bytes) -> str:
    """Return the cookie of a visitor: the id and its signature."""
    digest = hmac.digest(key, f"visitor:{visitor}".encode(), "sha256")
    return f"{visitor}.{base64.urlsafe_b64encode(digest[:_TOKEN_BYTES]).decode()}"


def verified_visitor(cookie: str, key: bytes) -> str | None:
    """Return the visitor of a cookie that was signed with this key; None if it was not."""
    visitor = cookie.partition(".")[0]
    if not is_token(visitor) or not cookie.isascii() or not hmac.compare_digest(cookie, sign_visitor(visitor, key)):
        return None
    return visitor


def hash_token(token: str) -> str:
    """Return the hash of a secret. A plain hash is enough, since the secret is random."""
    return hashlib.sha256(token.encode()).hexdigest()


def is_token(text: str) -> bool:
    """Return whether a text has the form of a secret."""
    return _TOKEN.fullmatch(text) is not None


def has_hash(token: str, token_hash: str) -> bool:
    """Return whether a secret has that hash, in constant time."""
    return hmac.compare_digest(hash_token(token), token_hash)


# --- names ----------------------------------------------------------------------------------------------


def check_name(text: str) -> str:
    """Return a name without surrounding white space.

    Raises:
        InvalidParameter: It is empty, too long, or has characters that are invisible or reverse the text.
    """
    name = text.strip()
    if not name or len(name) > NAME or not is_clean(name):
        raise InvalidParameter(f"A name must have 1 to {NAME} visible characters.", code="invalid-name")
    return name


# --- requests -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Credentials:
    """The secrets a request or a socket came with."""

    visitor: str | None
    """The id in the cookie, if we issued it."""
    token: str | None
    """The token of a seat, from the header `Authorization: Bearer …`."""

    @classmethod
    def of(cls, connection: HTTPConnection) -> "Credentials":
        """Read the credentials of a request."""
        visitor = verified_visitor(connection.cookies.get(COOKIE, ""), connection.app.state.cookie_key)
        scheme, _, token = connection.headers.get("authorization", "").partition(" ")
        token = token.strip() if scheme.lower() == "bearer" else ""
        return cls(visitor, token if is_token(token) else None)

    @property
    def visitor_hash(self) -> str | None:
        """The visitor as the database knows them."""
        return None if self.visitor is None else hash_token(self.visitor)

    def seats(self, room: "Room") -> tuple[Seat, ...]:
        """Return the seats they open in a room."""
        return room.seats_of(token=self.token, visitor=self.visitor_hash)

    def require_seats(self, room: "Room") -> tuple[Seat, ...]:
        """Return the seats they open in a room, at least one.

        Raises:
            NotAllowed: They open none.
        """
        seats = self.seats(room)
        if not seats:
            raise NotAllowed(NO_SEAT, code="no-seat")
        return seats


def visitor_of(request: Request, response: Response) -> str:
    """Return the visitor's id, new and set as a cookie on the response if the request has none."""
    visitor = Credentials.of(request).visitor
    if visitor is None:
        visitor = new_token()
        response.set_cookie(
            COOKIE,
            sign_visitor(visitor, request.app.state.cookie_key),
            max_age=_YEAR,
            httponly=True,
            samesite="lax",
            secure=base_url(request).startswith("https://"),
        )
        response.headers["cache-control"] = "no-store"
    return visitor


def base_url(request: Request) -> str:
    """Return the start of the links that the sender of a request can open and give to others."""
    own: OwnAddresses = request.app.state.own
    return own.base(request.scope["scheme"], request.headers.get("host", ""))
