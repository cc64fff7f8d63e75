"""All saved games: found by typing, gone on with, looked back at."""

import pytest

from aliquot.games import create
from aliquot.play.session import Session
from aliquot.play.setup import Setup
from aliquot.saves.match_file import MatchFile
from aliquot.terminal.screen import saved_games, texts
from tests.sentences import question

from .conftest import Drive, Driver


def keep(*moves: int, names: tuple[str, str] = ("Ada", "Emmy"), game: str = "dividers-duel") -> None:
    """Leaves a game on disk, as an earlier evening would have."""
    setup = Setup(create(game), names=names)
    session = Session.from_setup(setup, setup.participants, store=MatchFile())
    for move in moves:
        session.play(move)
    session.close()


async def open_games(screen: Driver, told: str) -> None:
    await screen.sees("The five duels")
    await screen.press("g")
    await screen.sees(told)


def listed(screen: Driver) -> list[str]:
    """Who plays, line by line."""
    return [line.split(" –")[0].split()[-1] for line in screen.text.splitlines() if " – " in line]


def test_typing_finds_a_game_by_name_duel_or_state(drive: Drive) -> None:
    keep(2, names=("Ada", "Emmy"))
    keep(12, names=("Kurt", "Grace"))
    keep(29, names=("Carl", "Sophie"), game="divisor-duel-pool")

    async def script(screen: Driver) -> None:
        await open_games(screen, "3 of 3 games")
        for typed, found in (("kurt", ["Kurt"]), ("unfinished", ["Ada"]), ("pool soph", ["Carl"]), ("zzz", [])):
            await screen.press(*("space" if sign == " " else sign for sign in typed))
            await screen.sees(f"{len(found)} of 3 games")
            assert listed(screen) == found
            await screen.press(*["backspace"] * len(typed))
            await screen.sees("3 of 3 games")

    drive(script)


def test_enter_goes_on_with_a_game_or_looks_back_at_it(drive: Drive) -> None:
    keep(12, names=("Kurt", "Grace"))
    keep(2, names=("Ada", "Emmy"))

    async def script(screen: Driver) -> None:
        await open_games(screen, "2 of 2 games")
        assert listed(screen) == ["Ada", "Kurt"]
        await screen.press("down", "enter")
        await screen.sees("Divider's Duel: review")
        await screen.press("escape")
        await screen.sees("2 of 2 games")
        await screen.press("ctrl+l")
        await screen.sees("move 1 of 1")
        await screen.press("escape")
        await screen.sees("2 of 2 games")
        await screen.press("enter")
        await screen.sees(question(30, "Emmy"))
        await screen.press("escape")
        await screen.sees("2 of 2 games")
        await screen.press("escape")
        await screen.sees("The five duels")

    drive(script)


def test_of_very_many_the_newest_are_listed_and_the_rest_is_found(
    drive: Drive, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(5):
        keep(2, names=(f"Ada{number}", "Emmy"))

    async def script(screen: Driver) -> None:
        await open_games(screen, "5 of 5 games; the newest 3 are listed")
        assert listed(screen) == ["Ada4", "Ada3", "Ada2"]
        await screen.press(*"ada0")
        await screen.sees("1 of 5 games")
        assert listed(screen) == ["Ada0"]

    monkeypatch.setattr(saved_games, "MOST_LISTED", 3)
    drive(script)


def test_without_games_it_says_so(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await open_games(screen, texts.NO_GAMES)
        await screen.press("enter", "down", "ctrl+l")
        await screen.sees(texts.NO_GAMES)

    drive(script)
