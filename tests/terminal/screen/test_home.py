"""Home: what can be played, what was played, and the ways from one to the other."""

from pathlib import Path
from threading import Event

import pytest

from aliquot.catalogue import DEEPER, DUELS
from aliquot.games import create
from aliquot.play.session import Session
from aliquot.play.setup import Setup
from aliquot.saves.archive import Archive, Entry
from aliquot.saves.match_file import MatchFile, resume
from aliquot.terminal.screen.app import AliquotApp
from aliquot.terminal.screen.texts import ASK_RESIGN
from tests.sentences import question

from .conftest import LARGE, SMALL, Drive, Driver, saved

SIZES = pytest.mark.parametrize("size", [SMALL, pytest.param(LARGE, marks=pytest.mark.deep)], ids=["80x24", "160x50"])
FIRST = "1 Divider's Duel"


def keep(*moves: int, names: tuple[str, str] = ("Ada", "Emmy"), resigns: bool = False, game: str = "") -> Path:
    """Leaves a game on disk, as an earlier evening would have."""
    setup = Setup(create(game or "dividers-duel"), names=names)
    slot = MatchFile()
    session = Session.from_setup(setup, setup.participants, store=slot)
    for move in moves:
        session.play(move)
    if resigns:
        session.resign()
    session.close()
    assert slot.path is not None
    return slot.path


def pointed_at(screen: Driver) -> str:
    """The first line of whatever has the focus."""
    assert screen.app.focused is not None
    return str(screen.app.focused.render()).splitlines()[0].removesuffix(" ◀")


