"""The computer players, by the names the command line gives them."""

from difflib import get_close_matches
from random import Random

from aliquot import catalogue
from aliquot.core.errors import InvalidParameter
from aliquot.core.player import HUMAN, Player
from aliquot.core.text import quote
from aliquot.players.computer import Greedy, Perfect, RandomPlayer, Skilled

LEVELS = {level.slug: level.kind for level in catalogue.LEVELS}
"""The players behind the levels of the catalogue."""
NAMES = (HUMAN, *LEVELS, "random", "greedy", "skill:0.7")
"""The names of players; the number after `skill:` is any from 0 to 1."""


def create_player(who: str, generator: Random) -> Player | None:
    """Return the player of that name, or None for a human, who chooses elsewhere.

    Raises:
        InvalidParameter: There is no such player.
    """
    who = LEVELS.get(who, who)
    name, _, skill = who.partition(":")
    if name == "skill":
        return Skilled(_parse_skill(skill), generator)
    match who:
        case "human":
            return None
        case "perfect":
            return Perfect(generator)
        case "random":
            return RandomPlayer(generator)
        case "greedy":
            return Greedy(generator)
    near = get_close_matches(who.lower()[:32], NAMES, n=1)
    hint = f" Did you mean '{near[0]}'?" if near else f" Players are {', '.join(NAMES)}."
    raise InvalidParameter(f"There is no player called {quote(who)}.{hint}")


def _parse_skill(text: str) -> float:
    digits = text.replace(".", "", 1)
    if not (digits.isascii() and digits.isdigit() and len(text) <= 20) or not 0 <= (skill := float(text)) <= 1:
        raise InvalidParameter(f"A skill is a number from 0 to 1, as in skill:0.7, not {quote(text)}.")
    return skill
