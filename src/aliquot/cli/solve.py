"""`aliquot solve` and `aliquot verify`: the oracle at the command line."""

import json
import sys
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path
from typing import Any

import click

from aliquot.cli.options import GameCommand, complete_game, nonempty, variant_options
from aliquot.cli.root import plain_option
from aliquot.core.errors import InvalidParameter, Unsolved
from aliquot.core.game import AnyGame
from aliquot.games import longest_chain
from aliquot.games.positions import locate

_MOST_POSITIONS = 10_000_000
"""The most positions a search may visit in the time it is given: they take up to 100 bytes each."""

_LARGEST_LINES = 2**26
"""The most bytes of a file of many certificates: those of Juniper Green to 2,000 have 24 million."""

WON = "{game} {position} is won for the player to move, by {moves} and no other move"
WON_WITHOUT_MOVE = "{game} {position} is won for the player to move, without a move"
LONGEST = "the longest chain of 1–{limit} has {length} numbers"
LOST = "{game} {position} is lost for the player to move"
LONGER = "{problem} --seconds 60 searches for that long."


@click.command(cls=GameCommand)
@click.argument("game", shell_complete=complete_game)
@click.argument("position", required=False)
@click.option("--move", metavar="MOVE", help="Explain this move instead: why it wins, or which replies beat it.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, with the certificate.")
@click.option(
    "--seconds",
    type=click.FloatRange(0, 86_400, min_open=True),
    metavar="SECONDS",
    help="Search for so long where there is no theory, instead of up to a fixed number of positions.",
)
@variant_options
@plain_option
def solve(
    game: str,
    position: str | None,
    move: str | None,
    as_json: bool,
    seconds: float | None,
    plain: bool,
    **variant: Any,
) -> None:
    """Show who wins from POSITION, by which moves, and why.

    POSITION is a number (60), several numbers (60,84), or a pool with the picks so far (2-50/12,6); by default the
    start of GAME.

    For longest-chain, shows the longest chain there is: POSITION is a number N (100), or N with a chain (100/6,12,4).
    """
    if longest_chain.names(game):
        if move is not None or seconds is not None or nonempty(variant):
            raise InvalidParameter(f"{longest_chain.TITLE} takes a position and --json, and no other option.")
        _show_chain(longest_chain.locate(game, position), as_json, plain)
        return
    located, p = locate(game, position, **nonempty(variant))
    explained = None if move is None else located.parse(p, move)
    try:
        _show_verdict(located, p, explained, as_json, seconds, plain)
    except Unsolved as problem:
        if seconds is not None or problem.code != "too-large":
            raise
        raise Unsolved(LONGER.format(problem=problem), code=problem.code, **problem.fields) from None


def _show_verdict(game: AnyGame, position: Any, move: Any, as_json: bool, seconds: float | None, plain: bool) -> None:
    """Print the report on a position, or on a move in it.

    Raises:
        Unsolved: The game has no theory and is too large to search.
    """
    from aliquot import oracle
    from aliquot.oracle.budget import Budget
    from aliquot.reports.study import Study
    from aliquot.terminal.line.output import Output
    from aliquot.terminal.line.reports import show_study

    page = Output.for_streams(sys.stdout, sys.stdout, plain=plain)
    budget = None if seconds is None else Budget(_MOST_POSITIONS, timedelta(seconds=seconds))
    if move is not None:
        explanation = oracle.explain(game, position, move, budget)
        if as_json:
            move_json = oracle.solve(game, position, budget).move_json
            replies = [move_json(reply) for reply in explanation.replies]
            facts = {"move": move_json(explanation.move), "wins": explanation.wins, "replies": replies}
            click.echo(json.dumps({**facts, "reason": explanation.text}, ensure_ascii=False))
        else:
            page.note(explanation.text)
        return
    study = Study.of(game, position, budget=budget, certificate=as_json)
    if as_json:
        click.echo(json.dumps(asdict(study), ensure_ascii=False))
    else:
        show_study(study, game, position, page)


@click.command(short_help="Check a certificate.")
@click.argument("file")
@click.option("--lines", is_flag=True, help="Check many: FILE has one certificate on each line.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object instead.")
def verify(file: str, lines: bool, as_json: bool) -> int:
    """Check the certificate in FILE, or on standard input if FILE is -.

    A document printed by 'aliquot solve --json' is checked against the certificate in it; fields that the certificate
    does not prove are listed as not checked. The verifier is independent and shares no code with the oracle. The exit
    code is 0 if the verdict is proved, with --lines if all are, else 1.
    """
    from aliquot.oracle.verify import LARGEST_FILE

    if not lines:
        return int(not _check(_fetch(file, LARGEST_FILE), as_json))
    content = _fetch(file, _LARGEST_LINES)
    if len(content) > _LARGEST_LINES:
        raise InvalidParameter(f"A file for --lines has at most {_LARGEST_LINES:,} bytes: split it.")
    proved = [_check(line, as_json) for line in content.splitlines() or [b""]]
    return int(not all(proved))


def _check(document: bytes, as_json: bool) -> bool:
    """Verify a document and print the outcome; return whether its verdict is proved."""
    from aliquot.oracle.verify import NoCertificate, Refused, verify_text

    try:
        checked = verify_text(document)
    except Refused as refusal:
        unproved = isinstance(refusal, NoCertificate)
        message = f"{'not proved' if unproved else 'not valid'}: {refusal}"
        valid = None if unproved else False
        click.echo(json.dumps({"valid": valid, "reason": str(refusal)}) if as_json else message)
        return False
    message = _statement(checked.certificate)
    if as_json:
        fields = {"checked": list(checked.checked), "not_checked": list(checked.unchecked)}
        click.echo(json.dumps({"valid": True, "reason": message, **fields}))
        return True
    click.echo(f"valid: {message}")
    if checked.unchecked:
        click.echo(f"not checked: {', '.join(checked.unchecked)}")
    return True


def _statement(document: dict[str, Any]) -> str:
    """Say what a certificate proves."""
    if "length" in document:
        return LONGEST.format(limit=document["limit"], length=document["length"])
    from aliquot.oracle.reasons import name_some

    moves = document["winning_moves"]
    verdict = LOST
    if document["wins"]:
        verdict = WON if moves else WON_WITHOUT_MOVE
    return verdict.format(game=document["game"], position=document["position"], moves=name_some(moves))


def _show_chain(chain: longest_chain.Chain, as_json: bool, plain: bool) -> None:
    """Print the report on a chain, with a hint."""
    from aliquot.reports.chain import chain_report
    from aliquot.terminal.line.output import Output
    from aliquot.terminal.line.reports import show_chain

    report = chain_report(chain, with_hint=True, certificate=as_json)
    if as_json:
        click.echo(json.dumps(asdict(report), ensure_ascii=False))
    else:
        show_chain(report, Output.for_streams(sys.stdout, sys.stdout, plain=plain))


def _fetch(file: str, limit: int) -> bytes:
    """Return the content of a file or standard input, up to one byte more than is allowed.

    Raises:
        SaveError: It is not a regular file, or it cannot be read.
    """
    from aliquot.core.text import quote_path
    from aliquot.saves.files import SaveError, error_reason, read_bytes

    if file == "-":
        return sys.stdin.buffer.read(limit + 1)
    path = Path(file)
    try:
        return read_bytes(path, limit, "a certificate")
    except FileNotFoundError as error:
        raise SaveError(f"{quote_path(path)} cannot be read: {error_reason(error)}.") from None