@SIZES
def test_all_duels_and_variants_are_in_sight(size: tuple[int, int], drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        shown = await screen.sees(FIRST)
        for plan in (*DUELS, *DEEPER):
            assert plan.title in shown
        assert "Unfinished" not in shown
        assert "Recent results" not in shown

    drive(script, size=size)


def test_arrows_go_through_the_cards_in_both_columns(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees(FIRST)
        way = []
        for key in ("down", "right", "down", "left", "up", "up", "up"):
            await screen.press(key)
            way.append(pointed_at(screen))
        assert way == [
            "2 Divide and Conquer",
            "Misère",
            "Pool with the pie rule",
            "3 Factor Duel",
            "2 Divide and Conquer",
            "1 Divider's Duel",
            "1 Divider's Duel",
        ]

    drive(script)


def test_a_digit_opens_its_duel(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        for number, plan in enumerate(DUELS, 1):
            await screen.sees(FIRST)
            await screen.press(str(number))
            shown = await screen.sees("Against")
            assert plan.title in shown.splitlines()[0]
            await screen.press("escape")

    drive(script)


@pytest.mark.deep
def test_a_click_on_a_variant_opens_it_with_its_settings(drive: Drive) -> None:
    settings = {
        "Three numbers": "three numbers",
        "Misère": "The last move loses.",
        "Pool with the pie rule": "The second player may take over the first move.",
        "Juniper Green": "an even number ",
        "Factors and Multiples": "an even number below 50",
    }
    assert list(settings) == [plan.title for plan in DEEPER]

    async def script(screen: Driver) -> None:
        for title, setting in settings.items():
            await screen.sees(FIRST)
            await screen.click(title)
            shown = await screen.sees("Against")
            assert title in shown.splitlines()[0]
            assert setting in shown
            await screen.press("escape")

    drive(script)


def test_a_key_pressed_before_home_is_there_is_not_lost(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.rush("3")
        await screen.sees("Against")
        assert "Factor Duel" in screen.text.splitlines()[0]

    drive(script)


@SIZES
def test_unfinished_games_and_results_are_listed_newest_first(size: tuple[int, int], drive: Drive) -> None:
    keep(2, names=("Ada", "Emmy"))
    keep(2, 3, names=("Carl", "Sophie"))
    keep(12, names=("Kurt", "Grace"))

    async def script(screen: Driver) -> None:
        await screen.until(lambda: len(kept(screen)) == 3)
        assert kept(screen) == [
            "Carl – Sophie: Divider's Duel 60, unfinished after 2 moves",
            "Ada – Emmy: Divider's Duel 60, unfinished after 1 move",
            "Kurt – Grace: Divider's Duel 60, Kurt won after 1 move",
        ]

    drive(script, size=size)


def kept(screen: Driver) -> list[str]:
    """The saved games on the screen, each after its date."""
    return [str(line.render()).partition("  ")[2] for line in screen.app.screen.query("SavedGameRow")]


@pytest.mark.deep
@SIZES
def test_arrows_reach_every_saved_game_however_many_there_are(size: tuple[int, int], drive: Drive) -> None:
    for number in range(7):
        keep(2, names=(f"Ada{number}", "Emmy"))
        keep(12, names=(f"Carl{number}", "Sophie"))

    async def script(screen: Driver) -> None:
        await screen.until(lambda: len(kept(screen)) == 10)
        # Beside the cards where there is room, else below them.
        await screen.press(*(["right", "right"] if size == LARGE else ["down"] * 5))
        way = [pointed_at(screen)]
        for _ in range(9):
            await screen.press("down")
            way.append(pointed_at(screen))
        assert [line.split(" –")[0].split()[-1] for line in way] == [
            *(f"Ada{number}" for number in (6, 5, 4, 3, 2)),
            *(f"Carl{number}" for number in (6, 5, 4, 3, 2)),
        ]
        await screen.sees(way[-1][:40])
        await screen.rush(*["up"] * 14, "left", "left")
        await screen.until(lambda: pointed_at(screen) == FIRST)
        await screen.sees(FIRST)
        assert "newest 5 of 7" in screen.text

    drive(script, size=size)


def test_enter_on_an_unfinished_game_goes_on_with_it(drive: Drive) -> None:
    keep(2)

    async def script(screen: Driver) -> None:
        await screen.sees("Unfinished")
        await screen.press("up", "down", "down", "down", "down", "down", "enter")
        await screen.sees(question(30, "Emmy"))
        await screen.type("15")
        await screen.sees("Emmy wins!")

    drive(script)
    assert [move.text for move in saved()[0].moves] == ["60/2", "30/15"]
    assert len(saved()) == 1


def test_a_click_on_a_result_opens_its_review(drive: Drive) -> None:
    keep(2, 15)

    async def script(screen: Driver) -> None:
        await screen.sees("Recent results")
        await screen.click("Ada – Emmy")
        await screen.sees("Divider's Duel: review")
        await screen.sees("Emmy wins!")
        await screen.press("escape")
        await screen.sees("Recent results")

    drive(script)


def test_r_resumes_the_newest_unfinished_game(drive: Drive) -> None:
    keep(2, names=("Old", "Older"))
    keep(2, 3, names=("New", "Newer"))

    async def script(screen: Driver) -> None:
        await screen.sees("Unfinished")
        await screen.press("r")
        await screen.sees(question(10, "New"))

    drive(script)


def test_r_pressed_before_the_games_are_listed_resumes_all_the_same(
    drive: Drive, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(2)
    disk, look = Event(), Archive.entries

    def look_slowly(archive: Archive) -> list[Entry]:
        disk.wait()
        return look(archive)

    monkeypatch.setattr(Archive, "entries", look_slowly)

    async def script(screen: Driver) -> None:
        await screen.press("r")
        assert "Unfinished" not in screen.text
        disk.set()
        await screen.sees(question(30, "Emmy"))

    drive(script)


def test_r_says_so_where_there_is_nothing_to_resume(drive: Drive) -> None:
    keep(12)

    async def script(screen: Driver) -> None:
        await screen.sees("Recent results")
        await screen.press("r")
        await screen.is_told("There is no unfinished game to resume.")

    drive(script)


@pytest.mark.deep
def test_a_game_that_is_played_elsewhere_is_not_taken_up_twice(drive: Drive) -> None:
    elsewhere = resume(keep(2))

    async def script(screen: Driver) -> None:
        await screen.sees("Unfinished")
        await screen.press("r")
        await screen.is_told("is being played in another window.")
        elsewhere.close()
        await screen.press("r")
        await screen.sees(question(30, "Emmy"))

    drive(script)


@pytest.mark.deep
def test_a_file_that_is_no_game_is_left_alone_and_stops_nobody(drive: Drive) -> None:
    keep(2)
    damaged = Archive().folder / "2020-01-01-dividers-duel-abcdef.duel"
    damaged.write_text("[nonsense")

    async def script(screen: Driver) -> None:
        await screen.sees("Unfinished")
        assert len(kept(screen)) == 1

    drive(script)
    assert damaged.read_text() == "[nonsense"


@pytest.mark.deep
def test_a_game_that_vanished_in_the_meantime_is_reported(drive: Drive) -> None:
    left, finished = keep(2), keep(12)

    async def script(screen: Driver) -> None:
        await screen.until(lambda: len(kept(screen)) == 2)
        left.unlink()
        finished.unlink()
        for number, line in enumerate(screen.app.screen.query("SavedGameRow"), 1):
            line.focus()
            await screen.press("enter")
            await screen.until(lambda number=number: len(screen.notices) == number)  # type: ignore[misc]
            assert all("cannot be read: No such file or directory." in notice for notice in screen.notices)

    drive(script)


@pytest.mark.deep
def test_leaving_a_game_lists_it_and_finishing_it_moves_it_to_the_results(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        await screen.type("2")
        await screen.press("escape")
        await screen.sees("Ada – Emmy: Divider's Duel 60, unfinished after 1 move")
        await screen.press("r")
        await screen.sees(question(30, "Emmy"))
        await screen.type("15")
        await screen.sees("Emmy wins!")
        await screen.press("escape")
        shown = await screen.sees("Ada – Emmy: Divider's Duel 60, Emmy won after 2 moves")
        assert "Unfinished" not in shown

    drive(script, AliquotApp(Setup(create("dividers-duel"), names=("Ada", "Emmy"))))


@pytest.mark.deep
def test_a_game_left_and_resumed_in_a_hurry_is_still_the_same_game(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Ada: choose")
        await screen.type("2")
        for _ in range(3):
            await screen.press("escape")
            await screen.sees("Unfinished")
            await screen.rush("r")
            await screen.sees(question(30, "Emmy"))
        await screen.type("15")
        await screen.sees("Emmy wins!")

    drive(script, AliquotApp(Setup(create("dividers-duel"), names=("Ada", "Emmy"))))
    assert len(saved()) == 1


def test_names_with_brackets_are_shown_as_they_are(drive: Drive) -> None:
    keep(2, names=("[Ada", "E[/]my"))
    keep(12, names=("[red]Ada[/red]", "Emmy"))

    async def script(screen: Driver) -> None:
        await screen.sees("[Ada – E[/]my: Divider's Duel 60, unfinished")
        assert "[red]Ada[/red] – Emmy" in kept(screen)[1]
        await screen.press("r")
        await screen.sees(question(30, "E[/]my"))
        await screen.press("x")
        await screen.sees(ASK_RESIGN.format(name="E[/]my"))

    drive(script)


def test_a_file_name_with_brackets_is_told_as_it_is(drive: Drive) -> None:
    path = keep(2)
    elsewhere = resume(path.rename(path.with_name("my[red]game.duel")))

    async def script(screen: Driver) -> None:
        await screen.sees("Unfinished")
        await screen.press("r")
        await screen.is_told("is being played in another window.")
        assert "my[red]game.duel" in screen.notices[0]

    drive(script)
    elsewhere.close()


def test_q_leaves(drive: Drive) -> None:
    app = AliquotApp()

    async def script(screen: Driver) -> None:
        await screen.sees(FIRST)
        await screen.press("q")

    drive(script, app)
    assert (app.return_value, app.return_code) == (None, 0)
