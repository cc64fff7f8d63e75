"""The board of a sum: the numbers side by side, each with its own moves."""

from textual.app import ComposeResult
from textual.containers import HorizontalScroll, Vertical
from textual.widgets import Static

from aliquot.games.sum import Sum
from aliquot.terminal.screen.boards.board import Board
from aliquot.terminal.screen.boards.grid import Grid
from aliquot.terminal.screen.boards.number import Figure, Keys, show_keys
from aliquot.terminal.screen.scene import Scene

_NARROWEST, _WIDEST = 26, 44
"""How many columns a number has: room for the longest divisor and its letter, and no more than looks well."""


class Heap(Vertical):
    """One of the numbers."""

    DEFAULT_CSS = """
    Heap { padding: 0 1; border: round $panel; border-title-color: $faint; }
    Heap:focus-within { border: round $primary; border-title-color: $primary; }
    Heap .heap--rest { color: $faint; margin: 1 0 0 0; height: auto; }
    Heap Grid { margin: 1 0 0 0; }
    """

    def __init__(self, place: int, rule: str) -> None:
        """Keeps a place for a number.

        Args:
            place: Which of the numbers it is, counted from 0.
            rule: The name of its duel, where the numbers follow different ones.
        """
        super().__init__()
        self._place = place
        self.border_title = rule or None

    def compose(self) -> ComposeResult:
        """The number, its keys, and what is said where there are none."""
        yield Figure()
        yield Grid()
        yield Static("", classes="heap--rest")

    def show(self, scene: Scene, game: Sum) -> None:
        """Shows the number of a scene."""
        p, place = scene.position, self._place
        number = p.numbers[place]
        twin = place not in game.places(p)
        moves = [] if twin else game.moves_at(p, place)
        stuck = game.members[place].is_over(game.part(p, place))
        grid, rest = self.query_one(Grid), self.query_one(".heap--rest", Static)
        self.query_one(Figure).show(number)
        show_keys(grid, Keys(moves, scene.study, lambda move: str(abs(move[1]))))
        grid.display = bool(moves)
        rest.display = not grid.display
        rest.update("the same as before: choose there" if twin and not stuck else "nothing to do here")


class SumBoard(Board):
    """Several numbers, as many side by side as fit, the others a scroll away."""

    DEFAULT_CSS = """
    SumBoard HorizontalScroll { height: 1fr; }
    """

    def compose(self) -> ComposeResult:
        """A place for each number."""
        game = self.scene.game if self.scene is not None else None
        if isinstance(game, Sum):
            with HorizontalScroll(can_focus=False):
                for place, member in enumerate(game.members):
                    yield Heap(place, "" if game.is_uniform else member.title)

    def on_resize(self) -> None:
        """Shares the room out."""
        heaps = self.query(Heap)
        for heap in heaps:
            heap.styles.width = min(max(self.size.width // len(heaps), _NARROWEST), _WIDEST)

    def show(self, scene: Scene) -> None:
        """Shows another moment."""
        if not isinstance(scene.game, Sum):
            return
        for heap in self.query(Heap):
            heap.show(scene, scene.game)
