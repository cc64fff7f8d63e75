"""The application: themes, keys, commands, the size of the terminal, and the ways out."""

import asyncio
from typing import Any

import pytest

from aliquot.catalogue import DUELS
from aliquot.core.match import Match
from aliquot.games import create
from aliquot.lessons import LESSONS
from aliquot.play.series import SeriesSession
from aliquot.play.setup import Setup
from aliquot.saves.preferences import Preferences
from aliquot.terminal.screen import texts, themes
from aliquot.terminal.screen.app import AliquotApp
from aliquot.terminal.screen.base import BaseScreen
from aliquot.terminal.screen.learn import LearnScreen, LessonScreen
from aliquot.terminal.screen.match import MatchScreen
from aliquot.terminal.screen.review import ReviewScreen
from aliquot.terminal.screen.setup import SetupScreen
from aliquot.terminal.screen.texts import ASK_RESIGN
from tests.effort import deep
from tests.sentences import question, wins

from .conftest import LARGE, SMALL, Drive, Driver, saved

PEOPLE = ("Ada", "Emmy")
TOO_SMALL = "A little more room, please."


def duel(name: str = "dividers-duel") -> AliquotApp:
    return AliquotApp(Setup(create(name), names=PEOPLE))


# --- themes --------------------------------------------------------------------------------------------


