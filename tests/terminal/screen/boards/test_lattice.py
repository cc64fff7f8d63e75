"""The lattice as it is drawn: everything in its place, readable without colour, and never too large."""

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise, product
from random import Random
from typing import NamedTuple

import pytest

from aliquot import arithmetic, lattice
from aliquot.arithmetic import omega
from aliquot.terminal.screen.boards.canvas import Drawing, Label, Role
from aliquot.terminal.screen.boards.lattice import Lattice, _columns, draw
from tests.effort import deep

from ..host import shown, staged

SOME = (*range(1, 61), 64, 72, 84, 90, 96, 97, 120, 128, 180, 210, 240, 256, 300, 360, 384)
"""Small ones, and some of every shape up to 400."""
STARTS: Sequence[int] = SOME
SIZES = ((20, 5), (30, 9), (44, 14), (90, 36))
LARGE = 897_612_484_786_617_600
"""It has 103,680 divisors."""
DIGITS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
NODES = {Role.NODE, Role.REACHABLE, Role.PATH, Role.CURRENT}
LINES = {Role.EDGE, Role.LIT_EDGE, Role.PATH_EDGE}


@cache
def rank(number: int) -> int:
    return next((1 + rank(number // p) for p in range(2, number + 1) if number % p == 0), 0)


def divisors(number: int) -> list[int]:
    return [d for d in range(1, number + 1) if number % d == 0]


def prime_divisors(number: int) -> list[int]:
    return [d for d in divisors(number) if rank(d) == 1]


def some_path(start: int, generator: Random) -> tuple[int, ...]:
    """A legal path of any length: from number to proper divisor, never to 1."""
    path = [start]
    while (smaller := divisors(path[-1])[1:-1]) and generator.random() < 0.7:
        path.append(generator.choice(smaller))
    return tuple(path)


class Case(NamedTuple):
    start: int
    path: tuple[int, ...]
    width: int
    height: int
    marks: dict[int, str]
    drawing: Drawing

    def state(self, number: int) -> Role:
        """What a number is, by the rules."""
        if number in self.path:
            return Role.CURRENT if number == self.path[-1] else Role.PATH
        return Role.REACHABLE if number != 1 and self.path[-1] % number == 0 else Role.NODE

    def text(self, number: int) -> str:
        """What stands where a number is said to lie."""
        spot = self.drawing.boxes[number]
        return str(self.drawing).split("\n")[spot.row][spot.column : spot.column + spot.width]


@pytest.fixture(
    autouse=True, params=[pytest.param(SOME, id="some"), pytest.param(range(1, 401), id="400", marks=pytest.mark.deep)]
)
def starts(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Sequence[int]:
    """What is drawn: some starts, and in depth all of them."""
    monkeypatch.setitem(globals(), "STARTS", request.param)
    chosen: Sequence[int] = request.param
    return chosen


def cases(*, marked: bool = False) -> list[Case]:
    """Every start in every size, each somewhere on some path."""
    return drawn(tuple(STARTS), marked)


@cache
def drawn(starts: tuple[int, ...], marked: bool) -> list[Case]:
    generator, found = Random(5), []
    for start in starts:
        for width, height in SIZES:
            path = some_path(start, generator)
            marks = {d: generator.choice("WL") for d in divisors(start)} if marked else {}
            found.append(Case(start, path, width, height, marks, draw(start, path, width, height, marks)))
    return found


def inks(drawing: Drawing) -> set[Role]:
    return {piece.role for line in drawing.lines for piece in line}


def is_profile(drawing: Drawing) -> bool:
    return Role.NOTE in inks(drawing)


def test_nothing_is_wider_or_higher_than_there_is_room() -> None:
    for case in cases() + cases(marked=True):
        assert len(case.drawing.lines) <= case.height
        for line in case.drawing.lines:
            text = "".join(piece.text for piece in line)
            assert len(text) <= case.width
            assert text == text.rstrip()
            assert all(piece.text for piece in line)
            assert all(a.role != b.role for a, b in pairwise(line))


def test_every_character_is_one_column_wide() -> None:
    for character in {character for case in cases() + cases(marked=True) for character in str(case.drawing)} - {"\n"}:
        assert unicodedata.east_asian_width(character) not in "WF"
        assert unicodedata.category(character)[0] not in "MC"


def test_a_number_is_found_where_it_stands_and_nothing_on_blanks_and_lines() -> None:
    for case in cases() + cases(marked=True):
        for row, line in enumerate(case.drawing.lines):
            column = 0
            for piece in line:
                for character in piece.text:
                    found = case.drawing.at(column, row)
                    if piece.role in NODES | {Role.MARK} and character not in "─━":
                        assert found is not None, (case[:4], column, row)
                    else:
                        assert found is None, (case[:4], column, row)
                    column += 1
            assert case.drawing.at(column, row) is None
        for number in case.drawing.boxes:
            digits = re.sub(r"\D", "", case.text(number).translate(DIGITS))
            assert digits in (str(number), ""), (case[:4], number)


def test_every_number_is_written_at_most_once_and_divides_the_start() -> None:
    for case in cases():
        written = Counter(
            int(digits)
            for line in case.drawing.lines
            for piece in line
            if piece.role in NODES
            for digits in re.findall(r"\d+", piece.text.translate(DIGITS))
        )
        assert set(written.values()) <= {1}
        assert written.keys() <= case.drawing.boxes.keys() <= set(divisors(case.start))


def test_a_lattice_has_every_divisor() -> None:
    lattices = [case for case in cases() if not is_profile(case.drawing)]
    assert len(lattices) > len(cases()) * 0.8
    for case in lattices:
        assert case.drawing.boxes.keys() == set(divisors(case.start))


def test_a_rank_is_a_row_and_higher_ranks_are_above() -> None:
    for case in cases():
        spots = case.drawing.boxes
        assert case.path[-1] in spots, "the current number is always there"
        for a in spots:
            for b in spots:
                assert (rank(a) > rank(b)) == (spots[a].row < spots[b].row)


def test_what_a_number_is_can_be_read_without_colour() -> None:
    forms = {
        Role.CURRENT: re.compile(r"\[[0-9]+\]|\[…\]|◉"),
        Role.PATH: re.compile(r"\([0-9]+\)|\(…\)|○"),
        Role.REACHABLE: re.compile(r"[0-9]+|•"),
        Role.NODE: re.compile(r"[₀-₉]+|·"),
    }
    for case in cases():
        for number in case.drawing.boxes:
            fitting = [ink for ink, form in forms.items() if form.fullmatch(case.text(number))]
            assert fitting == [case.state(number)], (case[:4], number)


def test_what_a_number_is_is_also_its_ink() -> None:
    for case in cases():
        for row, line in enumerate(case.drawing.lines):
            column = 0
            for piece in line:
                number = case.drawing.at(column, row)
                if number is not None:
                    assert piece.role is case.state(number)
                column += len(piece.text)


def test_marks_stand_directly_after_the_numbers() -> None:
    for case in cases(marked=True):
        for number in case.drawing.boxes:
            text = case.text(number).translate(DIGITS)
            if str(number) in text:
                assert f"{number}{case.marks[number]}" in text
            elif case.state(number) is Role.REACHABLE:
                assert text == case.marks[number], "where there is a dot, the mark takes its place"


def stand_apart(drawing: Drawing) -> bool:
    spots = sorted((spot.row, spot.column, spot.width) for spot in drawing.boxes.values())
    return all(a[0] < b[0] or a[1] + a[2] < b[1] for a, b in pairwise(spots))


def test_numbers_are_a_blank_apart() -> None:
    assert all(stand_apart(case.drawing) for case in cases() + cases(marked=True))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("marked", [False, True])
@pytest.mark.parametrize("start", [420, 30030, *deep(1260, 2310, 2520, 5040)])
def test_numbers_are_a_blank_apart_where_it_is_tight(start: int, marked: bool) -> None:
    generator, forms = Random(start), set()
    for width in range(10, 110):
        path = some_path(start, generator)
        marks = dict.fromkeys(divisors(start), "W") if marked else {}
        drawing = draw(start, path, width, 12, marks)
        assert stand_apart(drawing), (width, path)
        assert all(len(line) <= width for line in str(drawing).split("\n"))
        forms.add((is_profile(drawing), "·" in str(drawing)))
    assert len(forms) == 3, "from a profile to dots to numbers"


def test_labels_wanted_in_one_place_are_moved_apart_and_stay_inside() -> None:
    generator = Random(3)
    for _ in range(500):
        labels = [
            Label((("9" * n, Role.NODE),), 0, n) for n in generator.choices(range(1, 6), k=generator.randint(1, 8))
        ]
        width = sum(label.width + 1 for label in labels) - 1 + generator.randint(0, 9)
        middles = sorted(generator.uniform(0, width) for _ in labels)
        columns = _columns(labels, middles, width)
        ends = [column + label.width for column, label in zip(columns, labels, strict=True)]
        assert columns[0] >= 0
        assert ends[-1] <= width
        assert all(end < column for end, column in zip(ends, columns[1:], strict=False))


def test_there_are_as_many_lines_between_ranks_as_fit_up_to_five() -> None:
    for case in cases():
        if not is_profile(case.drawing) and case.start > 1:
            ranks = rank(case.start) + 1
            rows = sorted({spot.row for spot in case.drawing.boxes.values()})
            pitch = min(6, (case.height - 1) // (ranks - 1))
            assert rows == list(range(0, ranks * pitch, pitch))
            assert len(case.drawing.lines) == rows[-1] + 1
            assert bool(LINES & inks(case.drawing)) is (pitch > 1)


def test_the_picture_stays_during_a_match() -> None:
    for start in STARTS:
        before = draw(start, (start,), 90, 36)
        for path in {some_path(start, Random(seed)) for seed in range(3)}:
            after = draw(start, path, 90, 36)
            assert len(after.lines) == len(before.lines)
            for number, spot in after.boxes.items():
                framed = number in path
                assert spot.row == before.boxes[number].row
                assert spot.column + framed == before.boxes[number].column + (number == start), (start, path, number)


def test_every_edge_leads_from_number_to_number() -> None:
    checked = 0
    for case in cases():
        if (case.width, case.height) != (90, 36):
            continue
        rows = [line.ljust(90) for line in str(case.drawing).split("\n")]
        spots = case.drawing.boxes
        for number in spots:
            for prime in prime_divisors(number):
                upper, lower = spots[number], spots[number // prime]
                for row, spot in ((upper.row + 1, upper), (lower.row - 1, lower)):
                    beside = rows[row][spot.column : spot.column + spot.width]
                    assert any(0x2800 < ord(character) < 0x2900 for character in beside), (case[:4], number, prime)
                    checked += 1
    assert checked > 5 * len(STARTS)


def test_edges_are_lit_below_the_current_number_only() -> None:
    for case in cases():
        found = inks(case.drawing) & LINES
        if not found:
            continue
        assert (Role.PATH_EDGE in found) is (len(case.path) > 1)
        if len(case.path) == 1:
            assert found == {Role.LIT_EDGE}
    drawing = draw(72, (72, 18, 2), 44, 14)
    rows = [row for row, line in enumerate(drawing.lines) if Role.LIT_EDGE in {piece.role for piece in line}]
    assert rows == list(range(drawing.boxes[2].row + 1, drawing.boxes[1].row))


def patterns(primes: int, most: int) -> list[tuple[int, ...]]:
    """All exponents of so many primes that make no more than so many divisors."""
    if primes == 0:
        return [()]
    return [(e, *rest) for e in range(1, most) for rest in patterns(primes - 1, most // (e + 1))]


@pytest.mark.deep
def test_parallel_edges_keep_the_divisors_apart() -> None:
    for primes in range(5):
        for exponents in patterns(primes, 48):
            slants = lattice.slants(exponents)
            assert len(slants) == primes
            places = [
                (sum(powers), sum(a * b for a, b in zip(powers, slants, strict=True)))
                for powers in product(*(range(e + 1) for e in exponents))
            ]
            assert len(places) == len(set(places)) <= 48


def test_lines_too_thick_to_follow_are_thinned_out() -> None:
    assert inks(draw(360, (360, 180), 90, 36)) >= LINES
    assert inks(draw(5040, (5040, 360), 70, 25)) & LINES == {Role.LIT_EDGE, Role.PATH_EDGE}
    drawing = draw(2310, (2310,), 44, 14)
    assert [bool({piece.role for piece in line} & LINES) for line in drawing.lines] == [False, True] + [False] * 9


# --- pictures ---------------------------------------------------------------------------------------

PICTURES: dict[str, tuple[tuple[int, ...], int, int, dict[int, str], str]] = {
    "edges": (
        (12,),
        20,
        10,
        {},
        """\
        [12]
      ⣀⠤⠒⠉⠢⢄
  ⣀⠤⠒⠉      ⠑⠢⡀
  4           6
  ⠑⢄      ⢀⡠⠔⠊⠑⢄
    ⠉⠢⣀⠤⠒⠉⠁     ⠉⠢⡀
      2           3
      ⠑⢄      ⢀⡠⠔⠊⠁
        ⠉⠢⣀⠤⠒⠉⠁
          ₁
""",
    ),
    "two lines between ranks": (
        (60, 30),
        44,
        14,
        {},
        """\
                    (60)
                 ⡀⠠ ⠂⠈⠓⠦⣄⡀
         ⢀ ⠄⠐ ⠁⠈   ⢀⠈    ⠉⠓⠦⣄⡀
         ₁₂        ₂₀      [30]
         ⠈ ⠂⢀⢀ ⡀⠠ ⠂⠈ ⠄⢀⣀⡠⠤⠔⢒⠏⠒⠤⣀
       ⡀⠡ ⠂⠈  ⠁⠠ ⣀⠤⠔⠒⠊⠉⠈ ⠄⢀⠎    ⠉⠒⠤⣀
       ₄         6        10       15
       ⠁⠠ ⡀    ⢀⠔⠑⠢⢄⣀⣀⡠⠤⠒⠒⠉⠑⠢⢄⣀⡠⠤⠔⠒⡝
           ⠁⠠ ⣠⠮⠤⠒⠊⠉⠉⠑⠢⢄⣀⠤⠔⠒⠊⠉⠈⠑⠢⢄⡜
              2         3         5
              ⠉⠒⠤⣀     ⡰⠁   ⢀⣀⠤⠔⠒⠊⠁
                  ⠉⠑⠢⢄⣰⠥⠤⠒⠊⠉⠁
                      ₁
""",
    ),
    "one line between ranks": (
        (60, 30),
        24,
        9,
        {},
        """\
          (60)
   ⢀ ⠄⠠ ⠐⢀⠂⠈⠙⠒⠦⠤⣄⡀
   ₁₂    ₂₀    [30]
  ⡀⠨ ⠆⠰ ⣂⡨⠤⠦⠔⠖⢒⠮⠋⠑⠒⠤⠤⣀
  ₄     6     10     15
  ⠁⠐ ⠠ ⣰⡩⠶⠦⠶⢖⣊⡩⠵⠶⠶⠶⢖⡪⠋
       2     3      5
       ⠉⠒⠢⠤⢄⣰⡡⠤⠤⠔⠒⠒⠉⠁
            ₁
""",
    ),
    "labels only": (
        (60, 30),
        20,
        5,
        {},
        """\
        (60)
  ₁₂    ₂₀  [30]
  ₄    6    10   15
      2    3    5
          ₁
""",
    ),
    "marks": (
        (60, 30, 6),
        20,
        5,
        {6: "W", 2: "L", 3: "L", 60: "W"},
        """\
        (60W)
  ₁₂    ₂₀  (30)
  ₄   [6W]  ₁₀   ₁₅
      2L   3L   ₅
          ₁
""",
    ),
    "dots only": (
        (30030, 2310),
        44,
        7,
        {},
        """\
                   (30030)
[2310]     ·      ·      ·       ·      ·
 •  •  ·  •  ·  •  ·  · •  ·  ·  ·  ·  ·  ·
 • • • • ·  • • · • •  · · • · ·  • · · · ·
 •  •  •  •  •  •  ·  • •  ·  •  ·  •  ·  ·
   •       •      •      •       •      ·
                      ·
""",
    ),
    "dots and edges": (
        (30030, 2310, 30),
        44,
        14,
        {},
        """\
                   (30030)
   ⣀⣀⣀⣠⠤⠤⠤⠤⠤⠤⠖⠒⠒⠒⠒⠒⠋⠉⠉⠉
(2310)     ·      ·      ·       ·      ·
  ⢠⡟
 ·  ·  ·  ·  ·  ·  ·  · ·  ·  ·  ·  ·  ·  ·
 ⣼⠃
 ◉ · · · ·  · · · · ·  · · · · ·  · · · · ·
 ⡟⠳⢖⡒⠢⠤⠤⢄⣀⡀
 •  •  ·  •  ·  ·  ·  · ·  ·  ·  ·  ·  ·  ·
 ⠙⠭⡲⠛⠛⠵⠶⠶⢖⣻⡵⠶⠶⠤⠤⣤⣀⡀
   •       •      •      ·       ·      ·
   ⠉⠉⠉⠑⠒⠒⠒⠒⠛⠫⠶⠶⠶⠦⠤⠭⣶⣤⣄⡀
                      ·
""",
    ),
    "a prime": (
        (97,),
        20,
        5,
        {},
        """\
        [97]
          ⡇
          ⡇
          ⡇
          ₁
""",
    ),
    "one": (
        (1,),
        20,
        5,
        {},
        """\
         [1]
""",
    ),
    "profile": (
        (720720, 5040),
        44,
        14,
        {},
        """\
10            ─            (720720) 1
 9           ───                    6
 8        ────━────        [5040]   1 of 17
 7     ──────━━━──────              4 of 31
 6  ────────━━━━━────────           8 of 42
 5 ────────━━━━━━━────────          11 of 46
 4  ───────━━━━━━━───────           12 of 42
 3     ─────━━━━━─────              11 of 31
 2        ──━━━━━──                 8 of 17
 1           ─━─                    4 of 6
 0            ─             ₁       1
""",
    ),
    "profile without room for counts of their own": (
        (720720, 5040),
        20,
        5,
        {},
        """\
10    ─    (720720)
 9    ─     6
 8   ─━─   [5040]
 7  ──━──   4 of 31
… 7 more below
""",
    ),
    "a power of two": (
        (576460752303423488, 1073741824, 1048576),
        24,
        7,
        {},
        """\
… 37 more above
22  ₄₁₉₄₃₀₄
21  ₂₀₉₇₁₅₂
20 [1048576]
19  524288
18  262144
… 18 more below
""",
    ),
}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture(name: str) -> None:
    path, width, height, marks, picture = PICTURES[name]
    assert str(draw(path[0], path, width, height, marks)) + "\n" == picture


def test_the_same_is_drawn_every_time() -> None:
    for start, path in ((840, (840, 60)), (27720, (27720, 360)), (720720, (720720,))):
        first = draw(start, path, 90, 36)
        lattice.slants.cache_clear()
        assert draw(start, path, 90, 36) == first


# --- profiles ---------------------------------------------------------------------------------------


def test_a_profile_counts_right() -> None:
    for start in STARTS:
        for seed in range(2):
            path = some_path(start, Random(seed))
            drawing = draw(start, path, 24, max(2, rank(start) - 1))
            for line in str(drawing).split("\n"):
                parsed = re.fullmatch(r" *(\d+) +[─━]+ +(?:(\d+) of )?(\d+)", line)
                if parsed:
                    level, some, all_ = (int(group or 0) for group in parsed.groups())
                    assert all_ == sum(rank(d) == level for d in divisors(start))
                    reached = sum(rank(d) == level for d in divisors(path[-1]))
                    assert (some or all_) == reached or (some == 0 and reached == 0), (start, path, line)
                    assert ("━" in line) is (reached > 0)


@pytest.mark.parametrize("height", [1, 2, 3, 5, 14, 36])
def test_a_profile_says_what_it_leaves_out(height: int) -> None:
    for start, path in ((2**59, (2**59,)), (10**18, (10**18, 10**9)), (LARGE, (LARGE, LARGE // 4, 210, 2))):
        ranks = omega(start) + 1
        drawing = draw(start, path, 44, height)
        lines = str(drawing).split("\n")
        above = [int(n) for line in lines for n in re.findall(r"… (\d+) more above", line)]
        below = [int(n) for line in lines for n in re.findall(r"… (\d+) more below", line)]
        shown = [int(line.split()[0]) for line in lines if "…" not in line]
        assert shown == list(range(shown[0], shown[0] - len(shown), -1))
        assert omega(path[-1]) in shown
        assert len(lines) == min(height, ranks)
        if height > 2:
            assert above == ([ranks - 1 - shown[0]] if shown[0] < ranks - 1 else [])
            assert below == ([shown[-1]] if shown[-1] > 0 else [])
        else:
            assert above == below == []


def test_a_bar_never_hides_what_is_left_nor_what_is_gone() -> None:
    for current in (LARGE // 2, LARGE // 37, 2**8 * 3**4, 6):
        for line in str(draw(LARGE, (LARGE, current), 70, 25)).split("\n"):
            parsed = re.search(r"(\d+) of (\d+)", line)
            bar = re.search("[─━]+", line)
            assert bar is not None
            assert bar[0] == bar[0][::-1]
            if parsed:
                assert "━" in bar[0]
                assert "─" in bar[0] or len(bar[0]) == 1


@pytest.mark.parametrize("size", [*SIZES, (44, 3), (160, 60), (12, 12), (1, 1)])
@pytest.mark.parametrize(
    "path", [(10**18, 10**12), (LARGE, LARGE // 30, 2310), (2**59, 8), (10**18 - 11,), (963_761_198_400,)]
)
def test_large_numbers_are_drawn_without_listing_their_divisors(
    path: tuple[int, ...], size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def list_few(number: int) -> tuple[int, ...]:
        count = 1
        for _, exponent in arithmetic.factorise(number):
            count *= exponent + 1
        assert count <= 2000, "this takes time"
        return arithmetic.divisors(number)

    monkeypatch.setattr("aliquot.terminal.screen.boards.lattice.divisors", list_few)
    width, height = size
    drawing = draw(path[0], path, width, height, {path[-1]: "W"})
    assert 0 < len(drawing.lines) <= height
    assert all(len(line) <= width for line in str(drawing).split("\n"))
    if width >= 30:
        assert f"[{path[-1]}W]" in str(drawing) or "◉" in str(drawing)


# --- what is not a picture --------------------------------------------------------------------------


@pytest.mark.parametrize("path", [(), (30,), (60, 60), (60, 7), (60, 6, 30), (60, 30, 4)])
def test_a_path_leads_down_from_the_start(path: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="from number to smaller divisor"):
        draw(60, path, 44, 14)


@pytest.mark.parametrize("size", [(0, 0), (0, 5), (5, 0), (-1, 3)])
def test_without_room_nothing_is_drawn(size: tuple[int, int]) -> None:
    assert draw(60, (60,), *size).lines == ()


def test_no_room_is_too_small() -> None:
    for start in (1, 2, 12, 60, 210, 1024):
        for width in range(1, 24):
            for height in range(1, 8):
                drawing = draw(start, (start,), width, height)
                assert len(drawing.lines) <= height
                assert all(len(line) <= width for line in str(drawing).split("\n"))
                assert all(spot.column >= 0 and spot.column + spot.width <= width for spot in drawing.boxes.values())


def lattice_of(*path: int, marks: Mapping[int, str] | None = None) -> Lattice:
    lattice = Lattice()
    lattice.set_reactive(Lattice.path, path)
    lattice.set_reactive(Lattice.marks, marks or {})
    return lattice


@pytest.mark.sampled(8)
@pytest.mark.parametrize("size", [(60, 20), (40, 9), (30, 5), (200, 60)], ids=str)
@pytest.mark.parametrize("path", [(60,), (60, 30, 6), (7,), (1,), (720720, 5040), (10**18,)], ids=str)
@staged
async def test_the_drawing_stands_in_the_middle_of_its_room(path: tuple[int, ...], size: tuple[int, int]) -> None:
    async with shown(lattice_of(*path), size=size) as stage:
        drawing = str(draw(path[0], path, *size)).split("\n")
        top = (size[1] - len(drawing)) // 2
        assert stage.lines == [*[""] * top, *drawing, *[""] * (size[1] - top - len(drawing))]


@staged
async def test_a_step_and_letters_change_the_drawing() -> None:
    lattice = lattice_of(60)
    async with shown(lattice, size=(60, 20)) as stage:
        assert "[60]" in stage.text
        lattice.path = (60, 30)
        await stage.settle()
        assert "(60)" in stage.text
        assert "[30]" in stage.text
        lattice.marks = {15: "W", 10: "L"}
        await stage.settle()
        assert "15W" in stage.text
        assert "10L" in stage.text
        lattice.marks = {15: "L"}
        await stage.settle()
        assert "15L" in stage.text
        assert "10L" not in stage.text


@staged
async def test_a_change_of_size_changes_the_drawing() -> None:
    lattice = lattice_of(60)
    async with shown(lattice, size=(60, 20)) as stage:
        for size in ((100, 40), (30, 8), (12, 3), (60, 20)):
            await stage.resize(*size)
            assert stage.text.strip("\n") == str(draw(60, (60,), *size)).strip("\n")


@pytest.mark.sampled(1)
@pytest.mark.parametrize("size", [(60, 20), (60, 23), (44, 9)], ids=str)
@staged
async def test_a_click_on_a_number_tells_the_number_and_any_other_nothing(size: tuple[int, int]) -> None:
    lattice = lattice_of(60, 30, marks={15: "W"})
    async with shown(lattice, size=size) as stage:
        drawing = draw(60, (60, 30), *size, {15: "W"})
        top = (size[1] - len(drawing.lines)) // 2
        spots = dict(drawing.boxes)
        assert len(spots) == 12
        for number, spot in spots.items():
            await stage.click(lattice, spot.column + spot.width - 1, top + spot.row)
            assert stage.app.clicked.pop() == number
        spot = spots[60]
        for x, y in ((spot.column - 1, spot.row), (spot.column + spot.width, spot.row), (spot.column, spot.row + 1)):
            await stage.click(lattice, x, top + y)
        assert stage.app.clicked == []
