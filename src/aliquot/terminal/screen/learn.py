"""Learn: a lesson for each duel, and exercises for as long as one likes."""

from random import Random
from typing import Any, ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from aliquot.lessons import LESSONS, Lesson, Question, Reply, Step
from aliquot.play.setup import fresh_seed
from aliquot.saves.progress import Progress
from aliquot.terminal.screen.base import BackgroundThread, BaseScreen, is_closing
from aliquot.terminal.screen.board_state import BoardState
from aliquot.terminal.screen.boards import board_of
from aliquot.terminal.screen.boards.board import Board
from aliquot.terminal.screen.move_input import MOVE_CHARACTERS, MoveInput, MoveScreen, Prompt
from aliquot.terminal.screen.widgets import Card, KeyBar, move_focus

EXERCISES = 5
"""How many exercises a set has."""


_KEYS = {"enter", "backspace", "w", "l", "b"}
_CHARACTERS = {*MOVE_CHARACTERS}
"""What a lesson is answered with, besides the cursor and the mouse."""


class LearnScreen(BaseScreen):
    """The lessons, and how far one has come in each."""

    DEFAULT_CSS = """
    LearnScreen #banner { height: 1; padding: 0 2; margin: 0 0 1 0; background: $surface; }
    LearnScreen Card { margin: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "go(-1)", show=False, priority=True),
        Binding("down", "go(1)", show=False, priority=True),
        Binding("enter", "nothing", "Begin or go on", key_display="Enter"),
        Binding("e", "exercises", "Exercises only"),
        Binding("escape,q", "dismiss", "Home"),
    ]

    arrow_help = (("↑ ↓", "To another lesson"),)

    def compose(self) -> ComposeResult:
        """A card for each lesson."""
        yield Static(
            Content.from_markup(
                "[bold $primary]Learn[/]  [$faint]a few minutes each: the rules, the trick, exercises[/]"
            ),
            id="banner",
        )
        yield VerticalScroll(can_focus=False)
        yield KeyBar()

    async def on_screen_resume(self) -> None:
        """Writes the cards anew, each time one comes back to them."""
        if is_closing(self):
            return
        progress = Progress.load()
        if progress.problem:
            self.notify(progress.problem, severity="warning", markup=False)
        place = next((at for at, card in enumerate(self.query(Card)) if card.has_focus), 0)
        shelf = self.query_one(VerticalScroll)
        await shelf.remove_children()
        if is_closing(self):
            return
        cards = [
            Card(lesson.title, f"{lesson.summary}\n{_tell(lesson, progress)}", lesson) for lesson in LESSONS.values()
        ]
        await shelf.mount_all(cards)
        cards[place].focus()

    @on(Card.Opened)
    def _open(self, event: Card.Opened) -> None:
        self.app.push_screen(LessonScreen(event.value))

    def action_exercises(self) -> None:
        """Goes straight to the exercises of a lesson."""
        for card in self.query(Card):
            if card.has_focus:
                self.app.push_screen(LessonScreen(card.value, exercises=True))

    def action_go(self, down: int) -> None:
        """Moves to another lesson."""
        move_focus(self, "Card", 0, down)

    def action_nothing(self) -> None:
        """Enter belongs to the cards; here it only stands in the footer."""


def _tell(lesson: Lesson, progress: Progress) -> str:
    """How far somebody has come in a lesson."""
    mark = progress.at(lesson.slug)
    told = "✓ finished" if mark.finished else f"▸ go on at step {mark.step + 1}" if mark.step else "○ not begun"
    return f"{told}, best set {mark.best} of {EXERCISES}" if mark.total else told


class LessonScreen(MoveScreen):
    """One lesson: a few words, a board, and something to do."""

    DEFAULT_CSS = """
    LessonScreen #banner { height: 1; padding: 0 1; background: $surface; }
    LessonScreen #text { height: auto; max-height: 8; padding: 0 1; margin: 1 0 0 0; }
    LessonScreen #stage { height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go_on", "Go on", key_display="Enter"),
        Binding("enter", "practise", "Exercises", key_display="Enter"),
        Binding("enter", "play", "Play this move", key_display="Enter"),
        Binding("w", "judge(True)", "Won"),
        Binding("l", "judge(False)", "Lost"),
        Binding("b", "back", "Back a step"),
        Binding("escape", "leave", "Lessons"),
    ]

    def __init__(self, lesson: Lesson, *, exercises: bool = False) -> None:
        """Opens a lesson where it was left, or at its exercises."""
        super().__init__()
        self._lesson, self._progress, self._oracle = lesson, Progress.load(), BackgroundThread()
        self._exercising = exercises
        self._steps: tuple[Step, ...] = ()
        self._number = 0
        self._step: Step | None = None
        """What is asked now: a step, or the same step further on."""
        self._path: list[Any] = []
        """What the board has shown since the step began."""
        self._done = False
        """Whether the step is done, so that Enter goes on."""
        self._concluded = False
        """Whether everything is done, and has been said to be."""
        self._first_try = 0
        self._tried = False
        self._is_busy = True
        """Whether a step or an answer is on its way to the screen."""
        self._early: list[events.Key] = []
        """The keys pressed while it is."""
        self._clicked: tuple[Step, Any] | None = None
        """What was clicked on while it is, and the step that asked for it."""

    def compose(self) -> ComposeResult:
        """The words, the board and the prompt."""
        yield Static(id="banner")
        yield Static(id="text", markup=False)
        yield Container(id="stage")
        yield Prompt()
        yield KeyBar()

    def open(self) -> None:
        """Shows the step that the reader has come to."""
        self._begin()

    def on_unmount(self) -> None:
        """Ends the thinking."""
        self._oracle.close()

    def on_key(self, event: events.Key) -> None:
        """Takes the keys one by one, and keeps those that come too early: no answer is ever lost."""
        if event.key not in _KEYS and event.character not in _CHARACTERS:
            return
        event.stop()
        event.prevent_default()
        if self._is_busy:
            self._early.append(event)
        else:
            self._obey(event, seen=True)

    def _be_ready(self) -> None:
        """Everything is there to be seen, and what was pressed before is done now."""
        self._is_busy = False
        self.refresh_bindings()
        clicked, self._clicked = self._clicked, None
        if clicked is not None and clicked[0] is self._step:
            self._answer(clicked[1])
        while self._early and not self._is_busy:
            self._obey(self._early.pop(0), seen=False)

    def _obey(self, event: events.Key, *, seen: bool) -> None:
        """Does what a key asks for; nobody agrees with Enter to what was not to be seen yet."""
        if event.key in ("w", "l") and self.can("judge"):
            self.action_judge(event.key == "w")
        elif event.key == "b" and self.can("back"):
            self.action_back()
        elif event.key == "backspace":
            self.action_erase()
        elif event.key == "enter" and self.can("play"):
            if seen or self.query_one(Prompt).typed:
                self.action_play()
        elif event.key == "enter" and seen:
            if self.can("go_on"):
                self.action_go_on()
            elif self.can("practise"):
                self.action_practise()
        elif event.character in _CHARACTERS and self.move_input is not None:
            self.type_character(str(event.character))

    @work(exclusive=True)
    async def _begin(self) -> None:
        """Puts the steps together, which asks the oracle."""
        self._first_try = 0
        if self._exercising:
            generator = Random(fresh_seed())
            self._steps = await self.wait_for(self._oracle.run(lambda: self._lesson.exercises(generator, EXERCISES)))
            number = 0
        else:
            self._steps = await self.wait_for(self._oracle.run(lambda: self._lesson.steps))
            number = min(self._progress.at(self._lesson.slug).step, len(self._steps) - 1)
        await self._go_to(number)

    @work(exclusive=True)
    async def _turn_to(self, number: int) -> None:
        await self._go_to(number)

    async def _go_to(self, number: int) -> None:
        self._number, self._tried, self._concluded = number, False, False
        if not self._exercising and number != self._progress.at(self._lesson.slug).step:
            self._note(lambda: self._progress.reach(self._lesson.slug, number))
        await self._show(self._steps[number])

    async def _show(self, asked: Step) -> None:
        """Shows a step from its beginning."""
        self._step, self._path = asked, [asked.position]
        self._done = asked.question is Question.READ
        self.show_message("")
        self.clear_typed()
        stage = self.query_one("#stage", Container)
        await self.wait_for(stage.remove_children())
        await self.wait_for(stage.mount(board_of(self._board_state())))
        self._tell()
        if self.move_input:
            self.focus_board()
        self._be_ready()

    def _board_state(self) -> BoardState:
        asked = self._step or self._steps[self._number]
        asks = asked.question in (Question.JUDGE, Question.WIN) and not self._done
        return BoardState.at(asked.game, self._path, is_open=self.move_input is not None, conceals=asks)

    def _tell(self) -> None:
        """Writes the words and the prompt."""
        asked = self._step
        if asked is None:
            return
        part = "exercise" if self._exercising else "step"
        place = f"{part} {self._number + 1} of {len(self._steps)}"
        self.query_one("#banner", Static).update(
            Content.from_markup(
                "[bold $primary]$title[/]  [$faint]$place[/]  [$accent]$done[/][$ghost]$left[/]",
                title=self._lesson.title,
                place=place,
                done="━" * (self._number + 1),
                left="━" * (len(self._steps) - self._number - 1),
            )
        )
        self.query_one("#text", Static).update(asked.text)
        prompt = self.query_one(Prompt)
        prompt.accepts_input = self.move_input is not None
        prompt.question = self._question(asked)
        self.refresh_bindings()

    def _question(self, asked: Step) -> Content:
        if self._done:
            return Content.from_markup("[bold $primary]Enter[/] to go on")
        if asked.question is Question.JUDGE:
            return Content.from_markup(
                "Is it [bold $primary]w[/] won or [bold $primary]l[/] lost for whoever is to move?"
            )
        wanted = "Make a move that wins." if asked.question is Question.WIN else "Make a move, any move."
        return Content(wanted)

    @property
    def move_input(self) -> MoveInput | None:
        """Where the learner may choose; an illegal choice costs nothing here."""
        asked = self._step
        if asked is None or self._done or asked.question not in (Question.MOVE, Question.WIN):
            return None
        return MoveInput(asked.game, asked.position)

    def play(self, move: Any) -> None:
        """Answers with a move."""
        self._answer(move)

    def action_judge(self, wins: bool) -> None:
        """Answers with a judgement."""
        self._answer(wins)

    def _answer(self, given: Any) -> None:
        if self._step is None or self._done:
            return
        if self._is_busy:
            self._clicked = self._step, given
        else:
            self._is_busy = True
            self._weigh(self._step, given)

    @work(exclusive=True)
    async def _weigh(self, asked: Step, given: Any) -> None:
        """Asks the oracle about an answer, and says what it says."""
        reply: Reply = await self.wait_for(self._oracle.run(lambda: asked.answer(given)))
        self.clear_typed()
        self.show_message(reply.text, "" if reply.accepted else "warning")
        if reply.accepted:
            self._take(reply)
        else:
            self._tried = True
        self._be_ready()

    def _take(self, reply: Reply) -> None:
        """Goes on from a right answer."""
        if reply.position != self._path[-1]:
            self._path.append(reply.position)
        if reply.then is not None:
            self._step = reply.then
        else:
            self._done = True
            self._first_try += not self._tried
        self.query_one(Board).state = self._board_state()
        self._tell()

    def action_go_on(self) -> None:
        """Goes on to the next step, or says how it went."""
        if self._number + 1 < len(self._steps):
            self._is_busy = True
            self._turn_to(self._number + 1)
        else:
            self._conclude()

    def action_practise(self) -> None:
        """Goes on to a set of exercises."""
        self._exercising = self._is_busy = True
        self._begin()

    def _conclude(self) -> None:
        """Ends the lesson or the set, and says how it went."""
        self._concluded = True
        slug, right, total = self._lesson.slug, self._first_try, len(self._steps)
        if self._exercising:
            self._note(lambda: self._progress.score(slug, right, total))
            self.show_message(f"{right} of {total} at the first try.", "good")
        else:
            self._note(lambda: self._progress.finish(slug))
            self.show_message("That was the lesson. Now try it on numbers you have not seen.", "good")
        what = "for another set" if self._exercising else f"for {EXERCISES} exercises"
        prompt = self.query_one(Prompt)
        prompt.question = Content.from_markup(
            "[bold $primary]Enter[/] $what, [bold $primary]Esc[/] for the lessons", what=what
        )
        self.refresh_bindings()

    def _note(self, change: Any) -> None:
        """Keeps progress, and says so where it cannot be kept."""
        change()
        if self._progress.problem:
            self.notify(self._progress.problem, severity="warning", markup=False)

    def action_back(self) -> None:
        """Goes a step back."""
        self._is_busy = True
        self._turn_to(self._number - 1)

    def action_leave(self) -> None:
        """Forgets what was pressed too early as well."""
        self._early.clear()
        super().action_leave()

    def can(self, action: str) -> bool:
        """Offers what can be done now."""
        if self._is_busy and action in ("play", "go_on", "practise", "judge", "back"):
            return False
        if action == "play":
            return self.move_input is not None
        if action in ("go_on", "practise"):
            return self._done and self._concluded == (action == "practise")
        if action == "judge":
            return self._step is not None and not self._done and self._step.question is Question.JUDGE
        if action == "back":
            return self._number > 0 and not self._exercising
        return True
