"""The menu: what `aliquot` alone opens. Pick a duel, agree on the start, play, and again."""

from collections.abc import Callable
from random import Random
from typing import TypeVar

from aliquot.core.errors import InvalidParameter
from aliquot.core.game import AnyGame
from aliquot.core.numerals import parse_whole
from aliquot.core.player import HUMAN
from aliquot.games import books
from aliquot.games.rulebook import AnyBook
from aliquot.play.setup import Setup, arrange, fresh_seed, parse_names
from aliquot.players import NAMES, create_player
from aliquot.terminal.line import evening
from aliquot.terminal.line.dialogue import Left
from aliquot.terminal.line.page import Page
from aliquot.terminal.line.reader import Reader

T = TypeVar("T")


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

    def set_up(value: str) -> AnyGame:
        return arrange(duel.slug, fresh_seed(), **{duel.parameter: value or duel.example})

    def invite(who: str) -> str:
        create_player(who or HUMAN, Random(0))
        return who or HUMAN

    if duel.is_summable:
        page.note("A start is a number, several (60,84,90), random, or balanced.", "faint")
    game = _settle(f"{duel.parameter.capitalize()} (Enter for {duel.example}): ", set_up, page, reader)
    page.note(f"Opponents: {', '.join(NAMES)}.", "faint")
    opponent = _settle("Against whom? (Enter for another person): ", invite, page, reader)
    if opponent == HUMAN:
        names = _settle("Your names? (Enter for Player 1, Player 2): ", _names, page, reader)
        return Setup(game, names=names, seed=fresh_seed())
    first = _ask("Do you move first? (Y/n): ", page, reader).casefold() not in ("n", "no")
    return Setup(game, kinds=(HUMAN, opponent) if first else (opponent, HUMAN), seed=fresh_seed())


def _names(text: str) -> tuple[str, str] | None:
    return parse_names(text) if text else None


def _settle(question: str, accept: Callable[[str], T], page: Page, reader: Reader) -> T:
    """Asks until the answer is acceptable."""
    while True:
        try:
            return accept(_ask(question, page, reader))
        except InvalidParameter as problem:
            page.note(str(problem), "warn")


def _pick(page: Page, reader: Reader) -> AnyBook:
    known = books()
    duels = list(known.values())
    page.gap()
    page.note("Aliquot: five duels with divisors")
    page.gap()
    for number, duel in enumerate(duels, 1):
        page.say(f"{{number}}  {duel.title}", {"number": number})
        page.note(f"   {duel.tagline}", "faint")
    page.gap()
    while True:
        answer = _ask(f"Which one? (1-{len(duels)}, Enter for 1, q to quit): ", page, reader)
        if answer in known:
            return known[answer]
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
