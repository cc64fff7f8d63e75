"""`aliquot history`, `resume`, `replay`, `export`, `review` and `stats`: the saved games."""

import json
import os
import shutil
import sys
import time
from collections.abc import Iterable
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import click

from aliquot.cli.play import at_prompt, on_screen
from aliquot.cli.root import plain_option
from aliquot.core.errors import InvalidParameter, UnknownGame
from aliquot.core.game import AnyGame
from aliquot.core.notation import LARGEST_TEXT
from aliquot.core.record import Record, RecordError
from aliquot.core.record_rules import LONGEST_COMMENT
from aliquot.core.text import clean, quote_path, shorten
from aliquot.games import PRESETS, create, full_name, slug_of
from aliquot.saves.archive import Archive, Entry, load, read_record_bytes
from aliquot.saves.files import SaveError, write_file
from aliquot.saves.index import Summary

if TYPE_CHECKING:
    from aliquot.core.match import Match
    from aliquot.terminal.line.output import Output
    from aliquot.terminal.line.reader import Reader


_NARROWEST = 8
"""The width below which no column of a table is shortened."""
_DELAY = 0.5
"""Seconds before the progress line appears."""
_INTERVAL = 0.1
"""Seconds between two updates of the progress line."""


def locate(text: str) -> Path:
    """Return the file of that name, or of the saved game whose id begins with it."""
    path = Path(text)
    if os.path.exists(path) or path.suffix or len(path.parts) > 1:
        return path
    return Archive().find(text)


def _load(text: str) -> tuple[Record, Path | None]:
    """Read a record in either format from a file, a saved game, or standard input if the text is `-`.

    Returns:
        The record, and its file if it has one.

    Raises:
        SaveError: It cannot be read, or is not a record.
    """
    from aliquot.core import record_json

    path = None if text == "-" else locate(text)
    data = sys.stdin.buffer.read(LARGEST_TEXT + 1) if path is None else read_record_bytes(path)
    try:
        return record_json.read(data), path
    except RecordError as error:
        source = "The input" if path is None else quote_path(path)
        raise SaveError(f"{source} is not a valid record: {error}") from None


def _games(entries: Iterable[Entry]) -> list[tuple[Entry, Summary]]:
    """Return the saved games that can be read; report the damaged files."""
    games = []
    for entry in entries:
        if entry.summary is None:
            click.echo(f"aliquot: {entry.problem}", err=True)
        else:
            games.append((entry, entry.summary))
    return games


@click.command()
@click.option("--game", metavar="GAME", help="Only games of this rule book.")
@click.option("--player", metavar="NAME", help="Only games with a player of this name or kind.")
@click.option("--unfinished", is_flag=True, help="Only games that can be resumed.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list instead.")
def history(game: str | None, player: str | None, unfinished: bool, as_json: bool) -> None:
    """List the saved games, newest first."""
    games = _games(Archive().entries())
    wanted = None if game is None else _ids_of(game, [summary for _, summary in games])
    rows = [
        (entry, summary)
        for entry, summary in games
        if (wanted is None or summary.game in wanted)
        and (player is None or player in summary.names + summary.kinds)
        and (not unfinished or summary.outcome is None)
    ]
    if as_json:
        from aliquot.core.record_json import to_json

        records = ((entry, entry.record) for entry, _ in rows)
        documents = [{"id": e.id, "file": str(e.path), **to_json(r)} for e, r in records if r is not None]
        click.echo(json.dumps(documents, ensure_ascii=False))
        return
    if not rows:
        click.echo("No games yet." if not (game or player or unfinished) else "No such games.", err=True)
        return
    table = [("id", "date", "game", "players", "moves", "result")]
    for entry, summary in rows:
        date = f"{summary.date:%Y-%m-%d %H:%M}" if summary.date else ""
        players = " – ".join(summary.names)
        table.append((entry.id, date, summary.game, players, str(summary.moves), _result(summary)))
    widths = _fit([max(len(row[column]) for row in table) for column in range(len(table[0]))])
    for row in table:
        cells = (shorten(text, width).ljust(width) for text, width in zip(row, widths, strict=True))
        click.echo("  ".join(cells).rstrip())


def _ids_of(name: str, summaries: list[Summary]) -> set[str]:
    """Return the ids of the saved games that a duel's name, a preset's or a part of one stands for.

    Raises:
        UnknownGame: There is no such game, here or among those saved.
    """
    try:
        slug = full_name(name)
    except UnknownGame:
        slug = name  # It may be a game of a package that is gone.
        if all(slug_of(summary.game) != slug for summary in summaries):
            raise
    if slug in PRESETS:
        return {create(slug).id}
    return {summary.game for summary in summaries if slug_of(summary.game) == slug}


def _fit(widths: list[int]) -> list[int]:
    """Narrow the widest columns until they fit on the terminal; a pipe gets everything."""
    room = shutil.get_terminal_size().columns if sys.stdout.isatty() else sum(widths) * 2
    while sum(widths) + 2 * (len(widths) - 1) > room and max(widths) > _NARROWEST:
        widths[widths.index(max(widths))] -= 1
    return widths


