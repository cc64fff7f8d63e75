"""Manners: how the command ends when things do not go to plan."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import aliquot
from aliquot.games import PRESETS, REGISTRY
from tests.effort import PATIENCE

if TYPE_CHECKING:
    from tests.conftest import Command

UNFINISHED = "The input ended, and the game is unfinished.\n"


@pytest.mark.parametrize("slug", REGISTRY)
def test_the_end_of_input_in_the_middle_of_a_game_is_told_and_fails(slug: str, command: "Command") -> None:
    done = command("play", slug)
    assert (done.code, done.err) == (1, UNFINISHED)
    assert done.out.endswith(": \n"), "the line with the prompt is ended"


@pytest.mark.parametrize("typed", ["2\n", "2", "2\n5\n", "abc\n", "?\n"])
def test_the_input_may_end_anywhere(typed: str, command: "Command") -> None:
    done = command("play", "dividers-duel", typed=typed)
    assert (done.code, done.err) == (1, UNFINISHED)


def test_the_input_may_end_between_the_games_of_a_series(command: "Command") -> None:
    done = command("play", "dividers-duel", "--best-of", "3", typed="resign\n")
    assert (done.code, done.err) == (1, UNFINISHED)
    assert "Score: Player 1 0, Player 2 1." in done.out


def test_what_comes_after_the_end_of_the_game_is_not_read(command: "Command") -> None:
    done = command("play", "dividers-duel", typed="30\nabc\nquit\n")
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith("Player 1 wins!\n")


PIPELINES = [
    "printf '2\\n5\\n3\\n' | {aliquot} play dividers-duel | head -3",
    "{aliquot} play divisor-duel-pool --pool 1-100000 </dev/null | head -c 100",
    "{aliquot} games | head -1",
    "{aliquot} games --json | head -1",
    "{aliquot} rules dividers-duel | head -3",
    "{aliquot} rules dividers-duel | true",
    "{aliquot} --help | true",
    "{aliquot} play dividers-duel </dev/null 2>/dev/null | true",
]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("pipeline", PIPELINES)
def test_a_closed_pipe_makes_no_noise(pipeline: str, command: "Command") -> None:
    done = _shell(command, pipeline.format(aliquot=f"{sys.executable} -m aliquot"))
    assert done.stderr.replace(UNFINISHED, "") == ""


@pytest.mark.parametrize("arguments", ["games", "--help", "--version", "rules factor-duel", "play dividers-duel"])
def test_a_pipe_closed_from_the_beginning_makes_no_noise(arguments: str, command: "Command") -> None:
    # `exec 3>&-` and a sleeping writer would race; a reader that is gone for certain does not.
    script = f"exec 3> >(:); wait $!; {sys.executable} -m aliquot {arguments} </dev/null >&3"
    assert _shell(command, script).stderr.replace(UNFINISHED, "") == ""


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "redirections",
    ["games >&-", "games 2>&-", "play dividers-duel <&-", "games >/dev/full", "games </dev/null >&- 2>&-"],
)
def test_a_missing_or_full_stream_is_no_traceback(redirections: str, command: "Command") -> None:
    done = _shell(command, f"{sys.executable} -m aliquot {redirections}")
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    assert done.stderr.count("\n") <= 1


@pytest.mark.parametrize(
    ("number", "code", "farewell"), [(signal.SIGINT, 130, "Interrupted."), (signal.SIGTERM, 143, "Terminated.")]
)
def test_a_signal_ends_the_command_politely(number: int, code: int, farewell: str, command: "Command") -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "aliquot", "play", "dividers-duel"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=command.home,
        env=command.environment(),
    ) as running:
        assert running.stdout is not None
        seen = b""
        while b"Enter your chosen divisor: " not in seen:
            seen += os.read(running.stdout.fileno(), 4096)
        status = Path(f"/proc/{running.pid}/stat")  # Python can lose a signal that comes just before it waits
        while status.exists() and status.read_text().rpartition(")")[2].split()[0] != "S":
            time.sleep(0.005)
        running.send_signal(number)
        _, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == code
    assert err.decode().split("\n") == ["", farewell, ""]


def test_the_version_is_that_of_the_package(command: "Command") -> None:
    done = command("--version")
    assert (done.code, done.out, done.err) == (0, f"aliquot {aliquot.__version__}\n", "")


@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_is_on_standard_output(flag: str, command: "Command") -> None:
    done = command(flag)
    assert (done.code, done.err) == (0, "")
    for word in ("Usage: aliquot", "games", "play", "rules", "--version"):
        assert word in done.out
    assert "..." not in done.out.partition("Commands:")[2]


@pytest.mark.parametrize("subcommand", ["play", "games", "rules"])
def test_every_command_explains_itself(subcommand: str, command: "Command") -> None:
    done = command(subcommand, "--help")
    assert (done.code, done.err) == (0, "")
    assert f"Usage: aliquot {subcommand}" in done.out


def test_the_menu_needs_a_terminal(command: "Command") -> None:
    assert "The menu needs a terminal" in command(typed="1\n").refusal()


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_a_stream_that_cannot_show_a_character_shows_another(encoding: str, command: "Command") -> None:
    done = subprocess.run(
        [sys.executable, "-m", "aliquot", "play", "dividers-duel"],
        input="２🙂\nresign\n".encode(),
        capture_output=True,
        cwd=command.home,
        env=command.environment(PYTHONIOENCODING=encoding),
        check=False,
    )
    assert done.returncode == 0
    assert b"Player 1 resigns." in done.stdout
    assert done.stderr == b""


@pytest.mark.parametrize("slug", REGISTRY)
def test_no_escape_code_reaches_a_pipe_whatever_the_environment_promises(slug: str, command: "Command") -> None:
    hostile = b"\x1b[31mred\x1b[0m\n\x9b31m\n\xc2\x9b31m\n\x1b]0;title\x07\n?\nresign\n"
    done = command("play", slug, typed=hostile, FORCE_COLOR="1", CLICOLOR_FORCE="1", COLORTERM="truecolor")
    assert done.code == 0
    assert not {"\x1b", "\x9b", "\x07"} & set(done.out + done.err)


@pytest.mark.parametrize(
    ("words", "index", "expected"),
    [
        ("aliquot play ", 2, [*REGISTRY, *PRESETS]),
        ("aliquot rules ", 2, [*REGISTRY, *PRESETS]),
        ("aliquot play fa", 2, ["factor-duel", "factors-and-multiples"]),
        ("aliquot play divisor", 2, ["divisor-duel-subtract", "divisor-duel-pool"]),
        ("aliquot play zzz", 2, []),
    ],
)
def test_the_shell_completes_the_games(words: str, index: int, expected: list[str], command: "Command") -> None:
    done = command(_ALIQUOT_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=str(index))
    assert done.code == 0
    assert [line.partition(",")[2] for line in done.out.split()] == expected


def test_the_shell_completes_the_commands_and_the_flags(command: "Command") -> None:
    done = command(_ALIQUOT_COMPLETE="bash_complete", COMP_WORDS="aliquot ", COMP_CWORD="1")
    assert {"plain,play", "plain,games", "plain,rules"} <= set(done.out.splitlines())
    done = command(_ALIQUOT_COMPLETE="bash_complete", COMP_WORDS="aliquot play --st", COMP_CWORD="2")
    assert done.out == "plain,--start\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_there_is_a_completion_script_for_each_shell(shell: str, command: "Command") -> None:
    done = command(_ALIQUOT_COMPLETE=f"{shell}_source")
    assert "_ALIQUOT_COMPLETE" in done.out


@pytest.mark.parametrize("arguments", [("play", "dividers-duel", "--no-save"), ("games",), ("rules", "factor-duel")])
def test_nothing_is_left_behind_where_nothing_is_to_be_kept(arguments: tuple[str, ...], command: "Command") -> None:
    command(*arguments, typed="30\n")
    assert list(Path(command.home).rglob("*")) == []


def test_json_is_the_only_thing_on_standard_output_when_asked_for(command: "Command") -> None:
    done = command("games", "--json")
    assert (done.code, done.err) == (0, "")
    assert isinstance(json.loads(done.out), list)


def _shell(command: "Command", script: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        ["bash", "-c", script],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        cwd=command.home,
        env=command.environment(),
        timeout=60,
        check=False,
    )
