"""The application: its themes, its commands, the way from one screen to the next, and crash reports."""

import asyncio
import sys
import traceback
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import App, SystemCommand
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen

from aliquot.core.errors import AliquotError
from aliquot.core.text import shorten
from aliquot.saves.preferences import Preferences
from aliquot.terminal.screen import themes
from aliquot.terminal.screen.base import BaseScreen
from aliquot.terminal.screen.dialogs import ENOUGH, TooSmall
from aliquot.terminal.screen.home import HomeScreen

if TYPE_CHECKING:
    from aliquot.play.session import Session
    from aliquot.play.setup import Setup

INTERRUPTED = 130
_OF_TEXTUAL = {
    "Copy selected text",
    *(f"Focus {where}" for where in ("Next", "Previous")),
    *(f"Page {where}" for where in ("Left", "Right", "Up", "Down")),
    *(f"Scroll {where}" for where in ("Left", "Right", "Up", "Down", "Home", "End")),
}
"""What the library binds by itself and nobody needs to be told."""
_EVERYWHERE = (
    ("Tab", "To the next part of the screen"),
    ("mouse", "Everything that can be chosen can be clicked"),
)
"""What works on every screen."""


class AliquotApp(App[int]):
    """Everything on the full screen."""

    TITLE = "Aliquot"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "keys", "Help", key_display="?"),
        Binding("t", "next_theme", "Theme", show=False),
        Binding("ctrl+p", "command_palette", "Commands", show=False, priority=True),
        Binding("ctrl+q", "quit", "Quit", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", "Back to the shell for a while", show=False, priority=True),
        Binding("ctrl+c", "interrupt", "Quit", show=False, priority=True, system=True),
    ]

    def __init__(self, setup: "Setup | None" = None, session: "Session | None" = None) -> None:
        """Opens at home, or with a game.

        Args:
            setup: A game to begin with, if one was asked for.
            session: A game to take up again instead.
        """
        super().__init__()
        self._setup, self._session = setup, session
        self._runs_in: asyncio.AbstractEventLoop | None = None
        self.preferences = Preferences.load()
        for theme in themes.THEMES:
            self.register_theme(theme)
        wanted = themes.PLAIN if self.no_color else self.preferences.theme
        self.theme = wanted if wanted in self.available_themes else themes.DARK

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Colours of ours that themes of others do not have."""
        return themes.THEMES[0].variables

    def on_mount(self) -> None:
        """Opens the game that was asked for, or home."""
        self._runs_in = asyncio.get_running_loop()
        if self._session is not None:
            self.resume(self._session)
        elif self._setup is not None:
            self.play(self._setup)
        else:
            self._come_home()

    def _come_home(self) -> None:
        """Opens home where nothing else is open; a game that was asked for does not wait for it."""
        if len(self.screen_stack) == 1:
            self.push_screen(HomeScreen())

    def pop_screen(self) -> AwaitComplete:
        """Goes back to where one came from: home, if from nowhere."""
        popped = super().pop_screen()
        self._come_home()
        return popped

    def leave(self, code: int) -> None:
        """Ends in good order, as when a window is closed; any thread may ask for it."""
        if self._runs_in is not None:
            self._runs_in.call_soon_threadsafe(self.exit, code)

    def _fatal_error(self) -> None:
        """Ends after a fault of our own: in one sentence, with the rest in a file."""
        from rich.text import Text

        error = sys.exc_info()[1] or self._exception
        if error is not None:
            self.panic(Text(tell(error)))

    def play(self, setup: "Setup") -> None:
        """Begins a game."""
        from aliquot.play.series import SeriesSession
        from aliquot.saves.match_file import MatchFile
        from aliquot.terminal.screen.match import MatchScreen

        self._enter(MatchScreen(SeriesSession.start(setup, MatchFile)))

    def resume(self, session: "Session") -> None:
        """Goes on with a game."""
        from aliquot.play.series import SeriesSession
        from aliquot.saves.match_file import MatchFile
        from aliquot.terminal.screen.match import MatchScreen

        self._enter(MatchScreen(SeriesSession.from_session(session, MatchFile, vary_rematches=True)))

    def _enter(self, screen: Screen[None]) -> None:
        """Goes to a screen, which waits below where there is no room."""
        if isinstance(self.screen, TooSmall):
            super().pop_screen()
            self.push_screen(screen)
            self.push_screen(TooSmall())
        else:
            self.push_screen(screen)

    def on_resize(self, event: events.Resize) -> None:
        """Says so where there is no room, and goes on where there is again."""
        fits = event.size.width >= ENOUGH.width and event.size.height >= ENOUGH.height
        if not fits and not isinstance(self.screen, TooSmall):
            self.push_screen(TooSmall())
        elif fits and isinstance(self.screen, TooSmall):
            self.pop_screen()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offers no commands where there is no room to show them."""
        return action != "command_palette" or not isinstance(self.screen, TooSmall)

    def action_keys(self) -> None:
        """Shows what there is to know here, and which keys do what."""
        from aliquot.terminal.screen.dialogs import TextDialog, key_table

        rows: dict[str, list[str]] = {}
        for active in self.screen.active_bindings.values():
            binding = active.binding
            if binding.description and binding.description not in _OF_TEXTUAL and active.enabled:
                rows.setdefault(binding.description, []).append(self.get_key_display(binding))
        known = [(", ".join(dict.fromkeys(keys)), what) for what, keys in rows.items()]
        room = self.screen
        keys = key_table([*known, *(room.arrow_help if isinstance(room, BaseScreen) else ()), *_EVERYWHERE])
        about = room.help_text() if isinstance(room, BaseScreen) else None
        if about is None:
            self.push_screen(TextDialog("Keys", keys))
        else:
            title = Content.styled("The keys", "bold $primary")
            self.push_screen(TextDialog("Help", Content("\n").join([about, Content(""), title, keys])))

    def action_next_theme(self) -> None:
        """Goes on to the next theme, and remembers it."""
        self.theme = themes.after(self.theme)

    def watch_theme(self, theme: str) -> None:
        """Remembers the theme, and says which it is."""
        if self.is_running and theme != self.preferences.theme:
            self.notify(f"Theme: {theme}", timeout=2)
            try:
                self.preferences.save(theme=theme)
            except AliquotError as problem:
                self.notify(f"The theme is not remembered: {problem}", severity="warning", markup=False)

    def action_interrupt(self) -> None:
        """Leaves at once; every game is kept."""
        self.exit(INTERRUPTED)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """What the command palette offers: all that the screen's keys do, the themes, and leaving."""
        for active in screen.active_bindings.values():
            binding = active.binding
            if binding.show and active.enabled and binding.description:
                yield SystemCommand(
                    binding.description,
                    active.tooltip or f"The key {self.get_key_display(binding)}",
                    lambda node=active.node, action=binding.action: self.call_later(node.run_action, action),
                )
        for theme in themes.THEMES:
            yield SystemCommand(
                f"Theme: {theme.name}", "Change the colours", lambda name=theme.name: self._set_theme(name)
            )
        yield SystemCommand("Quit", "Leave; every game is kept", self.action_quit)

    def _set_theme(self, name: str) -> None:
        self.theme = name


def tell(error: BaseException) -> str:
    """Keeps the whole story in a file and returns what the player is told."""
    from platformdirs import user_log_path

    from aliquot import __version__
    from aliquot.saves.files import write_file

    now = datetime.now(UTC)
    path = user_log_path("aliquot", appauthor=False) / f"fault-{now:%Y-%m-%d-%H%M%S}.txt"
    story = f"aliquot {__version__}, {now:%Y-%m-%d %H:%M:%S} UTC\n\n{''.join(traceback.format_exception(error))}"
    try:
        write_file(path, story)
        where = f" The whole story is in {path}."
    except AliquotError:
        where = ""
    what = shorten(" ".join(f"{type(error).__name__}: {error}".split()), 200)
    return (
        f"aliquot: A fault of our own has ended the screen: {what}. "
        f"Whatever was being played is kept; 'aliquot resume' takes it up again.{where}"
    )
