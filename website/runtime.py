"""The worker that runs the examples of the docs: the same one as on an exported site."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

_PROGRAM = """
import sys
from pathlib import Path
from aliquot.web.worker import stand_ins
stand_ins.install()
from aliquot.web.worker.export import export_runtime
export_runtime(Path(sys.argv[1]), Path(sys.argv[2]))
"""
MISSING = "The examples of the docs cannot be run: there is no npm here."


def add_runtime(site: Path, cache: Path) -> str:
    """Put the worker into a site that was built; return what is missing, if anything is.

    Args:
        site: The folder of the site.
        cache: The folder for Pyodide's files.
    """
    if shutil.which("npm") is None or shutil.which("node") is None:
        return MISSING
    # In a process of its own, since the worker's stand-ins are in place from there on.
    command = [sys.executable, "-c", _PROGRAM, str(site / "try"), str(cache)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else done.stderr.strip().splitlines()[-1]


def is_required() -> bool:
    """Return whether nothing may be missing."""
    return os.environ.get("ALIQUOT_REQUIRE_ALL") == "1"
