"""Examples of the docs, run where they are read: commands and Python sessions, as text in and text out."""

import ast
import io
import shlex
import sys
import traceback
from contextlib import redirect_stderr, redirect_stdout, suppress

LONGEST = 10_000
"""Characters in one example."""
_PROMPTS = (">>>", "...")
_COMMANDS = ("games", "rules", "sequence", "solve", "table")
"""The commands that need neither a terminal nor files."""
_REFUSED = "Here you can run {commands}. Install Aliquot for everything else."
_names: dict[str, object] = {"__name__": "__main__"}
"""The names that earlier examples of the page have defined."""


def run(kind: str, text: str) -> str:
    """Run an example and return what it prints.

    Args:
        kind: `console` for a command after `$`, `python` for a session with or without prompts.
        text: The example; printed lines in it are left out.
    """
    if len(text) > LONGEST:
        return f"An example may have at most {LONGEST:,} characters.\n"
    return _run_commands(text) if kind == "console" else _run_python(text)


def _run_commands(text: str) -> str:
    lines = [line[2:] for line in text.splitlines() if line.startswith("$ ")] or [text]
    return "".join(map(_run_command, lines))


def _run_command(line: str) -> str:
    from aliquot.cli import main

    try:
        program, *arguments = shlex.split(line)
    except ValueError:
        return "The quotes in this command do not match.\n"
    if program != "aliquot" or not arguments or arguments[0] not in _COMMANDS:
        return _REFUSED.format(commands=", ".join(f"aliquot {name}" for name in _COMMANDS)) + "\n"
    output, before = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True), sys.argv
    sys.argv = [program, *arguments]
    try:
        with redirect_stdout(output), redirect_stderr(output), suppress(SystemExit):
            main()
    finally:
        sys.argv = before
    output.seek(0)
    return output.read()


def _run_python(text: str) -> str:
    """Run statements up to the first mistake; the value of an expression is shown, as in a session."""
    lines = text.splitlines()
    if any(line.startswith(_PROMPTS) for line in lines):
        lines = [line[4:] for line in lines if line.startswith(_PROMPTS)]
    output = io.StringIO()
    with redirect_stdout(output), redirect_stderr(output):
        try:
            for statement in ast.parse("\n".join(lines)).body:
                exec(compile(ast.Interactive([statement]), "<example>", "single"), _names)
        except (Exception, SystemExit) as error:
            output.writelines(traceback.format_exception_only(error))
    return output.getvalue()
