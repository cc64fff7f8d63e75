"""What tests with a browser share: one Chromium for all, and windows that are closed after each test."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from ..conftest import Served
from .people import Person
from .stage import Stage


@pytest.fixture(scope="session")
def stage() -> Iterator[Stage]:
    """A browser, if there is one."""
    found = Stage()
    yield found
    found.close()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Runs a test that uses the browser in the browser's thread."""
    stage = pyfuncitem.funcargs.get("stage")
    if not isinstance(stage, Stage):
        return None
    given = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    stage.run(pyfuncitem.obj, **given)
    return True


Visit = Callable[..., Person]


@pytest.fixture
def visit(stage: Stage, server: Served, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Brings somebody with a browser to a server. Whatever goes wrong on a page they see fails the test."""
    people: list[Person] = []

    def come(url: str | None = None, **settings: Any) -> Person:
        people.append(Person(stage, url or server.url, **settings))
        return people[-1]

    yield come
    troubles = [text for person in people for text in stage.run(person.unforeseen)]
    for person in people:
        stage.run(person.leaves)
    assert troubles == []
