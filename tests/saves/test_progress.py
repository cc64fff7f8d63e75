import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

from aliquot.lessons import LESSONS
from aliquot.saves.progress import NAME, LessonProgress, Progress
from tests.effort import PATIENCE


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_newcomer_has_done_nothing_and_nothing_is_written(tmp_path: Path) -> None:
    progress = Progress.load(tmp_path / "nowhere")
    assert all(progress.at(slug) == LessonProgress(0, False, 0, 0, 0) for slug in LESSONS)
    assert progress.problem == ""
    assert names(tmp_path) == []


def test_what_is_done_is_kept_at_once(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "data"
    progress = Progress.load(folder)
    progress.reach("factor-duel", 3)
    assert Progress.load(folder).at("factor-duel") == LessonProgress(step=3)
    progress.score("factor-duel", 4, 5)
    progress.score("factor-duel", 2, 5)
    assert Progress.load(folder).at("factor-duel") == LessonProgress(3, False, 6, 10, 4)
    progress.reach("several-numbers", 7)
    progress.reach("factor-duel", 12)
    progress.finish("factor-duel")
    progress.reach("factor-duel", 1)
    again = Progress.load(folder)
    assert again.at("factor-duel") == LessonProgress(1, True, 6, 10, 4), "once finished, finished"
    assert again.at("several-numbers") == LessonProgress(step=7)
    assert again.at("dividers-duel") == LessonProgress()
    assert progress.problem == again.problem == ""
    assert names(folder) == [NAME], "nothing is left beside it"


def test_a_finished_lesson_begins_with_its_first_step_again(tmp_path: Path) -> None:
    progress = Progress.load(tmp_path)
    progress.reach("dividers-duel", 11)
    progress.finish("dividers-duel")
    assert progress.at("dividers-duel") == LessonProgress(step=0, finished=True)


def test_the_file_can_be_read_by_anybody(tmp_path: Path) -> None:
    progress = Progress.load(tmp_path)
    progress.score("factor-duel", 4, 5)
    assert (tmp_path / NAME).read_text() == (
        '{\n  "format": "aliquot-progress",\n  "version": 1,\n  "lessons": {\n    "factor-duel": {\n      "step": 0,\n'
        '      "finished": false,\n      "first_try": 4,\n      "total": 5,\n      "best": 4\n    }\n  }\n}\n'
    )


def test_the_file_lies_beside_the_games(tmp_path: Path) -> None:
    program = "from aliquot.saves.progress import Progress; Progress.load().reach('factor-duel', 2)"
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data")}
    subprocess.run([sys.executable, "-c", program], env=environment, check=True, timeout=PATIENCE)
    assert Progress.load(tmp_path / "data" / "aliquot").at("factor-duel") == LessonProgress(step=2)


@pytest.mark.parametrize("wrong", [(-1, 5), (6, 5), (0, -1)])
def test_a_score_that_cannot_be_is_a_fault(wrong: tuple[int, int], tmp_path: Path) -> None:
    progress = Progress.load(tmp_path)
    with pytest.raises(ValueError, match="must be between 0 and all of them"):
        progress.score("factor-duel", *wrong)
    with pytest.raises(ValueError, match="counted from 0"):
        progress.reach("factor-duel", -1)
    assert names(tmp_path) == []


GOOD = {"step": 1, "finished": False, "first_try": 2, "total": 5, "best": 2}


def written(**changes: object) -> bytes:
    return json.dumps({"format": "aliquot-progress", "version": 1, "lessons": {"factor-duel": GOOD}} | changes).encode()


def marked(**changes: object) -> bytes:
    return written(lessons={"factor-duel": GOOD | changes})


DAMAGED = {
    "empty": b"",
    "words": b"my homework",
    "cut off": written()[:-5],
    "binary": b"\x7fELF\x00\x01\xff\xfe",
    "utf-16": "{}".encode("utf-16"),
    "a list": b"[]",
    "a number": b"7",
    "null": b"null",
    "an empty object": b"{}",
    "no lessons": b'{"format": "aliquot-progress", "version": 1}',
    "lessons in a list": written(lessons=[]),
    "somebody else's": written(format="chess-progress"),
    "of a later version": written(version=2),
    "with something more": written(author="Ada"),
    "a mark that is a number": written(lessons={"factor-duel": 3}),
    "a mark with a hole": written(lessons={"factor-duel": {"step": 1}}),
    "a mark with something more": marked(colour="red"),
    "a step below 0": marked(step=-1),
    "a step that is text": marked(step="1"),
    "a step that is a fraction": marked(step=1.5),
    "a step that is a truth": marked(step=True),
    "finished perhaps": marked(finished=1),
    "more right than answered": marked(first_try=6),
    "a best set better than all": marked(best=3),
    "not a number": marked(step=float("nan")),
    "a number of ten thousand digits": marked().replace(b'"step": 1', b'"step": ' + b"9" * 10_000),
    "nested without end": b"[" * 200_000,
    "too large": b" " * (1 << 20) + written(),
}


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_is_told_and_moved_aside_before_anything_is_written(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / NAME
    path.write_bytes(content)
    progress = Progress.load(tmp_path)
    assert progress.problem == (
        f"'{path}' is damaged, or not from this version of Aliquot. "
        "It will be renamed, and the lessons start from the beginning."
    )
    assert progress.at("factor-duel") == LessonProgress()
    assert (names(tmp_path), path.read_bytes()) == ([NAME], content), "reading changes nothing"
    progress.reach("factor-duel", 1)
    aside, kept = names(tmp_path)
    assert kept == NAME
    assert aside.startswith("progress.damaged-")
    assert aside.endswith(".json")
    assert (tmp_path / aside).read_bytes() == content
    assert progress.problem.endswith(f"It was renamed to {aside}.")
    assert Progress.load(tmp_path).at("factor-duel") == LessonProgress(step=1)
    progress.reach("factor-duel", 2)
    assert progress.problem == "", "it is told once"
    assert names(tmp_path) == [aside, kept]


def test_the_good_file_the_damaged_ones_are_made_from_is_good(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(marked())
    progress = Progress.load(tmp_path)
    assert (progress.problem, progress.at("factor-duel")) == ("", LessonProgress(1, False, 2, 5, 2))


def test_every_damaged_file_is_kept(tmp_path: Path) -> None:
    progress = Progress.load(tmp_path)
    for step, content in enumerate((b"one", b"two", b"three"), 1):
        (tmp_path / NAME).write_bytes(content)
        progress.reach("factor-duel", step)
    assert {path.read_bytes() for path in tmp_path.glob("progress.damaged-*.json")} == {b"one", b"two", b"three"}
    assert Progress.load(tmp_path).at("factor-duel") == LessonProgress(step=3)


def test_a_file_damaged_while_learning_costs_nothing(tmp_path: Path) -> None:
    progress = Progress.load(tmp_path)
    progress.score("dividers-duel", 5, 5)
    (tmp_path / NAME).write_text("scribble")
    progress.reach("factor-duel", 1)
    assert Progress.load(tmp_path).at("dividers-duel") == LessonProgress(0, False, 5, 5, 5)


def a_folder(path: Path) -> None:
    path.mkdir()
    (path / "inside").write_text("precious")


def a_pipe(path: Path) -> None:
    os.mkfifo(path)


@pytest.mark.parametrize("put", [a_folder, a_pipe])
def test_something_that_is_no_file_is_moved_aside_too(put: Callable[[Path], None], tmp_path: Path) -> None:
    put(tmp_path / NAME)
    progress = Progress.load(tmp_path)
    assert re.search("is a folder, not a file|is not a regular file", progress.problem)
    progress.finish("factor-duel")
    assert len(names(tmp_path)) == 2
    assert Progress.load(tmp_path).at("factor-duel").finished


def refuse(*_: object) -> NoReturn:
    raise PermissionError(13, "Permission denied")


def test_a_file_that_may_not_be_read_is_moved_aside_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / NAME).write_text("secret")
    read = os.open

    def open_all_but_one(path: os.PathLike[str] | str, *how: int) -> int:
        return refuse() if os.fspath(path).endswith(NAME) else read(path, *how)

    monkeypatch.setattr(os, "open", open_all_but_one)
    progress = Progress.load(tmp_path)
    assert "cannot be read: Permission denied." in progress.problem
    progress.finish("factor-duel")
    monkeypatch.undo()
    (aside,) = tmp_path.glob("progress.damaged-*.json")
    assert aside.read_text() == "secret"
    assert Progress.load(tmp_path).at("factor-duel").finished


def test_where_nothing_can_be_written_learning_goes_on_and_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    progress = Progress.load(tmp_path / "file")
    progress.reach("factor-duel", 3)
    assert progress.problem.endswith("Your progress is not being saved.")
    progress.score("factor-duel", 1, 2)
    progress.score("several-numbers", 2, 2)
    assert progress.at("factor-duel") == LessonProgress(3, False, 1, 2, 1)
    assert (tmp_path / "file").read_text() == "in the way"
    (tmp_path / "file").unlink()
    progress.reach("factor-duel", 4)
    assert progress.problem == ""
    again = Progress.load(tmp_path / "file")
    assert again.at("factor-duel") == LessonProgress(4, False, 1, 2, 1), "what could not be kept before is kept now"
    assert again.at("several-numbers") == LessonProgress(0, False, 2, 2, 2)


def test_a_file_that_may_not_be_replaced_keeps_what_it_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Progress.load(tmp_path).score("factor-duel", 1, 5)
    progress = Progress.load(tmp_path)
    monkeypatch.setattr(Path, "replace", refuse)
    progress.score("factor-duel", 2, 5)
    progress.score("factor-duel", 3, 5)
    assert "cannot be written: Permission denied. Your progress is not being saved." in progress.problem
    assert progress.at("factor-duel") == LessonProgress(0, False, 6, 15, 3)
    assert Progress.load(tmp_path).at("factor-duel") == LessonProgress(0, False, 1, 5, 1)
    assert names(tmp_path) == [NAME]
    monkeypatch.undo()
    progress.reach("dividers-duel", 1)
    assert progress.problem == ""
    assert Progress.load(tmp_path).at("factor-duel") == LessonProgress(0, False, 6, 15, 3), "it is made up for"


def test_a_damaged_file_that_cannot_be_moved_is_left_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / NAME).write_text("scribble")
    monkeypatch.setattr(Path, "replace", refuse)
    progress = Progress.load(tmp_path)
    progress.reach("factor-duel", 1)
    assert "cannot be renamed: Permission denied. Your progress is not being saved." in progress.problem
    assert (names(tmp_path), (tmp_path / NAME).read_text()) == ([NAME], "scribble")
    assert progress.at("factor-duel") == LessonProgress(step=1)


def test_two_windows_do_not_undo_each_other(tmp_path: Path) -> None:
    one, two = Progress.load(tmp_path), Progress.load(tmp_path)
    one.reach("dividers-duel", 5)
    two.reach("factor-duel", 2)
    one.score("factor-duel", 3, 5)
    two.score("factor-duel", 4, 5)
    assert Progress.load(tmp_path).at("dividers-duel") == LessonProgress(step=5)
    assert Progress.load(tmp_path).at("factor-duel") == LessonProgress(2, False, 7, 10, 4)


def test_lessons_of_another_version_are_kept(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(written(lessons={"chess": GOOD}))
    Progress.load(tmp_path).reach("factor-duel", 1)
    assert Progress.load(tmp_path).at("chess") == LessonProgress(1, False, 2, 5, 2)


def test_programs_that_write_at_once_never_leave_half_a_file(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from aliquot.saves.progress import Progress\n"
        "progress = Progress.load(Path(sys.argv[1]))\n"
        "for step in range(60):\n    progress.reach(sys.argv[2], step)\n    assert not progress.problem\n"
    )
    writers = [
        subprocess.Popen([sys.executable, "-c", program, str(tmp_path), slug], stderr=subprocess.PIPE)
        for slug in ("dividers-duel", "factor-duel")
    ]
    while any(writer.poll() is None for writer in writers):
        assert Progress.load(tmp_path).problem == ""
    errors = [writer.communicate(timeout=PATIENCE)[1] for writer in writers]
    assert errors == [b"", b""]
    assert names(tmp_path) == [NAME]


def test_a_kill_leaves_the_old_file_or_the_new_one(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from aliquot.saves.progress import Progress\n"
        "progress = Progress.load(Path(sys.argv[1]))\n"
        "step = progress.at('factor-duel').step\n"
        "while True:\n    step += 1\n    progress.reach('factor-duel', step)\n    print(step, flush=True)\n"
    )
    last = 0
    for _ in range(5):
        command = [sys.executable, "-c", program, str(tmp_path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as writer:
            assert writer.stdout is not None
            for _ in range(3):
                last = int(writer.stdout.readline())
            writer.kill()
        found = Progress.load(tmp_path)
        assert found.problem == ""
        assert found.at("factor-duel").step >= last


LEARNER = """
import sys
from pathlib import Path
from aliquot.saves.progress import Progress
progress = Progress.load(Path(sys.argv[1]))
for _ in range(100):
    progress.score("factor-duel", 1, 1)
assert progress.problem == "", progress.problem
"""


def test_of_two_hundred_sets_done_in_two_windows_none_is_lost(tmp_path: Path) -> None:
    programs = [subprocess.Popen([sys.executable, "-c", LEARNER, str(tmp_path)]) for _ in range(2)]
    assert [program.wait(PATIENCE) for program in programs] == [0, 0]
    assert Progress.load(tmp_path).at("factor-duel") == LessonProgress(0, False, 200, 200, 1)
    assert names(tmp_path) == [NAME]
