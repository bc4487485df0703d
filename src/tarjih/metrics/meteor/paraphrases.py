"""METEOR's paraphrases: a table is compiled once, then mapped from disk."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tarjih import tensors
from tarjih.errors import DataError, UsageError
from tarjih.kernels import find_words, index_words
from tarjih.kernels.arrays import I32, I64, U8
from tarjih.metrics.meteor.phrase_tree import Report, read_table
from tarjih.metrics.meteor.words import NO_WORDS
from tarjih.text.batch import Tokens

FORM = "1"  # of the compiled file; another number and it is compiled anew
BLOCK = 1 << 20  # bytes that are hashed at once
INSTALLED = "pycocoevalcap"  # the package that brings the English table

_KINDS: dict[str, type[np.generic]] = {
    "words": np.uint8,
    "word_offsets": np.int64,
    **dict.fromkeys(("child_ends", "child_words", "target_ends", "targets"), np.int32),
}


@dataclass(frozen=True, eq=False)
class Paraphrases:
    """A tree of phrases and what each may be replaced by; see `meteor_matches`."""

    words: U8
    word_offsets: I64
    child_ends: I32
    child_words: I32
    target_ends: I32
    targets: I32

    def places_of(self, tokens: Tokens) -> I32:
        """The place of each type among the words of the phrases, or -1."""
        return find_words(
            self.words,
            self.word_offsets,
            self._index,
            tokens.packed_types,
            tokens.type_offsets,
        )

    @cached_property
    def _index(self) -> I32:
        return index_words(self.words, self.word_offsets)


_NONE, _ROOT = np.zeros(0, np.int32), np.zeros(1, np.int32)
NO_PARAPHRASES = Paraphrases(
    NO_WORDS.packed, NO_WORDS.offsets, _ROOT, _NONE, _ROOT, _NONE
)


def installed_table(language: str) -> Path:
    """The table that an installed package brings, without importing it."""
    spec = find_spec(INSTALLED) if language == "en" else None
    folders = spec.submodule_search_locations if spec is not None else None
    for folder in folders or ():  # the package has no __init__.py
        table = Path(folder) / "meteor/data/paraphrase-en.gz"
        if table.exists():
            return table
    if language == "en":
        advice = f"pip install {INSTALLED}, or name a file of METEOR's"
    else:
        advice = f"name METEOR's file paraphrase-{language}.gz"
    raise UsageError(f"no table of paraphrases for {language!r}: {advice}")


def cache_folder() -> Path:
    """Where compiled tables are kept: $TARJIH_CACHE, or the user's cache folder."""
    if asked := os.environ.get("TARJIH_CACHE"):
        return Path(asked)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tarjih"


def prepare(table: Path, report: Report | None = None) -> None:
    """Compile a table where its compiled form is not there yet.

    `report` hears how many bytes of the table have been read.
    """
    if _compiled(_place(table), fingerprint(table)) is None:
        _compile(table, report)


@lru_cache
def load(table: Path) -> Paraphrases:
    """Map the compiled form of a table, which is made the first time."""
    return _compiled(_place(table), fingerprint(table)) or _compile(table)


@lru_cache
def fingerprint(table: Path) -> str:
    """The SHA-256 of a table."""
    digest = sha256()
    try:
        with table.open("rb") as file:
            while block := file.read(BLOCK):
                digest.update(block)
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror}", path=str(table)) from error
    return digest.hexdigest()


def _place(table: Path) -> Path:
    return cache_folder() / f"paraphrases-{fingerprint(table)[:16]}.safetensors"


def _compile(table: Path, report: Report | None = None) -> Paraphrases:
    place = _place(table)
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _no_room(place, error) from error
    arrays = read_table(table, place.parent, report)
    notes = {"form": FORM, "source": fingerprint(table), "content": _sha256_of(arrays)}
    try:
        tensors.save(place, arrays, notes)
    except OSError as error:
        raise _no_room(place, error) from error
    return Paraphrases(**arrays)


def _no_room(place: Path, error: OSError) -> DataError:
    return DataError(
        f"cannot be written ({error.strerror}); name a folder in TARJIH_CACHE",
        path=str(place),
    )


def _compiled(place: Path, source: str) -> Paraphrases | None:
    """The compiled table, if it is whole and of this source."""
    if not place.exists():
        return None
    try:
        found = tensors.load(place)
        arrays = {name: found.array(name, kind) for name, kind in _KINDS.items()}
    except DataError:
        return None
    expected = {"form": FORM, "source": source, "content": _sha256_of(arrays)}
    return Paraphrases(**arrays) if found.notes == expected else None


def _sha256_of(arrays: Mapping[str, NDArray[Any]]) -> str:
    digest = sha256()
    for name in _KINDS:
        digest.update(arrays[name].data)
    return digest.hexdigest()
