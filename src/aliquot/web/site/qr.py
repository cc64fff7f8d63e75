"""An address as a QR code, for the camera of the other player.

Only what an address needs of ISO/IEC 18004: bytes, versions 1 to 5, the lowest level of correction, one block. That is
up to 106 characters, more than an address of a game has on any sensible host.
"""

from collections.abc import Callable, Iterator, Sequence

_CODEWORDS = ((19, 7), (34, 10), (55, 15), (80, 20), (108, 26))
"""Of versions 1 to 5: codewords of data, and of correction."""
_BORDER = 4
_FORMAT_MASK = 0b101010000010010
_MASKS: tuple[Callable[[int, int], bool], ...] = (
    lambda y, x: (y + x) % 2 == 0,
    lambda y, x: y % 2 == 0,
    lambda y, x: x % 3 == 0,
    lambda y, x: (y + x) % 3 == 0,
    lambda y, x: (y // 2 + x // 3) % 2 == 0,
    lambda y, x: (y * x) % 2 + (y * x) % 3 == 0,
    lambda y, x: ((y * x) % 2 + (y * x) % 3) % 2 == 0,
    lambda y, x: ((y + x) % 2 + (y * x) % 3) % 2 == 0,
)
_FINDER = [True, False, True, True, True, False, True]

Matrix = list[list[bool]]


def draw(text: str) -> str | None:
    """A code as an SVG picture, black on white; None if the text is too long."""
    matrix = encode(text.encode())
    if matrix is None:
        return None
    size = len(matrix) + 2 * _BORDER
    dots = "".join(
        f"M{x + _BORDER} {y + _BORDER}h1v1h-1z" for y, row in enumerate(matrix) for x, dark in enumerate(row) if dark
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" shape-rendering="crispEdges">'
        f'<path fill="#fff" d="M0 0h{size}v{size}H0z"/><path d="{dots}"/></svg>'
    )


def encode(data: bytes, mask: int | None = None) -> Matrix | None:
    """The dark modules of a code, row by row; None if there is too much to say.

    Args:
        data: What it says.
        mask: Which of the eight masks to use; by default the one that is read best.
    """
    version = next((place for place, (room, _) in enumerate(_CODEWORDS, 1) if len(data) + 2 <= room), None)
    if version is None:
        return None
    words = _codewords(data, *_CODEWORDS[version - 1])
    masks = range(len(_MASKS)) if mask is None else (mask,)
    return min((_placed(version, words, place) for place in masks), key=_penalty)


def _codewords(data: bytes, room: int, correction: int) -> list[int]:
    """What is said, filled up, with what corrects it."""
    bits = f"0100{len(data):08b}" + "".join(f"{byte:08b}" for byte in data)
    bits += "0" * min(4, 8 * room - len(bits))
    bits += "0" * (-len(bits) % 8)
    words = [int(bits[at : at + 8], 2) for at in range(0, len(bits), 8)]
    words += [(0xEC, 0x11)[place % 2] for place in range(room - len(words))]
    return words + _remainder(words, correction)


def _times(a: int, b: int) -> int:
    """The product in the field of 256 elements."""
    product = 0
    while b:
        if b & 1:
            product ^= a
        a = a << 1 ^ (0x11D if a & 0x80 else 0)
        b >>= 1
    return product


def _remainder(words: Sequence[int], degree: int) -> list[int]:
    """The codewords of Reed and Solomon that correct others."""
    generator, root = [1], 1
    for _ in range(degree):
        generator = [a ^ _times(b, root) for a, b in zip([*generator, 0], [0, *generator], strict=True)]
        root = _times(root, 2)
    rest = [0] * degree
    for word in words:
        factor = word ^ rest[0]
        rest = [a ^ _times(b, factor) for a, b in zip([*rest[1:], 0], generator[1:], strict=True)]
    return rest


def _placed(version: int, words: Sequence[int], mask: int) -> Matrix:
    """The code with everything in its place."""
    size = 17 + 4 * version
    fixed = _patterns(version, size)
    _add_format(fixed, size, mask)
    matrix = [[fixed.get((y, x), False) for x in range(size)] for y in range(size)]
    bits = [word >> place & 1 for word in words for place in range(7, -1, -1)]
    for place, (y, x) in enumerate(_path(size, fixed)):
        dark = place < len(bits) and bits[place] == 1
        matrix[y][x] = dark != _MASKS[mask](y, x)
    return matrix


def _patterns(version: int, size: int) -> dict[tuple[int, int], bool]:
    """What every code of a version has: three large squares, a small one, and the lines between."""
    fixed: dict[tuple[int, int], bool] = {}
    for place in range(size):
        fixed[6, place] = fixed[place, 6] = place % 2 == 0
    for top, left in ((0, 0), (0, size - 7), (size - 7, 0)):
        for y in range(-1, 8):
            for x in range(-1, 8):
                if 0 <= top + y < size and 0 <= left + x < size:
                    ring = max(abs(y - 3), abs(x - 3))
                    fixed[top + y, left + x] = ring < 4 and _FINDER[3 + ring]
    if version > 1:
        for y in range(-2, 3):
            for x in range(-2, 3):
                fixed[size - 7 + y, size - 7 + x] = max(abs(y), abs(x)) != 1
    return fixed


def _add_format(fixed: dict[tuple[int, int], bool], size: int, mask: int) -> None:
    """Says twice which mask is used."""
    rest = word = 0b01 << 3 | mask
    for _ in range(10):
        rest = rest << 1 ^ (0b10100110111 if rest & 0x200 else 0)
    bits = (word << 10 | rest) ^ _FORMAT_MASK
    around = [0, 1, 2, 3, 4, 5, 7, 8]
    for place in range(15):
        dark = bits >> place & 1 == 1
        fixed[(around[place], 8) if place < 8 else (8, around[14 - place])] = dark
        fixed[(8, size - 1 - place) if place < 8 else (size - 15 + place, 8)] = dark
    fixed[size - 8, 8] = True


def _path(size: int, fixed: dict[tuple[int, int], bool]) -> Iterator[tuple[int, int]]:
    """The free modules in the order in which they are filled: in pairs of columns, up and down, from the right."""
    upwards = True
    for right in (*range(size - 1, 6, -2), 5, 3, 1):
        for y in range(size - 1, -1, -1) if upwards else range(size):
            for x in (right, right - 1):
                if (y, x) not in fixed:
                    yield y, x
        upwards = not upwards


def _penalty(matrix: Matrix) -> int:
    """How badly a code is read: by long runs, blocks, what looks like a large square, and too much of one colour."""
    size = len(matrix)
    lines = [*matrix, *(list(column) for column in zip(*matrix, strict=True))]
    runs = sum(_run_penalty(line) for line in lines)
    blocks = sum(
        matrix[y][x] == matrix[y][x + 1] == matrix[y + 1][x] == matrix[y + 1][x + 1]
        for y in range(size - 1)
        for x in range(size - 1)
    )
    light = [False] * 4
    alike = sum(
        line[at : at + 11] in ([*_FINDER, *light], [*light, *_FINDER]) for line in lines for at in range(size - 10)
    )
    dark = sum(map(sum, matrix)) * 20 // size**2
    return runs + 3 * blocks + 40 * alike + 10 * (abs(dark - 10) if dark >= 10 else 9 - dark)


def _run_penalty(line: Sequence[bool]) -> int:
    total, run = 0, 0
    for place, dark in enumerate(line):
        run = run + 1 if place and dark == line[place - 1] else 1
        total += 3 if run == 5 else 1 if run > 5 else 0
    return total
