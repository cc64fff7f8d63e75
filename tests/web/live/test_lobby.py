"""Anything in any order, against a plain model: create, join, move, resign, drop, reconnect, restart."""

import asyncio
import gc
import json
import tempfile
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar, cast
from weakref import ref

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, rule

from aliquot.core.match import Match
from aliquot.games import create
from aliquot.reports.live import State
from aliquot.web.errors import NotAllowed, NotFound
from aliquot.web.limits import IDLE_SECONDS, RELEASE_SECONDS
from aliquot.web.live.auth import Credentials, hash_token, new_id, new_token, seat_token
from aliquot.web.live.lobby import Lobby
from aliquot.web.live.protocol import NewMatch, encode
from aliquot.web.live.room import Room
from aliquot.web.live.settings import settings_of
from aliquot.web.live.sockets import Connection
from aliquot.web.live.streams import Outbox
from aliquot.web.server.slices import Slices
from aliquot.web.server.websocket import WebSocketTransport
from aliquot.web.store.database import Database
from aliquot.web.store.reader import StoredMatch, StoredSeat
from tests.effort import tries

from ..conftest import address_of

T = TypeVar("T")


class Model:
    """What a game should be: a match, who sits there, and which messages were taken."""

    def __init__(self, host: str) -> None:
        self.match: Match[Any, Any] = Match(create("dividers-duel", start=5040), penalty="retry")
        self.holders = [host, ""]
        self.taken: set[tuple[int, str]] = set()
        self.resigned = False
        self.events = 0


class Server(RuleBasedStateMachine):
    """A lobby over a database on disk, and what it should know."""

    games = Bundle("games")

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory()
        self.models: dict[str, Model] = {}
        self.subscribers: dict[str, list[tuple[Outbox, int, list[int]]]] = {}
        self.visitors = [new_token() for _ in range(3)]
        self.open()

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(work)

    def open(self) -> None:
        async def start() -> Lobby:
            return Lobby(Database(address_of(Path(self.folder.name))))

        self.lobby = self.do(start())

    def teardown(self) -> None:
        self.do(self.lobby.close())
        self.loop.close()
        self.folder.cleanup()

    @rule(target=games, visitor=st.integers(0, 2))
    def set_up(self, visitor: int) -> str:
        asked = NewMatch(game="dividers-duel", start="5040", penalty="retry")
        settings, mine = settings_of(asked, "Host")
        name, secret = new_id(), self.visitors[visitor]
        seat = StoredSeat(hash_token(seat_token(secret, name)), hash_token(secret), "Host")
        self.do(self.lobby.create(settings, {mine: seat}, name))
        self.models[name] = Model(secret)
        return name

    @rule(name=games, visitor=st.integers(0, 2))
    def join(self, name: str, visitor: int) -> None:
        model, secret = self.models[name], self.visitors[visitor]
        try:
            seats = self.do(self.attempt_join(name, secret))
        except NotAllowed:
            assert model.holders[1] not in ("", secret)
            assert secret not in model.holders
            return
        if secret not in model.holders:
            assert model.holders[1] == ""
            model.holders[1] = secret
            model.events += 1
        assert list(seats) == [place for place, holder in enumerate(model.holders, 1) if holder == secret]

    async def attempt_join(self, name: str, secret: str) -> tuple[int, ...]:
        return await (await self.lobby.room(name)).join(secret, "Guest")

    @rule(name=games, visitor=st.integers(0, 2), ply=st.integers(-1, 1), choice=st.sampled_from(["2", "3", "7", "x"]))
    def move(self, name: str, visitor: int, ply: int, choice: str) -> None:
        model, secret = self.models[name], self.visitors[visitor]
        turn = max(0, len(model.match.turns) + ply)
        message = f"{visitor}.{turn}.{choice}"
        seats = tuple(place for place, holder in enumerate(model.holders, 1) if holder == secret)
        answer = self.do(self.attempt_move(name, secret, message, turn, choice))
        if any((seat, message) in model.taken for seat in seats):
            expected = "already"
        elif not seats:
            expected = "refused"
        elif turn != len(model.match.turns):
            expected = "stale"
        elif self.is_closed(model) or model.match.seat not in seats or choice == "x":
            expected = "refused"
        else:
            position = model.match.position
            legal = model.match.game.is_legal(position, int(choice))
            expected = "accepted" if legal else "refused"
            if legal:
                model.taken.add((model.match.seat, message))
                model.match.play(int(choice))
                model.events += 1
        assert answer == expected

    def is_closed(self, model: Model) -> bool:
        return model.holders[1] == "" or model.resigned or model.match.outcome is not None

    async def attempt_move(self, name: str, secret: str, message: str, ply: int, choice: str) -> str:
        room = await self.lobby.room(name)
        seats = room.seats_of(visitor=hash_token(secret))
        return (await room.play(seats, message, ply, choice)).result

    @rule(name=games, visitor=st.integers(0, 2))
    def resign(self, name: str, visitor: int) -> None:
        model, secret = self.models[name], self.visitors[visitor]

        async def attempt() -> str:
            room = await self.lobby.room(name)
            return (await room.resign(room.seats_of(visitor=hash_token(secret)), f"resign{visitor}")).result

        seats = [place for place, holder in enumerate(model.holders, 1) if holder == secret]
        over = model.resigned or model.match.outcome is not None
        if any((seat, f"resign{visitor}") in model.taken for seat in seats):
            assert self.do(attempt()) == "already"
        elif not seats or over or model.holders[1] == "":
            assert self.do(attempt()) == "refused"
        else:
            assert self.do(attempt()) == "accepted"
            who = model.match.seat if model.match.seat in seats else seats[0]
            model.taken.add((who, f"resign{visitor}"))
            model.resigned = True
            model.events += 1

    @rule(name=games)
    def connect(self, name: str) -> None:
        async def follow() -> None:
            room = await self.lobby.room(name)
            outbox = Outbox(lambda: None)
            room.subscribe(outbox, ())
            self.subscribers.setdefault(name, []).append((outbox, room.number, []))

        self.do(follow())

    @rule()
    def restart(self) -> None:
        self.check_subscribers()
        self.subscribers.clear()
        self.do(self.lobby.close())
        self.open()

    def check_subscribers(self) -> None:
        for name, outboxes in self.subscribers.items():
            for outbox, known, seen in outboxes:
                while (message := outbox.take()) is not None:
                    assert json.loads(message.data)["number"] == message.number
                    seen.append(message.number)
                assert seen == list(range(known + 1, self.models[name].events + 1))

    @invariant()
    def everybody_knows_what_happened(self) -> None:
        self.check_subscribers()
        for name, model in self.models.items():
            state = self.do(self.state(name))
            assert state.number == model.events
            assert state.ply == len(model.match.turns)
            assert (state.outcome is not None) == (model.resigned or model.match.outcome is not None)
            assert [turn["move"] for turn in json.loads(encode(state.turns))] == [
                model.match.game.spell(turn.before, turn.move) for turn in model.match.turns
            ]

    async def state(self, name: str) -> State:
        return await (await self.lobby.room(name)).state()


