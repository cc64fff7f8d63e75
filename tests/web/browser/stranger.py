"""A game by somebody else, as docs/add-a-game.md has it, where a server finds it without being told."""

import re
from pathlib import Path

_FILE = re.compile(r'^```\w+ title="(?P<name>[\w .]+)"\n(?P<body>.*?)^```$', re.M | re.S)


def lay_beside(root: Path, folder: Path) -> str:
    """Puts the game into a folder as an installer would; returns the folder, for the path on which Python looks."""
    page = (root / "docs" / "add-a-game.md").read_text(encoding="utf-8")
    files = {found["name"]: found["body"] for found in _FILE.finditer(page)}
    name = "multiplication_duel.py"
    (folder / name).write_text(files[name], encoding="utf-8")
    about = folder / "multiplication_duel-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: multiplication-duel\nVersion: 1.0\n")
    entry = re.search(
        r'^\[project\.entry-points\."aliquot\.games"\]\n(?P<lines>.*?)\n(?:\n|\[)', files["pyproject.toml"], re.M | re.S
    )
    assert entry is not None
    (about / "entry_points.txt").write_text("[aliquot.games]\n" + entry["lines"] + "\n")
    return str(folder)
