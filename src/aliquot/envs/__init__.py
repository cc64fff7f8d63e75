"""Environments: train and test learners on games whose truth is known exactly. Needs the extra `envs`.

Every game has one encoding, and every framework one adapter, in a module of the framework's name:
`aliquot.envs.pettingzoo`, `aliquot.envs.gymnasium`, `aliquot.envs.openspiel`. Nothing is imported before it is asked
for, and nothing else in the house imports this package.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aliquot.envs.batch import Batch
    from aliquot.envs.encoding import encode
    from aliquot.envs.labels import label
    from aliquot.envs.playouts import play_out

__all__ = ["Batch", "encode", "label", "play_out"]

_HOMES = {"Batch": "batch", "encode": "encoding", "label": "labels", "play_out": "playouts"}


def __getattr__(name: str) -> Any:
    """Finds what the package offers when it is first asked for."""
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return vars(import_module(f"{__name__}.{_HOMES[name]}"))[name]
