"""WordNet's synonyms: the words that share a set, themselves or through their bases."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from importlib.resources import as_file, files

import numpy as np

from tarjih import tensors
from tarjih.errors import DataError
from tarjih.kernels import index_words, pack, synonym_sets
from tarjih.kernels.arrays import I32, I64, U8
from tarjih.text.batch import Tokens


@dataclass(frozen=True, eq=False)
class Synonyms:
    """Sets of words, and bases of irregular forms; see the kernel `synonym_sets`."""

    words: U8
    word_offsets: I64
    set_ends: I32
    sets: I32
    forms: U8
    form_offsets: I64
    base_ends: I32
    bases: I32

    @classmethod
    def of(
        cls,
        sets: Mapping[str, Iterable[int]],
        bases: Mapping[str, Iterable[str]],
    ) -> Synonyms:
        """Build from the sets of each word and the bases of each irregular form."""
        words = sorted(sets)
        places = {word: i for i, word in enumerate(words)}
        forms = sorted(bases)
        known = [
            [places[base] for base in bases[form] if base in places] for form in forms
        ]
        numbers: dict[int, int] = {}
        mine = [
            [numbers.setdefault(one, len(numbers)) for one in sorted(sets[word])]
            for word in words
        ]
        return cls(
            *pack(words),
            *_joined(mine),
            *pack(forms),
            *_joined(known),
        )

    @cached_property
    def _index(self) -> I32:
        return index_words(self.words, self.word_offsets)

    @cached_property
    def _form_index(self) -> I32:
        return index_words(self.forms, self.form_offsets)

    def of_types(self, tokens: Tokens) -> tuple[I64, I32]:
        """The sets of every type of the tokens, and where they end."""
        return synonym_sets(
            self.words,
            self.word_offsets,
            self._index,
            self.set_ends,
            self.sets,
            self.forms,
            self.form_offsets,
            self._form_index,
            self.base_ends,
            self.bases,
            tokens.packed_types,
            tokens.type_offsets,
        )


def _joined(lists: Iterable[list[int]]) -> tuple[I32, I32]:
    lists = list(lists)
    ends = np.cumsum([0, *map(len, lists)], dtype=np.int32)
    return ends, np.array([n for numbers in lists for n in numbers], np.int32)


@lru_cache
def shipped() -> Synonyms:
    """The sets of WordNet 3.0, made by tools/wordnet_synonyms.py."""
    with as_file(files(__package__) / "data" / "wordnet.safetensors") as path:
        found = tensors.load(path)
    kinds: dict[str, type[np.generic]] = {
        "words": np.uint8,
        "word_offsets": np.int64,
        "forms": np.uint8,
        "form_offsets": np.int64,
    }
    return Synonyms(
        **{
            field.name: found.array(field.name, kinds.get(field.name, np.int32))
            for field in fields(Synonyms)
        }
    )


def read_meteor(synsets: str, exceptions: str, path: str) -> Synonyms:
    """Read METEOR's own files: a word, then its sets; a base, then its forms."""
    sets = {}
    for number, (word, line) in enumerate(_in_pairs(synsets, path), 1):
        try:
            sets[word] = set(map(int, line.split()))
        except ValueError:
            raise DataError(
                f"numbers of sets are expected, not {line[:40]!r}",
                path=path,
                line=2 * number,
            ) from None
    bases: dict[str, list[str]] = {}
    for base, line in _in_pairs(exceptions, path):
        for form in line.split():
            bases.setdefault(form, []).append(base)
    return Synonyms.of(sets, bases)


def _in_pairs(text: str, path: str) -> list[tuple[str, str]]:
    lines = text.splitlines()
    if len(lines) % 2:
        raise DataError("a word and its sets take two lines; one is missing", path=path)
    return list(zip(lines[::2], lines[1::2], strict=True))
