"""METEOR's words: its own splitting of lines, then lower case."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from tarjih.kernels import match_types, meteor_tokens, pack
from tarjih.kernels.arrays import I32, I64, U8
from tarjih.kernels.strings import unpack
from tarjih.text.batch import Batch, Tokens
from tarjih.text.casing import in_lower_case

# Rules by language; elsewhere `other`, which split no letter of any script apart
RULES = {
    "en": "english",
    "fr": "french",
    **dict.fromkeys(("cs", "de", "es", "ru"), "western"),
}


@dataclass(frozen=True, eq=False)
class WordList:
    """Words, packed for the kernels."""

    packed: U8
    offsets: I64

    @classmethod
    def of(cls, words: Iterable[str]) -> WordList:
        """Pack words in the order given."""
        return cls(*pack(list(words)))

    @property
    def words(self) -> list[str]:
        """The words, in their order."""
        return unpack(self.packed, self.offsets)

    def hold(self, tokens: Tokens) -> U8:
        """Whether each type of the tokens is in this list."""
        types = WordList(tokens.packed_types, tokens.type_offsets)
        return (self.places_of(types) >= 0).astype(np.uint8)

    def places_of(self, words: WordList) -> I32:
        """The place in this list of each of some words, or -1; its own are distinct."""
        return match_types(self.packed, self.offsets, words.packed, words.offsets)


NO_WORDS = WordList.of([])


@dataclass(frozen=True, eq=False)
class Splitter:
    """Rules, and the abbreviations whose full stop they leave alone.

    The first `always` prefixes keep it before anything, the others before a number.
    """

    rules: str
    prefixes: WordList = field(default_factory=lambda: NO_WORDS)
    always: int = 0

    def split(self, batch: Batch, *, punctuation: bool, lowercase: bool) -> Tokens:
        """Split all lines of a batch, with or without punctuation marks."""
        found = meteor_tokens(
            *batch.packed(),
            self.rules,
            punctuation,
            self.prefixes.packed,
            self.prefixes.offsets,
            self.always,
        )
        tokens = Tokens(*found)
        return in_lower_case(tokens) if lowercase else tokens
