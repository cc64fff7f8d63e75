"""Where a match is kept: all that a session knows of files, databases and whatever else keeps records."""

from typing import Protocol

from aliquot.core.record import Record


class Store(Protocol):
    """Keeps one match as it goes on. Files are one way to do it (aliquot.saves.slot), a database another."""

    @property
    def is_kept(self) -> bool:
        """Whether there is something that can be taken up again."""
        ...

    def keep(self, record: Record) -> None:
        """Keeps the match as it stands, so that it survives whatever happens next.

        Raises:
            AliquotError: It cannot be kept; what was kept before is as it was.
        """
        ...

    def close(self) -> None:
        """Lets others take the match up."""
        ...
