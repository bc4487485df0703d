"""Tables of paraphrases read into a tree of phrases, in bounded memory.

A table holds three lines a pair: a probability, a phrase, its paraphrase. METEOR's
English one has 5.3 million pairs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from tarjih.errors import DataError
from tarjih.kernels import meteor_tokens
from tarjih.kernels.arrays import I32, I64, U8
from tarjih.metrics.meteor.words import NO_WORDS
from tarjih.text.compression import unpack

PAIR = 3  # lines
BLOCK = 1 << 24  # bytes of text that are split at once
LONGEST = 100  # words of a phrase
SLICE = 1 << 20  # phrases that are numbered at once

_PROBABILITY = re.compile(rb"[0-9.eE+-]+")

Report = Callable[[int], None]


def read_table(
    table: Path, beside: Path, report: Report | None = None
) -> dict[str, NDArray[Any]]:
    """Read a table into the arrays of `Paraphrases`; spools to a file in `beside`."""
    with TemporaryFile(dir=beside) as spool, table.open("rb") as file:
        phrases = _Phrases(str(table), spool)
        for block in _blocks(unpack(file, str(table))):
            phrases.add(block)
            if report is not None:
                report(file.tell())
        phrases.finish()
        return _tree(phrases)


def _blocks(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Join small pieces to blocks."""
    held, size = [], 0
    for piece in pieces:
        held.append(piece)
        size += len(piece)
        if size >= BLOCK:
            yield b"".join(held)
            held, size = [], 0
    yield b"".join(held)


class _Phrases:
    """All phrases of a table in order, as numbers of words, spooled to a file."""

    def __init__(self, path: str, spool: IO[bytes]) -> None:
        self.words: list[bytes] = []
        self.lengths: U8 = np.zeros(0, np.uint8)  # of the phrases, in words
        self._vocabulary: dict[bytes, int] = {}
        self._path = path
        self._spool = spool
        self._lengths: list[U8] = []
        self._kept = b""
        self._lines = 0

    def add(self, block: bytes) -> None:
        """Take in text; a pair that it ends within waits for the next."""
        data = np.frombuffer(self._kept + block, np.uint8)
        ends = np.flatnonzero(data == ord("\n")) + 1
        whole = len(ends) // PAIR * PAIR
        starts = np.concatenate([np.zeros(1, np.int64), ends[:whole]])
        self._kept = data[starts[-1] :].tobytes()
        self._add_pairs(data[: starts[-1]].copy(), starts)

    def _add_pairs(self, data: U8, starts: I64) -> None:
        self._check(data, starts)
        _blank(data, starts[:-1:PAIR], starts[1::PAIR])
        ids, ends, packed, type_ends = meteor_tokens(
            data, starts, "split", True, NO_WORDS.packed, NO_WORDS.offsets, 0
        )
        lengths = np.delete(np.diff(ends), np.s_[::PAIR])
        if bad := np.flatnonzero((lengths == 0) | (lengths > LONGEST)).tolist():
            line = bad[0] + bad[0] // (PAIR - 1) + 2
            raise self._error(line, f"a phrase has 1 to {LONGEST} words")
        self._spool.write(self._numbers(packed, type_ends)[ids].data)
        self._lengths.append(lengths.astype(np.uint8))
        self._lines += len(starts) - 1

    def _check(self, data: U8, starts: I64) -> None:
        first = data[: starts[min(1, len(starts) - 1)]].tobytes()
        if first and not _PROBABILITY.fullmatch(first.strip()):
            raise self._error(1, "a probability is expected, then two phrases")
        try:
            data.tobytes().decode()
        except UnicodeDecodeError as error:
            line = 1 + int((data[: error.start] == ord("\n")).sum())
            raise self._error(line, "is not UTF-8") from None

    def _error(self, line: int, problem: str) -> DataError:
        return DataError(problem, path=self._path, line=self._lines + line)

    def _numbers(self, packed: U8, ends: I64) -> I32:
        text, number = packed.tobytes(), self._vocabulary
        words = (text[start:end] for start, end in pairwise(ends.tolist()))
        return np.array(
            [number.setdefault(word, len(number)) for word in words], np.int32
        )

    def finish(self) -> None:
        """End the last line, and number the words anew, in the order of their bytes."""
        if self._kept and not self._kept.endswith(b"\n"):
            self.add(b"\n")
        if self._kept:
            line = self._kept.count(b"\n") + 1
            raise self._error(line, "the table ends within a pair of phrases")
        self.lengths = np.concatenate([self.lengths, *self._lengths])
        self.words = sorted(self._vocabulary)
        self._rank = np.empty(len(self.words), np.int32)
        first = [self._vocabulary.pop(word) for word in self.words]
        self._rank[first] = np.arange(len(first))

    def slices(self) -> Iterator[tuple[slice, I64, I32]]:
        """Yield slices of the phrases, where each begins in the words, and these."""
        self._spool.seek(0)
        for first in range(0, len(self.lengths), SLICE):
            here = slice(first, first + SLICE)
            ends = np.cumsum(self.lengths[here], dtype=np.int64)
            words = np.frombuffer(self._spool.read(4 * int(ends[-1])), np.int32)
            yield here, ends - self.lengths[here], self._rank[words]


def _blank(data: U8, starts: I64, ends: I64) -> None:
    """Overwrite stretches of text with spaces."""
    steps = np.zeros(len(data) + 1, np.int8)
    steps[starts] += 1
    steps[ends] -= 1
    data[np.cumsum(steps[:-1], dtype=np.int8) > 0] = ord(" ")


def _tree(phrases: _Phrases) -> dict[str, NDArray[Any]]:
    """Number the phrases level by level: words, phrases of two words, of three."""
    nodes = np.empty(len(phrases.lengths), np.int32)
    for here, starts, words in phrases.slices():
        nodes[here] = words[starts]
    known = len(phrases.words)
    keys = [np.zeros(0, np.int64)]
    for level in range(2, int(phrases.lengths.max(initial=0)) + 1):
        keys.append(_number_level(level, phrases, nodes, known))
        known += len(keys[-1])
    children = np.concatenate(keys)
    parents = (children >> 32).astype(np.int32)
    order = np.argsort(nodes[::2], kind="stable")
    sources, targets = nodes[::2][order], nodes[1::2][order]
    del nodes, order  # what is large goes as soon as it can
    return {
        "words": np.frombuffer(b"".join(phrases.words), np.uint8),
        "word_offsets": np.cumsum([0, *map(len, phrases.words)], dtype=np.int64),
        "child_ends": _ends(parents, known),
        "child_words": children.astype(np.int32),
        "target_ends": _ends(sources, known),
        "targets": targets,
    }


def _ends(owners: I32, count: int) -> I32:
    """Where the things of each owner end; they come in the order of their owners."""
    numbers = np.arange(count + 1, dtype=np.int32)
    return np.searchsorted(owners, numbers).astype(np.int32)


def _number_level(level: int, phrases: _Phrases, nodes: I32, known: int) -> I64:
    """Move longer phrases to nodes one below; returns parents and words."""

    def keys() -> Iterator[tuple[I64, I64]]:
        for here, starts, words in phrases.slices():
            longer = np.flatnonzero(phrases.lengths[here] >= level)
            last = words[starts[longer] + level - 1]
            places = longer + here.start
            yield places, nodes[places].astype(np.int64) << 32 | last

    found = np.zeros(0, np.int64)
    for _, some in keys():
        found = np.union1d(found, some)
    for places, some in keys():
        nodes[places] = known + np.searchsorted(found, some)
    return found
