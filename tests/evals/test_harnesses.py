"""The adapters where their harnesses are not installed; `tests/harnesses/` tests them where they are."""

import sys
from importlib import import_module

import pytest

from aliquot.core.errors import MissingExtra


@pytest.mark.parametrize("harness", ["inspect_ai", "openenv", "reasoning_gym", "verifiers"])
def test_a_missing_harness_names_the_line_that_installs_it(harness: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, harness, None)
    monkeypatch.delitem(sys.modules, f"aliquot.evals.harnesses.{harness}", raising=False)
    extra = harness.removesuffix("_ai").replace("_", "-")
    with pytest.raises(MissingExtra, match=rf'the extra \'{extra}\': pip install "aliquot-games\[{extra}\]"\.$'):
        import_module(f"aliquot.evals.harnesses.{harness}")
