"""All saved games: to be found by typing, gone on with, and looked back at."""

from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from aliquot.core.errors import AliquotError
from aliquot.core.text import shorten
from aliquot.games import books, slug_of
from aliquot.terminal.screen.base import BackgroundThread, BaseScreen
from aliquot.terminal.screen.widgets import KeyBar

if TYPE_CHECKING:
    from aliquot.saves.archive import Entry
    from aliquot.terminal.screen.app import AliquotApp

MOST_LISTED = 200
"""How many games are listed at once; typing finds the others."""


def describe(entry: "Entry") -> str:
    """A saved game in one line; nothing for a file that is none."""
    record = entry.summary
    if record is None:
        return ""
    names = " – ".join(shorten(name, 16) for name in record.names)
    end = f"{shorten(record.names[record.outcome.winner - 1], 16)} won" if record.outcome else "unfinished"
    book = books().get(slug_of(record.game))
    moves = "1 move" if record.moves == 1 else f"{record.moves} moves"
    return f"{names}: {book.title if book is not None else 'Sum'}, {end} after {moves}"


def fits(entry: "Entry", words: list[str]) -> bool:
    """Whether everything that is looked for is in the line about a game, or in its date."""
    when = f"{entry.summary.date:%Y-%m-%d}" if entry.summary is not None and entry.summary.date else ""
    told = f"{describe(entry)} {when} {entry.id}".casefold()
    return all(word in told for word in words)


async def load_entries() -> "list[Entry]":
    """The games on disk, the newest first.

    Raises:
        AliquotError: The folder is none.
    """
    from aliquot.saves.archive import Archive

    thread = BackgroundThread()
    try:
        return await thread.run(lambda: [entry for entry in Archive().entries() if entry.summary is not None])
    finally:
        thread.close()


def resume_game(app: "AliquotApp", entry: "Entry") -> None:
    """Goes on with a game, or says why that cannot be done."""
    from aliquot.saves.match_file import resume

    try:
        app.resume(resume(entry.path))
    except AliquotError as problem:
        app.notify(str(problem), severity="warning", markup=False)


def review_game(app: "AliquotApp", entry: "Entry") -> None:
    """Looks back at a game, or says why that cannot be done."""
    from aliquot.games import create
    from aliquot.saves.archive import load
    from aliquot.terminal.screen.review import ReviewScreen

    try:
        record = load(entry.path)
        app.push_screen(ReviewScreen(record.replay(create(record.game)), record.names))
    except AliquotError as problem:
        app.notify(str(problem), severity="warning", markup=False)


def open_game(app: "AliquotApp", entry: "Entry") -> None:
    """Goes on with a game that is not over, and looks back at one that is."""
    if entry.summary is not None:
        (resume_game if entry.summary.outcome is None else review_game)(app, entry)


class SavedGamesScreen(BaseScreen):
    """A list, and a box to find something in it."""

    DEFAULT_CSS = """
    SavedGamesScreen #banner { height: 1; padding: 0 2; background: $surface; }
    SavedGamesScreen Input { margin: 1 2 0 2; padding: 0 1; background: $primary 30%; }
    SavedGamesScreen #count { height: 1; padding: 0 3; color: $faint; }
    SavedGamesScreen OptionList { height: 1fr; margin: 0 1; border: none; background: $background; }
    SavedGamesScreen OptionList > .option-list--option-highlighted {
        background: $primary; color: $background; text-style: bold;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False, priority=True),
        Binding("down", "move(1)", show=False, priority=True),
        Binding("enter", "open", "Go on, or look back", key_display="Enter", priority=True),
        Binding("ctrl+l", "review", "Look back", priority=True),
        Binding("escape", "dismiss", "Home"),
    ]
    arrow_help = (("↑ ↓", "To another game"), ("← →", "Move through what is typed"))
    app: "AliquotApp"

    def __init__(self) -> None:
        """Lists nothing yet."""
        super().__init__()
        self._entries: list[Entry] = []
        self._found: list[Entry] = []

    def compose(self) -> ComposeResult:
        """The box and the list."""
        yield Static(
            Content.from_markup("[bold $primary]Saved games[/]  [$faint]type a name, a game, a date, unfinished[/]"),
            id="banner",
        )
        yield Input(placeholder="find a game", compact=True)
        yield Static("One moment …", id="count")
        yield OptionList(markup=False)
        yield KeyBar()

    def open(self) -> None:
        """Puts the cursor into the box."""
        self.query_one(Input).focus()

    def on_screen_resume(self) -> None:
        """Looks at what is saved, each time one comes back."""
        self._look()

    @work(exclusive=True)
    async def _look(self) -> None:
        try:
            self._entries = await self.wait_for(load_entries())
        except AliquotError as problem:
            self.notify(str(problem), severity="warning", markup=False)
        self._list()

    @on(Input.Changed)
    def _list(self) -> None:
        """Lists what fits what is typed."""
        words = self.query_one(Input).value.casefold().split()
        fitting = [entry for entry in self._entries if fits(entry, words)]
        self._found = fitting[:MOST_LISTED]
        more = f", the newest {MOST_LISTED} are listed" if len(fitting) > MOST_LISTED else ""
        told = f"{len(fitting)} of {len(self._entries)} games{more}"
        self.query_one("#count", Static).update(told if self._entries else "No games yet.")
        shown = self.query_one(OptionList)
        shown.clear_options()
        shown.add_options([Option(Content(describe(entry))) for entry in self._found])
        shown.highlighted = 0 if self._found else None
        self.refresh_bindings()

    @property
    def _chosen(self) -> "Entry | None":
        place = self.query_one(OptionList).highlighted
        return self._found[place] if place is not None and place < len(self._found) else None

    def action_move(self, by: int) -> None:
        """Moves to another game."""
        shown = self.query_one(OptionList)
        if self._found:
            shown.highlighted = min(max((shown.highlighted or 0) + by, 0), len(self._found) - 1)

    @on(OptionList.OptionSelected)
    def action_open(self) -> None:
        """Opens the game that is pointed at."""
        if (entry := self._chosen) is not None:
            open_game(self.app, entry)

    def action_review(self) -> None:
        """Looks back at the game that is pointed at, over or not."""
        if (entry := self._chosen) is not None:
            review_game(self.app, entry)
