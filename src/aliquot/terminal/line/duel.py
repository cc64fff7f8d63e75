"""One match at the prompt: turns announced, choices asked for, the result told."""

import time
from collections.abc import Mapping
from typing import Any

from aliquot.core.errors import AliquotError, IllegalMove, InvalidMove
from aliquot.core.match import Turn
from aliquot.core.numerals import shorten
from aliquot.core.outcome import Ending, Outcome, Seat, other
from aliquot.core.player import Choice
from aliquot.games.swap import WORD as SWAP
from aliquot.terminal.line.page import Name, Page
from aliquot.terminal.line.reader import Reader, TimeIsUp
from aliquot.terminal.line.voices import Voice, voice_of
from aliquot.terminal.sitting import Sitting
from aliquot.terminal.words import LOSSES, tell_time

COMMANDS = {
    "hint": "get a hint; ask again for the move, and again for the reason",
    "undo": "take back to your last turn",
    "resign": "give up this game",
    "quit": "leave it; 'aliquot resume' takes it up again",
    "?": "show this help",
}
"""What can be typed instead of a choice, and what it does."""


class Left(Exception):
    """A player has left; the match stays unfinished."""

    def __init__(self, *, saved: bool = False) -> None:
        """Notes whether the match can be taken up again."""
        super().__init__()
        self.saved = saved


