"""The header of a duel: who plays, whose turn it is, the clocks and the score, in two lines."""

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from aliquot.core.outcome import Seat
from aliquot.core.text import shorten

SIGNS: dict[Seat, str] = {1: "●", 2: "○"}
"""The sign of each seat."""
COLOURS: dict[Seat, str] = {1: "$one", 2: "$two"}
"""The colour of each seat."""
_TITLE, _LONGEST = 10, 26
"""How many columns are kept for the title, and the most a name gets."""


class MatchHeader(Widget):
    """The top of the duel: what is played, and by whom."""

    DEFAULT_CSS = """
    MatchHeader { height: 2; padding: 0 1; background: $surface; }
    """

    title: reactive[str] = reactive("")
    """What is played."""
    place: reactive[str] = reactive("")
    """Which game of a series it is, and the score."""
    names: reactive[tuple[str, str]] = reactive(("", ""))
    """Who sits in seat 1 and in seat 2."""
    clocks: reactive[tuple[str, str]] = reactive(("", ""))
    """The time each has left, if there are clocks."""
    to_move: reactive[Seat | None] = reactive(None)
    """Whose turn it is, or None if the game is over."""
    winner: reactive[Seat | None] = reactive(None)
    """Who has won."""

    def render(self) -> Content:
        """The title and the series; the two players."""
        width = max(20, self.size.width)
        place = Content.styled(self.place, "$faint").truncate(width - _TITLE, ellipsis=True)
        title = Content.styled(self.title, "bold $primary").truncate(width - place.cell_length - 2, ellipsis=True)
        first = Content.assemble(title, " " * (width - title.cell_length - place.cell_length), place)
        taken = sum(len(f"  {clock}") for clock in self.clocks if clock) + len("▶ ● ● ○   to move  ")
        longest = max(4, min(_LONGEST, (width - taken) // 2))
        left, right = self._player(1, longest), self._player(2, longest)
        gap = max(2, width - left.cell_length - right.cell_length)
        return Content.assemble(first, "\n", left, " " * gap, right)

    def _player(self, seat: Seat, longest: int) -> Content:
        name = Content(shorten(self.names[seat - 1], longest)).truncate(longest, ellipsis=True).plain
        clock = self.clocks[seat - 1]
        moves, won = self.to_move == seat, self.winner == seat
        style = f"{'bold ' if moves or won else ''}{COLOURS[seat]}"
        state = "  to move" if moves else "  wins" if won else ""
        return Content.assemble(
            (f"{'▶' if moves else '★' if won else ' '} {SIGNS[seat]} {name}", style),
            (f"  {clock}" if clock else "", "bold" if moves else "$faint"),
            (state, "bold $success" if won else "$faint"),
        )
