"""Stand-ins for the parts of FastAPI and Starlette that the routes use: routers, parameters, requests, responses.

The routes of the server run on them unchanged. FastAPI with what it needs takes 3 MB of download and two seconds to
import in a browser.
"""

import inspect
import json
import re
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import asynccontextmanager
from http.cookies import SimpleCookie
from types import SimpleNamespace
from typing import Annotated, Any, get_args, get_origin
from urllib.parse import parse_qsl, unquote

from aliquot.web.worker.models import BaseModel, FieldInfo, ValidationError, check, encode

_EMPTY = inspect.Parameter.empty


class Headers(MutableMapping[str, str]):
    """Headers, with names in lower case; only cookies come more than once."""

    def __init__(self, headers: dict[str, str] | None = None) -> None:
        """Start with these."""
        self.raw = [(name.lower().encode(), value.encode("latin-1")) for name, value in (headers or {}).items()]

    def __getitem__(self, name: str) -> str:
        for each, value in self.raw:
            if each == name.lower().encode():
                return value.decode("latin-1")
        raise KeyError(name)

    def __setitem__(self, name: str, value: str) -> None:
        self.raw[:] = [pair for pair in self.raw if pair[0] != name.lower().encode()]
        self.raw.append((name.lower().encode(), value.encode("latin-1")))

    def __delitem__(self, name: str) -> None:
        self.raw[:] = [pair for pair in self.raw if pair[0] != name.lower().encode()]

    def __iter__(self) -> Iterator[str]:
        return iter([name.decode() for name, _ in self.raw])

    def __len__(self) -> int:
        return len(self.raw)


class Response:
    """An answer."""

    media_type: str | None = None

    def __init__(
        self,
        content: Any = b"",
        status_code: int = 200,
        headers: dict[str, str] | None = None,
        media_type: str | None = None,
    ) -> None:
        """Hold the answer."""
        self.body = self.render(content)
        self.status_code = status_code
        self.headers = Headers(headers)
        kind = media_type or self.media_type
        if kind is not None and "content-type" not in self.headers:
            self.headers["content-type"] = kind
        self.headers["content-length"] = str(len(self.body))

    @property
    def raw_headers(self) -> list[tuple[bytes, bytes]]:
        """The headers as bytes."""
        return self.headers.raw

    def render(self, content: Any) -> bytes:
        """Return the content as bytes."""
        return content.encode() if isinstance(content, str) else bytes(content)

    def set_cookie(self, name: str, value: str, **_: Any) -> None:
        """Set a cookie. The browser's own copy of the server needs none of its attributes."""
        self.raw_headers.append((b"set-cookie", f"{name}={value}".encode()))


