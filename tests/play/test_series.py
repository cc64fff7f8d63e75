"""A series_session: the series, the score and the seats, whatever happens in between."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from aliquot.core.clock import TimeControl
from aliquot.core.player import HUMAN
from aliquot.games import create
from aliquot.play.series import SeriesSession, can_end_at_once, is_shallow, offers, vary_rematch
from aliquot.play.session import SeriesRound
from aliquot.play.setup import Setup
from aliquot.saves.archive import Archive, load
from aliquot.saves.match_file import MatchFile, resume

Begin = Callable[..., SeriesSession]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "games"


@pytest.fixture
def begin(folder: Path) -> Begin:
    """Begins series whose matches are kept in a folder of the test's own."""

    def start(name: str = "dividers-duel", **agreed: Any) -> SeriesSession:
        return SeriesSession.start(Setup(create(name), **agreed), lambda: MatchFile(Archive(folder)))

    return start


def unfinished(folder: Path) -> list[Path]:
    return [path for path in folder.glob("*.duel") if load(path).outcome is None]


def kill_and_resume(series_session: SeriesSession, folder: Path) -> SeriesSession:
    """Takes up what a killed program has left: its locks are gone, and nothing was closed."""
    for session in (series_session.session, series_session._next):
        if session is not None and session.store is not None:
            session.store.close()
    (path,) = unfinished(folder)
    return SeriesSession.from_session(resume(path), lambda: MatchFile(Archive(folder)))


def names(series_session: SeriesSession) -> tuple[str, str]:
    return series_session.session.names


def test_the_first_seat_alternates_and_the_score_is_kept_by_player(begin: Begin) -> None:
    series_session = begin(names=("Ada", "Emmy"), best_of=5)
    seats, scores = [], []
    while not series_session.is_decided:
        seats.append(names(series_session))
        series_session.session.play(30)  # Whoever moves first wins.
        series_session.count_result()
        series_session.count_result()  # Counted once, however often it is said.
        scores.append(series_session.series.score)
        if not series_session.is_decided:
            series_session.advance()
    assert seats == [("Ada", "Emmy"), ("Emmy", "Ada"), ("Ada", "Emmy"), ("Emmy", "Ada"), ("Ada", "Emmy")]
    assert scores == [(1, 0), (1, 1), (2, 1), (2, 2), (3, 2)]
    assert series_session.champion is series_session.players[0]
    series_session.close()


@pytest.mark.parametrize("moment", ["before the first move", "in the middle", "between two games"])
def test_a_series_killed_at_any_moment_goes_on_where_it_was(moment: str, begin: Begin, folder: Path) -> None:
    series_session = begin(
        names=("Ada", "Emmy"), best_of=3, penalty="retry", hints=False, clock=TimeControl(600, 5), seed=7
    )
    for _ in range(2):
        series_session.session.play(30)
        series_session.count_result()
        if series_session.series.number == 2 or moment != "between two games":
            series_session.advance()
    if moment == "in the middle":
        series_session.session.play(2)
    again = kill_and_resume(series_session, folder)
    assert again.series.score == (1, 1)
    assert again.session.series_round == SeriesRound(3, 3, (1, 1))
    assert names(again) == ("Ada", "Emmy")
    assert (again.setup.penalty, again.setup.hints, again.setup.clock) == ("retry", False, TimeControl(600, 5))
    assert again.setup.seed == 7
    again.session.play(15 if moment == "in the middle" else 30)
    again.count_result()
    assert again.is_decided
    assert again.champion is not None
    assert again.champion.name == ("Emmy" if moment == "in the middle" else "Ada")
    again.close()
    assert unfinished(folder) == []


def test_the_second_game_of_a_series_knows_who_won_the_first(begin: Begin, folder: Path) -> None:
    series_session = begin(names=("Ada", "Emmy"), best_of=5)
    series_session.session.play(30)
    series_session.advance()
    again = kill_and_resume(series_session, folder)
    assert names(again) == ("Emmy", "Ada")
    assert again.series.score == (1, 0)
    assert [party.name for party in again.players] == ["Ada", "Emmy"]
    again.close()


def test_players_of_one_name_are_two_players(begin: Begin, folder: Path) -> None:
    series_session = begin(names=("Kim", "Kim"), kinds=("human", "perfect"), best_of=3)
    series_session.session.play(30)
    series_session.advance()
    assert series_session.session.kinds == ("perfect", "human")
    assert series_session.series.score == (1, 0)
    again = kill_and_resume(series_session, folder)
    assert again.session.kinds == ("perfect", "human")
    assert again.series.score == (1, 0)
    again.session.computer_turn()
    again.advance()
    assert again.session.kinds == ("human", "perfect")
    assert again.series.score == (1, 1)
    again.close()


