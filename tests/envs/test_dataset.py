import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pyarrow import parquet

import aliquot
from aliquot.envs import dataset
from aliquot.envs.dataset import Plan, write
from aliquot.envs.encoding import encode


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataset, "PART", 50)


POOL = "divisor-duel-pool(pool=2-20)"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("scheme", ["random", "uniform", "skill:0.5"])
@pytest.mark.parametrize("game", [POOL, "divisor-duel-subtract(start=60,swap)", "dividers-duel(start=60+84)"])
def test_every_row_is_a_position_with_its_truth(game: str, scheme: str, tmp_path: Path) -> None:
    plan = Plan(game, 120, 1, scheme)
    assert write(plan, tmp_path / "a.parquet")
    duel, encoding = aliquot.game(game), encode(game)
    rows = parquet.read_table(tmp_path / "a.parquet").to_pylist()
    assert len(rows) == 120
    for row in rows:
        position = duel.position(row["position"])
        match = encoding.at(position)
        assert np.array(row["observation"]).reshape(encoding.shape).tolist() == match.observe().tolist()
        assert row["action_mask"] == match.mask().tolist()
        verdict = aliquot.solve(duel, position)
        assert row["value"] == (1 if verdict.wins else -1)
        optimal = [encoding.actions[action] for action, kept in enumerate(row["optimal"]) if kept]
        assert optimal == sorted(verdict.winning_moves if verdict.wins else duel.legal_moves(position))
        assert row["seat"] == 1 + row["ply"] % 2
        assert (row["grundy"], row["length"]) == (verdict.grundy, verdict.remoteness)


def test_no_observation_is_in_two_splits(tmp_path: Path) -> None:
    write(Plan(POOL, 1500, 1, "random"), tmp_path / "a.parquet")
    rows = parquet.read_table(tmp_path / "a.parquet").to_pylist()
    splits: dict[tuple[int, ...], set[str]] = {}
    for row in rows:
        splits.setdefault(tuple(row["observation"]), set()).add(row["split"])
    assert all(len(names) == 1 for names in splits.values())
    names = [name for each in splits.values() for name in each]
    shares = {name: names.count(name) / len(names) for name, _ in dataset.SPLITS}
    assert 0.7 < shares["train"] < 0.9, shares
    assert min(shares.values()) > 0.05, shares


def test_uniform_takes_every_ply_as_often() -> None:
    plan = Plan(POOL, 2000, 1, "uniform")
    plies = [ply for part in range(plan.parts) for _, ply in dataset.sample(plan, part)]
    counts = np.bincount(plies, minlength=plan.sampler.plies)
    assert len(counts) == plan.sampler.plies > 5
    assert counts.min() > 2000 / plan.sampler.plies / 2
    random = Plan(POOL, 2000, 1, "random")
    early = [ply for part in range(random.parts) for _, ply in dataset.sample(random, part)]
    assert np.mean(early) < np.mean(plies)


def test_the_same_plan_gives_the_same_file(tmp_path: Path) -> None:
    for name in ("a", "b"):
        write(Plan(POOL, 120, 1, "random"), tmp_path / f"{name}.parquet")
    write(Plan(POOL, 120, 2, "random"), tmp_path / "c.parquet")
    a, b, c = ((tmp_path / f"{name}.parquet").read_bytes() for name in "abc")
    assert a == b != c


class Interrupted(Exception):
    pass


def stop_after(parts: int) -> Any:
    left = [parts]

    def progress(positions: int) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise Interrupted

    return progress


def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan, path = Plan(POOL, 240, 1, "random"), tmp_path / "a.parquet"
    made = list[int]()
    tabulate = dataset.tabulate

    def noted(plan: Plan, part: int) -> Any:
        made.append(part)
        return tabulate(plan, part)

    monkeypatch.setattr(dataset, "tabulate", noted)
    with pytest.raises(Interrupted):
        write(plan, path, stop_after(2))
    assert not path.exists()
    assert made == [0, 1, 2]
    # A part that was cut short is not taken for a whole one.
    (tmp_path / ".a.parquet.parts" / "000001.parquet").write_bytes(b"PAR1 and then nothing")
    assert write(plan, path)
    assert made == [0, 1, 2, 1, 3, 4]
    write(plan, tmp_path / "b.parquet")
    assert path.read_bytes() == (tmp_path / "b.parquet").read_bytes()
    assert sorted(os.listdir(tmp_path)) == ["a.parquet", "a.parquet.md", "b.parquet", "b.parquet.md"]
    assert not write(plan, path), "there is nothing left to do"


