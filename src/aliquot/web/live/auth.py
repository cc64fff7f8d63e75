"""Who asks: a visitor by the random id in a cookie, a player by the token of a seat."""

from dataclasses import dataclass

from fastapi import Request, Response
from starlette.requests import HTTPConnection

from aliquot.core.outcome import Seat
from aliquot.web.errors import NotAllowed
from aliquot.web.live.room import Room
from aliquot.web.live.tokens import hashed, is_token, new_token

COOKIE = "aliquot_visitor"
"""The cookie that holds a visitor's id. Scripts cannot read it, and other sites cannot make use of it."""
_YEAR = 366 * 86_400


@dataclass(frozen=True, slots=True)
class Credentials:
    """What somebody has shown of themselves."""

    visitor: str | None
    """The id in their cookie."""
    token: str | None
    """The token of a seat, from the header `Authorization: Bearer …`."""

    @classmethod
    def of(cls, connection: HTTPConnection) -> "Credentials":
        """Whoever makes a request."""
        visitor = connection.cookies.get(COOKIE, "")
        scheme, _, token = connection.headers.get("authorization", "").partition(" ")
        given = token.strip() if scheme.lower() == "bearer" else ""
        return cls(visitor if is_token(visitor) else None, given if is_token(given) else None)

    @property
    def hashed(self) -> str | None:
        """The visitor as the database knows them."""
        return None if self.visitor is None else hashed(self.visitor)

    def seats(self, room: Room) -> tuple[Seat, ...]:
        """The seats they have in a game."""
        return room.seats_of(token=self.token, visitor=self.hashed)

    def player(self, room: Room) -> tuple[Seat, ...]:
        """The seats they have in a game, at least one.

        Raises:
            NotAllowed: They have none.
        """
        seats = self.seats(room)
        if not seats:
            raise NotAllowed("You have no seat in this game: you are watching it.")
        return seats


def visitor_of(request: Request, response: Response, *, secure: bool) -> str:
    """The visitor who asks, who gets a cookie if they have none."""
    credentials = Credentials.of(request)
    visitor = credentials.visitor or new_token()
    if credentials.visitor is None:
        response.set_cookie(COOKIE, visitor, max_age=_YEAR, httponly=True, samesite="lax", secure=secure, path="/")
    return visitor
