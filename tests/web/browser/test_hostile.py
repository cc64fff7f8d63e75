"""Names, records and positions that would do something, were they read as anything but text."""

from urllib.parse import quote

import pytest

from aliquot.core.errors import InvalidParameter
from aliquot.web.live.auth import check_name

from ..conftest import client
from .conftest import Visit
from .payloads import FOREIGN, PAYLOADS
from .people import Person

REFUSED = "status of 4[0-9][0-9]"


def nothing_runs(person: Person) -> None:
    """Only what is ours is on the page, and nothing has been tried that the policy forbids."""
    assert person.asks(FOREIGN) == []
    assert person.unforeseen() == []
    assert person.page.url.startswith(person.url)


def accepted(text: str) -> bool:
    try:
        check_name(text)
    except InvalidParameter:
        return False
    return True


NAMES = [text for text in PAYLOADS if accepted(text)]
QUICK = slice(None, None, 40)


def call_them(visit: Visit, names: list[str]) -> None:
    """Two names to a game: both are read by somebody who watches it, plays it and reviews it."""
    watcher = visit()
    watcher.foresees(REFUSED)
    for one, two in zip(names[::2], names[1::2], strict=False):
        host = client(watcher.url)
        made = host.post("/api/matches", json={"game": "dividers-duel", "name": one}).json()["match"]
        client(watcher.url).post(f"/api/matches/{made}/join", json={"name": two}).raise_for_status()
        watcher.goes(f"/g/{made}")
        watcher.page.locator("aliquot-board [data-item]").first.wait_for()
        for name in (one, two):
            assert watcher.page.get_by_text(name.strip()).count() > 0, name
        nothing_runs(watcher)
        host.post(f"/api/matches/{made}/resign", json={"id": "r"}).raise_for_status()
        watcher.goes(f"/g/{made}/review")
        watcher.page.locator("h1").first.wait_for()
        nothing_runs(watcher)


def test_names_are_only_ever_text(visit: Visit) -> None:
    call_them(visit, NAMES[QUICK])


@pytest.mark.deep
def test_every_name_is_only_ever_text(visit: Visit) -> None:
    call_them(visit, NAMES)


def go_there(visit: Visit, texts: list[str]) -> None:
    """Positions, games and pages of these names."""
    person = visit()
    person.foresees(REFUSED)
    for text in texts:
        for path in (
            f"/explore/dividers-duel/{quote(text, safe='')}",
            f"/explore/{quote(text, safe='')}",
            f"/g/{quote(text, safe='')}",
        ):
            person.goes(path, statuses=(200, 404, 422))
            nothing_runs(person)


def test_positions_are_only_ever_text(visit: Visit) -> None:
    go_there(visit, PAYLOADS[QUICK])


@pytest.mark.deep
def test_every_position_is_only_ever_text(visit: Visit) -> None:
    go_there(visit, PAYLOADS)
