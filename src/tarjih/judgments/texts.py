"""The texts that were judged, read when they are first asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from tarjih.errors import DataError, UnknownName
from tarjih.text import Value

TextKey: TypeAlias = "tuple[str, str]"
"""A test set and a language pair."""

REFERENCE = "_ref"  # WMT's name of the reference where it was judged as a system
_REFERENCE = re.compile(r"_ref|ref[-.]?([A-Z])")  # and those of later years


def is_reference(system: str) -> bool:
    """Whether a "system" is a human: `_ref`, `ref-A`, `ref.A` or `refA`."""
    return _REFERENCE.fullmatch(system) is not None


class Stream:
    """One value a segment, from a column or a list; read once."""

    def __init__(self, values: Iterable[Value], name: str = "") -> None:
        self._values = values
        self.name = name or getattr(values, "name", "")

    @cached_property
    def values(self) -> list[Value]:
        """All values; the first is segment 1."""
        return list(self._values)

    def __len__(self) -> int:
        return len(self.values)

    def same_as(self, other: Stream) -> bool:
        """Whether both are of one file, or hold the same."""
        return self._values == other._values or self.values == other.values

    def at(self, segment: int) -> Value:
        """Return the value of a segment, counted from 1."""
        if not 1 <= segment <= len(self):
            raise DataError(
                f"{self.name} ends after segment {len(self):,}: there is no {segment:,}"
            )
        return self.values[segment - 1]


@dataclass(frozen=True)
class Texts:
    """The texts of one test set and language pair; streams by name."""

    references: Mapping[str, Stream]
    systems: Mapping[str, Stream]
    source: Stream | None = None
    docs: Stream | None = None

    def __len__(self) -> int:
        """The number of segments."""
        streams = [*self.references.values(), *self.systems.values()]
        return len(streams[0]) if streams else 0

    def reference(self, segment: int, name: str | None = None) -> list[str]:
        """Return the references of a segment, or only that of one stream."""
        if name is not None and name not in self.references:
            raise UnknownName("reference", name, self.references)
        streams = self.references.values() if name is None else [self.references[name]]
        found = [text for stream in streams for text in _texts(stream.at(segment))]
        if not found:
            raise DataError(f"segment {segment:,} has no reference")
        return found

    def hypothesis(self, system: str, segment: int) -> str:
        """Return what a system made of a segment.

        A reference may be a system: `_ref` is the first one, `ref-A` that of the name.
        """
        stream = self._stream(system)
        for text in _texts(stream.at(segment)):
            return text
        raise DataError(f"{stream.name or system}: segment {segment:,} is missing")

    def source_text(self, segment: int) -> str:
        """Return the source of a segment; empty where there is none."""
        found = _texts(self.source.at(segment)) if self.source is not None else []
        return found[0] if found else ""

    def joined(self, other: Texts) -> Texts | None:
        """Return the streams of both; None if two of the same name differ."""
        if not (
            _agree(self.references, other.references)
            and _agree(self.systems, other.systems)
        ):
            return None
        return Texts(
            references={**self.references, **other.references},
            systems={**self.systems, **other.systems},
            source=self.source if self.source is not None else other.source,
            docs=self.docs if self.docs is not None else other.docs,
        )

    def knows(self, system: str) -> bool:
        """Whether there are texts of this system, which may be a reference."""
        return system in self.systems or self._judged_reference(system) is not None

    def _stream(self, system: str) -> Stream:
        if system in self.systems:
            return self.systems[system]
        name = self._judged_reference(system)
        if name is None:
            raise UnknownName("system", system, self.systems)
        return self.references[name]

    def _judged_reference(self, system: str) -> str | None:
        """Return the name of the reference that this "system" is."""
        if system == REFERENCE:
            return next(iter(self.references), None)
        found = _REFERENCE.fullmatch(system)
        names = (system, found[1]) if found else ()
        return next((name for name in names if name in self.references), None)


def _agree(one: Mapping[str, Stream], other: Mapping[str, Stream]) -> bool:
    return all(one[name].same_as(other[name]) for name in one.keys() & other.keys())


def _texts(value: Value) -> list[str]:
    if isinstance(value, str):
        return [value]
    return [text for text in value or () if text is not None]