def _result(record: Record | Summary) -> str:
    if record.outcome is None:
        return "unfinished"
    ending = record.outcome.ending.replace("_", " ")
    return f"{record.names[record.outcome.winner - 1]} won ({ending})"


@click.command(short_help="Resume an unfinished game.")
@click.argument("game_id", metavar="[ID]", required=False)
@click.option("--line", is_flag=True, help="Play in line mode (the default).")
@click.option("--screen", is_flag=True, help="Play on the full screen; in line mode where there is no terminal.")
@plain_option
def resume(game_id: str | None, line: bool, screen: bool, plain: bool) -> int:
    """Resume an unfinished game: the newest one, or the one with this ID (or file name)."""
    from aliquot.play.series import SeriesSession
    from aliquot.saves.match_file import MatchFile
    from aliquot.saves.match_file import resume as resume_match
    from aliquot.terminal.line.series_loop import play_series

    wants_screen = on_screen(screen=screen, line=line)
    if game_id is not None:
        path = locate(game_id)
    else:
        unfinished = [entry.path for entry, summary in _games(Archive().entries()) if summary.outcome is None]
        if not unfinished:
            raise InvalidParameter("There is no unfinished game to resume.")
        path = unfinished[0]
    session = resume_match(path)
    if session.match.outcome is not None:
        session.close()
        raise InvalidParameter(f"{quote_path(path)} is finished. Review it with 'aliquot review'.")
    if wants_screen:
        from aliquot.terminal.screen import open_screen

        return open_screen(session=session)
    series_session = SeriesSession.from_session(session, MatchFile)
    return at_prompt(lambda output, reader: play_series(series_session, output, reader), plain=plain)


@click.command()
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="Print the record as JSON instead.")
@plain_option
def replay(file: str, as_json: bool, plain: bool) -> int:
    """Step through a game.

    FILE is a record file in either format, the id of a saved game, or - for standard input.
    """
    from aliquot.core.record_json import to_json

    record, _ = _load(file)
    if as_json:
        click.echo(json.dumps(to_json(record), ensure_ascii=False))
        return 0
    game: AnyGame = create(record.game)
    match, problem = record.replay_legal(game)

    def step(output: "Output", reader: "Reader") -> None:
        _step_through(record, match, output, reader)

    code = at_prompt(step, plain=plain)
    if problem is not None:
        click.echo(f"aliquot: {problem}", err=True)
        return 1
    return code


def _step_through(record: Record, match: "Match[Any, Any]", output: "Output", reader: "Reader") -> None:
    from aliquot.games import title_of
    from aliquot.terminal.line.reader import InputEnded

    game = match.game
    output.note(f"{title_of(game)}: {record.names[0]} against {record.names[1]}", "number")
    output.note(f"Start: {game.text(game.start())}")
    if output.on_terminal:
        output.note("Enter shows the next move, q stops.", "faint")
    is_board = not game.view(game.start()).summary
    for number, (turn, written) in enumerate(zip(match.turns, record.moves, strict=False), 1):
        if output.on_terminal:
            try:
                if reader.line().casefold() in ("q", "quit"):
                    return
            except InputEnded:
                return
        name = record.names[turn.seat - 1]
        remark = clean(" ".join(written.comment.split())) if written.comment else ""
        comment = f"  {{{remark}}}" if remark else ""
        after = (
            "illegal" if turn.after is None else _count(game, turn.after) if is_board else game.view(turn.after).summary
        )
        output.note(f"{number:>3}. {name}: {written.text}{written.annotation} → {after}{comment}")
    output.note(_result(record) + "." if record.outcome else "Unfinished.")


def _count(game: AnyGame, p: Any) -> str:
    """Return the number of legal moves, for positions that cannot be written in a line."""
    count = game.count_moves(p)
    return "1 choice" if count == 1 else f"{count:,} choices"


@click.command()
@click.argument("file")
@click.option("--out", metavar="FILE", help="Write to a new file.")
@click.option("--json", "as_json", is_flag=True, help="Export as JSON instead of text.")
def export(file: str, out: str | None, as_json: bool) -> None:
    """Print a record in its canonical form.

    FILE is a record file in either format, the id of a saved game, or - for standard input.
    """
    from aliquot.core.notation import write
    from aliquot.core.record_json import to_json

    record, _ = _load(file)
    text = json.dumps(to_json(record), indent=2, ensure_ascii=False) + "\n" if as_json else write(record)
    if out is None:
        click.echo(text, nl=False)
    elif os.path.exists(out):
        raise InvalidParameter(f"{quote_path(Path(out))} already exists; choose another name.")
    else:
        write_file(Path(out), text)


