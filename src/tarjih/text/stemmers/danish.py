"""The Danish stemmer of Porter's Snowball."""

from __future__ import annotations

import re

from tarjih.kernels.endings import Endings, by_utf16
from tarjih.text.stemmers.scandinavian import (
    region_of,
    without_inflection,
    without_last,
)

VOWELS = "aeiouyæåø"
BEFORE_S = re.compile(r"[abcdfghjklmnoprtvyzå]\Z")
PAIRS = ("gd", "dt", "gt", "kt")

MAIN = Endings(
    {
        "": "hed ethed ered e erede ende erende ene erne ere en heden eren er heder"
        " erer heds es endes erendes enes ernes eres ens hedens erens ers ets erets et"
        " eret",
        "s": "s",
    }
)
OTHER = Endings({"": "ig lig elig els", "løs": "løst"})

_region = region_of(VOWELS)


@by_utf16
def stem(word: str) -> str:
    """The stem of a word in lower case."""
    r1 = _region(word)
    word = without_inflection(word, MAIN, BEFORE_S, r1)
    word = without_last(word, PAIRS, r1)
    return _single(_other(word, r1), r1)


def _other(word: str, r1: int) -> str:
    if word.endswith("igst"):
        word = word[:-2]
    rest, action = OTHER.cut(word, r1)
    if action == "":
        return without_last(rest, PAIRS, r1)
    return rest + (action or "")


def _single(word: str, r1: int) -> str:
    """The word with one letter of a double consonant at its end."""
    if len(word) > r1 and word[-1] not in VOWELS and word.endswith(2 * word[-1]):
        return word[:-1]
    return word
