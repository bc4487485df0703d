"""The errors that tarjih raises.

    TarjihError
    ├── UsageError        the call is wrong: an unknown name, a bad option
    │   ├── UnknownName
    │   └── MissingExtra
    └── DataError         the data are wrong: a file, a line, a length

Library code raises these; only `tarjih.cli` turns them into exit codes (2 and 1).
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class TarjihError(Exception):
    """Anything a caller can get wrong; the message says what to do."""


class UsageError(TarjihError):
    """The call itself is wrong."""


class UnknownName(UsageError):
    """A metric, tokenizer or option that does not exist."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        names = sorted(known)
        near = get_close_matches(name.lower(), names, n=1, cutoff=0.5)
        hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(names)}"
        super().__init__(f"unknown {kind} {name!r}; {hint}")


class MissingExtra(UsageError):
    """A feature whose optional dependency is not installed."""

    def __init__(self, feature: str, extra: str) -> None:
        super().__init__(f"{feature} needs: pip install 'tarjih[{extra}]'")


class DataError(TarjihError):
    """The data are wrong; the message names the file and the line where known."""

    def __init__(
        self, problem: str, *, path: str | None = None, line: int | None = None
    ) -> None:
        place = "" if path is None else f"{path}: "
        if path is not None and line is not None:
            place = f"{path}:{line}: "
        super().__init__(f"{place}{problem}")
