"""A file's bytes, unpacked: enough of it to know the format, then the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain

from tarjih.errors import DataError
from tarjih.text.source import display_name, read_blocks

Report = Callable[[int], None]
"""Hears how many bytes have been read."""

_HEAD = 1 << 16
_PACKED = (".gz", ".bz2", ".xz", ".zst")


@dataclass(frozen=True)
class Stream:
    """An open file; its content can be taken once."""

    path: str
    head: bytes
    rest: Iterator[bytes]

    @property
    def name(self) -> str:
        """What messages call the file."""
        return display_name(self.path)

    def blocks(self) -> Iterator[bytes]:
        """Yield the content in bounded pieces, cut anywhere."""
        return chain([self.head], self.rest)

    def error(self, problem: str, *, line: int | None = None) -> DataError:
        """Return the error to raise about this file."""
        return DataError(problem, path=self.name, line=line)


def open_stream(path: str, report: Report | None = None) -> Stream:
    """Open `path` (`-`: standard input), which must not be empty."""
    rest = _watched(read_blocks(path), report)
    head = b""
    while len(head) < _HEAD and (block := next(rest, b"")):
        head += block
    if not head:
        raise DataError("is empty", path=display_name(path))
    return Stream(path, head, rest)


def bare(name: str) -> str:
    """The name of a file without the ending that says how it is packed."""
    return next((name.removesuffix(e) for e in _PACKED if name.endswith(e)), name)


def _watched(blocks: Iterator[bytes], report: Report | None) -> Iterator[bytes]:
    done = 0
    for block in blocks:
        done += len(block)
        if report:
            report(done)
        yield block
