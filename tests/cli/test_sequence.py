"""`aliquot sequence`: every form of a sequence, that says how it was made, twice the same."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from aliquot import __version__
from aliquot.oracle.sequences import SEQUENCES
from aliquot.oracle.verify import verify

if TYPE_CHECKING:
    from tests.conftest import Command

FIRST = [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)]


def test_without_a_name_or_with_a_wrong_one_the_sequences_are_listed(command: "Command") -> None:
    done = command("sequence")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert [line.split()[0] for line in lines] == list(SEQUENCES)
    assert "(A344497)" in lines[0]
    wrong = command("sequence", "macthing")
    assert (wrong.code, wrong.out) == (2, "")
    assert wrong.err.startswith(done.out)
    assert wrong.err.splitlines()[-1] == ("aliquot: There is no sequence called 'macthing'. Did you mean 'matching'?")


@pytest.mark.parametrize(("form", "header"), [("bfile", []), ("csv", ["n,a"])])
def test_text_has_comments_and_terms(command: "Command", form: str, header: list[str]) -> None:
    done = command("sequence", "matching", "--to", "6", "--format", form)
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    comments = [line for line in lines if line.startswith("# ")]
    assert f"# made_by: aliquot {__version__}" in comments
    assert f"# command: aliquot sequence matching --to 6 --format {form}" in comments
    separator = " " if form == "bfile" else ","
    assert lines[len(comments) :] == [*header, *(f"{n}{separator}{a}" for n, a in FIRST)]


def test_json_and_parquet_hold_the_same(command: "Command") -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    document = json.loads(command("sequence", "matching", "--to", "6", "--format", "json").out)
    assert document.pop("terms") == [list(term) for term in FIRST]
    command("sequence", "matching", "--to", "6", "--format", "parquet", "--out", "m.parquet")
    table = parquet.read_table(Path(command.home, "m.parquet"))
    assert table.to_pydict() == {"n": [n for n, _ in FIRST], "a": [a for _, a in FIRST]}
    about = {key.decode(): value.decode() for key, value in table.schema.metadata.items()}
    assert about == {**document, "command": document["command"].replace("json", "parquet")}


@pytest.mark.parametrize("form", ["bfile", "csv", "json", "parquet"])
def test_the_same_command_gives_the_same_bytes(command: "Command", form: str) -> None:
    if form == "parquet":
        pytest.importorskip("pyarrow")
    contents = []
    for name in ("one", "two"):
        done = command("sequence", "openings", "--to", "50", "--format", form, "--out", name)
        assert (done.code, done.out, done.err) == (0, "", "")
        contents.append(Path(command.home, name).read_bytes())
    assert contents[0] == contents[1]
    assert contents[0]


def test_certificates_are_written_for_every_n(command: "Command") -> None:
    done = command("sequence", "juniper-green", "--to", "20", "--certificates", "proofs.jsonl")
    lost = {int(line.split()[1]) for line in done.out.splitlines() if not line.startswith("#")}
    documents = [json.loads(line) for line in Path(command.home, "proofs.jsonl").read_text("utf-8").splitlines()]
    assert [document["position"] for document in documents] == [f"1-{n}/" for n in range(2, 21)]
    for n, document in enumerate(documents, 2):
        verify(document)
        assert document["wins"] is (n not in lost)


def test_a_single_term_is_printed(command: "Command") -> None:
    done = command("sequence", "matching", "--at", "8000")
    assert (done.code, done.err) == (0, "")
    assert 2000 <= int(done.out) <= 4000


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("matching", "--to", "many"), "--to takes a whole number, not 'many'."),
        (("matching", "--to", "0"), "The sequence matching can end at 1 to 100,000, not at 0."),
        (("juniper-green", "--at", "5"), "A single term can be computed of matching"),
        (("matching", "--certificates", "x"), "Certificates can be written of juniper-green and longest-chain, not of"),
        (("matching", "--to", "5", "--out", "no/such/file"), "cannot be written: No such file or directory."),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(command: "Command", arguments: tuple[str, ...], sentence: str) -> None:
    done = command("sequence", *arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("aliquot: ")
    assert sentence in done.err
    assert done.err.count("\n") == 1
