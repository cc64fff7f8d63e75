"""`aliquot suite` and `aliquot measure` as somebody types them."""

import json
from random import Random
from typing import TYPE_CHECKING

import pytest

from aliquot.core import notation
from aliquot.core.match import Match
from aliquot.core.record import Record
from aliquot.evals import Kind, Recipe
from aliquot.evals.suites import SUITES
from aliquot.games import create

if TYPE_CHECKING:
    from tests.conftest import Command, Finished

RECORD = """[Game "divisor-duel-subtract(start=24)"]
[One "Ada"]
[Two "Emmy"]
[KindOne "human"]
[KindTwo "human"]
[Result "1"]
[Termination "no_moves"]

1. 24-3 21-7 2. 14-7 1-0
"""


def refusal(done: "Finished") -> str:
    """The one sentence of a command that was refused."""
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("aliquot: ")
    assert done.err.count("\n") == 1
    return done.err


def test_measure_says_who_kept_the_win(command: "Command") -> None:
    path = command.home / "game.duel"
    path.write_text(RECORD)
    done = command("measure", str(path), "--player", "ada")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Ada\n  Too few decisions to tell: ")
    assert "Optimality: 100%" in done.out
    (found,) = json.loads(command("measure", str(path), "--player", "ada", "--json").out)
    assert found["measure"]["mattered"] == 2
    card, manifest = command.home / "card.html", command.home / "rows.jsonl"
    done = command("measure", str(path), "--html", str(card), "--manifest", str(manifest))
    assert (done.code, done.out, done.err) == (0, "", f"Wrote the report card {card}.\n")
    assert "<h1>Emmy</h1>" in card.read_text()
    assert (
        json.loads(command("measure", str(manifest), "--player", "Ada", "--json").out)[0]["measure"] == found["measure"]
    )


def test_names_from_files_cannot_disturb_the_terminal(command: "Command") -> None:
    item = Recipe(Kind.MOVE, "divisor-duel-subtract", 40, 200).item(seed=1, index=0)
    row = {"item": item.as_json(), "reply": item.reply, "player": "gpt\N{RIGHT-TO-LEFT OVERRIDE}\x1b[31m"}
    path = command.home / "replies.jsonl"
    path.write_text(json.dumps(row) + "\n")
    done = command("measure", str(path))
    assert done.out.startswith("gpt\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}[31m\n")
    assert "1 decision that mattered in 1 position allows any skill" in done.out


def test_stats_and_measure_say_the_same_in_the_same_words(command: "Command") -> None:
    data = command.home / "data"
    games = data / "aliquot" / "games"
    games.mkdir(parents=True)
    (games / "a-aa11.duel").write_text(RECORD)
    match, generator = Match(create("divisor-duel-subtract(start=360)")), Random(3)
    while match.outcome is None:
        match.play(generator.choice(match.game.legal_moves(match.position)))
    record = Record.of(match, names=("Ada", "Emmy"), kinds=("human", "human"))
    (games / "b-bb22.duel").write_text(notation.write(record))
    stats = command("stats", "--player", "Ada", XDG_DATA_HOME=str(data)).out
    measured = command("measure", str(games), "--player", "Ada").out
    assert "Wins given away, by size: " in measured
    assert "Wins given away, by phase: " in measured
    for line in measured.splitlines()[1:]:
        assert line.strip() in stats


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("suite", "v9"), "There is no suite 'v9'. Suites: v1."),
        (("suite", "v1", "--seed", "x"), "--seed takes a whole number"),
        (("suite", "v1", "--format", "csv", "--out", "there"), "A format is jsonl or parquet, not 'csv'."),
        (("suite", "v1", "--format", "parquet"), "needs --out DIR"),
        (("measure", "nothing.duel"), "'nothing.duel' cannot be read"),
        (("measure",), "Missing argument"),
    ],
)
def test_bad_input_gets_one_sentence(command: "Command", arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in refusal(command(*arguments))


def test_only_a_report_card_is_replaced(command: "Command") -> None:
    path, page = command.home / "game.duel", command.home / "index.html"
    path.write_text(RECORD)
    page.write_text("<!doctype html><title>Mine</title>")
    assert "is not a report card" in refusal(command("measure", str(path), "--html", str(page)))
    assert "Mine" in page.read_text()
    for _ in range(2):
        assert command("measure", str(path), "--html", str(command.home / "card.html")).code == 0


def test_files_are_named_whole_and_devices_refused(command: "Command") -> None:
    folder = command.home / "a-folder-with-a-long-name" / "and-another-one"
    folder.mkdir(parents=True)
    (folder / "damaged.duel").write_text("?")
    assert str(folder / "damaged.duel") in refusal(command("measure", str(folder)))
    assert "'/dev/null' is not a regular file." in refusal(command("measure", "/dev/null"))


@pytest.mark.deep
def test_a_suite_is_printed_or_written(command: "Command") -> None:
    done = command("suite", "v1", "--seed", "5")
    lines = done.out.splitlines()
    assert len(lines) == SUITES["v1"].size
    assert json.loads(lines[0])["id"].startswith("v1/5/")
    folder = command.home / "v1"
    assert command("suite", "v1", "--seed", "5", "--out", str(folder)).err == f"Wrote {len(lines)} items to {folder}.\n"
    assert (folder / "items.jsonl").read_text() == done.out
    again = command("suite", "v1", "--seed", "5", "--out", str(folder))
    assert again.err == f"{folder} is complete; nothing was written.\n"
    assert "holds another suite" in refusal(command("suite", "v1", "--out", str(folder)))
