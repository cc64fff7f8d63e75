"""Long work in the event loop leaves time to others, however much of it there is."""

import asyncio
from collections.abc import Callable

import pytest

from aliquot.web.server import slices
from aliquot.web.server.slices import Slices


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """A clock that goes on only when it is told to."""
    now = [0.0]
    monkeypatch.setattr(slices, "perf_counter", lambda: now[0])

    def go_on(seconds: float) -> None:
        now[0] += seconds

    return go_on


def test_one_of_many_pieces_of_work_goes_on_in_each_iteration(clock: Callable[[float], None]) -> None:
    done: list[int] = []
    most = 0

    async def work(number: int) -> None:
        own = Slices()
        for _ in range(4):
            done.append(number)
            clock(0.003)
            await own.pause()

    async def follow() -> None:
        nonlocal most
        before = len(done)
        while len(done) < 40:
            await asyncio.sleep(0)
            most, before = max(most, len(done) - before), len(done)

    async def run() -> None:
        tasks = [asyncio.ensure_future(work(number)) for number in range(10)]
        await asyncio.sleep(0)  # Each has had its first slice.
        await asyncio.gather(follow(), *tasks)

    asyncio.run(run())
    assert most == 1
    assert done == [*range(10)] * 4, "each in its turn"


def test_short_work_is_not_interrupted(clock: Callable[[float], None]) -> None:
    async def run() -> None:
        own, interruptions = Slices(), 0

        def count() -> None:
            nonlocal interruptions
            interruptions += 1

        asyncio.get_running_loop().call_soon(count)
        for _ in range(10):
            clock(0.0001)
            await own.pause()
        assert interruptions == 0

    asyncio.run(run())


def test_work_that_is_cancelled_loses_its_turn(clock: Callable[[float], None]) -> None:
    async def work(done: list[int]) -> None:
        own = Slices()
        while True:
            done.append(1)
            clock(0.003)
            await own.pause()

    async def run() -> None:
        first, second = list[int](), list[int]()
        one, other = asyncio.ensure_future(work(first)), asyncio.ensure_future(work(second))
        await asyncio.sleep(0)
        one.cancel()
        for _ in range(10):
            await asyncio.sleep(0)
        assert len(first) == 1
        assert len(second) > 3
        other.cancel()
        await asyncio.gather(one, other, return_exceptions=True)

    asyncio.run(run())
    asyncio.run(run())  # Nothing of it is left for another event loop.
