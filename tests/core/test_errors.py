import pytest

from aliquot.core.errors import (
    AliquotError,
    IllegalMove,
    InvalidMove,
    InvalidParameter,
    InvalidPosition,
    UnknownGame,
)


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