def test_a_match_may_be_deleted_while_idle_ones_are_released(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A class that ends deletes its matches, and somebody asks for one of the others, just between two of them."""

    async def work() -> None:
        lobby = Lobby(Database(address_of(tmp_path)))
        agreed, _ = settings_of(NewMatch(game="dividers-duel", opponent="device"), "Ada")
        holder = StoredSeat(hash_token(new_token()), hash_token(new_token()), "Ada")
        rooms = [await lobby.room(await lobby.create(agreed, {1: holder, 2: holder})) for _ in range(3)]
        for room in rooms:
            room.used -= 2 * IDLE_SECONDS
        again: list[Room] = []

        async def pause(_: Slices) -> None:
            if not again:
                again.append(rooms[0])
                lobby.drop([room.key for room in rooms[1:]])
                lobby.drop([rooms[0].key])
                again[0] = await lobby.room(rooms[0].id)

        with monkeypatch.context() as patched:
            patched.setattr(Slices, "pause", pause)
            await lobby.release_idle_rooms()
        assert again[0] is not rooms[0]
        assert lobby.rooms == {rooms[0].id: again[0]}
        assert lobby.by_key == {rooms[0].key: again[0]}
        await lobby.close()

    asyncio.run(work())


def test_a_match_that_is_deleted_while_it_is_loaded_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        lobby = Lobby(Database(address_of(tmp_path)))
        agreed, _ = settings_of(NewMatch(game="dividers-duel", opponent="device"), "Ada")
        holder = StoredSeat(hash_token(new_token()), hash_token(new_token()), "Ada")
        room = await lobby.room(await lobby.create(agreed, {1: holder, 2: holder}))
        load = Room.load

        async def delete_meanwhile(again: Room, stored: StoredMatch) -> None:
            await load(again, stored)
            lobby.drop([again.key])

        lobby.drop([room.key])
        with monkeypatch.context() as patched:
            patched.setattr(Room, "load", delete_meanwhile)
            with pytest.raises(NotFound):
                await lobby.room(room.id)
        assert (lobby.rooms, lobby.by_key) == ({}, {})
        await lobby.close()

    asyncio.run(work())


def test_a_match_that_took_long_to_load_is_not_released_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        lobby = Lobby(Database(address_of(tmp_path)))
        agreed, _ = settings_of(NewMatch(game="dividers-duel", opponent="device"), "Ada")
        holder = StoredSeat(hash_token(new_token()), hash_token(new_token()), "Ada")
        room = await lobby.room(await lobby.create(agreed, {1: holder, 2: holder}))
        assert (await room.resign((1, 2), "r")).result == "accepted"
        load = Room.load

        async def load_slowly(again: Room, stored: StoredMatch) -> None:
            await load(again, stored)
            again.used -= 2 * RELEASE_SECONDS

        room.used -= 2 * RELEASE_SECONDS
        await lobby.release_idle_rooms()
        with monkeypatch.context() as patched:
            patched.setattr(Room, "load", load_slowly)
            again = await lobby.room(room.id)
        await lobby.release_idle_rooms()
        assert lobby.rooms == {room.id: again}
        await lobby.close()

    asyncio.run(work())


def test_a_match_is_rebuilt_in_slices_and_nobody_sees_half_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        lobby = Lobby(Database(address_of(tmp_path)))
        new = NewMatch(game="divisor-duel-subtract", start="1000000", opponent="device", moves=["2"] * 100)
        agreed, _ = settings_of(new, "Ada")
        holder = StoredSeat(hash_token(new_token()), hash_token(new_token()), "Ada")
        room = await lobby.room(await lobby.create(agreed, {1: holder, 2: holder}))
        for ply in range(100, 150):
            assert (await room.play((1, 2), f"m{ply}", ply, "2")).result == "accepted"
        before, steps = await room.state(), 0

        async def pause(_: Slices) -> None:
            nonlocal steps
            steps += 1
            assert (room.session.match.ply, room.number) == (150, 50)

        with monkeypatch.context() as patched:
            patched.setattr(Slices, "pause", pause)
            room.needs_refresh, old = True, room.session
            async with room.lock:
                await room.refresh()
        assert steps >= 150
        assert room.session is not old
        assert encode(await room.state()) == encode(before)
        assert (await room.play((1, 2), "m149", 149, "2")).result == "already"
        await lobby.close()

    asyncio.run(work())


def test_moves_made_before_count_as_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        lobby = Lobby(Database(address_of(tmp_path)))
        new = NewMatch(game="divisor-duel-subtract", start="1000000", opponent="device", moves=["2"] * 1_000)
        agreed, _ = settings_of(new, "Ada")
        holder = StoredSeat(hash_token(new_token()), hash_token(new_token()), "Ada")
        for _ in range(4):
            (await lobby.room(await lobby.create(agreed, {1: holder, 2: holder}))).used -= 2 * RELEASE_SECONDS
        with monkeypatch.context() as patched:
            patched.setattr("aliquot.web.live.lobby.LIVE_BYTES", 500_000)
            await lobby.release_idle_rooms()
        assert len(lobby.rooms) == 2, "each takes some 200 kB"
        await lobby.close()

    asyncio.run(work())


class Line:
    """A WebSocket that is never cut, as far as a connection to a match uses it."""

    def __init__(self) -> None:
        self.is_closing = False

    def answer(self, frame: bytes) -> None:
        """Take an answer."""

    def send(self, frame: bytes) -> None:
        """Take an event."""


@pytest.fixture
def no_collector() -> Iterator[None]:
    """Keep the garbage collector from running meanwhile."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_collector")
