"""Matches that are over leave the server's memory."""

import time
from collections.abc import Callable

import pytest

from tests.effort import PATIENCE
from tests.web.attacks.client import memory
from tests.web.conftest import Served, Visitor
from tests.web.server.test_middleware import metrics

MOVES = 5_000
"""Moves of one match, in a record of less than 64 KiB."""


def long_record() -> str:
    """A finished match of many moves, as docs/records.md describes it."""
    head = {"Game": f"divisor-duel-subtract(start={2 * MOVES})", "Version": 1, "One": "Ada", "Two": "Emmy"}
    head |= {"KindOne": "human", "KindTwo": "human", "Penalty": "retry"}
    head |= {"Result": "1-0" if MOVES % 2 == 0 else "0-1", "Termination": "no_moves"}
    tags = [f'[{name} "{value}"]' for name, value in head.items()]
    moves = [f"{number}-2" for number in range(2 * MOVES, 2, -2)]
    return "\n".join([*tags, "", *moves, str(head["Result"])])


def visit_long_matches(visitor: Visitor, count: int) -> None:
    """Store finished matches and look at each."""
    record = long_record().encode()
    for _ in range(count):
        answer = visitor.http.post("/api/review?keep=true", content=record)
        assert answer.status_code == 200, answer.text[:300]
        assert len(visitor.state(answer.json()["stored"]["match"])["turns"]) == MOVES - 1


@pytest.mark.alone
def test_the_memory_of_finished_matches_is_released(serve: Callable[..., Served]) -> None:
    served = serve()
    visitor = served.visitor()
    sizes = []
    for _ in range(2):
        visit_long_matches(visitor, 12)
        deadline = time.monotonic() + PATIENCE
        while metrics(served)["aliquot_matches_live"]:
            assert time.monotonic() < deadline
            time.sleep(0.1)
        sizes.append(memory(served))
    # The second 60,000 moves take the place of the first.
    assert sizes[1] - sizes[0] < 20, sizes
