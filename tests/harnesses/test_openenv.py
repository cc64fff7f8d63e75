"""The environment of OpenEnv, served and played over its own client."""

import json
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from openenv import GenericEnvClient

from aliquot.evals.harnesses.openenv import AliquotEnvironment, Reply
from aliquot.evals.sources import read_sources
from tests.harnesses.model import BAD_REPLIES, first_move

PACKAGE = Path(__file__).parents[2] / "examples" / "openenv-aliquot"
PATIENCE = 120


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """The address of a server of the package."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "uvicorn", "server.app:app", "--port", str(port), "--log-level", "warning"]
    with subprocess.Popen(command, cwd=PACKAGE) as process:
        address = f"http://127.0.0.1:{port}"
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                urllib.request.urlopen(f"{address}/health", timeout=10).close()
                break
            except OSError:
                assert process.poll() is None
                time.sleep(0.1)
        yield address
        process.terminate()


def openenv(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run OpenEnv's own command."""
    command = [str(Path(sys.executable).with_name("openenv")), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)


def test_the_package_is_valid() -> None:
    result = openenv("validate", "--level", "static", "--skip-build", str(PACKAGE))
    assert "Verdict: PASS" in result.stdout, result.stdout + result.stderr


def test_the_server_is_valid(url: str) -> None:
    result = openenv("validate", "--url", url)
    assert result.returncode == 0, result.stdout + result.stderr


def start_oracle(url: str, *seeds: int) -> subprocess.Popen[str]:
    """Let the package's oracle play the matches of some seeds."""
    command = [sys.executable, str(PACKAGE / "solve.py"), url, *map(str, seeds)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_the_oracle_keeps_every_win_in_several_sessions_at_once(url: str) -> None:
    seeds = [(0, 1, 2), (3, 4, 5), (0, 1, 2), (3, 4, 5)]
    oracles = [start_oracle(url, *each) for each in seeds]
    outputs = [oracle.communicate(timeout=PATIENCE)[0] for oracle in oracles]
    assert [oracle.returncode for oracle in oracles] == [0] * len(oracles)
    assert outputs[:2] == outputs[2:]
    assert sum(int(line.split()[1]) for output in outputs for line in output.splitlines()) > 0


def test_bad_replies_end_the_match_without_a_reward() -> None:
    environment = AliquotEnvironment()
    for seed, bad in enumerate(BAD_REPLIES):
        environment.reset(seed=seed)
        turn = environment.step(Reply(reply=bad))
        assert (turn.done, turn.reward, turn.legal) == (True, 0.0, False)
        assert turn.reason
        assert environment.state.figures["won"] == 0.0
        assert environment.step(Reply(reply="<answer>2</answer>")).reason == "The match is over."


def test_a_weak_player_plays_to_the_end_and_is_measured(url: str, tmp_path: Path) -> None:
    with GenericEnvClient(base_url=url).sync() as client:
        result = client.reset(seed=2)
        while not result.done:
            result = client.step({"reply": first_move(result.observation["prompt"])})
        state = client.state()
    assert set(state["figures"]) == {"won", "optimality", "decisions", "legal", "readable"}
    log = tmp_path / "states.jsonl"
    log.write_text(json.dumps(state))
    assert {row.player for row in read_sources([log]) if row.legal} == {"model", state["opponent"]}
