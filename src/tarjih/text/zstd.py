"""Zstandard frames, by Python's own library (3.14) or the extra `zstd`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import IO, Any

from tarjih._extras import require

# A frame unfolds at most some 32,000 times: small pieces bound the memory to 32 MiB.
_PIECE = 1 << 10
_BLOCK = 1 << 18


def read_frames(raw: IO[bytes]) -> Iterator[bytes]:
    """Yield the content of the frames of `raw`; EOFError if the last one is cut.

    The stream reader of `zstandard` 0.25 passes over a cut silently, hence the loop.
    """
    new_frame, corrupt = _library()
    frame = new_frame()
    try:
        while piece := raw.read(_PIECE):
            while piece:
                frame = new_frame() if frame.eof else frame
                yield from _blocks(frame.decompress(piece))
                piece = frame.unused_data
    except corrupt as error:
        raise OSError("not a zstd frame") from error  # as gzip and bz2 say it
    if not frame.eof:
        raise EOFError


def _blocks(data: bytes) -> Iterator[bytes]:
    return (data[at : at + _BLOCK] for at in range(0, len(data), _BLOCK))


def _library() -> tuple[Callable[[], Any], type[Exception]]:
    """Return what makes a decompressor of one frame, and the error it raises."""
    if sys.version_info >= (3, 14):
        module = import_module("compression.zstd")
        return module.ZstdDecompressor, module.ZstdError
    module = require("zstandard", extra="zstd", feature="reading zstd files")
    return lambda: module.ZstdDecompressor().decompressobj(), module.ZstdError
