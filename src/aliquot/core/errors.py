"""What can go wrong, one class for each thing a caller may want to tell apart.

Every message is one or two plain sentences that can be shown to a player as they are.
"""


class AliquotError(Exception):
    """Anything Aliquot reports about what it was given; never a fault of its own."""


class InvalidMove(AliquotError, ValueError):
    """A text that is no move at all: nothing was chosen, nobody is penalised."""


class IllegalMove(AliquotError, ValueError):
    """A real choice that the rules do not allow in this position."""


class InvalidPosition(AliquotError, ValueError):
    """A text that describes no position of the game."""


class InvalidParameter(AliquotError, ValueError):
    """A parameter a game cannot be set up with."""


class UnknownGame(AliquotError, LookupError):
    """A name that no game in the registry has."""


class Unsolved(AliquotError):
    """The oracle does not know, and says so instead of guessing."""
