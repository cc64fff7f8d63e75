"""How a match is kept: what goes wrong is told once and tried again, and nothing is promised that is not so."""

from aliquot.core.errors import AliquotError
from aliquot.core.record import Record
from aliquot.play.events import KeptAgain, NotKept
from aliquot.play.store import Store


class Keeping:
    """A store, if there is one, and how it has fared."""

    def __init__(self, store: Store | None) -> None:
        """Keeps a match in a store, or nowhere."""
        self.store = store
        self.problem = ""
        """Why the match is not being kept, if it is not and should be."""
        self._is_open = store is not None

    @property
    def is_kept(self) -> bool:
        """Whether there is something that can be taken up again."""
        return self.store is not None and self.store.is_kept

    @property
    def is_open(self) -> bool:
        """Whether there is anything to keep the match in."""
        return self._is_open

    def keep(self, record: Record) -> NotKept | KeptAgain | None:
        """Keeps a record; returns what is to be told, if that has changed."""
        if self.store is None or not self._is_open:
            return None
        failed = self.problem
        try:
            self.store.keep(record)
        except AliquotError as error:
            self.problem = str(error)
            return None if failed else NotKept(self.problem)
        self.problem = ""
        return KeptAgain() if failed else None

    def close(self) -> None:
        """Lets others take the match up; from here on nothing is kept."""
        if self.store is not None and self._is_open:
            self._is_open = False
            self.store.close()
