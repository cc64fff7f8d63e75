"""A contest: who sits where, the score, what can be done, and what each move was worth."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from aliquot.core.clock import TimeControl
from aliquot.core.errors import Unsolved
from aliquot.core.outcome import Ending
from aliquot.games import create
from aliquot.oracle.review import Mark
from aliquot.play.contest import Contest
from aliquot.play.setup import Setup
from aliquot.play.sitting import Sitting
from aliquot.saves.archive import Archive
from aliquot.terminal.screen.history import Line

Begin = Callable[..., Contest]


@pytest.fixture
def begin() -> Iterator[Begin]:
    """Begins contests that are not kept, and closes them."""
    begun: list[Contest] = []

    def start(name: str = "dividers-duel", **agreed: Any) -> Contest:
        begun.append(Contest(Setup(create(name), save=False, **agreed)))
        return begun[-1]

    yield start
    for contest in begun:
        contest.sitting.close()


def play(contest: Contest, *moves: str) -> None:
    match = contest.sitting.match
    for text in moves:
        match.play(match.game.parse(match.position, text))


def resign(contest: Contest) -> str:
    """The player to move gives up, and the match is counted."""
    contest.sitting.match.concede(Ending.RESIGNED)
    return contest.conclude()


ADA = ("Ada", "Emmy")


def test_a_single_game_has_no_score_and_is_decided_by_its_end(begin: Begin) -> None:
    contest = begin(names=ADA)
    assert (contest.place, contest.is_decided, contest.coin) == ("", False, None)
    assert resign(contest) == "Ada resigns. Emmy wins!"
    assert contest.is_decided


def test_a_rematch_swaps_the_seats_and_another_swaps_them_back(begin: Begin) -> None:
    contest = begin(names=ADA, kinds=("human", "perfect"))
    for names, kinds in ((ADA, ("human", "perfect")), (ADA[::-1], ("perfect", "human")), (ADA, ("human", "perfect"))):
        assert (contest.sitting.names, contest.sitting.kinds) == (names, kinds)
        assert contest.is_human == (kinds[0] == "human")
        resign(contest)
        contest.again()
        assert contest.sitting.match.turns == ()
        assert contest.sitting.match.outcome is None


@pytest.mark.parametrize("kinds", [("human", "perfect"), ("human", "human")])
@pytest.mark.parametrize("seed", range(6))
def test_a_rematch_swaps_the_seats_however_the_coin_fell(seed: int, kinds: tuple[str, str], begin: Begin) -> None:
    contest = begin(names=ADA, kinds=kinds, toss=True, seed=seed)
    assert contest.coin in ("heads", "tails")
    seats = [(contest.sitting.names, contest.sitting.kinds)]
    assert seats[0][0] == (ADA if contest.coin == "heads" else ADA[::-1])
    for _ in range(3):
        resign(contest)
        contest.again()
        assert contest.coin is None, "the coin is tossed once"
        seats.append((contest.sitting.names, contest.sitting.kinds))
    assert seats[0] == seats[2]
    assert seats[1] == seats[3] == (seats[0][0][::-1], seats[0][1][::-1])


@pytest.mark.parametrize(
    ("kinds", "names"),
    [
        (("human", "human"), ("Player 1", "Player 2")),
        (("human", "perfect"), ("Player 1", "perfect")),
        (("random", "random"), ("random (1)", "random (2)")),
    ],
)
def test_players_who_gave_no_names_swap_seats_and_keep_what_they_are_called(
    kinds: tuple[str, str], names: tuple[str, str], begin: Begin
) -> None:
    contest = begin(kinds=kinds)
    for turned in (False, True, False, True):
        seated, sort = (names[::-1], kinds[::-1]) if turned else (names, kinds)
        assert (contest.sitting.names, contest.sitting.kinds) == (seated, sort)
        resign(contest)
        contest.again()


def test_the_coin_falls_both_ways(begin: Begin) -> None:
    assert {begin(names=ADA, toss=True, seed=seed).coin for seed in range(6)} == {"heads", "tails"}


def test_a_series_goes_on_until_somebody_has_won_more_than_half(begin: Begin) -> None:
    contest = begin(names=ADA, best_of=3)
    assert contest.place == "Game 1 of at most 3   Ada 0 : 0 Emmy"
    assert resign(contest) == "Ada resigns. Emmy wins!"
    assert (contest.is_decided, contest.place) == (False, "Game 1 of at most 3   Ada 0 : 1 Emmy")
    contest.again()
    assert contest.sitting.names == ("Emmy", "Ada"), "the first move alternates"
    assert (contest.sitting.round, contest.place) == ((2, 3), "Game 2 of at most 3   Ada 0 : 1 Emmy")
    assert resign(contest) == "Emmy resigns. Ada wins!"
    contest.again()
    assert contest.place == "Game 3 of at most 3   Ada 1 : 1 Emmy"
    assert resign(contest) == "Ada resigns. Emmy wins! Emmy wins the series 2 to 1."
    assert (contest.is_decided, contest.place) == (True, "Game 3 of at most 3   Ada 1 : 2 Emmy")
    contest.again()
    assert contest.place == "Game 1 of at most 3   Emmy 0 : 0 Ada"
    assert contest.sitting.names == ("Emmy", "Ada")


def test_a_series_won_in_a_row_is_over_early(begin: Begin) -> None:
    contest = begin(names=ADA, best_of=5)
    for number in range(1, 4):
        contest.sitting.match.concede(Ending.RESIGNED, 2 if contest.sitting.names == ADA else 1)
        told = contest.conclude()
        assert contest.is_decided == (number == 3)
        if number < 3:
            contest.again()
    assert told.endswith("Ada wins the series 3 to 0.")


def test_what_has_ended_is_counted_once_by_each_who_asks_to_count_it(begin: Begin) -> None:
    contest = begin(names=ADA)
    resign(contest)
    assert contest.conclude() == "Ada resigns. Emmy wins!"
    assert contest.series.score == (0, 1)


def test_the_clock_stops_at_the_end(begin: Begin) -> None:
    contest = begin(names=ADA, clock=TimeControl(60))
    assert contest.sitting.clock is not None
    contest.sitting.clock.start(1)
    resign(contest)
    left = contest.sitting.clock.remaining(1)
    assert contest.sitting.clock.remaining(1) == left


ACTIONS = ("again", "review", "hint", "take_back", "resign", "swap")


def offered(contest: Contest) -> set[str]:
    return {action for action in ACTIONS if contest.can(action)}


def test_what_can_be_done_follows_the_match(begin: Begin) -> None:
    contest = begin("dividers-duel(start=360)")
    assert offered(contest) == {"hint", "resign"}
    play(contest, "2")
    assert offered(contest) == {"hint", "resign"}
    play(contest, "2")
    assert offered(contest) == {"hint", "resign", "take_back"}
    resign(contest)
    assert offered(contest) == {"again", "review"}
    assert contest.can("study"), "what is not known here can always be done"


def test_a_match_without_a_move_has_nothing_to_look_back_at(begin: Begin) -> None:
    contest = begin()
    resign(contest)
    assert offered(contest) == {"again"}


def test_while_the_computer_moves_only_giving_up_is_offered(begin: Begin) -> None:
    contest = begin(kinds=("random", "human"))
    assert not contest.is_human
    assert offered(contest) == {"resign"}
    play(contest, "2")
    assert contest.is_human
    assert offered(contest) == {"hint", "resign"}


def test_between_computers_nothing_is_offered(begin: Begin) -> None:
    assert offered(begin(kinds=("random", "perfect"))) == set()


@pytest.mark.parametrize("name", ["dividers-duel(start=60,swap)", "divisor-duel-pool(pool=2-50,swap)"])
def test_the_swap_is_offered_on_the_second_turn_only(name: str, begin: Begin) -> None:
    contest = begin(name)
    assert not contest.can("swap")
    play(contest, "12")
    assert contest.can("swap")
    play(contest, "swap")
    assert not contest.can("swap")


def test_the_computer_is_not_asked_whether_it_swaps(begin: Begin) -> None:
    contest = begin("dividers-duel(start=60,swap)", kinds=("human", "perfect"))
    play(contest, "2")
    assert not contest.can("swap")


def test_moves_are_told_with_their_marks_once_they_are_judged_and_may_be_seen(begin: Begin) -> None:
    contest = begin(names=ADA)
    play(contest, "60/2", "30/15")
    assert contest.lines(marked=True) == [Line(1, "60/2", "30"), Line(2, "30/15", "2")]
    assert list(contest.unjudged()) == [0, 1]
    contest.judge(0)
    assert list(contest.unjudged()) == [1]
    contest.judge(1)
    assert [line.mark for line in contest.lines(marked=True)] == [Mark.BLUNDER, Mark.BEST]
    assert [line.mark for line in contest.lines(marked=False)] == [None, None]
    assert list(contest.unjudged()) == []


def test_what_is_taken_back_and_played_anew_is_judged_anew(begin: Begin) -> None:
    contest = begin("dividers-duel(start=360)")
    play(contest, "2", "2", "3")
    for number in range(3):
        contest.judge(number)
    contest.sitting.take_back()
    assert list(contest.unjudged()) == []
    play(contest, "180/3", "2")
    assert list(contest.unjudged()) == [1, 2]
    assert [line.mark is None for line in contest.lines(marked=True)] == [False, True, True]


def test_an_illegal_choice_that_lost_is_told_and_not_judged(begin: Begin) -> None:
    contest = begin("dividers-duel", penalty="forfeit")
    play(contest, "2", "7")
    assert list(contest.unjudged()) == [0]
    assert contest.lines(marked=True)[1] == Line(2, "30/7")


def test_marks_do_not_outlive_their_match(begin: Begin) -> None:
    contest = begin()
    play(contest, "60/2", "30/15")
    contest.judge(0)
    contest.conclude()
    contest.again()
    play(contest, "60/2", "30/15")
    assert list(contest.unjudged()) == [0, 1]


def test_what_the_oracle_does_not_know_is_said(begin: Begin) -> None:
    contest = begin("divisor-duel-subtract(start=1000000,misere)")
    play(contest, "2")
    with pytest.raises(Unsolved):
        contest.judge(0)


def test_a_match_taken_up_goes_on_as_it_was_agreed(tmp_path: Path) -> None:
    setup = Setup(
        create("dividers-duel"),
        ("human", "perfect"),
        ADA,
        penalty="retry",
        hints=False,
        clock=TimeControl(60, 2),
        best_of=3,
    )
    sitting = Sitting.begin(setup, setup.players, (2, 3))
    sitting.archive = Archive(tmp_path / "games")
    sitting.match.play(2)
    sitting.save()
    sitting.close()
    assert sitting.path is not None
    contest = Contest.resume(Sitting.resume(sitting.path))
    assert (contest.sitting.names, contest.sitting.match.moves, contest.place) == (ADA, (2,), "")
    resign(contest)
    assert contest.is_decided, "whatever series it was part of is over"
    contest.again()
    again = contest.sitting
    assert (again.names, again.kinds) == (ADA[::-1], ("perfect", "human"))
    assert (again.match.game.id, again.match.penalty, again.allows_hints) == ("dividers-duel(start=60)", "retry", False)
    assert again.clock is not None
    assert again.clock.control == TimeControl(60, 2)
    again.close()
