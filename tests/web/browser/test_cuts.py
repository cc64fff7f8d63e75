"""Connections that break, by the hundred: after each, every page shows how the game really stands."""

from collections.abc import Callable
from random import Random

import pytest

from ..conftest import Served
from .conftest import Visit
from .line import Line
from .people import CUT, DESKTOP, PHONE
from .playing import after, agrees, clicks, joins, moves_of, sets_up, truth


def cut_again_and_again(visit: Visit, serve: Callable[..., Served], times: int, seed: int = 0) -> None:
    generator = Random(seed)
    with Line() as line:
        served = serve(None, "--url", line.url)
        line.target = served.port
        people = [visit(line.url, size=size) for size in (PHONE, DESKTOP, DESKTOP, DESKTOP)]
        ada, emmy = people[:2]
        game = sets_up(ada, "divisor-duel-subtract", start="1000000", name="Ada")
        joins(emmy, game, "Emmy")
        for person in people:
            person.foresees(CUT)
            person.goes(f"/g/{game}")
        state, made = truth(served.url, game), 0
        while line.cuts < times:
            for person in people:
                agrees(person.page, state)
            if generator.random() < 0.2:
                line.cut()
            mover = people[state["view"]["to_move"] - 1]
            # What is even stays even, and what loses little lasts long, so that the game goes on.
            even = [move for move in moves_of(state)[:8] if int(move[-1]) % 2 == 0][:2]
            clicks(mover, generator.choice(even))
            line.cut()
            state, made = after(served.url, state), made + 1
        for person in people:
            agrees(person.page, state)
        assert state["ply"] == made, "every move was made once"
        assert served.faults() == []


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(2))
def test_a_page_shows_the_truth_however_often_it_is_cut(visit: Visit, serve: Callable[..., Served], seed: int) -> None:
    cut_again_and_again(visit, serve, 250, seed)  # five hundred in all
