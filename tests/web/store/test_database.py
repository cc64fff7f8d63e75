"""The database: what is good is taken up, what is not is refused by name and left as it is."""

import asyncio
import json
import os
import shutil
import signal
import sqlite3
import sys
from collections.abc import Callable, Coroutine, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from sqlalchemy import Connection, inspect

from aliquot.web.errors import StoreFailed, StoreRefused
from aliquot.web.limits import FORGOTTEN_DAYS
from aliquot.web.store import schema
from aliquot.web.store.database import Database
from aliquot.web.store.reader import Reader
from aliquot.web.store.schema import VERSION
from aliquot.web.store.writer import Write, Writer
from tests.conftest import Command

from ..conftest import Served, address_of

DAY = 86_400_000


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with games in it."""
    folder = tmp_path_factory.mktemp("good")
    database = Database(address_of(folder))

    async def fill(writer: Writer, reader: Reader) -> None:
        for number in range(50):
            await writer.store(new_game(f"game{number}"))

    with_store(database, fill)
    return folder


def new_game(name: str) -> Write:
    facts = {
        "id": name,
        "settings": json.dumps({"game": "dividers-duel(start=60)", "padding": "x" * 400}),
        "created": 0,
    }
    seat = {"seat": 1, "token": "t", "visitor": "v", "name": "Ada"}
    return Write(match=facts, seats=[seat], past=[event(0, 1)])


def event(game: int, number: int) -> dict[str, Any]:
    return {"match": game, "number": number, "at": 0, "message_id": f"m{number}", "body": '{"kind":"moved","seat":1}'}


def with_store(database: Database, work: Callable[[Writer, Reader], Coroutine[Any, Any, None]]) -> None:
    """Does something with a writer and a reader, and closes everything."""

    async def run() -> None:
        writer, reader = Writer(database), Reader(database)
        try:
            await work(writer, reader)
        finally:
            writer.close()
            reader.close()
            database.close()

    asyncio.run(run())


def snapshot(folder: Path) -> dict[str, bytes | None]:
    """Everything in a folder, byte for byte; the lock of whoever looks at it apart."""
    found = {path.name: path.read_bytes() if path.is_file() else None for path in sorted(folder.rglob("*"))}
    return {name: data for name, data in found.items() if not name.endswith(".lock")}


def cut_in_half(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def spoil_header(path: Path) -> None:
    path.write_bytes(b"Not a database.\0" + path.read_bytes()[16:])


def zero_page(path: Path) -> None:
    data, page = bytearray(path.read_bytes()), 4096
    last = len(data) - page
    data[last:] = bytes(page)
    data[page : 2 * page] = bytes(page)
    path.write_bytes(data)


def become_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


DAMAGES: dict[str, Callable[[Path], object]] = {
    "0 bytes": lambda path: path.write_bytes(b""),
    "missing": Path.unlink,
    "half": cut_in_half,
    "100 bytes": lambda path: path.write_bytes(path.read_bytes()[:100]),
    "header": spoil_header,
    "zeroed page": zero_page,
    "text": lambda path: path.write_text("Dear diary, " * 1000),
    "folder": become_folder,
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_database_is_refused_by_name_and_left_as_it_is(good: Path, tmp_path: Path, damage: str) -> None:
    folder = tmp_path / "store"
    shutil.copytree(good, folder)
    DAMAGES[damage](folder / "games.sqlite3")
    before = snapshot(folder)
    with pytest.raises(StoreRefused, match=r"games\.sqlite3' (is|was) .*\.$"):
        Database(address_of(folder))
    assert snapshot(folder) == before


def test_the_command_refuses_it_in_one_sentence(command: Command, tmp_path: Path) -> None:
    (tmp_path / "games.sqlite3").write_text("nothing" * 1000)
    refused = command("serve", "--port", "0", "--database", address_of(tmp_path)).refusal()
    assert "games.sqlite3' is damaged or not a database" in refused
    assert "--port" in command("serve", "--port", "http").refusal()
    assert "--url" in command("serve", "--url", "here").refusal()


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("where it is", "Give the database as"),
        ("mysql://x/y", "not supported"),
        ("sqlite://", "in memory"),
        ("postgresql://nobody:secret@127.0.0.1:1/none", "The database 'none' at '127.0.0.1' cannot be opened"),
    ],
)
def test_what_is_no_database_is_refused(url: str, reason: str) -> None:
    with pytest.raises(StoreRefused, match=reason) as refused:
        Database(url)
    assert "secret" not in str(refused.value)


def test_a_good_database_is_taken_up(good: Path, tmp_path: Path) -> None:
    folder = tmp_path / "store"
    shutil.copytree(good, folder)

    async def look(writer: Writer, reader: Reader) -> None:
        stored = await reader.match("game49")
        assert stored is not None
        assert (stored.seats[1].name, stored.events[0].number) == ("Ada", 1)
        assert await reader.count() == (50, 50)

    with_store(Database(address_of(folder)), look)


def test_the_database_of_another_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    before = path.read_bytes()
    with pytest.raises(StoreRefused, match="another program"):
        Database(address_of(tmp_path))
    assert path.read_bytes() == before


def test_a_newer_schema_is_refused(good: Path, tmp_path: Path) -> None:
    folder = tmp_path / "store"
    shutil.copytree(good, folder)
    with closing(sqlite3.connect(folder / "games.sqlite3")) as newer, newer:
        newer.execute("UPDATE schema_version SET version = 99")
    before = (folder / "games.sqlite3").read_bytes()
    with pytest.raises(StoreRefused, match="newer version of Aliquot"):
        Database(address_of(folder))
    assert (folder / "games.sqlite3").read_bytes() == before


def open_and_kill(url: str, lines: int) -> bool:
    """Open a database in a process that is killed after so many lines of the store; return False if there are fewer."""
    process = os.fork()
    if process == 0:
        left = lines

        def count(frame: FrameType, event: str, _: object) -> Any:
            nonlocal left
            if "/web/store/" not in frame.f_code.co_filename:
                return None
            left -= event == "line"
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)
            return count

        sys.settrace(count)
        Database(url)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == -signal.SIGKILL


@pytest.mark.deep
def test_a_kill_during_the_first_start_leaves_nothing_that_is_refused(tmp_path: Path) -> None:
    kills = 0
    for kills in range(1_000):
        folder = tmp_path / str(kills)
        folder.mkdir()
        if not open_and_kill(address_of(folder), kills * 15):
            break
        database = Database(address_of(folder))
        database.close()
        assert sorted(path.name for path in folder.iterdir()) == ["games.sqlite3", "games.sqlite3.made"]
    assert 8 < kills < 1_000


def test_a_new_database_has_its_log_before_it_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To switch to it, SQLite writes a rollback journal: a kill would leave one, which is refused as none of ours."""
    modes = []
    monkeypatch.setattr(
        "aliquot.web.store.database.check_journals", lambda path: modes.append(path.read_bytes()[18:20])
    )
    Database(address_of(tmp_path)).close()
    assert modes == [b"\2\2"]


