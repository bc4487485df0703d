"""Bytes unpacked by what they hold: gzip, bzip2, xz, zstd, or nothing of these."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import re
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import IO

from tarjih.errors import DataError
from tarjih.text import zstd

_BLOCK = 1 << 18
_LONGEST_MAGIC = 10


def unpack(raw: IO[bytes], name: str) -> Iterator[bytes]:
    """Yield the content of `raw` in bounded blocks; `name` is for messages."""
    form = _PLAIN
    try:
        head = raw.read(_LONGEST_MAGIC)
        form = next((form for form in _PACKED if form.magic.match(head)), _PLAIN)
        yield from form.unpack(io.BufferedReader(_Rewound(head, raw), _BLOCK))
    except (OSError, EOFError, zlib.error, lzma.LZMAError) as error:
        raise DataError(_problem(error, form.name), path=name) from error


def _problem(error: Exception, form: str) -> str:
    if isinstance(error, EOFError):
        return f"truncated {form} data"
    # The decompressors raise OSError without an errno; a failing disk has one.
    if isinstance(error, OSError) and error.errno is not None:
        return f"cannot be read: {error.strerror}"
    return f"corrupt {form} data"


class _Rewound(io.RawIOBase):
    """A stream whose first bytes were looked at and are still to be read."""

    def __init__(self, head: bytes, stream: IO[bytes]) -> None:
        self._head = head
        self._stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        data = self._head or self._stream.read(len(buffer))
        self._head = b""
        buffer[: len(data)] = data
        return len(data)


def _blocks(stream: IO[bytes] | gzip.GzipFile) -> Iterator[bytes]:
    return iter(lambda: stream.read(_BLOCK), b"")


@dataclass(frozen=True)
class _Form:
    name: str
    magic: re.Pattern[bytes]
    unpack: Callable[[IO[bytes]], Iterator[bytes]]


_PLAIN = _Form("plain", re.compile(b""), _blocks)
_PACKED = (
    _Form(
        "gzip",
        re.compile(rb"\x1f\x8b"),
        lambda raw: _blocks(gzip.GzipFile(fileobj=raw)),
    ),
    # "BZh9" may begin a text; the first block's or the end's mark never does.
    _Form(
        "bzip2",
        re.compile(rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)"),
        lambda raw: _blocks(bz2.BZ2File(raw)),
    ),
    _Form(
        "xz",
        re.compile(rb"\xfd7zXZ\x00"),
        lambda raw: _blocks(lzma.LZMAFile(raw)),  # noqa: SIM115  the opener closes
    ),
    # A frame, or a skippable frame as pzstd writes in front.
    _Form(
        "zstd",
        re.compile(rb"\x28\xb5\x2f\xfd|[\x50-\x5f]\x2a\x4d\x18"),
        zstd.read_frames,
    ),
)
