"""What surrounds a match at the prompt: the coin toss, the series, the score."""

from collections.abc import Mapping

from aliquot.core.outcome import Seat
from aliquot.core.player import HUMAN
from aliquot.core.series import Series
from aliquot.terminal.line.duel import Duel
from aliquot.terminal.line.page import Name, Page
from aliquot.terminal.line.reader import InputEnded, Reader
from aliquot.terminal.setup import Setup
from aliquot.terminal.sitting import Sitting


def play(setup: Setup, page: Page, reader: Reader) -> None:
    """Plays a match, or a series of them, to the end.

    Raises:
        Left: A player has left.
        InputEnded: There is no more input.
    """
    series, coin = setup.series()
    first, second = setup.players
    people = {first: Name(first, "first"), second: Name(second, "second")}
    if page.on_terminal:
        page.gap()
    if coin is not None:
        _tell_toss(coin, None if setup.are_strangers else people[series.players[0]], page)
    while series.champion is None:
        place = (series.number, series.best_of) if series.best_of > 1 else None
        if place:
            page.say(
                f"Game {place[0]} of at most {place[1]}: {{name}} moves first.", {"name": people[series.seating[0]]}
            )
            page.gap()
        sitting = Sitting.begin(setup, series.seating, place)
        series.add(play_sitting(sitting, people, page, reader, pace=setup.pace))
        if place:
            _tell_score(series, people, page)
    if page.on_terminal:
        page.gap()


def play_sitting(
    sitting: Sitting, people: Mapping[str, Name], page: Page, reader: Reader, *, pace: float = 0.0
) -> Seat:
    """Plays one match to the end and returns the seat that won; on a terminal, offers to review it."""
    styles = (people[sitting.names[0]].style, people[sitting.names[1]].style)
    try:
        outcome = Duel(sitting, styles, page, reader, pace=pace).play()
    finally:
        sitting.close()
    if page.on_terminal and HUMAN in sitting.kinds and sitting.match.turns and _wants_review(page, reader):
        from aliquot.terminal.line.critique import show

        page.gap()
        show(sitting.match, sitting.names, page)
    return outcome.winner


def _wants_review(page: Page, reader: Reader) -> bool:
    page.gap()
    page.ask("Review this game? (y/N): ", {})
    try:
        return reader.line().casefold() in ("y", "yes")
    except InputEnded:
        # The game is over, so nothing is left unfinished by not answering.
        page.gap()
        return False


def _tell_toss(coin: str, first: Name | None, page: Page) -> None:
    if first is None:
        # Nobody has said who is who, so the toss itself settles it.
        page.note(f"The coin shows {coin}. Whoever called {coin} is Player 1 and moves first.")
    else:
        page.say(f"The coin shows {coin}. {{first}} moves first.", {"first": first})
    page.gap()


def _tell_score(series: Series, people: Mapping[str, Name], page: Page) -> None:
    one, two = series.players
    page.gap()
    page.say(f"Score: {{one}} {series.score[0]}, {{two}} {series.score[1]}.", {"one": people[one], "two": people[two]})
    if series.champion is None:
        page.gap()
    else:
        result = f"{max(series.score)} to {min(series.score)}"
        page.say(f"{{champion}} wins the series {result}.", {"champion": people[series.champion]})
