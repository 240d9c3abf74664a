"""Who counts as one sender, where there are bounds for each."""

from __future__ import annotations

from ipaddress import IPv6Address, IPv6Network, ip_address

HERE = "this machine"


def household(address: str) -> str:
    """An address, and with IPv6 the network that a home gets; all of loopback is ``HERE``."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    found = getattr(found, "ipv4_mapped", None) or found
    if found.is_loopback:
        return HERE
    return str(IPv6Network((found, 64), strict=False) if isinstance(found, IPv6Address) else found)
