"""The positions of live matches without hints, about which a server gives no help if it was started so."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from aliquot.games.boards import Board, board_of
from aliquot.web.errors import NotAllowed
from aliquot.web.server.slices import Slices

if TYPE_CHECKING:
    from aliquot.web.live.lobby import Lobby
    from aliquot.web.live.room import Room

LIVE_POSITION = (
    "This position, or the one before it, is on the board of a live game without hints. Ask again after that game."
)


class LivePositions:
    """The boards of the live matches without hints that this server has in memory."""

    def __init__(self, lobby: "Lobby") -> None:
        """Guard nothing yet."""
        self._lobby = lobby
        self.are_guarded = False
        """True if the server gives no help with them."""
        self._boards: WeakKeyDictionary[Room, tuple[Any, Board]] = WeakKeyDictionary()

    def _board(self, room: "Room") -> Board:
        """Return the board of a match, which is worked out once for each of its positions."""
        match = room.session.match
        known = self._boards.get(room)
        if known is None or known[0] is not match.position:
            known = self._boards[room] = match.position, board_of(match.game, match.position)
        return known[1]

    async def check(self, boards: Sequence[Board]) -> None:
        """Refuse help with the board of a live match without hints, and with those that one move makes of it.

        Args:
            boards: A board, or all those of a match. One move before any but the first is another of them.

        Raises:
            NotAllowed: One of them is such a board.
        """
        wanted, slices = {*boards}, Slices()
        for room in tuple(self._lobby.rooms.values()):
            await slices.pause()
            if room.settings.allows_hints or not room.is_ready or room.session.outcome is not None:
                continue
            board = self._board(room)
            if board in wanted or board.leads_to(boards[0]):
                raise NotAllowed(LIVE_POSITION, code="live-position")

    async def check_room(self, room: "Room") -> None:
        """Refuse help with the position of a match, if the server guards such positions.

        Raises:
            NotAllowed: It does, and the position is that of another, live match without hints.
        """
        if self.are_guarded:
            await self.check([self._board(room)])
