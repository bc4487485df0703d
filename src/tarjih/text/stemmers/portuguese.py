"""The Portuguese stemmer of Porter's Snowball.

A nasal vowel is written as a vowel and a tilde, which counts as a consonant.
"""

from __future__ import annotations

from tarjih.kernels.endings import Endings, by_utf16, without
from tarjih.text.stemmers.romance import Regions, RomanceRegions, without_standard

NASAL = str.maketrans({"ã": "a~", "õ": "o~"})

# Some of these are Spanish: they are in the algorithm.
STANDARD = Endings(
    {
        "": "ica ância adora osa ista eza ante ável ível ico ismo oso amento imento"
        " aça~o ador icas adoras osas istas ezas adores antes aço~es icos ismos osos"
        " amentos imentos",
        "log": "logía logías",
        "u": "ución uciones",
        "ente": "ência ências",
        "amente": "amente",
        "mente": "mente",
        "idade": "idade idades",
        "at": "iva ivo ivas ivos",
    }
)
# What else goes before these, in R2, and what before that.
BEFORE = {
    "amente": Endings({"at": "iv", "": "ic ad os"}),
    "mente": Endings({"": "ante avel ível"}),
    "idade": Endings({"": "ic abil iv"}),
    "at": Endings({"": "at"}),
}
EIRA = Endings({"eir": "eira eiras"})
VERB = Endings(
    {
        "drop": "ada ida ia aria eria iria ara era ira ava asse esse isse aste este"
        " iste ei arei erei irei am iam ariam eriam iriam aram eram iram avam em arem"
        " erem irem assem essem issem ado ido ando endo indo ara~o era~o ira~o ar er ir"
        " as adas idas ias arias erias irias aras eras iras avas es ardes erdes irdes"
        " ares eres ires asses esses isses astes estes istes is ais eis areis ereis"
        " ireis áreis éreis íreis ásseis ésseis ísseis áveis íeis aríeis eríeis iríeis"
        " ados idos amos áramos éramos íramos ávamos íamos aríamos eríamos iríamos emos"
        " aremos eremos iremos ássemos êssemos íssemos imos armos ermos irmos ámos arás"
        " erás irás eu iu ou ará erá irá"
    }
)
RESIDUAL = Endings({"drop": "a i o os á í ó"})
LAST_E = Endings({"drop": "e é ê"})

_regions = RomanceRegions("aeiouáéíóúâêô")


@by_utf16
def stem(word: str) -> str:
    """The stem of a word in lower case."""
    word = word.translate(NASAL)
    word = _last_e(_suffix(word, _regions(word)), _regions(word).v)
    return word.replace("a~", "ã").replace("o~", "õ")


def _suffix(word: str, at: Regions) -> str:
    for step in (_standard, _eira, _verb):
        shorter = step(word, at)
        if shorter != word:
            return without(shorter, "i", at.v) if shorter.endswith("ci") else shorter
    return _residual(word, at.v)


def _standard(word: str, at: Regions) -> str:
    return without_standard(word, at, STANDARD, BEFORE)


def _eira(word: str, at: Regions) -> str:
    rest, action = EIRA.cut(word)
    return rest + action if action and len(rest) + 1 >= at.v else word


def _verb(word: str, at: Regions) -> str:
    return VERB.cut(word, at.v)[0]


def _residual(word: str, rv: int) -> str:
    rest, _ = RESIDUAL.cut(word)
    return rest if len(rest) >= rv else word


def _last_e(word: str, rv: int) -> str:
    """The word without its last e and the mute letter before it, and ç as c."""
    rest, action = LAST_E.cut(word, rv)
    if action is None:
        return word[:-1] + "c" if word.endswith("ç") else word
    return rest[:-1] if rest[rv:] and rest.endswith(("gu", "ci")) else rest
