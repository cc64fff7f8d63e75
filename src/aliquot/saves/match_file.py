"""The file of one match: a record that is locked for this program while the match is played."""

from pathlib import Path

from aliquot.core.errors import AliquotError
from aliquot.core.record import Record
from aliquot.core.text import quote_path
from aliquot.play.session import Session
from aliquot.saves.archive import Archive, parse_record, read_record_bytes, save
from aliquot.saves.files import FileLocked, Lock, SaveError


class MatchFile:
    """A store (aliquot.play.session.Store) that saves a match in a file, which it creates at the first save."""

    def __init__(self, archive: Archive | None = None, path: Path | None = None, content: bytes | None = None) -> None:
        """Set up a file.

        Args:
            archive: The archive a new file is created in, by default the user's own.
            path: The file, if it exists already.
            content: What was read from it: a file that was not locked since then is overwritten only if it is the same.
        """
        self.archive = archive or (Archive(path.parent) if path is not None else Archive())
        self.path = path
        """The file, once there is one."""
        self._content = content
        self._lock: Lock | None = None

    @property
    def is_saved(self) -> bool:
        """True if the file exists."""
        return self.path is not None and self.path.exists()

    def lock(self) -> None:
        """Lock the file for this program.

        Raises:
            SaveError: Another program has locked it.
        """
        if self._lock is None and self.path is not None:
            self._lock = Lock(self.path)

    def save(self, record: Record) -> None:
        """Write the file, all of it or nothing.

        Raises:
            SaveError: It cannot be written.
        """
        path, was_locked = self.path or self.archive.new_path(record), self._lock is not None
        if self._lock is None:
            self._lock = Lock(path)
        try:
            if not was_locked and self._content is not None and read_record_bytes(path) != self._content:
                raise SaveError(f"{quote_path(path)} has been changed by another program.")
            save(path, record)
        except AliquotError:
            if not was_locked:
                self.close()  # The next attempt locks it again, a new file under a new name.
            raise
        self.path = path

    def close(self) -> None:
        """Release the lock."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None


def resume(path: Path) -> Session:
    """Resume a match from its record file, which stays locked until the session is closed.

    Where no lock can be created, as in a read-only folder, the match is unsaved: `Session.save_problem` says why.

    Raises:
        AliquotError: The file cannot be read, its match cannot be continued, or another program is playing it.
    """
    data = read_record_bytes(path)
    record = parse_record(path, data)  # A file that is not a record is refused before a lock is created beside it.
    file, problem = MatchFile(path=path, content=data), ""
    try:
        file.lock()
    except FileLocked:
        raise
    except SaveError as error:
        problem = str(error)
    try:
        # Read again under the lock: the program that held it until now may have saved another move.
        if (latest := read_record_bytes(path)) != data:
            record = parse_record(path, latest)
        session = Session.from_record(record, file)
    except BaseException:
        file.close()
        raise
    session.save_problem = problem
    return session
