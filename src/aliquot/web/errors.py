"""The errors of the server. Their messages can be shown to people; their codes go to programs."""

from aliquot.core.errors import AliquotError


class StoreRefused(AliquotError):
    """A database that cannot be used: damaged, foreign, newer, in use or unreachable."""


class StoreFailed(AliquotError):
    """A read or write that failed. Nothing was acknowledged."""


class MatchDamaged(AliquotError):
    """A stored match that cannot be read. Other matches are not affected."""


class NotFound(AliquotError):
    """There is no such match, file or page."""


class NotAllowed(AliquotError):
    """The visitor may not do that."""


class TooManyRequests(AliquotError):
    """A rate limit or another limit is reached."""


class Busy(AliquotError):
    """The server has too much to do; the request can be repeated later."""


class Abandoned(AliquotError):
    """The client has hung up before it was answered."""


class WorkerTimeout(Busy):
    """A calculation was stopped at its time limit; repeating it will hardly help."""
