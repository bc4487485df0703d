"""The Russian stemmer of Porter's Snowball.

All endings lie in RV, the part after the first vowel.
"""

from __future__ import annotations

import re

from tarjih.kernels.endings import Endings, by_utf16, region_after, without

VOWELS = "аеиоуыэюя"
VOWEL = re.compile(f"[{VOWELS}]")

# Endings marked "а, я" count after one of these letters only.
GERUND = Endings({"а, я": "в вши вшись", "": "ив ивши ившись ыв ывши ывшись"})
REFLEXIVE = Endings({"": "ся сь"})
ADJECTIVE = Endings(
    {
        "": "ее ие ые ое ими ыми ей ий ый ой ем им ым ом его ого ему ому их ых ую юю ая"
        " яя ою ею"
    }
)
PARTICIPLE = Endings({"а, я": "ем нн вш ющ щ", "": "ивш ывш ующ"})
VERB = Endings(
    {
        "а, я": "ла на ете йте ли й л ем н ло но ет ют ны ть ешь нно",
        "": "ила ыла ена ейте уйте ите или ыли ей уй ил ыл им ым ен ило ыло ено ят ует"
        " уют ит ыт ены ить ыть ишь ую ю",
    }
)
NOUN = Endings(
    {
        "": "а ев ов ие ье е иями ями ами еи ии и ией ей ой ий й иям ям ием ем ам ом о"
        " у ах иях ях ы ь ию ью ю ия ья я"
    }
)
SUPERLATIVE = Endings({"": "ейш ейше"})

_region = region_after(VOWELS)


@by_utf16
def stem(word: str) -> str:
    """The stem of a word in lower case."""
    first = VOWEL.search(word)
    rv = first.end() if first else len(word)
    r2 = _region(word, _region(word, 0))
    word = without(_inflection(word, rv), "и", rv)
    shorter = word.removesuffix("ь").removesuffix("ост")
    if len(shorter) >= r2 and word.endswith(("ост", "ость")):
        word = shorter
    return _tidy(word, rv)


def _cut(word: str, table: Endings, rv: int) -> str:
    rest, action = table.cut(word, rv)
    if action and not rest[rv:].endswith(("а", "я")):
        return word
    return rest


def _inflection(word: str, rv: int) -> str:
    shorter = _cut(word, GERUND, rv)
    if shorter != word:
        return shorter
    word = _cut(word, REFLEXIVE, rv)
    shorter = _cut(word, ADJECTIVE, rv)
    if shorter != word:
        return _cut(shorter, PARTICIPLE, rv)
    shorter = _cut(word, VERB, rv)
    return _cut(word, NOUN, rv) if shorter == word else shorter


def _tidy(word: str, rv: int) -> str:
    rest, superlative = SUPERLATIVE.cut(word, rv)
    if superlative is not None or word.endswith("н"):
        return rest[:-1] if rest[rv:].endswith("нн") else rest
    return without(word, "ь", rv)
