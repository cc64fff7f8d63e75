"""The duel on the screen, played as people play it."""

import re
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from aliquot.core.clock import Clock, TimeControl
from aliquot.core.game import AnyGame
from aliquot.core.outcome import Ending, Outcome
from aliquot.core.player import HUMAN, Choice
from aliquot.games import REGISTRY, create
from aliquot.play.session import HINTS_OFF, Session
from aliquot.play.setup import Setup
from aliquot.reports.sentences import LOSSES
from aliquot.reports.study import Study
from aliquot.saves.archive import load
from aliquot.saves.match_file import MatchFile, resume
from aliquot.terminal.screen import texts
from aliquot.terminal.screen.app import AliquotApp
from aliquot.terminal.screen.match import MatchScreen
from aliquot.terminal.screen.match_widgets import Analysis
from aliquot.terminal.screen.move_input import Prompt
from tests.effort import PATIENCE, deep
from tests.sentences import ending, question, refusal, wins

from .conftest import LARGE, SMALL, Drive, Driver, saved

SIZES = pytest.mark.parametrize("size", [SMALL, pytest.param(LARGE, marks=pytest.mark.deep)], ids=["80x24", "160x50"])
PEOPLE = ("Ada", "Emmy")
OVER = "Review this game"


def duel(name: str = "dividers-duel", names: tuple[str, str] | None = PEOPLE, **agreed: Any) -> AliquotApp:
    """An app that opens with a game; what belongs to the game is told from what belongs to the evening by its name."""
    rules = {rule: agreed.pop(rule) for rule in ("start", "pool", "opening", "misere", "swap") if rule in agreed}
    return AliquotApp(Setup(create(name, **rules), names=names, **agreed))


def against(opponent: str, name: str = "dividers-duel", **agreed: Any) -> AliquotApp:
    """An app that opens with a game of Ada's against a computer."""
    return duel(name, ("Ada", opponent), kinds=(HUMAN, opponent), **agreed)


class Slow:
    """A computer that plays its first move when it is let."""

    def __init__(self) -> None:
        self.is_asked, self.may_answer = Event(), Event()

    def choose(self, game: AnyGame, position: Any, limit: timedelta | None) -> Choice:
        self.is_asked.set()
        self.may_answer.wait()
        return Choice(game.legal_moves(position)[0])


@pytest.fixture
def slow() -> Iterator[Slow]:
    player = Slow()
    yield player
    player.may_answer.set()


def against_slow(slow: Slow, **agreed: Any) -> AliquotApp:
    setup = Setup(create("dividers-duel"), (HUMAN, "random"), ("Ada", "slow"), **agreed)
    session = Session.from_setup(setup, setup.participants, store=MatchFile())
    session._players = (None, slow)
    return AliquotApp(session=session)


