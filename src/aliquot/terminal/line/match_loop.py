"""One match at the prompt: turns announced, choices asked for, the result told."""

import time
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from aliquot.core.errors import AliquotError, IllegalMove, InvalidMove
from aliquot.core.match import Turn
from aliquot.core.outcome import Ending, Outcome, Seat, other
from aliquot.core.text import shorten
from aliquot.core.view import NumbersView, View
from aliquot.play.session import MoveEvent, Session
from aliquot.reports.sentences import LOSSES, format_time
from aliquot.terminal.line.describe import choices, describe
from aliquot.terminal.line.output import Name, Page
from aliquot.terminal.line.reader import Reader, TimeIsUp
from aliquot.terminal.line.rulebook_texts import Voice, facts_of, terse, voice_of

COMMANDS = {
    "hint": "get a hint; ask again for the move, and again for the reason",
    "undo": "take back the last move, or your last move and the computer's answer",
    "where": "say where the game stands",
    "moves": "say what you may choose",
    "resign": "give up this game",
    "quit": "leave it; 'aliquot resume' takes it up again",
    "?": "show this help",
}
"""What can be typed instead of a choice, and what it does."""
SHORT = {"h": "hint", "u": "undo", "w": "where", "m": "moves", "q": "quit", "help": "?"}
"""Other ways to type them."""


class Left(Exception):
    """A player has left; the match stays unfinished."""

    def __init__(self, *, saved: bool = False) -> None:
        """Notes whether the match can be taken up again."""
        super().__init__()
        self.saved = saved


