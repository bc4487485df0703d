"""A file's bytes, from a path or from standard input (`-`)."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, cast

from tarjih.errors import DataError, UsageError
from tarjih.text.compression import unpack

_STDIN = "-"
_REASONS: dict[type[OSError], str] = {
    FileNotFoundError: "no such file",
    IsADirectoryError: "is a directory",
    PermissionError: "permission denied",
}


def display_name(path: str) -> str:
    """Return what messages call the file."""
    return "<stdin>" if path == _STDIN else path


def read_blocks(path: str) -> Iterator[bytes]:
    """Yield the content of `path`, decompressed, in bounded blocks."""
    with _stdin() if path == _STDIN else _file(path) as raw:
        yield from unpack(raw, display_name(path))


def _file(path: str) -> IO[bytes]:
    try:
        return Path(path).open("rb")
    except ValueError as error:  # a NUL in the name
        raise DataError("no such file", path=path) from error
    except OSError as error:
        reason = _REASONS.get(type(error), f"cannot be opened: {error.strerror}")
        raise DataError(reason, path=path) from error


def _stdin() -> IO[bytes]:
    if sys.stdin is None:
        raise DataError("is closed", path=display_name(_STDIN))
    try:
        # Taken away, so that a second reader finds out instead of reading nothing.
        stream: IO[bytes] = cast("Any", sys.stdin).detach()
    except ValueError as error:
        raise UsageError("standard input ('-') can be read only once") from error
    return stream
