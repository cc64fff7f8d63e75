"""The application: themes, commands, navigation between screens, and crash reports."""

import asyncio
import sys
from collections.abc import Iterable
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
from aliquot.terminal.screen import texts, themes
from aliquot.terminal.screen.base import BaseScreen
from aliquot.terminal.screen.dialogs import SMALLEST, TextDialog, TooSmall, key_table
from aliquot.terminal.screen.home import HomeScreen

if TYPE_CHECKING:
    from aliquot.play.session import Session
    from aliquot.play.setup import Setup

INTERRUPTED = 130
_TEXTUAL_ACTIONS = {
    "Copy selected text",
    *(f"Focus {where}" for where in ("Next", "Previous")),
    *(f"Page {where}" for where in ("Left", "Right", "Up", "Down")),
    *(f"Scroll {where}" for where in ("Left", "Right", "Up", "Down", "Home", "End")),
}
"""Descriptions of Textual's own bindings, which the help leaves out."""


class AliquotApp(App[int]):
    """The full-screen application; its result is the exit code."""

    TITLE = "Aliquot"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "keys", "Help", key_display="?"),
        Binding("t", "next_theme", "Theme", show=False),
        Binding("ctrl+p", "command_palette", "Commands", show=False, priority=True),
        Binding("ctrl+q", "quit", "Quit", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", "Suspend: back to the shell", show=False, priority=True),
        Binding("ctrl+c", "interrupt", "Quit", show=False, priority=True, system=True),
    ]

    def __init__(self, setup: "Setup | None" = None, session: "Session | None" = None, chain: int = 0) -> None:
        """Open at home, or with a match.

        Args:
            setup: A match to start with.
            session: A match to resume instead.
            chain: The limit of a chain to write instead; 0 for none.
        """
        super().__init__()
        self._setup, self._session, self._chain = setup, session, chain
        self._event_loop: asyncio.AbstractEventLoop | None = None
        self.preferences = Preferences.load()
        for theme in themes.THEMES:
            self.register_theme(theme)
        wanted = themes.PLAIN if self.no_color else self.preferences.theme
        self.theme = wanted if wanted in self.available_themes else themes.DARK

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Return our own colours, for Textual's themes, which do not define them."""
        return themes.THEMES[0].variables

    # --- navigation ---------------------------------------------------------------------------------

    def on_mount(self) -> None:
        """Open the match that was asked for, or home."""
        self._event_loop = asyncio.get_running_loop()
        if self._session is not None:
            self.resume(self._session)
        elif self._setup is not None:
            self.play(self._setup)
        elif self._chain:
            self.write_chain(self._chain)
        else:
            self._open_home()

    def _open_home(self) -> None:
        """Open home if no other screen is open: a match given at the start has none below it."""
        if len(self.screen_stack) == 1:
            self.push_screen(HomeScreen())

    def pop_screen(self) -> AwaitComplete:
        """Go back to the screen below, or home if there is none."""
        popped = super().pop_screen()
        self._open_home()
        return popped

    def leave(self, code: int) -> None:
        """Exit in good order with an exit code; may be called from any thread."""
        if self._event_loop is not None:
            self._event_loop.call_soon_threadsafe(self.exit, code)

    def play(self, setup: "Setup") -> None:
        """Start a match."""
        from aliquot.play.series import SeriesSession
        from aliquot.saves.match_file import MatchFile
        from aliquot.terminal.screen.match import MatchScreen

        self._push(MatchScreen(SeriesSession.start(setup, MatchFile)))

    def resume(self, session: "Session") -> None:
        """Resume a match."""
        from aliquot.play.series import SeriesSession
        from aliquot.saves.match_file import MatchFile
        from aliquot.terminal.screen.match import MatchScreen

        self._push(MatchScreen(SeriesSession.from_session(session, MatchFile, vary_rematches=True)))

    def write_chain(self, limit: int) -> None:
        """Open the longest chain of 1 to a limit."""
        from aliquot.terminal.screen.chain import ChainScreen

        self._push(ChainScreen(limit))

    def _push(self, screen: Screen[None]) -> None:
        """Open a screen; below the notice, if the terminal is too small."""
        if isinstance(self.screen, TooSmall):
            super().pop_screen()
            self.push_screen(screen)
            self.push_screen(TooSmall())
        else:
            self.push_screen(screen)

    def on_resize(self, event: events.Resize) -> None:
        """Show or remove the notice that the terminal is too small."""
        fits = event.size.width >= SMALLEST.width and event.size.height >= SMALLEST.height
        if not fits and not isinstance(self.screen, TooSmall):
            self.push_screen(TooSmall())
        elif fits and isinstance(self.screen, TooSmall):
            self.pop_screen()

    # --- help, commands and themes ------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer no command palette in a terminal that is too small."""
        return action != "command_palette" or not isinstance(self.screen, TooSmall)

    def action_keys(self) -> None:
        """Show the help of the current screen and its keys."""
        actions: dict[str, list[str]] = {}
        for active in self.screen.active_bindings.values():
            binding = active.binding
            if binding.description and binding.description not in _TEXTUAL_ACTIONS and active.enabled:
                actions.setdefault(binding.description, []).append(self.get_key_display(binding))
        rows = [(", ".join(dict.fromkeys(keys)), action) for action, keys in actions.items()]
        screen = self.screen
        keys = key_table(
            [*rows, *(screen.arrow_help if isinstance(screen, BaseScreen) else ()), *texts.KEYS_EVERYWHERE]
        )
        help_text = screen.help_text() if isinstance(screen, BaseScreen) else None
        if help_text is None:
            self.push_screen(TextDialog(texts.KEYS_TITLE, keys))
        else:
            title = Content.styled(texts.KEYS_TITLE, "bold $primary")
            text = Content("\n").join([help_text, Content(""), title, keys])
            self.push_screen(TextDialog(texts.HELP_TITLE, text))

    def action_next_theme(self) -> None:
        """Change to the next theme."""
        self.theme = themes.after(self.theme)

    def watch_theme(self, theme: str) -> None:
        """Save a new theme and name it."""
        if self.is_running and theme != self.preferences.theme:
            self.notify(texts.THEME.format(theme=theme), timeout=2)
            try:
                self.preferences.save(theme=theme)
            except AliquotError as problem:
                self.notify(texts.THEME_NOT_SAVED.format(problem=problem), severity="warning", markup=False)

    def action_interrupt(self) -> None:
        """Exit at once; every match is saved already."""
        self.exit(INTERRUPTED)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Yield the commands of the palette: the screen's keys, the themes, and quitting."""
        for active in screen.active_bindings.values():
            binding = active.binding
            if binding.show and active.enabled and binding.description:
                yield SystemCommand(
                    binding.description,
                    active.tooltip or texts.KEY_HELP.format(key=self.get_key_display(binding)),
                    lambda node=active.node, action=binding.action: self.call_later(node.run_action, action),
                )
        for theme in themes.THEMES:
            yield SystemCommand(
                texts.THEME.format(theme=theme.name), texts.THEME_HELP, lambda name=theme.name: self._set_theme(name)
            )
        yield SystemCommand("Quit", texts.QUIT_HELP, self.action_quit)

    def _set_theme(self, name: str) -> None:
        self.theme = name

    # --- crashes ------------------------------------------------------------------------------------

    def _fatal_error(self) -> None:
        """Exit after a bug: one sentence for the player, the traceback in a file."""
        from rich.text import Text

        error = sys.exc_info()[1] or self._exception
        if error is not None:
            self.panic(Text(report_crash(error)))


def report_crash(error: BaseException) -> str:
    """Store the traceback of an error in a file and return the message for the player."""
    import traceback
    from datetime import UTC, datetime

    from platformdirs import user_log_path

    from aliquot import __version__
    from aliquot.saves.files import write_file

    now = datetime.now(UTC)
    path = user_log_path("aliquot", appauthor=False) / f"crash-{now:%Y-%m-%d-%H%M%S}.txt"
    report = f"aliquot {__version__}, {now:%Y-%m-%d %H:%M:%S} UTC\n\n{''.join(traceback.format_exception(error))}"
    message = shorten(" ".join(f"{type(error).__name__}: {error}".split()), 200)
    try:
        write_file(path, report)
    except AliquotError:
        return texts.CRASH.format(error=message)
    return texts.CRASH_DETAILS.format(error=message, path=path)
