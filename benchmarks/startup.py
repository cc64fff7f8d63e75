"""From the command to the first prompt."""

import subprocess
import sys
from collections.abc import Iterator
from statistics import median

from benchmarks.harness import Row, best, within

TITLE = "Start-up"


def _first_prompt() -> None:
    command = [sys.executable, "-m", "aliquot", "play", "dividers-duel"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as game:
        if game.stdin is None or game.stdout is None:
            raise RuntimeError("no pipes")
        text = b""
        while not text.endswith(b"Enter your chosen divisor: "):
            text += game.stdout.read1()  # type: ignore[attr-defined]
        game.kill()


def rows() -> Iterator[Row]:
    """The time to the first prompt, against that of Python itself."""
    bare = [sys.executable, "-c", "pass"]
    ours, theirs = [], []
    for _ in range(15):
        # Alternating, so that both meet the same disturbances.
        ours.append(best(_first_prompt, 0, 1))
        theirs.append(best(lambda: subprocess.run(bare, check=True), 0, 1))
    yield within("first prompt of dividers-duel", median(ours), "python -c pass", median(theirs), 12)
