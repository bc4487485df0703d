"""Optional dependencies are imported here, late, and named when they are missing."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from tarjih.errors import MissingExtra


def require(module: str, *, extra: str, feature: str) -> ModuleType:
    """Import `module`, or say which `pip install` line brings it."""
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingExtra(feature, extra) from error
