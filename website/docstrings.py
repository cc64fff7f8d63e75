"""Docstrings as Markdown, for the reference.

Ours are written to be read as they are, in an editor: an example stands among the sentences, the parts of a rule book
are indented below their names, and a page of the docs is named by its file.
"""

import re

_EXAMPLE = re.compile(r"^(?P<indent> *)>>> .*\n?(?:(?P=indent)\S.*\n?)*", re.M)
_PART = re.compile(r"^(?P<name>[A-Z][\w ]+)\n(?P<text>(?: {4}.*\n?|\n(?= {4}))+)", re.M)
_PAGE = re.compile(r"`{0,2}\bdocs/([\w/-]+)\.md\b`{0,2}")


def markdown(docstring: str) -> str:
    """Return a docstring with its examples fenced, parts such as *Rules* in bold, and pages linked."""
    text = _EXAMPLE.sub(_fence, docstring)
    text = _PART.sub(lambda found: f"**{found['name']}.** " + re.sub(r"^ {4}", "", found["text"], flags=re.M), text)
    return _PAGE.sub(r"[\1](../\1.md)", text)


def _fence(found: re.Match[str]) -> str:
    indent = found["indent"]
    return f"{indent}```pycon\n{found[0].rstrip()}\n{indent}```\n"
