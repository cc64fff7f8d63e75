"""The setup screen: every setting, by keys and by mouse, and what is said about invalid ones."""

from collections.abc import Callable
from typing import Any

import pytest
from textual.widgets import Input, Static

from aliquot.core.clock import TimeControl
from aliquot.core.match import Match
from aliquot.core.player import HUMAN
from aliquot.games.sum import Sum
from aliquot.play.session import Session
from aliquot.play.setup import Setup
from aliquot.saves.preferences import Preferences
from aliquot.terminal.screen import texts
from aliquot.terminal.screen.app import AliquotApp
from aliquot.terminal.screen.match import MatchScreen
from aliquot.terminal.screen.setup import WHO, SetupScreen, agree
from aliquot.terminal.screen.widgets import Selector
from tests.effort import deep
from tests.sentences import question

from .conftest import LARGE, SMALL, Drive, Driver, saved

SIZES = pytest.mark.parametrize("size", [SMALL, pytest.param(LARGE, marks=pytest.mark.deep)], ids=["80x24", "160x50"])


async def open_duel(screen: Driver, number: int) -> None:
    await screen.sees("The five duels")
    await screen.press(str(number))
    await screen.sees("Against")


async def turn(screen: Driver, what: str, to: str) -> None:
    """Turns a selector with the arrows until it shows a label."""
    selector = screen.app.screen.query_one(f"#{what}", Selector)
    selector.focus()
    labels = [choice.label for choice in selector.choices]
    by = labels.index(to) - selector.index
    await screen.press(*(["right" if by > 0 else "left"] * abs(by)))
    assert selector.label == to


async def enter(screen: Driver, what: str, text: str) -> None:
    """Types into a field, over what is there."""
    field = screen.app.screen.query_one(f"#{what}", Input)
    field.value = ""
    field.focus()
    names = {" ": "space", ",": "comma", "-": "minus", "+": "plus"}
    await screen.press(*(names.get(character, character) for character in text))
    assert field.value == text


async def begin(screen: Driver) -> Session:
    """Presses Enter and returns what is played then."""
    await screen.press("enter")
    await screen.until(lambda: isinstance(screen.app.screen, MatchScreen) and screen.app.screen.is_ready)
    assert isinstance(screen.app.screen, MatchScreen)
    return screen.app.screen._series_session.session


