"""Codes that can be read out, and names for pupils, so that nobody has to type one."""

import secrets
from collections.abc import Collection
from random import Random

ALPHABET = "CFHJKMPRTWXY3479"
"""The characters of codes: none looks like another, and without vowels they form no words."""
CLASS_LETTERS, PUPIL_LETTERS = 6, 5
"""The characters of the code of a class and of a pupil's own code."""
_COLOURS = (
    *("Amber", "Blue", "Bronze", "Copper", "Coral", "Crimson", "Emerald", "Golden", "Green", "Indigo", "Ivory", "Jade"),
    *("Lilac", "Mint", "Olive", "Orange", "Pearl", "Purple", "Red", "Ruby", "Silver", "Teal", "Violet", "Yellow"),
)
_ANIMALS = (
    *("Badger", "Beaver", "Bison", "Crane", "Dolphin", "Eagle", "Falcon", "Finch", "Fox", "Gazelle", "Hare", "Hawk"),
    *("Hedgehog", "Heron", "Ibex", "Kestrel", "Koala", "Lark", "Lemur", "Leopard", "Lion", "Lynx", "Marten", "Moose"),
    *("Octopus", "Osprey", "Otter", "Owl", "Panda", "Panther", "Pelican", "Penguin", "Puffin", "Raven", "Robin"),
    *("Salmon", "Seal", "Sparrow", "Stork", "Swan", "Swift", "Tiger", "Toucan", "Turtle", "Walrus", "Wolf", "Zebra"),
)


def new_code(letters: int, taken: Collection[str] = ()) -> str:
    """Return a random code that is not taken."""
    while True:
        code = "".join(secrets.choice(ALPHABET) for _ in range(letters))
        if code not in taken:
            return code


def read_code(text: str) -> str:
    """Return a code as it is stored, from one that was typed: in small letters, with spaces or dashes.

    >>> read_code(" hjk-479 ")
    'HJK479'
    """
    return "".join(character for character in text.upper() if character.isalnum())[:12]


def is_code(text: str, letters: int) -> bool:
    """Return whether a text has the form of a code."""
    return len(text) == letters and all(character in ALPHABET for character in text)


def new_name(taken: Collection[str], generator: Random) -> str:
    """Return a name that is not taken, with an animal and a colour that are as rare as possible."""
    animals = {name.rpartition(" ")[2] for name in taken}
    free = [animal for animal in _ANIMALS if animal not in animals] or list(_ANIMALS)
    while True:
        name = f"{generator.choice(_COLOURS)} {generator.choice(free)}"
        if name not in taken:
            return name
        free = list(_ANIMALS)
