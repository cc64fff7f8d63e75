"""A contest: the series, the score and the seats, whatever happens in between."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from aliquot.core.clock import TimeControl
from aliquot.games import create
from aliquot.play.contest import Contest
from aliquot.play.setup import Setup
from aliquot.play.writing import Place
from aliquot.saves.archive import Archive, load
from aliquot.saves.slot import Slot, resume

Begin = Callable[..., Contest]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "games"


@pytest.fixture
def begin(folder: Path) -> Begin:
    """Begins contests whose matches are kept in a folder of the test's own."""

    def start(name: str = "dividers-duel", **agreed: Any) -> Contest:
        return Contest(Setup(create(name), **agreed), lambda: Slot(Archive(folder)))

    return start


def unfinished(folder: Path) -> list[Path]:
    return [path for path in folder.glob("*.duel") if load(path).outcome is None]


def kill_and_resume(contest: Contest, folder: Path) -> Contest:
    """Takes up what a killed program has left: its locks are gone, and nothing was closed."""
    for sitting in (contest.sitting, contest._next):
        if sitting is not None and sitting.keeping.store is not None:
            sitting.keeping.store.close()
    (path,) = unfinished(folder)
    return Contest.resume(resume(path), lambda: Slot(Archive(folder)))


def names(contest: Contest) -> tuple[str, str]:
    return contest.sitting.names


def test_the_first_seat_alternates_and_the_score_is_kept_by_player(begin: Begin) -> None:
    contest = begin(names=("Ada", "Emmy"), best_of=5)
    seats, scores = [], []
    while not contest.is_decided:
        seats.append(names(contest))
        contest.sitting.play(30)  # Whoever moves first wins.
        contest.conclude()
        contest.conclude()  # Counted once, however often it is said.
        scores.append(contest.series.score)
        if not contest.is_decided:
            contest.go_on()
    assert seats == [("Ada", "Emmy"), ("Emmy", "Ada"), ("Ada", "Emmy"), ("Emmy", "Ada"), ("Ada", "Emmy")]
    assert scores == [(1, 0), (1, 1), (2, 1), (2, 2), (3, 2)]
    assert contest.champion is contest.players[0]
    contest.close()


@pytest.mark.parametrize("moment", ["before the first move", "in the middle", "between two games"])
def test_a_series_killed_at_any_moment_goes_on_where_it_was(moment: str, begin: Begin, folder: Path) -> None:
    contest = begin(names=("Ada", "Emmy"), best_of=3, penalty="retry", hints=False, clock=TimeControl(600, 5), seed=7)
    for _ in range(2):
        contest.sitting.play(30)
        contest.conclude()
        if contest.series.number == 2 or moment != "between two games":
            contest.go_on()
    if moment == "in the middle":
        contest.sitting.play(2)
    again = kill_and_resume(contest, folder)
    assert again.series.score == (1, 1)
    assert again.sitting.place == Place(3, 3, (1, 1))
    assert names(again) == ("Ada", "Emmy")
    assert (again.setup.penalty, again.setup.hints, again.setup.clock) == ("retry", False, TimeControl(600, 5))
    assert again.setup.seed == 7
    again.sitting.play(15 if moment == "in the middle" else 30)
    again.conclude()
    assert again.is_decided
    assert again.champion is not None
    assert again.champion.name == ("Emmy" if moment == "in the middle" else "Ada")
    again.close()
    assert unfinished(folder) == []


def test_the_second_game_of_a_series_knows_who_won_the_first(begin: Begin, folder: Path) -> None:
    contest = begin(names=("Ada", "Emmy"), best_of=5)
    contest.sitting.play(30)
    contest.go_on()
    again = kill_and_resume(contest, folder)
    assert names(again) == ("Emmy", "Ada")
    assert again.series.score == (1, 0)
    assert [party.name for party in again.players] == ["Ada", "Emmy"]
    again.close()


def test_players_of_one_name_are_two_players(begin: Begin, folder: Path) -> None:
    contest = begin(names=("Kim", "Kim"), kinds=("human", "perfect"), best_of=3)
    contest.sitting.play(30)
    contest.go_on()
    assert contest.sitting.kinds == ("perfect", "human")
    assert contest.series.score == (1, 0)
    again = kill_and_resume(contest, folder)
    assert again.sitting.kinds == ("perfect", "human")
    assert again.series.score == (1, 0)
    again.sitting.computer_turn()
    again.go_on()
    assert again.sitting.kinds == ("human", "perfect")
    assert again.series.score == (1, 1)
    again.close()


def test_a_rematch_swaps_the_seats_of_the_last_game(begin: Begin) -> None:
    contest = begin(names=("Ada", "Emmy"), best_of=3)
    for _ in range(2):
        contest.sitting.resign(2 if names(contest)[0] == "Ada" else 1)
        contest.conclude()
        last = names(contest)
        contest.go_on()
    assert last == ("Emmy", "Ada")
    assert names(contest) == ("Ada", "Emmy")
    assert contest.series.score == (0, 0)
    contest.close()


