"""A game by somebody else: one file, as docs/add-a-game.md has it, installed beside Aliquot in a fresh environment."""

import os
import re
from pathlib import Path

import pytest

from .installing import build, install, run

_FILE = re.compile(r'^```\w+ title="(?P<name>[\w .]+)"\n(?P<body>.*?)^```$', re.M | re.S)


@pytest.fixture(scope="module")
def pages(root: Path) -> dict[str, str]:
    """The files the page shows, by name."""
    text = (root / "docs" / "add-a-game.md").read_text(encoding="utf-8")
    return {found["name"]: found["body"] for found in _FILE.finditer(text)}


@pytest.fixture(scope="module")
def beside(installed: Path, pages: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment in which the game is installed."""
    project = tmp_path_factory.mktemp("stranger")
    for name in ("multiplication_duel.py", "pyproject.toml", "check.py"):
        (project / name).write_text(pages[name], encoding="utf-8")
    install(build(project, project / "dist"), installed)
    return installed


@pytest.mark.deep
def test_it_is_listed_explained_and_checked(beside: Path, pages: dict[str, str], tmp_path: Path) -> None:
    listed = run(beside / "aliquot", "games", home=tmp_path)
    assert listed.stderr == ""
    assert pages["aliquot games"] in listed.stdout
    rules = run(beside / "aliquot", "rules", "multiplication-duel", home=tmp_path)
    assert "The product is 1 at first." in rules.stdout
    (tmp_path / "check.py").write_text(pages["check.py"])
    done = run(beside / "python", str(tmp_path / "check.py"), home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_it_is_played_at_the_prompt_kept_resumed_replayed_and_reviewed(beside: Path, tmp_path: Path) -> None:
    aliquot = beside / "aliquot"
    begun = run(aliquot, "play", "multiplication-duel(goal=50)", typed="9\n1\n3\nquit\n", home=tmp_path)
    assert "Welcome to Multiplication Duel!\nStart: 1" in begun.stdout
    assert "Moves: 2, 3, 4, 5, 6, 7, 8, 9" in begun.stdout
    assert "9 leaves 9." in begun.stdout
    assert "1 is not a whole number from 2 to 9. Type one of the moves listed" in begun.stdout
    assert begun.stderr == "The game is unfinished. Resume it with 'aliquot resume'.\n"
    done = run(aliquot, "resume", typed="2\n", home=tmp_path)
    assert "Resumed after move 2." in done.stdout
    assert done.stdout.endswith("Player 2 cannot make a move. Player 1 wins!\n"), done
    (name,) = [line.split()[0] for line in run(aliquot, "history", home=tmp_path).stdout.splitlines()[1:]]
    assert "3. Player 1: 2" in run(aliquot, "replay", name, home=tmp_path).stdout
    reviewed = run(aliquot, "review", name, home=tmp_path)
    assert "turning point was move 2: Player 2 played 3, but" in reviewed.stdout, reviewed


def test_the_oracle_searches_it_and_the_computer_plays_it(beside: Path, tmp_path: Path) -> None:
    aliquot = beside / "aliquot"
    solved = run(aliquot, "solve", "multiplication-duel(goal=18)", home=tmp_path)
    assert "The player to move loses." in solved.stdout, solved
    assert "A complete search shows this" in solved.stdout
    played = run(aliquot, "play", "multiplication-duel", "--one", "perfect", "--two", "random", home=tmp_path)
    assert played.stdout.endswith("perfect wins!\n"), played


def test_its_variants_are_searched_too(beside: Path, tmp_path: Path) -> None:
    done = run(beside / "aliquot", "play", "multiplication-duel", "--misere", "--swap", typed="resign\n", home=tmp_path)
    assert "Player 1 resigns." in done.stdout
    assert done.stderr == ""


def test_it_is_played_on_the_full_screen(beside: Path, tmp_path: Path) -> None:
    from .terminal.conftest import Terminal

    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "LANG": "C.UTF-8",
        "TERM": "xterm-256color",
    }
    arguments = ("-m", "aliquot", "play", "multiplication-duel", "--screen")
    with Terminal(arguments, environment, str(tmp_path), (80, 24), program=str(beside / "python")) as screen:
        screen.expect("Multiplication Duel")
        screen.expect("Player 1: choose a move")
        screen.press(b"9\r")
        screen.expect("Player 2: choose a move")
        screen.press(b"\x03")
        assert screen.finish() == 130
    (kept,) = (tmp_path / ".local" / "share" / "aliquot" / "games").glob("*.duel")
    assert "1. 9 *" in kept.read_text()


BROKEN = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "broken-duel"
version = "1.0"

[project.entry-points."aliquot.games"]
broken = "broken_duel:Missing"
thief = "broken_duel:Thief"
number = "broken_duel:number"

[tool.hatch.build.targets.wheel]
only-include = ["broken_duel.py"]
"""


@pytest.mark.deep
def test_a_broken_game_spoils_nothing_and_is_named(beside: Path, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(BROKEN)
    (tmp_path / "broken_duel.py").write_text(
        "from aliquot.games.dividers_duel import DividersDuel\nclass Thief(DividersDuel):\n    pass\nnumber = 7\n"
    )
    install(build(tmp_path, tmp_path / "dist"), beside)
    done = run(beside / "aliquot", "games", home=tmp_path)
    assert "multiplication-duel" in done.stdout
    assert done.stdout.count("dividers-duel") == 1
    told = done.stderr.splitlines()
    assert len(told) == 3
    assert all(line.startswith("aliquot: The game '") for line in told), told
    assert run(beside / "aliquot", "play", "factor-duel", typed="resign\n", home=tmp_path).stderr == ""
