"""Clean text from outside, parse whole numbers, quote values in messages.

Control characters can drive a terminal, and invisible or right-to-left text can mislead on a page. So text from a
record, a file or a name is shown without control characters, direction marks, zero-width and tag characters, and line
or paragraph separators. Letters of every script, accents and emoji stay, and so do joiners where they change what is
seen: inside a word of Persian or Hindi, and between the parts of one emoji.
"""

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
"""The replacement for a character that is not shown."""

_LONGEST_PATH = 255
"""The most characters of a path that are shown; few are longer."""
_MOST_MARKS = 4
"""The most accents on one letter; more would cover the lines above."""
_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Invisible letters and marks."""
_SELECTORS = re.compile("[\u180b-\u180f\U000e0100-\U000e01ef]")
_MARKS = frozenset(("Mn", "Me"))
_JOINER, _NON_JOINER = "\u200d", "\u200c"
_JOINED_SCRIPTS = range(0x0600, 0x0E00)
"""Arabic to Sinhala: the scripts in which a joiner changes the shape of its neighbours."""


def clean(text: str, keep: str = "") -> str:
    r"""Return a text with each unsafe character replaced by a replacement character.

    White space of other widths becomes a plain space. Cleaning twice gives the same as cleaning once.

    Args:
        text: The text.
        keep: Characters to leave as they are, such as line ends.

    >>> clean("Ada\x1b[31m"), clean("a\N{RIGHT-TO-LEFT OVERRIDE}b"), clean("Zoë 🙂")
    ('Ada�[31m', 'a�b', 'Zoë 🙂')
    """
    if text.isascii() and text.isprintable():
        return text
    characters, marks = [], 0
    for place, c in enumerate(text):
        if c in keep or (c.isascii() and c.isprintable()) or (c in (_JOINER, _NON_JOINER) and _joins(text, place)):
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
        characters.append(c)
    return "".join(characters)


def _joins(text: str, place: int) -> bool:
    """Return whether the joiner at a place stands between two characters that it joins or keeps apart."""
    before, after = text[place - 1 : place], text[place + 1 : place + 2]
    if not before or not after:
        return False
    if ord(before) in _JOINED_SCRIPTS and ord(after) in _JOINED_SCRIPTS:
        return unicodedata.category(before)[0] in "LM" and unicodedata.category(after)[0] == "L"
    # An emoji may have a colour or a style before the joiner.
    is_emoji = before == "\ufe0f" or unicodedata.category(before) == "So" or before in "🏻🏼🏽🏾🏿"
    return text[place] == _JOINER and is_emoji and unicodedata.category(after) == "So"


def is_clean(text: str, keep: str = "") -> bool:
    """Return whether `clean` leaves a text unchanged."""
    return (text.isascii() and text.isprintable()) or clean(text, keep) == text


def shorten(text: str, width: int = 24) -> str:
    """Clean a text and cut it to a width, for use in a message.

    >>> shorten("9" * 100_000)
    '99999999999999999999999…'
    """
    return clean(text[: width - 1] + "…" if len(text) > width else text)


LARGEST = 10**18
"""The largest number accepted anywhere."""

_DASHES = dict.fromkeys(map(ord, "‐‑‒–—−"), "-")
_PLAIN = re.compile(r"[0-9]{1,19}", re.ASCII)


def parse_whole(text: str) -> int | None:
    """Read a whole number in ASCII digits, or return None.

    Surrounding white space is allowed; signs, points, digits of other scripts and more than
    nineteen digits are not. The pattern limits the length, so no text is slow to reject.

    >>> parse_whole(" 12 "), parse_whole("+12"), parse_whole("1e3")
    (12, None, None)
    """
    text = text.strip()
    return int(text) if _PLAIN.fullmatch(text) else None


def not_whole(text: str) -> str:
    """Return why `parse_whole` refuses a text, in one sentence.

    >>> not_whole("1e3")
    "'1e3' is not a whole number in plain digits."
    >>> not_whole("9" * 20)
    "'99999999999999999999' is too long: a number has at most 19 digits."
    """
    text = text.strip()
    if text.isascii() and text.isdigit():
        return f"{quote(text)} is too long: a number has at most 19 digits."
    return f"{quote(text)} is not a whole number in plain digits."


def plain_dashes(text: str) -> str:
    """Return a text with a hyphen for each dash or minus sign, which people copy from what we print.

    >>> plain_dashes("2–50"), plain_dashes("16−8")
    ('2-50', '16-8')
    """
    return text if text.isascii() else text.translate(_DASHES)


def quote(value: object) -> str:
    """Name any value in a message, however large it is.

    >>> quote("1e3"), quote(-5), quote(10**30), quote(2.5)
    ("'1e3'", '-5', 'a number that large', '2.5')
    """
    if isinstance(value, str):
        return f"'{shorten(value)}'"
    if isinstance(value, int) and abs(value) > 100 * LARGEST:
        return "a number that large"
    try:
        return shorten(repr(value))
    except ValueError:
        # Python refuses to format very large integers, also inside containers.
        return "a number that large"


def quote_path(path: "Path") -> str:
    """Return a path in quotation marks, safe to print and long enough to be recognised."""
    return f"'{shorten(str(path), _LONGEST_PATH)}'"


def listing(numbers: list[str], conjunction: str = "or") -> str:
    """Join words the way a sentence does.

    >>> listing(["6", "10", "15"])
    '6, 10 or 15'
    """
    if len(numbers) < 2:
        return "".join(numbers)
    return f"{', '.join(numbers[:-1])} {conjunction} {numbers[-1]}"
