"""One source for interpreted and compiled kernels.

A kernel is a function of integers and integer slots that allocates nothing: its caller
hands it all the storage it needs. As plain Python it runs on lists; its compiled twin,
made by numba from the same code object, runs on numpy arrays. Numba and numpy are
imported when a twin or an array is first needed.
"""

from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import FunctionType
from typing import Any, ParamSpec, Protocol, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")


class Slots(Protocol):
    """A fixed number of integers: a list, or a numpy array for compiled kernels."""

    def __getitem__(self, index: int, /) -> int:
        """The integer at an index."""
        ...

    def __setitem__(self, index: int, value: int, /) -> None:
        """Replace the integer at an index."""
        ...

    def __len__(self) -> int:
        """The number of integers."""
        ...

    def __iter__(self) -> Iterator[int]:
        """Go over the integers."""
        ...


_kernels: set[object] = set()


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Register a function as a kernel and return it unchanged.

    A kernel may call only kernels of its own module: numba recompiles its disk cache when
    the source file of the caller changes, and would not notice a change elsewhere.
    """
    _kernels.add(function)
    return function


@cache
def compiler_installed() -> bool:
    """Return whether numba can be imported, without importing it."""
    return not _interpreted and find_spec("numba") is not None


_interpreted = False


def use_no_compiler() -> None:
    """Interpret all kernels in this process: for one in which a signal might interrupt the import of numba."""
    global _interpreted
    _interpreted = True
    compiler_installed.cache_clear()


@cache
def _twin(function: FunctionType, nogil: bool = False) -> Any:
    """A kernel compiled lazily, with the kernels it calls replaced by their twins."""
    names = dict(function.__globals__)
    for name in function.__code__.co_names:
        callee = names.get(name)
        if isinstance(callee, FunctionType) and callee in _kernels:
            names[name] = _twin(callee)
    clone = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    clone.__module__ = function.__module__
    clone.__qualname__ = function.__qualname__
    return import_module("numba").njit(cache=True, nogil=nogil)(clone)


def runner(function: Callable[P, R], compiled: bool, *, nogil: bool = False) -> Callable[P, R]:
    """The kernel itself, or its compiled twin.

    Args:
        function: A registered kernel.
        compiled: Whether to return the twin.
        nogil: Whether the twin releases the GIL. A kernel must be used in one way only: numba caches both under
            the same name.
    """
    if not compiled:
        return function
    return cast("Callable[P, R]", _twin(cast("FunctionType", function), nogil))


def slots(count: int, value: int, *, compiled: bool, narrow: bool = False) -> Slots:
    """Create storage for a kernel.

    Args:
        count: The number of integers.
        value: The initial value of each.
        compiled: Whether to create an array for compiled kernels instead of a list.
        narrow: Whether an array has one byte for each integer instead of four.
    """
    if not compiled:
        return [value] * count
    numpy = import_module("numpy")
    kind = numpy.int8 if narrow else numpy.int32
    return cast("Slots", numpy.full(count, value, kind) if value else numpy.zeros(count, kind))
