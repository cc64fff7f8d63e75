"""What the kernels of rows and of pools have in common: what a step brings, and how chance chooses.

The kernels themselves share no code: numba would not notice when a kernel of another module changes.
"""

from typing import Any, TypeAlias

from aliquot.oracle.kernel import Slots

Grid: TypeAlias = Any
"""Slots in lines and columns: an array in either case."""

Events: TypeAlias = tuple[Slots, Slots, Slots]
"""What a step brought: the reward of whoever acted, whether it ended the match, whether it was illegal."""

Policy: TypeAlias = tuple[Slots, int, int]
"""Weights, and where those of either seat begin among them, or NONE for all moves equally likely.

There is a weight for each edge, and after them one for the swap. Where all weights of a position are 0 its moves are
equally likely.
"""
