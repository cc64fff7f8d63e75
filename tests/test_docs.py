"""What the README and the docs show is executed: it is true, or this fails.

In a `python` block, `>>>` lines are a doctest; the blocks of a page share their names. In a `console` block, what
follows `$ ` is run by bash with `aliquot` on the path, in an empty directory that the blocks of a page share; the lines
below it are what it prints, on both streams. A line of just `...` stands for any lines. `make` is not run. A block of
the language `transcript` is the same for a command that asks: what stands behind a prompt is typed.

In a `sh` block stand commands for the reader to type. They are not played through, but understood: targets, files and
extras exist, and `aliquot` does not object to how it is used.
"""

import doctest
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "website" / "pypi.md", *sorted((ROOT / "docs").rglob("*.md"))]
SHOWN = [path for path in PAGES if path.exists()]
LINKED = [*SHOWN, *(path for path in sorted(ROOT.glob("*.md")) if path not in SHOWN)]

_FENCE = re.compile(
    r"^(?P<indent> *)(?P<fence>`{3,}|~{3,})(?P<language>[\w-]*).*\n(?P<body>(?:.*\n)*?)(?P=indent)(?P=fence) *$", re.M
)
_LINK = re.compile(r"(?<!!)\[[^\]]*\]\((?P<target>[^)\s]+)(?:\s+\"[^\"]*\")?\)|!\[[^\]]*\]\((?P<image>[^)\s]+)\)")


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block of a page."""

    language: str
    body: str
    line: int
    """The line of the page its body begins on."""


def blocks(text: str) -> Iterator[Block]:
    for found in _FENCE.finditer(text):
        indent = len(found["indent"])
        body = "".join(line[indent:] for line in found["body"].splitlines(keepends=True))
        yield Block(found["language"], body, text.count("\n", 0, found.start("body")) + 1)


def commands(body: str) -> Iterator[tuple[str, list[str]]]:
    """The commands of a console block, each with the lines it should print. `> ` continues a command."""
    command: list[str] = []
    printed: list[str] = []
    for line in body.splitlines():
        if line.startswith("$ "):
            if command:
                yield "\n".join(command), printed
            command, printed = [line[2:]], []
        elif line.startswith("> ") and command and not printed:
            command.append(line[2:])
        elif command:
            printed.append(line)
    if command:
        yield "\n".join(command), printed


def agrees(expected: list[str], actual: list[str]) -> bool:
    """Whether lines are as expected, a line of just `...` standing for any."""
    if not expected:
        return not actual
    first, *rest = expected
    if first.strip() == "...":
        return any(agrees(rest, actual[skipped:]) for skipped in range(len(actual) + 1))
    return bool(actual) and actual[0].rstrip() == first.rstrip() and agrees(rest, actual[1:])


_PROMPT = re.compile(r"^(?:Enter your chosen divisor|Player [12] selects): (?P<typed>.+)$", re.M)


def run_shell(command: str, directory: Path, typed: str = "") -> "subprocess.CompletedProcess[str]":
    """Runs a command with `aliquot` on the path, and everything it keeps in a directory."""
    environment = {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(directory),
        "LANG": "C.UTF-8",
        "TERM": "dumb",
        **{f"XDG_{kind}_HOME": str(directory / kind.lower()) for kind in ("CONFIG", "DATA", "CACHE", "STATE")},
    }
    return subprocess.run(
        ["bash", "-c", command],
        input=typed,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=directory,
        env=environment,
        text=True,
        check=False,
        timeout=120,
    )


def run_console(body: str, directory: Path, *, asks: bool = False) -> list[str]:
    """Runs a console block or, if it asks for input, a transcript; returns what is wrong with it."""
    problems = []
    for command, expected in commands(body):
        if command.split()[0] == "make":
            continue
        typed = [found["typed"] for line in expected if asks and (found := _PROMPT.match(line))]
        done = run_shell(command, directory, "".join(f"{line}\n" for line in typed))
        if not agrees(expected, done.stdout.splitlines()):
            problems.append(f"$ {command}\nshould print:\n{chr(10).join(expected)}\nbut prints:\n{done.stdout}")
    return problems


def run_python(body: str, names: dict[str, object], title: str, line: int) -> list[str]:
    """Runs a python block as a doctest; returns what is wrong with it."""
    test = doctest.DocTestParser().get_doctest(body, names, title, title, line)
    report = StringIO()
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    runner.run(test, out=report.write, clear_globs=False)
    names.update(test.globs)
    return [report.getvalue()] if report.getvalue() else []


def misunderstood(line: str, directory: Path) -> bool:
    """Whether a line of a sh block could not be typed like that.

    Installers are not run: that what is here installs is for the tests of the package.
    """
    words = shlex.split(line, comments=True)
    match words:
        case [] | ["aliquot"]:
            return False
        case ["aliquot", "serve", *flags]:
            # It would not return: refusing the database is the last thing it does before it serves.
            refusal = run_shell(shlex.join(["aliquot", "serve", *flags, "--database", "nonsense"]), directory).stdout
            return "Give the database as" not in refusal
        case ["aliquot", "export-site", folder, *flags]:
            # An export takes a minute: refusing a folder with something else is the last thing it does before it.
            (directory / folder / "else").mkdir(parents=True, exist_ok=True)
            refusal = run_shell(shlex.join(["aliquot", "export-site", folder, *flags]), directory).stdout
            return "holds something else" not in refusal
        case ["aliquot", *_]:
            return run_shell(shlex.join(words), directory).returncode == 2
        case ["make", *targets]:
            makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
            return any(not re.search(rf"^{re.escape(name)}:", makefile, re.M) for name in targets if "=" not in name)
        case ["pipx", "install", *flags, what] | ["uv", "tool", "install", *flags, what]:
            return not (installable(what) and set(flags) <= {"--force"})
        case [pip, "install", *flags, what] if Path(pip).name == "pip":
            return not (installable(what) and set(flags) <= {"-e", "--upgrade"})
        case [python, script, *_] if Path(python).name == "python":
            return not (ROOT / script).exists()
    return True


def installable(what: str) -> bool:
    """Whether an installer can be given this: the clone or the distribution, with or without an extra."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = ["", *(f"[{extra}]" for extra in project["optional-dependencies"])]
    return what in {f"{source}{extra}" for source in (".", project["name"]) for extra in extras}


