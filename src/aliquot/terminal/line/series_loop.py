"""A series in line mode: the coin toss, one match after another, the score."""

from aliquot.core.player import HUMAN
from aliquot.play.series import SeriesSession
from aliquot.play.setup import Participant, Setup
from aliquot.saves.match_file import MatchFile
from aliquot.terminal.line.match_loop import MatchLoop
from aliquot.terminal.line.output import Name, Output
from aliquot.terminal.line.reader import InputEnded, Reader

_STYLES = ("first", "second")
"""The colours of the players of a series, whatever their seats."""


def play(setup: Setup, output: Output, reader: Reader) -> None:
    """Play a match or a series to the end.

    Raises:
        PlayerQuit: A player has quit.
        InputEnded: There is no more input.
    """
    series_session = SeriesSession.start(setup, MatchFile)
    if output.on_terminal:
        output.gap()
    if series_session.coin is not None:
        _show_toss(
            series_session.coin,
            None if setup.is_anonymous else _name(series_session, series_session.players[0]),
            output,
        )
    play_series(series_session, output, reader)
    if output.on_terminal:
        output.gap()


def play_series(series_session: SeriesSession, output: Output, reader: Reader) -> None:
    """Play a series to the end, from its current match on.

    Raises:
        PlayerQuit: A player has quit.
        InputEnded: There is no more input.
    """
    try:
        while not series_session.is_decided:
            _play_session(series_session, output, reader)
            series_session.count_result()
            if series_session.series.best_of > 1:
                _show_score(series_session, output)
            if not series_session.is_decided:
                series_session.advance()
                _ask_ready(series_session, output, reader)
    finally:
        series_session.close()


def _play_session(series_session: SeriesSession, output: Output, reader: Reader) -> None:
    """Play one match to the end; on a terminal, offer to review it."""
    session, series_round = series_session.session, series_session.session.series_round
    if series_session.series.best_of > 1 and series_round is not None:
        first = _name(series_session, session.participants[0])
        output.say(
            f"Game {series_round.number} of at most {series_round.best_of}: {{name}} moves first.", {"name": first}
        )
        output.gap()
    one, two = (_name(series_session, participant).style for participant in session.participants)
    MatchLoop(session, (one, two), output, reader, pace=series_session.setup.pace).play()
    if output.on_terminal and HUMAN in session.kinds and session.match.turns and _wants_review(output, reader):
        from aliquot.reports.review import review_match
        from aliquot.terminal.line.reports import show_review

        output.gap()
        show_review(review_match(session.match, session.names), output)


def _name(series_session: SeriesSession, participant: Participant) -> Name:
    """Return a player's name in the player's colour."""
    return Name(participant.name, _STYLES[0] if participant is series_session.players[0] else _STYLES[1])


def _wants_review(output: Output, reader: Reader) -> bool:
    output.gap()
    output.ask("Review this game? (y/N): ", {})
    try:
        return reader.line().casefold() in ("y", "yes")
    except InputEnded:
        # The game is over, so the end of the input leaves nothing unfinished.
        output.gap()
        return False


def _ask_ready(series_session: SeriesSession, output: Output, reader: Reader) -> None:
    """Wait for the players before the clock of another game runs."""
    if output.on_terminal and series_session.session.clock is not None and series_session.session.awaits_person:
        output.ask(
            "{name}, are you ready? Enter starts the clock: ",
            {"name": _name(series_session, series_session.session.participants[0])},
        )
        reader.line()
        output.gap()


def _show_toss(coin: str, first: Name | None, output: Output) -> None:
    if first is None:
        # The players gave no names, so the toss decides who is Player 1.
        template = "The coin shows {coin}. The player who called {coin} is Player 1 and moves first."
    else:
        template = "The coin shows {coin}. {first} moves first."
    output.say(template, {"coin": coin, "first": first})
    output.gap()


def _show_score(series_session: SeriesSession, output: Output) -> None:
    score = series_session.series.score
    one, two = (_name(series_session, participant) for participant in series_session.players)
    output.gap()
    output.say(
        "Score: {one} {score_one}, {two} {score_two}.",
        {"one": one, "two": two, "score_one": score[0], "score_two": score[1]},
    )
    if series_session.champion is None:
        output.gap()
    else:
        champion = _name(series_session, series_session.champion)
        fields = {"champion": champion, "high": max(score), "low": min(score)}
        output.say("{champion} wins the series {high} to {low}.", fields)
