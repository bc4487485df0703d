"""The Finnish stemmer of Porter's Snowball.

Snowball also has the cases -seen, -siin, -den and -tten. METEOR's jar looks for them by
methods that it is not allowed to call, so it never finds one: here they are left out.
"""

from __future__ import annotations

import re

from tarjih.kernels.endings import Endings, by_utf16, region_after

VOWELS = "aeiouyäö"
LONG = ("aa", "ee", "ii", "oo", "uu", "ää", "öö")
BEFORE_PARTICLE = tuple(VOWELS + "nt")
CONSONANT_AND_VOWEL = re.compile(rf"[^{VOWELS}][{VOWELS}]\Z")
LAST_DOUBLE = re.compile(rf"([^{VOWELS}])\1([{VOWELS}]*)\Z")

PARTICLE = Endings({"particle": "kin kaan kään ko kö han hän pa pä", "sti": "sti"})
POSSESSIVE = Endings(
    {
        "si": "si",
        "ni": "ni",
        "": "nsa nsä mme nne",
        "an": "an",
        "än": "än",
        "en": "en",
    }
)
# The possessives -an, -än and -en follow a case.
BEFORE_POSSESSIVE = {
    "an": ("ta", "ssa", "sta", "lla", "lta", "na"),
    "än": ("tä", "ssä", "stä", "llä", "ltä", "nä"),
    "en": ("lle", "ine"),
}
CASE = Endings(
    {
        "": "ssa ssä sta stä lla llä lta ltä lle na nä ksi ine ta tä",
        "after vowel": "a ä",
        "n": "n",
        "a": "han",
        "e": "hen tta ttä",
        "i": "hin",
        "o": "hon",
        "ä": "hän",
        "ö": "hön",
    }
)
COMPARISON = Endings(
    {
        "": "impi impa impä immi imma immä eja ejä",
        "not po": "mpi mpa mpä mmi mma mmä",
    }
)
PLURAL = Endings({"": "imma", "not po": "mma"})

_region = region_after(VOWELS)


@by_utf16
def stem(word: str) -> str:
    """The stem of a word in lower case."""
    r1 = _region(word, 0)
    r2 = _region(word, r1)
    word = _possessive(_particle(word, r1, r2), r1)
    word, had_case = _case(word, r1)
    word = _not_after_po(word, COMPARISON, r2)
    if had_case:
        word = word[:-1] if word[r1:].endswith(("i", "j")) else word
    else:
        word = _t_plural(word, r1, r2)
    return LAST_DOUBLE.sub(r"\1\2", _tidy(word, r1))


def _particle(word: str, r1: int, r2: int) -> str:
    rest, action = PARTICLE.cut(word, r1)
    if action == "sti":
        return rest if len(rest) >= r2 else word
    return rest if rest.endswith(BEFORE_PARTICLE) else word


def _possessive(word: str, r1: int) -> str:
    rest, action = POSSESSIVE.cut(word, r1)
    if action == "si":
        return word if rest.endswith("k") else rest
    if action == "ni":
        return rest[:-1] + "i" if rest.endswith("kse") else rest
    if action:
        return rest if rest.endswith(BEFORE_POSSESSIVE[action]) else word
    return rest


def _case(word: str, r1: int) -> tuple[str, bool]:
    """The word without its case, and whether it had one."""
    rest, action = CASE.cut(word, r1)
    if action is None:
        return word, False
    if action == "n":
        # what goes is -Vn after the same vowel, as in -aan, and -en after -i
        return rest[:-1] if rest.endswith((*LONG, "ie")) else rest, True
    if action == "after vowel":
        follows = CONSONANT_AND_VOWEL.search(rest) is not None
    else:
        follows = rest.endswith(action)
    return (rest, True) if follows else (word, False)


def _not_after_po(word: str, table: Endings, r2: int) -> str:
    rest, action = table.cut(word, r2)
    return word if action and rest.endswith("po") else rest


def _t_plural(word: str, r1: int, r2: int) -> str:
    if word.endswith("t") and word[r1:-1].endswith(tuple(VOWELS)):
        return _not_after_po(word[:-1], PLURAL, r2)
    return word


def _tidy(word: str, r1: int) -> str:
    """The word with less at its end: no long vowel, no -a, -e, -i or -ä, no -j."""
    if word[r1:].endswith(LONG):
        word = word[:-1]
    end = word[r1:]
    if end.endswith(tuple("aeiä")) and CONSONANT_AND_VOWEL.search(end):
        word = word[:-1]
    if word[r1:].endswith(("oj", "uj")):
        word = word[:-1]
    return word[:-1] if word[r1:].endswith("jo") else word