def test_nothing_is_overwritten_or_mixed(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    with pytest.raises(Interrupted):
        write(Plan(POOL, 240, 1, "random"), path, stop_after(1))
    with pytest.raises(aliquot.InvalidParameter, match="parts of another dataset"):
        write(Plan(POOL, 240, 2, "random"), path)
    path.write_text("mine")
    with pytest.raises(aliquot.InvalidParameter, match="is there already"):
        write(Plan(POOL, 240, 1, "random"), path)
    assert path.read_text() == "mine"
    with pytest.raises(aliquot.InvalidParameter, match="cannot be written"):
        write(Plan(POOL, 50, 1, "random"), tmp_path / "nowhere" / "a.parquet")


def test_a_card_that_is_missing_is_written_again(tmp_path: Path) -> None:
    plan, path = Plan(POOL, 50, 1, "uniform"), tmp_path / "a.parquet"
    write(plan, path)
    card = (tmp_path / "a.parquet.md").read_text()
    (tmp_path / "a.parquet.md").unlink()
    assert not write(plan, path)
    assert (tmp_path / "a.parquet.md").read_text() == card


def test_the_card_says_what_a_reader_should_know(tmp_path: Path) -> None:
    import hashlib

    plan, path = Plan(POOL, 60, 5, "skill:0.5"), tmp_path / "a.parquet"
    write(plan, path)
    card = (tmp_path / "a.parquet.md").read_text()
    assert card.startswith("# Divisor Duel: Pool: 60 positions\n")
    for fact in (POOL, "| seed | 5 |", "`skill:0.5`", hashlib.sha256(path.read_bytes()).hexdigest(), "exact"):
        assert fact in card
    for column in parquet.read_schema(path).names:
        assert f"| `{column}` |" in card


def test_the_command_of_the_card_agrees_with_the_rows(command: Any) -> None:
    flags = ("--start", "30", "--misere", "--count", "8", "--seed", "1", "--out", "a.parquet")
    assert command("dataset", "divisor-duel-subtract", *flags).code == 0
    card = Path(command.home, "a.parquet.md").read_text()
    game = shlex.split(card.partition("`aliquot solve ")[2].partition("`")[0])[0]
    for row in parquet.read_table(Path(command.home, "a.parquet")).to_pylist():
        answer = json.loads(command("solve", game, row["position"], "--json").out)
        assert answer["wins"] is (row["value"] == 1)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"count": 0}, "from 1 to"),
        ({"count": 10**10}, "from 1 to"),
        ({"scheme": "perfect"}, "random, uniform or skill:S, not 'perfect'"),
        ({"scheme": "skill:2"}, "A skill is a number from 0 to 1"),
        ({"game": "dividers-duel(start=7)"}, "over before the first move"),
        ({"game": "divisor-duel-subtract(start=150000+16,misere)"}, "too large to encode"),
    ],
)
def test_a_plan_that_cannot_be_carried_out_is_refused(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(aliquot.AliquotError, match=sentence):
        Plan(**{"game": POOL, "count": 10, "seed": 0, "scheme": "random", **change})


# --- the command ------------------------------------------------------------------------------------


def run(*arguments: str, cwd: Path) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "aliquot", "dataset", *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


@pytest.mark.deep
def test_the_command_survives_being_killed(tmp_path: Path) -> None:
    asked = ("divisor-duel-pool", "--pool", "2-20", "--count", "9000", "--seed", "1", "--out", "a.parquet")
    with subprocess.Popen([sys.executable, "-m", "aliquot", "dataset", *asked], cwd=tmp_path) as running:
        # However long it takes: the first part must be there, and the file must not.
        while running.poll() is None and not (tmp_path / ".a.parquet.parts" / "000000.parquet").exists():
            time.sleep(0.01)
        running.send_signal(signal.SIGKILL)
    assert not (tmp_path / "a.parquet").exists()
    again = run(*asked, cwd=tmp_path)
    assert (again.returncode, again.stdout) == (0, "")
    assert again.stderr == "9,000 positions are in a.parquet, described in a.parquet.md.\n"
    assert parquet.read_metadata(tmp_path / "a.parquet").num_rows == 9_000
    third = run(*asked, cwd=tmp_path)
    assert third.stderr.startswith("Nothing to do: 9,000 positions are in")
    assert sorted(os.listdir(tmp_path)) == ["a.parquet", "a.parquet.md"]


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        (("dividers-duel", "--count", "ten"), "--count takes a whole number"),
        (("dividers-duel", "--out", "a.csv"), "--out takes a file ending in .parquet"),
        (("dividers-duel", "--seed", "x"), "--seed takes a whole number"),
        (("dividers-duel", "--from", "elo:3"), "Positions come from random, uniform or skill:S"),
        (("dividers-duel", "--pool", "2-50"), "takes the parameter 'start'"),
        (("dividers-dual",), "Did you mean 'dividers-duel'?"),
    ],
)
def test_bad_flags_are_refused_in_one_sentence(flags: tuple[str, ...], sentence: str, command: Any) -> None:
    given = {"--count": "10", "--seed": "1", "--out": "a.parquet"}
    given |= dict(zip(flags[1::2], flags[2::2], strict=True))
    refused = command("dataset", flags[0], *(word for pair in given.items() for word in pair))
    assert sentence in refused.refusal()


def test_without_the_extra_the_command_says_what_it_needs(tmp_path: Path) -> None:
    program = (
        "import sys; sys.modules['pyarrow'] = None; sys.argv = ['aliquot', 'dataset', 'dividers-duel', '--count', '9', "
        "'--seed', '1', '--out', 'a.parquet']; from aliquot.cli import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "aliquot: A dataset needs the extra 'envs': pip install \"aliquot-games[envs]\".\n"
