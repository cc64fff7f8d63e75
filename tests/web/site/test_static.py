"""The page's modules by themselves, without a browser: what can be said of them in Node's own tests."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from aliquot.web.site.assets import FOLDER as STATIC
from aliquot.web.site.assets import assets
from tests.effort import PATIENCE

from ..conftest import Live, Served

FOLDER = Path(__file__).parents[1] / "js"
TESTS = sorted(FOLDER.glob("*.test.mjs"))


@pytest.fixture(scope="module")
def node() -> str:
    """Node, if it is there."""
    found = shutil.which("node")
    if found is None:
        if os.environ.get("ALIQUOT_REQUIRE_ALL") == "1":
            pytest.fail("Node is missing, and ALIQUOT_REQUIRE_ALL=1 lets nothing be skipped")
        pytest.skip("Node is missing")
    return found


def test_the_modules_hold_what_they_say(node: str) -> None:
    assert TESTS, "there are tests"
    command = [node, "--test", "--test-reporter=tap", *map(str, TESTS)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=4 * PATIENCE)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "# pass 0\n" not in done.stdout
    assert "# skipped 0\n" in done.stdout


def _played(server: Served) -> Iterator[dict[str, Any]]:
    """Games in which everything happens that can, each with what was told and how it stood then."""
    for game, settings in (
        ("dividers-duel", {"start": "360"}),
        ("dividers-duel", {"start": "60,84,60"}),
        ("divisor-duel-pool", {"pool": "1-24", "variants": ["swap"]}),
        ("divisor-duel-subtract", {"start": "897612484786617600", "variants": ["misere"], "penalty": "retry"}),
        ("juniper-green", {"penalty": "forfeit"}),
    ):
        ada, emmy = server.visitor(), server.visitor()
        made = ada.create(game, name="Ada", **settings)
        state = ada.state(made)
        told: list[dict[str, Any]] = []
        with Live(server.url, made, since=0) as live:

            def note(live: Live = live, told: list[dict[str, Any]] = told, made: str = made) -> dict[str, Any]:
                event = live.until(lambda one: one["type"] == "event")
                then = server.visitor().state(made)
                told.append({"event": event, "then": then})
                return then

            emmy.join(made, name="Emmy")
            then = note()
            for turn in range(6):
                if then["outcome"] is not None:
                    break
                mover = ada if then["view"]["to_move"] == 1 else emmy
                swap = then["view"]["swap"]
                options = then["view"]["options"]
                move = swap["notation"] if swap else options[(turn * 7) % len(options)]["notation"]
                mover.move(made, then["ply"], move, f"m{turn}")
                then = note()
                if turn in (1, 3) and then["outcome"] is None:
                    assert mover.do(made, "take-back", f"t{turn}")["result"] == "accepted"
                    note()
                    other = emmy if mover is ada else ada
                    assert other.do(made, "answer", f"a{turn}", agree=turn == 3)["result"] == "accepted"
                    then = note()
            if then["outcome"] is None:
                ada.do(made, "resign", "r")
                note()
            emmy.do(made, "again", "g")
            note()
            ada.do(made, "answer", "y", agree=True)
            note()
        yield {"state": state, "told": told}


def test_the_state_of_a_page_follows_the_servers(node: str, server: Served, tmp_path: Path) -> None:
    path = tmp_path / "games.json"
    path.write_text(json.dumps(list(_played(server))))
    command = [node, str(FOLDER / "follow.mjs"), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=4 * PATIENCE)
    assert done.returncode == 0, done.stderr[-4000:]
    assert int(done.stdout.split()[1]) > 30


@pytest.mark.deep
def test_scripts_are_sent_without_their_comments_and_still_parse(node: str, tmp_path: Path) -> None:
    scripts = {name: asset.content for name, asset in assets().items() if name.endswith(".js")}
    assert len(scripts) > 30
    for name, content in scripts.items():
        copy = tmp_path / f"{name.replace('/', '-')}.mjs"
        copy.write_bytes(content)
        subprocess.run([node, "--check", str(copy)], check=True, timeout=PATIENCE)
        assert b"\n/**" not in content, name
    source = (STATIC / "components/clock.js").read_bytes()
    lines = [line for line in source.splitlines() if line.startswith((b"export", b"import"))]
    assert lines
    assert set(lines) <= set(scripts["components/clock.js"].splitlines())
