"""What hands our docstrings to mkdocstrings as Markdown."""

import griffe

from website.docstrings import markdown


class Markdown(griffe.Extension):
    """Rewrites each docstring once everything has been read."""

    def on_object(self, *, obj: griffe.Object, **_: object) -> None:
        """Called for everything that may have a docstring."""
        if obj.docstring:
            obj.docstring.value = markdown(obj.docstring.value)
