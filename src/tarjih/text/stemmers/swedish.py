"""The Swedish stemmer of Porter's Snowball."""

from __future__ import annotations

import re

from tarjih.kernels.endings import Endings, by_utf16
from tarjih.text.stemmers.scandinavian import (
    region_of,
    without_inflection,
    without_last,
)

BEFORE_S = re.compile(r"[bcdfghjklmnoprtvy]\Z")
PAIRS = ("dd", "gd", "nn", "dt", "gt", "kt", "tt")

MAIN = Endings(
    {
        "": "a arna erna heterna orna ad e ade ande arne are aste en anden aren heten"
        " ern ar er heter or as arnas ernas ornas es ades andes ens arens hetens erns"
        " at andet het ast",
        "s": "s",
    }
)
OTHER = Endings({"": "ig lig els", "lös": "löst", "full": "fullt"})

_region = region_of("aeiouyäåö")


@by_utf16
def stem(word: str) -> str:
    """The stem of a word in lower case."""
    r1 = _region(word)
    word = without_inflection(word, MAIN, BEFORE_S, r1)
    word = without_last(word, PAIRS, r1)
    rest, action = OTHER.cut(word, r1)
    return rest + (action or "")
