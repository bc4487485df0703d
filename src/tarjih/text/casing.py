"""Packed words and tokens in lower case."""

from __future__ import annotations

import numpy as np

from tarjih.kernels import match_types
from tarjih.kernels.arrays import I64, U8
from tarjih.text.batch import Tokens


def in_lower_case(tokens: Tokens) -> Tokens:
    """The same lines in lower case; of types that become equal the first is used."""
    packed, offsets = lower(tokens.packed_types, tokens.type_offsets)
    same = match_types(packed, offsets, packed, offsets)
    first = np.empty(int(same.max(initial=-1)) + 1, np.int32)
    places = np.arange(len(same), dtype=np.int32)
    first[same[::-1]] = places[::-1]  # the first of equals is written last
    return Tokens(first[same][tokens.ids], tokens.offsets, packed, offsets)


def lower(packed: U8, offsets: I64) -> tuple[U8, I64]:
    """Lower packed words; where each starts changes only beyond ASCII."""
    lowered = np.where((packed >= ord("A")) & (packed <= ord("Z")), packed | 32, packed)
    if not (packed >= 0x80).any():
        return lowered, offsets
    return _lower_beyond_ascii(lowered, offsets)


def _lower_beyond_ascii(packed: U8, offsets: I64) -> tuple[U8, I64]:
    """Lower the words that are not all ASCII: only these may change in length."""
    foreign = np.flatnonzero(packed >= 0x80)
    places = np.unique(np.searchsorted(offsets, foreign, "right") - 1).tolist()
    text = packed.tobytes()
    ends = offsets.tolist()
    pieces: list[bytes] = []
    sizes = np.diff(offsets)
    copied = 0
    for place in places:
        start, end = ends[place], ends[place + 1]
        changed = text[start:end].decode().lower().encode()
        pieces += [text[copied:start], changed]
        sizes[place] = len(changed)
        copied = end
    pieces.append(text[copied:])
    moved = np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes)])
    return np.frombuffer(b"".join(pieces), np.uint8), moved
