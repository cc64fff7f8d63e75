"""A chain in the making: steps, undo, the end that grows next, and the best length."""

import pytest

from aliquot.core.errors import IllegalMove
from aliquot.games.longest_chain import LEFT, RIGHT, Chain
from aliquot.play.chain import ChainSession


def test_numbers_go_where_they_fit_and_every_step_is_stored() -> None:
    stored: list[tuple[tuple[int, ...], int]] = []
    session = ChainSession(Chain(30), store=lambda chain, best: stored.append((chain.numbers, best)))
    for text in ("6", "12", "<18", "4"):
        session.add(text)
    assert stored == [((6,), 1), ((6, 12), 2), ((18, 6, 12), 3), ((18, 6, 12, 4), 4)]
    assert session.active == RIGHT
    assert session.shorten() == 4
    session.restart()
    assert stored[-1] == ((), 4)
    for numbers in ((18, 6, 12), (18, 6, 12, 4), (18, 6, 12), (6, 12), (6,), ()):
        session.undo()
        assert session.chain.numbers == numbers
    assert not session.can_undo
    with pytest.raises(IllegalMove):
        session.undo()
    with pytest.raises(IllegalMove):
        session.shorten()


@pytest.mark.parametrize("text", ["5", "0", "31", "<0", "12", "1000000"])
def test_a_slip_changes_nothing(text: str) -> None:
    session = ChainSession(Chain(30, (6, 12)), best=7)
    with pytest.raises(IllegalMove):
        session.add(text)
    assert (session.chain.numbers, session.best, session.can_undo) == ((6, 12), 7, False)


def test_the_end_that_a_hint_names_grows_next() -> None:
    session = ChainSession(Chain(20))
    while not session.chain.is_over:
        sentence = session.hint()
        number = next(word.strip(":") for word in sentence.split() if word.strip(":").isdigit())
        session.add(number)
    assert len(session.chain.numbers) == session.report().ceiling == 17
    assert "Neither end can grow." in session.hint()


def test_the_other_end_can_be_made_to_grow() -> None:
    session = ChainSession(Chain(30, (6, 12)))
    session.switch()
    assert session.add("24").end == LEFT
