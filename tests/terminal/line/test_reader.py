import os
import select
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.terminal.line.reader import InputEnded, Reader, TimeIsUp


@contextmanager
def piped(*pieces: bytes) -> Iterator[Reader]:
    """A reader of a pipe that gets its bytes piece by piece and is then closed."""
    reading, writing = os.pipe()

    def feed() -> None:
        with open(writing, "wb", buffering=0) as pipe:
            for piece in pieces:
                pipe.write(piece)

    feeder = threading.Thread(target=feed)
    feeder.start()
    try:
        yield Reader(reading)
    finally:
        while os.read(reading, 65536):
            pass
        feeder.join()
        os.close(reading)


def everything(reader: Reader) -> list[str]:
    lines = []
    while True:
        try:
            lines.append(reader.line())
        except InputEnded:
            return lines


@pytest.mark.parametrize(
    ("pieces", "lines"),
    [
        ([b"2\n5\n"], ["2", "5"]),
        ([b"2\n", b"5\n"], ["2", "5"]),
        ([b"1", b"2", b"\n"], ["12"]),
        ([b"2\n5", b"0\n"], ["2", "50"]),
        ([b"2\r\n5\r\n"], ["2", "5"]),
        ([b"2\r", b"\n5\n"], ["2", "5"]),
        ([b"2\n5"], ["2", "5"]),
        ([b"2"], ["2"]),
        ([b"\n\n2\n"], ["", "", "2"]),
        ([b"\n"], [""]),
        ([b" 2 \t\n"], ["2"]),
        ([b""], []),
        (["é\n".encode()[:1], "é\n".encode()[1:]], ["é"]),
    ],
)
def test_lines_are_read_whole_however_the_bytes_arrive(pieces: list[bytes], lines: list[str]) -> None:
    with piped(*pieces) as reader:
        assert everything(reader) == lines


def test_the_end_stays_the_end() -> None:
    with piped(b"2\n") as reader:
        assert reader.line() == "2"
        for _ in range(3):
            with pytest.raises(InputEnded):
                reader.line()


def test_a_line_is_returned_before_the_next_one_is_there() -> None:
    reading, writing = os.pipe()
    reader = Reader(reading)
    for line in ("2", "5", "3"):
        os.write(writing, f"{line}\n".encode())
        assert reader.line() == line  # would wait for ever if it wanted more than a line
    os.close(writing)
    os.close(reading)


@pytest.mark.parametrize(
    "line",
    [b"\xff", b"2\xff", b"\xc3", b"\xed\xa0\x80", b"\xf0\x9f\x99", b"\x80" * 100],
    ids=lambda line: repr(line[:4]),
)
def test_bytes_that_are_not_utf8_become_replacement_characters(line: bytes) -> None:
    with piped(line + b"\n2\n") as reader:
        read = reader.line()
        assert "\N{REPLACEMENT CHARACTER}" in read
        assert read.encode("utf-8")  # no half characters
        assert reader.line() == "2"


def test_a_nul_byte_is_kept_for_the_game_to_refuse() -> None:
    with piped(b"2\0\n") as reader:
        assert reader.line() == "2\0"


@pytest.mark.parametrize("newline", [b"\n", b"\r\n"])
def test_a_giant_line_is_read_to_its_end_but_not_kept(newline: bytes) -> None:
    with piped(b"9" * 3_000_000 + newline, b"2\n") as reader:
        read = reader.line()
        assert set(read) <= {"9", "…"}
        assert 20 <= len(read) <= 10_000
        assert reader.line() == "2"


def test_a_giant_line_without_an_end_is_a_line() -> None:
    with piped(b"9" * 300_000) as reader:
        assert reader.line().startswith("9" * 20)
        with pytest.raises(InputEnded):
            reader.line()


@pytest.mark.parametrize("line", [b"2" + b" " * 10_000 + b"3", b"2" + b" " * 70_000 + b"abc", b" " * 10_000 + b"2 3"])
def test_a_giant_line_is_never_mistaken_for_the_number_it_begins_with(line: bytes) -> None:
    with piped(line + b"\n7\n") as reader:
        assert not reader.line().isdigit()
        assert reader.line() == "7"


@given(st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc"])), max_size=8), st.lists(st.integers(1, 40)))
def test_any_text_comes_through_line_by_line_however_it_is_cut(lines: list[str], cuts: list[int]) -> None:
    stream = "".join(f"{line}\n" for line in lines).encode()
    pieces, at = [], 0
    for cut in cuts:
        pieces.append(stream[at : at + cut])
        at += cut
    with piped(*pieces, stream[at:]) as reader:
        assert everything(reader) == [line.strip() for line in lines]


@contextmanager
def without_select(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A system on which one can wait for sockets only."""

    def refuse(*_: object) -> NoReturn:
        raise OSError(10038, "An operation was attempted on something that is not a socket")

    with monkeypatch.context() as patch:
        patch.setattr(select, "select", refuse)
        yield


@pytest.mark.parametrize(
    ("pieces", "lines"),
    [
        ([b"2\n5\n"], ["2", "5"]),
        ([b"1", b"2", b"\n"], ["12"]),
        ([b"2\r", b"\n5\n"], ["2", "5"]),
        ([b"2"], ["2"]),
        ([b""], []),
        ([b"x" * 100_000 + b"\n", b"7\n"], ["x" * 4096 + "…", "7"]),
    ],
)
def test_lines_are_read_where_one_can_wait_for_sockets_only(
    pieces: list[bytes], lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with without_select(monkeypatch), piped(*pieces) as reader:
        assert everything(reader) == lines


def test_where_a_thread_waits_time_is_up_too_and_what_comes_late_is_the_next_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reading, writing = os.pipe()
    with without_select(monkeypatch):
        reader = Reader(reading)
    for limit in (timedelta(), timedelta(milliseconds=20)):
        with pytest.raises(TimeIsUp):
            reader.line(limit)
    os.write(writing, b"12\n6\n")
    assert [reader.line(), reader.line(timedelta(seconds=60))] == ["12", "6"]
    os.close(writing)
    with pytest.raises(InputEnded):
        reader.line()
    os.close(reading)


def test_a_thread_reads_no_more_than_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    with without_select(monkeypatch):
        reader = Reader(reading)
    os.write(writing, b"12\n")
    assert reader.line() == "12"
    os.write(writing, b"6\n")
    assert os.read(reading, 10) == b"6\n"
    os.close(writing)
    os.close(reading)