@SIZES
def test_enter_enter_plays(size: tuple[int, int], drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("The five duels")
        await screen.press("enter")
        await screen.sees("Against")
        await screen.press("enter")
        await screen.sees(question(60, "Player"))
        await screen.type("12")
        await screen.sees("Computer (medium) cannot move. Player wins!")

    drive(script, size=size)
    assert saved()[0].kinds == (HUMAN, "skill:0.6")


def test_enter_enter_in_a_hurry_plays_too(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("The five duels")
        await screen.rush("2")
        await screen.rush("enter")
        await screen.sees(question(100, "Player"))

    drive(script)


def test_escape_goes_home_and_nothing_is_played(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await open_duel(screen, 1)
        await screen.press("escape")
        await screen.sees("The five duels")

    drive(script)
    assert saved() == []


def test_up_and_down_go_from_row_to_row_and_around(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await open_duel(screen, 1)
        rows = []
        for _ in range(12):
            await screen.press("down")
            assert screen.app.focused is not None
            rows.append(screen.app.focused.id)
        assert rows == [
            "first", "names", "start", "misere", "swap", "series", "clock", "penalty", "hints", "one", "two", "first",
        ]  # fmt: skip
        await screen.press("up", "up", "up")
        assert screen.app.focused is not None
        assert screen.app.focused.id == "hints"

    drive(script)


def test_the_last_row_comes_in_sight_in_the_smallest_terminal(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await open_duel(screen, 5)
        await screen.press("up", "up")
        await screen.sees("Hints")
        assert screen.app.focused is not None
        assert screen.app.focused.id == "hints"
        await screen.press("right")
        await screen.sees("◂ off")

    drive(script, size=(64, 20))


@pytest.mark.parametrize("place", [0, *deep(1, 5)])
def test_the_opponent_is_set_with_a_slider_and_remembered(place: int, drive: Drive) -> None:
    label, kind = WHO[place].label, WHO[place].value

    async def script(screen: Driver) -> None:
        await open_duel(screen, 1)
        await turn(screen, "two", label)
        session = await begin(screen)
        assert session.kinds == (HUMAN, kind)
        assert session.names == (("Player 1", "Player 2") if kind == HUMAN else ("Player", f"Computer ({label})"))
        await screen.press("escape")
        await open_duel(screen, 2)
        assert screen.app.screen.query_one("#two", Selector).label == label

    drive(script)
    assert Preferences.load().level == kind


def test_a_click_on_the_slider_sets_it(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await open_duel(screen, 1)
        await screen.click("○", after="Against", right=10)
        assert screen.app.screen.query_one("#two", Selector).label == "perfect"
        await screen.click("60 ▸")
        assert screen.app.screen.query_one("#start", Selector).label == "random"

    drive(script)


@pytest.mark.deep
def test_computers_play_each_other_from_here_too(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await open_duel(screen, 1)
        await turn(screen, "one", "perfect")
        await turn(screen, "two", "perfect")
        session = await begin(screen)
        assert session.names == ("Computer (perfect) (1)", "Computer (perfect) (2)")
        await screen.sees("(1) wins!")

    drive(script)


def agreed(screen: Driver) -> Setup:
    """What Enter would play, without playing it."""
    assert isinstance(screen.app.screen, SetupScreen)
    return agree(screen.app.screen._duel, screen.app.screen._values())


def test_every_row_settles_something(drive: Drive) -> None:
    rows: list[tuple[str, str, Callable[[Any], bool]]] = [
        (
            "first",
            "your opponent",
            lambda s: s.kinds == ("skill:0.6", HUMAN) and s.names == ("Computer (medium)", "Player"),
        ),
        ("first", "a coin decides", lambda s: s.toss),
        ("start", "random", lambda s: 30 <= s.game.number <= 300),
        ("start", "balanced", lambda s: s.game.number >= 30),
        ("start", "two numbers", lambda s: isinstance(s.game, Sum) and len(s.game.members) == 2),
        ("start", "three numbers", lambda s: isinstance(s.game, Sum) and len(s.game.members) == 3),
        ("misere", "yes", lambda s: not s.game.last_move_wins),
        ("swap", "yes", lambda s: s.game.id == "dividers-duel(start=60,swap)"),
        ("series", "best of 5", lambda s: s.best_of == 5),
        ("clock", "3 minutes each", lambda s: s.clock == TimeControl(180, 2)),
        ("penalty", "costs nothing", lambda s: s.penalty == "retry"),
        ("hints", "off", lambda s: not s.hints),
    ]

    async def script(screen: Driver) -> None:
        await open_duel(screen, 1)
        for row, label, holds in rows:
            assert agreed(screen).game.id == "dividers-duel(start=60)"
            assert not holds(agreed(screen)) or row == "start"
            await turn(screen, row, label)
            assert holds(agreed(screen)), label
            screen.app.screen.query_one(f"#{row}", Selector).index = 0
        session = await begin(screen)
        assert (session.match.game.id, session.match.penalty) == ("dividers-duel(start=60)", "forfeit")

    drive(script)


def test_the_pool_has_rows_of_its_own(drive: Drive) -> None:
    rows = [
        ("pool", "1–1000", "divisor-duel-pool(pool=1-1000)"),
        ("pool", "2–200", "divisor-duel-pool(pool=2-200)"),
        ("opening", "an even number", "divisor-duel-pool(pool=2-50,opening=even)"),
        ("opening", "an even number below 50", "divisor-duel-pool(pool=2-50,opening=even-below-50)"),
        ("swap", "yes", "divisor-duel-pool(pool=2-50,swap)"),
    ]

    async def script(screen: Driver) -> None:
        await open_duel(screen, 5)
        for row, label, game in rows:
            await turn(screen, row, label)
            assert agreed(screen).game.id == game
            screen.app.screen.query_one(f"#{row}", Selector).index = 0
        assert agreed(screen).penalty == "retry"
        await turn(screen, "penalty", "loses the game")
        session = await begin(screen)
        assert (session.match.game.id, session.match.penalty) == ("divisor-duel-pool(pool=2-50)", "forfeit")

    drive(script)


@pytest.mark.parametrize("typed", ["60,84,90", *deep("1000000000000000000")])
def test_a_start_is_typed(typed: str, drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await open_duel(screen, 1)
        await turn(screen, "start", "typed")
        assert screen.app.focused is screen.app.screen.query_one("#typed")
        await screen.type(typed)
        await screen.until(lambda: isinstance(screen.app.screen, MatchScreen))
        await screen.sees("Player: choose")
        assert isinstance(screen.app.screen, MatchScreen)
        game = screen.app.screen._match.game
        assert game.text(game.start()).replace("+", ",") == typed

    drive(script)


def row(screen: Driver, label: str) -> str:
    """What the screen shows in a row."""
    return next(line for line in screen.text.splitlines() if line.strip().startswith(label))


def test_a_box_shows_what_is_typed_into_it_while_it_is_typed(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await open_duel(screen, 1)
        await screen.press("down", "down")
        await screen.press(*"Sophie")
        assert "Sophie" in row(screen, "Names")
        await turn(screen, "start", "typed")
        await screen.press(*"84")
        lines = screen.text.splitlines()
        below = next(place for place, line in enumerate(lines) if line.strip().startswith("Start")) + 1
        assert "84" in lines[below]

    drive(script)


def test_the_row_with_the_cursor_is_pointed_at(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await open_duel(screen, 1)
        for label in ("Against", "First move"):
            assert [line.split("▶")[0].strip() for line in screen.text.splitlines() if "▶" in line] == [label]
            await screen.press("down")

    drive(script)


def test_a_pool_and_a_clock_are_typed(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await open_duel(screen, 5)
        await turn(screen, "clock", "typed")
        await enter(screen, "typed-clock", "90+3")
        await turn(screen, "pool", "typed")
        await enter(screen, "typed", "3-77")
        session = await begin(screen)
        assert session.match.game.id == "divisor-duel-pool(pool=3-77)"
        assert session.clock is not None
        assert session.clock.control == TimeControl(90, 3)

    drive(script)


def test_a_field_goes_away_when_its_dial_is_turned_back(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await open_duel(screen, 1)
        await turn(screen, "start", "typed")
        await screen.sees("a number, or several: 60,84,90")
        await screen.rush("7", "7")
        await screen.press("up", "left")
        await screen.sees("three numbers")
        session = await begin(screen)
        assert isinstance(session.match.game, Sum)

    drive(script)


PROBLEMS = {
    1: [
        ("start", "", "Type the start, or choose another."),
        ("start", "many", "The start of Divider's Duel must be"),
        ("start", "1", "The start of Divider's Duel must be"),
        ("start", "-60", "The start of Divider's Duel must be"),
        ("start", "9" * 40, "The start of Divider's Duel must be"),
        ("start", "97", "97 is prime: Player has no move and loses at once. Choose another start."),
        ("start", "60,x", "Number 2 of the sum, 'x':"),
        ("start", ",".join(["60"] * 33), "A sum has from 2 to 32 numbers, not 33."),
        ("clock", "", "A clock is seconds for each player"),
        ("clock", "soon", "A clock is seconds for each player"),
        ("clock", "0+5", "A clock is seconds for each player"),
        ("names", "Ada,Ada", "The players need different names; both are called 'Ada'."),
        ("names", "computer (medium)", "The players need different names"),
        ("names", "Ada,", "Give two names separated by a comma"),
        ("names", "A,B,C", "Give two names separated by a comma"),
        ("names", "x" * 40, "A name must have 1 to 32 visible characters"),
    ],
    5: [
        ("pool", "", "Type the pool, or choose another."),
        ("pool", "9-3", "9-3"),
        ("pool", "[red]", "[red]"),
        ("pool", "1-99999999999", "1-99999999999"),
    ],
}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("duel", PROBLEMS)
def test_what_cannot_be_is_told_in_a_sentence_and_can_be_put_right(duel: int, drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await open_duel(screen, duel)
        problem = screen.app.screen.query_one("#problem", Static)
        for what, text, sentence in PROBLEMS[duel]:
            if what != "names":
                await turn(screen, what, "typed")
            field = {"names": "#names", "clock": "#typed-clock"}.get(what, "#typed")
            screen.app.screen.query_one(field, Input).value = text
            await screen.press("enter")
            await screen.until(lambda: str(problem.content) not in ("", "One moment …"))
            told = str(problem.content)
            assert sentence in told
            assert told.endswith(".")
            await screen.reads(told)
            screen.app.screen.query_one(field, Input).value = ""
            if what != "names":
                screen.app.screen.query_one(f"#{what}", Selector).index = 0
            problem.update("")
        await begin(screen)

    drive(script)


def test_nobody_plays_perfectly_what_nobody_knows(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await open_duel(screen, 4)
        await turn(screen, "two", "perfect")
        await turn(screen, "misere", "yes")
        await turn(screen, "start", "typed")
        await enter(screen, "typed", "1000000,720720")
        await screen.press("enter")
        await screen.sees("There is no perfect player for this game:")
        await turn(screen, "two", "beginner")
        await begin(screen)

    drive(script)


@pytest.mark.deep
def test_names_are_as_typed_or_by_what_the_players_are(drive: Drive) -> None:
    cases = [
        ("Ada", "a person", "perfect", ("Ada", "Computer (perfect)")),
        ("Ada", "perfect", "a person", ("Computer (perfect)", "Ada")),
        ("Ada", "a person", "a person", ("Ada", "Player 2")),
        ("Ada,Emmy", "a person", "a person", ("Ada", "Emmy")),
        ("Ada, Emmy", "a person", "perfect", ("Ada", "Emmy")),
        ("Ada", "easy", "easy", ("Computer (easy) (1)", "Computer (easy) (2)")),
        ("", "a person", "a person", ("Player 1", "Player 2")),
        ("[b]Ada", "a person", "perfect", ("[b]Ada", "Computer (perfect)")),
    ]

    async def script(screen: Driver) -> None:
        await open_duel(screen, 1)
        for typed, one, two, names in cases:
            await turn(screen, "one", one)
            await turn(screen, "two", two)
            screen.app.screen.query_one("#names", Input).value = typed
            assert agreed(screen).names == names
        await begin(screen)
        await screen.sees("[b]Ada: choose")

    drive(script)


def test_the_name_is_remembered(drive: Drive) -> None:
    async def first(screen: Driver) -> None:
        await open_duel(screen, 1)
        await enter(screen, "names", "Ada")
        await begin(screen)

    async def second(screen: Driver) -> None:
        await open_duel(screen, 3)
        assert screen.app.screen.query_one("#names", Input).value == "Ada"
        assert (await begin(screen)).names == ("Ada", "Computer (medium)")

    drive(first)
    drive(second)


def test_a_game_begins_even_where_nothing_can_be_remembered(drive: Drive) -> None:
    app = AliquotApp()
    app.preferences.path.parent.parent.mkdir(parents=True, exist_ok=True)
    app.preferences.path.parent.write_text("in the way")

    async def script(screen: Driver) -> None:
        await open_duel(screen, 1)
        await turn(screen, "two", "perfect")
        await begin(screen)
        await screen.is_told("Your choices are not saved:")

    drive(script, app)


def test_letters_typed_into_a_field_are_letters(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await open_duel(screen, 1)
        await enter(screen, "names", "tq")
        assert screen.app.theme == "dark"

    drive(script)


def test_the_rule_book_can_be_read_and_put_away(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await open_duel(screen, 4)
        await screen.press("ctrl+r")
        await screen.sees(texts.CLOSE)
        assert "Rules" in screen.text
        await screen.press("end")
        await screen.press("enter")
        await screen.sees("Against")
        assert isinstance((await begin(screen)).match, Match)

    drive(script)
