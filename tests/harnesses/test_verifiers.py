"""The tasks of verifiers, run by its own command with a model that answers over HTTP."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from aliquot.evals.harnesses.options import make_recipe
from aliquot.evals.sources import read_sources
from tests.harnesses.model import BAD_REPLIES, Model

PATIENCE = 400


def run(folder: Path, program: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Run one of the harness's commands."""
    programs = Path(sys.executable).parent
    return subprocess.run(
        [str(programs / program), "aliquot_verifiers", *options],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        cwd=folder,
        env={**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "LOCAL_API_KEY": "none"},
    )


def evaluate(model: Model, folder: Path, *options: str) -> list[dict[str, Any]]:
    """Run an evaluation; return its traces."""
    result = run(
        folder,
        "vf-eval",
        *("--model", "local", "--no-push", "--output-dir", str(folder / "outputs")),
        *("--client.base-url", model.url, "--client.api-key-var", "LOCAL_API_KEY"),
        *("--env.agent.harness.id", "null", "--env.agent.runtime.type", "subprocess"),
        *options,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    (path,) = folder.rglob("traces.jsonl")
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_a_right_model_gets_every_reward(model: Model, folder: Path) -> None:
    recipe = make_recipe("proof", low=12, high=20, share=0.5)
    gold = {item.prompt: item.reply for item in recipe.items(0, 10)}
    model.reply = gold.__getitem__
    options = ("--env.taskset.kind", "proof", "--env.taskset.low", "12", "--env.taskset.high", "20")
    traces = evaluate(model, folder, "--select.limit", "10", "--env.taskset.share", "0.5", *options)
    assert len(traces) == 10
    assert all(row.right for row in read_sources([folder / "outputs"]))


def test_bad_replies_get_none(model: Model, folder: Path) -> None:
    replies = iter(BAD_REPLIES[1:] * 10)
    model.reply = lambda _: next(replies)
    evaluate(model, folder, "--select.limit", "5")
    rows = read_sources([folder / "outputs"])
    assert len(rows) == 5
    assert not any(row.right for row in rows)


def test_whole_matches_are_played(model: Model, folder: Path) -> None:
    evaluate(model, folder, "--env.taskset.play", "match", "--select.limit", "3")
    rows = [row for row in read_sources([folder / "outputs"]) if row.player == "local"]
    assert rows  # Under the model's name, as in its replies to items.
    assert all(row.legal for row in rows)


def test_its_own_check_of_the_ground_truth_passes(folder: Path) -> None:
    result = run(folder, "vf-validate", "--select.limit", "5", "--runtime.type", "subprocess")
    assert result.returncode == 0, result.stdout + result.stderr
