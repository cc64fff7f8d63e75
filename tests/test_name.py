"""The name on PyPI: `aliquot` is a stranger's program there, and nothing here may tell anybody to install it."""

import re
import subprocess
from pathlib import Path

import pytest

_EXTRA = re.compile(r"(?<![\w.-])aliquot\[[a-z]")
"""An extra of the other distribution."""
_REQUIREMENT = re.compile(r"""(?:dependencies|requires)\s*=.*["']aliquot["'\s<>=~!;]""")
"""A project that depends on the other distribution."""
_INSTALL = re.compile(
    r"(?:pipx? (?:install|download|wheel)|uv(?: tool| pip)? (?:install|add)|pipx run|uvx|uv tool run)"
    r"(?: +-{1,2}[\w-]+(?:=\S+)?)*"  # flags
    r" +[`\"']*aliquot(?![\w/-])"
)
"""A line that installs or runs the other distribution."""
_TEXT = {
    ".cff",
    ".cfg",
    ".css",
    ".html",
    ".js",
    ".json",
    ".md",
    ".py",
    ".service",
    ".sh",
    ".toml",
    ".txt",
    ".yaml",
    ".yml",
    "",
}


def offences(text: str) -> list[str]:
    """The lines of a text that name the other distribution."""
    signs = (_EXTRA, _INSTALL, _REQUIREMENT)
    return [line.strip() for line in text.splitlines() if any(sign.search(line) for sign in signs)]


def test_nothing_tells_anybody_to_install_the_other_aliquot(root: Path) -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=False).stdout.split()
    files = [root / name for name in listed] or [path for path in root.rglob("*") if ".venv" not in path.parts]
    read = [path for path in files if path.suffix in _TEXT and path.is_file() and path != Path(__file__)]
    assert len(read) > 300
    found = {str(path.relative_to(root)): offences(path.read_text("utf-8", errors="replace")) for path in read}
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    "line",
    [
        "pip install aliquot",
        "Type `pip install -U aliquot`.",
        "pip install 'aliquot[web]'",
        "pipx install aliquot  # the game",
        "uv tool install --python=3.12 aliquot",
        "uvx aliquot",
        "needs the extra aliquot[web]",
        'dependencies = ["rich", "aliquot>=1"]',
    ],
)
def test_the_other_aliquot_is_found(line: str) -> None:
    assert offences(line) == [line]


@pytest.mark.parametrize(
    "line",
    [
        'pip install "aliquot-games[web]"',
        "pip install .",
        "uvx --from aliquot-games aliquot",
        "[b]aliquot[/] [faint]five",
    ],
)
def test_ours_is_not(line: str) -> None:
    assert offences(line) == []
