"""Builds the site into `site/`, and fails if anything on it leads nowhere."""

import subprocess
import sys
from pathlib import Path

from website.links import problems
from website.pages import collect
from website.reference import write_reference
from website.runtime import add_runtime, is_required

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "build" / "docs"
SITE = ROOT / "site"


def main() -> int:
    """Collects the pages, builds them, checks them."""
    collect(ROOT, PAGES)
    write_reference(ROOT / "src" / "aliquot", PAGES / "api")
    zensical = [sys.executable, "-m", "zensical", "build", "--clean", "--strict", "-f", str(ROOT / "mkdocs.yml")]
    built = subprocess.run(zensical, cwd=ROOT, check=False, stderr=subprocess.PIPE, text=True)
    if built.returncode:
        # A strict build stops with a trace of itself, of no use to the reader of what it found.
        found, _, trace = built.stderr.partition("Traceback")
        print(found if "--strict" in trace else built.stderr, file=sys.stderr)
        return built.returncode
    missing = add_runtime(SITE, ROOT / ".cache" / "pyodide")
    if missing:
        print(missing, file=sys.stderr)
        if is_required():
            return 1
    wrong = problems(SITE)
    for problem in wrong:
        print(problem, file=sys.stderr)
    if not wrong:
        print(f"Built and checked: {SITE.name}/index.html")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
