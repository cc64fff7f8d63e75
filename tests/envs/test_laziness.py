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
