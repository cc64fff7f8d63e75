"""Whole numbers as people type and read them."""

import re

from aliquot.core.foreign import shorten as shorten

LARGEST = 10**18
"""The largest number accepted anywhere."""

_PLAIN = re.compile(r"[0-9]{1,19}", re.ASCII)


def parse_whole(text: str) -> int | None:
    """Reads a whole number in plain digits, or returns None.

    Surrounding white space is fine; signs, points, digits of other scripts and more than
    nineteen digits are not. A length check comes first, so no text is slow to refuse.

    >>> parse_whole(" 12 "), parse_whole("+12"), parse_whole("1e3")
    (12, None, None)
    """
    text = text.strip()
    return int(text) if _PLAIN.fullmatch(text) else None


def quote(value: object) -> str:
    """Names a value in a message, whatever it is and however large.

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
        # Python refuses to write very large integers out, inside something else too.
        return "a number that large"


def listing(numbers: list[str], conjunction: str = "or") -> str:
    """Joins words the way a sentence does.

    >>> listing(["6", "10", "15"])
    '6, 10 or 15'
    """
    if len(numbers) < 2:
        return "".join(numbers)
    return f"{', '.join(numbers[:-1])} {conjunction} {numbers[-1]}"
