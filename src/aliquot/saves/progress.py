"""Progress: what a learner has done in the lessons, in one readable file beside the games.

Every change is written at once, the whole file or nothing of it. A file that cannot be understood is never
written over: it is moved aside first, and learning goes on from nothing. Whatever goes wrong is told in
`problem` and stops nobody.
"""

import json
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, Self

from aliquot.saves.files import SaveError, move, read_bytes, reason, show, store, sweep
from aliquot.saves.lock import Lock

NAME = "progress.json"
_HEADER = {"format": "aliquot-progress", "version": 1}
_PATIENCE = 10.0
"""Seconds to wait for another program to write what it has learnt, which takes it a hundredth of one."""
_LARGEST_TEXT = 1 << 20
"""The most bytes that are read; a real file has a thousand."""


@dataclass(frozen=True, slots=True)
class Mark:
    """How far somebody has come in one lesson."""

    step: int = 0
    """The step to go on from, the first one being 0."""
    finished: bool = False
    """Whether the last step was ever done."""
    first_try: int = 0
    """Exercises answered right at the first try, all sets together."""
    total: int = 0
    """Exercises answered, all sets together."""
    best: int = 0
    """The most exercises answered right at the first try in one set."""

    @classmethod
    def from_dict(cls, written: Any) -> Self:
        """Reads a mark as JSON has it.

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
    """A learner's marks, and the file they are kept in."""

    def __init__(self, folder: Path) -> None:
        """Looks nothing up yet; `load` does."""
        self.path = folder / NAME
        """The file."""
        self.problem = ""
        """What went wrong when the file was last read or written, in a sentence; empty if nothing did."""
        self._marks: dict[str, Mark] = {}
        self._unsaved: set[str] = set()

    @classmethod
    def load(cls, folder: Path | None = None) -> Self:
        """Reads what was kept in a folder, by default the user's own."""
        if folder is None:
            from platformdirs import user_data_path

            folder = user_data_path("aliquot", appauthor=False)
        progress = cls(folder)
        sweep(folder)
        try:
            progress._marks = _read(progress.path)
        except SaveError as error:
            progress.problem = f"{error} It will be kept under another name, and the lessons begin anew."
        return progress

    def at(self, slug: str) -> Mark:
        """How far a lesson has come."""
        return self._marks.get(slug, Mark())

    def reach(self, slug: str, step: int) -> None:
        """Notes the step to go on from."""
        if step < 0:
            raise ValueError("A step is counted from 0.")
        self._change(slug, lambda mark: replace(mark, step=step))

    def finish(self, slug: str) -> None:
        """Notes that a lesson's last step was done; it begins with its first step again."""
        self._change(slug, lambda mark: replace(mark, step=0, finished=True))

    def score(self, slug: str, first_try: int, total: int) -> None:
        """Notes a set of exercises: how many were right at the first try, of how many."""
        if not 0 <= first_try <= total:
            raise ValueError("Of a set of exercises, at least none and at most all are right at the first try.")
        self._change(
            slug,
            lambda mark: replace(
                mark,
                first_try=mark.first_try + first_try,
                total=mark.total + total,
                best=max(mark.best, first_try),
            ),
        )

    def _change(self, slug: str, change: Callable[[Mark], Mark]) -> None:
        """Changes one mark and writes them all.

        What another program has written in the meantime is read first, and none writes between that and our writing:
        so nothing anybody has learnt is lost.
        """
        lock = self._lock()
        try:
            self._merge(slug, change)
        finally:
            if lock is not None:
                lock.release()

    def _lock(self) -> Lock | None:
        """The right to change the file; None where it cannot be had, and then it can hardly be written either."""
        try:
            return Lock(self.path, wait=_PATIENCE)
        except SaveError:
            return None

    def _merge(self, slug: str, change: Callable[[Mark], Mark]) -> None:
        self.problem = ""
        unsaved = {name: self._marks[name] for name in self._unsaved}
        try:
            self._marks |= _read(self.path)
            damaged = ""
        except SaveError as error:
            damaged = str(error)
        self._marks |= unsaved
        self._marks[slug] = change(self.at(slug))
        self._unsaved.add(slug)
        try:
            if damaged:
                self.problem = f"{damaged} It is kept as {_move_aside(self.path)}."
            store(self.path, _write(self._marks))
        except SaveError as error:
            self.problem = f"{error} What you learn now is not kept."
        else:
            self._unsaved.clear()


def _write(marks: dict[str, Mark]) -> str:
    lessons = {slug: asdict(mark) for slug, mark in sorted(marks.items())}
    return json.dumps(_HEADER | {"lessons": lessons}, indent=2) + "\n"


def _read(path: Path) -> dict[str, Mark]:
    """The marks in a file; none if there is no file.

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
        return {slug: Mark.from_dict(written) for slug, written in lessons.items()}
    except (ValueError, RecursionError):
        raise SaveError(f"{show(path)} is damaged, or not from this version of Aliquot.") from None


def _move_aside(path: Path) -> str:
    """Gives a file a name that no other has.

    Raises:
        SaveError: It cannot be moved.
    """
    aside = path.with_name(f"{path.stem}.damaged-{os.urandom(4).hex()}{path.suffix}")
    try:
        move(path, aside)
    except OSError as error:
        raise SaveError(f"{show(path)} cannot be moved aside: {reason(error)}.") from None
    return aside.name
