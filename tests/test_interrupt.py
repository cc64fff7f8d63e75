"""An interruption while the command is being loaded ends it without a word; a program that imports us is left alone."""

import subprocess
import sys

import pytest

INTERRUPTED = """
import os, signal, sys

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.argv[0] = {program!r}
sys.meta_path.insert(0, Finder())
from aliquot.cli import main
main()
"""
"""The command, interrupted when it is about to load a module of its own."""


def interrupt(module: str, program: str) -> "subprocess.CompletedProcess[str]":
    script = INTERRUPTED.format(module=module, program=program)
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize("module", ["aliquot.core.errors", "aliquot.cli.root"])
@pytest.mark.parametrize("program", ["/usr/bin/aliquot", "C:\\Scripts\\aliquot.exe"])
def test_the_command_ends_without_a_word(module: str, program: str) -> None:
    done = interrupt(module, program)
    assert (done.returncode, done.stdout, done.stderr) == (-2, "", "")


def test_a_program_of_somebody_elses_hears_of_it_as_ever() -> None:
    done = interrupt("aliquot.core.errors", "somebodys.py")
    assert done.returncode != 0
    assert "KeyboardInterrupt" in done.stderr


def test_a_pipe_that_is_closed_ends_the_command_quietly() -> None:
    command = subprocess.Popen(
        [sys.executable, "-m", "aliquot", "table", "dividers-duel", "--to", "100000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert command.stdout is not None
    assert command.stderr is not None
    with command:
        command.stdout.readline()
        command.stdout.close()
        told = command.stderr.read()
    assert (command.returncode, told) == (141, b"")
