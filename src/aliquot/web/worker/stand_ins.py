"""Modules that take the place of libraries in the browser, so that the server's routes can be imported unchanged.

Those that the routes use there are in `framework` and `models`. The others (the database, metrics, sockets, pictures)
are only imported: nothing calls them in the browser, and whatever is taken from them is empty.
"""

import asyncio
import sys
import typing
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from aliquot.web.worker import framework, models

_ABSENT = ("filelock", "httptools", "prometheus_client", "psycopg", "segno", "sqlalchemy", "uvicorn", "uvloop")
"""Packages of the server that nothing uses in a browser."""


class Absent:
    """Anything of a package that is not here: it can be called, extended and asked for more, and does nothing."""

    def __call__(self, *_: Any, **__: Any) -> "Absent":
        return self

    def __getattr__(self, name: str) -> "Absent":
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __mro_entries__(self, _bases: tuple[Any, ...]) -> tuple[type, ...]:
        return ()

    def __eq__(self, _other: object) -> bool:
        return False

    __hash__ = None  # type: ignore[assignment]


for _name in ("or", "and", "invert", "lt", "le", "gt", "ge", "add", "neg", "getitem", "ror", "enter", "exit"):
    setattr(Absent, f"__{_name}__", lambda self, *_: self)


class _AbsentModule(ModuleType):
    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.__path__ = []

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        # A class is expected where something is caught or extended.
        return type(name, (Exception,), {}) if name.endswith("Error") else Absent()


class _Finder(MetaPathFinder, Loader):
    """Finds the packages that are not here."""

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        return ModuleSpec(fullname, self) if fullname.partition(".")[0] in _ABSENT else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _AbsentModule(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Leave the module empty."""


def _module(name: str, **contents: Any) -> ModuleType:
    module = ModuleType(name)
    vars(module).update(contents)
    sys.modules[name] = module
    parent, _, child = name.rpartition(".")
    if parent:
        setattr(sys.modules[parent], child, module)
    return module


class _Frame:
    """A frame of a WebSocket, which is its content: there is no network to send it over."""

    def __init__(self, _opcode: Any, data: bytes) -> None:
        self._data = data

    def serialize(self, *, mask: bool) -> bytes:
        """Return the content."""
        return self._data


def _config(**options: Any) -> dict[str, Any]:
    return options


def install() -> None:
    """Put the stand-ins in place. Call it once, before the first import of a route."""
    sys.meta_path.insert(0, _Finder())
    Request, Field = framework.HTTPConnection, models.FieldInfo  # noqa: N806
    shared = {"Request": Request, "Response": framework.Response, "WebSocket": Request}
    _module(
        "fastapi",
        FastAPI=framework.FastAPI,
        APIRouter=framework.APIRouter,
        Depends=framework.Depends,
        Query=framework.Query,
        Path=framework.Path,
        Header=framework.Header,
        Body=framework.Body,
        UploadFile=framework.UploadFile,
        HTTPException=framework.HTTPException,
        **shared,
    )
    responses = {
        "JSONResponse": framework.JSONResponse,
        "PlainTextResponse": framework.PlainTextResponse,
        "RedirectResponse": framework.RedirectResponse,
        "Response": framework.Response,
    }
    _module("fastapi.responses", **responses)
    _module("fastapi.exceptions", RequestValidationError=framework.RequestValidationError)
    _module("starlette")
    _module("starlette.responses", **responses)
    _module("starlette.requests", HTTPConnection=Request, Request=Request)
    _module("starlette.datastructures", UploadFile=framework.UploadFile)
    _module("starlette.exceptions", HTTPException=framework.HTTPException)
    _module("starlette.types", Receive=Any, Scope=Any, Send=Any, ASGIApp=Any, Message=Any)
    _module(
        "pydantic",
        BaseModel=models.BaseModel,
        ConfigDict=_config,
        Field=Field,
        TypeAdapter=models.TypeAdapter,
        ValidationError=models.ValidationError,
    )
    _module("msgspec", Raw=models.Raw, Struct=models.Struct, Meta=Field, MsgspecError=models.ValidationError)
    _module("msgspec.json", Encoder=models.Encoder, Decoder=models.Decoder, encode=models.encode, decode=models.decode)
    _module("typing_extensions", **vars(typing))
    _module("websockets")
    _module("websockets.frames", Frame=_Frame, Opcode=Absent(), CloseCode=Absent())
    _module("websockets.protocol", Protocol=Absent(), Side=Absent(), State=Absent())
    if sys.platform == "emscripten":  # Browsers have no threads for Python.
        asyncio.to_thread = _run_inline  # type: ignore[assignment]


async def _run_inline(function: Any, *arguments: Any, **options: Any) -> Any:
    return function(*arguments, **options)
