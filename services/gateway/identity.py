"""Who asks. Until there is authentication a tenant is what a header says, and only this machine is listened to."""

import ipaddress
import re
from urllib.parse import urlsplit

from fastapi import Header, Request
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Send
from starlette.types import Scope as AsgiScope

from services.core.domain.question import Scope
from services.core.errors import BadInput, Refused
from services.gateway import problems
from services.gateway.settings import Settings

# As in sextant.common.v1.Scope.
_TENANT = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")


def check_address(host: str) -> None:
    """Raise Refused for an address that others can reach."""
    if not is_loopback(host):
        raise Refused(
            f"{host} can be reached from other machines, and there is no authentication yet. "
            "Listen on 127.0.0.1 (SEXTANT_GATEWAY_HOST) and put an authenticating gateway before it.",
            host=host,
        )


def is_loopback(host: str) -> bool:
    """Whether a host name or address is this machine's own."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


async def identity(
    request: Request,
    x_sextant_tenant: str = Header(
        "", description="Tenant: 1 to 64 of a-z, 0-9, '.', '_', '-'. The default tenant when left out."
    ),
) -> Scope:
    """The scope of a request. Raises BadInput for a name that is none."""
    settings: Settings = request.app.state.parts.settings
    tenant = x_sextant_tenant or settings.gateway_default_tenant
    if not _TENANT.fullmatch(tenant):
        raise BadInput(
            "X-Sextant-Tenant: a tenant's name has 1 to 64 of a-z, 0-9, '.', '_', '-'.", field="X-Sextant-Tenant"
        )
    return Scope(tenant)


class OwnMachineOnly:
    """Refuses requests that a web page of another site makes a browser send here.

    A name of another site that points at 127.0.0.1 (DNS rebinding) is told by Host, a cross-site form or fetch by
    Origin: https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Origin.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: AsgiScope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] == "http":
            headers = Headers(scope=scope)
            foreign = _foreign(headers)
            if foreign:
                refusal = problems.of_error(Refused(f"{foreign} Requests of other sites are refused.", header=foreign))
                await problems.response(refusal, scope["path"])(scope, receive, send)
                return
        await self._app(scope, receive, send)


def _foreign(headers: Headers) -> str:
    if not is_loopback(_host_of(f"//{headers.get('host', '')}")):
        return "The Host header names another machine."
    origin = headers.get("origin")
    if origin is not None and not is_loopback(_host_of(origin)):
        return "The Origin header names another site."
    return ""


def _host_of(address: str) -> str:
    """The host of an address; "" for what is none, such as "http://[::1"."""
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""
