"""Nothing that lies in a folder hurts: not what it is, not what it is called, not what was left there."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from aliquot.core.record import Record
from aliquot.core.text import quote_path
from aliquot.saves.archive import Archive, load, save
from aliquot.saves.files import Lock, SaveError, remove_leftovers, write_file

if TYPE_CHECKING:
    from tests.saves.conftest import House

RECORD = Record("dividers-duel(start=60)")


def a_socket(path: Path) -> None:
    here = os.getcwd()
    os.chdir(path.parent)  # The name of a socket may not be long.
    try:
        socket.socket(socket.AF_UNIX).bind(path.name)
    finally:
        os.chdir(here)


def a_link_to_a_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def a_folder(path: Path) -> None:
    path.mkdir()


def a_link_to_nothing(path: Path) -> None:
    path.symlink_to("nowhere")


STRANGE = [os.mkfifo, a_socket, a_link_to_a_device, a_folder]


@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.parametrize("put", STRANGE)
def test_only_regular_files_are_opened(put: Callable[[Path], None], tmp_path: Path) -> None:
    path = tmp_path / "game-1.duel"
    put(path)
    with pytest.raises(SaveError, match=r"is not a regular file|is a folder, not a record"):
        load(path)
    (entry,) = Archive(tmp_path).entries()
    assert entry.summary is None
    assert entry.problem.startswith(f"'{path}' is ")


@pytest.mark.sampled(1)
@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.parametrize("put", STRANGE)
def test_what_is_no_file_hangs_no_command(put: Callable[[Path], None], house: "House") -> None:
    house.run("play", "dividers-duel", typed="2\n")
    put(house.games / "game-strange.duel")
    for command in (("history",), ("stats",), ("resume",), ("replay", "strange"), ("review", "strange")):
        _, _, err = house.run(*command)
        assert "game-strange.duel" in err or command[1:] == ("strange",), err
        assert "Traceback" not in err


def test_a_pipe_put_there_at_the_last_moment_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game-1.duel"
    path.write_text("something")
    regular = path.stat()
    path.unlink()
    os.mkfifo(path)
    monkeypatch.setattr(os, "stat", lambda *_: regular)
    with pytest.raises(SaveError, match="is not a regular file"):
        load(path)


def test_a_link_to_nothing_is_not_there(tmp_path: Path) -> None:
    a_link_to_nothing(tmp_path / "game-1.duel")
    assert list(Archive(tmp_path).entries()) == []


NASTY = "x\x1b]0;owned\x07\x1b[2J\N{RIGHT-TO-LEFT OVERRIDE}\N{ZERO WIDTH SPACE}\u2028\U000e0041-nasty.duel"


def test_the_name_of_a_file_is_shown_like_any_foreign_text(house: "House") -> None:
    house.games.mkdir(parents=True)
    (house.games / NASTY).write_text("no record")
    (house.games / os.fsdecode(b"\xff\xfe-torn.duel")).write_text("no record")
    for command in (("history",), ("stats",), ("resume",), ("replay", "nasty"), ("replay", "torn")):
        _, out, err = house.run(*command)
        assert "Traceback" not in err
        for line in (out + err).splitlines():
            assert line.isprintable(), line


def test_a_message_shows_the_whole_path(house: "House") -> None:
    folder = house.games / ("a long name of a folder " * 4).strip() / "and another one in it"
    folder.mkdir(parents=True)
    (folder / "game-1.duel").write_text("no record")
    _, _, err = house.run("replay", str(folder / "game-1.duel"))
    assert err.startswith(f"aliquot: '{folder}/game-1.duel' is not a valid record: ")
    assert len(quote_path(Path("9" * 5000))) < 300


def test_a_data_folder_that_is_a_file_is_named(house: "House") -> None:
    house.games.parent.mkdir(parents=True)
    house.games.write_text("in the way")
    for command in (("history",), ("stats",), ("resume",), ("replay", "abc")):
        code, out, err = house.run(*command)
        assert (code, out) == (2, "")
        assert err == f"aliquot: '{house.games}' must be a folder, but it is a file.\n"
    assert house.games.read_text() == "in the way"


def test_what_killed_programs_left_is_swept_and_nothing_else(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    save(tmp_path / "game-1.duel", RECORD)
    living = Lock(tmp_path / "game-1.duel")
    old = [".game-1.duel.0a1b2c3d", ".game-9.duel.lock", ".index.json.0a1b2c3d"]
    kept = [".game-1.duel.0a1b2c3e", ".game-1.duel.notours", ".notes", "game-1.duel.0a1b2c3d"]
    for name in (*old, *kept):
        (tmp_path / name).touch()
        if name != kept[0]:
            os.utime(tmp_path / name, (time.time() - 7200,) * 2)
    assert len(list(archive.entries())) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*kept, "game-1.duel", ".game-1.duel.lock"])
    with pytest.raises(SaveError, match="is being played"):
        Lock(tmp_path / "game-1.duel")
    living.release()


def test_a_half_written_file_beside_progress_is_swept(tmp_path: Path) -> None:
    for name, hours in ((".progress.json.0a1b2c3d", 2), (".progress.json.0a1b2c3e", 0)):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (time.time() - hours * 3600,) * 2)
    remove_leftovers(tmp_path)
    remove_leftovers(tmp_path / "nowhere")
    assert [path.name for path in tmp_path.iterdir()] == [".progress.json.0a1b2c3e"]


def test_a_program_killed_while_it_held_a_lock_holds_it_no_more(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from aliquot.saves.files import Lock\n"
        "lock = Lock(Path(sys.argv[1])); print('held', flush=True); sys.stdin.read()"
    )
    path = tmp_path / "game-1.duel"
    holder = subprocess.Popen(
        [sys.executable, "-c", program, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert holder.stdin is not None
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    with pytest.raises(SaveError, match="is being played in another window"):
        Lock(path)
    Archive(tmp_path).folder.joinpath("game-1.duel").touch()
    list(Archive(tmp_path).entries())
    assert (tmp_path / ".game-1.duel.lock").exists(), "a lock that is held is not swept"
    holder.kill()
    holder.communicate()
    assert (tmp_path / ".game-1.duel.lock").exists()
    list(Archive(tmp_path).entries())
    assert not (tmp_path / ".game-1.duel.lock").exists()
    Lock(path).release()


CLIMBER = """
import sys
from pathlib import Path
from aliquot.saves.files import SaveError
from aliquot.saves.files import Lock
path = Path(sys.argv[1])
for _ in range(100):
    lock = Lock(path, wait=60)
    number = path.with_name("number")
    number.write_text(str(int(number.read_text()) + 1))
    lock.release()
