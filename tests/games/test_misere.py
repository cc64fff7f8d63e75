"""Misère: everything as in the game inside, except who has won at the end."""

from typing import Any

import pytest

import aliquot
from aliquot.core.errors import InvalidParameter
from aliquot.core.game import AnyGame
from aliquot.core.outcome import Ending, Outcome
from aliquot.games import REGISTRY
from aliquot.games.misere import Misere
from aliquot.games.sum import Sum

INSIDE = [
    *(aliquot.game(slug) for slug in REGISTRY),
    aliquot.game("factor-duel", start="12,18"),
    aliquot.game("divisor-duel-pool", pool="1-9", opening="even"),
]


def first_line(game: AnyGame) -> list[Any]:
    """The positions along the first legal moves, to the end."""
    positions = [game.start()]
    while moves := game.legal_moves(positions[-1]):
        positions.append(game.child(positions[-1], moves[0]))
    return positions


@pytest.mark.parametrize("game", INSIDE, ids=lambda game: str(game.id))
def test_only_the_winner_is_another(game: Any) -> None:
    turned = Misere(game)
    positions = first_line(game)
    assert positions == first_line(turned)
    for p in positions:
        assert turned.legal_moves(p) == game.legal_moves(p)
        assert (turned.text(p), turned.key(p), turned.seat(p)) == (game.text(p), game.key(p), game.seat(p))
    usual = game.outcome(positions[-1])
    assert usual is not None
    assert turned.outcome(positions[-1]) == Outcome(usual.loser, Ending.NO_MOVES)
    assert all(turned.outcome(p) is None for p in positions[:-1])
    assert game.last_move_wins
    assert not turned.last_move_wins


@pytest.mark.parametrize("game", INSIDE, ids=lambda game: str(game.id))
def test_its_name_says_so(game: Any) -> None:
    turned = Misere(game)
    assert turned.id == f"{game.id[:-1]},misere)"
    assert turned.title == f"{game.title}, misère"
    assert turned.tagline == f"{game.task} Here the last move loses: whoever cannot move wins."
    assert turned.goal == f"{game.task} If you make the last move, you lose."
    assert "you win" not in turned.goal, "nothing contradicts the rule that is turned round"
    assert aliquot.game(turned.id) == turned != game


def test_it_is_not_turned_round_twice() -> None:
    with pytest.raises(InvalidParameter, match=r"^The game is misère already\.$"):
        Misere(Misere(aliquot.game("factor-duel")))  # type: ignore[arg-type]
    with pytest.raises(InvalidParameter, match=r"^The game is misère already\.$"):
        aliquot.game("factor-duel(start=30,misere,misere)")


def test_an_id_names_its_variants_already() -> None:
    with pytest.raises(InvalidParameter, match="already contains its parameters"):
        aliquot.game("factor-duel(start=30)", misere=True)
    with pytest.raises(InvalidParameter, match=r"There is no variant 'upside-down'\. The variants are misere and swap"):
        aliquot.game("factor-duel(start=30,upside-down)")


def test_whoever_faces_a_prime_start_has_won() -> None:
    game = aliquot.game("dividers-duel", start=7, misere=True)
    assert game.outcome(game.start()) == Outcome(1, Ending.NO_MOVES)
    both: Any = aliquot.game("dividers-duel", start="7,5", misere=True)
    assert isinstance(both.game, Sum)
    assert both.outcome(both.start()) == Outcome(1, Ending.NO_MOVES)
