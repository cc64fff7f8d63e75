"""One match at the prompt: turns announced, choices asked for, the result told."""

from collections.abc import Mapping
from typing import Any

from aliquot.core.errors import IllegalMove, InvalidMove
from aliquot.core.match import Match, Turn
from aliquot.core.numerals import shorten
from aliquot.core.outcome import Ending, Outcome, Seat
from aliquot.games import find
from aliquot.terminal.line.page import Name, Page
from aliquot.terminal.line.reader import Reader
from aliquot.terminal.line.voices import Voice, voice_of

COMMANDS = {
    "resign": "give up this game",
    "quit": "leave it unfinished",
    "?": "show this help",
}
"""What can be typed instead of a choice, and what it does."""


class Left(Exception):
    """A player has left; the match stays unfinished."""


class Duel:
    """Plays one match at the prompt."""

    def __init__(self, match: Match[Any, Any], names: tuple[Name, Name], page: Page, reader: Reader) -> None:
        """Seats the players.

        Args:
            match: The match to play.
            names: Who sits in seat 1 and in seat 2.
            page: Where to write.
            reader: Where the choices come from.
        """
        self.match = match
        self._names = names
        self._page = page
        self._reader = reader
        self._voice: Voice = voice_of(match.game)

    def play(self) -> Outcome:
        """Plays to the end.

        Raises:
            Left: A player has left.
            InputEnded: There is no more input.
        """
        self._welcome()
        while self.match.outcome is None:
            self._announce()
            self._take_turn()
            self._page.gap()
        self._conclude(self.match.outcome)
        return self.match.outcome

    def name(self, seat: Seat) -> Name:
        """Who sits there."""
        return self._names[seat - 1]

    def _facts(self) -> Mapping[str, object]:
        game, p = self.match.game, self.match.position
        return {"name": self.name(game.seat(p)), "moves": game.legal_moves(p), **self._voice.facts(game, p)}

    def _welcome(self) -> None:
        page, facts = self._page, self._facts()
        if self._voice.welcome:
            page.say(self._voice.welcome, facts)
        if page.on_terminal:
            page.note(f"{self._penalty()} Type ? for help.", "faint")
        if self.match.outcome is not None:
            page.say("{number} is a prime number: {name} has no move and loses at once.", facts)
        if self._voice.welcome or page.on_terminal:
            page.gap()

    def _penalty(self) -> str:
        if self.match.penalty == "forfeit":
            return "An illegal choice loses the game at once."
        return "An illegal choice costs nothing: you choose again."

    def _announce(self) -> None:
        template = self._voice.turn if self.match.turns else self._voice.opening or self._voice.turn
        self._page.say(template, self._facts())

    def _take_turn(self) -> None:
        """Asks until there is a move, a resignation, or somebody has left."""
        before = self._facts()
        while self.match.outcome is None:
            text = self._ask()
            if text.casefold() == "quit":
                raise Left
            if text.casefold() == "resign":
                self.match.concede(Ending.RESIGNED)
            elif text.casefold() in ("?", "help"):
                self._help()
            elif turn := self._try(text):
                self._confirm(turn, before)
                return

    def _ask(self) -> str:
        self._page.ask(self._voice.prompt, self._facts())
        text = self._reader.line()
        if not self._page.on_terminal:
            self._page.echo(shorten(text, 60))
        return text

    def _try(self, text: str) -> Turn[Any, Any] | None:
        """Plays what was typed, or says why not."""
        advice = f"Type one of the {self._voice.choices} listed, or ? for help."
        try:
            return self.match.play(self.match.game.parse(self.match.position, text))
        except InvalidMove as problem:
            self._page.note(f"{problem} {advice}" if text else advice, "warn")
        except IllegalMove as problem:
            self._page.note(f"{problem} {advice}", "warn")
        return None

    def _confirm(self, turn: Turn[Any, Any], before: Mapping[str, object]) -> None:
        if turn.objection:
            self._page.note(turn.objection, "warn")
        elif self._voice.moved:
            after = self._facts()
            self._page.say(self._voice.moved, {"before": before["number"], "move": turn.move, "after": after["number"]})

    def _conclude(self, outcome: Outcome) -> None:
        people = {"loser": self.name(outcome.loser), "winner": self.name(outcome.winner)}
        match outcome.ending:
            case Ending.NO_MOVES:
                self._page.say(self._voice.stuck, {**self._facts(), **people})
            case Ending.ILLEGAL_MOVE:
                self._page.say("{loser} made an illegal choice and loses.", people)
                self._page.say(self._voice.wins, people)
            case _:
                self._page.say("{loser} resigns.", people)
                self._page.say(self._voice.wins, people)

    def _help(self) -> None:
        page = self._page
        duel = find(self.match.game.slug)
        page.gap()
        page.note(f"{duel.title}. {duel.tagline} {self._penalty()}")
        page.gap()
        page.note(f"Type one of the {self._voice.choices} listed, or one of these:")
        for command, effect in COMMANDS.items():
            page.note(f"  {command:<8} {effect}")
        page.note(f"The rules in full: aliquot rules {duel.slug}", "faint")
        page.gap()
