"""The built wheel, installed where there is nothing but what it asks for."""

import os
import re
import subprocess
import sys
import sysconfig
import venv
import zipfile
from email.message import Message
from email.parser import Parser
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import aliquot
from aliquot.games import REGISTRY


@pytest.fixture(scope="module")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the sources."""
    directory = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(directory), str(root)]
    done = subprocess.run(build, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = directory.glob("*.whl")
    return built


def metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return Parser().parsestr(archive.read(name).decode())


def required(requirements: list[str]) -> set[str]:
    """The distributions asked for without any extra, and what they ask for in turn."""
    names: set[str] = set()
    for requirement in map(Requirement, requirements):
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            names |= {requirement.name} | required(distribution(requirement.name).requires or [])
    return names


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment that holds the wheel and what it asks for, and nothing else."""
    directory = tmp_path_factory.mktemp("clean") / "venv"
    venv.create(directory, with_pip=False)
    python = directory / "bin" / "python"
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-index", "--no-deps", str(wheel)]
    done = subprocess.run(
        [*install, "--quiet", "--disable-pip-version-check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    site = Path(sysconfig.get_path("purelib", vars={"base": str(directory), "platbase": str(directory)}))
    for name in required(metadata(wheel).get_all("Requires-Dist", [])):
        _link(name, site)
    return directory / "bin"


def _link(name: str, site: Path) -> None:
    """Makes an installed distribution importable there, without a network."""
    found = distribution(name)
    for top in {file.parts[0] for file in found.files or [] if file.parts[0] not in ("..", "__pycache__")}:
        if not (site / top).exists():
            (site / top).symlink_to(Path(str(found.locate_file(top))).resolve())


def run(program: Path, *arguments: str, typed: str = "", home: Path) -> "subprocess.CompletedProcess[str]":
    environment = {"PATH": os.environ["PATH"], "HOME": str(home), "LANG": "C.UTF-8"}
    return subprocess.run(
        [str(program), *arguments], input=typed, capture_output=True, text=True, cwd=home, env=environment, check=False
    )


def test_the_wheel_says_what_it_is(wheel: Path) -> None:
    facts = metadata(wheel)
    assert facts["Name"] == "aliquot"
    assert facts["Version"] == aliquot.__version__
    assert facts["Requires-Python"] == ">=3.11"
    assert facts["License-Expression"] == "MIT"


def test_the_wheel_holds_the_package_its_types_and_its_licence_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert "aliquot/py.typed" in names
    assert any(re.fullmatch(r"aliquot-.*\.dist-info/licenses/LICENSE", name) for name in names)
    assert all(name.startswith(("aliquot/", "aliquot-")) for name in names)
    assert not any("__pycache__" in name or "test_" in name for name in names)


def test_every_module_of_the_sources_is_in_the_wheel(wheel: Path, root: Path) -> None:
    sources = {str(path.relative_to(root / "src")) for path in (root / "src" / "aliquot").rglob("*.py")}
    with zipfile.ZipFile(wheel) as archive:
        assert sources <= set(archive.namelist())


def test_the_light_install_asks_for_little(wheel: Path) -> None:
    assert "python-flint" in required(metadata(wheel).get_all("Requires-Dist", []))
    assert not {"pytest", "mypy", "hypothesis", "fastapi", "sqlalchemy", "numba"} & required(
        metadata(wheel).get_all("Requires-Dist", [])
    )


def test_the_installed_package_is_the_one_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    done = run(installed / "python", "-c", "import aliquot; print(aliquot.__file__)", home=tmp_path)
    assert done.stderr == ""
    assert str(installed.parent) in done.stdout


def test_every_game_is_played_from_the_installed_wheel(installed: Path, tmp_path: Path) -> None:
    for slug in REGISTRY:
        done = run(installed / "aliquot", "play", slug, typed="resign\n", home=tmp_path)
        assert done.stderr == ""
        assert "Player 1 resigns." in done.stdout


def test_a_game_from_the_installed_wheel_is_the_books_own(installed: Path, golden: Path, tmp_path: Path) -> None:
    done = run(installed / "aliquot", "play", "dividers-duel", typed="2\n5\n3\n", home=tmp_path)
    assert done.stdout == (golden / "transcripts" / "dividers-duel.txt").read_text(encoding="utf-8")
    assert done.returncode == 0


def test_the_installed_command_knows_its_version(installed: Path, tmp_path: Path) -> None:
    assert run(installed / "aliquot", "--version", home=tmp_path).stdout == f"aliquot {aliquot.__version__}\n"


def test_the_conformance_kit_is_installed_for_everyone(installed: Path, tmp_path: Path) -> None:
    program = "import aliquot; from aliquot.testing import check_game; check_game(aliquot.game('factor-duel'))"
    done = run(installed / "python", "-c", program, home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
