"""One reviewed playthrough per game, as text.

A golden file opens with the game and the script: the moves to play. Everything below follows from them.
After a change of rules, write the files anew and review every line that changed:

    ALIQUOT_GOLDEN=write python -m pytest tests/games/test_golden.py

For a new game, write a file with those two lines first.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from aliquot.core.game import AnyGame
from aliquot.games import REGISTRY, create

from .playing import playthrough

if TYPE_CHECKING:
    from tests.conftest import Agree


def written(game: AnyGame, script: list[str]) -> str:
    """Plays the script and writes down what every position looks like."""

    def shown(p: Any) -> list[str]:
        moves = game.legal_moves(p)
        return [
            f"position: {game.text(p)}",
            f"seat to move: {game.seat(p)}",
            f"legal moves ({len(moves)}): {' '.join(map(str, moves))}".rstrip(),
        ]

    about = [
        f"title: {game.title}",
        f"version: {game.version}",
        f"an illegal choice: {game.penalty}",
        f"longest match: at most {game.max_length}",
    ]
    return playthrough(game, script, about, shown)


def header(text: str, name: str) -> str:
    """The value of one of the two lines a golden file opens with."""
    return next(line.removeprefix(f"{name}: ") for line in text.splitlines() if line.startswith(f"{name}: "))


def test_every_game_in_the_registry_has_a_golden_playthrough_and_nothing_else_has(golden: Path) -> None:
    assert sorted(path.stem for path in golden.glob("*.txt")) == sorted(REGISTRY)


@pytest.mark.parametrize("slug", REGISTRY)
def test_the_golden_playthrough_is_what_the_rules_give(slug: str, golden: Path, agree: "Agree") -> None:
    path = golden / f"{slug}.txt"
    text = path.read_text(encoding="utf-8")
    game = create(header(text, "game"))
    assert game.slug == slug
    played = written(game, header(text, "script").split())
    agree(path, played)


@pytest.mark.parametrize("slug", REGISTRY)
def test_the_golden_playthrough_goes_to_the_end_of_the_default_game(slug: str, golden: Path) -> None:
    text = (golden / f"{slug}.txt").read_text(encoding="utf-8")
    assert header(text, "game") == create(slug).id
    assert text.splitlines()[-1] in ("outcome: seat 1 wins, no_moves", "outcome: seat 2 wins, no_moves")
