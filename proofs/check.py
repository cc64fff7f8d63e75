"""Refuses the proofs if anything in them is assumed and not proved.

Three looks, each of which is enough to refuse:

- The sources: no word by which something is assumed or a check of Coq's is turned off may stand in them.
- The assumptions: for every theorem, lemma and corollary, Coq is asked what it rests on (`Print Assumptions`), and must
  answer that it is closed, that is, that it rests on nothing but the logic itself.
- With `--again`: `coqchk`, a checker that shares little with the program that compiled the proofs, checks them anew.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

FOLDER = Path(__file__).parent
OPTIONS = ("-Q", ".", "Aliquot")
CLOSED = "Closed under the global context"
FORBIDDEN = (
    r"Admitted|admit|give_up|Axioms?|Parameters?|Conjectures?|Declare\s+(?:Module|ML)|Module\s+Type|Load|Primitive|"
    r"Extract\s+(?:Inlined\s+)?(?:Constant|Inductive)|bypass_check|type_in_type|"
    r"Unset\s+(?:Guard|Positivity|Universe)\s+Checking|Print\s+Assumptions"
)
ASSUMED = r"Variables?|Hypothes[ie]s|Context"
"""Words that assume something for the length of a section, and for ever outside one."""


def bare(source: str) -> str:
    """A source without its comments, which nest, and without texts in quotation marks."""
    depth, kept = 0, []
    for token in re.findall(r'\(\*|\*\)|"[^"]*"|.', source, re.S):
        depth += (token == "(*") - (token == "*)")
        kept.append(token if depth == 0 and token != "*)" and token[0] != '"' else "\n" * token.count("\n"))
    return "".join(kept)


def objections(source: str) -> Iterator[str]:
    """Every line by which a source assumes something, and why it may not."""
    text, sections = bare(source), 0
    for number, line in enumerate(text.splitlines(), 1):
        if found := re.search(rf"(?<![\w.])(?:{FORBIDDEN})(?![\w'])", line):
            yield f"line {number}: {found[0]} is not allowed"
        if sections == 0 and (found := re.match(rf"\s*(?:{ASSUMED})\b", line)):
            yield f"line {number}: {found[0].strip()} stands outside a section"
        sections += len(re.findall(r"\bSection\s+\w+\s*\.", line)) - (sections > 0 and bool(re.match(r"End\b", line)))


def proved(source: str) -> list[str]:
    """The names of everything a source proves."""
    return re.findall(r"^\s*(?:Theorem|Lemma|Corollary|Proposition|Fact|Remark)\s+([\w']+)", bare(source), re.M)


def sources() -> list[Path]:
    """The sources, in the order in which they are built; none may lie there that is not."""
    listed = [FOLDER / line for line in (FOLDER / "_CoqProject").read_text("utf-8").split() if line.endswith(".v")]
    stray = set(FOLDER.glob("*.v")) - set(listed) - {FOLDER / "Assumptions.v"}
    if stray:
        raise SystemExit(f"{', '.join(sorted(path.name for path in stray))}: not in _CoqProject, so not checked.")
    return listed


def check_sources(paths: list[Path]) -> None:
    """Refuses a source that assumes something."""
    found = [f"{path.name}, {objection}" for path in paths for objection in objections(path.read_text("utf-8"))]
    if found:
        raise SystemExit("The proofs are refused.\n" + "\n".join(found))


def check_assumptions(paths: list[Path]) -> int:
    """Asks Coq what everything proved rests on, and refuses anything but nothing; returns how much there is."""
    names = [f"{path.stem}.{name}" for path in paths for name in proved(path.read_text("utf-8"))]
    asked = FOLDER / "Assumptions.v"
    modules = " ".join(path.stem for path in paths)
    lines = [f"From Aliquot Require {modules}.", *(f"Print Assumptions {name}." for name in names)]
    asked.write_text("\n".join(lines) + "\n", "utf-8")
    done = subprocess.run(["coqc", *OPTIONS, asked.name], cwd=FOLDER, capture_output=True, text=True, check=False)
    answers = re.split(rf"(?<=^{CLOSED}$)\n", done.stdout, flags=re.M)[:-1]
    for name, answer in zip(names, answers, strict=False):
        if answer != CLOSED:
            raise SystemExit(
                f"The proofs are refused: {name} rests on something that is not proved.\n{answer.removesuffix(CLOSED)}"
            )
    if done.returncode or len(answers) != len(names):
        raise SystemExit(f"The proofs are refused: Coq says\n{done.stderr}{done.stdout[-2000:]}")
    return len(names)


def check_again(paths: list[Path]) -> None:
    """Has coqchk check the compiled proofs and list what they assume."""
    modules = [f"Aliquot.{path.stem}" for path in paths]
    done = subprocess.run(
        ["coqchk", "-silent", "-o", *OPTIONS, *modules], cwd=FOLDER, capture_output=True, text=True, check=False
    )
    said = done.stdout + done.stderr
    if done.returncode or not re.search(r"^\* Axioms: <none>$", said, re.M):
        raise SystemExit(f"The proofs are refused: coqchk says\n{said}")


def main() -> None:
    """Looks, and says what was seen."""
    paths = sources()
    check_sources(paths)
    count = check_assumptions(paths)
    sys.stdout.write(f"{count} theorems and lemmas, and none rests on an axiom.\n")
    if "--again" in sys.argv[1:]:
        check_again(paths)
        sys.stdout.write("coqchk agrees.\n")


if __name__ == "__main__":
    main()
