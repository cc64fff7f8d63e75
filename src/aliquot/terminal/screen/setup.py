"""The agreement: everything to be settled before the first move, with defaults that suit most people."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static

from aliquot.core.clock import TimeControl
from aliquot.core.errors import AliquotError, InvalidParameter
from aliquot.core.player import HUMAN
from aliquot.games import book_of
from aliquot.games.rulebook import AnyBook
from aliquot.play.setup import Setup, arrange, check_solvable, fresh_seed, parse_names
from aliquot.players import LEVELS
from aliquot.terminal.screen.base import BackgroundThread, BaseScreen
from aliquot.terminal.screen.presets import Plan
from aliquot.terminal.screen.widgets import KeyBar, Selector, Setting
from aliquot.terminal.text import fold

if TYPE_CHECKING:
    from aliquot.terminal.screen.app import AliquotApp

_STRENGTHS = {
    "beginner": "moves at random",
    "easy": "the best move 3 times in 10",
    "medium": "the best move 6 times in 10",
    "strong": "the best move 17 times in 20",
    "perfect": "never gives a win away",
}
WHO = (
    Setting(HUMAN, "a person", "at this keyboard"),
    *(Setting(kind, level, _STRENGTHS[level]) for level, kind in LEVELS.items()),
)
TYPED = "typed"
_SHEET = 68
"""How wide the rules are set."""
PACE = 0.6
"""Seconds a computer waits before it moves, so that its move is seen."""

_NUMBERS = (
    Setting("random", "random", "any number from 30 to 300 with a move"),
    Setting("balanced", "balanced", "a number with few winning moves among many"),
    Setting("balanced:2", "two numbers", "move on either; fair by the fall of a coin"),
    Setting("balanced:3", "three numbers", "move on any; fair by the fall of a coin"),
    Setting(TYPED, "typed", "a number, or several: 60,84,90"),
)
_POOLS = (
    Setting("1-100", "1–100"),
    Setting("2-200", "2–200"),
    Setting("1-1000", "1–1000"),
    Setting(TYPED, "typed", "the smallest and the largest number, as in 2-50"),
)
_OFFERED = {"start": _NUMBERS, "pool": _POOLS}
"""What is offered for a parameter, besides what the rule book recommends."""
_OPENINGS = (
    Setting("any", "any number"),
    Setting("even", "an even number"),
    Setting("even-below-50", "an even number below 50"),
)
_FIRST = (
    Setting("one", "you"),
    Setting("two", "your opponent"),
    Setting("toss", "the coin decides"),
)
_CLOCKS = (
    Setting("", "no clock"),
    Setting("60+0", "1 minute each"),
    Setting("180+2", "3 minutes each", "and 2 seconds a move"),
    Setting("600+5", "10 minutes each", "and 5 seconds a move"),
    Setting(TYPED, "typed", "seconds each + seconds a move, as in 60+2"),
)
_SERIES = tuple(Setting(str(k), f"best of {k}" if k > 1 else "one game") for k in (1, 3, 5, 7, 9))
_LAST = (Setting("", "wins", "whoever cannot move loses"), Setting("yes", "loses", "whoever cannot move wins"))
_PIE = (Setting("", "no"), Setting("yes", "yes", "the second player may take over the first move"))
_PENALTIES = {
    "forfeit": Setting("forfeit", "loses the game"),
    "retry": Setting("retry", "costs nothing", "you choose again"),
}
_HINTS = (Setting("", "yes"), Setting("off", "no", "a serious game"))


def agree(duel: AnyBook, values: Mapping[str, str]) -> Setup:
    """Makes a setup of what the rows say, which may take a while where the oracle has to be asked.

    Raises:
        AliquotError: Something cannot be; the message says what.
    """
    parameter, clock = duel.parameter, values["clock"]
    rules: dict[str, Any] = {parameter: values["typed"] if values[parameter] == TYPED else values[parameter]}
    if not rules[parameter]:
        raise InvalidParameter(f"Type the {parameter}, or choose another.")
    if parameter == "pool":
        rules["opening"] = values["opening"]
    seed = fresh_seed()
    game = arrange(duel.slug, seed, misere=bool(values["misere"]), swap=bool(values["swap"]), **rules)
    kinds, names = (values["one"], values["two"]), name_players(values)
    if values["first"] == "two":
        kinds, names = kinds[::-1], names[::-1]
    if clock == TYPED:
        clock = values["typed-clock"] or TYPED
    check_solvable(game, kinds)
    return Setup(
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


def name_players(values: Mapping[str, str]) -> tuple[str, str]:
    """What the players are called: as typed, or by what they are.

    Raises:
        InvalidParameter: What is typed is no name.
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

    def __init__(self, plan: Plan) -> None:
        """Begins with what a plan has settled."""
        super().__init__()
        self._plan = plan
        self._duel = book_of(plan.name)
        self._oracle = BackgroundThread()

    def compose(self) -> ComposeResult:
        """The rows."""
        rules = self._plan.rules
        yield Static(Content.from_markup("[bold $primary]$title[/]", title=self._plan.title), id="title")
        yield Static(self._plan.line, id="tagline", markup=False)
        with VerticalScroll(can_focus=False):
            yield from self._row("You", Selector("one", WHO, HUMAN, slider=True))
            yield from self._row("Against", Selector("two", WHO, self._level(), slider=True))
            yield from self._row("First move", Selector("first", _FIRST))
            yield from self._row(
                "Names", Input(self.app.preferences.name, placeholder="Ada, or Ada,Emmy", id="names", compact=True)
            )
            parameter = self._duel.parameter
            usual = Setting(self._duel.example, self._duel.example.replace("-", "–"), "as in the rule book")
            offered = _OFFERED.get(parameter, (Setting(TYPED, "typed", self._duel.bounds),))
            yield from self._row(
                parameter.capitalize(), Selector(parameter, (usual, *offered), rules.get(parameter, ""))
            )
            yield from self._row("", Input(placeholder=offered[-1].line, id="typed", compact=True), "typed-row")
            if parameter == "pool":
                yield from self._row("First pick", Selector("opening", _OPENINGS, rules.get("opening", "")))
            yield from self._row("The last move", Selector("misere", _LAST, rules.get("misere", "")))
            yield from self._row("Pie rule", Selector("swap", _PIE, rules.get("swap", "")))
            yield from self._row("Series", Selector("series", _SERIES))
            yield from self._row("Clock", Selector("clock", _CLOCKS))
            yield from self._row("", Input(placeholder=_CLOCKS[-1].line, id="typed-clock", compact=True), "clock-row")
            penalties = [_PENALTIES[self._duel.penalty], *_PENALTIES.values()]
            yield from self._row("An illegal choice", Selector("penalty", list(dict.fromkeys(penalties))))
            yield from self._row("Hints", Selector("hints", _HINTS))
        yield Static("", id="problem", markup=False)
        yield KeyBar()

    def _row(self, label: str, field: Any, name: str | None = None) -> ComposeResult:
        with Horizontal(classes="row", id=name):
            yield Static(label, classes="label")
            yield field

    def _level(self) -> str:
        known = [setting.value for setting in WHO]
        return self.app.preferences.level if self.app.preferences.level in known else "skill:0.6"

    def open(self) -> None:
        """Points at the opponent, which is what people change most."""
        self._offer_typing()
        self.query_one("#two", Selector).focus()

    def on_unmount(self) -> None:
        """Ends the thinking."""
        self._oracle.close()

    @on(Selector.Changed)
    def _offer_typing(self, event: Selector.Changed | None = None) -> None:
        """Shows a field where something is to be typed."""
        for row, field, selector in (
            ("#typed-row", "#typed", f"#{self._duel.parameter}"),
            ("#clock-row", "#typed-clock", "#clock"),
        ):
            wanted = self.query_one(selector, Selector).value == TYPED
            self.query_one(row).display = wanted
            if wanted and event is not None and event.selector.id == selector[1:]:
                self.query_one(field, Input).focus()

    def _values(self) -> dict[str, str]:
        """What the rows say: of a selector its value, of a field what is typed in it."""
        values = {str(selector.id): selector.value for selector in self.query(Selector)}
        labels = {f"{selector.id}-label": selector.label for selector in self.query(Selector)}
        return values | labels | {str(field.id): field.value.strip() for field in self.query(Input)}

    @work(exclusive=True)
    async def action_play(self) -> None:
        """Plays what has been agreed, or says what is wrong with it."""
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
        """Keeps the opponent and the name for the next time."""
        name = {} if "," in values["names"] else {"name": values["names"]}
        try:
            self.app.preferences.save(level=values["two"], **name)
        except AliquotError as error:
            self.notify(f"What you chose is not remembered: {error}", severity="warning", markup=False)

    def action_rules(self) -> None:
        """Shows the rule book."""
        from aliquot.terminal.screen.dialogs import TextDialog

        self.app.push_screen(TextDialog(self._duel.title, Content(fold(self._duel.rules(), _SHEET))))
