"""What the server refuses, each with the sentence that says why."""

from aliquot.core.errors import AliquotError


class StoreRefused(AliquotError):
    """A database that is not opened: damaged, foreign, newer, in use or out of reach."""


class StoreFailed(AliquotError):
    """Something that could not be stored or read just now. Nothing was acknowledged."""


class NotFound(AliquotError):
    """There is no such game."""


class NotAllowed(AliquotError):
    """Whoever asks may not do that."""


class TooMuch(AliquotError):
    """Too many requests, or too large a one."""


class Busy(AliquotError):
    """The server has as much to do as it takes on; the same request may be sent again in a while."""


class TookTooLong(Busy):
    """A question that was begun, and stopped because its time was up; to ask it again will hardly help."""
