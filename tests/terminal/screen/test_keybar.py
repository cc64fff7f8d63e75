"""The foot of a screen: the keys that do something now, and what a click on one of them does."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from aliquot.terminal.screen.widgets import KeyBar

from .host import shown, staged


class BaseScreen(Screen[None]):
    """A screen with keys, one of which can be taken away."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "note('a')", "First"),
        Binding("b", "note('b')", "Second"),
        Binding("c", "hide", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.noted: list[str] = []
        self.hides = False

    def compose(self) -> ComposeResult:
        yield KeyBar()

    def action_note(self, key: str) -> None:
        self.noted.append(key)

    def action_hide(self) -> None:
        self.hides = True
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return not (self.hides and parameters == ("b",))


@staged
async def test_it_names_the_keys_of_the_moment_and_a_click_presses_one() -> None:
    async with shown() as stage:
        room = BaseScreen()
        await stage.app.push_screen(room)
        await stage.settle()
        assert stage.lines[-1].startswith(" a First  b Second")
        await stage.click_text("Second")
        await stage.click_text("a First")
        assert room.noted == ["b", "a"]
        await stage.press("c")
        assert "Second" not in stage.lines[-1]
        assert "First" in stage.lines[-1]


@staged
async def test_what_does_not_fit_whole_is_left_out() -> None:
    async with shown(size=(16, 5)) as stage:
        await stage.app.push_screen(BaseScreen())
        await stage.settle()
        assert stage.lines[-1].rstrip() == " a First"
