import pickle

import pytest

from aliquot import solve
from aliquot.core.errors import (
    AliquotError,
    IllegalMove,
    InvalidMove,
    InvalidParameter,
    InvalidPosition,
    MissingExtra,
    UnknownGame,
    Unsolved,
)
from aliquot.games import create


@pytest.mark.parametrize("error", [IllegalMove, InvalidMove, InvalidParameter, InvalidPosition, UnknownGame])
def test_every_error_is_one_of_ours_and_says_what_it_was_given(error: type[AliquotError]) -> None:
    assert issubclass(error, AliquotError)
    assert str(error("Say why.")) == "Say why."


@pytest.mark.parametrize("error", [IllegalMove, InvalidMove, InvalidParameter, InvalidPosition])
def test_a_bad_value_is_also_a_value_error(error: type[Exception]) -> None:
    assert issubclass(error, ValueError)


def test_an_unknown_game_is_also_a_lookup_error() -> None:
    assert issubclass(UnknownGame, LookupError)


def test_a_text_that_is_no_move_and_an_illegal_move_are_told_apart() -> None:
    assert not issubclass(InvalidMove, IllegalMove)
    assert not issubclass(IllegalMove, InvalidMove)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (AliquotError, "error"),
        (IllegalMove, "illegal-move"),
        (InvalidMove, "invalid-move"),
        (InvalidParameter, "invalid-parameter"),
        (InvalidPosition, "invalid-position"),
        (UnknownGame, "unknown-game"),
        (Unsolved, "unsolved"),
    ],
)
def test_every_error_has_a_code_that_does_not_depend_on_its_sentence(error: type[AliquotError], code: str) -> None:
    assert error("Say why.").code == code
    assert error("Say it better.", code="closer").code == "closer"
    assert error("Say why.").fields == {}


def test_what_the_sentence_speaks_of_stands_beside_it_and_travels_with_it() -> None:
    error = Unsolved("It is too large.", code="too-large", positions=50_000)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.code, again.fields) == ("It is too large.", "too-large", {"positions": 50_000})


def test_an_illegal_move_names_the_move() -> None:
    game = create("dividers-duel")
    with pytest.raises(IllegalMove) as refused:
        game.play(game.start(), 7)
    assert (refused.value.code, refused.value.fields) == ("illegal-move", {"move": 7})


def test_the_oracle_says_why_it_does_not_know() -> None:
    for game, code in (
        (create("divisor-duel-pool", pool="1-1000", misere=True), "too-large"),
        (create("divisor-duel-subtract", start="720720000000,720720", misere=True), "too-large"),
    ):
        with pytest.raises(Unsolved) as refused:
            solve(game)
        assert refused.value.code == code


def test_a_missing_extra_says_what_to_install() -> None:
    error = MissingExtra("The server needs", "web")
    assert str(error) == "The server needs the extra 'web': pip install \"aliquot-games[web]\"."
    assert isinstance(error, ImportError)