"""


def test_a_lock_that_is_let_go_and_taken_all_the_time_is_never_held_twice(tmp_path: Path) -> None:
    (tmp_path / "number").write_text("0")
    programs = [subprocess.Popen([sys.executable, "-c", CLIMBER, str(tmp_path / "game")]) for _ in range(3)]
    assert [program.wait(120) for program in programs] == [0, 0, 0]
    assert (tmp_path / "number").read_text() == "300"


def test_a_game_is_not_saved_outside_its_folder_whatever_it_is_called(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    for name in ("../../etc/passwd", "CON", "a/b\\c:d*?", "x" * 500, "é"):
        path = archive.new_path(Record(name + "(start=60)"))
        assert path.parent == tmp_path
        write_file(path, "text")
        assert path.name.isascii()


@pytest.mark.parametrize("name", ["con", "NUL.duel", "com1.txt", "LPT9", "aux.tar.gz"])
def test_where_windows_keeps_a_name_for_itself_it_is_refused(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_file(tmp_path / name, "elsewhere they are names like any other")
    monkeypatch.setattr("aliquot.saves.files.sys.platform", "win32")
    with pytest.raises(SaveError, match="Windows reserves that name"):
        write_file(tmp_path / name, "text")
    write_file(tmp_path / f"x{name}", "text")


def test_where_an_open_file_cannot_be_replaced_it_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries, replace = [], Path.replace

    def refuse_twice(beside: Path, path: Path) -> Path:
        tries.append(beside)
        if len(tries) < 3:
            raise PermissionError(13, "Permission denied")
        return replace(beside, path)

    monkeypatch.setattr(Path, "replace", refuse_twice)
    with pytest.raises(SaveError, match="cannot be written: Permission denied"):
        write_file(tmp_path / "game", "text")
    tries.clear()
    monkeypatch.setattr("aliquot.saves.files.sys.platform", "win32")
    write_file(tmp_path / "game", "text")
    assert len(tries) == 3
    assert [path.name for path in tmp_path.iterdir()] == ["game"]


def test_a_lock_is_held_by_one_until_it_is_released(tmp_path: Path) -> None:
    path = tmp_path / "game-1.duel"
    first = Lock(path)
    for _ in range(3):
        with pytest.raises(SaveError, match=r"game-1\.duel' is being played in another window"):
            Lock(path)
    first.release()
    second = Lock(path)
    second.release()
    second.release()
    assert list(tmp_path.iterdir()) == [], "nothing is left behind"


def test_locks_of_different_games_do_not_get_in_each_others_way(tmp_path: Path) -> None:
    locks = [Lock(tmp_path / f"game-{number}.duel") for number in range(5)]
    for lock in locks:
        lock.release()


def test_a_lock_file_that_a_killed_program_left_behind_holds_nothing(tmp_path: Path) -> None:
    (tmp_path / ".game-1.duel.lock").touch()
    Lock(tmp_path / "game-1.duel").release()


def test_where_no_lock_can_be_laid_it_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SaveError, match="cannot be locked"):
        Lock(tmp_path / "file" / "game-1.duel")
