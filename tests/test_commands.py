"""The command reference and the man page: generated from the commands, up to date, and true."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix

from aliquot.cli.root import COMMANDS
from aliquot.saves import index
from aliquot.saves.archive import SUFFIX, Archive
from aliquot.saves.preferences import Preferences
from aliquot.saves.progress import Progress
from aliquot.web.store.database import default_url
from website.commands import MAN, PAGE, PLACES, code, commands, insert, man

from .installing import run


def test_the_reference_and_the_man_page_are_up_to_date() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert insert(page) == page, "run `make commands`"
    assert man() == MAN.read_text(encoding="utf-8"), "run `make commands`"


def test_every_command_and_option_is_in_both() -> None:
    page, manual = PAGE.read_text(encoding="utf-8"), MAN.read_text(encoding="utf-8")
    assert [command.name for command in commands()] == ["aliquot", *(f"aliquot {name}" for name in COMMANDS)]
    for command in commands():
        assert f"\n## {command.name}\n" in page
        for option, _ in command.options:
            assert f"\n| {code(option)} | " in page
            assert f".B {option}\n".replace("-", r"\-") in manual


def test_the_folders_are_those_of_the_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in ("DATA", "CONFIG", "STATE"):
        monkeypatch.delenv(f"XDG_{kind}_HOME", raising=False)
    monkeypatch.setenv("HOME", "/home/ada")
    for column, system in enumerate((Unix("aliquot", appauthor=False), MacOS("aliquot", appauthor=False))):
        named = {place.folders[column].replace("~", "/home/ada") for place in PLACES}
        assert named == {system.user_data_dir, system.user_config_dir, system.user_log_dir}


def test_a_game_is_kept_where_the_reference_says(tmp_path: Path) -> None:
    python = Path(sys.executable)
    assert run(python, "-m", "aliquot", "play", "factor-duel", typed="15\n", home=tmp_path).returncode == 0
    kept, *_ = (place.paths()[0].removeprefix("~/") for place in PLACES)
    assert len(list(tmp_path.glob(kept))) == 1


def test_every_file_has_the_name_the_reference_gives(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for kind in ("DATA", "CONFIG"):
        monkeypatch.delenv(f"XDG_{kind}_HOME", raising=False)
    used = {
        Archive().folder / f"*{SUFFIX}",
        Archive().folder / index.NAME,
        Progress.load().path,
        Preferences.load().path,
        Path(default_url().removeprefix("sqlite:///")),
    }
    *places, crash = (Path(place.paths()[0].replace("~", str(tmp_path))) for place in PLACES)
    assert used == set(places)
    assert crash.match("log/crash-*.txt")


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_the_man_page_is_read_without_a_warning() -> None:
    command = ["groff", "-man", "-Tutf8", "-ww", "-z", str(MAN)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_every_shell_has_its_line_for_completion() -> None:
    assert re.findall(r"_ALIQUOT_COMPLETE=(\w+)_source", PAGE.read_text(encoding="utf-8")) == ["bash", "zsh", "fish"]
