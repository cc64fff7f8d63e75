"""Matches in the storage of a browser: one entry per match, with its seats and its events."""

import json
import time
from typing import Any, Protocol

from aliquot.reports.live import MatchSummary
from aliquot.web.errors import MatchDamaged
from aliquot.web.store.reader import StoredEvent, StoredMatch, StoredSeat
from aliquot.web.store.writer import Write

_MATCH, _NAME = "match/", "name"


class Storage(Protocol):
    """Texts by name. Several windows of a browser share them."""

    async def get(self, name: str) -> str | None:
        """Return a text; None if there is none."""
        ...

    async def put(self, name: str, text: str, number: int) -> bool:
        """Store a text under a version number, if the one stored has a smaller number; return whether it was."""
        ...

    async def names(self) -> list[str]:
        """Return the names of all texts."""
        ...


class MemoryStorage:
    """Texts that last as long as the program."""

    def __init__(self) -> None:
        """Start empty."""
        self._texts: dict[str, tuple[int, str]] = {}

    async def get(self, name: str) -> str | None:
        """Return a text; None if there is none."""
        return self._texts.get(name, (0, None))[1]

    async def put(self, name: str, text: str, number: int) -> bool:
        """Store a text, if the one stored has a smaller number."""
        if name in self._texts and self._texts[name][0] >= number:
            return False
        self._texts[name] = number, text
        return True

    async def names(self) -> list[str]:
        """Return the names of all texts."""
        return list(self._texts)


class BrowserStore:
    """Reads and writes matches, as the database's `Reader` and `Writer` do together."""

    transactions = 0

    def __init__(self, storage: Storage) -> None:
        """Use this storage."""
        self._storage = storage
        self._ids: dict[int, str] = {}
        """The ids of the matches that were read or written, by key."""

    # --- reading ----------------------------------------------------------------------------------------

    async def _read(self, match_id: str) -> dict[str, Any] | None:
        text = await self._storage.get(_MATCH + match_id)
        if text is None:
            return None
        try:
            row: dict[str, Any] = json.loads(text)
            self._ids[row["key"]] = match_id
        except (ValueError, KeyError, TypeError):
            raise MatchDamaged("This game is damaged: it cannot be read.") from None
        return row

    async def match(self, match_id: str) -> StoredMatch | None:
        """Return the match of an id with its seats and events; None if there is none."""
        row = await self._read(match_id)
        if row is None:
            return None
        return StoredMatch(row["key"], match_id, row["created"], row["settings"], _seats(row), _events(row))

    async def events(self, key: int, after: int) -> list[StoredEvent]:
        """Return the events of a match after a number."""
        row = await self._read(self._ids[key])
        return [] if row is None else [event for event in _events(row) if event.number > after]

    async def seats(self, key: int) -> dict[int, StoredSeat]:
        """Return the players of a match by seat."""
        row = await self._read(self._ids[key])
        return {} if row is None else _seats(row)

    async def name(self, visitor: str) -> str:
        """Return the name of the visitor; an empty text if they have not chosen one."""
        return await self._storage.get(_NAME) or ""

    async def matches_of(self, visitor: str, most: int) -> list[MatchSummary]:
        """Return the matches in this browser, the latest first."""
        rows = []
        for name in await self._storage.names():
            if name.startswith(_MATCH):
                try:
                    row = await self._read(name.removeprefix(_MATCH))
                    settings = json.loads(row["settings"]) if row is not None else None
                except (MatchDamaged, ValueError):
                    continue
                if row is not None and settings is not None:
                    rows.append((row, settings))
        rows.sort(key=lambda pair: -pair[0]["key"])
        return [
            {
                "id": row["id"],
                "game": settings["game"],
                "mode": settings["mode"],
                "created": row["created"],
                "finished": row["finished"],
            }
            for row, settings in rows[:most]
        ]

    async def solvers(self, number: int) -> dict[int, int]:
        """Return no solvers of a duel of the day: those of other browsers are not known."""
        return {}

    async def check(self) -> None:
        """Return: there is nothing to reach."""

    # --- writing ----------------------------------------------------------------------------------------

    async def store(self, write: Write) -> bool:
        """Store a write; return False if another window was first."""
        if write.visitor is not None:
            await self._storage.put(_NAME, write.visitor["name"], time.time_ns())
        if write.resumption is not None:
            write.resumed = write.resumption["at"]
        if write.match is not None and not await self._add_match(write):
            return False
        return write.event is None or await self._add_event(write)

    async def _add_match(self, write: Write) -> bool:
        new = write.match or {}
        write.key = time.time_ns() // 1000
        self._ids[write.key] = new["id"]
        row = {
            "key": write.key,
            "id": new["id"],
            "created": new["created"],
            "settings": new["settings"],
            "seats": list(write.seats),
            "events": list(write.past),
            "finished": write.ends and write.event is None,
        }
        return await self._put(row)

    async def _add_event(self, write: Write) -> bool:
        event = dict(write.event or {})
        key = event.pop("match")
        row = await self._read(self._ids[key])
        if row is None or event["number"] != len(row["events"]) + 1:
            return False
        row["events"].append(event)
        if write.match is None:
            row["finished"] = row["finished"] or write.ends
            row["seats"] += write.seats
        return await self._put(row)

    async def _put(self, row: dict[str, Any]) -> bool:
        return await self._storage.put(_MATCH + row["id"], json.dumps(row), len(row["events"]) + 1)


def _seats(row: dict[str, Any]) -> dict[int, StoredSeat]:
    return {seat["seat"]: StoredSeat(seat["token"], seat["visitor"], seat["name"]) for seat in row["seats"]}


def _events(row: dict[str, Any]) -> list[StoredEvent]:
    try:
        return [
            StoredEvent(event["number"], event["message_id"], json.loads(event["body"]), event["at"])
            for event in row["events"]
        ]
    except (ValueError, KeyError, TypeError):
        raise MatchDamaged("This game is damaged: its events cannot be read.") from None
