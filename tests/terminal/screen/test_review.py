"""The review: a match looked back at, step by step, with the oracle's word on every move."""

from typing import Any

import pytest

from aliquot.core.errors import Unsolved
from aliquot.core.match import Match
from aliquot.core.outcome import Ending
from aliquot.games import create
from aliquot.oracle.review import Mark, review
from aliquot.play.setup import Setup
from aliquot.reports.review import NO_TURNING_POINT
from aliquot.reports.sentences import result_sentence
from aliquot.terminal.screen.app import AliquotApp
from aliquot.terminal.screen.match_widgets import MARKS
from aliquot.terminal.screen.review import ReviewScreen
from tests.effort import deep
from tests.sentences import ending, played

from .conftest import LARGE, SMALL, Drive, Driver, Script

SIZES = pytest.mark.parametrize("size", [SMALL, pytest.param(LARGE, marks=pytest.mark.deep)], ids=["80x24", "160x50"])
PEOPLE = ("Ada", "Emmy")
DONE = "▲"
"""What is shown once the oracle has looked at every move."""


def looking_at(match: Match[Any, Any], script: Script) -> Script:
    """A script that opens a review and waits for the oracle first."""

    async def opened(screen: Driver) -> None:
        await screen.sees("The five duels")
        screen.app.push_screen(ReviewScreen(match, PEOPLE))
        await screen.sees(": review")
        await screen.until(lambda: "Analysing" not in screen.text)
        await script(screen)

    return opened


def told(screen: Driver) -> str:
    """What is shown, as one line."""
    return " ".join(screen.text.split())


