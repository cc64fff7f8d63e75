"""What people may call themselves: a short name that looks like what it is."""

from aliquot.core.errors import InvalidParameter
from aliquot.core.text import is_clean, quote
from aliquot.web.limits import NAME


def checked_name(text: str) -> str:
    """A name without white space around it.

    Raises:
        InvalidParameter: It is empty, too long, or holds characters that cannot be seen or turn the line round.
    """
    name = text.strip()
    if not name or len(name) > NAME or not name.isprintable() or not is_clean(name):
        raise InvalidParameter(f"A name has 1 to {NAME} characters that can be seen, which {quote(text)} has not.")
    return name
