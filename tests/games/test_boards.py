"""Boards: equal where positions have the same moves, and one move apart where a move leads from one to the other."""

from typing import Any

import pytest

from aliquot.games.boards import Board, NumbersBoard, board_of
from aliquot.games.positions import locate
from aliquot.games.sum import Sum


def board(name: str, text: str | None = None) -> Board:
    return board_of(*locate(name, text))


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (("dividers-duel(start=60)", "30"), ("dividers-duel", "30")),
        (("dividers-duel", "30"), ("factor-duel", "30")),
        (("dividers-duel(start=60,swap)", "30~"), ("dividers-duel", "30")),
        (("dividers-duel", "60,84"), ("dividers-duel", "84,60")),
        (("dividers-duel", "60"), ("dividers-duel", "60,7")),
        (("divisor-duel-pool", "2-50/12,6,24,8"), ("divisor-duel-pool(pool=2-50,opening=even)", "2-50/6,12,24,8")),
    ],
)
def test_positions_with_the_same_moves_are_one_board(one: tuple[str, str], two: tuple[str, str]) -> None:
    assert board(*one) == board(*two)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (("dividers-duel", "30"), ("divisor-duel-subtract", "30")),
        (("dividers-duel", "30"), ("dividers-duel(start=30,misere)", "30")),
        (("dividers-duel", "30"), ("dividers-duel", "30,30")),
        (("divisor-duel-pool", "2-50/12,6"), ("divisor-duel-pool", "2-50/6,12")),
        (("divisor-duel-pool", "2-50/12"), ("divisor-duel-pool", "2-40/12")),
    ],
)
def test_other_positions_are_other_boards(one: tuple[str, str], two: tuple[str, str]) -> None:
    assert board(*one) != board(*two)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("dividers-duel", "60"),
        ("divisor-duel-subtract", "24"),
        ("dividers-duel(start=60,misere)", "60"),
        ("dividers-duel", "60,84,84"),
        ("divisor-duel-pool", "2-50/12,6"),
        ("sum(dividers-duel:60+divisor-duel-subtract:24)", None),
    ],
)
def test_a_board_leads_to_every_position_one_move_on(name: str, text: str | None) -> None:
    game, position = locate(name, text)
    here = board_of(game, position)
    over = NumbersBoard(game.last_move_wins, ())
    children = {board_of(game, game.child(position, move)) for move in game.legal_moves(position)} - {over}
    assert children
    assert all(here.leads_to(child) for child in children)
    assert not here.leads_to(here)
    later = {
        board_of(game, game.child(child, move))
        for first in game.legal_moves(position)[:8]
        for child in [game.child(position, first)]
        for move in game.legal_moves(child)[:8]
    }
    # A number that is gone from a board may have gone at once: that cannot be told apart.
    apart = [each for each in later - children if not isinstance(game, Sum) or len(each.key) == len(here.key)]
    assert not any(here.leads_to(each) for each in apart)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (("dividers-duel", "60"), ("divisor-duel-subtract", "30")),
        (("dividers-duel", "60"), ("dividers-duel(start=60,misere)", "30")),
        (("dividers-duel", "60"), ("divisor-duel-pool", "2-50/12")),
        (("divisor-duel-pool", "2-50/12"), ("divisor-duel-pool", "2-40/12,6")),
        (("divisor-duel-pool", "2-50/12"), ("dividers-duel", "60")),
    ],
)
def test_no_move_leads_to_other_rules(one: tuple[str, str], two: tuple[str, str]) -> None:
    assert not board(*one).leads_to(board(*two))


class Rope:
    """A game of another package: of its moves nothing is known here."""

    id = "rope"

    def key(self, position: int) -> int:
        return position % 10


def test_boards_of_other_packages_are_equal_by_their_key() -> None:
    rope: Any = Rope()
    assert board_of(rope, 3) == board_of(rope, 13)
    assert board_of(rope, 3) != board_of(rope, 4)
    assert not board_of(rope, 4).leads_to(board_of(rope, 3))