def test_a_rematch_swaps_the_seats_of_the_last_game(begin: Begin) -> None:
    series_session = begin(names=("Ada", "Emmy"), best_of=3)
    for _ in range(2):
        series_session.session.resign(2 if names(series_session)[0] == "Ada" else 1)
        series_session.count_result()
        last = names(series_session)
        series_session.advance()
    assert last == ("Emmy", "Ada")
    assert names(series_session) == ("Ada", "Emmy")
    assert series_session.series.score == (0, 0)
    series_session.close()


@pytest.mark.parametrize("tag", ["", '[Score "7-7"]', '[Score "x"]', '[Score "0-0"]'])
def test_a_game_of_a_series_whose_score_is_unknown_or_cannot_be_is_played_by_itself(tag: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.duel"
    path.write_text(f'[Game "dividers-duel(start=60)"]\n[Round "2/3"]\n{tag}\n\n60/2 *\n')
    series_session = SeriesSession.from_session(resume(path), MatchFile)
    series_session.session.play(15)
    series_session.count_result()
    assert series_session.is_decided
    series_session.close()
    assert load(path).round == (2, 3)


def test_what_can_be_done_depends_on_where_the_match_stands(begin: Begin) -> None:
    series_session = begin("dividers-duel(start=60,swap)", kinds=("human", "random"), save=False)

    def offered() -> set[str]:
        actions = ("again", "review", "hint", "take_back", "resign", "swap", "anything else")
        return {action for action in actions if series_session.can(action)}

    assert offered() == {"hint", "resign", "anything else"}
    series_session.session.play(2)
    assert offered() == {"resign", "take_back", "anything else"}, "the computer has not moved yet"
    series_session.session.resign(1)
    assert offered() == {"again", "review", "anything else"}


def test_what_is_not_to_be_kept_leaves_no_file(begin: Begin, folder: Path) -> None:
    series_session = begin(best_of=3, save=False)
    series_session.session.play(30)
    series_session.advance()
    series_session.close()
    assert not folder.exists()


ADA = ("Ada", "Emmy")


def rematch(series_session: SeriesSession) -> tuple[tuple[str, str], tuple[str, str]]:
    """Ends the match and goes on; returns who sits where then."""
    series_session.session.resign()
    series_session.advance()
    assert (series_session.session.match.turns, series_session.session.outcome) == ((), None)
    return series_session.session.names, series_session.session.kinds


def test_a_single_game_is_decided_by_its_end(begin: Begin) -> None:
    series_session = begin(names=ADA, save=False)
    assert (series_session.is_decided, series_session.champion, series_session.coin) == (False, None, None)
    series_session.session.resign()
    series_session.count_result()
    assert series_session.is_decided
    assert series_session.champion is series_session.players[1]


@pytest.mark.parametrize("kinds", [("human", "perfect"), ("human", "human")])
def test_a_rematch_swaps_the_seats_however_the_coin_fell(kinds: tuple[str, str], begin: Begin) -> None:
    fell = set()
    for seed in range(6):
        series_session = begin(names=ADA, kinds=kinds, toss=True, seed=seed, save=False)
        fell.add(series_session.coin)
        first = series_session.session.names, series_session.session.kinds
        assert first == ((ADA, kinds) if series_session.coin == "heads" else (ADA[::-1], kinds[::-1]))
        second = first[0][::-1], first[1][::-1]
        assert [rematch(series_session) for _ in range(3)] == [second, first, second]
        assert series_session.coin is None, "the coin is tossed once"
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
    series_session = begin(kinds=kinds, save=False)
    turned, back = (called[::-1], kinds[::-1]), (called, kinds)
    assert (series_session.session.names, series_session.session.kinds) == back
    assert [rematch(series_session) for _ in range(3)] == [turned, back, turned]


def test_a_series_won_in_a_row_is_over_early(begin: Begin) -> None:
    series_session = begin(names=ADA, best_of=5, save=False)
    for number in range(1, 4):
        series_session.session.resign(2 if series_session.session.names == ADA else 1)
        series_session.count_result()
        assert series_session.is_decided == (number == 3)
        if number < 3:
            series_session.advance()
    assert series_session.series.score == (3, 0)
    series_session.advance()
    assert series_session.series.score == (0, 0)
    assert series_session.session.series_round == SeriesRound(1, 5, (0, 0))


ACTIONS = ("again", "review", "hint", "take_back", "resign", "swap")


def offered(series_session: SeriesSession) -> set[str]:
    return {action for action in ACTIONS if series_session.can(action)}


def test_a_match_without_a_move_has_nothing_to_look_back_at(begin: Begin) -> None:
    series_session = begin(save=False)
    series_session.session.resign()
    assert offered(series_session) == {"again"}


def test_between_computers_nothing_is_offered(begin: Begin) -> None:
    assert offered(begin(kinds=("random", "perfect"), save=False)) == set()


@pytest.mark.parametrize("name", ["dividers-duel(start=60,swap)", "divisor-duel-pool(pool=2-50,swap)"])
def test_the_swap_is_offered_on_the_second_turn_only(name: str, begin: Begin) -> None:
    series_session = begin(name, save=False)
    assert not series_session.can("swap")
    series_session.session.play("12")
    assert series_session.can("swap")
    series_session.session.swap()
    assert not series_session.can("swap")


def test_a_match_taken_up_is_followed_by_others_as_it_was_agreed(begin: Begin, folder: Path) -> None:
    series_session = begin(
        kinds=("human", "perfect"), names=ADA, penalty="retry", hints=False, clock=TimeControl(60, 2)
    )
    series_session.session.play(2)
    again = kill_and_resume(series_session, folder)
    assert (again.session.names, again.session.match.moves, again.session.series_round) == (ADA, (2,), None)
    assert rematch(again) == (ADA[::-1], ("perfect", "human"))
    session = again.session
    assert (session.match.game.id, session.match.penalty, session.hints_allowed) == (
        "dividers-duel(start=60)",
        "retry",
        False,
    )
    assert session.clock is not None
    assert session.clock.control == TimeControl(60, 2)
    again.close()


# --- rematches ---

COMPUTER_FIRST = ("perfect", HUMAN)


@pytest.mark.parametrize(
    ("name", "ends"),
    [
        ("dividers-duel", True),
        ("factor-duel(start=30,misere)", True),
        ("divisor-duel-subtract", False),
        ("divisor-duel-pool", True),
        ("divisor-duel-pool(pool=2-50,opening=even)", False),
        ("dividers-duel(start=60+84)", False),
    ],
)
def test_whether_the_first_move_can_end_it(name: str, ends: bool) -> None:
    game = create(name)
    tried = {game.outcome(game.child(game.start(), move)) is not None for move in game.legal_moves(game.start())}
    assert can_end_at_once(game) is ends is (True in tried)


@pytest.mark.parametrize(
    ("name", "now", "told"),
    [
        ("dividers-duel", "dividers-duel", "Three numbers this time"),
        ("divide-and-conquer(start=100,misere)", "divide-and-conquer", "Three numbers this time"),
        ("divisor-duel-pool(pool=2-60)", "divisor-duel-pool", "The first pick must be even this time"),
    ],
)
def test_where_the_computer_could_end_it_at_once_the_person_gets_to_play(name: str, now: str, told: str) -> None:
    for seed in range(5):
        setup, news = vary_rematch(Setup(create(name), COMPUTER_FIRST, seed=seed))
        assert news.startswith(told)
        assert setup.game.slug == now
        assert not can_end_at_once(setup.game)
        assert setup.game.last_move_wins == create(name).last_move_wins


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("dividers-duel", (HUMAN, "perfect")),
        ("dividers-duel", (HUMAN, HUMAN)),
        ("dividers-duel", ("perfect", "perfect")),
        ("divisor-duel-subtract", COMPUTER_FIRST),
        ("dividers-duel(start=60+84+90)", COMPUTER_FIRST),
        ("divisor-duel-pool(pool=2-50,swap)", COMPUTER_FIRST),
    ],
)
def test_elsewhere_a_rematch_is_the_same_game(name: str, kinds: tuple[str, str]) -> None:
    setup = Setup(create(name), kinds)
    assert vary_rematch(setup) == (setup, "")


