"""Stand-ins for the parts of pydantic and msgspec that the routes use: models of what is sent, and JSON.

The libraries are compiled and take 2 MB of download. Here every sender is our own page, so that checking types, lengths
and choices is enough. A test compares the answers of the routes with those of the server.
"""

import json
import re
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

_REQUIRED = object()


class ValidationError(ValueError):
    """A value that does not fit its type."""

    def __init__(self, place: tuple[str, ...], problem: str) -> None:
        """Hold where the value is, and what is wrong with it."""
        super().__init__(problem)
        self._errors = [{"loc": place, "msg": problem}]

    def errors(self, **_: Any) -> list[dict[str, Any]]:
        """Return the one problem, in pydantic's form."""
        return self._errors


class FieldInfo:
    """The default of a field or parameter and the limits of its values."""

    def __init__(self, default: Any = _REQUIRED, **limits: Any) -> None:
        """Hold them; a description is not needed."""
        self.default, self.limits = default, limits


def check(value: Any, kind: Any, place: tuple[str, ...]) -> Any:
    """Return a value of JSON as a value of a type.

    Raises:
        ValidationError: It does not fit.
    """
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        value = check(value, arguments[0], place)
        for limit in arguments[1:]:
            _check_limits(value, getattr(limit, "limits", {}), place)
        return value
    if origin in (Union, UnionType):
        return _check_union(value, arguments, place)
    if origin is Literal:
        return _require(value in arguments, value, f"Input should be {' or '.join(map(repr, arguments))}", place)
    if origin is list:
        _require(isinstance(value, list), value, "Input should be a valid list", place)
        return [check(item, arguments[0], (*place, str(index))) for index, item in enumerate(value)]
    if kind is NoneType:
        return _require(value is None, value, "Input should be null", place)
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return kind(**_require(isinstance(value, dict), value, "Input should be an object", place))
    if kind in (str, int, bool, float):
        right = type(value) is kind or (kind is float and type(value) is int)
        return _require(right, value, f"Input should be a valid {kind.__name__}", place)
    return value


def _check_union(value: Any, kinds: tuple[Any, ...], place: tuple[str, ...]) -> Any:
    for kind in kinds:
        try:
            return check(value, kind, place)
        except ValidationError as error:
            problem = error
    raise problem


def _require(holds: bool, value: Any, problem: str, place: tuple[str, ...]) -> Any:
    if not holds:
        raise ValidationError(place, problem)
    return value


def _check_limits(value: Any, limits: dict[str, Any], place: tuple[str, ...]) -> None:
    if value is None:
        return
    tests: dict[str, Callable[[Any], bool]] = {
        "max_length": lambda most: len(value) <= most,
        "min_length": lambda least: len(value) >= least,
        "ge": lambda least: value >= least,
        "le": lambda most: value <= most,
        "lt": lambda bound: value < bound,
        "pattern": lambda pattern: re.search(pattern, value) is not None,
    }
    for name, limit in limits.items():
        if name in tests and limit is not None and not tests[name](limit):
            raise ValidationError(place, f"Input should have {name} {limit}")


class BaseModel:
    """A message from outside: its fields are the class's annotations."""

    def __init__(self, **values: Any) -> None:
        """Check the values and set them as attributes."""
        hints = _hints(type(self))
        if unknown := [name for name in values if name not in hints]:
            raise ValidationError((unknown[0],), "Extra inputs are not permitted")
        for name, kind in hints.items():
            attribute = getattr(type(self), name, _REQUIRED)
            info = attribute if isinstance(attribute, FieldInfo) else FieldInfo(attribute)
            if name in values:
                value = check(values[name], kind, (name,))
                _check_limits(value, info.limits, (name,))
            else:
                value = _require(info.default is not _REQUIRED, info.default, "Field required", (name,))
            setattr(self, name, list(value) if isinstance(value, list) else value)


def _hints(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind, include_extras=True)
    hints.pop("model_config", None)
    return hints


class TypeAdapter:
    """Reads one of several models, told apart by their field `type`."""

    def __class_getitem__(cls, _kind: Any) -> type["TypeAdapter"]:
        return cls

    def __init__(self, kind: Any, **_: Any) -> None:
        """Hold the models."""
        inner = get_args(kind)[0] if get_origin(kind) is Annotated else kind
        self._models = get_args(inner)

    def validate_json(self, text: str) -> Any:
        """Return the message in a text.

        Raises:
            ValidationError: It is none.
        """
        try:
            values = json.loads(text)
        except ValueError:
            raise ValidationError((), "Invalid JSON") from None
        for model in self._models:
            if isinstance(values, dict) and values.get("type") in get_args(_hints(model)["type"]):
                return model(**values)
        raise ValidationError(("type",), "Input should be a known type")


# --- JSON, as msgspec does it ---------------------------------------------------------------------------


class Raw(bytes):
    """JSON that is already encoded."""


def encode(value: Any) -> bytes:
    """Return a value as JSON: dataclasses and models as objects, `Raw` as it is."""
    return _text(value).encode()


def _text(value: Any) -> str:
    if isinstance(value, Raw):
        return value.decode()
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(str(key))}:{_text(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple | set | frozenset):
        return "[" + ",".join(map(_text, value)) + "]"
    if is_dataclass(value) and not isinstance(value, type):
        return _text({field.name: getattr(value, field.name) for field in fields(value)})
    if isinstance(value, BaseModel):
        return _text(vars(value))
    return json.dumps(getattr(value, "value", value), ensure_ascii=False)


def decode(text: str | bytes, type: Any = None) -> Any:  # noqa: A002
    """Return the value in a JSON text, as a dataclass if one is named.

    Raises:
        ValidationError: The text is no JSON, or has other fields.
    """
    try:
        value = json.loads(text)
        return value if type is None else type(**{name: _frozen(item) for name, item in value.items()})
    except (ValueError, TypeError, AttributeError) as error:
        raise ValidationError((), str(error)) from None


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


class Encoder:
    """Encodes values as JSON."""

    encode = staticmethod(encode)


class Struct:
    """A message of which some fields are read."""

    id: str = ""


class Decoder:
    """Reads the fields of a struct."""

    def __init__(self, kind: Any) -> None:
        """Hold the struct."""
        self._kind = kind

    def decode(self, text: str) -> Any:
        """Return the struct in a text; fields that do not fit are left out.

        Raises:
            ValidationError: The text is no JSON.
        """
        struct = self._kind()
        value = decode(text)
        for name, kind in get_type_hints(self._kind, include_extras=True).items():
            if isinstance(value, dict) and name in value:
                setattr(struct, name, check(value[name], kind, (name,)))
        return struct


__all__ = ["BaseModel", "Decoder", "Encoder", "FieldInfo", "Raw", "Struct", "TypeAdapter", "ValidationError", "check"]
