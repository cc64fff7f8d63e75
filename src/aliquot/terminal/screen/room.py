"""What every screen of ours is."""

from textual.screen import Screen


class Room(Screen[None]):
    """A screen whose keys wait until it is furnished, however quickly they are pressed."""

    DEFAULT_CSS = """
    Room { background: $background; }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (112, "-wide")]  # noqa: RUF012

    is_ready = False
    """Whether everything on it is in its place."""

    def on_mount(self) -> None:
        """Everything is in its place."""
        self.is_ready = True
        self.open()

    def open(self) -> None:
        """What happens first."""

    def can(self, action: str) -> bool:
        """Whether something can be done now."""
        return True

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offers what can be done now."""
        return self.is_ready and self.can(action)
