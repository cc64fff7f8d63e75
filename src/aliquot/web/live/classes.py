"""All classes on this server: made, found by their codes, and removed when they are over."""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from aliquot.reports.classroom import NO_CLASS
from aliquot.web.errors import NotAllowed, NotFound, StoreFailed
from aliquot.web.limits import CLASS_HOURS, JOINS_BURST, JOINS_PER_MINUTE
from aliquot.web.live.auth import hash_token, seat_token
from aliquot.web.live.class_names import CLASS_LETTERS, is_code, new_code, read_code
from aliquot.web.live.class_state import ClassRecord
from aliquot.web.live.classroom import PUPIL_KEYS, Body, Classroom
from aliquot.web.live.pairing import COMPUTER
from aliquot.web.live.room import Room
from aliquot.web.server.ratelimit import Buckets
from aliquot.web.store.writer import News, Write

if TYPE_CHECKING:
    from aliquot.web.live.lobby import Lobby

PAUSED = "Eyes to the front: your teacher has paused the class."
HELP_OFF = "Your teacher has switched Study, Explore and hints off for your class."


def teacher_token(visitor: str, code: str) -> str:
    """Return the secret of a class's teacher, which is derived from the secret in the teacher's cookie."""
    return seat_token(visitor, f"class {code}")


class Classes:
    """The classes in memory, and the way to the others."""

    def __init__(self, lobby: "Lobby") -> None:
        """Start with none in memory."""
        self._lobby = lobby
        self.rooms: dict[str, Classroom] = {}
        self._loading: dict[str, asyncio.Future[Classroom]] = {}
        self.join_buckets = Buckets(JOINS_PER_MINUTE / 60, JOINS_BURST)

    async def create(self, visitor: str) -> Classroom:
        """Create a class for a teacher, who is known by the secret of a cookie.

        Raises:
            StoreFailed: It could not be stored.
        """
        for _ in range(10):
            code, now = new_code(CLASS_LETTERS), self._lobby.now()
            token = hash_token(teacher_token(visitor, code))
            row = {"code": code, "created": now, "teacher": token, "visitor": hash_token(visitor)}
            first = {"number": 1, "at": now, "body": '{"kind":"opened"}'}
            if await self._lobby.writer.store(Write(classroom=row, class_events=[first])):
                return await self.get(code)
        raise StoreFailed("The class could not be created. Try again.")

    async def get(self, text: str) -> Classroom:
        """Return the class of a code, as somebody types it.

        Raises:
            NotFound: There is no such class, or it has expired.
        """
        code = read_code(text)
        room = self.rooms.get(code)
        if room is None or room.is_expired:
            if not is_code(code, CLASS_LETTERS):
                raise NotFound(NO_CLASS.format(code=code or "…"), code="no-class")
            loading = self._loading.get(code)
            if loading is None:
                loading = self._loading[code] = asyncio.ensure_future(self._load(code))
                loading.add_done_callback(lambda _: self._loading.pop(code, None))
            room = await asyncio.shield(loading)
        room.used = self._lobby.loop.time()
        return room

    async def _load(self, code: str) -> Classroom:
        stored = await self._lobby.reader.classroom(code)
        expired = self._lobby.now() - CLASS_HOURS * 3_600_000
        if stored is None or max(stored.events[-1].at if stored.events else 0, stored.last_move) < expired:
            self.forget([code])
            raise NotFound(NO_CLASS.format(code=code), code="no-class")
        room = self.rooms[code] = Classroom(self._lobby, stored)
        room.record.touched = max(room.record.touched, stored.last_move)
        room.catch_up()  # What was stored since it was read.
        self._lobby.announce([News("@", room.key)])
        self._lobby.spawn(self._settle(room))
        return room

    async def _settle(self, room: Classroom) -> None:
        """Record the results of matches that ended when nobody could record them."""
        open_games = [game.match for one in room.record.activities for game in one.games if game.winner is None]
        if open_games:
            for match in await self._lobby.reader.finished(open_games):
                await self.record_result(await self._lobby.room(match))

    def match_over(self, room: Room) -> None:
        """Record the result of a match of a class, soon."""
        self._lobby.spawn(self.record_result(room))

    async def record_result(self, room: Room) -> None:
        """Record the result of a match, if it is not recorded yet."""
        outcome = room.session.outcome
        if outcome is None:
            return
        match, seat = room.id, outcome.winner

        def result(record: ClassRecord) -> list[Body]:
            game = record.game(match)
            if game is None or game.winner == game.pupils[seat - 1]:
                return []
            return [{"kind": "result", "match": match, "winner": game.pupils[seat - 1], "computer": COMPUTER}]

        try:
            await (await self.get(room.settings.classroom)).run(result)
        except (NotFound, StoreFailed):
            return  # A class that is gone needs no result; one that cannot be stored is read when it is loaded again.

    # --- rules for pupils -------------------------------------------------------------------------------

    async def check_paused(self, code: str) -> None:
        """Refuse a move in a match of a class that is paused, by whatever server.

        Raises:
            NotAllowed: It is.
        """
        with suppress(NotFound):
            if (await self.get(code)).record.is_paused:
                raise NotAllowed(PAUSED, code="paused")

    def check_help(self, visitor: str | None) -> None:
        """Refuse help with positions to a pupil whose teacher has switched it off.

        Raises:
            NotAllowed: The visitor is such a pupil, in a class that is at work.
        """
        if visitor is None:
            return
        for room in self.rooms.values():
            record = room.record
            if record.is_active and not record.helps:
                pupil = record.pupil_of(visitor)
                if pupil is not None and not pupil.is_removed:
                    raise NotAllowed(HELP_OFF, code="help-off")

    # --- the lobby calls these --------------------------------------------------------------------------

    def hear(self, origin: str, kind: str, key: int) -> None:
        """Take notice of what another server says about a class."""
        pupil = 0
        if kind in "<>":
            key, pupil = divmod(key, PUPIL_KEYS)
        for room in self.rooms.values():
            if room.key != key:
                continue
            if kind == "!":
                room.catch_up()
            elif kind == "@":
                room.tell_presence()
            else:
                room.hear_presence(origin, pupil, is_here=kind == ">")

    def catch_up(self) -> None:
        """Read what may have been missed in every class."""
        for room in self.rooms.values():
            room.catch_up()

    def release(self) -> None:
        """Let go of the classes that nobody follows."""
        for code, room in tuple(self.rooms.items()):
            if room.is_idle:
                room.close()
                del self.rooms[code]

    def forget(self, codes: Iterable[str]) -> None:
        """Let go of classes that were deleted."""
        for code in codes:
            if (room := self.rooms.pop(code, None)) is not None:
                room.close()

    async def delete(self, room: Classroom) -> None:
        """Delete a class with its matches now.

        Raises:
            StoreFailed: It could not be deleted.
        """
        self._lobby.drop(await self._lobby.writer.delete_class(room.code))
        self.forget([room.code])