def test_t_goes_through_the_four_themes_and_around(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("The five duels")
        worn = [screen.app.theme]
        for _ in range(4):
            await screen.press("t")
            worn.append(screen.app.theme)
            await screen.is_told(f"Theme: {worn[-1]}")
        assert worn == ["dark", "light", "high contrast", "no colour", "dark"]

    drive(script)


def test_the_theme_is_remembered_in_the_next_run(drive: Drive) -> None:
    async def choose(screen: Driver) -> None:
        await screen.sees("The five duels")
        await screen.press("t", "t")

    async def look(screen: Driver) -> None:
        assert screen.app.theme == "high contrast"

    drive(choose)
    drive(look)


@pytest.mark.deep
@pytest.mark.parametrize("theme", ["light", *deep(*(theme.name for theme in themes.THEMES if theme.name != "light"))])
def test_every_theme_shows_a_whole_duel(theme: str, drive: Drive) -> None:
    Preferences.load().save(theme=theme)

    async def script(screen: Driver) -> None:
        assert screen.app.theme == theme
        await screen.sees("Ada: ")
        await screen.press("s")
        await screen.sees(wins("Ada"))
        await screen.press("enter")
        await screen.sees("from here")

    drive(script, duel("divisor-duel-pool"))


def test_an_unknown_theme_in_the_file_is_the_dark_one(drive: Drive) -> None:
    Preferences.load().save(theme="mauve")

    async def script(screen: Driver) -> None:
        assert screen.app.theme == "dark"

    drive(script)


def test_no_color_starts_without_colour_and_changes_nothing_for_later(
    drive: Drive, monkeypatch: pytest.MonkeyPatch
) -> None:
    Preferences.load().save(theme="light")
    monkeypatch.setenv("NO_COLOR", "1")

    async def script(screen: Driver) -> None:
        assert screen.app.theme == "no colour"

    drive(script)
    assert Preferences.load().theme == "light"


def test_a_theme_that_cannot_be_remembered_is_worn_all_the_same(drive: Drive) -> None:
    app = AliquotApp()
    app.preferences.path.parent.parent.mkdir(parents=True, exist_ok=True)
    app.preferences.path.parent.write_text("in the way")

    async def script(screen: Driver) -> None:
        await screen.sees("The five duels")
        await screen.press("t")
        await screen.is_told(texts.THEME_NOT_SAVED.partition("{")[0])
        assert screen.app.theme == "light"

    drive(script, app)


# --- keys and commands -------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [SMALL, pytest.param(LARGE, marks=pytest.mark.deep)], ids=["80x24", "160x50"])
def test_a_question_mark_shows_the_keys_and_takes_them_away(size: tuple[int, int], drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        for close in ("question_mark", "escape", "q", "enter"):
            await screen.press("question_mark")
            shown = await screen.sees(texts.CLOSE)
            assert "The rules" in shown
            assert "Divide the number by a proper divisor." in shown
            await screen.press(close)
            await screen.until(lambda: texts.CLOSE not in screen.text)
        assert "Ada: choose" in screen.text

    drive(script, duel(), size)


def test_the_help_of_a_game_has_rules_signs_and_keys_and_keeps_the_trick(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        await screen.press("question_mark")
        shown = " ".join((await screen.sees(texts.CLOSE)).split())
        for text in ("The rules", "The signs", "what one move can leave", texts.KEYS_TITLE, "Hint", "Resign", "Theme"):
            assert text in shown
        assert "won in one move" not in shown
        assert "leave a prime" not in shown

    drive(script, duel(), (100, 70))


def test_the_help_says_what_the_arrows_do_there(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("The five duels")
        await screen.press("question_mark")
        shown = await screen.sees(texts.CLOSE)
        assert "To the next card or saved game" in shown
        assert "Scroll" not in shown
        await screen.press("escape", "enter")
        await screen.sees("Against")
        await screen.press("question_mark")
        shown = await screen.sees(texts.CLOSE)
        assert "To another row" in shown
        assert "Change the value" in shown

    drive(script, size=(100, 50))


@pytest.mark.deep
def test_the_keys_of_a_long_list_can_be_scrolled_to(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        await screen.press("question_mark")
        await screen.sees(texts.CLOSE)
        await screen.press("end")
        await screen.sees("Click anything you can choose")

    drive(script, duel(), (64, 20))


def test_the_command_palette_runs_an_action(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        await screen.press("ctrl+p")
        await screen.sees("Study")
        await screen.press(*"resign")
        await screen.sees("Resign")
        await screen.press("down", "enter")
        await screen.sees(ASK_RESIGN.format(name="Ada"))

    drive(script, duel())


def test_the_command_palette_changes_the_theme(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("The five duels")
        await screen.press("ctrl+p")
        await screen.press(*"contrast")
        await screen.sees("Theme: high contrast")
        await screen.press("down", "enter")
        await screen.until(lambda: screen.app.theme == "high contrast")

    drive(script)
    assert Preferences.load().theme == "high contrast"


# --- the ways out ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("where", "key"),
    [
        ("duel", "ctrl+c"),
        ("question", "ctrl+q"),
        *deep(("duel", "ctrl+q"), ("sheet", "ctrl+q"), ("palette", "ctrl+c"), ("small", "ctrl+c"), ("small", "ctrl+q")),
    ],
)
def test_the_way_out_is_open_everywhere_and_keeps_the_game(where: str, key: str, drive: Drive) -> None:
    app, value = duel(), 130 if key == "ctrl+c" else None
    keys = {"duel": [], "question": ["x"], "sheet": ["question_mark"], "palette": ["ctrl+p"], "small": []}

    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        await screen.type("2")
        await screen.sees("Emmy: choose")
        await screen.press(*keys[where])
        if where == "small":
            await screen.resize(30, 10)
        await screen.press(key)
        await screen.until(lambda: app._exit)

    drive(script, app)
    assert app.return_value == value
    assert app.return_code == 0
    assert [move.text for move in saved()[0].moves] == ["60/2"]


def rooms() -> list[BaseScreen]:
    """One screen of each kind."""
    match: Match[Any, Any] = Match(create("dividers-duel"))
    match.play(12)
    watched = ("random", "random")
    return [
        SetupScreen(DUELS[0]),
        LearnScreen(),
        LessonScreen(LESSONS["dividers-duel"]),
        ReviewScreen(match, PEOPLE),
        MatchScreen(SeriesSession.start(Setup(create("dividers-duel"), names=PEOPLE))),
        MatchScreen(SeriesSession.start(Setup(create("dividers-duel", start="60,84"), watched, PEOPLE, save=False))),
        MatchScreen(SeriesSession.start(Setup(create("divisor-duel-pool"), watched, PEOPLE, save=False))),
    ]


@pytest.mark.parametrize("kind", [0, *deep(*range(1, len(rooms())))])
def test_a_screen_can_be_left_at_any_moment(kind: int, drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        for moments in (0, 4, 8, 12, 18):
            room = rooms()[kind]
            screen.app.push_screen(room)
            for _ in range(moments):
                await asyncio.sleep(0)
            room.dismiss()
            await screen.settle()
        await screen.sees("The five duels")

    drive(script)


@pytest.mark.parametrize("moments", [4, *deep(0, 12)])
def test_the_app_can_be_left_at_any_moment(moments: int, drive: Drive) -> None:
    app = duel()

    async def script(screen: Driver) -> None:
        for room in rooms():
            screen.app.push_screen(room)
            for _ in range(moments):
                await asyncio.sleep(0)
        screen.app.exit()

    drive(script, app)
    assert app.return_code == 0


# --- the size of the terminal -----------------------------------------------------------------------------


@pytest.mark.deep
def test_too_small_a_terminal_is_said_to_be_and_the_game_goes_on_in_a_larger_one(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        await screen.type("2")
        await screen.sees("Emmy: choose")
        for size in ((63, 24), (80, 19), (10, 3), (1, 1)):
            await screen.resize(*size)
            await screen.until(lambda: "Emmy" not in screen.text)
            if size[0] > 30:
                assert TOO_SMALL in screen.text
                assert f"Enlarge to 64×20 (now {size[0]}×{size[1]})." in " ".join(screen.text.split())
                assert "Or press Ctrl-Q to quit, and play in line mode: aliquot --line" in " ".join(screen.text.split())
        await screen.resize(64, 20)
        await screen.sees(question(30, "Emmy"))
        await screen.type("15")
        await screen.sees("Emmy wins!")

    drive(script, duel())


def test_a_question_waits_below_until_there_is_room(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        await screen.press("x")
        await screen.sees(ASK_RESIGN.format(name=""))
        await screen.resize(40, 10)
        await screen.sees(TOO_SMALL)
        await screen.press("y")
        await screen.resize(*SMALL)
        await screen.sees(ASK_RESIGN.format(name=""))
        await screen.press("n")
        await screen.sees("Ada: choose")

    drive(script, duel())


@pytest.mark.parametrize("keys", [["escape", "t", "enter", "x", "y", "2"], *deep((["question_mark"],), (["ctrl+p"],))])
def test_keys_pressed_where_there_is_no_room_do_no_harm(keys: list[str], drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        await screen.resize(40, 10)
        await screen.sees(TOO_SMALL)
        await screen.press(*keys)
        await screen.resize(*SMALL)
        await screen.press("escape")
        await screen.until(lambda: TOO_SMALL not in screen.text)
        if "Ada: choose" in screen.text:
            await screen.press("escape")
        await screen.sees("The five duels")

    drive(script, duel())


def test_a_game_that_begins_without_room_waits_for_it(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees(TOO_SMALL)
        await screen.resize(*SMALL)
        await screen.sees("Ada: choose")
        await screen.type("2")
        await screen.sees("Emmy: choose")
        await screen.press("escape")
        await screen.sees("The five duels")

    drive(script, duel(), (40, 10))


def test_home_waits_for_room_too(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("A little more room,")
        await screen.resize(*LARGE)
        await screen.sees("The five duels")

    drive(script, size=(20, 5))


def test_a_computer_goes_on_below_where_there_is_no_room(drive: Drive) -> None:
    app = AliquotApp(Setup(create("dividers-duel"), ("human", "perfect"), ("Ada", "Two"), pace=0.2))

    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        await screen.rush("2", "enter")
        await screen.resize(40, 10)
        await screen.sees(TOO_SMALL)
        await screen.until(lambda: bool(saved()) and saved()[0].outcome is not None)
        await screen.resize(*SMALL)
        await screen.sees("Two wins this time.")

    drive(script, app)


@pytest.mark.deep
def test_every_screen_bears_the_smallest_size(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("The five duels")
        await screen.press("3")
        await screen.sees("Against")
        await screen.press("escape", "l")
        await screen.sees("Two or three numbers at once")
        await screen.press("enter")
        await screen.sees("step 1 of")
        await screen.press("enter")
        await screen.sees("step 2 of")

    drive(script, size=(64, 20))
