"""What can go wrong, one class for each thing a caller may want to tell apart.

Every message is one or two plain sentences that can be shown to a player as they are. Beside it stand a code, which
stays the same when the sentence is put better, and the fields the sentence speaks of.
"""

import re
from typing import Any, ClassVar


class AliquotError(Exception):
    """Anything Aliquot reports about what it was given; never a fault of its own.

    >>> error = IllegalMove("7 does not divide 60.", move=7, position="60")
    >>> str(error), error.code, error.fields
    ('7 does not divide 60.', 'illegal-move', {'move': 7, 'position': '60'})
    """

    default_code: ClassVar[str] = "error"

    def __init_subclass__(cls, **settings: Any) -> None:
        """Names the code after the class, such as `illegal-move` after IllegalMove."""
        super().__init_subclass__(**settings)
        cls.default_code = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", cls.__name__).lower()

    def __init__(self, sentence: str = "", *, code: str | None = None, **fields: Any) -> None:
        """Says what went wrong.

        Args:
            sentence: It in words.
            code: It in one word, where the class does not say it closely enough.
            fields: What the sentence speaks of.
        """
        super().__init__(sentence)
        self.code = code or self.default_code
        self.fields = fields


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
