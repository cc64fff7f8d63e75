"""The canvas: straight lines of dots, the strongest ink on top, words over everything, and numbers found again."""

from itertools import pairwise
from random import Random

import pytest

from aliquot.terminal.screen.boards.canvas import Box, Canvas, Drawing, Label, Piece, Role

CORNERS = {(0, 0): "⠁", (0, 1): "⠂", (0, 2): "⠄", (0, 3): "⡀", (1, 0): "⠈", (1, 1): "⠐", (1, 2): "⠠", (1, 3): "⢀"}


def dots(drawing: Drawing) -> set[tuple[int, int]]:
    """The dots that a drawing shows, read off its characters."""
    return {
        (2 * column + x, 4 * row + y)
        for row, line in enumerate(str(drawing).split("\n"))
        for column, character in enumerate(line)
        for (x, y), corner in CORNERS.items()
        if 0x2800 <= ord(character) < 0x2900 and (ord(character) - 0x2800) & (ord(corner) - 0x2800)
    }


def some_ends(count: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    generator = Random(count)
    return [
        ((generator.randrange(40), generator.randrange(40)), (generator.randrange(40), generator.randrange(40)))
        for _ in range(count)
    ]


@pytest.mark.parametrize(("place", "character"), CORNERS.items())
def test_every_dot_is_the_one_that_was_meant(place: tuple[int, int], character: str) -> None:
    canvas = Canvas(1, 1)
    canvas.dot(*place, Role.EDGE)
    assert canvas.finish().lines == ((Piece(character, Role.EDGE),),)


def test_a_line_is_straight_and_has_no_holes() -> None:
    for begin, end in some_ends(400):
        canvas = Canvas(20, 10)
        canvas.line(begin, end, Role.EDGE)
        found = dots(canvas.finish())
        across, down = end[0] - begin[0], end[1] - begin[1]
        steps = max(abs(across), abs(down))
        assert {begin, end} <= found
        assert len(found) == steps + 1
        main = 0 if abs(across) >= abs(down) else 1
        ordered = sorted(found, key=lambda dot: dot[main])
        assert all(b[main] - a[main] == 1 and abs(b[1 - main] - a[1 - main]) <= 1 for a, b in pairwise(ordered))
        for x, y in found:
            assert abs((x - begin[0]) * down - (y - begin[1]) * across) <= max(1, steps), "at most half a dot aside"


@pytest.mark.parametrize("every", [2, 3, 5])
def test_a_dotted_line_is_part_of_the_line_with_both_ends_and_even_holes(every: int) -> None:
    for begin, end in some_ends(200):
        whole, dotted = Canvas(20, 10), Canvas(20, 10)
        whole.line(begin, end, Role.EDGE)
        dotted.line(begin, end, Role.EDGE, every)
        found = dots(dotted.finish())
        assert {begin, end} <= found <= dots(whole.finish())
        steps = max(abs(end[0] - begin[0]), abs(end[1] - begin[1]))
        if steps >= every:
            assert abs(len(found) - 1 - steps / every) <= 0.5, "about every so many"
            main = 0 if abs(end[0] - begin[0]) == steps else 1
            holes = [b - a for a, b in pairwise(sorted(dot[main] for dot in found))]
            assert max(holes) - min(holes) <= 1


def test_the_strongest_ink_is_seen_in_whatever_order_it_was_drawn() -> None:
    inks = [Role.EDGE, Role.LIT_EDGE, Role.PATH_EDGE]
    for first in inks:
        for second in inks:
            canvas = Canvas(1, 1)
            canvas.dot(0, 0, first)
            canvas.dot(1, 3, second)
            assert canvas.finish().lines == ((Piece("⢁", max(first, second, key=inks.index)),),)


def test_what_falls_outside_is_lost() -> None:
    canvas = Canvas(3, 2)
    canvas.line((-8, 5), (20, 5), Role.EDGE)
    canvas.line((2, -9), (2, 30), Role.EDGE)
    canvas.write(1, 0, "12345", Role.NODE)
    canvas.write(-2, 1, "123", Role.NODE)
    canvas.write(0, 7, "9", Role.NODE)
    assert str(canvas.finish()) == " 12\n3 ⠒"


def test_words_lie_over_dots_with_a_blank_on_either_side() -> None:
    canvas = Canvas(8, 1)
    canvas.write(3, 0, "60", Role.NODE)
    canvas.line((0, 1), (15, 1), Role.EDGE)
    (line,) = canvas.finish().lines
    assert line == (
        Piece("⠒⠒", Role.EDGE),
        Piece(" ", Role.BLANK),
        Piece("60", Role.NODE),
        Piece(" ", Role.BLANK),
        Piece("⠒⠒", Role.EDGE),
    )


def test_words_side_by_side_do_not_blank_each_other() -> None:
    canvas = Canvas(4, 1)
    canvas.write(2, 0, "b", Role.NODE)
    canvas.write(1, 0, "a", Role.MARK)
    assert canvas.finish().lines == ((Piece(" ", Role.BLANK), Piece("a", Role.MARK), Piece("b", Role.NODE)),)


def test_a_number_is_found_on_every_character_of_it_and_nowhere_else() -> None:
    canvas = Canvas(9, 3)
    canvas.put(30, Label((("[30", Role.CURRENT), ("W", Role.MARK), ("]", Role.CURRENT)), 1, 2), 2, 1)
    drawing = canvas.finish()
    assert str(drawing) == "\n  [30W]\n"
    assert drawing.boxes == {30: Box(1, 2, 5)}
    found = {(column, row) for column in range(-1, 10) for row in range(-1, 4) if drawing.at(column, row) == 30}
    assert found == {(column, 1) for column in range(2, 7)}
    assert all(drawing.at(column, row) in (30, None) for column in range(-1, 10) for row in range(-1, 4))


def test_a_number_that_does_not_fit_cannot_be_found() -> None:
    canvas = Canvas(4, 1)
    canvas.put(1000, Label((("1000", Role.NODE),), 0, 4), 2, 0)
    assert canvas.finish().boxes == {}


def test_an_empty_canvas_has_empty_lines() -> None:
    assert Canvas(5, 3).finish().lines == ((), (), ())
    assert Canvas(5, 0).finish().lines == ()
