"""Addresses as QR codes: the same modules as other encoders set, in every version that is used."""

import re
from collections.abc import Callable

import pytest

from aliquot.web.site.qr import draw, encode
from tests.effort import IS_DEEP

KNOWN = {
    (b"a", 0): (
        "1fcb7f 104e41 175b5d 174a5d 17455d 104141 1fd57f 001b00 1dfec4 05a446 017d11 1a8c44 19e155 001aab 1fd2ef "
        "105fb8 1756ed 174446 175911 105846 1fd957"
    ),
    (b"http://127.0.0.1:8000/g/abcdefghijkl", 3): (
        "1fd5a77f 104f8441 175c055d 175d4e5d 1753735d 10468e41 1fd5557f 00052d00 1e57bf9d 0185d6d1 1fff89e6 1d1c3609 "
        "145d49ac 02837be3 0aee8a5f 1d2e64a2 02d96432 04186006 15e8ec6c 050acd44 0b5cfdfc 0010171f 1fc45f5a 104be319 "
        "174229fc 175eb815 17555781 10559382 1fda05aa"
    ),
}
"""Rows as numbers in base 16, by another encoder; a reader of such codes reads them."""


@pytest.mark.parametrize(("data", "mask"), KNOWN)
def test_the_modules_are_those_of_another_encoder(data: bytes, mask: int) -> None:
    matrix = encode(data, mask)
    assert matrix is not None
    rows = [int(row, 16) for row in KNOWN[data, mask].split()]
    assert [int("".join("1" if dark else "0" for dark in row), 2) for row in matrix] == rows


FLIPS: tuple[Callable[[int, int], int], ...] = (
    lambda y, x: (y + x) % 2,
    lambda y, x: y % 2,
    lambda y, x: x % 3,
    lambda y, x: (y + x) % 3,
    lambda y, x: (y // 2 + x // 3) % 2,
    lambda y, x: y * x % 2 + y * x % 3,
    lambda y, x: (y * x % 2 + y * x % 3) % 2,
    lambda y, x: ((y + x) % 2 + y * x % 3) % 2,
)
"""The masks of the standard: what they leave nothing of is turned round."""


def read(matrix: list[list[bool]]) -> bytes:
    """Reads a code that has no fault in it, from its format on, by the standard and not by the encoder."""
    size = len(matrix)
    bits = [matrix[8][x] for x in (0, 1, 2, 3, 4, 5, 7, 8)] + [matrix[y][8] for y in (7, 5, 4, 3, 2, 1, 0)]
    word = int("".join("1" if bit else "0" for bit in bits), 2) ^ 0b101010000010010
    assert word >> 13 == 0b01, "the lowest level of correction"
    mask = word >> 10 & 7
    flips = FLIPS[mask]
    version = (size - 17) // 4

    def is_free(y: int, x: int) -> bool:
        corner = (y < 9 and x < 9) or (y < 9 and x >= size - 8) or (y >= size - 8 and x < 9)
        small = version > 1 and abs(y - size + 7) <= 2 and abs(x - size + 7) <= 2
        return not (corner or small or y == 6 or x == 6)

    stream = []
    columns = [x for x in range(size - 1, 0, -1) if x != 6]
    for pair in range(0, len(columns) - 1, 2):
        rows = range(size - 1, -1, -1) if pair % 4 == 0 else range(size)
        for y in rows:
            for x in columns[pair : pair + 2]:
                if is_free(y, x):
                    stream.append(matrix[y][x] != (flips(y, x) == 0))
    text = "".join("1" if bit else "0" for bit in stream)
    assert text[:4] == "0100"
    length = int(text[4:12], 2)
    return bytes(int(text[12 + 8 * at : 20 + 8 * at], 2) for at in range(length))


@pytest.mark.harder
def test_what_is_written_can_be_read_whatever_its_length() -> None:
    for length in range(1, 107, 1 if IS_DEEP else 5):
        data = bytes(33 + (7 * at + length) % 90 for at in range(length))
        matrix = encode(data)
        assert matrix is not None
        assert len(matrix) == len(matrix[0])
        assert read(matrix) == data


def test_what_is_too_long_has_no_picture() -> None:
    assert encode(bytes(107)) is None
    assert draw("https://example.org/" + "x" * 100) is None


def test_a_picture_is_a_path_of_dark_modules_with_a_quiet_border() -> None:
    picture = draw("a")
    matrix = encode(b"a")
    assert picture is not None
    assert matrix is not None
    assert 'viewBox="0 0 29 29"' in picture
    drawn = {(int(y), int(x)) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", picture)}
    assert drawn == {(y + 4, x + 4) for y, row in enumerate(matrix) for x, dark in enumerate(row) if dark}
