"""A made-up variant, one file and one entry as docs/add-a-variant.md shows them, is found in every door."""

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import invalidate_caches
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import aliquot
from aliquot import catalogue
from aliquot.core.errors import IllegalMove
from aliquot.games import problems, rules_of, variants
from aliquot.oracle.verdict import certify
from aliquot.play.setup import arrange
from aliquot.testing import check_game
from tests.plugins import forget
from tests.terminal.conftest import Terminal
from tests.web.conftest import Served
from tests.web.reading import read

if TYPE_CHECKING:
    from tests.conftest import Command

pytest.importorskip("fastapi")
LINE = "Nobody may choose 1 or 2."


@pytest.fixture
def folder(root: Path, tmp_path: Path) -> Path:
    """A folder in which the variant of the page is installed as a package."""
    page = (root / "docs" / "add-a-variant.md").read_text(encoding="utf-8")
    (program,) = re.findall(r'```python title="heavy.py"\n(.*?)```', page, re.S)
    (entry,) = re.findall(r'\[project.entry-points."(aliquot.variants)"\]\n(.*?)\n', page)
    about = tmp_path / "packages" / "heavy-1.0.dist-info"
    about.mkdir(parents=True)
    (about.parent / "heavy.py").write_text(program, encoding="utf-8")
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: heavy\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[{entry[0]}]\n{entry[1].replace(chr(34), '')}\n")
    return about.parent


