"""The exported site, and people who stay there: a worker takes seconds to start, so each is started once."""

import fcntl
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from ..worker.exporting import exported
from .people import Person, Theme
from .stage import Stage

BASE = "/school/aliquot"
READY = "html[data-oracle=ready]"
_ASK = """
async ({ path, body }) => {
  const request = body === null ? { method: "GET" } : { method: "POST", body: new TextEncoder().encode(body) };
  const headers = { accept: "application/json", "content-type": "application/json" };
  const answer = await aliquotSite.ask({ target: path, headers, ...request });
  return [answer.status, JSON.parse(new TextDecoder().decode(answer.body))];
}
"""
_GO = """
async (address) => {
  await navigation.navigate(address, { history: "push" }).finished.catch(() => {});
}
"""
_SETTLE = """
async () => {
  // The page of the last test may be about to ask up to three times, and to store what it learns.
  for (let turn = 0; turn < 4; turn += 1) {
    await aliquotSite.ask({ target: "/api/me", method: "GET", headers: { accept: "application/json" } });
    await new Promise((done) => setTimeout(done));
  }
}
"""
_DRAWN = "(before) => document.documentElement.dataset.visit !== before && navigation.transition === null"


def shared_export(shared: Path) -> Path:
    """The folder of a host with the site below a path of it, exported once for all processes that run tests."""
    host = shared / "host"
    with _alone(shared / "host.lock"):
        if not host.exists():
            exported(shared / "export", BASE)
            (shared / "parts" / BASE.strip("/")).parent.mkdir(parents=True)
            (shared / "export").rename(shared / "parts" / BASE.strip("/"))
            (shared / "parts").rename(host)
    return host


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


class Resident(Person):
    """Somebody on the exported site, whose page stays open from test to test."""

    is_alone = True

    def arrives(self, size: tuple[int, int], theme: Theme, still: bool) -> None:
        """Begins anew, as somebody who has not been here before: only the worker and its games stay."""
        self.troubles.clear()
        del self._foreseen[1:]
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.page.emulate_media(
            media="null",
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="reduce" if still else "no-preference",
        )
        if self.page.url == "about:blank":
            self.opens()
        self.asks(_SETTLE)
        self.asks("() => { localStorage.clear(); sessionStorage.clear(); }")
        if theme == "contrast":
            self.asks("() => localStorage.setItem('aliquot-theme', 'contrast')")

    def opens(self) -> None:
        """Comes to the site and waits for its worker."""
        self.page.goto(f"{self.url}{BASE}/")
        self.page.wait_for_selector(READY, state="attached")

    def goes(self, path: str, page: Page | None = None, statuses: tuple[int, ...] = (200,)) -> None:
        """Goes to a page; it is drawn in the same document, so there is no status."""
        shown = page or self.page
        before = shown.evaluate("() => document.documentElement.dataset.visit")
        shown.evaluate(_GO, f"{BASE}{path}")
        shown.wait_for_function(_DRAWN, arg=before)

    def requests(self, path: str, **body: Any) -> tuple[int, Any]:
        """Asks the worker."""
        status, answer = self.asks(_ASK, {"path": path, "body": json.dumps(body) if body else None})
        return status, answer


class Residents:
    """Those who are on the site: one with a mouse, one who touches the screen."""

    def __init__(self, stage: Stage, url: str) -> None:
        """Nobody is there yet."""
        self._stage, self._url, self._people = stage, url, dict[bool, Resident]()

    def come(self, size: tuple[int, int], theme: Theme = "light", still: bool = True) -> Resident:
        """Return one of them, as new."""
        touches = size[0] < 600
        if touches not in self._people:
            self._people[touches] = Resident(self._stage, self._url, size=size)
        person = self._people[touches]
        person.arrives(size, theme, still)
        return person

    def leave(self) -> None:
        """Close every window, so that the next ones begin with new workers."""
        for person in self._people.values():
            self._stage.run(person.leaves)
        self._people.clear()
