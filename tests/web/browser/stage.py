"""A browser that many tests share: Debian's Chromium, driven from a thread of its own.

The driver keeps an event loop running in the thread it was started in, and other tests need theirs free.
"""

import os
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

P = ParamSpec("P")
T = TypeVar("T")

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_PROGRAMS = ("chromium", "chromium-browser", "google-chrome")


def program() -> str | None:
    """Where a browser is, if there is one."""
    return next(filter(None, map(shutil.which, _PROGRAMS)), None)


class Stage:
    """A browser and the thread in which everything is done with it."""

    def __init__(self) -> None:
        """Starts the browser, or skips what needs one."""
        path = program()
        if path is None:
            if os.environ.get("ALIQUOT_REQUIRE_ALL") == "1":
                pytest.fail("Chromium is missing, and ALIQUOT_REQUIRE_ALL=1 lets nothing be skipped")
            pytest.skip("Chromium is missing")
        self._thread = ThreadPoolExecutor(1, "stage")
        self._driver: Playwright = self.run(lambda: sync_playwright().start())
        self.browser: Browser = self.run(self._driver.chromium.launch, executable_path=path, args=[*FLAGS])

    def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Does something in the thread of the browser."""
        return self._thread.submit(work, *args, **kwargs).result()

    def close(self) -> None:
        """Ends the browser and its thread."""
        self.run(self.browser.close)
        self.run(self._driver.stop)
        self._thread.shutdown()
