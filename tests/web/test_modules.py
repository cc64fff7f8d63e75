"""The page's modules by themselves, without a browser: what can be said of them in Node's own tests."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from .conftest import PATIENCE

FOLDER = Path(__file__).parent / "js"
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
