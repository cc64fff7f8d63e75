"""What to play next: not over before somebody has moved, and deeper where one number was not deep."""

import pytest

from aliquot.core.player import HUMAN
from aliquot.games import create
from aliquot.play.rematch import can_end_at_once, is_shallow, liven, offers
from aliquot.play.series import SeriesSession
from aliquot.play.setup import Setup

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
        setup, news = liven(Setup(create(name), COMPUTER_FIRST, seed=seed))
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
    assert liven(setup) == (setup, "")


def test_a_contest_varies_its_rematches_only_if_that_was_agreed() -> None:
    for lively in (True, False):
        series_session = SeriesSession(Setup(create("dividers-duel"), (HUMAN, "perfect"), save=False, lively=lively))
        series_session.session.play(30)
        series_session.go_on()
        assert bool(series_session.news) is lively
        assert can_end_at_once(series_session.session.match.game) is not lively
        series_session.session.resign(2)
        series_session.go_on()
        assert series_session.news == "", "the person moves first"
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
