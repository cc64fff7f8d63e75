"""The menu: what `aliquot` alone opens. Pick a duel, agree on the start, play, and again."""

from aliquot.core.errors import InvalidParameter
from aliquot.core.numerals import parse_whole
from aliquot.games import REGISTRY, Duel
from aliquot.terminal.line import evening
from aliquot.terminal.line.duel import Left
from aliquot.terminal.line.page import Page
from aliquot.terminal.line.reader import Reader
from aliquot.terminal.setup import PLAYERS, Setup, parse_names


def open_menu(page: Page, reader: Reader) -> None:
    """Offers the duels until somebody leaves.

    Raises:
        InputEnded: There is no more input.
    """
    while True:
        try:
            setup = _agree(page, reader)
            while True:
                evening.play(setup, page, reader)
                answer = _ask("Enter to play again, m for the menu, q to quit: ", page, reader)
                if answer.casefold() in ("m", "menu"):
                    break
        except Left:
            return


def _agree(page: Page, reader: Reader) -> Setup:
    """Settles what is played and by whom."""
    duel = _pick(page, reader)
    while True:
        value = _ask(f"{duel.parameter.capitalize()} (Enter for {duel.example}): ", page, reader)
        try:
            game: Duel = duel.create(**{duel.parameter: value or duel.example})
            break
        except InvalidParameter as problem:
            page.note(str(problem), "warn")
    while True:
        names = _ask(f"Names (Enter for {PLAYERS[0]}, {PLAYERS[1]}): ", page, reader)
        try:
            return Setup(game, parse_names(names) if names else PLAYERS)
        except InvalidParameter as problem:
            page.note(str(problem), "warn")


def _pick(page: Page, reader: Reader) -> type[Duel]:
    duels = list(REGISTRY.values())
    page.gap()
    page.note("Aliquot: five duels with divisors")
    page.gap()
    for number, duel in enumerate(duels, 1):
        page.say(f"{{number}}  {duel.title}", {"number": number})
        page.note(f"   {duel.tagline}", "faint")
    page.gap()
    while True:
        answer = _ask(f"Which one? (1-{len(duels)}, Enter for 1, q to quit): ", page, reader)
        if answer in REGISTRY:
            return REGISTRY[answer]
        choice = parse_whole(answer or "1")
        if choice is not None and 1 <= choice <= len(duels):
            return duels[choice - 1]
        page.note(f"Type a number from 1 to {len(duels)}.", "warn")


def _ask(question: str, page: Page, reader: Reader) -> str:
    """The answer to a question of the menu's own; `q` leaves."""
    page.ask(question, {})
    answer = reader.line()
    if answer.casefold() in ("q", "quit"):
        raise Left
    return answer
