"""What tests with a browser share: one Chromium for all, and windows that are closed after each test."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ..worker.exporting import file_server
from .people import DESKTOP, Person
from .site import Residents, shared_export
from .stage import Stage

EVERYWHERE = pytest.mark.parametrize("visit", ["server", pytest.param("site", marks=pytest.mark.deep)], indirect=True)
"""Runs a test against the server and, in the deep run, against the exported site."""
ON_SITE = pytest.mark.parametrize("visit", [pytest.param("site", marks=pytest.mark.deep)], indirect=True)
"""Runs a test against the exported site only: a part of what others do against the server."""
_FAILED = pytest.StashKey[bool]()


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
    pyfuncitem.stash[_FAILED] = True
    stage.run(pyfuncitem.obj, **given)
    pyfuncitem.stash[_FAILED] = False
    return True


Visit = Callable[..., Person]


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The folder of a host, with the exported site somewhere in it. Nobody changes it."""
    own = tmp_path_factory.getbasetemp()
    return shared_export(own if worker_id == "master" else own.parent)


@pytest.fixture(scope="session")
def site_host(site_folder: Path) -> Iterator[str]:
    """The address of a plain file server with the exported site."""
    with file_server(site_folder) as url:
        yield url


@pytest.fixture(scope="session")
def residents(stage: Stage, site_host: str) -> Iterator[Residents]:
    """People on the exported site."""
    people = Residents(stage, site_host)
    yield people
    people.leave()


@pytest.fixture
def visit(stage: Stage, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Brings somebody with a browser to a server, or to the exported site if that is the parameter.

    Whatever goes wrong on a page they see fails the test.
    """
    people: list[Person] = []
    is_site = getattr(request, "param", "server") == "site"
    residents = request.getfixturevalue("residents") if is_site else None
    home = "" if is_site else request.getfixturevalue("server").url

    def come(url: str | None = None, *, size: tuple[int, int] = DESKTOP, **settings: Any) -> Person:
        if residents is not None:
            assert not people, "nobody else comes to the exported site"
            people.append(residents.come(size, **settings))
        else:
            people.append(Person(stage, url or home, size=size, **settings))
        return people[-1]

    yield come
    troubles = [text for person in people for text in stage.run(person.unforeseen)]
    if residents is None:
        for person in people:
            stage.run(person.leaves)
    elif troubles or request.node.stash.get(_FAILED, False):
        residents.leave()
    assert troubles == []
