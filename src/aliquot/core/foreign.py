"""Text from outside, made fit to be shown. Whatever comes from a record, a file or a name of one passes here.

A terminal obeys control characters, and a page is deceived by text that runs backwards or cannot be seen. So what is
shown has no control characters, no marks of direction, nothing without a width of its own such as zero-width joiners
and tag characters, and no line or paragraph separators. Letters of every script, accents and emoji stay.
"""

import re
import unicodedata

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
"""What stands in place of a character that is not shown."""

_MOST_MARKS = 4
"""How many accents one letter may carry; more would climb over the lines above."""
_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks that cannot be seen."""
_SELECTORS = re.compile("[\u180b-\u180f\U000e0100-\U000e01ef]")
_MARKS = frozenset(("Mn", "Me"))


def clean(text: str, keep: str = "") -> str:
    r"""A text without the characters nobody should be shown; each leaves a replacement character.

    White space of other widths becomes a plain space. What has been cleaned stays as it is when cleaned again.

    Args:
        text: The text.
        keep: Characters to leave as they are, such as line ends.

    >>> clean("Ada\x1b[31m"), clean("a\N{RIGHT-TO-LEFT OVERRIDE}b"), clean("Zoë 🙂")
    ('Ada�[31m', 'a�b', 'Zoë 🙂')
    """
    if text.isascii() and text.isprintable():
        return text
    shown, marks = [], 0
    for c in text:
        if c in keep or (c.isascii() and c.isprintable()):
            marks = 0
        elif unicodedata.category(c) == "Zs":
            c, marks = " ", 0
        elif not c.isprintable() or c in _BLANKS or _SELECTORS.match(c):
            c, marks = REPLACEMENT, 0
        else:
            marks = marks + 1 if unicodedata.category(c) in _MARKS else 0
            if marks > _MOST_MARKS:
                c = REPLACEMENT
                marks = 0
        shown.append(c)
    return "".join(shown)


def is_clean(text: str, keep: str = "") -> bool:
    """Whether a text can be shown as it is."""
    return (text.isascii() and text.isprintable()) or clean(text, keep) == text


def shorten(text: str, width: int = 24) -> str:
    """Makes a text fit to be quoted in a message: fit to be shown, on one line, and not long.

    >>> shorten("9" * 100_000)
    '99999999999999999999999…'
    """
    return clean(text[: width - 1] + "…" if len(text) > width else text)
