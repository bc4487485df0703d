"""A file as text: its chunks, its lines, and errors that name it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from tarjih.errors import DataError
from tarjih.text.decode import decode
from tarjih.text.source import display_name, read_blocks

_HEAD = 1 << 16


@dataclass(frozen=True)
class Text:
    """An open file; its text can be taken once."""

    name: str
    head: str  # all of a small file, and enough of a large one to know its format
    rest: Iterator[str]

    def chunks(self) -> Iterator[str]:
        """Yield the text in bounded pieces, cut anywhere."""
        return chain([self.head], self.rest)

    def lines(self) -> Iterator[str]:
        r"""Yield the lines: they end at \n or \r\n, and at nothing else."""
        return chain.from_iterable(self._whole_lines())

    def _whole_lines(self) -> Iterator[list[str]]:
        """Yield the lines that end in each piece, and at last what has no end."""
        begun: list[str] = []
        for chunk in self.chunks():
            end = chunk.rfind("\n") + 1
            if end:
                whole = "".join((*begun, chunk[:end]))
                if "\r" in whole:  # one character is found sooner than two
                    whole = whole.replace("\r\n", "\n")
                yield whole[:-1].split("\n")
                begun.clear()
            begun.append(chunk[end:])
        if last := "".join(begun):
            yield [last]

    def error(self, problem: str, *, line: int | None = None) -> DataError:
        """Return the error to raise about this file."""
        return DataError(problem, path=self.name, line=line)


def open_text(path: str, encoding: str) -> Text:
    """Open `path` (`-`: standard input), which must not be empty."""
    name = display_name(path)
    rest = decode(read_blocks(path), name, encoding)
    head = _head(rest)
    if not head:
        raise DataError("is empty", path=name)
    return Text(name, head, rest)


def _head(chunks: Iterator[str]) -> str:
    head = ""
    while len(head) < _HEAD and (chunk := next(chunks, "")):
        head += chunk
    return head
