"""The exported site in Chromium: the first move beside the served page's, the first verdict, and further verdicts."""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from benchmarks.harness import Row, duration, within
from benchmarks.page import CHOICE, visit
from benchmarks.web import serving
from tests.effort import PATIENCE
from tests.web.browser.site import READY
from tests.web.browser.stage import FLAGS, program
from tests.web.worker.exporting import exported, file_server

TITLE = "The exported site"
_RUNS = 5
_COLD, _CACHED = 8.0, 3.0
"""The most seconds to the first verdict: on a first visit, and when the browser has the site."""
_VERDICTS = {"dividers-duel": "60", "juniper-green": "Juniper Green"}
_TIME = """\
import aliquot, time
from aliquot import arithmetic
from aliquot.oracle import pool

def measure(slug):
    game, fastest = aliquot.game(slug), 1e9
    for _ in range(10):
        # A browser's clock is too coarse for one verdict.
        rounds, begun, took = 0, time.perf_counter(), 0
        while took < 0.05:
            for function in (arithmetic.factorise, arithmetic.divisors, pool._graph):
                function.cache_clear()
            pool._matchings.clear()
            verdict = aliquot.solve(game)
            verdict.wins, verdict.winning_moves, verdict.reason
            rounds, took = rounds + 1, time.perf_counter() - begun
        fastest = min(fastest, took / rounds)
    return fastest
"""


def rows() -> Iterator[Row]:
    """The aims of the exported site."""
    path = program()
    if path is None:
        yield Row("the exported site", "–", "not measured: Chromium is missing", "–", "–", True)
        return
    with tempfile.TemporaryDirectory() as place, sync_playwright() as driver:
        site = exported(Path(place) / "site", "/")
        browser = driver.chromium.launch(executable_path=path, args=FLAGS)
        with file_server(site) as url:
            yield _first_move(browser, url)
            with browser.new_context() as context:
                page = context.new_page()
                page.set_default_timeout(PATIENCE * 1000)
                yield _within("first verdict, first visit", _first_verdict(page, url), _COLD)
                page.wait_for_function("() => navigator.serviceWorker.controller !== null")
                yield _within("first verdict, from the browser's cache", _cached_verdict(context, url), _CACHED)
                page.wait_for_selector(READY, state="attached")
                yield from _verdicts(page)
        browser.close()


def _within(work: str, seconds: float, most: float) -> Row:
    return Row(work, duration(seconds), "–", "–", f"≤ {most:g} s", seconds <= most)


def _first_move(browser: Browser, url: str) -> Row:
    """The first move possible on a first visit, on the exported site and the served page in turn."""
    mark = "move possible"
    with serving() as server:
        served = f"http://127.0.0.1:{server.port}/"
        pairs = [
            (visit(browser, f"{url}/", CHOICE, [mark]).at(mark), visit(browser, served, CHOICE, [mark]).at(mark))
            for _ in range(_RUNS)
        ]
    ours, theirs = (median(times) for times in zip(*pairs, strict=True))
    return within("home, first visit: first move possible", ours, "the served page", theirs, 1.5)


def _first_verdict(page: Page, url: str) -> float:
    """The seconds from opening the page about exploring to the verdict on a position typed there at once."""
    begun = time.perf_counter()
    page.goto(f"{url}/explore/")
    page.get_by_role("textbox", name="Position").fill("60")
    page.get_by_role("button", name="Explore").click()
    page.wait_for_selector(".verdict")
    return time.perf_counter() - begun


def _cached_verdict(context: BrowserContext, url: str) -> float:
    """The median of several visits in new windows."""
    times = []
    for _ in range(_RUNS):
        page = context.new_page()
        times.append(_first_verdict(page, url))
        page.close()
    return median(times)


def _verdicts(page: Page) -> Iterator[Row]:
    """Verdicts in the worker against the same lines here."""
    here: dict[str, Any] = {}
    exec(_TIME, here)
    page.evaluate("(text) => aliquotSite.run('python', text)", _TIME)
    for slug, name in _VERDICTS.items():
        there = float(page.evaluate("(text) => aliquotSite.run('python', text)", f"print(measure({slug!r}))"))
        yield within(
            f"verdict, winning moves and reason of {name}, in the worker, nothing cached",
            there,
            "in Python",
            here["measure"](slug),
            3,
        )