def test_a_match_that_is_released_is_freed_at_once(tmp_path: Path) -> None:
    """The garbage collector runs seldom: what only it could free would take most of the memory."""

    async def work() -> None:
        lobby = Lobby(Database(address_of(tmp_path)))
        agreed, _ = settings_of(NewMatch(game="dividers-duel", opponent="device"), "Ada")
        holder = StoredSeat(hash_token(new_token()), hash_token(new_token()), "Ada")
        room = await lobby.room(await lobby.create(agreed, {1: holder, 2: holder}))
        line, connection = Line(), Connection(lobby, room.id, Credentials(None, None))
        connection.begin(cast("WebSocketTransport", line))
        connection.message_received('{"type": "hello", "presence": true}')
        while not room.subscribers:
            await asyncio.sleep(0.001)
        room.catch_up()
        assert (await room.play((1, 2), "m", 0, "2")).result == "accepted"
        assert (await room.resign((1, 2), "r")).result == "accepted"
        line.is_closing = True
        connection.connection_lost()
        while room.is_busy:
            await asyncio.sleep(0.001)
        room.used -= 2 * RELEASE_SECONDS
        freed = ref(room)
        del room
        await lobby.release_idle_rooms()
        assert lobby.rooms == {}
        assert freed() is None, "the closed socket does not hold it, nor do its parts hold each other"
        del connection
        await lobby.close()

    asyncio.run(work())


TestServer = Server.TestCase
TestServer.settings = settings(
    max_examples=tries(25), stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
)
