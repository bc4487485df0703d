"""The German stemmer of Porter's Snowball.

A `U` or `Y` is one between vowels, which counts as a consonant.
"""

from __future__ import annotations

from tarjih.kernels.endings import Endings, by_utf16, consonants, region_after, without

VOWELS = "aeiouyäöü"
PLAIN = str.maketrans("UYäöü", "uyaou")
BEFORE_S = tuple("bdfghklmnrt")
BEFORE_ST = tuple("bdfghklmnt")

STEP_1 = Endings({"drop": "em ern er e en es", "s": "s"})
STEP_2 = Endings({"drop": "en er est", "st": "st"})
STEP_3 = Endings(
    {"end": "end ung", "ig": "ig ik isch", "lich": "lich heit", "keit": "keit"}
)

_mark = consonants(f"[{VOWELS}][uy](?=[{VOWELS}])")
_region = region_after(VOWELS)


@by_utf16
def stem(word: str) -> str:
    """The stem of a word in lower case."""
    word = _mark(word.replace("ß", "ss"))
    first = _region(word, 0)
    r1, r2 = max(first, 3), _region(word, first)
    word = _step_2(_step_1(word, r1), r1)
    return _step_3(word, r1, r2).translate(PLAIN)


def _step_1(word: str, r1: int) -> str:
    rest, action = STEP_1.cut(word)
    if len(rest) < r1 or (action == "s" and not rest.endswith(BEFORE_S)):
        return word
    return rest


def _step_2(word: str, r1: int) -> str:
    rest, action = STEP_2.cut(word)
    if len(rest) < r1:
        return word
    if action == "st" and not (len(rest) > 3 and rest.endswith(BEFORE_ST)):
        return word
    return rest


def _step_3(word: str, r1: int, r2: int) -> str:
    rest, action = STEP_3.cut(word)
    if action is None or len(rest) < r2:
        return word
    if action == "ig":
        return word if rest.endswith("e") else rest
    if action == "end":
        return rest if rest.endswith("eig") else without(rest, "ig", r2)
    if action == "lich":
        return without(rest, "er" if rest.endswith("er") else "en", r1)
    return without(rest, "lich" if rest.endswith("lich") else "ig", r2)
