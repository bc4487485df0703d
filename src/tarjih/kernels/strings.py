"""Python strings to one UTF-8 buffer with offsets."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from tarjih.kernels.arrays import I64, U8


def pack(strings: list[str], lowercase: bool = False) -> tuple[U8, I64]:
    """Join `strings` as UTF-8, in lower case if asked.

    String i is `data[offsets[i]:offsets[i + 1]]`. A lone surrogate raises ValueError.
    """
    cased = map(str.lower, strings) if lowercase else strings
    encoded = [text.encode("utf-8") for text in cased]
    offsets = np.zeros(len(encoded) + 1, np.int64)
    np.cumsum([len(text) for text in encoded], out=offsets[1:])
    return np.frombuffer(b"".join(encoded), np.uint8), offsets


def unpack(data: U8, offsets: I64) -> list[str]:
    """The strings that were packed."""
    text = data.tobytes()
    return [text[start:end].decode() for start, end in pairwise(offsets.tolist())]
