"""Names resolve through one table, late.

A table maps a name to an import path and to the options that make up the name;
installed packages add to it through entry points. Nothing is imported until its name
is used.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from tarjih.errors import UnknownName


@dataclass(frozen=True)
class Entry:
    """One name: `module:attribute` to call with `options`, and a line about it."""

    target: str
    summary: str
    options: Mapping[str, Any] = field(default_factory=dict)

    def load(self) -> Any:
        """Import what the entry names."""
        module, _, attribute = self.target.partition(":")
        return getattr(import_module(module), attribute)


@dataclass(frozen=True)
class Registry:
    """The entries of one kind, ours and those of the entry-point group."""

    kind: str
    group: str
    built_in: Mapping[str, Entry]

    @cached_property
    def entries(self) -> dict[str, Entry]:
        """All entries by name; a built-in name cannot be taken over."""
        outside = {
            point.name.lower(): Entry(point.value, f"from {_package(point)}")
            for point in entry_points(group=self.group)
        }
        return {**outside, **self.built_in}

    def entry(self, name: str) -> Entry:
        """Return the entry of a name, in any letter case."""
        # the installed packages are searched only for a name that is not ours
        found = self.built_in.get(name.lower()) or self.entries.get(name.lower())
        if found is None:
            raise UnknownName(self.kind, name, self.entries)
        return found

    def create(self, name: str, **options: Any) -> Any:
        """Make what a name stands for; `options` go over those of the name."""
        entry = self.entry(name)
        return entry.load()(**{**entry.options, **options})


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist else point.value
