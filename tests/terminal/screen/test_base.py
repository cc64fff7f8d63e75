"""Thinking in the background: answers come back, errors too, and nothing is waited for that nobody wants."""

import asyncio
from functools import partial
from threading import Event, current_thread, main_thread
from typing import NoReturn

import pytest

from aliquot.core.errors import Unsolved
from aliquot.terminal.screen.base import BackgroundThread

from .host import staged

PATIENCE = 60
"""Seconds to wait for what is expected before giving up. Nothing is asserted about time."""


def fail(error: BaseException) -> NoReturn:
    raise error


@staged
async def test_the_answer_comes_from_another_thread_always_the_same() -> None:
    thread = BackgroundThread()
    threads = [await thread.run(current_thread) for _ in range(5)]
    assert len(set(threads)) == 1
    assert threads[0] is not main_thread()
    assert threads[0].daemon, "leaving never waits for a thought"
    thread.close()
    threads[0].join(PATIENCE)
    assert not threads[0].is_alive()


@staged
async def test_no_thread_is_started_before_the_first_question() -> None:
    thread = BackgroundThread()
    thread.close()


@pytest.mark.parametrize(
    "error",
    [Unsolved("too large"), ValueError("oops"), RecursionError(), MemoryError(), SystemExit(3)],
    ids=lambda error: type(error).__name__,
)
@staged
async def test_an_error_is_raised_where_the_question_was_asked_and_thinking_goes_on(error: BaseException) -> None:
    thread = BackgroundThread()
    with pytest.raises(type(error)) as raised:
        await thread.run(lambda: fail(error))
    assert raised.value is error
    assert await thread.run(lambda: 7) == 7
    thread.close()


@staged
async def test_questions_are_answered_one_after_the_other_in_their_order() -> None:
    thread, begin, done = BackgroundThread(), Event(), list[int]()

    def note(number: int) -> bool:
        done.append(number)
        return True

    waiting = [asyncio.create_task(thread.run(begin.wait))]
    waiting += [asyncio.create_task(thread.run(partial(note, number))) for number in range(20)]
    await asyncio.sleep(0)
    assert done == []
    begin.set()
    assert all(await asyncio.gather(*waiting))
    assert done == list(range(20))
    thread.close()


@staged
async def test_the_loop_goes_on_while_somebody_thinks() -> None:
    thread, thought = BackgroundThread(), Event()
    asking = asyncio.create_task(thread.run(lambda: thought.wait(PATIENCE)))
    for _ in range(10):
        await asyncio.sleep(0)
    assert not asking.done()
    thought.set()
    assert await asking
    thread.close()


@staged
async def test_a_question_nobody_waits_for_any_more_is_not_asked() -> None:
    thread, begin, asked = BackgroundThread(), Event(), list[str]()
    first = asyncio.create_task(thread.run(lambda: begin.wait(PATIENCE)))
    second = asyncio.create_task(thread.run(lambda: asked.append("second")))
    third = asyncio.create_task(thread.run(lambda: asked.append("third")))
    await asyncio.sleep(0)
    second.cancel()
    with pytest.raises(asyncio.CancelledError):
        await second
    begin.set()
    await first
    await third
    assert asked == ["third"]
    thread.close()


@staged
async def test_an_answer_that_comes_after_everybody_has_left_is_dropped() -> None:
    thread, begun, thought = BackgroundThread(), Event(), Event()

    def think() -> None:
        begun.set()
        thought.wait(PATIENCE)
        raise ValueError("nobody hears this")

    asking = asyncio.create_task(thread.run(think))
    while not begun.is_set():
        await asyncio.sleep(0)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    thought.set()
    assert await thread.run(lambda: 7) == 7
    thread.close()


def test_an_answer_to_a_loop_that_is_gone_ends_nothing() -> None:
    thread, begun, thought = BackgroundThread(), Event(), Event()

    def think() -> int:
        begun.set()
        thought.wait(PATIENCE)
        return 7

    async def leave() -> None:
        asking = asyncio.create_task(thread.run(think))
        while not begun.is_set():
            await asyncio.sleep(0)
        asking.cancel()

    asyncio.run(leave())
    thought.set()

    async def ask_again() -> str:
        return await thread.run(lambda: current_thread().name)

    assert asyncio.run(ask_again()) == "background", "the thread is still there for the next loop"
    thread.close()


@staged
async def test_what_was_asked_before_closing_is_still_answered() -> None:
    thread = BackgroundThread()
    asking = [asyncio.create_task(thread.run(lambda n=number: n)) for number in range(3)]  # type: ignore[misc]
    await asyncio.sleep(0)
    thread.close()
    assert await asyncio.gather(*asking) == [0, 1, 2]
