"""What surrounds a match at the prompt: the coin toss, the series, the score."""

from aliquot.core.player import HUMAN
from aliquot.play.series import SeriesSession
from aliquot.play.setup import Participant, Setup
from aliquot.saves.match_file import MatchFile
from aliquot.terminal.line.match_loop import Dialogue
from aliquot.terminal.line.output import Name, Page
from aliquot.terminal.line.reader import InputEnded, Reader

_STYLES = ("first", "second")
"""The colours of the players of a series_session, wherever they sit."""


def play(setup: Setup, page: Page, reader: Reader) -> None:
    """Plays a match, or a series of them, to the end.

    Raises:
        Left: A player has left.
        InputEnded: There is no more input.
    """
    series_session = SeriesSession.start(setup, MatchFile)
    if page.on_terminal:
        page.gap()
    if series_session.coin is not None:
        _tell_toss(
            series_session.coin, None if setup.is_anonymous else _name(series_session, series_session.players[0]), page
        )
    play_series(series_session, page, reader)
    if page.on_terminal:
        page.gap()


def play_series(series_session: SeriesSession, page: Page, reader: Reader) -> None:
    """Plays a series_session to its end, from wherever it stands.

    Raises:
        Left: A player has left.
        InputEnded: There is no more input.
    """
    try:
        while not series_session.is_decided:
            _play_session(series_session, page, reader)
            series_session.count_result()
            if series_session.series.best_of > 1:
                _tell_score(series_session, page)
            if not series_session.is_decided:
                series_session.advance()
                _ask_ready(series_session, page, reader)
    finally:
        series_session.close()


def _play_session(series_session: SeriesSession, page: Page, reader: Reader) -> None:
    """Plays one match to the end; on a terminal, offers to review it."""
    session, place = series_session.session, series_session.session.series_round
    if series_session.series.best_of > 1 and place is not None:
        first = _name(series_session, session.participants[0])
        page.say(f"Game {place.number} of at most {place.best_of}: {{name}} moves first.", {"name": first})
        page.gap()
    one, two = (_name(series_session, participant).style for participant in session.participants)
    Dialogue(session, (one, two), page, reader, pace=series_session.setup.pace).play()
    if page.on_terminal and HUMAN in session.kinds and session.match.turns and _wants_review(page, reader):
        from aliquot.reports.review import review_match
        from aliquot.terminal.line.review import show

        page.gap()
        show(review_match(session.match, session.names), page)


def _name(series_session: SeriesSession, party: Participant) -> Name:
    """A player's name in the colour that is theirs all evening."""
    return Name(party.name, _STYLES[0] if party is series_session.players[0] else _STYLES[1])


def _wants_review(page: Page, reader: Reader) -> bool:
    page.gap()
    page.ask("Review this game? (y/N): ", {})
    try:
        return reader.line().casefold() in ("y", "yes")
    except InputEnded:
        # The game is over, so nothing is left unfinished by not answering.
        page.gap()
        return False


def _ask_ready(series_session: SeriesSession, page: Page, reader: Reader) -> None:
    """Waits for the players before another game's clock runs."""
    if page.on_terminal and series_session.session.clock is not None and series_session.session.awaits_person:
        page.ask(
            "{name}, are you ready? Enter starts the clock: ",
            {"name": _name(series_session, series_session.session.participants[0])},
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


def _tell_score(series_session: SeriesSession, page: Page) -> None:
    series = series_session.series
    one, two = (_name(series_session, party) for party in series_session.players)
    page.gap()
    page.say(f"Score: {{one}} {series.score[0]}, {{two}} {series.score[1]}.", {"one": one, "two": two})
    if series_session.champion is None:
        page.gap()
    else:
        result = f"{max(series.score)} to {min(series.score)}"
        page.say(
            f"{{champion}} wins the series {result}.", {"champion": _name(series_session, series_session.champion)}
        )