class Dialogue:
    """Plays one session at the prompt."""

    def __init__(
        self, session: Session, styles: tuple[str, str], page: Page, reader: Reader, *, pace: float = 0.0
    ) -> None:
        """Seats the players.

        Args:
            session: The match and its circumstances.
            styles: The colours of the players in seat 1 and seat 2.
            page: Where to write.
            reader: Where people's choices come from.
            pace: How many seconds a computer waits before it moves.
        """
        self._session = session
        self._match = session.match
        self._names = (Name(session.names[0], styles[0]), Name(session.names[1], styles[1]))
        self._page = page
        self._reader = reader
        self._pace = pace
        voice = voice_of(session.match.game)
        self._voice: Voice = terse(voice, self._view) if page.is_plain else voice
        session.on_save_change = page.warn

    def play(self) -> Outcome:
        """Plays to the end. The match is kept at every change, and whoever closes the session keeps how it was left.

        Raises:
            Left: A player has left.
            InputEnded: There is no more input.
        """
        self._welcome()
        while self._match.outcome is None:
            self._announce()
            if self._session.awaits_person:
                self._human_turn()
            else:
                self._computer_turn()
            self._page.gap()
        self._conclude(self._match.outcome)
        return self._match.outcome

    def _name(self, seat: Seat) -> Name:
        return self._names[seat - 1]

    @property
    def _view(self) -> View:
        return self._match.game.view(self._match.position)

    def _facts(self) -> Mapping[str, object]:
        return {"name": self._name(self._match.seat), "title": self._match.game.title, **facts_of(self._view)}

    def _welcome(self) -> None:
        page, facts = self._page, self._facts()
        if self._match.turns:
            moves = self._match.ply
            page.note(f"Taken up again after {moves} move{'' if moves == 1 else 's'}.")
            page.gap()
            return
        if self._voice.welcome:
            page.say(self._voice.welcome, facts)
        if page.on_terminal:
            page.note(f"{self._penalty()} Type ? for help.", "faint")
        if outcome := self._match.outcome:
            result = "wins" if outcome.winner == self._match.seat else "loses"
            page.say(f"{self._view.stuck}: {{name}} has no move and {result} at once.", facts)
        if self._voice.welcome or page.on_terminal:
            page.gap()

    def _penalty(self) -> str:
        if self._match.penalty == "forfeit":
            return "An illegal choice loses the game at once."
        return "An illegal choice costs nothing: you choose again."

    def _announce(self) -> None:
        template = self._voice.turn if self._match.turns else self._voice.opening or self._voice.turn
        self._page.say(template, self._facts())
        if self._view.swap is not None:
            self._page.note("Or type swap: the last move becomes yours, and your opponent goes on.")
        if self._session.clock is not None:
            one, two = (f"{{{seat}}} {format_time(self._session.clock.remaining(seat))}" for seat in (1, 2))
            self._page.say(f"Time left: {one}, {two}", {"1": self._name(1), "2": self._name(2)})

    def _computer_turn(self) -> None:
        if self._pace:
            time.sleep(self._pace)
        before, name = self._view, self._name(self._match.seat)
        event = self._session.computer_turn()
        if not isinstance(event, MoveEvent):
            return
        if event.turn.objection:
            self._page.note(event.turn.objection, "warn")
            return
        option = before.option(event.turn.move)
        left = ", which leaves {after}." if option.leaves and option is not before.swap else "."
        shown = self._shown(before, event.turn)
        self._page.say("{name} chooses {move}" + left, {"name": name, "move": shown, "after": option.leaves})

    def _human_turn(self) -> None:
        """Asks until there is a move, the turn has changed, or somebody has left."""
        self._session.start()
        while self._match.outcome is None:
            try:
                text = self._ask()
            except TimeIsUp:
                self._page.gap()
                self._session.flag()
                continue
            match SHORT.get(text.casefold(), text.casefold()):
                case "quit":
                    raise Left(saved=self._session.is_saved)
                case "resign":
                    self._session.resign()
                case "?":
                    self._help()
                case "where":
                    self._page.note(f"{describe(self._view)} {self._last_move()}".strip())
                case "moves":
                    self._page.note(choices(self._view))
                case "hint":
                    self._hint()
                case "undo":
                    if self._undo():
                        return
                case _ if self._try(text):
                    return

    def _ask(self) -> str:
        clock = self._session.clock
        self._page.ask(self._voice.prompt, self._facts())
        text = self._reader.line(clock.remaining(self._match.seat) if clock else None)
        if not self._page.on_terminal:
            self._page.echo(shorten(text, 60))
        return text

    def _try(self, text: str) -> bool:
        """Plays what was typed and says what came of it, or says why not."""
        advice, before = f"Type one of the {self._voice.choices} listed, or ? for help.", self._view
        try:
            event = self._session.play(text)
        except InvalidMove as problem:
            near = get_close_matches(text.casefold(), COMMANDS, n=1) if len(text) <= 16 else []
            advice = f"Did you mean {near[0]}?" if near else advice
            self._page.note(f"{problem} {advice}" if text else advice, "warn")
            return False
        except IllegalMove as problem:
            self._page.note(f"{problem} {advice}", "warn")
            return False
        if isinstance(event, MoveEvent):
            self._confirm(before, event.turn)
        return True

    def _confirm(self, before: View, turn: Turn[Any, Any]) -> None:
        if turn.objection:
            self._page.note(turn.objection, "warn")
        elif before.swap is not None and turn.move == before.swap.move:
            self._page.say("{name} takes the last move over.", {"name": self._name(turn.seat)})
        elif self._voice.moved:
            told = {"before": before.left, "move": self._shown(before, turn), "after": self._view.left}
            self._page.say(self._voice.moved, {"name": self._name(turn.seat), **told})

    def _shown(self, before: View, turn: Turn[Any, Any]) -> str:
        """A move as the page shows it: the choice alone where it can only mean one thing, spelt out otherwise."""
        option = before.option(turn.move)
        return option.spelt if isinstance(before, NumbersView) and len(before.heaps) > 1 else option.label

    def _hint(self) -> None:
        try:
            self._page.note(self._session.hint())
        except AliquotError as problem:
            self._page.note(str(problem), "warn")

    def _undo(self) -> bool:
        """Takes back to the mover's last turn; between people the last move, if the one it would be answered by agrees.

        Two people sit at one keyboard, and the move somebody wants back is the one that was just made.
        """
        mover, opponent = self._match.seat, other(self._match.seat)
        who = opponent if self._session.is_human(opponent) else mover
        if not self._session.take_back_count(who):
            self._page.note("There is no move to take back yet.", "warn")
            return False
        if who == opponent:
            people = {"mover": self._name(mover), "opponent": self._name(opponent)}
            self._page.ask("{mover}, may {opponent} take back that last move? (y/n): ", people)
            answer = self._reader.line()
            if not self._page.on_terminal:
                self._page.echo(shorten(answer, 60))
            if answer.casefold() not in ("y", "yes"):
                self._page.say("{mover} does not agree.", people)
                return False
        self._session.take_back(who)
        self._page.note("Taken back.")
        return True

    def _last_move(self) -> str:
        """Who moved last, and how; nothing before the first move."""
        if not self._match.turns:
            return ""
        turn = self._match.turns[-1]
        return f"{self._session.name(turn.seat)} played {self._match.game.spell(turn.before, turn.move)}."

    def _conclude(self, outcome: Outcome) -> None:
        people = {"loser": self._name(outcome.loser), "winner": self._name(outcome.winner)}
        voice = self._voice.about(
            winner=self._session.is_human(outcome.winner), loser=self._session.is_human(outcome.loser)
        )
        if outcome.ending is Ending.NO_MOVES:
            self._page.say(voice.stuck, {**self._facts(), **people})
        else:
            self._page.say(LOSSES[outcome.ending], people)
            self._page.say(voice.wins, people)

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
