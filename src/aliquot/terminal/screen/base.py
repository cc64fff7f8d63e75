"""What every screen of ours is."""

from asyncio import CancelledError
from collections.abc import Awaitable
from typing import ClassVar, TypeVar

from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget

T = TypeVar("T")


def is_leaving(widget: Widget) -> bool:
    """Whether a widget is being cleared away, so that what should stand on it may be gone or may never come."""
    return not (widget.display and widget.is_attached)


class BaseScreen(Screen[None]):
    """A screen whose keys wait until it is furnished, however quickly they are pressed."""

    DEFAULT_CSS = """
    BaseScreen { background: $background; }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (112, "-wide")]  # noqa: RUF012

    arrows: ClassVar[tuple[tuple[str, str], ...]] = (("arrows", "Move the cursor"),)
    """What the arrows do here."""
    _furnished = False

    @property
    def is_ready(self) -> bool:
        """Whether everything on it is in its place: not before it is, nor while it is cleared away."""
        return self._furnished and not is_leaving(self)

    async def wait_for(self, answer: Awaitable[T]) -> T:
        """Waits for an answer, and goes no further if the screen has been left meanwhile."""
        try:
            return await answer
        finally:
            if not self.is_ready:
                raise CancelledError

    def on_mount(self) -> None:
        """Everything is in its place, unless it is cleared away already."""
        self._furnished = True
        if self.is_ready:
            self.open()

    def open(self) -> None:
        """What happens first."""

    def about(self) -> Content | None:
        """What there is to know here besides the keys, if anything."""
        return None

    def can(self, action: str) -> bool:
        """Whether something can be done now."""
        return True

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offers what can be done now."""
        return self.is_ready and self.can(action)
