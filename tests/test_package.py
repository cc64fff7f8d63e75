"""The built wheel, installed where there is nothing but what it asks for."""

import re
import zipfile
from pathlib import Path

import pytest

import aliquot
from aliquot.core.errors import DISTRIBUTION
from aliquot.games import REGISTRY

from .installing import metadata, required, run


def test_the_wheel_says_what_it_is(wheel: Path) -> None:
    facts = metadata(wheel)
    assert facts["Name"] == DISTRIBUTION
    assert facts["Version"] == aliquot.__version__
    assert facts["Requires-Python"] == ">=3.11"
    assert facts["License-Expression"] == "MIT"


def test_the_wheel_holds_the_package_its_types_and_its_licence_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert "aliquot/py.typed" in names
    assert any(re.fullmatch(r"aliquot_games-.*\.dist-info/licenses/LICENSE", name) for name in names)
    assert all(name.startswith(("aliquot/", "aliquot_games-")) or name == "aliquot_verifiers.py" for name in names)
    assert not any("__pycache__" in name or "test_" in name for name in names)


def test_every_module_of_the_sources_is_in_the_wheel(wheel: Path, root: Path) -> None:
    sources = {str(path.relative_to(root / "src")) for path in (root / "src" / "aliquot").rglob("*.py")}
    with zipfile.ZipFile(wheel) as archive:
        assert sources <= set(archive.namelist())


def test_the_light_install_asks_for_little(wheel: Path) -> None:
    assert not {"pytest", "mypy", "hypothesis", "fastapi", "sqlalchemy", "numba", "python-flint"} & required(
        metadata(wheel).get_all("Requires-Dist", [])
    )


@pytest.mark.deep
def test_the_installed_package_is_the_one_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    done = run(installed / "python", "-c", "import aliquot; print(aliquot.__file__)", home=tmp_path)
    assert done.stderr == ""
    assert str(installed.parent) in done.stdout


@pytest.mark.deep
def test_every_game_is_played_from_the_installed_wheel(installed: Path, tmp_path: Path) -> None:
    for slug in REGISTRY:
        done = run(installed / "aliquot", "play", slug, typed="resign\n", home=tmp_path)
        assert done.stderr == ""
        assert "Player 1 resigns." in done.stdout


@pytest.mark.deep
def test_a_game_from_the_installed_wheel_is_the_books_own(installed: Path, golden: Path, tmp_path: Path) -> None:
    done = run(installed / "aliquot", "play", "dividers-duel", typed="2\n5\n3\n", home=tmp_path)
    assert done.stdout == (golden / "transcripts" / "dividers-duel.txt").read_text(encoding="utf-8")
    assert done.returncode == 0


@pytest.mark.deep
def test_the_installed_command_knows_its_version(installed: Path, tmp_path: Path) -> None:
    assert run(installed / "aliquot", "--version", home=tmp_path).stdout == f"aliquot {aliquot.__version__}\n"


@pytest.mark.deep
def test_the_conformance_kit_is_installed_for_everyone(installed: Path, tmp_path: Path) -> None:
    program = "import aliquot; from aliquot.testing import check_game; check_game(aliquot.game('factor-duel'))"
    done = run(installed / "python", "-c", program, home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