class Watch:
    """A time that passes when it is told to."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def timed(watch: Watch, control: str = "60+2", kinds: tuple[str, str] = (HUMAN, HUMAN), **agreed: Any) -> AliquotApp:
    setup = Setup(create("dividers-duel"), kinds, PEOPLE, **agreed)
    session = Session.from_setup(setup, setup.participants, store=MatchFile())
    session.clock = Clock(TimeControl.parse(control), now=watch)
    return AliquotApp(session=session)


async def play_to_the_end(screen: Driver) -> None:
    """Plays whatever the cursor is on until it is over."""
    while OVER not in screen.text:
        await screen.until(lambda: "Enter p" in screen.text or OVER in screen.text)
        if OVER not in screen.text:
            await screen.press("enter")


# --- whole games -------------------------------------------------------------------------------------

GAMES: list[tuple[str, dict[str, Any], Sequence[str]]] = [
    ("dividers-duel", {}, ["2", "15"]),
    ("divide-and-conquer", {}, ["2", "5", "2"]),
    ("factor-duel", {}, ["2", "3"]),
    ("divisor-duel-subtract", {}, ["8", "4", "2"]),
    ("divisor-duel-pool", {}, ["48", "2", "46", "23"]),
    ("dividers-duel", {"start": "60,84,90"}, ["60/12", "84/42", "90/45"]),
    ("dividers-duel", {"start": "60,84,90", "misere": True}, ["60/12", "84/42", "90/45"]),
    ("divisor-duel-pool", {"swap": True}, ["46", "swap", "23"]),
    ("juniper-green", {}, ["94", "47", "1", "97"]),
    ("divisor-duel-pool", {"pool": "1-1000"}, ["997", "1", "991"]),
    ("factor-duel", {"start": 10**18}, ["2", "100000000000000000"]),
]


QUICK = (3, 4, 6, 7)
"""The games played every time: a subtraction, a pool, a misère sum, a pool with the pie rule."""


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("game", "size"),
    [
        *((game, SMALL) for game in QUICK),
        *deep(*((game, SMALL) for game in range(len(GAMES)) if game not in QUICK)),
        *deep(*((game, LARGE) for game in range(6))),
    ],
)
def test_two_people_play_a_whole_game_by_typing(game: int, size: tuple[int, int], drive: Drive) -> None:
    name, rules, typed = GAMES[game]

    async def script(screen: Driver) -> None:
        for number, text in enumerate(typed):
            await screen.sees(f"{PEOPLE[number % 2]}: ")
            if text == "swap":
                await screen.press("w")
            else:
                await screen.type(text)
            await screen.until(lambda number=number: len(saved()) == 1 and len(saved()[0].moves) == number + 1)  # type: ignore[misc]
        await screen.sees(OVER)
        assert ending(name, typed, PEOPLE, **rules) in " ".join(screen.text.split())

    drive(script, duel(name, **rules), size)
    assert saved()[0].outcome is not None


@pytest.mark.parametrize(
    ("size", "slug", "opponent"),
    [
        (SMALL, "divisor-duel-subtract", "random"),
        *deep(*((SMALL, slug, "perfect") for slug in REGISTRY)),
        *deep((LARGE, "divisor-duel-subtract", "perfect"), (LARGE, "divisor-duel-pool", "random")),
    ],
)
def test_a_person_plays_a_whole_game_against_a_computer_with_the_cursor(
    size: tuple[int, int], slug: str, opponent: str, drive: Drive
) -> None:
    async def script(screen: Driver) -> None:
        await play_to_the_end(screen)
        await screen.sees("wins")

    drive(script, against(opponent, slug, seed=3), size)
    record = saved()[0]
    assert record.outcome is not None
    assert record.kinds == (HUMAN, opponent)


@pytest.mark.parametrize(
    ("size", "name", "rules"),
    [
        (LARGE, "divisor-duel-pool", {"swap": True}),
        *deep(
            (SMALL, "divisor-duel-subtract", {}),
            (SMALL, "divisor-duel-pool", {}),
            (SMALL, "dividers-duel", {"start": "60,84,90"}),
            (LARGE, "factor-duel", {}),
            (LARGE, "divisor-duel-pool", {"pool": "1-1000"}),
        ),
    ],
)
def test_computers_play_each_other_while_one_watches(
    size: tuple[int, int], name: str, rules: dict[str, Any], drive: Drive
) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees(OVER)
        await screen.sees("wins!")

    drive(script, duel(name, ("One", "Two"), kinds=("perfect", "perfect"), seed=5, **rules), size)
    assert saved()[0].outcome is not None


# --- move_input ----------------------------------------------------------------------------------------


def test_what_is_typed_is_weighed_as_it_is_typed(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Enter plays 60/2, which leaves 30")
        await screen.press("1")
        await screen.until(lambda: "Playing it would lose the game." in " ".join(screen.text.split()))
        await screen.press("5")
        await screen.sees("› 15▏   Enter plays 60/15, which leaves 4")
        await screen.press("backspace", "backspace")
        await screen.sees("› ▏Enter plays 60/15, which leaves 4")

    drive(script, duel())


def test_escape_clears_what_is_typed_before_it_leaves(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        await screen.press("1", "5", "escape")
        await screen.sees("› ▏Enter plays 60/15, which leaves 4")
        await screen.press("escape")
        await screen.sees("The five duels")

    drive(script, duel())
    assert saved() == []


def test_arrows_and_enter_choose_a_key(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Enter plays 60/2,")
        await screen.press("right", "right")
        await screen.sees("Enter plays 60/4, which leaves 15")
        await screen.press("end")
        await screen.sees("Enter plays 60/30, which leaves 2")
        await screen.press("enter")
        await screen.sees(ending("dividers-duel", ["30"], PEOPLE))

    drive(script, duel())


def test_a_click_on_a_key_plays_it(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        await screen.click(" 15 ", right=1)
        await screen.sees(question(4, "Emmy"))

    drive(script, duel())
    assert [move.text for move in saved()[0].moves] == ["60/15"]


@SIZES
def test_a_click_on_a_number_of_the_lattice_goes_there(size: tuple[int, int], drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        column = screen.text.splitlines()
        row = next(y for y, line in enumerate(column) if "[60]" in line)
        below = next(y for y in range(row + 1, len(column)) if " 12 " in column[y] and " 30" in column[y][40:])
        await screen.pilot.click(offset=(column[below].index(" 12 ", 30) + 1, below))
        await screen.sees(question(12, "Emmy"))

    drive(script, duel(), size)
    assert [move.text for move in saved()[0].moves] == ["60/5"]


def test_a_click_on_the_pool_picks_and_what_cannot_be_picked_costs_nothing(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Ada: pick any number.")
        await screen.click(" 24 ", right=1)
        await screen.sees("Emmy: pick a divisor or a multiple of 24")
        await screen.click(" 25 ", right=1)
        await screen.click(" 12 ", right=1)
        await screen.sees("Ada: pick a divisor or a multiple of 12")

    drive(script, duel("divisor-duel-pool", penalty="forfeit"))
    assert [move.text for move in saved()[0].moves] == ["24", "12"]


def test_enter_on_a_number_that_cannot_be_picked_explains_and_costs_nothing(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Ada: pick any number.")
        await screen.type("24")
        await screen.sees("multiple of 24")
        await screen.click(" 25 ", right=1)
        await screen.press("enter")
        await screen.sees("25")
        assert "Emmy: pick" in screen.text
        await screen.type("12")
        await screen.sees("Ada: pick a divisor or a multiple of 12")

    drive(script, duel("divisor-duel-pool", penalty="forfeit"))


@SIZES
def test_of_several_numbers_enter_plays_on_the_one_that_has_the_cursor(size: tuple[int, int], drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Enter plays 60/2, which leaves 30, 84, 90")
        await screen.press("tab")
        await screen.sees("Enter plays 84/2, which leaves 60, 42, 90")
        await screen.press("right")
        await screen.sees("Enter plays 84/3, which leaves 60, 28, 90")
        await screen.press("enter")
        await screen.sees("Emmy: choose")
        await screen.type("90/45")
        await screen.sees("Ada: choose")
        await screen.click(" 30 ", right=1)
        await screen.sees("Emmy: choose")

    drive(script, duel(start="60,84,90"), size)
    assert [move.text for move in saved()[0].moves] == ["84/3", "90/45", "60/30"]


def test_typing_a_move_in_a_sum_points_at_it(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Enter plays 60/2,")
        await screen.rush("9", "0", "slash", "1", "5")
        await screen.sees("› 90/15▏   Enter plays 90/15, which leaves 60, 84, 6")
        await screen.press("escape")
        await screen.sees("› ▏Enter plays 90/15,")

    drive(script, duel(start="60,84,90"))


def test_an_illegal_choice_loses_where_the_rules_say_so(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        await screen.type("7")
        shown = " ".join((await screen.sees("Emmy wins!")).split())
        assert refusal("7", "dividers-duel") in shown
        assert LOSSES[Ending.ILLEGAL_MOVE].format(loser="Ada") in shown

    drive(script, duel())
    assert saved()[0].outcome == Outcome(2, Ending.ILLEGAL_MOVE)


def test_an_illegal_choice_costs_nothing_where_it_was_agreed(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        await screen.press("7")
        assert "would lose" not in screen.text
        await screen.press("enter")
        await screen.sees(refusal("7", "dividers-duel"))
        assert question(60, "Ada") in screen.text
        await screen.type("12")
        await screen.sees("Ada wins!")

    drive(script, duel(penalty="retry"))
    assert [move.text for move in saved()[0].moves] == ["60/12"]


def test_nonsense_is_explained_and_costs_nothing(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Ada: ")
        await screen.type("24")
        await screen.sees("Emmy: pick")
        for nonsense in ("//", "60/", "-", "2-3/", "0/0", "9" * 50, "-1", "-5"):
            await screen.rush(*("slash" if sign == "/" else "minus" if sign == "-" else sign for sign in nonsense))
            await screen.sees(f"› {nonsense[:20]}")
            await screen.press("enter")
            await screen.sees("› ▏")
            assert "Emmy: pick" in screen.text
            assert screen.app.screen.query_one("#message").display

    drive(script, duel("divisor-duel-pool", swap=True))
    assert len(saved()[0].moves) == 1


def test_keys_pressed_before_the_duel_is_there_are_not_lost(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("The five duels")
        screen.app.play(Setup(create("dividers-duel"), names=PEOPLE))
        await screen.rush("1", "2", "enter")
        await screen.sees("Ada wins!")

    drive(script)


# --- what is on disk ---------------------------------------------------------------------------------


def test_the_file_is_right_after_every_move_and_take_back(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        assert saved() == []
        for number, (text, asked) in enumerate([("2", "Emmy: choose"), ("3", "Ada: choose"), ("2", "5 is prime")], 1):
            await screen.type(text)
            await screen.sees(asked)
            assert len(saved()) == 1
            assert len(saved()[0].moves) == number
        assert saved()[0].outcome == Outcome(1, Ending.NO_MOVES)

    drive(script, duel())


def test_a_game_that_cannot_be_kept_goes_on_and_says_so(drive: Drive, home: Path) -> None:
    (home / ".local").mkdir()
    (home / ".local" / "share").write_text("in the way")

    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        await screen.type("2")
        await screen.is_told("This game is not being saved:")
        await screen.type("15")
        # The notice lies on the corner where the winner is told.
        await screen.until(lambda: screen.app.screen.query_one(Prompt).message.endswith("Emmy wins!"))

    drive(script, duel())


def test_a_game_that_is_not_to_be_kept_is_not(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        await screen.type("12")
        await screen.sees("Ada wins!")

    drive(script, duel(save=False))
    assert saved() == []


# --- hints, study, take-back ----------------------------------------------------------------------------


def hints(screen: Driver) -> list[int]:
    """How many hints each player has had."""
    assert isinstance(screen.app.screen, MatchScreen)
    return screen.app.screen._session.hints


def test_hints_come_in_three_steps_and_are_counted(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        for number in (1, 2, 3):
            await screen.press("h")
            shown = await screen.sees(f"Hint {number} of 3: ")
            assert ("(press h for more)" in " ".join(shown.split())) == (number < 3)
        await screen.press("h")
        await screen.until(lambda: hints(screen) == [4, 0])
        await screen.sees("Hint 3 of 3: ")
        await screen.type("2")
        await screen.until(lambda: "Hint" not in screen.text.replace("h Hint", ""))
        await screen.press("h")
        await screen.sees("Hint 1 of 3: ")

    drive(script, duel())
    assert saved()[0].hints == (4, 1)


def test_hints_asked_for_in_a_hurry_come_one_after_the_other(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        await screen.rush("h", "h", "h")
        await screen.sees("Hint 3 of 3: ")
        assert hints(screen) == [3, 0]

    drive(script, duel())


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("size", "name", "rules", "says"),
    [
        (SMALL, "dividers-duel", {}, wins("Ada") + " 60 = 2·2·3·5 is not prime"),
        (LARGE, "divisor-duel-subtract", {}, wins("Ada") + " 16 is 2^4"),
        (SMALL, "divisor-duel-pool", {}, wins("Ada") + " By picking 29 Ada wins at once"),
        (LARGE, "dividers-duel", {"start": "60,84,90"}, wins("Ada") + " Counting prime factors less one"),
        (SMALL, "divisor-duel-pool", {"swap": True}, wins("Emmy") + " Whatever"),
    ],
)
def test_the_study_shows_who_wins_and_goes_along(
    size: tuple[int, int], name: str, rules: dict[str, Any], says: str, drive: Drive
) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Ada: ")
        assert says not in screen.text
        await screen.press("s")
        await screen.sees(says)
        await screen.press("s")
        await screen.until(lambda: says not in screen.text)
        await screen.press("s")
        await screen.sees(says)
        await screen.press("enter")
        await screen.sees("Emmy: ")
        await screen.until(lambda: says not in screen.text and screen.app.screen.query_one(Analysis).display)

    drive(script, duel(name, **rules), size)


def test_an_oracle_that_takes_its_time_is_said_to_be_thinking(drive: Drive, monkeypatch: pytest.MonkeyPatch) -> None:
    may_answer, answer = Event(), Study.of

    def think(game: AnyGame, position: Any, names: tuple[str, str]) -> Study:
        may_answer.wait()
        return answer(game, position, names)

    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        await screen.press("s")
        await screen.sees(texts.ANALYSING)
        await screen.press("s")
        await screen.until(lambda: texts.ANALYSING not in screen.text)
        await screen.press("s")
        await screen.sees(texts.ANALYSING)
        may_answer.set()
        await screen.until(lambda: wins("Ada") in screen.text and texts.ANALYSING not in screen.text)

    monkeypatch.setattr(Study, "of", think)
    try:
        drive(script, duel())
    finally:
        may_answer.set()


def test_where_the_oracle_does_not_know_it_says_so(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        await screen.press("h")
        await screen.sees("misère is too large to search")
        await screen.type("720720-2")
        await screen.sees("Emmy: choose")
        await screen.until(lambda: "too large to search" not in screen.text)
        await screen.press("s")
        await screen.sees("misère is too large to search")

    drive(script, duel("divisor-duel-subtract", start="720720000000,720720", misere=True))


def test_a_serious_game_has_no_hints_and_no_study_until_it_is_over(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        await screen.press("h")
        await screen.sees(HINTS_OFF)
        await screen.press("s")
        await screen.sees("Hints are off in this game: study it when it is over.")
        await screen.type("2")
        await screen.sees("Emmy: choose")
        assert "??" not in screen.text
        await screen.type("15")
        await screen.sees("60/2??")

    drive(script, duel(hints=False))


def test_study_after_a_serious_game_does_not_last_into_the_next(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        await screen.type("12")
        await screen.sees(OVER)
        await screen.press("s")
        await screen.press("n")
        await screen.sees("Emmy: choose")
        await screen.pilot.pause()
        assert " W " not in screen.text
        await screen.press("s")
        await screen.sees("study it when it is over.")

    drive(script, duel(hints=False))


def test_against_a_computer_a_move_is_taken_back_at_once(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees(question(1024, "Ada"))
        assert "Take back" not in screen.text
        await screen.type("2")
        await screen.until(lambda: "Ada: choose" in screen.text and "1024 to" not in screen.text)
        await screen.press("u")
        await screen.sees(question(1024, "Ada"))
        assert texts.TAKEN_BACK in screen.text
        assert texts.NO_MOVES_YET in screen.text

    drive(script, against("random", start=1024, seed=1))
    assert saved()[0].moves == ()


def test_a_move_is_taken_back_while_the_computer_still_thinks(slow: Slow, drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        await screen.type("2")
        assert slow.is_asked.wait(PATIENCE)
        await screen.press("u")
        await screen.sees(question(60, "Ada"))
        slow.may_answer.set()
        await screen.type("30")
        await screen.sees("Ada wins!")

    drive(script, against_slow(slow))
    assert [move.text for move in saved()[0].moves] == ["60/30"]


@pytest.mark.deep
def test_between_people_the_other_is_asked_before_anything_is_taken_back(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        for text in ("2", "3"):
            await screen.type(text)
        await screen.sees(question(10, "Ada"))
        await screen.press("u")
        await screen.sees("Ada, may Emmy take back 30/3?")
        await screen.press("n")
        await screen.sees("Ada says no.")
        assert question(10, "Ada") in screen.text
        await screen.press("u")
        await screen.sees("Ada, may Emmy take back 30/3?")
        await screen.press("y")
        await screen.sees(question(30, "Emmy"))
        await screen.press("u")
        await screen.sees("Emmy, may Ada take back 60/2?")
        await screen.press("y")
        await screen.sees(question(60, "Ada"))
        assert "Take back" not in screen.text

    drive(script, duel())


# --- giving up, the pie rule, leaving ---------------------------------------------------------------------


@pytest.mark.parametrize("answer", ["click", *deep("y")])
def test_resigning_asks_first(answer: str, drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        await screen.type("2")
        for key in ("n", "escape"):
            await screen.press("x")
            await screen.sees(texts.ASK_RESIGN.format(name="Emmy"))
            await screen.press(key)
            await screen.until(lambda: "want to resign" not in screen.text)
        await screen.press("x")
        await screen.sees("want to resign?")
        if answer == "click":
            await screen.click("y resign")
        else:
            await screen.press("y")
        await screen.sees("Emmy resigns. Ada wins!")

    drive(script, duel())
    assert saved()[0].outcome == Outcome(1, Ending.RESIGNED)


def test_after_resigning_before_the_first_move_there_is_nothing_to_look_back_at(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        await screen.press("x")
        await screen.press("y")
        shown = await screen.sees("Ada resigns. Emmy wins!")
        assert "look back" not in shown
        await screen.press("v", "n")
        await screen.sees("Emmy: choose")

    drive(script, duel())


def test_a_person_resigns_while_the_computer_thinks(slow: Slow, drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        await screen.type("2")
        await screen.sees("slow is thinking…")
        assert slow.is_asked.wait(PATIENCE)
        await screen.press("x")
        await screen.sees(texts.ASK_RESIGN.format(name="Ada"))
        await screen.press("y")
        await screen.sees("Ada resigns. slow wins this time.")
        slow.may_answer.set()
        await screen.pilot.pause(0.1)
        assert "Ada resigns." in screen.text

    drive(script, against_slow(slow))
    assert [move.text for move in saved()[0].moves] == ["60/2"]
    assert saved()[0].outcome == Outcome(2, Ending.RESIGNED)


def test_nothing_is_held_up_while_the_computer_thinks(slow: Slow, drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        await screen.type("2")
        assert slow.is_asked.wait(PATIENCE)
        await screen.type("15")
        assert "slow is thinking" in screen.text
        await screen.press("question_mark")
        await screen.sees(texts.CLOSE)
        await screen.press("escape", "s", "t")
        await screen.resize(*LARGE)
        await screen.sees("slow is thinking")
        slow.may_answer.set()
        await screen.sees(question(15, "Ada"))
        assert "slow played 30/2." in screen.text
        await screen.sees(wins("Ada") + " 15 = 3·5")

    drive(script, against_slow(slow))


def test_a_question_stays_while_the_computer_moves(slow: Slow, drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        await screen.type("2")
        await screen.press("x")
        await screen.sees(texts.ASK_RESIGN.format(name="Ada"))
        slow.may_answer.set()
        await screen.until(lambda: len(saved()[0].moves) == 2)
        assert texts.ASK_RESIGN.format(name="Ada") in screen.text
        await screen.press("y")
        await screen.sees("Ada resigns. slow wins this time.")

    drive(script, against_slow(slow))


@pytest.mark.deep
def test_leaving_while_the_computer_thinks_keeps_the_game(slow: Slow, drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        await screen.type("2")
        assert slow.is_asked.wait(PATIENCE)
        await screen.press("escape")
        await screen.sees("Ada – slow: Divider's Duel 60, unfinished after 1 move")
        slow.may_answer.set()
        await screen.pilot.pause(0.1)
        assert len(saved()[0].moves) == 1
        await screen.press("r")
        await screen.until(lambda: len(saved()[0].moves) == 2)

    drive(script, against_slow(slow))


def test_the_second_player_may_take_the_first_move_over(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Ada: pick any number.")
        assert "w Swap" not in screen.text
        await screen.press("w")
        await screen.type("46")
        await screen.sees("or swap")
        await screen.sees("w Swap")
        await screen.press("w")
        await screen.sees("Ada: pick a divisor or a multiple of 46.")
        await screen.sees("○1")
        await screen.until(lambda: "w Swap" not in screen.text)

    drive(script, duel("divisor-duel-pool", swap=True))
    assert [move.text for move in saved()[0].moves] == ["46", "swap"]


def test_a_resumed_game_goes_on_as_it_was_agreed(drive: Drive) -> None:
    async def first(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        await screen.type("2")
        await screen.sees("Emmy: choose")

    drive(first, duel(penalty="retry", hints=False))

    async def second(screen: Driver) -> None:
        await screen.sees("Unfinished")
        await screen.press("r")
        await screen.sees(question(30, "Emmy"))
        await screen.press("h")
        await screen.sees(HINTS_OFF)
        await screen.type("7")
        await screen.sees(refusal("7", "dividers-duel", "2"))
        await screen.type("15")
        await screen.sees("Emmy wins!")
        await screen.press("n")
        await screen.sees(question(60, "Emmy"))
        await screen.type("7")
        await screen.sees(refusal("7", "dividers-duel"))
        assert question(60, "Emmy") in screen.text
        await screen.press("h")
        await screen.sees(HINTS_OFF)

    drive(second)


# --- one game after another ------------------------------------------------------------------------------


def test_a_rematch_swaps_the_seats(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        for first, second in (PEOPLE, PEOPLE[::-1], PEOPLE):
            await screen.sees(question(60, first))
            await screen.type("12")
            await screen.sees(f"{second} cannot move. {first} wins!")
            await screen.press("n")

    drive(script, duel())
    assert [record.names for record in reversed(saved())] == [PEOPLE, PEOPLE[::-1], PEOPLE]


@pytest.mark.parametrize(("seed", "side"), [(1, "tails"), *deep((4, "heads"))])
def test_a_rematch_swaps_the_seats_however_the_coin_fell(seed: int, side: str, drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees(f"The coin shows {side}:")
        await screen.type("12")
        await screen.sees("wins!")
        await screen.press("n")
        await screen.sees("divisor of 60")
        assert "The coin" not in screen.text
        await screen.type("12")
        await screen.sees("wins!")

    drive(script, duel(toss=True, seed=seed))
    second, first = saved()
    assert second.names == first.names[::-1]


def test_a_rematch_swaps_the_seats_of_a_computer_too(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        await screen.type("12")
        await screen.sees("Ada wins!")
        await screen.press("n")
        await screen.sees("perfect wins this time.")

    drive(script, against("perfect"))
    assert saved()[0].names == ("perfect", "Ada")
    assert saved()[0].kinds == ("perfect", HUMAN)


def test_a_rematch_is_not_over_before_a_person_has_moved(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        await screen.type("12")
        await screen.sees("Ada wins!")
        await screen.press("n")
        await screen.sees("Ada: choose one of the numbers")
        assert "Three numbers this time" in screen.text
        assert len(screen.app.screen.query("HeapPanel")) == 3

    drive(script, against("perfect", vary_rematches=True))
    assert saved()[0].names == ("perfect", "Ada")


@pytest.mark.deep
def test_after_one_number_something_deeper_is_offered(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        assert "Deeper" not in screen.text
        await screen.type("12")
        await screen.sees("d Try a deeper game")
        await screen.press("d")
        await screen.sees("Several numbers")
        await screen.press("escape")
        await screen.until(lambda: "None of these" not in screen.text)
        await screen.press("d", "2")
        await screen.sees("Ada: choose a divisor of 16 to subtract.")
        await screen.type("8")
        await screen.until(lambda: "Ada: choose a divisor" in screen.text)
        assert "Deeper" not in screen.text

    drive(script, against("random"))


def test_people_who_gave_no_names_swap_seats_too(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Player 1: choose")
        await screen.type("12")
        await screen.sees("Player 1 wins!")
        await screen.press("n")
        await screen.sees(question(60, "Player 2"))

    drive(script, duel(names=None))


def test_a_series_keeps_the_score_and_names_its_champion(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Game 1 of at most 3   Ada 0 : 0 Emmy")
        await screen.type("12")
        await screen.sees("n Next game")
        await screen.press("n")
        await screen.sees(question(60, "Emmy"))
        assert "Game 2 of at most 3   Ada 1 : 0 Emmy" in screen.text
        await screen.type("12")
        await screen.sees("Ada 1 : 1 Emmy")
        await screen.press("n")
        await screen.sees(question(60, "Ada"))
        await screen.type("12")
        shown = await screen.sees("Ada wins the series 2 to 1.")
        assert "n Rematch" in shown
        assert "Game 3 of at most 3   Ada 2 : 1 Emmy" in shown
        await screen.press("n")
        await screen.sees("Game 1 of at most 3   Emmy 0 : 0 Ada")

    drive(script, duel(best_of=3))
    assert [record.round for record in reversed(saved())] == [(1, 3), (2, 3), (3, 3)]


def test_computers_play_a_series_at_the_press_of_a_key(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        for number in (1, 2, 3):
            await screen.sees(f"Game {number} of at most 3")
            await screen.sees(OVER)
            await screen.press("n")

    drive(script, duel(names=("One", "Two"), kinds=("perfect", "perfect"), best_of=3))


# --- clocks -------------------------------------------------------------------------------------------------


def test_clocks_tick_for_whoever_is_to_move_and_add_the_increment(drive: Drive) -> None:
    watch = Watch()

    async def script(screen: Driver) -> None:
        await screen.sees("Ada  1:00  to move")
        watch.seconds += 10
        await screen.sees("Ada  0:50  to move")
        await screen.type("2")
        await screen.sees("Ada  0:52")
        watch.seconds += 55.5
        await screen.sees("Emmy  0:04.5  to move")
        await screen.press("escape")
        await screen.sees("Unfinished")
        watch.seconds += 1000

    drive(script, timed(watch))
    assert saved()[0].remaining == (timedelta(seconds=52), timedelta(seconds=4.5))


def test_whoever_runs_out_of_time_loses_even_with_a_question_open(drive: Drive) -> None:
    watch = Watch()

    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        await screen.type("2")
        await screen.sees("Emmy: choose")
        await screen.press("x")
        await screen.sees(texts.ASK_RESIGN.format(name=""))
        watch.seconds += 60
        await screen.until(lambda: saved()[0].outcome is not None)
        await screen.press("y")
        await screen.sees("Emmy has run out of time. Ada wins!")

    drive(script, timed(watch))
    assert saved()[0].outcome == Outcome(1, Ending.OUT_OF_TIME)


def test_time_does_not_run_while_nothing_is_to_be_decided(drive: Drive) -> None:
    watch = Watch()

    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        await screen.type("12")
        await screen.sees("Ada wins!")
        watch.seconds += 1000
        await screen.pilot.pause(0.3)
        assert "Ada wins!" in screen.text
        assert "Emmy  1:00" in screen.text

    drive(script, timed(watch))


def test_after_a_clock_has_run_out_the_rematch_has_full_clocks(drive: Drive) -> None:
    watch = Watch()

    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        watch.seconds += 61
        await screen.sees("Ada has run out of time. Emmy wins!")
        await screen.press("n")
        await screen.until(lambda: re.search(r"Emmy  (1:00|0:\d\d)  to move", screen.text) is not None)

    drive(script, timed(watch))


def test_a_computer_that_runs_out_of_time_loses(slow: Slow, drive: Drive) -> None:
    setup = Setup(create("dividers-duel"), (HUMAN, "random"), ("Ada", "slow"))
    session = Session.from_setup(setup, setup.participants, store=MatchFile())
    session._players = (None, slow)
    session.clock = Clock(TimeControl(60), (timedelta(seconds=60), timedelta(milliseconds=1)))

    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        await screen.type("2")
        await screen.sees("slow has run out of time. Ada wins!")

    drive(script, AliquotApp(session=session))


# --- the size of the terminal -------------------------------------------------------------------------------


@pytest.mark.deep
@pytest.mark.parametrize("name", ["divisor-duel-pool", *deep("divisor-duel-subtract")])
def test_a_duel_bears_any_size_at_any_time(name: str, drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Ada: ")
        await screen.press("s")
        for width, height in ((160, 50), (64, 20), (64, 60), (300, 20)):
            await screen.resize(width, height)
            await screen.sees("Ada: ")
            await screen.sees(wins("Ada"))
        await screen.press("enter")
        await screen.sees("Emmy")

    drive(script, duel(name))


def test_a_saved_file_can_be_opened_directly(drive: Drive) -> None:
    setup = Setup(create("dividers-duel"), names=PEOPLE)
    slot = MatchFile()
    session = Session.from_setup(setup, setup.participants, store=slot)
    session.play(2)
    session.close()
    assert slot.path is not None

    async def script(screen: Driver) -> None:
        await screen.sees(question(30, "Emmy"))
        await screen.type("15")
        await screen.sees("Emmy wins!")

    drive(script, AliquotApp(session=resume(slot.path)))
    assert [move.text for move in load(slot.path).moves] == ["60/2", "30/15"]
