"""The rule books, their variants, and the registry that finds them by name."""

from aliquot.games.registry import (
    PRESETS,
    REGISTRY,
    VARIANTS,
    Preset,
    book_of,
    books,
    create,
    defaults,
    find,
    flags,
    options_of,
    other_variants_of,
    problems,
    rules_of,
    slug_of,
    variants,
)

__all__ = [
    "PRESETS",
    "REGISTRY",
    "VARIANTS",
    "Preset",
    "book_of",
    "books",
    "create",
    "defaults",
    "find",
    "flags",
    "options_of",
    "other_variants_of",
    "problems",
    "rules_of",
    "slug_of",
    "variants",
]