@pytest.mark.parametrize("tag", ["", '[Score "7-7"]', '[Score "x"]', '[Score "0-0"]'])
def test_a_game_of_a_series_whose_score_is_unknown_or_cannot_be_is_played_by_itself(tag: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.duel"
    path.write_text(f'[Game "dividers-duel(start=60)"]\n[Round "2/3"]\n{tag}\n\n60/2 *\n')
    contest = Contest.resume(resume(path), Slot)
    contest.sitting.play(15)
    contest.conclude()
    assert contest.is_decided
    contest.close()
    assert load(path).round == (2, 3)


def test_what_can_be_done_depends_on_where_the_match_stands(begin: Begin) -> None:
    contest = begin("dividers-duel(start=60,swap)", kinds=("human", "random"), save=False)

    def offered() -> set[str]:
        actions = ("again", "review", "hint", "take_back", "resign", "swap", "anything else")
        return {action for action in actions if contest.can(action)}

    assert offered() == {"hint", "resign", "anything else"}
    contest.sitting.play(2)
    assert offered() == {"resign", "take_back", "anything else"}, "the computer has not moved yet"
    contest.sitting.resign(1)
    assert offered() == {"again", "review", "anything else"}


def test_what_is_not_to_be_kept_leaves_no_file(begin: Begin, folder: Path) -> None:
    contest = begin(best_of=3, save=False)
    contest.sitting.play(30)
    contest.go_on()
    contest.close()
    assert not folder.exists()


ADA = ("Ada", "Emmy")


def rematch(contest: Contest) -> tuple[tuple[str, str], tuple[str, str]]:
    """Ends the match and goes on; returns who sits where then."""
    contest.sitting.resign()
    contest.go_on()
    assert (contest.sitting.match.turns, contest.sitting.outcome) == ((), None)
    return contest.sitting.names, contest.sitting.kinds


def test_a_single_game_is_decided_by_its_end(begin: Begin) -> None:
    contest = begin(names=ADA, save=False)
    assert (contest.is_decided, contest.champion, contest.coin) == (False, None, None)
    contest.sitting.resign()
    contest.conclude()
    assert contest.is_decided
    assert contest.champion is contest.players[1]


@pytest.mark.parametrize("kinds", [("human", "perfect"), ("human", "human")])
def test_a_rematch_swaps_the_seats_however_the_coin_fell(kinds: tuple[str, str], begin: Begin) -> None:
    fell = set()
    for seed in range(6):
        contest = begin(names=ADA, kinds=kinds, toss=True, seed=seed, save=False)
        fell.add(contest.coin)
        first = contest.sitting.names, contest.sitting.kinds
        assert first == ((ADA, kinds) if contest.coin == "heads" else (ADA[::-1], kinds[::-1]))
        second = first[0][::-1], first[1][::-1]
        assert [rematch(contest) for _ in range(3)] == [second, first, second]
        assert contest.coin is None, "the coin is tossed once"
    assert fell == {"heads", "tails"}


@pytest.mark.parametrize(
    ("kinds", "called"),
    [
        (("human", "human"), ("Player 1", "Player 2")),
        (("human", "perfect"), ("Player 1", "perfect")),
        (("random", "random"), ("random (1)", "random (2)")),
    ],
)
def test_players_who_gave_no_names_swap_seats_and_keep_what_they_are_called(
    kinds: tuple[str, str], called: tuple[str, str], begin: Begin
) -> None:
    contest = begin(kinds=kinds, save=False)
    turned, back = (called[::-1], kinds[::-1]), (called, kinds)
    assert (contest.sitting.names, contest.sitting.kinds) == back
    assert [rematch(contest) for _ in range(3)] == [turned, back, turned]


def test_a_series_won_in_a_row_is_over_early(begin: Begin) -> None:
    contest = begin(names=ADA, best_of=5, save=False)
    for number in range(1, 4):
        contest.sitting.resign(2 if contest.sitting.names == ADA else 1)
        contest.conclude()
        assert contest.is_decided == (number == 3)
        if number < 3:
            contest.go_on()
    assert contest.series.score == (3, 0)
    contest.go_on()
    assert contest.series.score == (0, 0)
    assert contest.sitting.place == Place(1, 5, (0, 0))


ACTIONS = ("again", "review", "hint", "take_back", "resign", "swap")


def offered(contest: Contest) -> set[str]:
    return {action for action in ACTIONS if contest.can(action)}


def test_a_match_without_a_move_has_nothing_to_look_back_at(begin: Begin) -> None:
    contest = begin(save=False)
    contest.sitting.resign()
    assert offered(contest) == {"again"}


def test_between_computers_nothing_is_offered(begin: Begin) -> None:
    assert offered(begin(kinds=("random", "perfect"), save=False)) == set()


@pytest.mark.parametrize("name", ["dividers-duel(start=60,swap)", "divisor-duel-pool(pool=2-50,swap)"])
def test_the_swap_is_offered_on_the_second_turn_only(name: str, begin: Begin) -> None:
    contest = begin(name, save=False)
    assert not contest.can("swap")
    contest.sitting.play("12")
    assert contest.can("swap")
    contest.sitting.swap()
    assert not contest.can("swap")


def test_a_match_taken_up_is_followed_by_others_as_it_was_agreed(begin: Begin, folder: Path) -> None:
    contest = begin(kinds=("human", "perfect"), names=ADA, penalty="retry", hints=False, clock=TimeControl(60, 2))
    contest.sitting.play(2)
    again = kill_and_resume(contest, folder)
    assert (again.sitting.names, again.sitting.match.moves, again.sitting.place) == (ADA, (2,), None)
    assert rematch(again) == (ADA[::-1], ("perfect", "human"))
    sitting = again.sitting
    assert (sitting.match.game.id, sitting.match.penalty, sitting.allows_hints) == (
        "dividers-duel(start=60)",
        "retry",
        False,
    )
    assert sitting.clock is not None
    assert sitting.clock.control == TimeControl(60, 2)
    again.close()