@click.command(short_help="Judge every move of a game.")
@click.argument("file")
@click.option("--annotate", is_flag=True, help="Write marks and reasons into the record.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object instead.")
@plain_option
def review(file: str, annotate: bool, as_json: bool, plain: bool) -> None:
    """Review a game: a verdict on every move, the turning point, and each player's accuracy.

    FILE is a record file in either format, the id of a saved game, or - for standard input.
    """
    from aliquot.reports.review import review_record
    from aliquot.terminal.line.output import Output
    from aliquot.terminal.line.reports import show_review

    record, path = _load(file)
    if annotate and (path is None or path.suffix == ".json"):
        raise InvalidParameter("--annotate writes into a record file in text form, such as 'aliquot export' prints.")
    game: AnyGame = create(record.game)
    report = review_record(record, game)
    if as_json:
        click.echo(json.dumps(asdict(report), ensure_ascii=False))
    else:
        show_review(report, Output.for_streams(sys.stdout, sys.stdout, plain=plain))
    if annotate and path is not None:
        _annotate(path, record, game)


def _annotate(path: Path, record: Record, game: AnyGame) -> None:
    """Add marks and reasons to the moves of a record; comments and variations stay.

    Raises:
        SaveError: It is being played, or has changed since it was reviewed.
    """
    from aliquot.core.notation import write
    from aliquot.oracle.reasons import sides
    from aliquot.oracle.review import SIGNS, review
    from aliquot.saves.files import Lock

    parties = sides(record.names)
    moves = list(record.moves)
    for judgement in review(record.replay(game)).judgements:
        move = moves[judgement.number - 1]
        reason = judgement.explanation.tell(*parties[:: 1 if judgement.seat == 1 else -1]) if judgement.better else ""
        comment = f"{move.comment} {reason}".strip()
        if reason in move.comment or len(comment) > LONGEST_COMMENT:
            comment = move.comment
        moves[judgement.number - 1] = replace(move, annotation=SIGNS[judgement.mark], comment=comment)
    lock = Lock(path)
    try:
        if load(path) != record:
            raise SaveError(f"{quote_path(path)} has changed in the meantime; review it again.")
        write_file(path, write(replace(record, moves=tuple(moves))))
    finally:
        lock.release()


@click.command(short_help="Show your results and accuracy.")
@click.option("--player", metavar="NAME", help="The player; by default you.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object instead.")
@plain_option
def stats(player: str | None, as_json: bool, plain: bool) -> None:
    """Show your statistics: results, accuracy over time, longest streak.

    You are the person who plays against computers; of two people at one keyboard, the one who has finished most games.

    Every finished game is reviewed once; the first time, that may take a while.
    """
    from aliquot.reports.scale import measure
    from aliquot.saves.profile import Tally, profile

    with ProgressLine("Reviewing your games: {done:,} of {total:,}. Ctrl-C stops; finished reviews are saved.") as line:
        entries = Archive().entries(accuracy=True, progress=line.update)
    summary = profile([game for _, game in reversed(_games(entries))], player)
    numbers = measure(summary.decisions)
    if as_json:
        summary.decisions = []
        click.echo(json.dumps({**asdict(summary), "measure": asdict(numbers)}, ensure_ascii=False))
        return
    if not summary.total.won + summary.total.lost:
        click.echo("No finished games yet.", err=True)
        return

    def show(name: str, tally: Tally) -> None:
        games = tally.won + tally.lost
        noun = "game " if games == 1 else "games"
        click.echo(f"  {name:<28}{games:>5} {noun}{tally.won:>6} won{tally.lost:>6} lost{tally.won / games:>7.0%}")

    show("all", summary.total)
    for title, tallies in (("Against", summary.by_opponent), ("At", summary.by_game)):
        click.echo(f"\n{title}")
        for name, tally in sorted(tallies.items()):
            show(name, tally)
    click.echo(f"\nLongest streak: {summary.longest_streak}. Hints taken: {summary.hints}.")
    if summary.accuracies:
        mean = sum(summary.accuracies) / len(summary.accuracies)
        drawing = "" if plain else f" over time: {_spark(summary.accuracies[-60:])} "
        click.echo(f"Accuracy{drawing or ':'} {mean:.0%} on average")
        for sentence in numbers.sentences:
            click.echo(sentence)


class ProgressLine:
    """A line on standard error that shows progress, only on a terminal, and disappears at the end."""

    def __init__(self, template: str) -> None:
        """Set the text, with the fields `{done}` and `{total}`."""
        self._template = template
        self._text = ""
        self._next_update = time.monotonic() + _DELAY

    def update(self, done: int, total: int) -> None:
        """Show the progress, unless it was shown just now."""
        now = time.monotonic()
        if now >= self._next_update and sys.stderr.isatty():
            self._next_update = now + _INTERVAL
            self._print(self._template.format(done=done, total=total))

    def _print(self, text: str) -> None:
        sys.stderr.write(f"\r{text.ljust(len(self._text))}")
        sys.stderr.flush()
        self._text = text

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        """Clear the line."""
        if self._text:
            self._print("")
            sys.stderr.write("\r")
            sys.stderr.flush()


def _spark(values: list[float]) -> str:
    return "".join("▁▂▃▄▅▆▇█"[min(7, int(value * 8))] for value in values)
