"""People with browsers: each has cookies and a screen of their own, and notices whatever goes wrong on a page."""

import re
from typing import Any, Literal, TypeAlias

from playwright.sync_api import BrowserContext, ConsoleMessage, Dialog, Error, Locator, Page, expect

from tests.effort import PATIENCE

from .stage import Stage

Theme: TypeAlias = Literal["light", "dark", "contrast"]
PHONE, DESKTOP, PROJECTOR = (360, 640), (1280, 800), (1920, 1080)
expect.set_options(timeout=PATIENCE * 1000)
_WATCH = """
document.addEventListener("securitypolicyviolation", (event) => {
  console.error(`policy: ${event.violatedDirective} forbids ${event.blockedURI || "something inline"}`);
});
"""
_CONTRAST = 'if (location.protocol !== "about:") localStorage.setItem("aliquot-theme", "contrast");'
_GIVEN_UP = re.compile("WebSocket is closed before the connection is established")
"""What a browser says when a page has waited long enough for a connection and tries anew."""
CUT = re.compile(r"WebSocket connection to|net::ERR_|Failed to fetch|status of 502")
"""What a browser says of a network that is gone."""


class Person:
    """Somebody who has not been here before."""

    is_alone = False
    """Whether nobody else can come to where they are."""

    def __init__(
        self,
        stage: Stage,
        url: str,
        *,
        size: tuple[int, int] = DESKTOP,
        theme: Theme = "light",
        script: bool = True,
        still: bool = True,
    ) -> None:
        """Opens a browser window.

        Args:
            stage: The browser.
            url: The server they go to.
            size: Their screen; on one as small as a phone's they use their fingers.
            theme: The colours they have chosen.
            script: Whether they let pages run anything.
            still: Whether they have asked for reduced motion.
        """
        self.url, self.troubles, self._foreseen = url, list[str](), [_GIVEN_UP]
        self.touches = size[0] < 600
        self.context: BrowserContext = stage.browser.new_context(
            base_url=url,
            viewport={"width": size[0], "height": size[1]},
            has_touch=self.touches,
            is_mobile=self.touches,
            java_script_enabled=script,
            reduced_motion="reduce" if still else "no-preference",
            color_scheme="dark" if theme == "dark" else "light",
        )
        self.context.set_default_timeout(PATIENCE * 1000)
        self.context.on("page", self._watch)
        if script:
            self.context.add_init_script(_WATCH)
            if theme == "contrast":
                self.context.add_init_script(_CONTRAST)
        self.page: Page = self.context.new_page()

    def _watch(self, page: Page) -> None:
        page.on("console", self._heard)
        page.on("pageerror", self._failed)
        page.on("dialog", self._asked)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.troubles.append(f"{message.text} ({message.location.get('url', '')})")

    def _failed(self, error: Error) -> None:
        self.troubles.append(f"uncaught: {error.message}")

    def _asked(self, dialog: Dialog) -> None:
        self.troubles.append(f"a dialog: {dialog.message}")
        dialog.dismiss()

    def foresees(self, trouble: "str | re.Pattern[str]") -> None:
        """Says that a test brings such trouble about itself."""
        self._foreseen.append(re.compile(trouble) if isinstance(trouble, str) else trouble)

    def unforeseen(self) -> list[str]:
        """What went wrong that no test brought about."""
        for page in self.context.pages:
            if not page.is_closed():
                page.title()  # by then every earlier message has come
        return [text for text in self.troubles if not any(known.search(text) for known in self._foreseen)]

    def goes(self, path: str, page: Page | None = None, statuses: tuple[int, ...] = (200,)) -> None:
        """Goes to a page, which answers as it should; waits until everything it names has come."""
        answer = (page or self.page).goto(path, wait_until="load")
        assert answer is not None
        assert answer.status in statuses, f"{path} answers {answer.status}"

    def requests(self, path: str, **body: Any) -> tuple[int, Any]:
        """Asks the server as their page does, or sends it something; returns the status and the answer."""
        answer = self.context.request.fetch(path, method="POST" if body else "GET", data=body or None)
        return answer.status, answer.json()

    def tab(self) -> Page:
        """Opens another tab."""
        return self.context.new_page()

    def touch(self, what: Locator) -> None:
        """Taps or clicks, as one does on such a screen."""
        if self.touches:
            what.tap()
        else:
            what.click()

    def asks(self, script: str, *given: Any) -> Any:
        """What a piece of JavaScript finds on the page."""
        return self.page.evaluate(script, *given)

    def leaves(self) -> None:
        """Closes the window."""
        self.context.close()
