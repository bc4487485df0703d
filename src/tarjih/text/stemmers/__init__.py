"""Stemmers by language: the Snowball algorithms as METEOR 1.5 carries them.

They are the generation of 2005 to 2014, not the newest: the goal is METEOR's number.
Each language has a module of its own, imported when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module

from tarjih.errors import UnknownName
from tarjih.kernels import english_stems, pack
from tarjih.kernels.arrays import I64, U8
from tarjih.kernels.strings import unpack

LANGUAGES = {
    "da": "tarjih.text.stemmers.danish:stem",
    "de": "tarjih.text.stemmers.german:stem",
    "en": "tarjih.kernels.english:english_stem",
    "es": "tarjih.text.stemmers.spanish:stem",
    "fi": "tarjih.text.stemmers.finnish:stem",
    "fr": "tarjih.text.stemmers.french:stem",
    "hu": "tarjih.text.stemmers.hungarian:stem",
    "it": "tarjih.text.stemmers.italian:stem",
    "nl": "tarjih.text.stemmers.dutch:stem",
    "no": "tarjih.text.stemmers.norwegian:stem",
    "pt": "tarjih.text.stemmers.portuguese:stem",
    "ro": "tarjih.text.stemmers.romanian:stem",
    "ru": "tarjih.text.stemmers.russian:stem",
    "sv": "tarjih.text.stemmers.swedish:stem",
    "tr": "tarjih.text.stemmers.turkish:stem",
}
# METEOR names Swedish by its country
ALIASES = {"se": "sv"}
REMEMBERED = 1 << 16


@dataclass(frozen=True)
class Stemmer:
    """The stemmer of a language: call it with a word in lower case."""

    language: str
    stem: Callable[[str], str]

    def __call__(self, word: str) -> str:
        """The stem of one word."""
        return self.stem(word)

    def packed(self, data: U8, offsets: I64) -> tuple[U8, I64]:
        """The stem of every packed word, packed alike."""
        if self.language == "en":
            return english_stems(data, offsets)
        return pack(list(map(self.stem, unpack(data, offsets))))


def get_stemmer(language: str) -> Stemmer:
    """Return the stemmer of a language, named by its ISO code."""
    code = ALIASES.get(language.lower(), language.lower())
    if code not in LANGUAGES:
        raise UnknownName("language of a stemmer", language, LANGUAGES)
    return _load(code)


def stems(words: Iterable[str], language: str) -> list[str]:
    """The stem of every word; words are in lower case."""
    return list(map(get_stemmer(language), words))


@lru_cache
def _load(code: str) -> Stemmer:
    module, _, function = LANGUAGES[code].partition(":")
    stem = getattr(import_module(module), function)
    return Stemmer(code, lru_cache(maxsize=REMEMBERED)(stem))
