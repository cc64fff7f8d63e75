"""The menu in line mode: pick a duel, choose the start and the opponent, play, and again."""

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any, TypeVar

from aliquot import catalogue
from aliquot.catalogue import DEEPER, DUELS, PUZZLES, GameChoice, other_games
from aliquot.core.errors import AliquotError, InvalidParameter
from aliquot.core.game import AnyGame
from aliquot.core.player import HUMAN
from aliquot.core.text import parse_whole
from aliquot.games import book_of
from aliquot.games.longest_chain import USUAL, parse_limit
from aliquot.play.series import SeriesSession, is_shallow
from aliquot.play.setup import Setup, arrange, check_playable, fresh_seed, parse_names
from aliquot.players import create_player
from aliquot.saves.archive import Archive
from aliquot.saves.match_file import MatchFile, resume
from aliquot.terminal.line import chain, lesson, series_loop
from aliquot.terminal.line.match_loop import PlayerQuit
from aliquot.terminal.line.output import Output
from aliquot.terminal.line.reader import Reader

LEARN, RESUME = "l", "r"
T = TypeVar("T")


def open_menu(page: Output, reader: Reader) -> None:
    """Offer the duels, the variants, the lessons and the last unfinished game, until somebody leaves.

    Raises:
        InputEnded: There is no more input.
    """
    with suppress(PlayerQuit):
        while True:
            chosen = _pick(page, reader)
            if chosen == LEARN:
                with suppress(PlayerQuit):
                    lesson.choose(page, reader)
            elif chosen == RESUME:
                _resume(page, reader)
            elif chosen in PUZZLES:
                _play_puzzle(page, reader)
            elif isinstance(chosen, GameChoice):
                _play(_agree(chosen, page, reader), page, reader)


def _play(setup: Setup, page: Output, reader: Reader) -> None:
    """Play, and again with the seats swapped, until somebody wants the menu."""
    series_session = SeriesSession.start(setup, MatchFile)
    while True:
        page.gap()
        series_loop.play_series(series_session, page, reader)
        page.gap()
        if is_shallow(series_session.setup.game):
            page.note("For more depth: several numbers (6 in the menu), Subtraction (4) or the pool (5).", "faint")
        if _ask("Enter to play again, m for the menu, q to quit: ", page, reader).casefold() in ("m", "menu"):
            return
        series_session.advance()
        if series_session.notice:
            page.note(series_session.notice)


def _play_puzzle(page: Output, reader: Reader) -> None:
    """Ask for the numbers of the longest chain, and write it; leaving it leads back to the menu."""
    limit = _settle(f"Numbers 1 to N (Enter for {USUAL}): ", lambda text: parse_limit(text or USUAL), page, reader)
    page.gap()
    with suppress(PlayerQuit):
        chain.play(limit, page, reader)


def _resume(page: Output, reader: Reader) -> None:
    """Resume the newest unfinished game."""
    for entry in Archive().entries():
        if entry.summary is not None and entry.summary.outcome is None:
            try:
                series_session = SeriesSession.from_session(resume(entry.path), MatchFile)
            except AliquotError as problem:
                page.note(str(problem), "warn")
                return
            series_loop.play_series(series_session, page, reader)
            return
    page.note("There is no unfinished game to resume.", "warn")


def _agree(choice: GameChoice, page: Output, reader: Reader) -> Setup:
    """Ask where the game starts and who plays."""
    book = book_of(choice.game)
    settings: dict[str, Any] = {book.parameter: book.example, **choice.parameters}
    usual = settings[book.parameter]

    def set_up(value: str) -> AnyGame:
        game = arrange(book.slug, fresh_seed(), **{**settings, book.parameter: value or usual})
        check_playable(game)
        return game

    def invite(who: str) -> str:
        create_player(who or HUMAN, Random(0))
        return who or HUMAN

    if book.is_summable:
        page.note("A start is a number, several (60,84,90), random, or balanced.", "faint")
    game = _settle(f"{book.parameter.capitalize()} (Enter for {usual}): ", set_up, page, reader)
    page.note(
        f"Opponents: {', '.join(level.slug for level in catalogue.LEVELS)}; also random, greedy and skill:0.7.", "faint"
    )
    opponent = _settle("Against whom? (Enter for another person): ", invite, page, reader)
    if opponent == HUMAN:
        names = _settle("Your names? (Enter for Player 1, Player 2): ", _names, page, reader)
        return Setup(game, names=names, seed=fresh_seed(), vary_rematches=True)
    first = _ask("Do you move first? (Y/n): ", page, reader).casefold() not in ("n", "no")
    kinds = (HUMAN, opponent) if first else (opponent, HUMAN)
    return Setup(game, kinds=kinds, seed=fresh_seed(), vary_rematches=True)


def _names(text: str) -> tuple[str, str] | None:
    return parse_names(text) if text else None


def _settle(question: str, accept: Callable[[str], T], page: Output, reader: Reader) -> T:
    """Ask until the answer is acceptable."""
    while True:
        try:
            return accept(_ask(question, page, reader))
        except InvalidParameter as problem:
            page.note(str(problem), "warn")


def _pick(page: Output, reader: Reader) -> GameChoice | str:
    """Ask what to do: play a game, learn, or resume a game."""
    choices = (*DUELS, *DEEPER, *PUZZLES, *other_games())
    page.gap()
    page.note("Aliquot: five duels with divisors")
    page.gap()
    for number, choice in enumerate(choices, 1):
        if choice is DEEPER[0]:
            page.gap()
            page.note("More games")
            page.gap()
        page.say(f"{{number}}  {choice.title}", {"number": f"{number:>2}"})
        page.note(f"    {choice.line}", "faint")
    page.gap()
    while True:
        answer = _ask(
            f"Which one? (1-{len(choices)}, Enter for 1, r to resume, l to learn, q to quit): ", page, reader
        ).casefold()
        if answer in (LEARN, "learn"):
            return LEARN
        if answer in (RESUME, "resume"):
            return RESUME
        # A duel comes before the variants that are played with it.
        if named := [choice for choice in choices if answer and answer == choice.game]:
            return named[0]
        wanted = parse_whole(answer or "1")
        if wanted is not None and 1 <= wanted <= len(choices):
            return choices[wanted - 1]
        page.note(f"Type a number from 1 to {len(choices)}, r, l or q.", "warn")


def _ask(question: str, page: Output, reader: Reader) -> str:
    """Return the answer to a question of the menu; `q` leaves."""
    page.ask(question, {})
    answer = reader.line()
    if answer.casefold() in ("q", "quit"):
        raise PlayerQuit
    return answer
