"""A match in line mode: announce each turn, ask for moves, print the result."""

import time
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from aliquot.core.errors import AliquotError, IllegalMove, InvalidMove
from aliquot.core.match import Turn
from aliquot.core.outcome import Ending, Outcome, Seat, other
from aliquot.core.text import shorten
from aliquot.core.view import NumbersView, View
from aliquot.games import title_of
from aliquot.play.session import MoveEvent, Session
from aliquot.reports.sentences import LOSES_AT_ONCE, LOSSES, WINS_AT_ONCE, format_time
from aliquot.terminal.line.output import Name, Output
from aliquot.terminal.line.reader import Reader, TimeIsUp
from aliquot.terminal.line.rulebook_texts import RuleBookTexts, facts_of, shorten_texts, texts_of
from aliquot.terminal.text import describe_choices, describe_position

COMMANDS = {
    "hint": "get a hint; ask again for the move, and again for the reason",
    "undo": "take back the last move, or your last move and the computer's answer",
    "where": "describe the position",
    "moves": "list the legal moves",
    "resign": "give up this game",
    "quit": "leave; continue later with 'aliquot resume'",
    "?": "show this help",
}
"""The commands that can be typed instead of a move, and what they do."""
SHORT = {"h": "hint", "u": "undo", "w": "where", "m": "moves", "q": "quit", "help": "?"}
"""Other spellings of the commands."""


_CHOOSES = "{name} chooses {move}."
_CHOOSES_AND_LEAVES = "{name} chooses {move}, which leaves {after}."


class PlayerQuit(Exception):
    """A player quits; the match stays unfinished."""

    def __init__(self, *, saved: bool = False) -> None:
        """Say whether the match is saved and can be resumed."""
        super().__init__()
        self.saved = saved


