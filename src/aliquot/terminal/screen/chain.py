"""The longest chain on the full screen: the numbers, the chain as far as it fits, and what is known about it."""

from typing import ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from aliquot.catalogue import CHAIN_LIMITS
from aliquot.core.errors import AliquotError
from aliquot.games.longest_chain import AIM, LEFT, TASK, TITLE
from aliquot.play.chain import ChainSession
from aliquot.reports.chain import ADDED, REMOVED, ChainReport
from aliquot.saves.chains import ChainFile
from aliquot.terminal.screen.base import BackgroundThread, BaseScreen
from aliquot.terminal.screen.boards.grid import CHOOSABLE, Cell, CellKind, Grid, MoveChosen
from aliquot.terminal.screen.move_input import Prompt
from aliquot.terminal.screen.widgets import KeyBar

_COLUMNS = (20, 10, 5, 2, 1)
_FEW = 120
"""So many numbers have at most ten columns."""
_WIDEST = 9
_MOST_TYPED = 5
_CHARACTERS = frozenset("0123456789<>")


class ChainScreen(BaseScreen):
    """A chain in the making. It is stored after every step."""

    DEFAULT_CSS = """
    ChainScreen #banner { height: 1; padding: 0 1; background: $surface; }
    ChainScreen #beads { height: 1; padding: 0 1; margin: 1 0 0 0; text-wrap: nowrap; }
    ChainScreen Grid { margin: 1 1 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "add", "Add", key_display="Enter"),
        Binding("u", "undo", "Undo"),
        Binding("s", "shorten", "Shorten"),
        Binding("e", "other", "Other end"),
        Binding("h", "hint", "Hint"),
        Binding("n", "size", "More numbers"),
        Binding("r", "restart", "Begin again", show=False),
        Binding("backspace", "erase", "Delete the last character", show=False, key_display="Backspace"),
        Binding("escape,q", "dismiss", "Home", key_display="Esc"),
    ]

    def __init__(self, limit: int) -> None:
        """Open the chain of 1 to a limit where it was left."""
        super().__init__()
        self._oracle = BackgroundThread()
        self._load(limit)

    def _load(self, limit: int) -> None:
        self._file = ChainFile(limit)
        self._session = ChainSession(self._file.chain, self._file.best, self._file.store)

    def compose(self) -> ComposeResult:
        """Lay out the banner, the chain, the numbers and the prompt."""
        yield Static(id="banner")
        yield Static(id="beads")
        yield Grid(id="grid")
        yield Prompt()
        yield KeyBar()

    def open(self) -> None:
        """Show the chain."""
        self._show()
        self.query_one(Grid).focus()

    def on_unmount(self) -> None:
        """Stop the oracle."""
        self._oracle.close()

    def on_resize(self) -> None:
        """Lay the numbers out for the new size."""
        if self.is_ready:
            self._show_grid(self._session.report())

    def help_text(self) -> Content:
        """Return the rules in one line."""
        return Content(f"{TASK} {AIM} Type a number, <12 for the left end or 12> for the right, or use the cursor.")

    def can(self, action: str) -> bool:
        """Return whether an action is available now."""
        match action:
            case "undo":
                return self._session.can_undo
            case "shorten" | "other" | "restart":
                return bool(self._session.chain.numbers)
        return True

    # --- drawing --------------------------------------------------------------------------------------

    def _show(self, message: str = "", tone: str = "") -> None:
        report = self._session.report()
        self.query_one("#banner", Static).update(
            Content.from_markup(
                "[bold $primary]$title[/]  [$faint]1–$limit[/]  [bold $accent]$length[/] of $ceiling  [$faint]$best[/]",
                title=TITLE,
                limit=report.limit,
                length=report.length,
                ceiling=report.ceiling,
                best=f"your best: {self._session.best}" if self._session.best else "",
            )
        )
        self._show_beads(report)
        self._show_grid(report)
        prompt = self.query_one(Prompt)
        prompt.accepts_input, prompt.typed, prompt.preview = True, "", ""
        prompt.question = Content(report.sentence)
        prompt.message, prompt.tone = message or self._file.problem, tone if message else "warning"
        if report.numbers and report.length >= report.ceiling and not tone:
            prompt.message, prompt.tone = report.sentence, "good"
            prompt.question = Content("")
        self.refresh_bindings()

    def _show_beads(self, report: ChainReport) -> None:
        """Show the chain on one line; of a long one the end that grows next."""
        numbers, room = [*map(str, report.numbers)], max(20, self.size.width - 6)
        at_left = self._session.active == LEFT
        ordered = numbers if at_left else numbers[::-1]
        count, width = 0, 0
        while count < len(ordered) and (width := width + len(ordered[count]) + 3) <= room:
            count += 1
        seen = ordered[:count] if at_left else ordered[:count][::-1]
        dots = "" if count == len(numbers) else "…"
        parts: list[tuple[str, str] | str] = []
        for place, number in enumerate(seen):
            is_active = place == (0 if at_left else len(seen) - 1)
            parts += [(" – ", "$faint")] if place else []
            parts.append((f" {number} ", "bold $background on $accent") if is_active else (number, ""))
        self.query_one("#beads", Static).update(
            Content.assemble("" if at_left else dots, *parts, dots if at_left else "")
        )

    def _show_grid(self, report: ChainReport) -> None:
        grid, limit = self.query_one(Grid), report.limit
        room, needed = max(1, self.size.width - 6), len(str(limit)) + 2
        fitting = [n for n in _COLUMNS if n * (needed + grid.gap) <= room]
        columns = next((n for n in fitting if n <= 10 or limit > _FEW), 1)
        grid.set_reactive(Grid.columns, columns)
        grid.set_reactive(Grid.fixed_width, max(needed, min(_WIDEST, room // columns - grid.gap)))
        rows = -(-limit // columns)
        grid.set_reactive(Grid.cell_height, 2 if rows * 2 <= max(1, grid.size.height) else 1)
        grid.cells = self._cells(report, has_notes=grid.cell_height > 1)
        if grid.cells[grid.cursor].kind not in CHOOSABLE:
            near = (*report.left, *report.right)
            grid.cursor = min(near, key=lambda number: abs(number - 1 - grid.cursor), default=1) - 1

    def _cells(self, report: ChainReport, *, has_notes: bool) -> list[Cell]:
        """Return the numbers with their places in the chain, where a line is free for them, and the ends they fit."""
        places = {number: place for place, number in enumerate(report.numbers, 1)}
        active = self._session.chain.end(self._session.active)
        at_left, at_right = set(report.left), set(report.right)
        cells = []
        for number in range(1, report.limit + 1):
            if number in places:
                kind = CellKind.CURRENT if number == active else CellKind.ONE
                cells.append(Cell(number, str(number), kind, str(places[number]) if has_notes else ""))
            elif number in at_left or number in at_right:
                note = "" if not places else "↔" if number in at_left & at_right else "‹" if number in at_left else "›"
                cells.append(Cell(number, str(number), CellKind.MOVE, note))
            else:
                cells.append(Cell(number, str(number), CellKind.UNAVAILABLE))
        return cells

    # --- what the player does ---------------------------------------------------------------------------

    @on(MoveChosen)
    def _choose(self, event: MoveChosen) -> None:
        self._add(str(event.move))

    def on_key(self, event: events.Key) -> None:
        """Take the characters of a number."""
        prompt = self.query_one(Prompt)
        if event.character in _CHARACTERS and len(prompt.typed) < _MOST_TYPED:
            event.stop()
            prompt.typed += str(event.character)

    def action_add(self) -> None:
        """Add the number that was typed, or the one under the cursor."""
        if typed := self.query_one(Prompt).typed:
            self._add(typed)
        else:
            self.query_one(Grid).choose()

    def action_erase(self) -> None:
        """Delete the last character that was typed."""
        prompt = self.query_one(Prompt)
        prompt.typed = prompt.typed[:-1]

    def _add(self, text: str) -> None:
        try:
            extension = self._session.add(text)
        except AliquotError as problem:
            self._show(str(problem), "warning")
            return
        report_text = ADDED.format(number=extension.number, end=extension.end)
        self._show("" if len(self._session.chain.numbers) == 1 else report_text)

    def action_undo(self) -> None:
        """Undo the last step."""
        self._session.undo()
        self._show()

    def action_shorten(self) -> None:
        """Take the number at the active end off."""
        self._show(REMOVED.format(number=self._session.shorten()))

    def action_other(self) -> None:
        """Let the other end grow next."""
        self._session.switch()
        self._show()

    def action_restart(self) -> None:
        """Begin again."""
        self._session.restart()
        self._show()

    def action_size(self) -> None:
        """Change to more numbers, or to the fewest after the most; each has a chain of its own."""
        limits = [int(choice.value) for choice in CHAIN_LIMITS]
        self._load(next((limit for limit in limits if limit > self._session.chain.limit), limits[0]))
        self.query_one(Grid).set_reactive(Grid.cursor, 0)
        self._show()

    @work(exclusive=True)
    async def action_hint(self) -> None:
        """Ask for a hint; meanwhile the player may go on."""
        session, chain = self._session, self._session.chain
        sentence = await self.wait_for(self._oracle.run(session.hint))
        if session is self._session and chain is session.chain:
            self._show(sentence, "hint")
