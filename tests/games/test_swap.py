"""The pie rule: when the swap is open, and what it does."""

from collections.abc import Iterator
from typing import Any

import pytest

import aliquot
from aliquot.core.errors import IllegalMove, InvalidMove, InvalidParameter, InvalidPosition
from aliquot.core.game import AnyGame
from aliquot.core.outcome import Ending, Outcome, other
from aliquot.games import REGISTRY
from aliquot.games.misere import Misere
from aliquot.games.swap import Swap

GAMES: list[Any] = [
    *(aliquot.game(slug, swap=True) for slug in REGISTRY),
    aliquot.game("factor-duel", start="12,18", swap=True),
    aliquot.game("factor-duel", start=30, misere=True, swap=True),
    aliquot.game("divisor-duel-subtract", start="9,16", misere=True, swap=True),
    aliquot.game("divisor-duel-pool", pool="1-9", opening="even", misere=True, swap=True),
    aliquot.game("sum(factor-duel:12+divisor-duel-subtract:12,swap)"),
]
EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))


def after_one_move(game: Any) -> Iterator[Any]:
    for move in game.legal_moves(game.start())[:8]:
        yield game.play(game.start(), move)


@EVERY_GAME
def test_the_swap_is_open_on_the_second_turn_and_no_other(game: Any) -> None:
    start = game.start()
    assert game.swap_move not in game.legal_moves(start)
    assert not game.is_legal(start, game.swap_move)
    for p in after_one_move(game):
        stuck = not game.game.legal_moves(p.inner)
        is_open = not stuck or game.last_move_wins
        assert game.is_legal(p, game.swap_move) is is_open
        assert (game.swap_move in game.legal_moves(p)) is is_open
        assert game.text(p).endswith("~") is is_open
        for move in game.legal_moves(p)[:8]:
            later = game.play(p, move)
            assert game.swap_move not in game.legal_moves(later)
            with pytest.raises(IllegalMove, match=r"^Only the second turn of the game can be a swap\.$"):
                game.play(later, game.swap_move)


@EVERY_GAME
def test_a_swap_leaves_the_position_to_the_other_seat(game: Any) -> None:
    for p in after_one_move(game):
        if game.is_legal(p, game.swap_move):
            swapped = game.play(p, game.swap_move)
            assert game.seat(p) == 2
            assert game.seat(swapped) == 1
            assert swapped.inner == p.inner
            assert game.legal_moves(swapped) == game.game.legal_moves(p.inner)
            assert game.text(swapped) == game.game.text(p.inner)


@EVERY_GAME
def test_after_a_swap_everything_that_follows_is_the_other_seats(game: Any) -> None:
    (p, *_) = (q for q in after_one_move(game) if game.is_legal(q, game.swap_move))
    swapped, inner = game.play(p, game.swap_move), p.inner
    while moves := game.game.legal_moves(inner):
        assert game.legal_moves(swapped) == moves
        assert game.seat(swapped) == other(game.game.seat(inner))
        swapped, inner = game.play(swapped, moves[-1]), game.game.play(inner, moves[-1])
    assert game.outcome(swapped) == Outcome(game.game.outcome(inner).loser, Ending.NO_MOVES)


def test_who_has_won_by_being_unable_to_move_need_not_swap() -> None:
    game: Any = aliquot.game("factor-duel", start=30, misere=True, swap=True)
    p = game.play(game.start(), 6)
    assert game.outcome(p) == Outcome(2, Ending.NO_MOVES)
    assert game.legal_moves(p) == ()


def test_who_cannot_move_may_still_swap() -> None:
    game: Any = aliquot.game("factor-duel", start=30, swap=True)
    p = game.play(game.start(), 6)
    assert game.outcome(p) is None
    assert game.legal_moves(p) == (game.swap_move,)
    assert game.outcome(game.play(p, game.swap_move)) == Outcome(2, Ending.NO_MOVES)


@EVERY_GAME
def test_it_is_typed_and_spelt_swap(game: Any) -> None:
    for p in (game.start(), *after_one_move(game)):
        for text in ("swap", "SWAP", " Swap "):
            assert game.parse(p, text) == game.swap_move
        assert game.spell(p, game.swap_move) == "swap"


@EVERY_GAME
def test_no_number_that_can_be_typed_is_a_swap(game: Any) -> None:
    (p, *_) = after_one_move(game)
    for text in ("0", "00", "1", "0/0", "0-0", "1/1", "-1", "-1/-1", "-1--1"):
        try:
            move = game.parse(p, text)
        except InvalidMove:
            continue
        assert move != game.swap_move, text


def test_the_longest_match_has_one_move_more() -> None:
    for game in GAMES:
        assert game.max_length == game.game.max_length + 1


def test_it_is_not_added_twice() -> None:
    with pytest.raises(InvalidParameter, match=r"^The game has the pie rule already\.$"):
        aliquot.game("factor-duel(start=30,swap,swap)")
    with pytest.raises(InvalidParameter, match=r"^The game has the pie rule already\.$"):
        aliquot.game("factor-duel(start=30,misere,swap,swap)")


def test_misere_goes_inside_so_that_whoever_is_unable_to_move_has_won_and_need_not_swap() -> None:
    with pytest.raises(InvalidParameter, match="The pie rule is added to a misère game"):
        aliquot.game("factor-duel(start=30,swap,misere)")
    inside: Any = aliquot.game("factor-duel", start=30, swap=True)
    with pytest.raises(InvalidParameter):
        Misere(inside)


def test_its_name_says_so() -> None:
    for game in GAMES:
        assert game.id == f"{game.game.id[:-1]},swap)"
        assert game.title == f"{game.game.title}, with the pie rule"
        assert game.tagline.startswith(game.game.tagline)
        assert game.last_move_wins is game.game.last_move_wins


@pytest.mark.parametrize("text", ["2-12/12,6~", "2-12/~", "2-12/12,6,3~", "2-12/12~~", "~", "2-12/12~x", "2-12~"])
def test_a_pool_knows_that_the_swap_is_open_after_one_pick_only(text: str) -> None:
    game = aliquot.game("divisor-duel-pool", pool="2-12", swap=True)
    assert game.text(game.position("2-12/12~")) == "2-12/12~"
    with pytest.raises(InvalidPosition):
        game.position(text)


def test_a_position_with_an_open_swap_is_one_of_this_rule_only() -> None:
    for name in ("factor-duel", "divisor-duel-subtract"):
        with pytest.raises(InvalidPosition):
            aliquot.game(name).position("8~")
    with pytest.raises(InvalidPosition):
        aliquot.game("divisor-duel-pool").position("2-50/12~")


def test_a_position_without_the_mark_is_the_start_or_past_the_swap() -> None:
    game: AnyGame = aliquot.game("factor-duel", start="12,18", swap=True)
    assert isinstance(game, Swap)
    assert game.position("12+18") == game.start()
    later = game.position("6+18")
    assert (later.opened, later.decided, game.is_open(later)) == (True, True, False)
    assert game.seat(game.position("6+18~")) == 2
