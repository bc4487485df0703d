"""Bytes become text, block by block; a bad byte is found by its line."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from itertools import chain

from tarjih.errors import DataError, UsageError


def check_encoding(encoding: str) -> None:
    """Refuse a name that Python does not know, or knows as something else."""
    try:
        "".encode(encoding)  # `hex` and `rot13` are codecs, but not of text
    except (LookupError, ValueError) as error:
        raise UsageError(f"unknown encoding {encoding!r}") from error


def decode(blocks: Iterable[bytes], name: str, encoding: str) -> Iterator[str]:
    """Yield the text of the blocks, cut anywhere; a byte order mark is dropped.

    Lines and bytes of the message are exact for every encoding that contains ASCII.
    """
    mark = "\ufeff"
    for chunk in _decoded(blocks, name, encoding):
        if text := chunk.removeprefix(mark):
            yield text
        mark = ""


def _decoded(blocks: Iterable[bytes], name: str, encoding: str) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder(encoding)()
    line, column = 1, 0  # where the block begins
    for block in chain(filter(None, blocks), [b""]):
        try:
            text = decoder.decode(block, final=not block)
        except UnicodeError as error:
            raise _undecodable(error, block, name, line, column) from error
        if text:
            yield text
        line, column = _advance(block, line, column)


def _advance(block: bytes, line: int, column: int) -> tuple[int, int]:
    newlines = block.count(b"\n")
    if not newlines:
        return line, column + len(block)
    return line + newlines, len(block) - block.rindex(b"\n") - 1


def _undecodable(
    error: UnicodeError, block: bytes, name: str, line: int, column: int
) -> DataError:
    if not isinstance(error, UnicodeDecodeError):  # UTF-16 without its mark
        return DataError(f"cannot be decoded: {error}", path=name)
    held_back = len(error.object) - len(block)  # the start of a cut character
    before = error.start - held_back
    line, column = _advance(block[: max(before, 0)], line, column)
    column += min(before, 0)
    byte = error.object[error.start]
    return DataError(
        f"byte {column + 1} of the line (0x{byte:02x}) is not {error.encoding}; "
        "name another encoding with -e",
        path=name,
        line=line,
    )
