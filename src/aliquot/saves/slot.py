"""A slot: one match kept as a record file, held for this program as long as it is played."""

from pathlib import Path

from aliquot.core.errors import AliquotError
from aliquot.core.record import Record
from aliquot.play.session import Session
from aliquot.saves.archive import Archive, fetch, interpret
from aliquot.saves.lock import Lock


class Slot:
    """Keeps a match in a file of its own, which it makes when there is something to keep."""

    def __init__(self, archive: Archive | None = None, path: Path | None = None) -> None:
        """Takes a place in an archive.

        Args:
            archive: Where, by default the user's own.
            path: The file, if there is one already.
        """
        self.archive = archive or (Archive(path.parent) if path is not None else Archive())
        self.path = path
        """The file, once there is one."""
        self._lock: Lock | None = None

    @property
    def is_kept(self) -> bool:
        """Whether there is a file."""
        return self.path is not None and self.path.exists()

    def hold(self) -> None:
        """Holds the file for this program.

        Raises:
            SaveError: Another program holds it.
        """
        if self._lock is None and self.path is not None:
            self._lock = Lock(self.path)

    def keep(self, record: Record) -> None:
        """Writes the file, all of it or nothing.

        Raises:
            SaveError: It cannot be written.
        """
        path = self.path or self.archive.new_path(record)
        if self._lock is None:
            self._lock = Lock(path)
        try:
            self.archive.save(path, record)
        except AliquotError:
            if self.path is None:
                self.close()  # Nothing is there to be held; the next try gets a name of its own.
            raise
        self.path = path

    def close(self) -> None:
        """Lets the file go."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None


def resume(path: Path) -> Session:
    """Takes a match up where its record file leaves it.

    Raises:
        AliquotError: The record cannot be read or played, or is being played elsewhere.
    """
    data = fetch(path)
    record = interpret(path, data)  # What is no record is refused before a lock is laid beside it.
    slot = Slot(path=path)
    slot.hold()
    try:
        # Looked at again under the lock: whoever held it until now may have moved.
        if (latest := fetch(path)) != data:
            record = interpret(path, latest)
        return Session.take_up(record, slot)
    except BaseException:
        slot.close()
        raise
