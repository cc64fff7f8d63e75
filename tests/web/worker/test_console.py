"""Examples run as their readers expect: what a session prints, and one sentence for the rest."""

import subprocess
import sys

import pytest

from aliquot.web.worker.console import LONGEST, run

SESSION = """\
>>> import aliquot
>>> game = aliquot.game("dividers-duel", start=60)
>>> aliquot.solve(game).winning_moves
(this line is printed, so it is not run)
>>> for number in (1, 2):
...     print(number)
...
>>> text = '''two
... lines'''
>>> text
"""


def test_a_session_shows_its_values() -> None:
    assert run("python", SESSION) == "(12, 20, 30)\n1\n2\n'two\\nlines'\n"


def test_a_program_without_prompts_is_run() -> None:
    assert run("python", "if 1 > 2:\n    print('no')\nelse:\n    print('yes')\n3 + 4\n") == "yes\n7\n"


def test_a_mistake_is_shown_and_the_session_goes_on() -> None:
    assert "ZeroDivisionError" in run("python", "1 / 0")
    assert "SyntaxError" in run("python", "1 +* 2")
    assert run("python", "1 + 1") == "2\n"


def test_a_command_prints_what_it_prints_in_a_terminal() -> None:
    # In a process of its own: a command sets signals and more for the program it is.
    program = "from aliquot.web.worker.console import run; import sys; print(run('console', sys.argv[1]), end='')"

    def printed(text: str) -> str:
        return subprocess.run([sys.executable, "-c", program, text], capture_output=True, text=True, check=True).stdout

    assert "12, 20 or 30" in printed("$ aliquot solve dividers-duel 60\nand what it printed before")
    assert printed("aliquot solve chess 1").startswith("aliquot: ")


@pytest.mark.parametrize("line", ["aliquot serve", "rm -rf /", "aliquot", "aliquot play dividers-duel"])
def test_other_commands_are_refused_in_one_sentence(line: str) -> None:
    assert run("console", f"$ {line}").startswith("Here you can run aliquot games")


def test_what_is_too_long_or_unquoted_is_refused() -> None:
    assert run("python", "1" * (LONGEST + 1)) == "An example may have at most 10,000 characters.\n"
    assert run("console", "$ aliquot 'solve") == "The quotes in this command do not match.\n"
