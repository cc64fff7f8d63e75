"""`import aliquot` and what a newcomer does next."""

import subprocess
import sys
from typing import Any

import pytest

import aliquot
from aliquot.games import REGISTRY


def test_a_game_is_set_up_by_name_and_played() -> None:
    game: aliquot.AnyGame = aliquot.game("dividers-duel", start=60)
    match: aliquot.Match[Any, Any] = aliquot.Match(game)
    match.play(30)
    assert match.outcome == aliquot.Outcome(1, aliquot.Ending.NO_MOVES)


def test_all_the_games_are_handed_out_however_often_they_are_asked_for() -> None:
    for _ in range(3):
        assert [game.slug for game in aliquot.games()] == list(REGISTRY)


@pytest.mark.parametrize(
    "before",
    [
        "aliquot.games()",
        "aliquot.game('factor-duel')",
        "import aliquot.games",
        "from aliquot.games import find",
        "import aliquot.cli",
        "import aliquot.testing",
    ],
)
def test_the_front_door_works_whatever_was_imported_before(before: str) -> None:
    program = (
        f"import aliquot; {before}; print(*(game.id for game in aliquot.games())); print(aliquot.game('factor-duel'))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "dividers-duel(start=60) divide-and-conquer(start=100) factor-duel(start=30) "
        "divisor-duel-subtract(start=16) divisor-duel-pool(pool=2-50)",
        "<Game factor-duel(start=30)>",
    ]


def test_everything_promised_is_there() -> None:
    assert set(aliquot.__all__) <= set(dir(aliquot))
    assert len(aliquot.__all__) == len(set(aliquot.__all__))


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("chess", {}),
        ("dividers-duel", {"start": 2}),
        ("dividers-duel", {"size": 2}),
        ("dividers-duel(start=60)", {"start": 60}),
    ],
)
def test_errors_are_caught_by_the_one_class_they_share(name: str, parameters: dict[str, Any]) -> None:
    with pytest.raises(aliquot.AliquotError):
        aliquot.game(name, **parameters)


def test_importing_the_front_door_imports_nothing_heavy() -> None:
    program = "import sys, aliquot; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert not {"flint", "click", "textual", "rich", "numba", "numpy", "sqlalchemy", "fastapi"} & set(loaded)


def test_the_readme_is_right_about_how_soon_the_first_player_wins() -> None:
    """Four of the five are won with the first move, Subtraction from 16 in three."""
    longer = []
    for game in aliquot.games():
        verdict = aliquot.solve(game)
        assert verdict.wins
        if not any(game.is_over(game.child(game.start(), move)) for move in verdict.winning_moves):
            longer.append((game.id, verdict.remoteness))
    assert longer == [("divisor-duel-subtract(start=16)", 3)]
