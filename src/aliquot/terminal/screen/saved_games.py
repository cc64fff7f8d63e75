"""The list of saved games: search, resume and review."""

from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from aliquot.core.errors import AliquotError
from aliquot.core.text import shorten
from aliquot.games import books, options_of, slug_of
from aliquot.terminal.screen import texts
from aliquot.terminal.screen.base import BackgroundThread, BaseScreen
from aliquot.terminal.screen.widgets import KeyBar

if TYPE_CHECKING:
    from aliquot.saves.archive import Entry
    from aliquot.terminal.screen.app import AliquotApp

MOST_LISTED = 200
"""The most games listed at once; a search finds the others."""


def describe(entry: "Entry") -> str:
    """Describe a saved game in one line; return nothing for an unreadable file."""
    record = entry.summary
    if record is None:
        return ""
    names, book = [shorten(name, 16) for name in record.names], books().get(slug_of(record.game))
    if record.outcome is not None:
        template = texts.WON_ONE if record.moves == 1 else texts.WON
    else:
        template = texts.UNFINISHED_ONE if record.moves == 1 else texts.UNFINISHED
    return template.format(
        date=f"{record.date:%Y-%m-%d}" if record.date else texts.NO_DATE,
        start=options_of(record.game)[0].rpartition("=")[2],
        players=" – ".join(names),
        game=book.title if book is not None else texts.SUM,
        winner=names[record.outcome.winner - 1] if record.outcome is not None else "",
        moves=record.moves,
    )


def matches(entry: "Entry", words: list[str]) -> bool:
    """Return whether all words are in the description or the id of a game."""
    text = f"{describe(entry)} {entry.id}".casefold()
    return all(word in text for word in words)


async def load_entries() -> "list[Entry]":
    """Return the games on disk, the newest first.

    Raises:
        AliquotError: The folder cannot be read.
    """
    from aliquot.saves.archive import Archive

    thread = BackgroundThread()
    try:
        return await thread.run(lambda: [entry for entry in Archive().entries() if entry.summary is not None])
    finally:
        thread.close()


def resume_game(app: "AliquotApp", entry: "Entry") -> None:
    """Resume a game, or say why that is not possible."""
    from aliquot.saves.match_file import resume

    try:
        app.resume(resume(entry.path))
    except AliquotError as problem:
        app.notify(str(problem), severity="warning", markup=False)


def review_game(app: "AliquotApp", entry: "Entry") -> None:
    """Review a game, or say why that is not possible."""
    from aliquot.games import create
    from aliquot.saves.archive import load
    from aliquot.terminal.screen.review import ReviewScreen

    try:
        record = load(entry.path)
        app.push_screen(ReviewScreen(record.replay(create(record.game)), record.names))
    except AliquotError as problem:
        app.notify(str(problem), severity="warning", markup=False)


def open_game(app: "AliquotApp", entry: "Entry") -> None:
    """Resume an unfinished game, or review a finished one."""
    if entry.summary is not None:
        (resume_game if entry.summary.outcome is None else review_game)(app, entry)


class SavedGamesScreen(BaseScreen):
    """A search box and a list of games."""

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
        Binding("enter", "open", "Open", key_display="Enter", priority=True),
        Binding("ctrl+l", "review", "Review", priority=True),
        Binding("escape", "dismiss", "Home"),
    ]
    arrow_help = texts.SAVED_ARROWS
    app: "AliquotApp"

    def __init__(self) -> None:
        """Start with an empty list."""
        super().__init__()
        self._entries: list[Entry] = []
        self._listed: list[Entry] = []

    def compose(self) -> ComposeResult:
        """Yield the search box and the list."""
        yield Static(Content.from_markup(texts.SAVED_TITLE), id="banner")
        yield Input(placeholder=texts.SEARCH, compact=True)
        yield Static(texts.LOADING, id="count")
        yield OptionList(markup=False)
        yield KeyBar()

    def open(self) -> None:
        """Put the cursor into the search box."""
        self.query_one(Input).focus()

    def on_screen_resume(self) -> None:
        """Load the list again each time the screen is shown."""
        self._load()

    @work(exclusive=True)
    async def _load(self) -> None:
        try:
            self._entries = await self.wait_for(load_entries())
        except AliquotError as problem:
            self.notify(str(problem), severity="warning", markup=False)
        self._list()

    @on(Input.Changed)
    def _list(self) -> None:
        """List the games that match the search."""
        words = self.query_one(Input).value.casefold().split()
        matching = [entry for entry in self._entries if matches(entry, words)]
        self._listed = matching[:MOST_LISTED]
        template = texts.COUNT_NEWEST if len(matching) > MOST_LISTED else texts.COUNT
        count = template.format(matching=len(matching), total=len(self._entries), listed=MOST_LISTED)
        self.query_one("#count", Static).update(count if self._entries else texts.NO_GAMES)
        options = self.query_one(OptionList)
        options.clear_options()
        options.add_options([Option(Content(describe(entry))) for entry in self._listed])
        options.highlighted = 0 if self._listed else None
        self.refresh_bindings()

    @property
    def _highlighted(self) -> "Entry | None":
        index = self.query_one(OptionList).highlighted
        return self._listed[index] if index is not None and index < len(self._listed) else None

    def action_move(self, by: int) -> None:
        """Move the cursor to another game."""
        options = self.query_one(OptionList)
        if self._listed:
            options.highlighted = min(max((options.highlighted or 0) + by, 0), len(self._listed) - 1)

    @on(OptionList.OptionSelected)
    def action_open(self) -> None:
        """Open the game under the cursor."""
        if (entry := self._highlighted) is not None:
            open_game(self.app, entry)

    def action_review(self) -> None:
        """Review the game under the cursor, finished or not."""
        if (entry := self._highlighted) is not None:
            review_game(self.app, entry)
