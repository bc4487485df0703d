"""The Dutch stemmer of Porter's Snowball.

An `I` or `Y` is one that counts as a consonant: an i between vowels, or a y that starts
the word or follows a vowel.
"""

from __future__ import annotations

import re

from tarjih.kernels.endings import Endings, by_utf16, consonants, region_after

VOWELS = "aeiouyè"
UNACCENTED = str.maketrans("áäéëíïóöúü", "aaeeiioouu")
PLAIN = str.maketrans("IY", "iy")
DOUBLE_VOWEL = re.compile(rf"([^{VOWELS}])(a|e|o|u)\2([^{VOWELS}I])\Z")

STEP_1 = Endings({"heid": "heden", "en": "en ene", "s": "s se"})
STEP_3 = Endings(
    {
        "end": "end ing",
        "ig": "ig",
        "lijk": "lijk",
        "baar": "baar",
        "bar": "bar",
    }
)

_mark = consonants(rf"\Ay|[{VOWELS}](?:i(?=[{VOWELS}])|y)")
_region = region_after(VOWELS)


@by_utf16
def stem(word: str) -> str:
    """The stem of a word in lower case."""
    word = _mark(word.translate(UNACCENTED))
    first = _region(word, 0)
    r1, r2 = max(first, 3), _region(word, first)
    word = _step_1(word, r1)
    shorter = _without_e(word, r1)
    word = _step_3(_without_heid(shorter, r1, r2), r1, r2, had_e=shorter != word)
    return DOUBLE_VOWEL.sub(r"\1\2\3", word).translate(PLAIN)


def _step_1(word: str, r1: int) -> str:
    rest, action = STEP_1.cut(word)
    if action is None or len(rest) < r1:
        return word
    if action == "heid":
        return rest + "heid"
    if action == "en":
        return _without_en(word, rest, r1)
    return word if rest.endswith(tuple(VOWELS + "j")) else rest


def _without_en(word: str, rest: str, r1: int) -> str:
    """What is left of a word without its -en, if that may go."""
    if len(rest) < r1 or not _ends_in_consonant(rest) or rest.endswith("gem"):
        return word
    return _single(rest)


def _without_e(word: str, r1: int) -> str:
    rest = word.removesuffix("e")
    if rest == word or len(rest) < r1 or not _ends_in_consonant(rest):
        return word
    return _single(rest)


def _without_heid(word: str, r1: int, r2: int) -> str:
    rest = word.removesuffix("heid")
    if rest == word or len(rest) < r2 or rest.endswith("c"):
        return word
    shorter = rest.removesuffix("en")
    return rest if shorter == rest else _without_en(rest, shorter, r1)


def _step_3(word: str, r1: int, r2: int, had_e: bool) -> str:
    rest, action = STEP_3.cut(word)
    if action is None or len(rest) < r2:
        return word
    if action == "end":
        return _without_ig(rest, r2) or _single(rest)
    if action == "ig":
        return word if rest.endswith("e") else rest
    if action == "lijk":
        return _without_e(rest, r1)
    return word if action == "bar" and not had_e else rest


def _without_ig(word: str, r2: int) -> str | None:
    rest = word.removesuffix("ig")
    if rest == word or len(rest) < r2 or rest.endswith("e"):
        return None
    return rest


def _single(word: str) -> str:
    """The word with one letter of a double consonant at its end."""
    return word[:-1] if word.endswith(("kk", "dd", "tt")) else word


def _ends_in_consonant(word: str) -> bool:
    return word != "" and word[-1] not in VOWELS