class MatchLoop:
    """The turns of one session in line mode."""

    def __init__(
        self, session: Session, styles: tuple[str, str], output: Output, reader: Reader, *, pace: float = 0.0
    ) -> None:
        """Set up the loop.

        Args:
            session: The session to play.
            styles: The colours of the players in seat 1 and seat 2.
            output: The output.
            reader: The input.
            pace: Seconds a computer waits before it moves.
        """
        self._session = session
        self._match = session.match
        self._names = (Name(session.names[0], styles[0]), Name(session.names[1], styles[1]))
        self._output = output
        self._reader = reader
        self._pace = pace
        texts = texts_of(session.match.game)
        self._texts: RuleBookTexts = shorten_texts(texts, self._view) if output.is_plain else texts
        session.report_saving_to(output.warn)

    def play(self) -> Outcome:
        """Play to the end. The session saves every change; the caller closes it.

        Raises:
            PlayerQuit: A player has quit.
            InputEnded: There is no more input.
        """
        self._welcome()
        while self._match.outcome is None:
            self._announce()
            if self._session.awaits_person:
                self._human_turn()
            else:
                self._computer_turn()
            self._output.gap()
        self._conclude(self._match.outcome)
        return self._match.outcome

    def _name(self, seat: Seat) -> Name:
        return self._names[seat - 1]

    @property
    def _view(self) -> View:
        return self._match.game.view(self._match.position)

    def _facts(self) -> Mapping[str, object]:
        return {"name": self._name(self._match.seat), "title": title_of(self._match.game), **facts_of(self._view)}

    def _welcome(self) -> None:
        output, facts = self._output, self._facts()
        if self._match.turns:
            output.note(f"Resumed after move {self._match.ply}.")
            output.gap()
            return
        if self._texts.welcome:
            output.say(self._texts.welcome, facts)
        if output.on_terminal:
            output.note(f"{self._penalty()} Type ? for help.", "faint")
        if outcome := self._match.outcome:
            wins = outcome.winner == self._match.seat
            output.say(WINS_AT_ONCE if wins else LOSES_AT_ONCE, {**facts, "reason": self._view.no_move_reason})
        if self._texts.welcome or output.on_terminal:
            output.gap()

    def _penalty(self) -> str:
        if self._match.penalty == "forfeit":
            return "An illegal choice loses the game at once."
        return "An illegal choice costs nothing: you choose again."

    def _announce(self) -> None:
        template = self._texts.turn if self._match.turns else self._texts.opening or self._texts.turn
        self._output.say(template, self._facts())
        if self._view.swap is not None:
            self._output.note("Or type swap: the last move becomes yours, and your opponent moves next.")
        if self._session.clock is not None:
            one, two = (f"{{{seat}}} {format_time(self._session.clock.remaining(seat))}" for seat in (1, 2))
            self._output.say(f"Time left: {one}, {two}", {"1": self._name(1), "2": self._name(2)})

    def _computer_turn(self) -> None:
        if self._pace:
            time.sleep(self._pace)
        before, name = self._view, self._name(self._match.seat)
        event = self._session.computer_turn()
        if not isinstance(event, MoveEvent):
            return
        if event.turn.objection:
            self._output.note(event.turn.objection, "warn")
            return
        option = before.option(event.turn.move)
        template = _CHOOSES_AND_LEAVES if option.leaves and option is not before.swap else _CHOOSES
        fields = {"name": name, "move": _format_move(before, event.turn), "after": option.leaves}
        self._output.say(template, fields)

    def _human_turn(self) -> None:
        """Ask until there is a move, the turn has changed, or somebody has quit."""
        self._session.start()
        while self._match.outcome is None:
            try:
                text = self._ask()
            except TimeIsUp:
                self._output.gap()
                self._session.flag()
                continue
            match SHORT.get(text.casefold(), text.casefold()):
                case "quit":
                    raise PlayerQuit(saved=self._session.is_saved and not self._session.save_problem)
                case "resign":
                    self._session.resign()
                case "?":
                    self._help()
                case "where":
                    self._output.note(f"{describe_position(self._view)} {self._last_move()}".strip())
                case "moves":
                    self._output.note(describe_choices(self._view))
                case "hint":
                    self._hint()
                case "undo":
                    if self._undo():
                        return
                case _ if self._try(text):
                    return

    def _ask(self) -> str:
        clock = self._session.clock
        self._output.ask(self._texts.prompt, self._facts())
        text = self._reader.line(clock.remaining(self._match.seat) if clock else None)
        if not self._output.on_terminal:
            self._output.echo(shorten(text, 60))
        return text

    def _try(self, text: str) -> bool:
        """Play a typed move and return whether that ended the turn; print why if it did not."""
        advice, before = f"Type one of the {self._texts.choices} listed, or ? for help.", self._view
        try:
            event = self._session.play(text)
        except InvalidMove as problem:
            near = get_close_matches(text.casefold(), COMMANDS, n=1) if len(text) <= 16 else []
            advice = f"Did you mean {near[0]}?" if near else advice
            self._output.note(f"{problem} {advice}" if text else advice, "warn")
            return False
        except IllegalMove as problem:
            self._output.note(f"{problem} {advice}", "warn")
            return False
        if isinstance(event, MoveEvent):
            self._confirm(before, event.turn)
        return True

    def _confirm(self, before: View, turn: Turn[Any, Any]) -> None:
        if turn.objection:
            self._output.note(turn.objection, "warn")
        elif before.swap is not None and turn.move == before.swap.move:
            self._output.say("{name} takes the last move over.", {"name": self._name(turn.seat)})
        elif self._texts.moved:
            fields = {"before": before.summary, "move": _format_move(before, turn), "after": self._view.summary}
            self._output.say(self._texts.moved, {"name": self._name(turn.seat), **fields})

    def _hint(self) -> None:
        try:
            self._output.note(self._session.hint())
        except AliquotError as problem:
            self._output.note(str(problem), "warn")

    def _undo(self) -> bool:
        """Take back to the last turn of the player to move; between people the last move, if the opponent agrees.

        Two people share one keyboard, so the move somebody wants back is the one that was just made.
        """
        mover, opponent = self._match.seat, other(self._match.seat)
        who = opponent if self._session.is_human(opponent) else mover
        if not self._session.take_back_count(who):
            self._output.note("There is no move to take back yet.", "warn")
            return False
        if who == opponent:
            people = {"mover": self._name(mover), "opponent": self._name(opponent)}
            self._output.ask("{mover}, may {opponent} take back that last move? (y/n): ", people)
            answer = self._reader.line()
            if not self._output.on_terminal:
                self._output.echo(shorten(answer, 60))
            if answer.casefold() not in ("y", "yes"):
                self._output.say("{mover} does not agree.", people)
                return False
        self._session.take_back(who)
        self._output.note("Taken back.")
        return True

    def _last_move(self) -> str:
        """Return a sentence about the last move; empty before the first one."""
        if not self._match.turns:
            return ""
        turn = self._match.turns[-1]
        return f"{self._session.name(turn.seat)} played {self._match.game.spell(turn.before, turn.move)}."

    def _conclude(self, outcome: Outcome) -> None:
        people = {"loser": self._name(outcome.loser), "winner": self._name(outcome.winner)}
        texts = self._texts.for_result(
            winner=self._session.is_human(outcome.winner), loser=self._session.is_human(outcome.loser)
        )
        if outcome.ending is Ending.NO_MOVES:
            self._output.say(texts.stuck, {**self._facts(), **people})
        else:
            self._output.say(LOSSES[outcome.ending], people)
            self._output.say(texts.wins, people)

    def _help(self) -> None:
        output = self._output
        game = self._match.game
        output.gap()
        output.note(f"{title_of(game)}. {game.tagline} {self._penalty()}")
        output.gap()
        output.note(f"Type one of the {self._texts.choices} listed, or one of these:")
        for command, effect in COMMANDS.items():
            output.note(f"  {command:<8} {effect}")
        output.note(f"Full rules: aliquot rules {game.slug}", "faint")
        output.gap()


def _format_move(before: View, turn: Turn[Any, Any]) -> str:
    """Return a move as the output shows it: spelt out in a sum, otherwise the choice alone."""
    option = before.option(turn.move)
    return option.notation if isinstance(before, NumbersView) and len(before.heaps) > 1 else option.label
