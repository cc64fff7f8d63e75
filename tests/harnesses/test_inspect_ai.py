"""The tasks of Inspect AI, run with a model that answers over HTTP."""

import json
import math
import os
import subprocess
import sys
from pathlib import Path

from inspect_ai import eval as run
from inspect_ai.log import EvalLog
from inspect_ai.model import get_model

from aliquot.evals.harnesses import inspect_ai as adapter
from aliquot.evals.harnesses.options import make_recipe, suite_items
from aliquot.evals.sources import read_sources
from tests.harnesses.model import BAD_REPLIES, Model


def evaluate(task: object, model: Model, folder: Path, **options: object) -> EvalLog:
    """Run a task; return its log."""
    local = get_model("openai-api/local/model", base_url=model.url, api_key="none", memoize=False)
    (log,) = run(task, model=local, log_dir=str(folder), display="none", max_connections=4, **options)
    assert log.status == "success", log.error
    return log


def metric(log: EvalLog, scorer: str, name: str) -> float:
    """Return the value of a metric."""
    return float(next(score for score in log.results.scores if score.name == scorer).metrics[name].value)


def test_a_right_model_scores_one_on_the_suite(model: Model, folder: Path) -> None:
    gold = {item.prompt: item.reply for item in suite_items(tier="easy")}
    model.reply = gold.__getitem__
    model.failures = [429, 500]
    log = evaluate(adapter.suite(tier="easy"), model, folder, limit=50)
    assert metric(log, "exact", "accuracy") == 1.0
    assert len(log.samples) == 50
    assert log.samples[0].id.startswith("v1/1/")
    rows = read_sources([folder])
    assert len(rows) == 50
    assert all(row.right and not row.problem for row in rows)


def test_the_commands_of_the_docs(model: Model, folder: Path) -> None:
    """Each in a process of its own: Inspect teaches its own process to read the compression of its logs."""
    commands = (
        "inspect eval aliquot/suite -T tier=easy --limit 50 --display none --model openai-api/local/model",
        "inspect eval aliquot/duel -T opponent=skill:0.9 -T count=3 --display none --model openai-api/local/model",
        "aliquot measure logs --json",
    )
    variables = {**os.environ, "LOCAL_API_KEY": "none", "LOCAL_BASE_URL": model.url}
    for command in commands:
        program, *arguments = command.split()
        place = str(Path(sys.executable).with_name(program))
        done = subprocess.run(
            [place, *arguments], capture_output=True, text=True, check=False, cwd=folder, env=variables, timeout=300
        )
        assert done.returncode == 0, done.stdout + done.stderr
    measured = json.loads(done.stdout)
    assert [each["player"] for each in measured] == ["openai-api/local/model", "skill:0.9"]
    assert sum(kind["count"] for kind in measured[0]["kinds"]) == 50


def test_a_match_with_nothing_at_stake_has_no_optimality(model: Model, folder: Path) -> None:
    log = evaluate(adapter.duel(games="divisor-duel-subtract(start=9)", opponent="perfect", count=1), model, folder)
    assert log.samples is not None
    assert math.isnan(log.samples[0].scores["optimality"].value["optimality"])


def test_bad_replies_score_nothing_and_say_why(model: Model, folder: Path) -> None:
    replies = iter(BAD_REPLIES[1:] * 10)  # Inspect asks again where nothing comes back.
    model.reply = lambda _: next(replies)
    model.delay = 0.05
    log = evaluate(adapter.items(count=12, seed=3), model, folder)
    assert metric(log, "exact", "accuracy") == 0.0
    assert all(sample.scores["exact"].explanation for sample in log.samples)
    assert not any(row.right for row in read_sources([folder]))


def test_items_of_one_recipe_have_a_standard_error(model: Model, folder: Path) -> None:
    gold = {item.prompt: item.reply for item in make_recipe().items(0, 6, "inspect/")}
    model.reply = lambda prompt: gold.get(prompt, "no")
    log = evaluate(adapter.items(count=12), model, folder)
    assert 0.0 < metric(log, "exact", "accuracy") < 1.0
    assert metric(log, "exact", "stderr") > 0.0


def test_whole_matches_are_played(model: Model, folder: Path) -> None:
    log = evaluate(adapter.duel(count=6), model, folder)
    assert metric(log, "optimality", "mean") < 1.0
    assert metric(log, "legal", "mean") == 1.0
    rows = [row for row in read_sources([folder]) if row.player.endswith("model")]
    assert rows
    assert all(row.legal for row in rows)


def test_unreadable_moves_lose_the_match(model: Model, folder: Path) -> None:
    model.reply = lambda _: "no"
    log = evaluate(adapter.duel(count=3), model, folder)
    assert metric(log, "won", "mean") == 0.0
    assert metric(log, "readable", "mean") == 0.0
