"""The errors of Aliquot, one class for each that a caller may want to catch.

Every message is one or two plain sentences that can be shown to a player. An error also carries a code, which stays
the same when the sentence is reworded, and the values the sentence mentions.
"""

import re
from typing import Any, ClassVar

DISTRIBUTION = "aliquot-games"
"""The name to install Aliquot by. On PyPI, `aliquot` is another program."""


class AliquotError(Exception):
    """The base class: something is wrong with the input; never a bug in Aliquot.

    >>> error = IllegalMove("7 does not divide 60.", move=7, position="60")
    >>> str(error), error.code, error.fields
    ('7 does not divide 60.', 'illegal-move', {'move': 7, 'position': '60'})
    """

    default_code: ClassVar[str] = "error"

    def __init_subclass__(cls, **settings: Any) -> None:
        """Name the code after the class: `illegal-move` for IllegalMove."""
        super().__init_subclass__(**settings)
        cls.default_code = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", cls.__name__).lower()

    def __init__(self, sentence: str = "", *, code: str | None = None, **fields: Any) -> None:
        """Create an error.

        Args:
            sentence: The message.
            code: A code more specific than that of the class.
            fields: The values the message mentions.
        """
        super().__init__(sentence)
        self.code = code or self.default_code
        self.fields = fields


class InvalidMove(AliquotError, ValueError):
    """A text that is not a move; it carries no penalty."""


class IllegalMove(AliquotError, ValueError):
    """A move that the rules do not allow in this position."""


class InvalidPosition(AliquotError, ValueError):
    """A text that does not describe a position of the game."""


class InvalidParameter(AliquotError, ValueError):
    """A parameter a game cannot be set up with."""


class UnknownGame(AliquotError, LookupError):
    """A name that no game in the registry has."""


class Unsolved(AliquotError):
    """A position that the oracle cannot decide within its budget."""


class MissingExtra(AliquotError, ImportError):
    """Optional packages that are not installed.

    >>> print(MissingExtra("The server needs", "web"))
    The server needs the extra 'web': pip install "aliquot-games[web]".
    """

    def __init__(self, need: str, extra: str) -> None:
        """Create an error.

        Args:
            need: The beginning of the sentence: what needs the extra.
            extra: The extra that installs the packages.
        """
        # Double quotes work in every shell, also on Windows.
        super().__init__(f"{need} the extra '{extra}': pip install \"{DISTRIBUTION}[{extra}]\".", extra=extra)