def test_v_opens_the_review_of_the_game_that_was_played_and_escape_closes_it(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        for text in ("2", "15"):
            await screen.type(text)
        await screen.sees("Emmy wins!")
        await screen.press("v")
        await screen.sees("Divider's Duel: review")
        await screen.sees("30/15! (best)")
        assert ending("dividers-duel", ["2", "15"]) in told(screen)
        await screen.press("escape")
        await screen.sees("n Rematch")

    drive(script, AliquotApp(Setup(create("dividers-duel"), names=PEOPLE)))


def test_arrows_home_and_end_go_through_the_moves(drive: Drive) -> None:
    match = played("dividers-duel", "2", "3", "5")

    async def script(screen: Driver) -> None:
        await screen.sees("move 3 of 3")
        for key, place in (
            ("right", "move 3 of 3"),
            ("left", "move 2 of 3"),
            ("left", "move 1 of 3"),
            ("left", "before the first move"),
            ("left", "before the first move"),
            ("right", "move 1 of 3"),
            ("end", "move 3 of 3"),
            ("home", "before the first move"),
            ("down", "move 3 of 3"),
            ("up", "before the first move"),
        ):
            await screen.press(key)
            await screen.sees(place)

    drive(looking_at(match, script))


def test_every_move_has_its_mark_and_its_reason(drive: Drive) -> None:
    match = played("dividers-duel", "2", "3", "5")
    judged = review(match).judgements

    async def script(screen: Driver) -> None:
        await screen.press("home")
        for judgement in judged:
            await screen.press("right")
            await screen.sees(f"move {judgement.number} of 3")
            assert f"{judgement.move}{MARKS[judgement.mark][0]} ({judgement.mark})" in told(screen)
            if judgement.mark is Mark.BLUNDER:
                assert "Winning moves: " in told(screen)
                assert judgement.better[0] in told(screen)

    drive(looking_at(match, script))
    assert [judgement.mark for judgement in judged] == [Mark.BLUNDER, Mark.BLUNDER, Mark.BEST]


def test_p_goes_to_the_turning_point(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.press("home")
        await screen.sees("The turning point was move 2: Emmy played 30/3, but 30/6, 30/10 or 30/15")
        assert "Ada kept the win in 0 of 1 positions" in told(screen)
        await screen.press("p")
        await screen.sees("move 2 of 3")

    drive(looking_at(played("dividers-duel", "2", "3", "5"), script))


def test_p_says_so_where_nobody_gave_anything_away(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.press("p")
        await screen.is_told(NO_TURNING_POINT)
        await screen.sees("move 1 of 1")

    drive(looking_at(played("dividers-duel", "12"), script))


@SIZES
def test_a_click_on_the_strip_goes_to_its_step(size: tuple[int, int], drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees(DONE)
        await screen.click("●", after="Ada", right=0)
        strip = screen.app.screen.query_one("Strip")
        row = screen.text.splitlines()[strip.region.y]
        first = min(row.index(sign) for sign in "█·" if sign in row)
        for step, place in ((1, "move 1 of 3"), (3, "move 3 of 3"), (0, "before the first move")):
            await screen.pilot.click(offset=(first + 4 * step + 1, strip.region.y + 1))
            await screen.sees(place)
            pointer = screen.text.splitlines()[strip.region.y + 2]
            assert pointer.index("▲") == first + 4 * step
        await screen.pilot.click(offset=(first + 4 * 4 + 1, strip.region.y))
        await screen.pilot.click(offset=(1, strip.region.y))
        await screen.sees("before the first move")

    drive(looking_at(played("dividers-duel", "2", "3", "5"), script), size=size)


def test_the_strip_shows_who_was_winning(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees(DONE)
        strip = screen.app.screen.query_one("Strip")
        rows = screen.text.splitlines()[strip.region.y : strip.region.y + 2]
        assert rows[0].endswith("████····████████")
        assert rows[1].endswith("····████········")

    drive(looking_at(played("dividers-duel", "2", "3", "5"), script))


@pytest.mark.deep
def test_a_match_longer_than_the_strip_is_shown_all_the_same(drive: Drive) -> None:
    match = played("divisor-duel-subtract", start=256)
    while match.outcome is None:
        match.play(match.game.legal_moves(match.position)[0])
    length = len(match.turns)
    assert length > SMALL[0]

    async def script(screen: Driver) -> None:
        await screen.sees(f"move {length} of {length}")
        strip = screen.app.screen.query_one("Strip")
        rows = screen.text.splitlines()[strip.region.y : strip.region.y + 3]
        assert all(len(row) <= SMALL[0] for row in rows)
        assert "▲" in rows[2]
        first = min(rows[0].index(sign) for sign in "█·" if sign in rows[0])
        await screen.pilot.click(offset=(first, strip.region.y))
        await screen.sees("before the first move")
        await screen.pilot.click(offset=(first + 10, strip.region.y))
        await screen.sees(f"move 20 of {length}")

    drive(looking_at(match, script))


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("size", "name", "moves", "rules"),
    [
        (LARGE, "divisor-duel-pool", ("46", "swap", "23"), {"swap": True}),
        (SMALL, "dividers-duel", ("60/12", "84/42", "90/45"), {"start": "60,84,90"}),
        *deep(
            (SMALL, "factor-duel", ("2", "100000000000000000"), {"start": 10**18}),
            (SMALL, "divisor-duel-subtract", ("8", "4", "2"), {}),
            (SMALL, "divisor-duel-pool", ("46", "23"), {}),
            (LARGE, "dividers-duel", ("60/12", "84/42", "90/45"), {"start": "60,84,90", "misere": True}),
            (SMALL, "divisor-duel-pool", ("997", "1", "991"), {"pool": "1-1000"}),
        ),
    ],
)
def test_every_kind_of_match_can_be_looked_back_at(
    size: tuple[int, int], name: str, moves: tuple[str, ...], rules: dict[str, Any], drive: Drive
) -> None:
    match = played(name, *moves, **rules)
    length = len(moves)

    async def script(screen: Driver) -> None:
        await screen.sees(f"move {length} of {length}")
        assert match.outcome is not None
        assert f"{PEOPLE[match.outcome.winner - 1]} wins!" in told(screen)
        await screen.rush(*["left"] * length)
        await screen.sees("before the first move")
        await screen.rush(*["right"] * length)
        await screen.sees(f"move {length} of {length}")

    drive(looking_at(match, script), size=size)


def test_a_match_lost_by_an_illegal_choice_ends_before_it(drive: Drive) -> None:
    match = played("dividers-duel", "2")
    match.play(7)

    async def script(screen: Driver) -> None:
        await screen.sees("move 1 of 1")
        shown = told(screen)
        assert "60/2?? (blunder)" in shown
        assert result_sentence(match, ("Ada", "Emmy")) in shown

    drive(looking_at(match, script))


def test_a_match_lost_by_an_illegal_first_choice_can_be_looked_at_too(drive: Drive) -> None:
    match = played("dividers-duel")
    match.play(7)

    async def script(screen: Driver) -> None:
        shown = told(screen)
        assert result_sentence(match, ("Ada", "Emmy")) in shown
        await screen.press("left", "right", "home", "end", "p", "s", "s")

    drive(looking_at(match, script))


def test_a_match_that_was_resigned_says_so_at_its_end(drive: Drive) -> None:
    match = played("dividers-duel", "2")
    match.concede(Ending.RESIGNED)

    async def script(screen: Driver) -> None:
        await screen.sees("Emmy resigns. Ada wins!")
        await screen.press("left")
        await screen.until(lambda: "resigns" not in screen.text)

    drive(looking_at(match, script))


def test_the_letters_of_the_study_go_along_and_can_be_hidden(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.press("home")
        await screen.sees("12→5 W")
        await screen.press("right")
        await screen.sees("15→2 W")
        await screen.press("s")
        await screen.until(lambda: "15→2 W" not in screen.text)
        await screen.press("s")
        await screen.sees("15→2 W")

    drive(looking_at(played("dividers-duel", "2", "15"), script))


def test_what_the_oracle_does_not_know_is_said(drive: Drive) -> None:
    match = played("divisor-duel-subtract", "720720-2", "720718-2", start="1000000,720720", misere=True)
    with pytest.raises(Unsolved) as problem:
        review(match)

    async def script(screen: Driver) -> None:
        await screen.until(lambda: str(problem.value) in told(screen))
        await screen.press("left")
        await screen.sees("move 1 of 2")

    drive(looking_at(match, script))


@pytest.mark.deep
def test_a_review_can_be_left_before_the_oracle_is_done(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("The five duels")
        screen.app.push_screen(ReviewScreen(played("dividers-duel", "2", "15"), PEOPLE))
        await screen.rush("left", "left", "s", "p", "escape")
        await screen.sees("The five duels")

    drive(script)


@pytest.mark.deep
def test_a_review_bears_any_size(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        for size in ((160, 50), (64, 20), (40, 10), (80, 24), (64, 60)):
            await screen.resize(*size)
            if size != (40, 10):
                await screen.sees("move 3 of 3")

    drive(looking_at(played("dividers-duel", "2", "3", "5"), script))
