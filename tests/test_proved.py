"""The proofs, the verifier and the page about them speak of the same theorems.

Nothing here needs Coq: what the proofs say is for `make proofs` to check. Here it is held that every rule of the
verifier names its theorems, that they are stated in the sources and explained on the page, and that what
refuses an axiom would see one.
"""

import ast
import os
import re
import runpy
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROOFS = ROOT / "proofs"
PAGE = (ROOT / "docs" / "proved.md").read_text(encoding="utf-8")
MODULES = sorted((ROOT / "src" / "aliquot" / "oracle" / "verify").rglob("*.py"))
VERIFIER = [path.read_text(encoding="utf-8") for path in MODULES]
SOURCES = {path.name: path.read_text(encoding="utf-8") for path in PROOFS.glob("*.v") if path.name != "Assumptions.v"}

_check = runpy.run_path(str(PROOFS / "check.py"))
objections: Callable[[str], Iterator[str]] = _check["objections"]
proved: Callable[[str], list[str]] = _check["proved"]


def functions() -> list[tuple[str, str]]:
    """The functions of the verifier, in all its modules: their names and their texts."""
    return [
        (node.name, ast.get_source_segment(text, node) or "")
        for text in VERIFIER
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef)
    ]


def named(text: str) -> list[str]:
    """The theorems a function names."""
    return [name for line in re.findall(r"# Theorems?: (.*)", text) for name in line.split(", ")]


RULES = {name: named(text) for name, text in functions() if named(text)}


def table(heading: str) -> list[list[str]]:
    """The rows of the first table below a heading of the page, without its head."""
    section = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[2:]]


