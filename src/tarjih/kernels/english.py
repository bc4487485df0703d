"""The English stemmer of Porter's Snowball, "Porter 2" as it was from 2005 to 2014.

It is the one that METEOR 1.5 uses. Porter's Snowball site defines the steps; a `Y` is
a y that counts as a consonant.
"""

from __future__ import annotations

import re

from tarjih.kernels.arrays import I64, U8
from tarjih.kernels.endings import Endings, by_utf16, consonants, region_after
from tarjih.kernels.strings import pack, unpack

EXCEPTIONS = {
    "skis": "ski", "skies": "sky", "dying": "die", "lying": "lie", "tying": "tie",
    "idly": "idl", "gently": "gentl", "ugly": "ugli", "early": "earli",
    "only": "onli", "singly": "singl",
    "sky": "sky", "news": "news", "howe": "howe", "atlas": "atlas", "cosmos": "cosmos",
    "bias": "bias", "andes": "andes",
}  # fmt: skip
FINISHED = {
    "inning", "outing", "canning", "herring", "earring", "proceed", "exceed", "succeed",
}  # fmt: skip

VOWEL = re.compile("[aeiouy]")
SHORT = re.compile(r"(?:[^aeiouy][aeiouy][^aeiouywxY]|\A[aeiouy][^aeiouy])\Z")
R1_OF = re.compile("gener|commun|arsen")

POSSESSIVE = Endings({"": "' 's 's'"})
PLURAL = Endings({"ss": "sses", "i": "ied ies", "s": "s", "keep": "us ss"})
PAST = Endings({"ee": "eed eedly", "": "ed edly ing ingly"})
NEEDS_E = Endings({"e": "at bl iz", "undouble": "bb dd ff gg mm nn pp rr tt"})
STEP_2 = Endings(
    {
        "tion": "tional",
        "ence": "enci",
        "ance": "anci",
        "able": "abli",
        "ent": "entli",
        "ize": "izer ization",
        "ate": "ational ation ator",
        "al": "alism aliti alli",
        "ful": "fulness fulli",
        "ous": "ousli ousness",
        "ive": "iveness iviti",
        "ble": "biliti bli",
        "less": "lessli",
        "og": "ogi",
        "": "li",
    }
)
STEP_3 = Endings(
    {
        "tion": "tional",
        "ate": "ational",
        "al": "alize",
        "ic": "icate iciti ical",
        "": "ful ness",
        "ative": "ative",
    }
)
STEP_4 = Endings(
    {
        "": "al ance ence er ic able ible ant ement ment ent ism ate iti ous ive ize",
        "ion": "ion",
    }
)

_mark = consonants(r"(?:\A|[aeiouy])y")
_region = region_after("aeiouy")


@by_utf16
@by_utf16
def english_stem(word: str) -> str:
    """The stem of a word in lower case."""
    if word in EXCEPTIONS or len(word) < 3:
        return EXCEPTIONS.get(word, word)
    word = _mark(word.removeprefix("'"))
    opening = R1_OF.match(word)
    r1 = opening.end() if opening else _region(word, 0)
    r2 = _region(word, r1)
    word = _step_1a(word)
    if word not in FINISHED:
        word = _step_1c(_step_1b(word, r1))
        word = _step_3(_step_2(word, r1), r1, r2)
        word = _step_5(_step_4(word, r2), r1, r2)
    return word.replace("Y", "y")


def english_stems(data: U8, offsets: I64) -> tuple[U8, I64]:
    """The stem of every packed word, packed alike."""
    return pack([english_stem(word) for word in unpack(data, offsets)])


def _step_1a(word: str) -> str:
    word, _ = POSSESSIVE.cut(word)
    stem, action = PLURAL.cut(word)
    if action == "ss":
        return stem + "ss"
    if action == "i":
        return stem + ("i" if len(stem) > 1 else "ie")
    if action == "s" and VOWEL.search(stem[:-1]):
        return stem
    return word


def _step_1b(word: str, r1: int) -> str:
    stem, action = PAST.cut(word)
    if action == "ee":
        return stem + "ee" if len(stem) >= r1 else word
    if action is None or not VOWEL.search(stem):
        return word
    _, action = NEEDS_E.cut(stem)
    if action == "undouble":
        return stem[:-1]
    if action == "e" or (len(stem) == r1 and SHORT.search(stem)):
        return stem + "e"
    return stem


def _step_1c(word: str) -> str:
    if len(word) > 2 and word[-1] in "yY" and word[-2] not in "aeiouy":
        return word[:-1] + "i"
    return word


def _step_2(word: str, r1: int) -> str:
    stem, action = STEP_2.cut(word)
    if action is None or len(stem) < r1:
        return word
    if action == "og" and not stem.endswith("l"):
        return word
    if action == "" and not stem.endswith(tuple("cdeghkmnrt")):
        return word
    return stem + action


def _step_3(word: str, r1: int, r2: int) -> str:
    stem, action = STEP_3.cut(word)
    if action is None or len(stem) < r1:
        return word
    if action == "ative":
        return stem if len(stem) >= r2 else word
    return stem + action


def _step_4(word: str, r2: int) -> str:
    stem, action = STEP_4.cut(word)
    if action is None or len(stem) < r2:
        return word
    if action == "ion" and not stem.endswith(("s", "t")):
        return word
    return stem


def _step_5(word: str, r1: int, r2: int) -> str:
    stem = word[:-1]
    if word.endswith("e"):
        in_r1 = len(stem) >= r1 and not SHORT.search(stem)
        return stem if in_r1 or len(stem) >= r2 else word
    if word.endswith("ll") and len(stem) >= r2:
        return stem
    return word
