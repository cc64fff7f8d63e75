"""An interruption while the command is being loaded ends it without a word; a program that imports us is left alone."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from tests.effort import PATIENCE

if TYPE_CHECKING:
    from tests.conftest import Command

INTERRUPTED = """
import os, signal, sys

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.{name})

sys.argv = [{program!r}, *{arguments!r}]
sys.meta_path.insert(0, Finder())
from aliquot.cli import main
main()
"""
"""The command, interrupted when it is about to load a module of its own."""


def interrupt(module: str, program: str, *arguments: str, name: str = "SIGINT") -> "subprocess.CompletedProcess[str]":
    script = INTERRUPTED.format(module=module, program=program, arguments=arguments, name=name)
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize("module", ["aliquot.core.errors", "aliquot.cli.root"])
@pytest.mark.parametrize("program", ["/usr/bin/aliquot", "C:\\Scripts\\aliquot.exe"])
def test_the_command_ends_without_a_word(module: str, program: str) -> None:
    done = interrupt(module, program)
    assert (done.returncode, done.stdout, done.stderr) == (-2, "", "")


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
@pytest.mark.parametrize("module", ["aliquot.cli.play", "aliquot.terminal.line.output", "platformdirs"])
def test_a_command_that_loads_what_it_needs_ends_without_a_word_too(module: str, name: str) -> None:
    done = interrupt(module, "aliquot", "play", "dividers-duel", name=name)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.Signals[name], "", "")


@pytest.mark.deep
@pytest.mark.parametrize("how", ["--screen", "--line"])
def test_ctrl_c_at_any_moment_of_the_start_leaves_no_traceback(how: str, command: "Command") -> None:
    # Before our first line runs, Ctrl-C is Python's to answer: the clock starts after it, however busy the machine is.
    program = "import aliquot.interrupt; print('ready', flush=True); from aliquot.cli import main; main()"
    program = f"import sys; sys.argv = ['aliquot', 'play', 'dividers-duel', '{how}']; {program}"
    for number in range(80):
        keyboard, screen = pty.openpty()
        process = subprocess.Popen(
            [sys.executable, "-c", program],
            stdin=screen,
            stdout=screen,
            stderr=screen,
            env=command.environment(),
            cwd=command.home,
            start_new_session=True,
        )
        os.close(screen)
        assert b"ready" in os.read(keyboard, 65536)
        time.sleep(0.7 * number / 80)
        process.send_signal(signal.SIGINT)
        printed = b""
        while process.poll() is None or select.select([keyboard], [], [], 0)[0]:
            if select.select([keyboard], [], [], PATIENCE)[0]:
                try:
                    printed += os.read(keyboard, 65536)
                except OSError:  # The end of a terminal that nobody has open any more.
                    break
        os.close(keyboard)
        assert process.wait(PATIENCE) in (130, -signal.SIGINT)
        assert not re.search(b"Traceback|Exception ignored", printed), printed.decode()


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
