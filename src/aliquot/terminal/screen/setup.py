"""The setup screen: everything to be settled before the first move, with defaults that suit most people."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static

from aliquot import catalogue
from aliquot.catalogue import ON, Choice, GameChoice
from aliquot.core.clock import TimeControl
from aliquot.core.errors import AliquotError, InvalidParameter
from aliquot.core.player import HUMAN
from aliquot.games import book_of, flags, rules_of
from aliquot.games.rulebook import AnyBook
from aliquot.games.wrapper import Variant
from aliquot.play.setup import Setup, arrange, check_playable, check_solvable, fresh_seed, parse_names
from aliquot.terminal.screen.base import BackgroundThread, BaseScreen
from aliquot.terminal.screen.widgets import KeyBar, Selector
from aliquot.terminal.text import fold

if TYPE_CHECKING:
    from aliquot.terminal.screen.app import AliquotApp

WHO = (
    Choice(HUMAN, "a person", "at this keyboard"),
    *(Choice(level.kind, level.slug, level.line) for level in catalogue.LEVELS),
)
TYPED = "typed"
_SHEET = 68
"""How wide the rules are set."""
PACE = 0.6
"""Seconds a computer waits before it moves, so that its move is seen."""

_TYPED = {
    "start": Choice(TYPED, "typed", "a number, or several: 60,84,90"),
    "pool": Choice(TYPED, "typed", "the smallest and the largest number, as in 2-50"),
    "clock": Choice(TYPED, "typed", "seconds each + seconds a move, as in 60+2"),
}
_HINTS = (Choice("", "on"), Choice("off", "off"))


def agree(duel: AnyBook, values: Mapping[str, str]) -> Setup:
    """Return the setup that the rows describe; it may take a while where the oracle has to be asked.

    Raises:
        AliquotError: Something cannot be; the message says what.
    """
    parameter, clock = duel.parameter, values["clock"]
    rules: dict[str, Any] = {parameter: values["typed"] if values[parameter] == TYPED else values[parameter]}
    if not rules[parameter]:
        raise InvalidParameter(f"Type the {parameter}, or choose another.")
    if parameter == "pool":
        rules["opening"] = values["opening"]
    rules |= dict.fromkeys(catalogue.switched_on(values), True)
    seed = fresh_seed()
    game = arrange(duel.slug, seed, **rules)
    kinds, names = (values["one"], values["two"]), name_players(values)
    if values["first"] == "they":
        kinds, names = kinds[::-1], names[::-1]
    if clock == TYPED:
        clock = values["typed-clock"] or TYPED
    check_solvable(game, kinds)
    setup = Setup(
        game,
        kinds,
        names,
        toss=values["first"] == "toss",
        seed=seed,
        best_of=int(values["series"]),
        penalty="forfeit" if values["penalty"] == "forfeit" else "retry",
        hints=not values["hints"],
        clock=TimeControl.parse(clock) if clock else None,
        pace=PACE,
        vary_rematches=True,
    )
    check_playable(game, setup.seat_players()[0][0].name)
    return setup


def name_players(values: Mapping[str, str]) -> tuple[str, str]:
    """Return the names of the players: as typed, or by what they are.

    Raises:
        InvalidParameter: The text is not a name.
    """
    typed, people = values["names"], [values[side] == HUMAN for side in ("one", "two")]
    if "," in typed:
        return parse_names(typed)
    called = [
        "Player" if person else f"Computer ({values[f'{side}-label']})"
        for side, person in zip(("one", "two"), people, strict=True)
    ]
    if typed and any(people):
        called[people.index(True)] = typed
    if called[0] == called[1]:
        called = ["Player 1", "Player 2"] if all(people) else [f"{called[0]} (1)", f"{called[1]} (2)"]
    elif all(people):
        called[1] = "Player 2"
    return parse_names(",".join(called))


def _switch(variant: Variant) -> tuple[Choice, Choice]:
    return Choice("", "no"), Choice(ON, "yes", variant.line)


class SetupScreen(BaseScreen):
    """A row for each thing to be settled; Enter plays."""

    DEFAULT_CSS = """
    SetupScreen #title { height: 1; padding: 0 2; background: $surface; }
    SetupScreen #tagline { height: auto; padding: 0 2; margin: 0 0 1 0; color: $faint; }
    SetupScreen .row { height: 1; padding: 0 2; }
    SetupScreen .label { width: 18; color: $faint; }
    SetupScreen .row:focus-within .label { color: $primary; text-style: bold; }
    SetupScreen Input { padding: 0 1; width: 1fr; background: $panel; }
    SetupScreen Input:focus { background: $primary 30%; }
    SetupScreen #problem { height: auto; min-height: 1; padding: 0 2; color: $warning; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "play", "Play", key_display="Enter", priority=True),
        Binding("up", "app.focus_previous", show=False, priority=True),
        Binding("down", "app.focus_next", show=False, priority=True),
        Binding("ctrl+r", "rules", "Rules"),
        Binding("escape", "dismiss", "Home"),
    ]

    arrow_help = (("↑ ↓", "To another row"), ("← →", "Change the value; in a text box, move the cursor"))
    app: "AliquotApp"

    def __init__(self, choice: GameChoice) -> None:
        """Begin with the settings of a game of the catalogue."""
        super().__init__()
        self._choice = choice
        self._duel = book_of(choice.game)
        self._oracle = BackgroundThread()

    def compose(self) -> ComposeResult:
        """The rows."""
        settings = self._choice.parameters
        yield Static(Content.from_markup("[bold $primary]$title[/]", title=self._choice.title), id="title")
        yield Static(self._choice.line, id="tagline", markup=False)
        with VerticalScroll(can_focus=False):
            yield from self._row("You", Selector("one", WHO, HUMAN, slider=True))
            yield from self._row("Against", Selector("two", WHO, self._level(), slider=True))
            yield from self._row("First move", Selector("first", catalogue.FIRST))
            yield from self._row(
                "Names", Input(self.app.preferences.name, placeholder="Ada, or Ada,Emmy", id="names", compact=True)
            )
            parameter = self._duel.parameter
            typed = _TYPED.get(parameter, Choice(TYPED, "typed", self._duel.bounds))
            offered = (*catalogue.suggestions(self._duel), typed)
            yield from self._row(parameter.capitalize(), Selector(parameter, offered, settings.get(parameter, "")))
            yield from self._row("", Input(placeholder=typed.line, id="typed", compact=True), "typed-row")
            if parameter == "pool":
                yield from self._row("First pick", Selector("opening", catalogue.OPENINGS, settings.get("opening", "")))
            for variant in flags().values():
                yield from self._row(
                    variant.title, Selector(variant.slug, _switch(variant), settings.get(variant.slug, ""))
                )
            yield from self._row("Series", Selector("series", catalogue.SERIES))
            yield from self._row("Clock", Selector("clock", (*catalogue.CLOCKS, _TYPED["clock"])))
            yield from self._row(
                "", Input(placeholder=_TYPED["clock"].line, id="typed-clock", compact=True), "clock-row"
            )
            penalties = sorted(catalogue.PENALTIES, key=lambda penalty: penalty.value != self._duel.penalty)
            yield from self._row("An illegal choice", Selector("penalty", penalties))
            yield from self._row("Hints", Selector("hints", _HINTS))
        yield Static("", id="problem", markup=False)
        yield KeyBar()

    def _row(self, label: str, field: Any, name: str | None = None) -> ComposeResult:
        with Horizontal(classes="row", id=name):
            yield Static(label, classes="label")
            yield field

    def _level(self) -> str:
        known = [choice.value for choice in WHO]
        usual = next(level.kind for level in catalogue.LEVELS if level.slug == catalogue.USUAL_LEVEL)
        return self.app.preferences.level if self.app.preferences.level in known else usual

    def open(self) -> None:
        """Focus the opponent, which is what people change most."""
        self._offer_typing()
        self.query_one("#two", Selector).focus()

    def on_unmount(self) -> None:
        """Stop the background work."""
        self._oracle.close()

    @on(Selector.Changed)
    def _offer_typing(self, event: Selector.Changed | None = None) -> None:
        """Show a field where something is to be typed."""
        for row, field, selector in (
            ("#typed-row", "#typed", f"#{self._duel.parameter}"),
            ("#clock-row", "#typed-clock", "#clock"),
        ):
            wanted = self.query_one(selector, Selector).value == TYPED
            self.query_one(row).display = wanted
            if wanted and event is not None and event.selector.id == selector[1:]:
                self.query_one(field, Input).focus()

    def _values(self) -> dict[str, str]:
        """Return the values of all rows: of a selector its value, of a field its text."""
        values = {str(selector.id): selector.value for selector in self.query(Selector)}
        labels = {f"{selector.id}-label": selector.label for selector in self.query(Selector)}
        return values | labels | {str(field.id): field.value.strip() for field in self.query(Input)}

    @work(exclusive=True)
    async def action_play(self) -> None:
        """Play with these settings, or say what is wrong with them."""
        problem = self.query_one("#problem", Static)
        problem.update("One moment …")
        try:
            values = self._values()
            setup = await self.wait_for(self._oracle.run(lambda: agree(self._duel, values)))
        except AliquotError as error:
            problem.update(str(error))
            self.app.bell()
            return
        self._remember(values)
        self.dismiss()
        self.app.play(setup)

    def _remember(self, values: Mapping[str, str]) -> None:
        """Save the opponent and the name for the next time."""
        name = {} if "," in values["names"] else {"name": values["names"]}
        try:
            self.app.preferences.save(level=values["two"], **name)
        except AliquotError as error:
            self.notify(f"Your choices are not saved: {error}", severity="warning", markup=False)

    def action_rules(self) -> None:
        """Show the rules."""
        from aliquot.terminal.screen.dialogs import TextDialog

        self.app.push_screen(
            TextDialog(catalogue.titles()[self._choice.game], Content(fold(rules_of(self._choice.game).text(), _SHEET)))
        )
