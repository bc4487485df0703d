"""Words looked up by an index, and the synonym sets that they are in."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, pairwise

import numpy as np

from tarjih.kernels.arrays import I32, I64, U8
from tarjih.kernels.strings import unpack

# WordNet's endings, nouns before verbs before adjectives, and what takes their place
# (morphy(7WN)); the first that gives a known word counts.
ENDINGS = [
    ("s", ""), ("ses", "s"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh"),
    ("men", "man"), ("ies", "y"),
    ("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""),
    ("ing", "e"), ("ing", ""),
    ("er", ""), ("est", ""), ("er", "e"), ("est", "e"),
]  # fmt: skip


def index_words(words: U8, offsets: I64) -> I32:
    """A hash table of packed words: their places, and -1 where a slot is free.

    It has the next power of two of slots above twice the words, at least two; where a
    slot is taken, the next one is tried.
    """
    bounds = offsets.tolist()
    slots = 2
    while slots < 2 * (len(bounds) - 1):
        slots *= 2
    index = np.full(slots, -1, np.int32)
    text = words.tobytes()
    for place, (start, end) in enumerate(pairwise(bounds)):
        at = _home(text[start:end], slots)
        while index[at] >= 0:
            at = (at + 1) % slots
        index[at] = place
    return index


def _home(word: bytes, slots: int) -> int:
    """A hash that takes in eight bytes at a time, the first the lowest."""
    found = len(word)
    for start in range(0, len(word), 8):
        found ^= int.from_bytes(word[start : start + 8], "little")
        found = found * 0x9E3779B97F4A7C15 % (1 << 64)
        found ^= found >> 32
    return found % slots


def find_words(
    words: U8, offsets: I64, index: I32, asked: U8, asked_offsets: I64
) -> I32:
    """The first place of each packed word among others, or -1."""
    text, found = asked.tobytes(), []
    for start, end in pairwise(asked_offsets.tolist()):
        word = text[start:end]
        at = _home(word, len(index))
        while (place := int(index[at])) >= 0:
            if words[offsets[place] : offsets[place + 1]].tobytes() == word:
                break
            at = (at + 1) % len(index)
        found.append(place)
    return np.array(found, np.int32)


def synonym_sets(
    words: U8,
    offsets: I64,
    index: I32,
    set_ends: I32,
    sets: I32,
    forms: U8,
    form_offsets: I64,
    form_index: I32,
    base_ends: I32,
    bases: I32,
    asked: U8,
    asked_offsets: I64,
) -> tuple[I64, I32]:
    """The sets of each packed word: its own, and those of its base.

    Word w is in `sets[set_ends[w]:set_ends[w + 1]]`, or in a set of its own if that is
    empty; sets are numbered below `len(sets)`. The irregular form f has the bases
    `bases[base_ends[f]:base_ends[f + 1]]`, places in `words`. Returns where the sets of
    each word end, and the sets, numbered from 0 in order of appearance.
    """
    book = _Book(_places(words, offsets), _slices(set_ends, sets), len(sets))
    irregular = dict(
        zip(unpack(forms, form_offsets), _slices(base_ends, bases), strict=True)
    )
    numbers: dict[int, int] = {}
    found: list[int] = []
    ends = [0]
    for word in unpack(asked, asked_offsets):
        known = irregular.get(word)
        of_base = [book.base(word)] if known is None else known
        mine = [book.of(place) for place in (book.places.get(word, -1), *of_base)]
        distinct = dict.fromkeys(chain.from_iterable(mine))
        found += [numbers.setdefault(one, len(numbers)) for one in distinct]
        ends.append(len(found))
    return np.array(ends, np.int64), np.array(found, np.int32)


@dataclass
class _Book:
    places: dict[str, int]
    sets: list[list[int]]
    own: int  # a number above those of the sets

    def of(self, place: int) -> list[int]:
        if place < 0:
            return []
        return self.sets[place] or [self.own + place]

    def base(self, word: str) -> int:
        if word.endswith("ss") or len(word.encode("utf-16-le")) <= 4:
            return -1
        for ending, replacement in ENDINGS:
            if word.endswith(ending):
                place = self.places.get(word[: -len(ending)] + replacement, -1)
                if place >= 0:
                    return place
        return -1


def _places(words: U8, offsets: I64) -> dict[str, int]:
    found: dict[str, int] = {}
    for place, word in enumerate(unpack(words, offsets)):
        found.setdefault(word, place)
    return found


def _slices(ends: I32, values: I32) -> list[list[int]]:
    numbers = values.tolist()
    return [numbers[start:end] for start, end in pairwise(ends.tolist())]
