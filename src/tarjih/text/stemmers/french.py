"""The French stemmer of Porter's Snowball.

A `U`, `I` or `Y` is one that counts as a consonant: beside vowels, or the u of qu.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from tarjih.kernels.endings import (
    Endings,
    by_utf16,
    consonants,
    region_after,
    without,
)

VOWELS = "aeiouyâàëéêèïîôûù"
RV = re.compile(f"[{VOWELS}]{{2}}.|par|col|tap|.[^{VOWELS}]*[{VOWELS}]", re.DOTALL)
LAST_ACCENT = re.compile(rf"[éè]([^{VOWELS}]+)\Z")
PLAIN = str.maketrans("UIY", "uiy")
DOUBLE = ("enn", "onn", "ett", "ell", "eill")

STANDARD = Endings(
    {
        "drop": "ance iqUe isme able iste eux ances iqUes ismes ables istes",
        "ic": "atrice ateur ation atrices ateurs ations",
        "log": "logie logies",
        "u": "usion ution usions utions",
        "ent": "ence ences",
        "ement": "ement ements",
        "ité": "ité ités",
        "ive": "if ive ifs ives",
        "eau": "eaux",
        "al": "aux",
        "euse": "euse euses",
        "issement": "issement issements",
        "amment": "amment",
        "emment": "emment",
        "ment": "ment ments",
    }
)
BEFORE_EMENT = Endings({"iv": "iv", "eus": "eus", "drop": "abl iqU", "i": "ièr Ièr"})
# What becomes of these in R2, and elsewhere.
BEFORE_ITE = {"abil": ("", "abl"), "ic": ("", "iqU"), "iv": ("", "iv")}
I_VERB = Endings(
    {
        "drop": "îmes ît îtes i ie ies ir ira irai iraIent irais irait iras irent irez"
        " iriez irions irons iront is issaIent issais issait issant issante issantes"
        " issants isse issent isses issez issiez issions issons it"
    }
)
VERB = Endings(
    {
        "ions": "ions",
        "drop": "é ée ées és èrent er era erai eraIent erais erait eras erez eriez"
        " erions erons eront ez iez",
        "e": "âmes ât âtes a ai aIent ais ait ant ante antes ants as asse assent asses"
        " assiez assions",
    }
)
RESIDUAL = Endings({"ion": "ion", "i": "ier ière Ier Ière", "": "e", "gu": "ë"})


class Regions(NamedTuple):
    """Where RV, R1 and R2 start."""

    v: int
    r1: int
    r2: int


_mark = consonants(f"[{VOWELS}](?:[ui](?=[{VOWELS}])|y)|y(?=[{VOWELS}])|qu")
_region = region_after(VOWELS)


@by_utf16
def stem(word: str) -> str:
    """The stem of a word in lower case."""
    word = _mark(word)
    opening = RV.match(word)
    r1 = _region(word, 0)
    at = Regions(opening.end() if opening else len(word), r1, _region(word, r1))
    word = _suffixes(word, at)
    if word.endswith(DOUBLE):
        word = word[:-1]
    return LAST_ACCENT.sub(r"e\1", word).translate(PLAIN)


def _suffixes(word: str, at: Regions) -> str:
    word, done = _standard(word, at)
    for step in (_i_verb, _verb):
        if not done:
            word, done = step(word, at)
    if not done:
        return _residual(word, at)
    if word.endswith("Y"):
        return word[:-1] + "i"
    return word[:-1] + "c" if word.endswith("ç") else word


def _standard(word: str, at: Regions) -> tuple[str, bool]:
    """The word after its step 1, and whether that was all for suffixes."""
    rest, action = STANDARD.cut(word)
    if action is None:
        return word, False
    if action in {"amment", "emment", "ment"}:
        return _adverb(word, rest, action, at.v), False
    if action in {"eau", "al", "issement", "euse"}:
        found = _in_r1(rest, action, at)
    elif action == "ement":
        found = _before_ement(rest, at) if len(rest) >= at.v else None
    else:
        found = _in_r2(rest, action, at.r2) if len(rest) >= at.r2 else None
    return (word, False) if found is None else (found, True)


def _adverb(word: str, rest: str, action: str, rv: int) -> str:
    if action == "ment":
        after_vowel = rest.endswith(tuple(VOWELS)) and len(rest) > rv
        return rest if after_vowel else word
    if len(rest) < rv:
        return word
    return rest + ("ant" if action == "amment" else "ent")


def _in_r1(rest: str, action: str, at: Regions) -> str | None:
    if action == "eau":
        return rest + "eau"
    if len(rest) < at.r1:
        return None
    if action == "al":
        return rest + "al"
    if action == "euse":
        return rest if len(rest) >= at.r2 else rest + "eux"
    return None if rest.endswith(tuple(VOWELS)) else rest


def _in_r2(rest: str, action: str, r2: int) -> str:
    if action == "drop":
        return rest
    if action == "ic":
        return _without_ic(rest, r2)
    if action == "ive":
        shorter = without(rest, "at", r2)
        return rest if shorter == rest else _without_ic(shorter, r2)
    if action == "ité":
        return _before_ite(rest, r2)
    return rest + action


def _without_ic(rest: str, r2: int) -> str:
    shorter = rest.removesuffix("ic")
    return shorter if shorter == rest or len(shorter) >= r2 else shorter + "iqU"


def _before_ite(rest: str, r2: int) -> str:
    for ending, (inside, outside) in BEFORE_ITE.items():
        if rest.endswith(ending):
            shorter = rest.removesuffix(ending)
            return shorter + (inside if len(shorter) >= r2 else outside)
    return rest


def _before_ement(rest: str, at: Regions) -> str:
    shorter, action = BEFORE_EMENT.cut(rest)
    if action == "i":
        return shorter + "i" if len(shorter) >= at.v else rest
    if len(shorter) >= at.r2:
        return without(shorter, "at", at.r2) if action == "iv" else shorter
    return shorter + "eux" if action == "eus" and len(shorter) >= at.r1 else rest


def _i_verb(word: str, at: Regions) -> tuple[str, bool]:
    rest, action = I_VERB.cut(word, at.v)
    if action is None or len(rest) == at.v or rest.endswith(tuple(VOWELS)):
        return word, False
    return rest, True


def _verb(word: str, at: Regions) -> tuple[str, bool]:
    rest, action = VERB.cut(word, at.v)
    if action is None or (action == "ions" and len(rest) < at.r2):
        return word, False
    return without(rest, "e", at.v) if action == "e" else rest, True


def _residual(word: str, at: Regions) -> str:
    if len(word) > 1 and word.endswith("s") and word[-2] not in "aiouès":
        word = word[:-1]
    rest, action = RESIDUAL.cut(word, at.v)
    if action == "ion":
        after_s_or_t = len(rest) > at.v and rest.endswith(("s", "t"))
        return rest if after_s_or_t and len(rest) >= at.r2 else word
    if action == "gu":
        return rest if rest[at.v :].endswith("gu") else word
    return word if action is None else rest + action
