"""The page as Chromium itself times it: how soon one can move on arriving, against an empty page of the same server."""

import json
from collections.abc import Iterable, Iterator, Sequence
from statistics import median
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from benchmarks.harness import Row, within
from benchmarks.web import serving
from tests.web.browser.stage import FLAGS, program

TITLE = "The page"
_RUNS = 9
_MARK = """
const look = () => {
  if (document.querySelector("aliquot-board [data-notation]") === null) return;
  performance.mark("move possible");
  seen.disconnect();
};
const seen = new MutationObserver(look);
seen.observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-notation"] });
"""
"""Notes in the trace when there is something to choose."""
CHOICE, _EMPTY = "aliquot-board [data-notation]", "/healthz"
_CATEGORIES = ["blink.user_timing", "loading", "devtools.timeline"]


class Visit:
    """One first visit, and the trace of it."""

    def __init__(self, browser: Browser, url: str, waits_for: str) -> None:
        with browser.new_context(base_url=url) as context:
            page = context.new_page()
            page.add_init_script(_MARK)
            browser.start_tracing(page=page, categories=_CATEGORIES)
            page.goto(url)
            if waits_for:
                page.wait_for_selector(waits_for)
            traced = json.loads(browser.stop_tracing())
        self._events: list[dict[str, Any]] = traced["traceEvents"]
        begun = [event for event in self._events if event["name"] == "navigationStart" and _address(event) == url]
        self._begun: float | None = begun[-1]["ts"] if begun else None

    def has(self, names: Iterable[str]) -> bool:
        """Whether the trace is whole: now and then Chromium drops the end of one."""
        return self._begun is not None and {*names} <= {event["name"] for event in self._events}

    def at(self, name: str) -> float:
        """Seconds from the request for the page to an event of the trace."""
        begun = self._begun or 0.0
        return float(min(e["ts"] for e in self._events if e["name"] == name and e["ts"] >= begun) - begun) / 1e6

    def shift(self) -> float:
        """How far things jumped, as Chromium scores it; 0 where nothing did."""
        found = [event["args"]["data"] for event in self._events if event["name"] == "LayoutShift"]
        return float(max((one["cumulative_score"] for one in found), default=0.0))


def _address(event: dict[str, Any]) -> str:
    return str(event["args"].get("data", {}).get("documentLoaderURL", ""))


def visit(browser: Browser, url: str, waits_for: str, names: Sequence[str]) -> Visit:
    """A first visit whose trace has these events."""
    for _ in range(20):
        found = Visit(browser, url, waits_for)
        if found.has(names):
            return found
    raise RuntimeError(f"no trace of {url} has all of {', '.join(names)}")


def rows() -> Iterator[Row]:
    """The first paint and the first move possible of the home page, both on a first visit."""
    path = program()
    if path is None:
        yield Row("the first move possible on the home page", "–", "not measured: Chromium is missing", "–", "–", True)
        return
    with serving() as server, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=FLAGS)
        url = f"http://127.0.0.1:{server.port}"
        pairs = [
            (
                visit(browser, f"{url}/", CHOICE, ("firstContentfulPaint", "move possible")),
                visit(browser, f"{url}{_EMPTY}", "", ("loadEventEnd",)),
            )
            for _ in range(_RUNS)
        ]
        browser.close()
    empty = median(theirs.at("loadEventEnd") for _, theirs in pairs)
    paint = median(ours.at("firstContentfulPaint") for ours, _ in pairs)
    move = median(ours.at("move possible") for ours, _ in pairs)
    shift = max(ours.shift() for ours, _ in pairs)
    peer = "an empty page, loaded"
    yield within("home, first visit: first paint", paint, peer, empty, 4)
    yield within("home, first visit: first move possible", move, peer, empty, 4)
    told = f"{shift:.3f}"
    yield Row("home, first visit: layout shift", told, "–", "–", "≤ 0.01", shift <= 0.01)