@pytest.fixture
def installed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The variant in this process."""
    monkeypatch.syspath_prepend(str(folder))
    invalidate_caches()
    forget()
    yield
    forget()
    sys.modules.pop("heavy", None)


@pytest.mark.usefixtures("installed")
def test_it_is_a_variant_like_ours() -> None:
    assert list(variants()) == ["sum", "misere", "swap", "heavy"]
    assert problems() == ()
    assert rules_of("heavy").summary == "Heavy: nobody may choose 1 or 2."
    game = aliquot.game("dividers-duel", start=60, swap=True, misere=True, heavy=True)
    assert game.id == "dividers-duel(start=60,heavy,misere,swap)", "ours are wrapped around it"
    assert aliquot.game(game.id) == game
    assert aliquot.game("dividers-duel", start=60, heavy=False).id == "dividers-duel(start=60)"
    assert catalogue.other_games()[-1] == ("dividers-duel", "Heavy", LINE, {"start": "60", "heavy": "1"})


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    "name",
    [
        "dividers-duel(start=24,heavy)",
        "divisor-duel-subtract(start=16,heavy,misere)",
        "factor-duel(start=12+12+30,heavy)",
        "sum(dividers-duel:12+divisor-duel-subtract:12,heavy,swap)",
        "divisor-duel-pool(pool=1-12,opening=even,heavy,misere,swap)",
    ],
)
def test_it_keeps_the_contract_and_its_view_shows_its_moves(name: str) -> None:
    game = aliquot.game(name)
    check_game(game, positions=40, playouts=10)
    view = game.view(game.start())
    assert list(view.options.moves) == list(game.legal_moves(game.start()))
    assert all(2 not in heap.divisors for heap in getattr(view, "heaps", ()))


@pytest.mark.usefixtures("installed")
def test_the_oracle_searches_it_and_claims_nothing_proved() -> None:
    game = aliquot.game("dividers-duel", start=60, heavy=True)
    with pytest.raises(IllegalMove, match="1 and 2 are too light"):
        game.play(game.start(), 2)
    verdict = aliquot.solve(game)
    assert verdict.winning_moves == (12, 15, 20, 30), "15 leaves 4, which no number above 2 divides"
    assert certify(verdict, {}) is None
    drawn = arrange("dividers-duel", 1, start="balanced", heavy=True)
    assert aliquot.solve(drawn).wins


@pytest.mark.deep
def test_the_command_line_takes_it(folder: Path, command: "Command") -> None:
    def run(*arguments: str, typed: str = "") -> Any:
        return command(*arguments, typed=typed, PYTHONPATH=str(folder))

    for name in ("play", "solve", "table"):
        assert re.search(rf"--heavy +{LINE}", run(name, "--help").out)
    played = run("play", "dividers-duel", "--heavy", typed="2\n15\n")
    assert "1 and 2 are too light" in played.out
    played = run("play", "dividers-duel", "--heavy", "--retry", typed="2\n15\n")
    assert played.out.endswith("No move is left at 4.\nPlayer 2 cannot make a move. Player 1 wins!\n"), played
    assert run("rules", "heavy").out.startswith("Heavy: nobody may choose 1 or 2.\n\nRules\n")
    assert f"--heavy              {LINE} ('aliquot rules heavy')\n" in run("rules", "pool").out
    solved = json.loads(run("solve", "dividers-duel", "60", "--heavy", "--json").out)
    assert solved["winning_moves"] == [12, 15, 20, 30]


def test_the_menu_offers_it(folder: Path, command: "Command") -> None:
    environment = command.environment(PYTHONPATH=str(folder))
    with Terminal(("-m", "aliquot", "--line"), environment, str(command.home), (80, 40)) as screen:
        listed = screen.expect("q to quit): ")
        (number,) = re.findall(r"(\d+)  Heavy\n", listed)
        assert LINE in listed
        for answer in (number, "", "", ""):
            screen.type(answer)
            screen.expect(": ")
        screen.expect("Proper Divisors: 3, 4, 5, 6, 10, 12, 15, 20, 30")


@pytest.mark.usefixtures("installed")
def test_the_home_and_the_setup_screen_offer_it() -> None:
    from aliquot.terminal.screen.app import AliquotApp
    from aliquot.terminal.screen.setup import SetupScreen, agree
    from aliquot.terminal.screen.widgets import Card, Selector

    async def main() -> None:
        app = AliquotApp()
        async with app.run_test(size=(100, 50)) as pilot:
            while not any(card.value.title == "Heavy" for card in app.screen.query(Card)):
                await pilot.pause(0.05)
            app.push_screen(SetupScreen(catalogue.other_games()[-1]))
            await pilot.pause(0.1)
            screen = app.screen
            assert isinstance(screen, SetupScreen)
            selector = screen.query_one("#heavy", Selector)
            assert (selector.label, selector.choices[1].line) == ("yes", LINE)
            assert agree(screen._duel, screen._values()).game.id == "dividers-duel(start=60,heavy)"

    asyncio.run(main())


@pytest.mark.deep
def test_the_pages_and_the_protocol_offer_it(folder: Path, tmp_path: Path) -> None:
    with Served(f"sqlite:///{tmp_path / 'games.sqlite3'}", path=folder) as served:
        visitor = served.visitor()
        form = read(visitor.http.get("/new?game=dividers-duel&heavy=1")).one("form", "settings")
        assert "checked" in form.one("input", name="heavy").attributes
        assert LINE in form.words()
        assert LINE in read(visitor.http.get("/explore")).one("form", "ask").words()
        assert "/rules/heavy" in visitor.http.get("/rules").text
        page = visitor.http.get("/rules/heavy").text
        assert "/new?game=dividers-duel&amp;start=60&amp;heavy=1" in page
        explored = visitor.http.get("/explore/dividers-duel/60?heavy=1")
        assert explored.status_code == 200
        assert "60/15" in explored.text
        assert "heavy=1" in explored.text
        assert "Heavy" in visitor.http.get("/").text
        made = visitor.post("/api/matches", game="dividers-duel", start="60", variants=["heavy"], opponent="perfect")
        assert made["state"]["game"]["id"] == "dividers-duel(start=60,heavy)"
        refused = visitor.http.post("/api/matches", json={"game": "dividers-duel", "variants": ["light"]})
        assert refused.status_code == 422
        assert "heavy" in refused.text
        assert served.faults() == []


def test_environments_are_made_of_it(folder: Path) -> None:
    pytest.importorskip("pettingzoo")
    pytest.importorskip("pyspiel")
    program = """
import pyspiel
import aliquot.envs.openspiel
from aliquot.envs.pettingzoo import env
state = pyspiel.load_game("aliquot(game=dividers-duel,start=60,heavy=true)").new_initial_state()
print(*(state.action_to_string(action) for action in state.legal_actions()))
duel = env("dividers-duel", start=60, heavy=True)
duel.reset()
print(int(duel.observe(duel.agent_selection)["action_mask"].sum()))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], env={"PYTHONPATH": str(folder)}, capture_output=True, text=True, check=False
    )
    assert done.stdout == "60/3 60/4 60/5 60/6 60/10 60/12 60/15 60/20 60/30\n9\n", done.stderr


def test_the_docs_list_our_variants(root: Path) -> None:
    page = (root / "docs" / "add-a-variant.md").read_text(encoding="utf-8")
    rows = [f"| `{variant.slug}` | {variant.title} | {variant.line} |" for variant in variants().values()]
    assert "\n".join(rows) in page