def test_a_contest_varies_its_rematches_only_if_that_was_agreed() -> None:
    for varied in (True, False):
        series_session = SeriesSession.start(
            Setup(create("dividers-duel"), (HUMAN, "perfect"), save=False, vary_rematches=varied)
        )
        series_session.session.play(30)
        series_session.advance()
        assert bool(series_session.notice) is varied
        assert can_end_at_once(series_session.session.match.game) is not varied
        series_session.session.resign(2)
        series_session.advance()
        assert series_session.notice == "", "the person moves first"
        assert series_session.session.kinds == (HUMAN, "perfect")


def test_after_one_number_three_deeper_things_are_offered_to_the_same_players() -> None:
    setup = Setup(create("factor-duel"), (HUMAN, "skill:0.6"), ("Ada", "Computer"), penalty="forfeit")
    assert is_shallow(setup.game)
    found = offers(setup)
    assert [offer.title for offer in found] == ["Several numbers", "Subtraction", "The pool"]
    for offer in found:
        assert (offer.setup.kinds, offer.setup.names) == (setup.kinds, setup.names)
        assert not is_shallow(offer.setup.game)
    assert [offer.setup.penalty for offer in found] == ["forfeit", None, None], "each by its own rule book"


@pytest.mark.parametrize("name", ["divisor-duel-subtract", "divisor-duel-pool", "dividers-duel(start=60+84)"])
def test_what_is_deep_is_not_shallow(name: str) -> None:
    assert not is_shallow(create(name))
