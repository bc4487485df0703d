"""The Norwegian stemmer of Porter's Snowball."""

from __future__ import annotations

import re

from tarjih.kernels.endings import Endings, by_utf16
from tarjih.text.stemmers.scandinavian import (
    region_of,
    without_inflection,
    without_last,
)

VOWELS = "aeiouyæåø"
BEFORE_S = re.compile(rf"(?:[bcdfghjlmnoprtvyz]|[^{VOWELS}]k)\Z")
PAIRS = ("dt", "vt")

MAIN = Endings(
    {
        "": "a e ede ande ende ane ene hetene en heten ar er heter as es edes endes"
        " enes hetenes ens hetens ers ets et het ast",
        "s": "s",
        "er": "erte ert",
    }
)
OTHER = Endings({"": "leg eleg ig eig lig elig els lov elov slov hetslov"})

_region = region_of(VOWELS)


@by_utf16
def stem(word: str) -> str:
    """The stem of a word in lower case."""
    r1 = _region(word)
    word = without_inflection(word, MAIN, BEFORE_S, r1)
    word = without_last(word, PAIRS, r1)
    return OTHER.cut(word, r1)[0]
