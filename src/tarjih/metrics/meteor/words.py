"""METEOR's words: its own splitting of lines, then lower case."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from tarjih.kernels import match_types, meteor_tokens, pack
from tarjih.kernels.arrays import I32, I64, U8
from tarjih.kernels.strings import unpack
from tarjih.text.batch import Batch, Tokens

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
            lowercase,
            self.prefixes.packed,
            self.prefixes.offsets,
            self.always,
        )
        tokens = Tokens(*found)
        return in_lower_case(tokens) if lowercase else tokens


def in_lower_case(tokens: Tokens) -> Tokens:
    """The same lines in lower case; the letters of ASCII are lowered already.

    Types are few and those that change fewer: only these are looked at one by one.
    """
    data, ends = tokens.packed_types, tokens.type_offsets
    foreign = np.flatnonzero(data >= 0x80)
    places = np.unique(np.searchsorted(ends, foreign, "right") - 1).tolist()
    bounds, text = ends.tolist(), data.tobytes()
    words = {i: text[bounds[i] : bounds[i + 1]].decode() for i in places}
    changed = {i: word.lower() for i, word in words.items() if word.lower() != word}
    return _changed(tokens, changed) if changed else tokens


def _changed(tokens: Tokens, words: dict[int, str]) -> Tokens:
    """Put words in the place of types; one that was there before is taken instead."""
    lowered = WordList.of(words.values())
    known = WordList(tokens.packed_types, tokens.type_offsets)
    first: dict[str, int] = {}
    ids = np.arange(len(known.offsets) - 1, dtype=np.int32)
    for (place, word), there in zip(
        words.items(), known.places_of(lowered).tolist(), strict=True
    ):
        ids[place] = there if there >= 0 else first.setdefault(word, place)
    text, bounds = tokens.packed_types.tobytes(), tokens.type_offsets.tolist()
    pieces, copied = [], 0
    for place, word in words.items():
        pieces += [text[copied : bounds[place]], word.encode()]
        copied = bounds[place + 1]
    packed = np.frombuffer(b"".join([*pieces, text[copied:]]), np.uint8)
    sizes = np.diff(tokens.type_offsets)
    sizes[list(words)] = np.diff(lowered.offsets)
    offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes)])
    return Tokens(ids[tokens.ids], tokens.offsets, packed, offsets)
