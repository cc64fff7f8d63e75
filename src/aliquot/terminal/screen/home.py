"""Home: the duels, the variants, and the games that were played."""

import asyncio
from typing import TYPE_CHECKING, ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from aliquot.catalogue import DEEPER, DUELS, other_games
from aliquot.core.errors import AliquotError
from aliquot.games.longest_chain import TITLE, USUAL
from aliquot.terminal.screen.base import BaseScreen
from aliquot.terminal.screen.saved_games import SavedGamesScreen, describe, load_entries, open_game, resume_game
from aliquot.terminal.screen.widgets import Card, KeyBar, move_focus

if TYPE_CHECKING:
    from aliquot.saves.archive import Entry
    from aliquot.terminal.screen.app import AliquotApp

_MOST_SHOWN = 5
"""How many unfinished games and how many results are shown."""


class SavedGameRow(Static, can_focus=True):
    """A saved game, in one line."""

    DEFAULT_CSS = """
    SavedGameRow { height: 1; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; }
    SavedGameRow:focus { background: $primary; color: $background; text-style: bold; }
    SavedGameRow:hover { background: $surface; }
    """

    class Opened(Message):
        """Somebody wants to see this again."""

        def __init__(self, entry: "Entry") -> None:
            """Names the file."""
            super().__init__()
            self.entry = entry

    def __init__(self, entry: "Entry") -> None:
        """Describes a record."""
        self.entry = entry
        super().__init__(describe(entry), markup=False)

    def on_click(self) -> None:
        """A click opens it."""
        self.post_message(self.Opened(self.entry))

    def key_enter(self, event: events.Key) -> None:
        """Enter opens it, and means nothing to what is opened."""
        event.stop()
        self.post_message(self.Opened(self.entry))


