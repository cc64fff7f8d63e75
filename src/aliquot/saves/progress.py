"""A learner's progress in the lessons, in one readable file beside the saved matches.

Every change is written at once, the whole file or nothing. A damaged file is never overwritten: it is renamed first,
and the lessons start from the beginning. Problems are reported in `problem` and never stop a lesson.
"""

import json
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, Self

from aliquot.core.text import quote_path
from aliquot.saves.files import Lock, SaveError, error_reason, read_bytes, remove_leftovers, replace_file, write_file

NAME = "progress.json"
_HEADER = {"format": "aliquot-progress", "version": 1}
_LOCK_WAIT = 10.0
"""Seconds to wait for another program to write the file, which takes it a hundredth of one."""
_LARGEST_TEXT = 1 << 20
"""The most bytes that are read; a real file has about a thousand."""


@dataclass(frozen=True, slots=True)
class LessonProgress:
    """A learner's progress in one lesson."""

    step: int = 0
    """The step to continue with, from 0."""
    finished: bool = False
    """True if the learner has ever done the last step."""
    first_try: int = 0
    """Exercises solved at the first try, in all sets together."""
    total: int = 0
    """Exercises answered, in all sets together."""
    best: int = 0
    """The most exercises solved at the first try in one set."""

    @classmethod
    def from_dict(cls, written: Any) -> Self:
        """Read the progress in one lesson from JSON.

        Raises:
            ValueError: It is something else.
        """
        if not isinstance(written, dict) or set(written) != {field.name for field in fields(cls)}:
            raise ValueError
        mark = cls(**written)
        counts = (mark.step, mark.first_try, mark.total, mark.best)
        if any(type(count) is not int or count < 0 for count in counts) or type(mark.finished) is not bool:
            raise ValueError
        if not mark.best <= mark.first_try <= mark.total:
            raise ValueError
        return mark


class Progress:
    """A learner's progress in all lessons, and its file."""

    def __init__(self, folder: Path) -> None:
        """Set up an empty progress; `load` reads the file."""
        self.path = folder / NAME
        self.problem = ""
        """The problem when the file was last read or written, in a sentence; empty if there was none."""
        self._lessons: dict[str, LessonProgress] = {}
        self._unsaved: set[str] = set()

    @classmethod
    def load(cls, folder: Path | None = None) -> Self:
        """Read the progress in a folder, by default the user's own."""
        if folder is None:
            from platformdirs import user_data_path

            folder = user_data_path("aliquot", appauthor=False)
        progress = cls(folder)
        remove_leftovers(folder)
        try:
            progress._lessons = _read(progress.path)
        except SaveError as error:
            progress.problem = f"{error} It will be renamed, and the lessons start from the beginning."
        return progress

    def at(self, slug: str) -> LessonProgress:
        """Return the progress in a lesson."""
        return self._lessons.get(slug, LessonProgress())

    def reach(self, slug: str, step: int) -> None:
        """Save the step to continue with."""
        if step < 0:
            raise ValueError("Steps are counted from 0.")
        self._change(slug, lambda mark: replace(mark, step=step))

    def finish(self, slug: str) -> None:
        """Save that a lesson is finished; it continues with its first step."""
        self._change(slug, lambda mark: replace(mark, step=0, finished=True))

    def score(self, slug: str, first_try: int, total: int) -> None:
        """Save the result of a set of exercises: how many were solved at the first try, of how many."""
        if not 0 <= first_try <= total:
            raise ValueError("The exercises solved at the first try must be between 0 and all of them.")
        self._change(
            slug,
            lambda mark: replace(
                mark,
                first_try=mark.first_try + first_try,
                total=mark.total + total,
                best=max(mark.best, first_try),
            ),
        )

    def _change(self, slug: str, change: Callable[[LessonProgress], LessonProgress]) -> None:
        """Change one lesson and write them all.

        The file is read again under the lock first, so that changes of other programs are not lost.
        """
        lock = self._lock()
        try:
            self._merge(slug, change)
        finally:
            if lock is not None:
                lock.release()

    def _lock(self) -> Lock | None:
        """Lock the file; return None where that fails, and then the file can hardly be written either."""
        try:
            return Lock(self.path, wait=_LOCK_WAIT)
        except SaveError:
            return None

    def _merge(self, slug: str, change: Callable[[LessonProgress], LessonProgress]) -> None:
        self.problem = ""
        unsaved = {name: self._lessons[name] for name in self._unsaved}
        try:
            self._lessons |= _read(self.path)
            damaged = ""
        except SaveError as error:
            damaged = str(error)
        self._lessons |= unsaved
        self._lessons[slug] = change(self.at(slug))
        self._unsaved.add(slug)
        try:
            if damaged:
                self.problem = f"{damaged} It was renamed to {_rename_damaged(self.path)}."
            write_file(self.path, _write(self._lessons))
        except SaveError as error:
            self.problem = f"{error} Your progress is not being saved."
        else:
            self._unsaved.clear()


def _write(progress: dict[str, LessonProgress]) -> str:
    lessons = {slug: asdict(mark) for slug, mark in sorted(progress.items())}
    return json.dumps(_HEADER | {"lessons": lessons}, indent=2) + "\n"


def _read(path: Path) -> dict[str, LessonProgress]:
    """Read the lessons in a file; none if there is no file.

    Raises:
        SaveError: It cannot be read, or holds something else.
    """
    try:
        text = read_bytes(path, _LARGEST_TEXT)
    except FileNotFoundError:
        return {}
    try:
        if len(text) > _LARGEST_TEXT:
            raise ValueError
        document = json.loads(text)
        lessons = document.pop("lessons", None) if isinstance(document, dict) else None
        if not isinstance(lessons, dict) or document != _HEADER:
            raise ValueError
        return {slug: LessonProgress.from_dict(written) for slug, written in lessons.items()}
    except (ValueError, RecursionError):
        raise SaveError(f"{quote_path(path)} is damaged, or not from this version of Aliquot.") from None


def _rename_damaged(path: Path) -> str:
    """Give a file an unused name and return it.

    Raises:
        SaveError: It cannot be renamed.
    """
    aside = path.with_name(f"{path.stem}.damaged-{os.urandom(4).hex()}{path.suffix}")
    try:
        replace_file(path, aside)
    except OSError as error:
        raise SaveError(f"{quote_path(path)} cannot be renamed: {error_reason(error)}.") from None
    return aside.name
