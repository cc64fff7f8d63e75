"""A release: its metadata, what can be built again with equal bytes, and the files that publish and run it."""

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

import aliquot

from .installing import metadata

PINNED = re.compile(r"[\w.-]+/[\w./-]+@[0-9a-f]{40}")


def test_the_metadata_is_complete(wheel: Path) -> None:
    facts = metadata(wheel)
    assert facts["Summary"]
    assert facts["Author"] == "The Aliquot authors"
    assert facts["Description-Content-Type"] == "text/markdown"
    links = dict(link.split(", ", 1) for link in facts.get_all("Project-URL", []))
    assert set(links) == {"Homepage", "Documentation", "Source", "Issues", "Changelog"}
    assert all(address.startswith("https://") for address in links.values())


def test_the_page_on_pypi_links_to_nothing_that_is_not_there(wheel: Path) -> None:
    description = str(metadata(wheel).get_payload())
    assert description.startswith("# Aliquot\n")
    assert re.findall(r"\]\((?!https://)", description) == []


def test_the_page_on_pypi_names_every_extra_for_users(root: Path) -> None:
    extras = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    page = (root / "website" / "pypi.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`aliquot-games\[([\w-]+)\]`", page))
    assert named == set(extras) - {"dev", "docs", "release"}, "describe the extra in website/pypi.md"


def test_every_package_of_the_usual_extras_is_listed_with_its_licence(root: Path) -> None:
    extras = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    rows = re.findall(r"^\| (.+) \| (`.+`) \| .+ \|$", (root / "SECURITY.md").read_text("utf-8"), re.M)
    listed = {
        (name, extra) for packages, of in rows for name in re.findall(r"[\w-]+", packages) for extra in of.split(", ")
    }
    needed = {
        (re.split(r"[^\w-]", requirement)[0], f"`{extra}`")
        for extra in ("envs", "scale", "table", "web")
        for requirement in extras[extra]
        if not requirement.startswith("aliquot-games")
    }
    assert needed - listed == set(), "list it in SECURITY.md"


def test_the_wheel_installs_the_man_page(wheel: Path, root: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".data/data/share/man/man1/aliquot.1"))
        assert archive.read(name) == (root / "docs" / "aliquot.1").read_bytes()


def test_the_citation_has_the_version(root: Path) -> None:
    assert f"\nversion: {aliquot.__version__}\n" in (root / "CITATION.cff").read_text(encoding="utf-8")


def test_only_the_job_that_publishes_gets_a_token_and_every_action_is_pinned(root: Path) -> None:
    workflow = (root / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    jobs = dict(re.findall(r"^  (\w+):\n((?:    .*\n|\n)+)", workflow.partition("\njobs:\n")[2], re.M))
    assert [name for name, job in jobs.items() if "id-token: write" in job] == ["publish"]
    assert "checkout" not in jobs["publish"]
    used = re.findall(r"uses: (\S+)", workflow)
    assert used
    assert [action for action in used if not PINNED.fullmatch(action)] == []
    assert "password" not in workflow.partition("\njobs:\n")[2]
    assert "This workflow has never run." in workflow


def test_the_container_is_given_few_rights_and_few_files(root: Path) -> None:
    file = (root / "Containerfile").read_text(encoding="utf-8")
    final = file.rpartition("\nFROM ")[2]
    for instruction in (r"USER \d+", "VOLUME /data", "HEALTHCHECK .*", "EXPOSE 8000", 'ENTRYPOINT .*"serve".*'):
        assert len(re.findall(rf"^{instruction}", final, re.M)) == 1, instruction
    kept = re.findall(r"^!(\S+)", (root / ".dockerignore").read_text(encoding="utf-8"), re.M)
    copied = [name for line in re.findall(r"^COPY (?!--from)(.*) \S+$", file, re.M) for name in line.split()]
    assert sorted(copied) == sorted(kept)
    assert all((root / name).exists() for name in kept)


@pytest.mark.deep
def test_the_same_sources_give_the_same_bytes_anywhere(root: Path, tmp_path: Path) -> None:
    """Built here, and again elsewhere from what the archive holds, under another umask."""
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1577836800"}
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir"]
    first, second, copy = tmp_path / "first", tmp_path / "second", tmp_path / "copy"
    subprocess.run([*command, str(first), str(root)], env=environment, capture_output=True, check=True)
    (archive,) = first.glob("*.tar.gz")
    with tarfile.open(archive) as unpacked:
        unpacked.extractall(copy, filter="data")
    (sources,) = copy.iterdir()
    subprocess.run([*command, str(second), str(sources)], env=environment, capture_output=True, check=True, umask=0o077)
    built = {path.name: path.read_bytes() for path in first.iterdir()}
    assert len(built) == 2
    assert {path.name: path.read_bytes() for path in second.iterdir()} == built
