"""What the screen remembers: kept at once, and never in anybody's way."""

import json
import os
from pathlib import Path

import pytest

from aliquot.saves.files import SaveError
from aliquot.saves.preferences import Preferences

NAME = "screen.json"


def kept(preferences: Preferences) -> tuple[str, str, str]:
    return preferences.theme, preferences.name, preferences.level


NONE = ("", "", "")


def test_at_first_nothing_is_remembered_and_nothing_is_written(tmp_path: Path) -> None:
    preferences = Preferences.load(tmp_path / "nowhere")
    assert kept(preferences) == NONE
    assert list(tmp_path.iterdir()) == []


def test_what_is_kept_is_there_the_next_time(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "config"
    preferences = Preferences.load(folder)
    preferences.save(theme="light")
    assert kept(Preferences.load(folder)) == ("light", "", "")
    preferences.save(name="Émilie du Châtelet", level="skill:0.5")
    assert kept(preferences) == kept(Preferences.load(folder)) == ("light", "Émilie du Châtelet", "skill:0.5")
    preferences.save(theme="dark", name="")
    assert kept(Preferences.load(folder)) == ("dark", "", "skill:0.5")
    assert [path.name for path in folder.iterdir()] == [NAME], "nothing is left beside it"


def test_the_file_can_be_read_by_anybody(tmp_path: Path) -> None:
    Preferences.load(tmp_path).save(name="Ada")
    assert (tmp_path / NAME).read_text(encoding="utf-8") == '{\n  "theme": "",\n  "name": "Ada",\n  "level": ""\n}\n'


def test_what_is_the_same_as_before_is_not_written_again(tmp_path: Path) -> None:
    preferences = Preferences.load(tmp_path)
    preferences.save(theme="", name="")
    assert list(tmp_path.iterdir()) == []
    preferences.save(theme="light")
    (tmp_path / NAME).unlink()
    preferences.save(theme="light")
    assert list(tmp_path.iterdir()) == []


def test_the_file_is_where_the_system_keeps_such_things(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    preferences = Preferences.load()
    assert tmp_path in preferences.path.parents
    preferences.save(theme="light")
    assert Preferences.load().theme == "light"


DAMAGED = {
    "empty": b"",
    "words": b"dark, please",
    "cut off": b'{"theme": "light", "na',
    "binary": b"\x7fELF\x00\x01\xff\xfe",
    "utf-16": '{"theme": "light"}'.encode("utf-16"),
    "a list": b'["theme"]',
    "a text": b'"light"',
    "null": b"null",
    "a number": b"7",
    "nested without end": b"[" * 9_000,
    "a number of thousands of digits": b'{"theme": ' + b"9" * 9_000 + b"}",
    "too large": b'{"theme": "light", "name": "' + b"a" * 20_000 + b'"}',
}


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_counts_as_none_and_is_replaced(content: bytes, tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(content)
    preferences = Preferences.load(tmp_path)
    assert kept(preferences) == NONE
    assert (tmp_path / NAME).read_bytes() == content, "reading changes nothing"
    preferences.save(theme="light")
    assert kept(Preferences.load(tmp_path)) == ("light", "", "")


@pytest.mark.parametrize("strange", [None, 7, 1.5, True, [], {}, ["light"], "a\nb", "\x1b[31m", "\ud800"], ids=ascii)
def test_what_is_no_printable_text_is_left_out_and_the_rest_kept(strange: object, tmp_path: Path) -> None:
    (tmp_path / NAME).write_text(json.dumps({"theme": strange, "name": "Ada", "level": strange}))
    preferences = Preferences.load(tmp_path)
    assert kept(preferences) == ("", "Ada", "")
    preferences.save(level="perfect")
    assert kept(Preferences.load(tmp_path)) == ("", "Ada", "perfect")


def test_what_is_not_known_here_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text('{"theme": "light", "sound": "on", "path": "/", "_kept": "x", "": ""}')
    preferences = Preferences.load(tmp_path)
    assert kept(preferences) == ("light", "", "")
    assert preferences.path == tmp_path / NAME


def test_where_nothing_can_be_written_it_is_said_and_holds_for_this_evening(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    preferences = Preferences.load(tmp_path / "file")
    with pytest.raises(SaveError, match="cannot be written"):
        preferences.save(theme="light")
    assert preferences.theme == "light"
    preferences.save(theme="light")
    assert (tmp_path / "file").read_text() == "in the way"


def test_a_folder_in_the_place_of_the_file_counts_as_none(tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()
    preferences = Preferences.load(tmp_path)
    assert kept(preferences) == NONE
    with pytest.raises(SaveError):
        preferences.save(theme="light")
    assert [path.name for path in tmp_path.iterdir()] == [NAME]


def test_a_pipe_in_the_place_of_the_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / NAME)
    preferences = Preferences.load(tmp_path)
    assert kept(preferences) == NONE
    preferences.save(theme="light")
    assert Preferences.load(tmp_path).theme == "light"
