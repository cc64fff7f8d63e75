"""Learn: the list of lessons, and the screen of one lesson and its exercises."""

import re
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from aliquot.lessons import EXERCISE_COUNT, LESSONS, Lesson, Step
from aliquot.play.setup import fresh_seed
from aliquot.reports.lesson import LessonRun, progress_sentences
from aliquot.saves.progress import Progress
from aliquot.terminal.screen.base import BackgroundThread, BaseScreen, is_closing
from aliquot.terminal.screen.boards import board_of
from aliquot.terminal.screen.boards.board import Board, BoardState
from aliquot.terminal.screen.move_input import MOVE_CHARACTERS, MoveInput, MoveScreen, Prompt
from aliquot.terminal.screen.widgets import Card, KeyBar, move_focus

_KEY_NAMES = re.compile(r"\b(Enter|Esc|w|l)\b")
_KEYS = {"enter", "backspace", "w", "l", "b"}
_CHARACTERS = {*MOVE_CHARACTERS}
"""The keys that answer a lesson, besides the cursor keys."""


class LearnScreen(BaseScreen):
    """The lessons, with the progress in each."""

    DEFAULT_CSS = """
    LearnScreen #banner { height: 1; padding: 0 2; margin: 0 0 1 0; background: $surface; }
    LearnScreen Card { margin: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "go(-1)", show=False, priority=True),
        Binding("down", "go(1)", show=False, priority=True),
        Binding("enter", "nothing", "Start or continue", key_display="Enter"),
        Binding("e", "exercises", "Exercises only"),
        Binding("escape,q", "dismiss", "Home"),
    ]

    arrow_help = (("↑ ↓", "To another lesson"),)

    def compose(self) -> ComposeResult:
        """Lay out the list."""
        yield Static(
            Content.from_markup(
                "[bold $primary]Learn[/]  [$faint]a few minutes each: the rules, the trick, exercises[/]"
            ),
            id="banner",
        )
        yield VerticalScroll(can_focus=False)
        yield KeyBar()

    async def on_screen_resume(self) -> None:
        """Update the cards each time the screen is shown."""
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
            Card(lesson.title, f"{lesson.summary}\n{_progress(lesson, progress)}", lesson)
            for lesson in LESSONS.values()
        ]
        await shelf.mount_all(cards)
        cards[place].focus()

    @on(Card.Opened)
    def _open(self, event: Card.Opened) -> None:
        self.app.push_screen(LessonScreen(event.value))

    def action_exercises(self) -> None:
        """Open the exercises of a lesson."""
        for card in self.query(Card):
            if card.has_focus:
                self.app.push_screen(LessonScreen(card.value, exercises=True))

    def action_go(self, down: int) -> None:
        """Move to another lesson."""
        move_focus(self, "Card", 0, down)

    def action_nothing(self) -> None:
        """Do nothing: cards handle Enter, and the footer names it."""


def _progress(lesson: Lesson, progress: Progress) -> str:
    mark = progress.at(lesson.slug)
    sign = "✓" if mark.finished else "▸" if mark.step else "○"
    text = progress_sentences(step=mark.step, finished=mark.finished, best=mark.best, has_score=mark.total > 0)
    return f"{sign} {text}"


class LessonScreen(MoveScreen):
    """One lesson or a set of its exercises: a text, a board, and a question."""

    DEFAULT_CSS = """
    LessonScreen #banner { height: 1; padding: 0 1; background: $surface; }
    LessonScreen #text { height: auto; max-height: 8; padding: 0 1; margin: 1 0 0 0; }
    LessonScreen #stage { height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go_on", "Continue", key_display="Enter"),
        Binding("enter", "practise", "Exercises", key_display="Enter"),
        Binding("enter", "play", "Play this move", key_display="Enter"),
        Binding("w", "judge(True)", "Won"),
        Binding("l", "judge(False)", "Lost"),
        Binding("b", "back", "Back a step"),
        Binding("escape", "leave", "Lessons"),
    ]

    def __init__(self, lesson: Lesson, *, exercises: bool = False) -> None:
        """Open a lesson where the learner left it, or a set of its exercises."""
        super().__init__()
        self._lesson, self._progress, self._oracle = lesson, Progress.load(), BackgroundThread()
        self._is_exercises = exercises
        self._run: LessonRun | None = None
        """The state of the lesson; None until its steps are there."""
        self._is_busy = True
        """Whether a step or a reply is still on its way to the screen."""
        self._early_keys: list[events.Key] = []
        """The keys pressed while busy."""
        self._early_move: tuple[Step, Any] | None = None
        """The move clicked on while busy, and its step."""

    def compose(self) -> ComposeResult:
        """Lay out the text, the board and the prompt."""
        yield Static(id="banner")
        yield Static(id="text", markup=False)
        yield Container(id="stage")
        yield Prompt()
        yield KeyBar()

    def open(self) -> None:
        """Show the step to continue at."""
        self._begin()

    def on_unmount(self) -> None:
        """Stop the oracle."""
        self._oracle.close()

    def on_key(self, event: events.Key) -> None:
        """Handle keys one by one, and queue those pressed too early, so that no answer is lost."""
        if event.key not in _KEYS and event.character not in _CHARACTERS:
            return
        event.stop()
        event.prevent_default()
        if self._is_busy:
            self._early_keys.append(event)
        else:
            self._handle_key(event, is_early=False)

    def _become_ready(self) -> None:
        """Handle what came while the screen was busy."""
        self._is_busy = False
        self.refresh_bindings()
        early, self._early_move = self._early_move, None
        if early is not None and self._run is not None and early[0] is self._run.step:
            self._answer(early[1])
        while self._early_keys and not self._is_busy:
            self._handle_key(self._early_keys.pop(0), is_early=True)

    def _handle_key(self, event: events.Key, *, is_early: bool) -> None:
        """Do what a key asks for; an early Enter confirms nothing that was not visible yet."""
        if event.key in ("w", "l") and self.can("judge"):
            self.action_judge(event.key == "w")
        elif event.key == "b" and self.can("back"):
            self.action_back()
        elif event.key == "backspace":
            self.action_erase()
        elif event.key == "enter" and self.can("play"):
            if not is_early or self.query_one(Prompt).typed:
                self.action_play()
        elif event.key == "enter" and not is_early:
            if self.can("go_on"):
                self.action_go_on()
            elif self.can("practise"):
                self.action_practise()
        elif event.character in _CHARACTERS and self.move_input is not None:
            self.type_character(str(event.character))

    @work(exclusive=True)
    async def _begin(self) -> None:
        """Build the steps, which asks the oracle, and show the first."""
        if self._is_exercises:
            generator = Random(fresh_seed())
            run = await self.wait_for(self._oracle.run(lambda: LessonRun.of_exercises(self._lesson, generator)))
        else:
            index = self._progress.at(self._lesson.slug).step
            run = await self.wait_for(self._oracle.run(lambda: LessonRun.of_lesson(self._lesson, index)))
        await self._show(run)

    @work(exclusive=True)
    async def _go_to(self, run: LessonRun) -> None:
        await self._show(run)

    async def _show(self, run: LessonRun) -> None:
        """Show a step from its beginning."""
        self._run = run
        if not run.is_exercises and run.index != self._progress.at(self._lesson.slug).step:
            self._store(lambda: self._progress.reach(self._lesson.slug, run.index))
        self.show_message("")
        self.clear_typed()
        stage = self.query_one("#stage", Container)
        await self.wait_for(stage.remove_children())
        await self.wait_for(stage.mount(board_of(self._board_state(run))))
        self._show_text(run)
        if self.move_input:
            self.focus_board()
        self._become_ready()

    def _board_state(self, run: LessonRun) -> BoardState:
        return BoardState.at(run.step.game, run.positions, is_open=run.takes_move, conceals=run.conceals)

    def _show_text(self, run: LessonRun) -> None:
        """Show the text and the prompt."""
        self.query_one("#banner", Static).update(
            Content.from_markup(
                "[bold $primary]$title[/]  [$faint]$place[/]  [$accent]$done[/][$ghost]$rest[/]",
                title=self._lesson.title,
                place=run.place,
                done="━" * (run.index + 1),
                rest="━" * (len(run.steps) - run.index - 1),
            )
        )
        self.query_one("#text", Static).update(run.step.text)
        prompt = self.query_one(Prompt)
        prompt.accepts_input = run.takes_move
        prompt.question = _emphasise(run.question)
        self.refresh_bindings()

    @property
    def move_input(self) -> MoveInput | None:
        """The input for a move, while the step asks for one; an illegal move costs nothing here."""
        run = self._run
        return MoveInput(run.step.game, run.step.position) if run is not None and run.takes_move else None

    def play(self, move: Any) -> None:
        """Answer with a move."""
        self._answer(move)

    def action_judge(self, wins: bool) -> None:
        """Answer with won or lost."""
        self._answer(wins)

    def _answer(self, answer: Any) -> None:
        if self._run is None or self._run.is_done:
            return
        if self._is_busy:
            self._early_move = self._run.step, answer
        else:
            self._is_busy = True
            self._reply(self._run, answer)

    @work(exclusive=True)
    async def _reply(self, run: LessonRun, answer: Any) -> None:
        """Ask the oracle about an answer, and show its reply."""
        run, reply = await self.wait_for(self._oracle.run(partial(run.answer, answer)))
        self._run = run
        self.clear_typed()
        self.show_message(reply.text, "" if reply.accepted else "warning")
        if reply.accepted:
            self.query_one(Board).state = self._board_state(run)
            self._show_text(run)
        self._become_ready()

    def action_go_on(self) -> None:
        """Go on to the next step, or to the end."""
        if self._run is None:
            return
        run = self._run.advance()
        if run.is_finished:
            self._finish(run)
        else:
            self._is_busy = True
            self._go_to(run)

    def action_practise(self) -> None:
        """Go on to a set of exercises."""
        self._is_exercises = self._is_busy = True
        self._begin()

    def _finish(self, run: LessonRun) -> None:
        """Store the result and show it."""
        self._run = run
        slug = self._lesson.slug
        if run.is_exercises:
            self._store(lambda: self._progress.score(slug, run.first_try, len(run.steps)))
            question = "Enter for another set, Esc for the lessons"
        else:
            self._store(lambda: self._progress.finish(slug))
            question = f"Enter for {EXERCISE_COUNT} exercises, Esc for the lessons"
        self.show_message(run.conclusion, "good")
        self.query_one(Prompt).question = _emphasise(question)
        self.refresh_bindings()

    def _store(self, change: Callable[[], None]) -> None:
        """Store progress, and warn if that fails."""
        change()
        if self._progress.problem:
            self.notify(self._progress.problem, severity="warning", markup=False)

    def action_back(self) -> None:
        """Go back to the step before."""
        if self._run is not None:
            self._is_busy = True
            self._go_to(self._run.back())

    def action_leave(self) -> None:
        """Leave the lesson, and drop the keys pressed too early."""
        self._early_keys.clear()
        super().action_leave()

    def can(self, action: str) -> bool:
        """Return whether an action is possible now."""
        run = self._run
        if action not in ("play", "go_on", "practise", "judge", "back"):
            return True
        if self._is_busy or run is None:
            return False
        possible = {
            "play": run.takes_move,
            "go_on": run.is_done and not run.is_finished,
            "practise": run.is_finished,
            "judge": run.takes_judgement,
            "back": run.index > 0 and not run.is_exercises,
        }
        return possible[action]


def _emphasise(question: str) -> Content:
    """Set the names of keys in bold."""
    return Content(question).highlight_regex(_KEY_NAMES, style="bold $primary")