class HomeScreen(BaseScreen):
    """The home screen: the duels, the deeper games and the saved games."""

    DEFAULT_CSS = """
    HomeScreen #banner { height: 1; padding: 0 2; margin: 0 0 1 0; background: $surface; }
    HomeScreen #cards { height: auto; }
    HomeScreen .column { width: 1fr; height: auto; }
    HomeScreen .heading { height: 1; padding: 0 1; color: $faint; }
    HomeScreen #saved { height: auto; padding: 0 1; }
    HomeScreen #saved .heading { margin: 1 0 0 0; }
    HomeScreen #all { height: auto; }
    HomeScreen.-wide #all { layout: horizontal; }
    HomeScreen.-wide #cards { width: 2fr; }
    HomeScreen.-wide #saved { width: 1fr; }
    HomeScreen.-wide Card { margin: 0 0 1 0; }
    HomeScreen.-wide #saved .heading { margin: 0; }
    HomeScreen.-wide #saved SavedGameRow { height: auto; text-wrap: wrap; margin: 0 0 1 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "go(0,-1)", show=False, priority=True),
        Binding("down", "go(0,1)", show=False, priority=True),
        Binding("left", "go(-1,0)", show=False),
        Binding("right", "go(1,0)", show=False),
        Binding("enter", "nothing", "Play", key_display="Enter"),
        *(
            Binding(str(number), f"open({number - 1})", f"Play {choice.title}", show=False)
            for number, choice in enumerate(DUELS, 1)
        ),
        Binding("r", "resume", "Resume the last game"),
        Binding("g", "games", "All games"),
        Binding("l", "learn", "Learn"),
        Binding("c", "chain", TITLE, show=False),
        Binding("q", "app.quit", "Quit"),
    ]

    arrow_help = (("arrows", "To the next card or saved game in that direction"),)
    app: "AliquotApp"

    def compose(self) -> ComposeResult:
        """Two columns of cards, and below or beside them what was played."""
        yield Static(
            Content.from_markup(
                "[bold $primary]aliquot[/]  [$faint]five duels with divisors, and an oracle that is always right[/]"
            ),
            id="banner",
        )
        with VerticalScroll(can_focus=False), Container(id="all"):
            with Horizontal(id="cards"):
                with Vertical(classes="column"):
                    yield Static("The five duels", classes="heading")
                    for number, choice in enumerate(DUELS, 1):
                        yield Card(choice.title, choice.line, choice, str(number))
                with Vertical(classes="column", id="deeper"):
                    # A line and not a card: with one card more, the saved games would be out of sight.
                    link = Content.from_markup("More games, or [@click=screen.chain]c: $title[/]", title=TITLE)
                    yield Static(link, classes="heading")
                    for choice in DEEPER:
                        yield Card(choice.title, choice.line, choice)
            yield Vertical(id="saved")
        yield KeyBar()

    def open(self) -> None:
        """Points at the first duel."""
        self.query(Card).first().focus()
        self.call_after_refresh(self._look_for_others)

    @work(group="others")
    async def _look_for_others(self) -> None:
        """Add the games and variants of other packages; the lookup takes longer than everything else here."""
        choices = await self.wait_for(asyncio.to_thread(other_games))
        cards = (Card(choice.title, choice.line, choice) for choice in choices)
        await self.query_one("#deeper", Vertical).mount_all(cards)

    def on_screen_resume(self) -> None:
        """Looks for saved games, each time one comes home."""
        self.call_after_refresh(self._look_for_games)

    @work(exclusive=True)
    async def _look_for_games(self) -> None:
        entries = await self.wait_for(self._entries())
        unfinished = [entry for entry in entries if entry.summary is not None and entry.summary.outcome is None]
        finished = [entry for entry in entries if entry.summary is not None and entry.summary.outcome is not None]
        saved = self.query_one("#saved", Vertical)
        await saved.remove_children()
        for title, entries in (("Unfinished", unfinished), ("Recent results", finished)):
            if entries:
                more = (
                    f" (the newest {_MOST_SHOWN} of {len(entries)}; g shows all)" if len(entries) > _MOST_SHOWN else ""
                )
                await saved.mount(
                    Static(title + more, classes="heading"), *(SavedGameRow(entry) for entry in entries[:_MOST_SHOWN])
                )

    async def _entries(self) -> "list[Entry]":
        """The games on disk, the newest first; none, and a notice, where they cannot be read."""
        try:
            return await load_entries()
        except AliquotError as problem:
            self.notify(str(problem), severity="warning", markup=False)
            return []

    @on(Card.Opened)
    def _set_up(self, event: Card.Opened) -> None:
        from aliquot.terminal.screen.setup import SetupScreen

        self.app.push_screen(SetupScreen(event.value))

    @on(SavedGameRow.Opened)
    def _open(self, event: SavedGameRow.Opened) -> None:
        open_game(self.app, event.entry)

    @work(exclusive=True, group="resume")
    async def action_resume(self) -> None:
        """Goes on with the newest unfinished game, listed yet or not."""
        for entry in await self._entries():
            if entry.summary is not None and entry.summary.outcome is None:
                if self.is_current:
                    resume_game(self.app, entry)
                return
        self.notify("There is no unfinished game to resume.")

    def action_games(self) -> None:
        """Opens the list of all games."""
        self.app.push_screen(SavedGamesScreen())

    def action_learn(self) -> None:
        """Opens the lessons."""
        from aliquot.terminal.screen.learn import LearnScreen

        self.app.push_screen(LearnScreen())

    def action_chain(self) -> None:
        """Opens the longest chain."""
        self.app.write_chain(USUAL)

    def action_open(self, number: int) -> None:
        """Opens one of the duels."""
        self.post_message(Card.Opened(DUELS[number]))

    def action_nothing(self) -> None:
        """Enter belongs to the cards; here it only stands in the footer."""

    def action_go(self, across: int, down: int) -> None:
        """Moves the focus to the nearest thing in a direction."""
        move_focus(self, "Card, SavedGameRow", across, down)
