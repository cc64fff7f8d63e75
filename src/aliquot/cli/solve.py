"""`aliquot solve` and `aliquot verify`: the oracle at the command line."""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from aliquot.cli.options import GameCommand, complete_game, nonempty, variant_options
from aliquot.games.positions import locate

WON = "{game} {position} is won for the player to move, by {moves} and no other move"
WON_WITHOUT_MOVE = "{game} {position} is won for the player to move, without a move"
LOST = "{game} {position} is lost for the player to move"


@click.command(cls=GameCommand)
@click.argument("game", shell_complete=complete_game)
@click.argument("position", required=False)
@click.option("--move", metavar="MOVE", help="Explain this move instead: why it wins, or which replies beat it.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, with the certificate.")
@variant_options
def solve(game: str, position: str | None, move: str | None, as_json: bool, **variant: Any) -> None:
    """Show who wins from POSITION, by which moves, and why.

    POSITION is a number (60), several numbers (60,84), or a pool with the picks so far (2-50/12,6); by default the
    start of GAME.
    """
    from aliquot import oracle
    from aliquot.reports.study import Study
    from aliquot.terminal.line.output import Output
    from aliquot.terminal.line.reports import show_study

    located, p = locate(game, position, **nonempty(variant))
    page = Output.for_streams(sys.stdout, sys.stdout)
    if move is not None:
        explanation = oracle.explain(located, p, located.parse(p, move))
        if as_json:
            move_json = oracle.solve(located, p).move_json
            replies = [move_json(reply) for reply in explanation.replies]
            facts = {"move": move_json(explanation.move), "wins": explanation.wins, "replies": replies}
            click.echo(json.dumps({**facts, "reason": explanation.text}, ensure_ascii=False))
        else:
            page.note(explanation.text)
        return
    study = Study.of(located, p, certificate=as_json)
    if as_json:
        click.echo(json.dumps(asdict(study), ensure_ascii=False))
    else:
        show_study(study, located, p, page)


@click.command()
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object instead.")
def verify(file: str, as_json: bool) -> int:
    """Check the certificate in FILE, or on standard input if FILE is -.

    A document printed by 'aliquot solve --json' is checked against the certificate in it; fields that the certificate
    does not prove are listed as not checked. The verifier is independent and shares no code with the oracle. The exit
    code is 0 if the verdict is proved, else 1.
    """
    from aliquot.oracle.reasons import name_some
    from aliquot.oracle.verify import LARGEST_FILE, NoCertificate, Refused, verify_text

    try:
        checked = verify_text(_fetch(file, LARGEST_FILE))
    except Refused as refusal:
        unproved = isinstance(refusal, NoCertificate)
        message = f"{'not proved' if unproved else 'not valid'}: {refusal}"
        valid = None if unproved else False
        click.echo(json.dumps({"valid": valid, "reason": str(refusal)}) if as_json else message)
        return 1
    document = checked.certificate
    moves = document["winning_moves"]
    verdict = LOST
    if document["wins"]:
        verdict = WON if moves else WON_WITHOUT_MOVE
    message = verdict.format(game=document["game"], position=document["position"], moves=name_some(moves))
    if as_json:
        fields = {"checked": list(checked.checked), "not_checked": list(checked.unchecked)}
        click.echo(json.dumps({"valid": True, "reason": message, **fields}))
        return 0
    click.echo(f"valid: {message}")
    if checked.unchecked:
        click.echo(f"not checked: {', '.join(checked.unchecked)}")
    return 0


def _fetch(file: str, limit: int) -> bytes:
    """Return the content of a file or standard input, up to one byte more than is allowed.

    Raises:
        SaveError: It is not a regular file, or it cannot be read.
    """
    from aliquot.saves.files import SaveError, error_reason, quote_path, read_bytes

    if file == "-":
        return sys.stdin.buffer.read(limit + 1)
    path = Path(file)
    try:
        return read_bytes(path, limit, "a certificate")
    except FileNotFoundError as error:
        raise SaveError(f"{quote_path(path)} cannot be read: {error_reason(error)}.") from None
