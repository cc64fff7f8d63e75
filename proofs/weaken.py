"""Weakens the theorems and sees that Statements.v refuses every one: a statement that accepts less would pin nothing.

- Each statement is offered a proof of `True`, and its theorem with a premise `False`; Coq must refuse both.
- Some theorems are weakened in the sources of a copy, which is built; the build must fail in Statements.v. These are
  theorems nothing else builds on, so that nothing else can be what fails.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).parent
PIN = re.compile(r"^Definition (\w+) ?:(.*?)\n:= @(\w+)\.\1\.$", re.M | re.S)
LEAVES = (("Remoteness.v", "subtraction_remoteness_bound"), ("Partner.v", "partner_rule_mover"))


def offers(name: str, statement: str, module: str) -> list[str]:
    """The commands by which weakened proofs are offered to a statement, and then the right one, which must do."""
    weak = ("I", f"(fun _ : False => @{module}.{name})")
    refused = [f"Fail Definition {name} :{statement} := {proof}." for proof in weak]
    return [*refused, f"Definition {name} :{statement} := @{module}.{name}."]


def check_statements() -> int:
    """Offers every statement its weakened proofs, and refuses one that accepts any; returns how many there are."""
    source = (FOLDER / "Statements.v").read_text("utf-8")
    pins = PIN.findall(source)
    if len(pins) != source.count("\nDefinition ") or not pins:
        raise SystemExit("Statements.v has a definition that pins no theorem.")
    with tempfile.TemporaryDirectory() as folder:
        offered = Path(folder) / "Offered.v"
        commands = [command for pin in pins for command in offers(*pin)]
        offered.write_text("\n\n".join([source.partition("(* ----")[0], *commands]) + "\n", "utf-8")
        done = compile_in(folder, "-Q", str(FOLDER), "Aliquot", offered.name)
    if done.returncode:
        raise SystemExit(f"A statement accepts a weakened theorem: Coq says\n{done.stderr}")
    return len(pins)


def weakened(source: str, theorem: str, statement: str) -> str:
    """A source in which a theorem says something weaker, with a proof of that."""
    found = re.search(rf"^Theorem {theorem}\b.*?^Qed\.$", source, re.M | re.S)
    if found is None:
        raise SystemExit(f"There is no theorem {theorem}.")
    return source.replace(found[0], f"Theorem {theorem} : {statement}.\nProof. by []. Qed.")


def check_build(module: str, theorem: str, statement: str) -> None:
    """Builds a copy in which a theorem is weakened, and refuses a build that does not fail in Statements.v."""
    with tempfile.TemporaryDirectory() as folder:
        for path in FOLDER.glob("*.v*"):
            shutil.copy2(path, folder)
        mutant = Path(folder) / module
        mutant.write_text(weakened(mutant.read_text("utf-8"), theorem, statement), "utf-8")
        for name in (module, "Statements.v"):
            done = compile_in(folder, "-Q", ".", "Aliquot", name)
            if bool(done.returncode) != (name == "Statements.v"):
                raise SystemExit(f"{theorem} was weakened to {statement}, and {name} says\n{done.stderr}")


def compile_in(folder: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs the compiler in a folder."""
    return subprocess.run(["coqc", "-w", "none", *arguments], cwd=folder, capture_output=True, text=True, check=False)


def main() -> None:
    """Weakens everything, and says what was seen."""
    count = check_statements()
    for module, theorem in LEAVES:
        for statement in ("True", "forall n : nat, False -> n < 0"):
            check_build(module, theorem, statement)
    sys.stdout.write(f"{count} theorems are pinned, and none can be weakened unnoticed.\n")


if __name__ == "__main__":
    main()
