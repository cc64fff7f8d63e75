"""What surrounds a match at the prompt: the coin toss, the series, the score."""

from aliquot.core.player import HUMAN
from aliquot.play.contest import Contest
from aliquot.play.setup import Party, Setup
from aliquot.saves.slot import Slot
from aliquot.terminal.line.dialogue import Dialogue
from aliquot.terminal.line.page import Name, Page
from aliquot.terminal.line.reader import InputEnded, Reader

_STYLES = ("first", "second")
"""The colours of the players of a contest, wherever they sit."""


def play(setup: Setup, page: Page, reader: Reader) -> None:
    """Plays a match, or a series of them, to the end.

    Raises:
        Left: A player has left.
        InputEnded: There is no more input.
    """
    contest = Contest(setup, Slot)
    if page.on_terminal:
        page.gap()
    if contest.coin is not None:
        _tell_toss(contest.coin, None if setup.are_strangers else _name(contest, contest.players[0]), page)
    play_contest(contest, page, reader)
    if page.on_terminal:
        page.gap()


def play_contest(contest: Contest, page: Page, reader: Reader) -> None:
    """Plays a contest to its end, from wherever it stands.

    Raises:
        Left: A player has left.
        InputEnded: There is no more input.
    """
    try:
        while not contest.is_decided:
            _play_sitting(contest, page, reader)
            contest.conclude()
            if contest.series.best_of > 1:
                _tell_score(contest, page)
            if not contest.is_decided:
                contest.go_on()
                _ask_ready(contest, page, reader)
    finally:
        contest.close()


def _play_sitting(contest: Contest, page: Page, reader: Reader) -> None:
    """Plays one match to the end; on a terminal, offers to review it."""
    sitting, place = contest.sitting, contest.sitting.place
    if contest.series.best_of > 1 and place is not None:
        first = _name(contest, sitting.parties[0])
        page.say(f"Game {place.number} of at most {place.best_of}: {{name}} moves first.", {"name": first})
        page.gap()
    styles = (_name(contest, sitting.parties[0]).style, _name(contest, sitting.parties[1]).style)
    Dialogue(sitting, styles, page, reader, pace=contest.setup.pace).play()
    if page.on_terminal and HUMAN in sitting.kinds and sitting.match.turns and _wants_review(page, reader):
        from aliquot.terminal.line.critique import show

        page.gap()
        show(sitting.match, sitting.names, page)


def _name(contest: Contest, party: Party) -> Name:
    """A player's name in the colour that is theirs all evening."""
    return Name(party.name, _STYLES[0] if party is contest.players[0] else _STYLES[1])


def _wants_review(page: Page, reader: Reader) -> bool:
    page.gap()
    page.ask("Review this game? (y/N): ", {})
    try:
        return reader.line().casefold() in ("y", "yes")
    except InputEnded:
        # The game is over, so nothing is left unfinished by not answering.
        page.gap()
        return False


def _ask_ready(contest: Contest, page: Page, reader: Reader) -> None:
    """Waits for the players before another game's clock runs."""
    if page.on_terminal and contest.sitting.clock is not None and contest.sitting.awaits_person:
        page.ask(
            "{name}, are you ready? Enter starts the clock: ", {"name": _name(contest, contest.sitting.parties[0])}
        )
        reader.line()
        page.gap()


def _tell_toss(coin: str, first: Name | None, page: Page) -> None:
    if first is None:
        # Nobody has said who is who, so the toss itself settles it.
        page.note(f"The coin shows {coin}. Whoever called {coin} is Player 1 and moves first.")
    else:
        page.say(f"The coin shows {coin}. {{first}} moves first.", {"first": first})
    page.gap()


def _tell_score(contest: Contest, page: Page) -> None:
    series = contest.series
    one, two = (_name(contest, party) for party in contest.players)
    page.gap()
    page.say(f"Score: {{one}} {series.score[0]}, {{two}} {series.score[1]}.", {"one": one, "two": two})
    if contest.champion is None:
        page.gap()
    else:
        result = f"{max(series.score)} to {min(series.score)}"
        page.say(f"{{champion}} wins the series {result}.", {"champion": _name(contest, contest.champion)})
