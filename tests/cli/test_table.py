"""`aliquot table`: every verdict up to a limit, in every form, and nothing half-written."""

import csv
import io
import json
import os
import pty
import struct
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from aliquot import solve
from aliquot.games import REGISTRY, create
from aliquot.games.number import NumberGame, NumberPosition
from aliquot.oracle.misere_subtraction_table import is_lost
from aliquot.oracle.search import evaluate
from aliquot.oracle.survey import survey

if TYPE_CHECKING:
    from tests.conftest import Command

POOL, SUBTRACTION = "divisor-duel-pool", "divisor-duel-subtract"
NUMBER_GAMES = [slug for slug, duel in REGISTRY.items() if issubclass(duel, NumberGame)]
LAST = 60
Row = tuple[int | bool, ...]
"""The number, whether it is won, and what else is known of it."""


@cache
def value(slug: str, number: int) -> tuple[bool, int, int]:
    """Whether a number is won, its Grundy value and remoteness, by trying."""
    proper = [d for d in range(2, number) if number % d == 0]
    after = [value(slug, number - d if slug == SUBTRACTION else number // d) for d in proper]
    grundy = next(g for g in range(len(after) + 1) if g not in {value for _, value, _ in after})
    lost = [length for wins, _, length in after if not wins]
    length = 1 + (min(lost) if lost else max((length for _, _, length in after), default=-1))
    return bool(lost), grundy, length


@cache
def wins_opening(high: int, current: int, gone: frozenset[int]) -> bool:
    """Whether whoever has picked `current` from 2 to `high` wins, by trying."""
    free = [n for n in range(2, high + 1) if n not in gone and (n % current == 0 or current % n == 0)]
    return not any(wins_opening(high, n, gone | {n}) for n in free)


def expected(slug: str) -> list[Row]:
    if slug == POOL:
        return [(n, wins_opening(16, n, frozenset({n}))) for n in range(2, 17)]
    return [(n, *value(slug, n)) for n in range(1, LAST + 1)]


def names(slug: str) -> list[str]:
    """The columns, of which none is empty."""
    return [] if slug == POOL else ["grundy", "remoteness"]


def limit(slug: str) -> str:
    return "16" if slug == POOL else str(LAST)


def read_csv(text: str, *columns: str) -> list[Row]:
    header, *rows = csv.reader(io.StringIO(text))
    assert header == ["number", "verdict", *columns]
    assert "\r" not in text
    assert all(row[1] in ("W", "L") for row in rows)
    return [(int(row[0]), row[1] == "W", *map(int, row[2:])) for row in rows]


def table(command: "Command", *arguments: str, **extra: str) -> str:
    done = command("table", *arguments, **extra)
    assert (done.code, done.err) == (0, ""), done
    return done.out


def files(command: "Command") -> list[str]:
    return sorted(path.name for path in Path(command.home).iterdir() if not path.name.startswith((".cache", ".config")))


@pytest.mark.parametrize("slug", REGISTRY)
def test_a_pipe_gets_csv(slug: str, command: "Command") -> None:
    assert read_csv(table(command, slug, "--to", limit(slug)), *names(slug)) == expected(slug)


@pytest.mark.parametrize("slug", REGISTRY)
def test_json_is_a_list_of_objects(slug: str, command: "Command") -> None:
    rows = json.loads(table(command, slug, "--to", limit(slug), "--json"))
    assert [list(row) for row in rows] == [["number", "wins", *names(slug)]] * len(rows)
    assert [tuple(row.values()) for row in rows] == expected(slug)
    assert all(type(row["wins"]) is bool for row in rows)


@pytest.mark.parametrize("slug", REGISTRY)
def test_a_csv_file_holds_the_same(slug: str, command: "Command") -> None:
    assert table(command, slug, "--to", limit(slug), "--out", "t.csv") == ""
    assert read_csv(Path(command.home, "t.csv").read_text("utf-8"), *names(slug)) == expected(slug)
    assert files(command) == ["t.csv"]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("slug", REGISTRY)
def test_a_parquet_file_holds_the_same(slug: str, command: "Command") -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    table(command, slug, "--to", limit(slug), "--out", "t.parquet")
    columns: dict[str, list[Any]] = parquet.read_table(Path(command.home, "t.parquet")).to_pydict()
    assert list(columns) == ["number", "wins", *names(slug)]
    assert list(zip(*columns.values(), strict=True)) == expected(slug)
    assert files(command) == ["t.parquet"]


@pytest.fixture(scope="module")
def fonts(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Where matplotlib keeps what it finds out about fonts, which takes it a while."""
    pytest.importorskip("matplotlib")
    return str(tmp_path_factory.mktemp("fonts"))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("slug", REGISTRY)
def test_a_picture_is_a_picture(slug: str, command: "Command", fonts: str) -> None:
    done = command("table", slug, "--to", limit(slug), "--out", "t.png", MPLCONFIGDIR=fonts)
    assert (done.code, done.out) == (0, "")
    assert "Traceback" not in done.err
    assert "Warning" not in done.err
    picture = Path(command.home, "t.png").read_bytes()
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", picture[16:24])
    assert width > height > 600
    assert len(set(picture)) > 200, "it is not blank"
    assert files(command) == ["t.png"]


@pytest.mark.parametrize("slug", ["dividers-duel", POOL])
def test_a_person_gets_columns(slug: str, command: "Command") -> None:
    keyboard, screen = pty.openpty()
    try:
        done = subprocess.run(
            [sys.executable, "-m", "aliquot", "table", slug, "--to", "12"],
            stdin=subprocess.DEVNULL,
            stdout=screen,
            stderr=subprocess.PIPE,
            cwd=command.home,
            env=command.environment(),
            timeout=60,
            check=False,
        )
        shown = os.read(keyboard, 65536).decode().replace("\r", "")
    finally:
        os.close(keyboard)
        os.close(screen)
    assert (done.returncode, done.stderr) == (0, b"")
    heading, *lines = shown.splitlines()
    assert heading.split() == ["number", "verdict", *names(slug)]
    cells = [line.split() for line in lines]
    if slug == POOL:
        assert cells == [[str(n), "W" if wins_opening(12, n, frozenset({n})) else "L"] for n in range(2, 13)]
    else:
        assert cells[11] == ["12", "W", "2", "1"]
        assert cells[6] == ["7", "L", "0", "0"]
        assert len({len(line) for line in (heading, *lines)}) == 1, "columns are aligned"


@pytest.mark.parametrize("to", ["x", "", "-5", "9" * 5000])
def test_a_limit_that_is_no_number_is_refused(to: str, command: "Command") -> None:
    sentence = command("table", "dividers-duel", "--to", to).refusal()
    assert sentence.startswith("aliquot: --to takes a whole number, not '")


@pytest.mark.parametrize(
    ("slug", "to"), [(SUBTRACTION, "0"), (POOL, "1"), ("dividers-duel", "10000001"), (POOL, "1000002")]
)
def test_a_limit_out_of_range_is_refused(slug: str, to: str, command: "Command") -> None:
    sentence = command("table", slug, "--to", to, "--out", "t.csv").refusal()
    assert "can end at a number from 2 to 1" in sentence
    assert files(command) == []


def test_without_a_limit_it_ends_where_the_game_itself_does(command: "Command") -> None:
    whole = read_csv(table(command, SUBTRACTION), "grundy", "remoteness")
    assert whole == [(n, *value(SUBTRACTION, n)) for n in range(1, 17)]
    assert table(command, "dividers-duel(start=30)") == table(command, "dividers-duel", "--to", "30")


def test_a_preset_has_its_own_pool_and_opening(command: "Command") -> None:
    rows = read_csv(table(command, "juniper-green"))
    assert [row[0] for row in rows] == list(range(2, 101, 2))
    assert [row[0] for row in rows if row[1]] == list(solve(create("juniper-green")).winning_moves)
    assert [row[0] for row in read_csv(table(command, "juniper-green", "--to", "9"))] == [2, 4, 6, 8]


@pytest.mark.parametrize("slug", REGISTRY)
def test_a_table_where_the_last_move_loses(slug: str, command: "Command") -> None:
    rows = read_csv(table(command, slug, "--to", "14", "--misere"), *names(slug)[1:])
    if slug == POOL:
        game: Any = create(slug, pool="2-14", misere=True)
        wins = [not evaluate(game, game.child(game.start(), n)).wins for n in range(2, 15)]
        assert rows == list(zip(range(2, 15), wins, strict=True))
        return
    game = create(slug, start=14, misere=True)
    searched = [evaluate(game, NumberPosition(n)) for n in range(1, 15)]
    assert rows == [(n, each.wins, each.remoteness) for n, each in enumerate(searched, 1)]


@pytest.mark.parametrize(
    ("game", "why"),
    [
        ("dividers-duel(start=60+84)", "Divider's Duel with 2 numbers: it is played with several numbers."),
        ("sum(dividers-duel:60+divisor-duel-subtract:16)", "Sum with 2 numbers: it is played with several numbers."),
        ("dividers-duel(start=6,swap)", "with the pie rule: the second player always wins."),
    ],
)
def test_what_has_no_table_is_refused_by_name(game: str, why: str, command: "Command") -> None:
    assert command("table", game, "--to", "9").refusal().endswith(why)


def test_misere_subtraction_is_tabled_as_far_as_the_other_duels() -> None:
    found = survey(create(SUBTRACTION, misere=True), 300_000)
    assert found.grundy is None
    assert found.remoteness is not None
    for number in (*range(1, 200), *range(130_900, 131_073)):
        verdict = solve(create(SUBTRACTION, misere=True), NumberPosition(number))
        assert (bool(found.wins[number - 1]), found.remoteness[number - 1]) == (verdict.wins, verdict.remoteness)
    for number in range(299_000, 300_001):
        assert bool(found.wins[number - 1]) is not is_lost(number)
        assert found.remoteness[number - 1] % 2 == is_lost(number)


def test_a_misere_pool_is_tabled_as_far_as_it_is_known(command: "Command") -> None:
    unknown = command("table", POOL, "--misere", "--to", "60")
    assert (unknown.code, unknown.out) == (1, "")
    assert "too large to search" in unknown.err


def test_the_columns_of_a_long_table_are_those_of_the_oracle() -> None:
    found = survey(create("dividers-duel"), 200_000)
    assert found.grundy is not None
    for number in (*range(1, 200), *range(199_000, 200_001)):
        verdict = solve(create("dividers-duel"), NumberPosition(number))
        entry = (bool(found.wins[number - 1]), found.grundy[number - 1])
        assert entry == (verdict.wins, verdict.grundy), number


def test_there_is_no_table_of_an_unknown_game(command: "Command") -> None:
    assert "Did you mean 'dividers-duel'?" in command("table", "dividers-dual", "--to", "9").refusal()


@pytest.mark.parametrize("out", ["t.txt", "t", ".csv", "", "a" * 5000, "t.\x1b[31mcsv"], ids=ascii)
def test_another_ending_is_refused(out: str, command: "Command") -> None:
    sentence = command("table", "dividers-duel", "--to", "9", "--out", out).refusal()
    assert sentence.startswith("aliquot: --out takes a file ending in .csv, .parquet, .png, not '")
    assert files(command) == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("out", "ending", "why"),
    [
        ("nowhere/t", "csv", "No such file or directory."),
        ("nowhere/t", "parquet", "No such file or directory."),
        ("nowhere/t", "png", "No such file or directory."),
        ("plain/t", "csv", "Not a directory."),
        ("folder", "csv", "Is a directory."),
        ("folder", "parquet", "Is a directory."),
        ("t" * 300, "csv", "File name too long."),
    ],
)
def test_what_cannot_be_written_is_told_and_leaves_nothing(
    out: str, ending: str, why: str, command: "Command", fonts: str
) -> None:
    Path(command.home, "plain").touch()
    Path(command.home, f"folder.{ending}").mkdir()
    done = command("table", "dividers-duel", "--to", "9", "--out", f"{out}.{ending}", MPLCONFIGDIR=fonts)
    assert done.refusal().endswith(f"cannot be written: {why}")
    assert files(command) == [f"folder.{ending}", "plain"]


def test_a_full_disk_leaves_the_old_file_and_nothing_else(command: "Command") -> None:
    Path(command.home, "t.csv").write_text("old", "utf-8")
    script = f"ulimit -f 1; trap '' XFSZ; exec {sys.executable} -m aliquot table dividers-duel --to 5000 --out t.csv"
    done = subprocess.run(
        ["bash", "-c", script],
        capture_output=True,
        text=True,
        cwd=command.home,
        env=command.environment(PYTHONDONTWRITEBYTECODE="1"),
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "aliquot: 't.csv' cannot be written: File too large.\n"
    assert files(command) == ["t.csv"]
    assert Path(command.home, "t.csv").read_text("utf-8") == "old"


BLOCKER = """
import sys

class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"pyarrow", "matplotlib"}:
            raise ImportError(name)

sys.meta_path.insert(0, Blocker())
"""


@pytest.mark.parametrize("ending", ["parquet", "png"])
def test_a_missing_extra_is_named(ending: str, command: "Command", tmp_path: Path) -> None:
    Path(tmp_path, "sitecustomize.py").write_text(BLOCKER, "utf-8")
    done = command("table", "dividers-duel", "--to", "9", "--out", f"t.{ending}", PYTHONPATH=str(tmp_path))
    assert done.refusal() == f"aliquot: A .{ending} file needs the extra 'table': pip install \"aliquot-games[table]\"."
    assert files(command) == []
    assert read_csv(table(command, "dividers-duel", "--to", "9", PYTHONPATH=str(tmp_path)), *names("dividers-duel"))
