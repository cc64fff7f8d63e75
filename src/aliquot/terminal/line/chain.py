"""The longest chain in line mode."""

from aliquot.core.errors import AliquotError
from aliquot.core.text import shorten
from aliquot.games.longest_chain import AIM, LEFT, RIGHT, TASK, TITLE, Chain
from aliquot.play.chain import ChainSession
from aliquot.reports.chain import ADDED, REMOVED
from aliquot.saves.chains import ChainFile
from aliquot.terminal.line.match_loop import PlayerQuit
from aliquot.terminal.line.output import Output
from aliquot.terminal.line.reader import Reader

HELP = (
    "Type a number to add it where it fits, <12 to add 12 on the left, 12> on the right; h for a hint, u to undo, "
    "s to shorten, e for the other end, r to begin again, q to quit."
)
_MOST_LISTED = 40
"""The most numbers of the chain that are printed: its ends, and dots between."""


def play(limit: int, page: Output, reader: Reader, *, save: bool = True) -> None:
    """Write a chain of 1 to a limit, from where it was left.

    Raises:
        PlayerQuit: The player has left; the chain is saved.
        InputEnded: There is no more input.
    """
    file = ChainFile(limit) if save else None
    session = ChainSession(file.chain, file.best, file.store) if file else ChainSession(Chain(limit))
    page.note(f"{TITLE}, 1–{limit}", "number")
    page.note(f"{TASK} {AIM}")
    page.note(HELP, "faint")
    while True:
        _show(session, page)
        page.ask("Add a number: ", {})
        answer = reader.line()
        if not page.on_terminal:
            page.echo(shorten(answer, 60))
        if answer.casefold() in ("q", "quit"):
            raise PlayerQuit(saved=False)
        try:
            page.note(_act(session, answer))
        except AliquotError as problem:
            page.note(str(problem), "warn")
        if file and file.problem:
            page.warn(file.problem)
            file.problem = ""


def _show(session: ChainSession, page: Output) -> None:
    report = session.report()
    page.gap()
    page.note(report.sentence, "won" if report.length >= report.ceiling else "")
    if not report.numbers:
        return
    page.note(f"Chain: {_beads(report.numbers)}")
    if report.length == 1:
        page.say(f"Next to {report.numbers[0]}: {{moves}}", {"moves": report.right})
        return
    ends = ((LEFT, report.left), (RIGHT, report.right))
    for end, numbers in ends if session.active == LEFT else reversed(ends):
        page.say(f"{end.capitalize()} of {session.chain.end(end)}: {{moves}}", {"moves": numbers})


def _beads(numbers: tuple[int, ...]) -> str:
    """Return a chain on one line; of a long one the ends.

    >>> _beads((6, 12, 4))
    '6 – 12 – 4'
    """
    texts = [*map(str, numbers)]
    if len(texts) > _MOST_LISTED:
        half = _MOST_LISTED // 2
        texts = [*texts[:half], f"… {len(numbers) - 2 * half} more …", *texts[-half:]]
    return " – ".join(texts)


def _act(session: ChainSession, answer: str) -> str:
    """Do what was typed, and return the sentence about it."""
    match answer.casefold():
        case "h" | "hint":
            return session.hint()
        case "u" | "undo":
            session.undo()
            return "Undone."
        case "s" | "shorten":
            return REMOVED.format(number=session.shorten())
        case "e" | "end":
            session.switch()
            return f"The {session.active} end grows next."
        case "r" | "restart":
            session.restart()
            return "A new chain. u brings the last one back."
        case "?" | "help":
            return HELP
    extension = session.add(answer)
    return ADDED.format(number=extension.number, end=extension.end)