def code(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def stated(name: str) -> list[str]:
    """The sources in which a theorem is stated."""
    return [source for source, text in SOURCES.items() if re.search(rf"^Theorem {name}\b", text, re.M)]


def rules_on_the_page() -> dict[str, list[str]]:
    rules: dict[str, list[str]] = {}
    for function, _, theorem, _ in table("The rules of the verifier"):
        last = code(function)[0] if function else next(reversed(rules))
        rules.setdefault(last, []).extend(code(theorem))
    return rules


def test_what_the_page_quotes_stands_in_the_sources() -> None:
    lines = {line for text in SOURCES.values() for line in text.splitlines()}
    quoted = [line for block in re.findall(r"^```coq\n(.*?)^```", PAGE, re.M | re.S) for line in block.splitlines()]
    assert quoted
    assert [line for line in quoted if line not in lines] == []


def statements() -> str:
    """The rules and the pinned statements, as the page shows them: without the proofs of the rules."""
    text = SOURCES["Statements.v"]
    return re.sub(r"^Proof\..*?Qed\.\n", "", text[text.index("(* ---- The rules") :], flags=re.M | re.S)


def test_the_page_shows_the_pinned_statements() -> None:
    """`ALIQUOT_GOLDEN=write` writes them anew, to be reviewed."""
    block = re.compile(r"(\n## The statements\n.*?^```coq\n)(.*?)(^```$)", re.M | re.S)
    if os.environ.get("ALIQUOT_GOLDEN") == "write":
        path = ROOT / "docs" / "proved.md"
        path.write_text(block.sub(lambda found: found[1] + statements() + found[3], PAGE), encoding="utf-8")
    elif (shown := block.search(PAGE)) is None or shown[2] != statements():
        pytest.fail("the page does not show the statements of proofs/Statements.v")


def test_every_theorem_on_the_page_is_pinned_and_no_other() -> None:
    rows = [row[2] for row in table("The rules of the verifier")] + [
        row[1] for row in table("What the oracle says beyond that")
    ]
    rows += [row[2] for row in table("The checker that is itself proved")]
    pins = re.findall(r"^Definition (\w+) ?:.*?\n:= @(\w+)\.(\w+)\.$", SOURCES["Statements.v"], re.M | re.S)
    assert {name for name, _, _ in pins} == {name for row in rows for name in code(row)}
    assert all(name == theorem and stated(theorem) == [f"{module}.v"] for name, module, theorem in pins)
    assert len(pins) == SOURCES["Statements.v"].count("\nDefinition ")


def test_there_are_rules_to_speak_of() -> None:
    assert {"judge_numbers", "_is_lost", "_grundy", "_swap", "judge_pool"} <= set(RULES)


def test_the_page_lists_every_rule_of_the_verifier_with_its_theorems() -> None:
    assert {name: sorted(theorems) for name, theorems in rules_on_the_page().items()} == {
        name: sorted(theorems) for name, theorems in RULES.items()
    }


def test_every_function_of_the_verifier_is_a_rule_with_a_theorem_or_named_as_trusted() -> None:
    trusted = [name for row in table("What stays trusted") for name in code(row[1])]
    assert sorted([*trusted, *RULES]) == sorted(name for name, _ in functions())


@pytest.mark.parametrize(
    "heading",
    ["The rules of the verifier", "The checker that is itself proved", "What the oracle says beyond that"],
)
def test_every_theorem_on_the_page_is_stated_where_the_page_says(heading: str) -> None:
    rows = table(heading)
    assert rows
    for *_, theorems, sources in rows:
        assert code(theorems), f"no theorem is named beside {sources}"
        assert {source for name in code(theorems) for source in stated(name)} == set(sources.split(", "))
        assert all(len(stated(name)) == 1 for name in code(theorems))


def test_every_source_is_built_and_described() -> None:
    built = [line for line in (PROOFS / "_CoqProject").read_text(encoding="utf-8").split() if line.endswith(".v")]
    described = re.findall(r"^\| (\w+\.v) \|", (PROOFS / "README.md").read_text(encoding="utf-8"), re.M)
    assert sorted(built) == sorted(SOURCES) == sorted(described)
    assert built == described


@pytest.mark.parametrize("source", sorted(SOURCES))
def test_a_source_opens_by_saying_what_it_is_and_states_something(source: str) -> None:
    assert SOURCES[source].startswith("(* ")
    assert re.search(r"^(Theorem|Lemma) ", SOURCES[source], re.M)


@pytest.mark.parametrize("source", sorted(SOURCES))
def test_nothing_is_assumed(source: str) -> None:
    assert list(objections(SOURCES[source])) == []


def test_whatever_the_page_names_is_asked_what_it_rests_on() -> None:
    asked = {name for text in SOURCES.values() for name in proved(text)}
    assert {name for row in table("The rules of the verifier") for name in code(row[2])} <= asked
    assert {name for row in table("What the oracle says beyond that") for name in code(row[1])} <= asked


def test_the_table_of_the_proof_is_that_of_the_verifier() -> None:
    rows = re.search(r"Definition small_values[^.]*\.", SOURCES["SubtractionGrundy.v"])
    assert rows is not None
    proof = tuple("".join(re.findall(r"\d", row)) for row in re.findall(r"\[:: ([\d;]+)\]", rows[0]))
    assert repr(proof).replace("'", '"') in "".join(VERIFIER)


# --- what refuses an axiom would see one -----------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "Axiom choice : False.",
        "Axioms a b : nat.",
        "Parameter p : False.",
        "Conjecture hard : False.",
        "Lemma x : False. Admitted.",
        "Proof. admit. Qed.",
        "Lemma x : False. Proof. give_up. Qed.",
        "Variable v : False.",
        "Hypothesis h : False.",
        "Section S.\nEnd S.\nHypotheses h : False.",
        "Context (h : False).",
        "Unset Guard Checking.",
        "#[bypass_check(guard)] Fixpoint f (n : nat) : False := f n.",
        "(* a comment (* in a comment *) *) Axiom a : False.",
    ],
)
def test_an_assumption_is_refused(line: str) -> None:
    assert len(list(objections(line))) == 1


@pytest.mark.parametrize(
    "line",
    [
        "(* No Axiom is here, (* nor Admitted *) nor a Parameter. *)",
        "Lemma admitted_not : True. Proof. by []. Qed.",
        "Section S.\nVariable v : nat.\nHypothesis h : v = 0.\nEnd S.",
        'Notation "Axiom" := nat.',
    ],
)
def test_what_assumes_nothing_is_not_refused(line: str) -> None:
    assert list(objections(line)) == []


def test_everything_proved_is_seen() -> None:
    assert proved("Theorem a : True.\n  Lemma b' x : x.\n(* Lemma c : False. *)\nCorollary d_1 : True.") == [
        "a",
        "b'",
        "d_1",
    ]
