"""Nothing is lost: kills at any moment, folders that cannot be written, and several programs at once."""

import select
import subprocess
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from aliquot.core.outcome import Ending
from aliquot.saves.archive import load
from tests.effort import IS_DEEP, PATIENCE

if TYPE_CHECKING:
    from tests.saves.conftest import House

pytestmark = pytest.mark.harder
CHAIN = 25 if IS_DEEP else 4
"""How often each kind of game is killed; in the deep run, four kinds make a hundred kills."""


class Watched:
    """A program whose output is read as it comes."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.process = process
        self.seen = b""

    def type(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text.encode())

    def read(self, seconds: float) -> bool:
        """Reads what there is; False at the end of the output."""
        assert self.process.stdout is not None
        if not select.select([self.process.stdout], [], [], seconds)[0]:
            return True
        more = self.process.stdout.read(65536)
        self.seen += more
        return bool(more)

    def wait_for(self, text: bytes, times: int = 1) -> bool:
        """Reads until a text has come so many times; False if the output ends before."""
        deadline = time.monotonic() + PATIENCE
        while self.seen.count(text) < times:
            assert time.monotonic() < deadline, self.seen
            if not self.read(1):
                return False
        return True

    def kill(self) -> None:
        """Kills at once, and reads what had been printed by then."""
        self.process.kill()
        self.process.wait()
        while self.read(PATIENCE):
            pass


SCRIPTS = {
    "plain": ("--start", "4000"),
    "with clocks": ("--start", "6002", "--clock", "9999+9"),
    "with names": ("--start", "5000", "--names", "Ada,Émilie"),
}
"""Games that go on for long when 2 is subtracted every time, and how they are set up."""
FEED = 60
"""How many moves are typed ahead: more than a program makes before it is killed."""
WALK = [16, 8, 24, 12, 36, 18, 9, 45, 15, 30, 10, 50, 25, 5, 40, 20, 4, 28, 14, 42, 21, 7, 35]
"""A long game in the pool 2-50."""


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", SCRIPTS)
def test_no_acknowledged_move_is_lost_when_a_game_is_killed_and_resumed_again_and_again(
    name: str, house: "House"
) -> None:
    """A move is acknowledged once the prompt after it has appeared."""
    chance, prompt, made, midway = Random(name), b"Enter the divisor to subtract: ", 0, 0
    for _ in range(CHAIN):
        before = made
        begin = ("resume",) if house.files() else ("play", "divisor-duel-subtract", *SCRIPTS[name])
        program = Watched(house.start(*begin))
        program.type("2\n" * FEED)
        assert program.wait_for(prompt, chance.randrange(1, 8))
        time.sleep(chance.random() * 0.004)
        program.kill()
        acknowledged = before + program.seen.count(prompt) - 1
        files = house.files()
        assert len(files) <= 1
        assert files or not acknowledged
        if files:
            moves = load(files[0]).moves
            made = len(moves)
            assert all(move.text.endswith("-2") for move in moves)
        assert made >= acknowledged
        midway += before < made < before + FEED
    assert midway, "some kills came in the middle of play"
    code, out, err = house.run("history")
    assert (code, err) == (0, "")
    assert len(out.splitlines()) == 2
    code, _, err = house.run("resume", typed="resign\n")
    assert (code, err) == (0, "")
    outcome = load(house.files()[0]).outcome
    assert outcome is not None
    assert outcome.ending is Ending.RESIGNED


def test_no_acknowledged_move_is_lost_when_one_new_game_after_another_is_killed(house: "House") -> None:
    chance, known, midway = Random("pool"), set[Path](), 0
    for _ in range(CHAIN):
        program = Watched(house.start("play", "divisor-duel-pool"))
        program.type("".join(f"{pick}\n" for pick in WALK))
        assert program.wait_for(b" selects: ", chance.randrange(1, len(WALK) - 4))
        time.sleep(chance.random() * 0.002)
        program.kill()
        acknowledged = program.seen.count(b" selects: ") - 1
        new = [path for path in house.files() if path not in known]
        known.update(new)
        assert len(new) <= 1
        picks = [int(move.text) for path in new for move in load(path).moves]
        assert len(picks) >= acknowledged
        assert picks == WALK[: len(picks)]
        midway += 0 < len(picks) < len(WALK)
    assert midway, "some kills came in the middle of play"
    code, out, err = house.run("history")
    assert (code, err) == (0, "")
    assert len(out.splitlines()) == 1 + len(known)


def wait_for_moves(house: "House", count: int) -> Path:
    """The file of the one game that is being played, once it has so many moves."""
    deadline = time.monotonic() + PATIENCE
    while True:
        assert time.monotonic() < deadline
        for path in house.files():
            record = load(path)
            if record.outcome is None and len(record.moves) >= count:
                return path
        time.sleep(0.005)


@pytest.mark.deep
def test_computers_killed_while_they_play_leave_a_readable_game_that_goes_on_as_it_would_have(house: "House") -> None:
    flags = ("play", "divisor-duel-pool", "--one", "skill:0.5", "--two", "random", "--seed", "5")
    code, whole, _ = house.run(*flags, "--no-save")
    assert code == 0
    assert whole.count(" chooses ") > 6
    for count in (1, 2, 4):
        process = house.start(*flags, "--pace", "0.1")
        path = wait_for_moves(house, count)
        process.kill()
        process.wait()
        assert load(path).outcome is None
        code, out, err = house.run("resume", str(path))
        assert (code, err) == (0, "")
        assert whole.endswith(out.partition("\n\n")[2])
        assert load(path).outcome is not None


def test_each_move_is_on_disk_before_the_next_prompt(house: "House") -> None:
    program, prompt = Watched(house.start("play", "divisor-duel-subtract", "--start", "100")), b"to subtract: "
    for number in range(1, 20):
        assert program.wait_for(prompt, number)
        assert [len(load(path).moves) for path in house.files()] == ([number - 1] if number > 1 else [])
        program.type("2\n")
    program.kill()


def test_a_hint_is_on_disk_before_the_next_prompt(house: "House") -> None:
    program, prompt = Watched(house.start("play", "divisor-duel-subtract")), b"to subtract: "
    program.type("2\nhint\nhint\n")
    assert program.wait_for(prompt, 4)
    program.kill()
    assert load(house.files()[0]).hints == (0, 2)


@pytest.mark.parametrize("flags", [(), ("--best-of", "1", "--clock", "60+1")])
def test_where_nothing_can_be_written_there_is_one_warning_and_the_game_goes_on(
    flags: tuple[str, ...], house: "House"
) -> None:
    (house.home / "data").write_text("a file in the way")
    code, out, err = house.run("play", "dividers-duel", *flags, typed="2\n5\n3\n")
    assert code == 0
    assert out.endswith("Player 1 wins!\n")
    assert err.startswith("aliquot: This game is not being saved: ")
    assert err.count("\n") == 1
    assert (house.home / "data").read_text() == "a file in the way"


def test_a_game_resumed_twice_is_refused_the_second_time_in_one_sentence(house: "House") -> None:
    house.run("play", "dividers-duel", typed="2\n")
    path = house.files()[0]
    before = path.read_bytes()
    first = Watched(house.start("resume"))
    assert first.wait_for(b"divisor: ")
    code, out, err = house.run("resume", typed="5\n")
    assert (code, out) == (2, "")
    assert err == f"aliquot: '{path}' is being played in another window.\n"
    assert path.read_bytes() == before
    first.type("5\n")
    assert first.wait_for(b"divisor: ", 2)
    assert len(load(path).moves) == 2
    first.kill()
    code, out, err = house.run("resume", typed="3\n")
    assert (code, err) == (0, "")
    assert load(path).outcome is not None


def test_a_game_that_is_being_played_is_not_annotated(house: "House") -> None:
    playing = Watched(house.start("play", "dividers-duel"))
    playing.type("2\n")
    assert playing.wait_for(b"divisor: ", 2)
    path = house.files()[0]
    before = path.read_bytes()
    code, _, err = house.run("review", str(path), "--annotate")
    assert code == 2
    assert err == f"aliquot: '{path}' is being played in another window.\n"
    assert path.read_bytes() == before
    playing.kill()


def test_many_programs_at_once_keep_their_games_apart(house: "House") -> None:
    flags = ("play", "divisor-duel-pool", "--pool", "2-30", "--one", "random", "--two", "random", "--pace", "0.01")
    running = [house.start(*flags, "--seed", str(seed)) for seed in range(8)]
    for process in running:
        _, err = process.communicate(timeout=PATIENCE)
        assert (process.returncode, err) == (0, b"")
    records = [load(path) for path in house.files()]
    assert sorted(record.seed or 0 for record in records) == list(range(8))
    assert all(record.outcome is not None for record in records)
    assert [path for path in house.games.iterdir() if path.name.startswith(".")] == [], "nothing is left beside them"


@pytest.mark.deep
def test_history_can_be_read_while_games_are_written(house: "House") -> None:
    flags = ("play", "divisor-duel-subtract", "--start", "3000", "--one", "greedy", "--two", "random")
    running = [house.start(*flags, "--seed", str(seed), "--pace", "0.005") for seed in range(2)]
    for _ in range(10):
        code, _, err = house.run("history", "--json")
        assert code == 0
        assert err == ""
    for process in running:
        process.communicate(timeout=PATIENCE)
        assert process.returncode == 0


def test_a_damaged_file_is_reported_by_name_and_left_alone_and_the_rest_is_listed(house: "House") -> None:
    house.run("play", "dividers-duel", typed="2\n5\n3\n")
    house.run("play", "factor-duel", typed="5\n2\n")
    damaged = house.games / "2026-01-01-dividers-duel-badbad.duel"
    content = house.files()[0].read_bytes()[:100] + b"\x00\xff"
    damaged.write_bytes(content)
    code, out, err = house.run("history")
    assert code == 0
    assert err.count("\n") == 1
    assert err.startswith(f"aliquot: '{damaged}' is not a valid record: line ")
    assert len(out.splitlines()) == 3
    assert damaged.read_bytes() == content
    for command in (("stats",), ("history", "--json"), ("resume",)):
        house.run(*command)
        assert damaged.read_bytes() == content


@pytest.mark.deep
def test_those_are_a_hundred_kills() -> None:
    assert (len(SCRIPTS) + 1) * CHAIN == 100


def test_the_data_folder_is_the_one_the_environment_names(house: "House", tmp_path: Path) -> None:
    house.run("play", "dividers-duel", typed="2\n", XDG_DATA_HOME=str(tmp_path / "elsewhere"))
    assert house.files() == []
    assert len(list((tmp_path / "elsewhere" / "aliquot" / "games").glob("*.duel"))) == 1