class JSONResponse(Response):
    """An answer in JSON."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """Return the content as JSON."""
        return encode(content)


class PlainTextResponse(Response):
    """An answer in plain text."""

    media_type = "text/plain; charset=utf-8"


class RedirectResponse(Response):
    """An answer that is elsewhere."""

    def __init__(self, url: str, status_code: int = 307) -> None:
        """Hold the address."""
        super().__init__(b"", status_code, {"location": url})


class HTTPException(Exception):
    """A refusal by the framework itself."""

    def __init__(self, status_code: int, detail: str = "") -> None:
        """Hold the status."""
        super().__init__(detail)
        self.status_code = status_code


class RequestValidationError(ValidationError):
    """A request whose parameters do not fit."""


class UploadFile:
    """A file in a form."""

    def __init__(self, content: bytes) -> None:
        """Hold the bytes."""
        self._content = content

    async def read(self) -> bytes:
        """Return the bytes."""
        return self._content


class HTTPConnection:
    """A request, whatever it is for."""

    def __init__(
        self,
        app: "FastAPI",
        method: str,
        target: str,
        headers: dict[str, str],
        body: bytes,
        form: list[tuple[str, Any]],
    ) -> None:
        """Hold the request; the fields of a form come apart from the body."""
        path, _, query = target.partition("?")
        self.app, self.method, self._body, self._form = app, method, body, form
        self.headers, self.cookies = Headers(headers), {}
        self.cookies = {name: morsel.value for name, morsel in SimpleCookie(headers.get("cookie", "")).items()}
        self.query_params = dict(parse_qsl(query, keep_blank_values=True))
        self.url = SimpleNamespace(path=unquote(path))
        self.client = SimpleNamespace(host="browser")
        self.scope: dict[str, Any] = {"scheme": "http", "extensions": {}}
        self.path_params: dict[str, str] = {}

    async def body(self) -> bytes:
        """Return the body."""
        return self._body

    async def receive(self) -> dict[str, Any]:
        """Wait for the end of the connection, which never comes: the page and its server end together."""
        import asyncio

        await asyncio.get_running_loop().create_future()
        return {"type": "http.disconnect"}

    @asynccontextmanager
    async def form(self, **_: Any) -> Any:
        """Return the fields of the form that was sent."""
        items = [(name, UploadFile(value) if isinstance(value, bytes) else value) for name, value in self._form]
        yield SimpleNamespace(multi_items=lambda: items)


class Depends:
    """A parameter that a function works out."""

    def __init__(self, function: Callable[..., Any] | None = None) -> None:
        """Hold the function; without one the class of the parameter."""
        self.function = function


class Query(FieldInfo):
    """A parameter from the query."""


class Path(FieldInfo):
    """A parameter from the path."""


class Header(FieldInfo):
    """A parameter from a header."""


class Body(FieldInfo):
    """A parameter from the body."""


class Route:
    """A path and the function that answers it."""

    def __init__(
        self, method: str, path: str, function: Callable[..., Any], status: int, dependencies: list[Depends]
    ) -> None:
        """Compile the path."""
        pattern = re.sub(r"\{(\w+):path\}", r"(?P<\1>.+)", path)
        pattern = re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", pattern)
        self.method, self.path, self.pattern, self.function = method, path, re.compile(pattern), function
        self.status, self.dependencies = status, dependencies


class APIRouter:
    """A collection of routes."""

    def __init__(self, prefix: str = "", dependencies: list[Depends] | None = None, **_: Any) -> None:
        """Start empty."""
        self.prefix, self.dependencies = prefix, dependencies or []
        self.routes: list[Route] = []

    def _add(self, method: str, path: str, options: dict[str, Any]) -> Callable[[Any], Any]:
        needed = [*self.dependencies, *options.get("dependencies", ())]

        def register(function: Any) -> Any:
            self.routes.append(Route(method, self.prefix + path, function, options.get("status_code", 200), needed))
            return function

        return register

    def get(self, path: str, **options: Any) -> Callable[[Any], Any]:
        """Answer GET."""
        return self._add("GET", path, options)

    def post(self, path: str, **options: Any) -> Callable[[Any], Any]:
        """Answer POST."""
        return self._add("POST", path, options)

    def put(self, path: str, **options: Any) -> Callable[[Any], Any]:
        """Answer PUT."""
        return self._add("PUT", path, options)

    def delete(self, path: str, **options: Any) -> Callable[[Any], Any]:
        """Answer DELETE."""
        return self._add("DELETE", path, options)

    def websocket(self, _path: str) -> Callable[[Any], Any]:
        """Leave a socket out: a page in the browser is connected directly."""
        return lambda function: function


class FastAPI(APIRouter):
    """The application: it finds the route of a request and answers it."""

    def __init__(self, **_: Any) -> None:
        """Start without routes."""
        super().__init__()
        self.state = SimpleNamespace()
        self._handlers: dict[type[Exception], Callable[..., Any]] = {}

    def include_router(self, router: APIRouter, **_: Any) -> None:
        """Add the routes of a router."""
        self.routes += router.routes

    def exception_handler(self, kind: type[Exception]) -> Callable[[Any], Any]:
        """Answer errors of a kind with a function."""

        def register(function: Any) -> Any:
            self._handlers[kind] = function
            return function

        return register

    async def respond(self, request: HTTPConnection) -> Response:
        """Return the answer to a request."""
        try:
            return await self._respond(request)
        except Exception as error:
            for kind, handler in self._handlers.items():
                if isinstance(error, kind):
                    answer: Response = await handler(request, error)
                    return answer
            raise

    async def _respond(self, request: HTTPConnection) -> Response:
        status = 404
        for route in self.routes:
            if matched := route.pattern.fullmatch(request.url.path):
                if route.method == request.method:
                    request.path_params = matched.groupdict()
                    return await self._run(route, request)
                status = 405
        raise HTTPException(status)

    async def _run(self, route: Route, request: HTTPConnection) -> Response:
        response, cache = Response(), dict[Any, Any]()
        for dependency in route.dependencies:
            await _call(dependency.function, request, response, cache)
        answer = await _call(route.function, request, response, cache)
        if isinstance(answer, Response):
            return answer
        made = Response(encode(answer), route.status, None, "application/json")
        made.raw_headers.extend(pair for pair in response.raw_headers if pair[0] not in (b"content-length",))
        return made


async def _call(function: Any, request: HTTPConnection, response: Response, cache: dict[Any, Any]) -> Any:
    """Call a route or what it depends on, with every parameter worked out; each dependency once."""
    if function in cache:
        return cache[function]
    values = {}
    for name, parameter in inspect.signature(function, eval_str=True).parameters.items():
        values[name] = await _value(name, parameter, request, response, cache)
    result = function(**values)
    cache[function] = result = await result if inspect.isawaitable(result) else result
    return result


async def _value(
    name: str, parameter: inspect.Parameter, request: HTTPConnection, response: Response, cache: dict[Any, Any]
) -> Any:
    kind: Any = parameter.annotation
    marks: tuple[Any, ...] = ()
    if get_origin(kind) is Annotated:
        kind, marks = get_args(kind)[0], get_args(kind)[1:]
    if isinstance(kind, type) and issubclass(kind, HTTPConnection):
        return request
    if kind is Response:
        return response
    mark: Depends | FieldInfo | None = next((each for each in marks if isinstance(each, Depends | FieldInfo)), None)
    if isinstance(mark, Depends):
        return await _call(mark.function or kind, request, response, cache)
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return _body(kind, await request.body())
    source, values = ("path", request.path_params) if name in request.path_params else ("query", request.query_params)
    if isinstance(mark, Header):
        source, values, name = "header", dict(request.headers), name.replace("_", "-")
    if name not in values:
        if parameter.default is _EMPTY:
            raise RequestValidationError((source, name), "Field required")
        return parameter.default
    return _convert(values[name], kind, mark, (source, name))


def _body(kind: type[BaseModel], body: bytes) -> BaseModel:
    try:
        return kind(**json.loads(body))
    except ValidationError as error:
        problem = error.errors()[0]
        raise RequestValidationError(("body", *problem["loc"]), problem["msg"]) from None
    except (ValueError, TypeError):
        raise RequestValidationError(("body",), "JSON decode error") from None


def _convert(text: str, kind: Any, mark: FieldInfo | None, place: tuple[str, ...]) -> Any:
    """Return the text of a parameter as a value of its type."""
    kinds = get_args(kind) or (kind,)
    value: Any = text
    try:
        if bool in kinds:
            value = {"true": True, "1": True, "on": True, "false": False, "0": False, "off": False}[text.lower()]
        elif int in kinds:
            value = int(text)
        elif float in kinds:
            value = float(text)
        return check(value, Annotated[kind, mark], place)
    except (KeyError, ValueError) as error:
        problem = error.errors()[0]["msg"] if isinstance(error, ValidationError) else "Input should be valid"
        raise RequestValidationError(place, problem) from None
