"""How far down a number has come: a line from the start to nothing, with every stop on it."""

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget


class Descent(Widget):
    """A number line; what was visited stands on it, and what can be reached below it."""

    DEFAULT_CSS = """
    Descent { height: 3; width: 1fr; }
    """

    path: reactive[tuple[int, ...]] = reactive(())
    """The numbers visited, the first the largest."""
    ahead: reactive[tuple[int, ...]] = reactive(())
    """The numbers that can be reached now."""

    def render(self) -> Content:
        """Three lines: the numbers, the line, the ways on."""
        width = self.size.width
        if not self.path or width < 8:
            return Content("")
        top, *_, current = (*self.path, self.path[-1])

        def place(number: int) -> int:
            return number * (width - 2) // top

        labels, line, below = [" "] * width, ["─"] * width, [" "] * width
        for number in self.ahead:
            below[place(number)] = "▴"
        for number in self.path:
            line[place(number)] = "○"
        line[place(current)] = "●"
        for number in (current, top, *reversed(self.path)):
            text = str(number)
            at = min(max(0, place(number) - len(text) // 2), width - len(text))
            if at >= 0 and not "".join(labels[max(0, at - 1) : at + len(text) + 1]).strip():
                labels[at : at + len(text)] = text
        visited = place(current)
        return Content.assemble(
            ("".join(labels) + "\n", "$faint"),
            ("".join(line[:visited]), "$secondary"),
            ("".join(line[visited : visited + 1]), "bold $accent"),
            ("".join(line[visited + 1 :]) + "\n", "$accent"),
            ("".join(below), "bold $foreground"),
        )
