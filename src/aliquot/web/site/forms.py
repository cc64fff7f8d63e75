"""What a browser sends when a form is submitted without a line of JavaScript."""

from email import message_from_bytes, policy
from urllib.parse import parse_qs

from fastapi import Request

from aliquot.core.errors import InvalidParameter


async def fields(request: Request) -> dict[str, bytes]:
    """The fields of a form that was sent, files included; what was left empty is missing.

    Raises:
        InvalidParameter: It is no form.
    """
    kind = request.headers.get("content-type", "")
    body = await request.body()
    if kind.startswith("application/x-www-form-urlencoded"):
        try:
            found = parse_qs(body.decode("ascii"), max_num_fields=20)
            return {name: values[0].encode() for name, values in found.items()}
        except ValueError:
            raise InvalidParameter("The form cannot be read.") from None
    if not kind.startswith("multipart/form-data"):
        raise InvalidParameter("A form is expected here.")
    head = f"Content-Type: {kind}\r\n\r\n".encode("latin-1", "replace")
    whole = message_from_bytes(head + body, policy=policy.HTTP)
    parts: dict[str, bytes] = {}
    for part in whole.iter_parts() if whole.is_multipart() else ():
        name, content = part.get_param("name", header="content-disposition"), part.get_payload(decode=True)
        if isinstance(name, str) and isinstance(content, bytes) and content.strip():
            parts.setdefault(name, content)
    return parts
