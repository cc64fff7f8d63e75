"""Environments to train and test learners on exactly solved games. Needs the extra `envs`.

Every game has one encoding, and every framework one adapter, in a module of its name: `aliquot.envs.pettingzoo`,
`aliquot.envs.gymnasium`, `aliquot.envs.openspiel`. Modules are imported on first use, and no other package imports
this one.
"""

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from aliquot.core.errors import MissingExtra

if TYPE_CHECKING:
    from aliquot.envs.batch import Batch
    from aliquot.envs.encoding import encode
    from aliquot.envs.evaluation import evaluate
    from aliquot.envs.labels import label
    from aliquot.envs.playouts import play_out

if find_spec("numpy") is None or find_spec("gymnasium") is None:
    raise MissingExtra("The environments need", "envs")

__all__ = ["Batch", "encode", "evaluate", "label", "play_out"]

_MODULES = {
    "Batch": "batch",
    "encode": "encoding",
    "evaluate": "evaluation",
    "label": "labels",
    "play_out": "playouts",
}


def __getattr__(name: str) -> Any:
    """Import a public name on first use."""
    from importlib import import_module

    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return vars(import_module(f"{__name__}.{_MODULES[name]}"))[name]