def test_one_server_has_a_sqlite_database(tmp_path: Path) -> None:
    database = Database(address_of(tmp_path))
    with pytest.raises(StoreRefused, match="in use by another server"):
        Database(address_of(tmp_path))
    database.close()
    Database(address_of(tmp_path)).close()


def test_an_older_schema_is_upgraded_once_and_only_as_a_whole(
    good: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def add_notes(connection: Connection) -> None:
        connection.exec_driver_sql("CREATE TABLE notes (text TEXT)")

    def fail(connection: Connection) -> None:
        connection.exec_driver_sql("CREATE TABLE notes (text TEXT)")

    def tables() -> tuple[int, set[str]]:
        with database.read_engine.connect() as connection:
            version = connection.exec_driver_sql("SELECT version FROM schema_version").scalar_one()
            return version, set(inspect(connection).get_table_names())

    folder = tmp_path / "store"
    shutil.copytree(good, folder)
    database = Database(address_of(folder))
    assert tables() == (VERSION, set(schema.metadata.tables))
    database.close()
    upgrades = (*schema.UPGRADES, add_notes, fail)
    monkeypatch.setattr(schema, "UPGRADES", upgrades)
    monkeypatch.setattr(schema, "VERSION", 1 + len(upgrades))
    with pytest.raises(StoreRefused, match="cannot be opened: table notes already exists"):
        Database(address_of(folder))
    monkeypatch.setattr(schema, "UPGRADES", upgrades[:-1])
    monkeypatch.setattr(schema, "VERSION", len(upgrades))
    for _ in range(2):
        database = Database(address_of(folder))
        assert tables() == (VERSION + 1, {*schema.metadata.tables, "notes"})
        database.close()


def test_moves_that_wait_share_a_transaction(tmp_path: Path) -> None:
    async def work(writer: Writer, reader: Reader) -> None:
        made = new_game("one")
        await writer.store(made)
        before = writer.transactions
        results = await asyncio.gather(
            *(writer.store(Write(event=event(made.key, n), key=made.key)) for n in range(2, 502))
        )
        assert all(results)
        assert writer.transactions - before < 100
        assert len(await reader.events(made.key, 0)) == 501

    with_store(Database(address_of(tmp_path)), work)


def test_of_two_events_with_one_number_one_is_stored_and_neighbours_do_not_suffer(tmp_path: Path) -> None:
    async def work(writer: Writer, reader: Reader) -> None:
        made = new_game("one")
        await writer.store(made)
        twice = [Write(event=event(made.key, 2), key=made.key) for _ in range(2)]
        others = [new_game(f"other{number}") for number in range(5)]
        results = await asyncio.gather(*map(writer.store, [*others, *twice]))
        assert results[:5] == [True] * 5
        assert sorted(results[5:]) == [False, True]
        assert [stored.number for stored in await reader.events(made.key, 0)] == [1, 2]

    with_store(Database(address_of(tmp_path)), work)


@contextmanager
def full(database: Database) -> Iterator[None]:
    """Lets the database grow no more, as on a full disk."""
    with database.write_engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    yield
    with database.write_engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 1000000")


def test_a_full_disk_refuses_and_recovers_and_reads_go_on(tmp_path: Path) -> None:
    database = Database(address_of(tmp_path))

    async def work(writer: Writer, reader: Reader) -> None:
        acknowledged = 0

        async def fill() -> None:
            nonlocal acknowledged
            for number in range(1000):
                assert await writer.store(new_game(f"game{number}"))
                acknowledged += 1

        with full(database):
            with pytest.raises(StoreFailed, match=r"nothing has changed\. Try again later\."):
                await fill()
            assert (await reader.count())[0] == acknowledged
        assert await writer.store(new_game("afterwards"))
        assert (await reader.count())[0] == acknowledged + 1

    with_store(database, work)


def test_many_matches_are_not_counted_again_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Anybody may ask for the metrics, and a hundred thousand matches take long to count."""
    monkeypatch.setattr("aliquot.web.store.reader._COUNTED_PER_SECOND", 1)

    async def work(writer: Writer, reader: Reader) -> None:
        await asyncio.gather(*(writer.store(new_game(f"game{number}")) for number in range(1_001)))
        assert await reader.count() == (1_001, 1_001)
        await writer.store(new_game("another"))
        assert await reader.count() == (1_001, 1_001)

    with_store(Database(address_of(tmp_path)), work)


@pytest.mark.parametrize("is_replaced", [False, True])
def test_a_database_that_is_taken_away_refuses_moves(tmp_path: Path, is_replaced: bool) -> None:
    async def work(writer: Writer, reader: Reader) -> None:
        await writer.store(new_game("before"))
        (tmp_path / "games.sqlite3").rename(tmp_path / "elsewhere")
        if is_replaced:
            (tmp_path / "games.sqlite3").write_bytes(b"")
        with pytest.raises(StoreFailed, match="nothing has changed"):
            await writer.store(new_game("after"))

    with_store(Database(address_of(tmp_path)), work)


@pytest.mark.parametrize("suffix", ["", "-wal", "-shm"])
def test_a_file_that_is_put_back_is_used_again_at_once(tmp_path: Path, suffix: str) -> None:
    async def work(writer: Writer, reader: Reader) -> None:
        await writer.store(new_game("before"))
        file, elsewhere = tmp_path / f"games.sqlite3{suffix}", tmp_path / "elsewhere"
        file.rename(elsewhere)
        with pytest.raises(StoreFailed, match="nothing has changed"):
            await writer.store(new_game("refused"))
        elsewhere.rename(file)
        assert await writer.store(new_game("after"))
        assert await reader.match("refused") is None
        assert await reader.match("after") is not None

    with_store(Database(address_of(tmp_path)), work)


async def removed_on(writer: Writer, days: Iterable[int]) -> int:
    """Let the server run on some days; return how many games it deleted."""
    return sum([len((await writer.forget(day * DAY)).deleted) for day in days])


def test_games_nobody_has_touched_are_forgotten_and_others_are_not(tmp_path: Path) -> None:
    async def work(writer: Writer, reader: Reader) -> None:
        old, touched, over = new_game("old"), new_game("touched"), new_game("over")
        for write in (old, touched, over):
            await writer.store(write)
        await writer.store(Write(event=event(touched.key, 2) | {"at": 5 * DAY}, key=touched.key))
        await writer.store(Write(event=event(over.key, 2), key=over.key, ends=True))
        assert await removed_on(writer, range(1, FORGOTTEN_DAYS + 1)) == 0
        assert await removed_on(writer, range(FORGOTTEN_DAYS + 1, FORGOTTEN_DAYS + 3)) == 1
        assert await reader.match("old") is None
        assert await reader.match("touched") is not None
        assert await reader.match("over") is not None

    with_store(Database(address_of(tmp_path)), work)


def test_a_clock_that_jumps_ahead_deletes_no_games(tmp_path: Path) -> None:
    async def work(writer: Writer, reader: Reader) -> None:
        await writer.store(new_game("old"))
        assert await removed_on(writer, [1, 2, 42, 43, 1000, 3]) == 0
        late = range(1001, 1001 + FORGOTTEN_DAYS - 7)
        assert await removed_on(writer, late) == 0
        assert await reader.match("old") is not None
        assert await removed_on(writer, [late.stop]) == 1, "after thirty days on which the server ran"

    with_store(Database(address_of(tmp_path)), work)


def changed(good: Path, tmp_path: Path, *statements: str) -> Path:
    """Return a copy of a good database in which somebody has run statements."""
    folder = tmp_path / "store"
    shutil.copytree(good, folder)
    with closing(sqlite3.connect(folder / "games.sqlite3")) as opened, opened:
        for statement in statements:
            opened.execute(statement)
    return folder


@pytest.mark.parametrize(
    ("statements", "reason"),
    [
        (("DROP TABLE seats",), "the table 'seats' is missing"),
        (("ALTER TABLE events DROP COLUMN body",), "the table 'events' has no column 'body'"),
        (
            ("ALTER TABLE events RENAME TO other", "CREATE TABLE events AS SELECT * FROM other", "DROP TABLE other"),
            r"the key of the table 'events' is not \(match, number\)",
        ),
        (("DELETE FROM schema_version",), "the table 'schema_version' is empty"),
    ],
)
def test_tables_that_are_not_whole_are_refused_by_name(
    good: Path, tmp_path: Path, statements: tuple[str, ...], reason: str
) -> None:
    folder = changed(good, tmp_path, *statements)
    before = snapshot(folder)
    with pytest.raises(StoreRefused, match=rf"games\.sqlite3' is damaged: {reason}\.$"):
        Database(address_of(folder))
    assert snapshot(folder) == before


BODIES = [
    "{",
    "[]",
    "null",
    "7",
    '{"kind": "moved"}',
    '{"kind": "moved", "seat": 3, "move": "2"}',
    '{"kind": "moved", "seat": 1, "move": "2"}',
    '{"kind": "moved", "seat": 2, "move": "7"}',
    '{"kind": "moved", "seat": 2, "move": "1000-2"}',
    '{"kind": "moved", "seat": 2, "move": "2", "numbers": "996"}',
    '{"kind": "moved_on", "seat": 2, "move": "2"}',
    '{"kind": "offered", "seat": 2, "what": "money"}',
    '{"kind": "taken_back", "seat": 2, "turns": 5}',
    '{"kind": "conceded", "seat": 2, "ending": "bored"}',
]


@pytest.mark.deep
def test_a_match_with_a_bad_event_is_refused_and_no_other(serve: Callable[..., Served], tmp_path: Path) -> None:
    """Event 2 of each match is damaged in its own way; only a move of seat 2 could be there."""
    served = serve()
    ada = served.visitor()
    made = []
    for _ in (*BODIES, "good"):
        made.append(ada.create("divisor-duel-subtract", start="1000", opponent="device"))
        for ply in range(3):
            assert ada.move(made[-1], ply, "2")["result"] == "accepted"
    assert served.stop() == 0
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as opened, opened:
        for match, body in zip(made, BODIES, strict=False):
            change = "UPDATE events SET body = ? WHERE number = 2 AND match = (SELECT key FROM matches WHERE id = ?)"
            opened.execute(change, (body, match))
    again = serve().visitor()
    for match, body in zip(made, BODIES, strict=False):
        assert again.refusal(500, "GET", f"/api/matches/{match}").startswith("This game is damaged"), body
        assert again.last_code == "match-damaged"
    assert again.state(made[-1])["ply"] == 3


def test_a_copy_with_another_kind_of_journal_gets_ours(good: Path, tmp_path: Path) -> None:
    folder = changed(good, tmp_path)
    with closing(sqlite3.connect(folder / "games.sqlite3")) as opened:
        assert opened.execute("PRAGMA journal_mode = DELETE").fetchone() == ("delete",)
    database = Database(address_of(folder))
    with database.read_engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
    database.close()


def test_a_database_is_locked_under_every_name(good: Path, tmp_path: Path) -> None:
    folder = changed(good, tmp_path)
    link, other = tmp_path / "link.sqlite3", tmp_path / "other.sqlite3"
    link.symlink_to(folder / "games.sqlite3")
    database = Database(address_of(folder))
    with pytest.raises(StoreRefused, match="in use by another server"):
        Database(f"sqlite:///{link}")
    database.close()
    other.hardlink_to(folder / "games.sqlite3")
    for name in (other, folder / "games.sqlite3"):
        with pytest.raises(StoreRefused, match="has another name"):
            Database(f"sqlite:///{name}")
    other.unlink()
    Database(f"sqlite:///{link}").close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.sqlite3", "store"]


def test_journals_without_their_database_are_refused(tmp_path: Path) -> None:
    for suffix in ("-wal", "-shm"):
        (trace := tmp_path / f"games.sqlite3{suffix}").write_bytes(b"moves")
        with pytest.raises(StoreRefused, match="is missing, but it existed before"):
            Database(address_of(tmp_path))
        assert [path.name for path in tmp_path.iterdir()] == [trace.name]
        trace.unlink()


def test_a_rollback_journal_is_refused_and_kept(good: Path, tmp_path: Path) -> None:
    folder = changed(good, tmp_path)
    (folder / "games.sqlite3-journal").write_bytes(b"not a journal" * 100)
    before = snapshot(folder)
    with pytest.raises(StoreRefused, match=r"games\.sqlite3-journal' is not ours"):
        Database(address_of(folder))
    assert snapshot(folder) == before


@pytest.mark.deep
def test_the_server_takes_games_up_again_and_ends_politely(serve: Callable[..., Served]) -> None:
    first = serve()
    ada, emmy = first.visitor(), first.visitor()
    made = ada.create(name="Ada", clock="600+1")
    emmy.join(made, name="Emmy")
    ada.move(made, 0, "2", "m")
    before = ada.state(made)
    with emmy.live(made) as two:
        first.process.terminate()
        assert two.until(lambda told: told["type"] == "bye")["reason"].startswith("The server is stopping")
    assert first.process.wait(60) == 0
    second = serve(port=first.port)
    after = ada.state(made)
    assert {**after, "remaining": 0, "running": 0} == {**before, "remaining": 0, "running": 0}
    assert after["remaining"][1] >= before["remaining"][1], "nobody is charged for the outage"
    assert ada.move(made, 0, "2", "m")["result"] == "already"
    assert emmy.move(made, 1, "3")["result"] == "accepted"
    assert second.stop() == 0
    assert second.faults() == []


def test_the_key_of_a_deleted_match_is_not_given_to_another(tmp_path: Path) -> None:
    async def work(writer: Writer, reader: Reader) -> None:
        row = {"code": "GONE", "created": 0, "teacher": "t", "visitor": "v"}
        classroom, old, new = Write(classroom=row), new_game("old-game"), new_game("new-game")
        old.class_code = "GONE"
        assert await writer.store(classroom)
        assert await writer.store(old)
        assert await writer.delete_class("GONE") == [old.key]
        assert await writer.store(new)
        assert new.key > old.key
        again = Write(classroom=row)
        assert await writer.store(again)
        assert again.key > classroom.key
        assert not await writer.store(Write(event=event(old.key, 2), key=old.key)), "a late move has no match"
        assert await reader.match("new-game") is not None

    with_store(Database(address_of(tmp_path)), work)


def test_a_class_is_deleted_with_its_games_a_day_after_the_last_activity(tmp_path: Path) -> None:
    hour = DAY // 24

    async def work(writer: Writer, reader: Reader) -> None:
        def new_class(code: str) -> Write:
            row = {"code": code, "created": 0, "teacher": "t", "visitor": "v"}
            return Write(classroom=row, class_events=[{"number": 1, "at": 0, "body": '{"kind":"opened"}'}])

        old, moved, talked = (new_class(code) for code in ("OLD", "MOVED", "TALKED"))
        for write in (old, moved, talked):
            assert await writer.store(write)
        game, other = new_game("old-game"), new_game("other-game")
        game.class_code, other.class_code = "OLD", "MOVED"
        assert await writer.store(game)
        assert await writer.store(other)
        await writer.store(Write(event=event(other.key, 2) | {"at": 10 * hour}, key=other.key))
        later = {"number": 2, "at": 20 * hour, "body": '{"kind":"ended"}'}
        assert await writer.store(Write(class_events=[later], key=talked.key))
        assert not await writer.store(Write(class_events=[later], key=talked.key)), "a number is taken once"
        assert (await writer.forget(23 * hour)).deleted_classes == ()
        assert (await writer.forget(25 * hour)).deleted_classes == ("OLD",)
        assert await reader.match("old-game") is None
        assert await reader.match("other-game") is not None
        assert (await writer.forget(35 * hour)).deleted_classes == ("MOVED",), "a move is an activity"
        assert await reader.match("other-game") is None
        kept = await reader.classroom("TALKED")
        assert kept is not None
        assert [event.number for event in kept.events] == [1, 2]
        assert (await writer.forget(45 * hour)).deleted_classes == ("TALKED",)
        assert await reader.classroom("TALKED") is None

    with_store(Database(address_of(tmp_path)), work)