class Duel:
    """Plays one sitting at the prompt."""

    def __init__(
        self, sitting: Sitting, styles: tuple[str, str], page: Page, reader: Reader, *, pace: float = 0.0
    ) -> None:
        """Seats the players.

        Args:
            sitting: The match and its circumstances.
            styles: The colours of the players in seat 1 and seat 2.
            page: Where to write.
            reader: Where people's choices come from.
            pace: How many seconds a computer waits before it moves.
        """
        self._sitting = sitting
        self._match = sitting.match
        self._names = (Name(sitting.names[0], styles[0]), Name(sitting.names[1], styles[1]))
        self._page = page
        self._reader = reader
        self._pace = pace
        self._voice: Voice = voice_of(sitting.match.game)

    def play(self) -> Outcome:
        """Plays to the end, keeping the match on disk before each prompt and however the prompt is left.

        Raises:
            Left: A player has left.
            InputEnded: There is no more input.
        """
        self._welcome()
        try:
            while self._match.outcome is None:
                self._announce()
                if self._sitting.player(self._match.seat) is None:
                    self._human_turn()
                else:
                    self._computer_turn()
                self._save()
                self._page.gap()
        finally:
            self._save()
        self._conclude(self._match.outcome)
        return self._match.outcome

    def _name(self, seat: Seat) -> Name:
        return self._names[seat - 1]

    def _facts(self) -> Mapping[str, object]:
        game, p = self._match.game, self._match.position
        return {"name": self._name(game.seat(p)), "moves": game.legal_moves(p), **self._voice.facts(game, p)}

    def _welcome(self) -> None:
        page, facts = self._page, self._facts()
        if self._match.turns:
            page.note(f"Taken up again after {len(self._match.turns)} moves.")
            page.gap()
            return
        if self._voice.welcome:
            page.say(self._voice.welcome, facts)
        if page.on_terminal:
            page.note(f"{self._penalty()} Type ? for help.", "faint")
        if outcome := self._match.outcome:
            why = "{number} is a prime number" if isinstance(facts["number"], int) else "No number can be moved on"
            page.say(f"{why}: {{name}} has no move and {self._result(outcome)} at once.", facts)
        if self._voice.welcome or page.on_terminal:
            page.gap()

    def _result(self, outcome: Outcome) -> str:
        """What the outcome is for the player to move."""
        return "wins" if outcome.winner == self._match.seat else "loses"

    def _penalty(self) -> str:
        if self._match.penalty == "forfeit":
            return "An illegal choice loses the game at once."
        return "An illegal choice costs nothing: you choose again."

    def _announce(self) -> None:
        template = self._voice.turn if self._match.turns else self._voice.opening or self._voice.turn
        self._page.say(template, self._facts())
        if aside := self._voice.aside(self._match.game, self._match.position):
            self._page.note(aside)
        if self._sitting.clock is not None:
            one, two = (f"{{{seat}}} {tell_time(self._sitting.clock.remaining(seat))}" for seat in (1, 2))
            self._page.say(f"Time left: {one}, {two}", {"1": self._name(1), "2": self._name(2)})

    def _computer_turn(self) -> None:
        if self._pace:
            time.sleep(self._pace)
        name = self._name(self._match.seat)
        result = self._sitting.computer_turn()
        if isinstance(result, Choice):
            shown, after = self._shown(self._match.turns[-1]), self._facts().get("number")
            left = ", which leaves {after}." if after is not None and shown != SWAP else "."
            self._page.say("{name} chooses {move}" + left, {"name": name, "move": shown, "after": after})
        elif self._match.turns and self._match.turns[-1].objection:
            self._page.note(self._match.turns[-1].objection, "warn")

    def _human_turn(self) -> None:
        """Asks until there is a move, the turn has changed, or somebody has left."""
        before, seat, clock = self._facts(), self._match.seat, self._sitting.clock
        if clock is not None:
            clock.start(seat)
        while self._match.outcome is None:
            try:
                text = self._ask()
            except TimeIsUp:
                self._page.gap()
                self._match.concede(Ending.OUT_OF_TIME)
                return
            match text.casefold():
                case "quit":
                    raise Left(saved=self._sitting.path is not None)
                case "resign":
                    self._match.concede(Ending.RESIGNED)
                case "?" | "help":
                    self._help()
                case "hint":
                    self._hint()
                case "undo":
                    if self._undo():
                        return
                case _ if turn := self._try(text):
                    if clock is not None:
                        clock.moved(seat)
                    self._confirm(turn, before)
                    return

    def _ask(self) -> str:
        clock = self._sitting.clock
        self._page.ask(self._voice.prompt, self._facts())
        text = self._reader.line(clock.remaining(self._match.seat) if clock else None)
        if not self._page.on_terminal:
            self._page.echo(shorten(text, 60))
        return text

    def _try(self, text: str) -> Turn[Any, Any] | None:
        """Plays what was typed, or says why not."""
        advice = f"Type one of the {self._voice.choices} listed, or ? for help."
        try:
            return self._match.play(self._match.game.parse(self._match.position, text))
        except InvalidMove as problem:
            self._page.note(f"{problem} {advice}" if text else advice, "warn")
        except IllegalMove as problem:
            self._page.note(f"{problem} {advice}", "warn")
        return None

    def _confirm(self, turn: Turn[Any, Any], before: Mapping[str, object]) -> None:
        move = self._shown(turn)
        if turn.objection:
            self._page.note(turn.objection, "warn")
        elif move == SWAP:
            self._page.say("{name} takes the last move over.", {"name": self._name(turn.seat)})
        elif self._voice.moved:
            after = self._facts()["number"]
            self._page.say(self._voice.moved, {"before": before["number"], "move": move, "after": after})

    def _shown(self, turn: Turn[Any, Any]) -> str:
        """A move as the page shows it: the choice alone where it is one number, spelt out otherwise."""
        spelt = self._match.game.spell(turn.before, turn.move)
        return spelt if spelt == SWAP or isinstance(turn.move, tuple) else str(turn.move)

    def _hint(self) -> None:
        if not self._sitting.allows_hints:
            self._page.note("This is a serious game: there are no hints.", "warn")
            return
        try:
            self._page.note(self._sitting.hint())
        except AliquotError as problem:
            self._page.note(str(problem), "warn")
        self._save()

    def _undo(self) -> bool:
        """Takes back the last two turns, if there are two and, between people, the other agrees."""
        opponent = other(self._match.seat)
        if not self._sitting.can_take_back:
            self._page.note("You have no turn to take back yet.", "warn")
            return False
        if self._sitting.player(opponent) is None:
            self._page.ask(
                "{name}, do you agree to take back both your last moves? (y/n): ", {"name": self._name(opponent)}
            )
            answer = self._reader.line()
            if not self._page.on_terminal:
                self._page.echo(shorten(answer, 60))
            if answer.casefold() not in ("y", "yes"):
                self._page.say("{name} does not agree.", {"name": self._name(opponent)})
                return False
        self._sitting.take_back()
        self._page.note("Taken back.")
        return True

    def _conclude(self, outcome: Outcome) -> None:
        people = {"loser": self._name(outcome.loser), "winner": self._name(outcome.winner)}
        if outcome.ending is Ending.NO_MOVES:
            self._page.say(self._voice.stuck, {**self._facts(), **people})
        else:
            self._page.say(LOSSES[outcome.ending], people)
            self._page.say(self._voice.wins, people)

    def _save(self) -> None:
        try:
            self._sitting.save()
        except AliquotError as problem:
            self._page.warn(f"This game is not being saved: {problem}")

    def _help(self) -> None:
        page = self._page
        game = self._match.game
        page.gap()
        page.note(f"{game.title}. {game.tagline} {self._penalty()}")
        page.gap()
        page.note(f"Type one of the {self._voice.choices} listed, or one of these:")
        for command, effect in COMMANDS.items():
            page.note(f"  {command:<8} {effect}")
        page.note(f"The rules in full: aliquot rules {game.slug}", "faint")
        page.gap()