def check_page(text: str, directory: Path, title: str = "page") -> list[str]:
    """Everything a page shows that is not so."""
    names: dict[str, object] = {"__name__": "__main__"}
    problems = []
    for block in blocks(text):
        if block.language == "python" and ">>>" in block.body:
            problems += run_python(block.body, names, title, block.line)
        elif block.language in ("console", "transcript"):
            problems += run_console(block.body, directory, asks=block.language == "transcript")
        elif block.language == "sh":
            lines = block.body.splitlines()
            problems += [f"Nobody can type this: {line}" for line in lines if misunderstood(line, directory)]
    return problems


@pytest.mark.sampled(4)
@pytest.mark.parametrize("path", SHOWN, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_the_page_shows_is_so(path: Path, tmp_path: Path) -> None:
    problems = check_page(path.read_text(encoding="utf-8"), tmp_path, path.name)
    assert not problems, "\n\n".join(problems)


@pytest.mark.parametrize("path", SHOWN, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_fence_is_closed(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(re.findall(r"^ *(?:```|~~~)", text, re.M)) == 2 * len(list(blocks(text)))


@pytest.mark.parametrize("path", LINKED, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(path: Path) -> None:
    assert broken_links(path.read_text(encoding="utf-8"), path.parent) == []


def broken_links(text: str, directory: Path) -> list[str]:
    """The relative links of a page that lead nowhere."""
    prose = _FENCE.sub("", text)
    targets = [found["target"] or found["image"] for found in _LINK.finditer(prose)]
    local = [target for target in targets if not re.match(r"[a-z]+:|#", target)]
    return [target for target in local if not (directory / target.partition("#")[0]).exists()]


def test_contributing_names_every_part_of_the_house_and_every_target() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    parts = {f"{path.parent.name}/" for path in (ROOT / "src" / "aliquot").glob("*/__init__.py")}
    parts |= {path.name for path in (ROOT / "src" / "aliquot").glob("*.py") if not path.name.startswith("__")}
    targets = re.findall(r"^([a-z-]+):.*##", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    named = {*re.findall(r"^\| `([\w./]+)` \|", text, re.M), *re.findall(r"`make ([a-z-]+)`", text), "help"}
    assert {*parts, *targets} - named == set()


# --- the runner itself is tested --------------------------------------------------------------------


def page(language: str, body: str) -> str:
    return f"# A page\n\n```{language}\n{body}```\n"


def test_a_true_page_passes(tmp_path: Path) -> None:
    text = page("python", ">>> import aliquot\n>>> g = aliquot.game('factor-duel')\n") + page(
        "python", ">>> g.title\n'Factor Duel'\n"
    )
    text += page(
        "console", "$ printf '15\\n' | aliquot play factor-duel\nWelcome to Factor Duel!\n...\nN is now 2.\n...\n"
    )
    assert check_page(text, tmp_path) == []


@pytest.mark.parametrize(
    "text",
    [
        page("python", ">>> 1 + 1\n3\n"),
        page("python", ">>> undefined\n"),
        page("console", "$ echo hello\nhallo\n"),
        page("console", "$ echo hello\n"),
        page("console", "$ true\nhello\n"),
        page("console", "$ echo one; echo two\none\n"),
        page("console", "$ echo one\n...\ntwo\n"),
        page("console", "$ echo oops >&2\n"),
        page("console", "$ true\n$ aliquot play chess\n"),
        page("transcript", "$ aliquot play dividers-duel\n...\nEnter your chosen divisor: 30\n...\nPlayer 2 wins!\n"),
        page("sh", "make play\nmake money\n"),
        page("sh", "aliquot play factor-duel --levels 3\n"),
        page("sh", "aliquot play factor-duel --start 1  # one is no start\n"),
        page("sh", ".venv/bin/pip install -e '.[telepathy]'\n"),
        page("sh", "pipx install " + "aliquot\n"),
        page("sh", "pipx install 'aliquot-games[telepathy]'\n"),
        page("sh", "python examples/gone.py\n"),
        page("sh", "aliquot serve --hots 0.0.0.0\n"),
        page("sh", "aliquot export-site public --bse /aliquot/\n"),
        page("sh", "frobnicate\n"),
    ],
)
def test_a_false_page_is_caught(text: str, tmp_path: Path) -> None:
    assert len(check_page(text, tmp_path)) == 1


@pytest.mark.parametrize(
    "text",
    [
        page("text", "$ false\nnever\n"),
        page(
            "sh",
            "make play GAME=factor-duel\n\n# then\naliquot\naliquot serve\naliquot play factor-duel --misere  # lose\n",
        ),
        page("sh", "uv tool install .\n.venv/bin/pip install -e '.[scale]'\npipx install 'aliquot-games[web]'\n"),
        page("", "$ false\nnever\n"),
        page("console", "$ make play\nnever\n"),
        page("python", "nonsense("),
    ],
)
def test_what_is_not_to_be_run_is_not_run(text: str, tmp_path: Path) -> None:
    assert check_page(text, tmp_path) == []


def test_commands_share_a_directory_and_may_continue(tmp_path: Path) -> None:
    body = "$ echo hello > file\n$ cat file\nhello\n$ cat <<END\n> two\n> lines\n> END\ntwo\nlines\n"
    assert check_page(page("console", body), tmp_path) == []


def test_the_command_is_the_one_under_test(tmp_path: Path) -> None:
    assert check_page(page("console", "$ aliquot --version\naliquot 0...\n"), tmp_path) != []
    assert check_page(page("console", "$ aliquot --version | cut -d' ' -f1\naliquot\n"), tmp_path) == []


def test_a_block_inside_a_list_is_found() -> None:
    (block,) = blocks("1. Do this:\n   ```console\n   $ true\n   ```\n")
    assert (block.language, block.body) == ("console", "$ true\n")


def test_broken_links_are_found(tmp_path: Path) -> None:
    (tmp_path / "there.md").touch()
    text = "[a](there.md) [b](there.md#part) [c](gone.md) ![d](gone.png) [e](https://x.org/y) [f](#here)\n"
    text += page("text", "[g](x.md)\n")
    assert broken_links(text, tmp_path) == ["gone.md", "gone.png"]
