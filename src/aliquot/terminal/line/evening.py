"""What surrounds a match at the prompt: the coin toss, the series, the score."""

from collections.abc import Mapping

from aliquot.core.match import Match
from aliquot.core.series import Series
from aliquot.terminal.line.duel import Duel
from aliquot.terminal.line.page import Name, Page
from aliquot.terminal.line.reader import Reader
from aliquot.terminal.setup import PLAYERS, Setup


def play(setup: Setup, page: Page, reader: Reader) -> None:
    """Plays a match, or a series of them, to the end.

    Raises:
        Left: A player has left.
        InputEnded: There is no more input.
    """
    series, coin = setup.series()
    first, second = setup.names
    people = {first: Name(first, "first"), second: Name(second, "second")}
    if page.on_terminal:
        page.gap()
    if coin is not None:
        _tell_toss(coin, people[series.players[0]], page)
    while series.champion is None:
        seated = (people[series.seating[0]], people[series.seating[1]])
        if series.best_of > 1:
            page.say(f"Game {series.number} of at most {series.best_of}: {{first}} moves first.", {"first": seated[0]})
            page.gap()
        outcome = Duel(Match(setup.game, penalty=setup.penalty), seated, page, reader).play()
        series.add(outcome.winner)
        if series.best_of > 1:
            _tell_score(series, people, page)
    if page.on_terminal:
        page.gap()


def _tell_toss(coin: str, first: Name, page: Page) -> None:
    if first.text in PLAYERS:
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
