"""Building wheels and installing them where there is nothing but what they ask for, without a network."""

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from email.message import Message
from email.parser import Parser
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement


def build(project: Path, directory: Path) -> Path:
    """The wheel of a project."""
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(directory), str(project)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = directory.glob("*.whl")
    return built


def install(wheel: Path, programs: Path) -> None:
    """Puts a wheel, and nothing it asks for, into the environment with these programs."""
    pip = [sys.executable, "-m", "pip", "--python", str(programs / "python"), "install", "--quiet"]
    offline = ["--no-index", "--no-deps", "--disable-pip-version-check", str(wheel)]
    done = subprocess.run([*pip, *offline], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def fresh_environment(wheel: Path, directory: Path) -> Path:
    """The programs of an environment that holds a wheel and what it asks for, and nothing else."""
    venv.create(directory, with_pip=False)
    install(wheel, directory / "bin")
    site = Path(sysconfig.get_path("purelib", vars={"base": str(directory), "platbase": str(directory)}))
    for name in required(metadata(wheel).get_all("Requires-Dist", [])):
        _link(name, site)
    return directory / "bin"


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
