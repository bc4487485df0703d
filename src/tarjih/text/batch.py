"""Hypotheses and references, packed and interned once for every metric."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from tarjih.errors import DataError
from tarjih.kernels import codepoints, pack, tokenize
from tarjih.kernels.arrays import I32, I64, U8
from tarjih.kernels.strings import unpack
from tarjih.text.tokenizers import Tokenizer, get_tokenizer

_NO_RANGES = np.zeros((0, 3), np.int32)


@dataclass(frozen=True)
class Tokens:
    """The tokens of all lines of a batch, as ids into `types`."""

    ids: I32
    offsets: I64
    packed_types: U8
    type_offsets: I64

    @property
    def types(self) -> list[str]:
        """The distinct tokens, in the order of their ids."""
        return unpack(self.packed_types, self.type_offsets)


class Batch:
    """Lines of text, and which of them are to be compared.

    A row of `pairs` is (hypothesis line, first reference line, end of the reference
    lines); references come after all hypotheses. Tokens and characters are computed
    when a metric first asks for them.
    """

    def __init__(self, lines: list[str], pairs: I64) -> None:
        self.lines = lines
        self.pairs = pairs
        self._packed: dict[bool, tuple[U8, I64]] = {}
        self._tokens: dict[tuple[Tokenizer, bool], Tokens] = {}

    @classmethod
    def of(
        cls, hypotheses: Sequence[str], references: Sequence[Sequence[str]]
    ) -> Batch:
        """Compare each hypothesis with the references of its segment."""
        return cls.of_systems([hypotheses], references)

    @classmethod
    def of_systems(
        cls, systems: Sequence[Sequence[str]], references: Sequence[Sequence[str]]
    ) -> Batch:
        """Compare several systems, one after the other, with the same references."""
        lines = list(chain.from_iterable(systems))
        ends = np.cumsum([0, *map(len, references)]) + len(lines)
        pairs = np.empty((len(lines), 3), np.int64)
        pairs[:, 0] = np.arange(len(lines))
        pairs[:, 1] = np.tile(ends[:-1], len(systems))
        pairs[:, 2] = np.tile(ends[1:], len(systems))
        lines += chain.from_iterable(references)
        return cls(lines, pairs)

    @classmethod
    def of_lines(cls, lines: Iterable[str]) -> Batch:
        """Hold lines that are compared with nothing, for `fit`."""
        return cls(list(lines), np.zeros((0, 3), np.int64))

    def __len__(self) -> int:
        """The number of comparisons."""
        return len(self.pairs)

    def tokens(self, tokenizer: str | Tokenizer, *, lowercase: bool = False) -> Tokens:
        """All lines tokenized, numbered by one set of types."""
        if isinstance(tokenizer, str):
            tokenizer = get_tokenizer(tokenizer)
        key = (tokenizer, lowercase)
        if key not in self._tokens:
            self._tokens[key] = Tokens(*self._tokenize(tokenizer, lowercase))
        return self._tokens[key]

    def characters(
        self, *, lowercase: bool = False, whitespace: bool = False
    ) -> tuple[I32, I64]:
        """All lines as code points, and where each line starts in them."""
        return codepoints(*self.packed(lowercase), whitespace)

    def packed(self, lowercase: bool = False) -> tuple[U8, I64]:
        """All lines as UTF-8, and where each line starts in it."""
        if lowercase not in self._packed:
            self._packed[lowercase] = _pack(self.lines, lowercase)
        return self._packed[lowercase]

    def _tokenize(
        self, tokenizer: Tokenizer, lowercase: bool
    ) -> tuple[I32, I64, U8, I64]:
        if tokenizer.prepare is None:
            packed = self.packed(lowercase)
        else:
            packed = _pack(self._prepared(tokenizer, tokenizer.prepare, lowercase))
        ranges = _NO_RANGES
        if tokenizer.scheme == "intl":
            from tarjih.text.unicode_classes import RANGES as ranges
        return tokenize(*packed, tokenizer.scheme, ranges)

    def _prepared(
        self, tokenizer: Tokenizer, prepare: Callable[[str], str], lowercase: bool
    ) -> list[str]:
        cased = map(str.lower, self.lines) if lowercase else self.lines
        lines = list(map(prepare, cased))
        if tokenizer.references_twice:
            first = int(self.pairs[:, 1].min(initial=len(lines)))
            lines[first:] = map(prepare, lines[first:])
        return lines


def _pack(lines: list[str], lowercase: bool = False) -> tuple[U8, I64]:
    try:
        return pack(lines, lowercase)
    except ValueError as error:
        surrogates = re.compile("[\ud800-\udfff]")
        broken = next(line for line in lines if surrogates.search(line))
        raise DataError(
            f"text with a lone surrogate cannot be encoded: {broken[:60]!r}; decode "
            "the input as UTF-8 without errors='surrogateescape'"
        ) from error
