"""Files of embeddings: which format one has, and what reads it."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from tarjih.embeddings.binary import is_binary, read_binary
from tarjih.embeddings.intake import DUPLICATES
from tarjih.embeddings.numpy_files import read_numpy
from tarjih.embeddings.own import read_own
from tarjih.embeddings.stream import Report, Stream, bare, open_stream
from tarjih.embeddings.table import Embeddings
from tarjih.embeddings.text import HEADER, read_text
from tarjih.embeddings.wink import read_wink
from tarjih.errors import UnknownName
from tarjih.text.decode import check_encoding

_NAMED = 8  # bytes that say how long the header of a safetensors file is


class Reader(Protocol):
    """Reads a format; what it does not need it ignores."""

    def __call__(
        self, stream: Stream, name: str, *, encoding: str, duplicates: str
    ) -> Embeddings:
        """Read all of it."""


def read(
    path: str,
    *,
    encoding: str = "utf-8",
    duplicates: str = "refuse",
    report: Report | None = None,
) -> Embeddings:
    """Read a file of any format, plain or packed, that its content tells."""
    check_encoding(encoding)
    if duplicates not in DUPLICATES:
        raise UnknownName("policy for duplicates", duplicates, DUPLICATES)
    stream = open_stream(path, report)
    read_it = READERS[format_of(stream.head)]
    name = Path(bare(stream.name)).stem
    return read_it(stream, name, encoding=encoding, duplicates=duplicates)


def format_of(head: bytes) -> str:
    """The format that a file has which begins like this."""
    if head.startswith(b"\x93NUMPY"):
        return "numpy"
    if head[_NAMED:].startswith(b'{"') and head[_NAMED - 1] == 0:
        return "safetensors"
    if head.startswith(b'{"'):
        return "wink"
    first = head.partition(b"\n")[0].decode("ascii", "replace")
    binary = HEADER.fullmatch(first) is not None and is_binary(head)
    return "binary" if binary else "text"


def _read_own(
    stream: Stream, name: str, *, encoding: str, duplicates: str
) -> Embeddings:
    """Map a file; one that is packed is unpacked first."""
    if stream.path != "-" and _starts_with(stream.path, stream.head[:_NAMED]):
        return read_own(stream.path)
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        path = Path(folder) / Path(bare(stream.name)).name
        with path.open("wb") as file:
            file.writelines(stream.blocks())
        return read_own(path)


def _starts_with(path: str, head: bytes) -> bool:
    with Path(path).open("rb") as file:
        return file.read(len(head)) == head


READERS: dict[str, Reader] = {
    "text": read_text,
    "binary": read_binary,
    "numpy": read_numpy,
    "wink": read_wink,
    "safetensors": _read_own,
}
