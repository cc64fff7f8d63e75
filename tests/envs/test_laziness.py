"""Nothing heavy is imported before it is asked for, and nothing else in the house imports environments."""

import subprocess
import sys
from pathlib import Path

import pytest

import aliquot.envs

HEAVY = {"numpy", "numba", "gymnasium", "pettingzoo", "pyspiel", "pyarrow"}


def loaded_by(program: str) -> set[str]:
    show = "; import sys; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    done = subprocess.run([sys.executable, "-c", program + show], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_the_package_itself_imports_nothing_heavy() -> None:
    assert not HEAVY & loaded_by("import aliquot.envs")
    assert not HEAVY & loaded_by("import aliquot.cli; import aliquot.cli.table")


@pytest.mark.parametrize("framework", ["gymnasium", "pettingzoo", "openspiel"])
def test_an_adapter_imports_its_own_framework_only(framework: str) -> None:
    own = {"gymnasium": {"gymnasium"}, "pettingzoo": {"pettingzoo", "gymnasium"}, "openspiel": {"pyspiel"}}
    assert HEAVY & loaded_by(f"import aliquot.envs.{framework}") == {"numpy", *own[framework]}


def test_nothing_outside_names_the_package_but_its_command(root: Path) -> None:
    house = root / "src" / "aliquot"
    naming = {
        str(path.relative_to(house))
        for path in house.rglob("*.py")
        if "aliquot.envs" in path.read_text(encoding="utf-8") and path.relative_to(house).parts[0] != "envs"
    }
    assert naming == {"cli/table.py"}


def test_what_the_package_offers_is_found_when_asked_for() -> None:
    assert aliquot.envs.encode("dividers-duel", start=12).actions == (2, 3, 4, 6)
    for name in aliquot.envs.__all__:
        assert callable(getattr(aliquot.envs, name))
    with pytest.raises(AttributeError, match="no attribute 'decode'"):
        _ = aliquot.envs.decode


def test_without_the_extra_it_says_what_to_install() -> None:
    program = (
        "import importlib.util as u\n"
        "found = u.find_spec\n"
        "u.find_spec = lambda name, *more: None if name == 'gymnasium' else found(name, *more)\n"
        "import aliquot.envs"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1] == (
        "aliquot.core.errors.MissingExtra: The environments need the extra 'envs': pip install \"aliquot-games[envs]\"."
    )


PLUGIN = """
import sys
from typing import ClassVar
from aliquot.games.divisor_duel_pool import PoolDuel
from aliquot.games.divisor_duel_subtract import SubtractionDuel

class Halves(SubtractionDuel):
    slug: ClassVar[str] = "my-halves"
    title: ClassVar[str] = "Halves"
    version: ClassVar[int] = 3

class Range(PoolDuel):
    slug: ClassVar[str] = "my-range"
    title: ClassVar[str] = "Range"
    parameter: ClassVar[str] = "span"

others = {"my-halves": Halves, "my-range": Range}
sys.modules["aliquot.games.registry"]._other_books = lambda: (others, ())
"""


def test_games_of_other_packages_have_ids_and_parameters() -> None:
    show = """
import gymnasium, pyspiel
import aliquot.envs.gymnasium, aliquot.envs.openspiel
env = gymnasium.make("aliquot/MyHalves-v3", start=12)
print(env.unwrapped.encoding.game.slug, env.unwrapped.encoding.actions)
game = pyspiel.load_game("aliquot", {"game": "my-range", "span": "2-6"})
print(game.num_distinct_actions())
"""
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", PLUGIN + show], capture_output=True, text=True)
    assert done.stdout.splitlines() == ["my-halves (2, 3, 4, 5, 6)", "5"], done.stderr
