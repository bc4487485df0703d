"""Rows for tokens of English that a table lacks: means of what stands in their place.

The table that is shipped comes from a package without `a`, `I`, `'s`, `n't` and digits.
"""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_lowercase

import numpy as np

from tarjih.embeddings.table import Embeddings
from tarjih.kernels import pack
from tarjih.kernels.arrays import F32, I32
from tarjih.text.batch import Tokens

_NOT = "not never cannot"
_MARKS = {
    "--": "-", "–": "-", "—": "-", "...": "…", "....": "…", "''": '"', "``": '"',
    "«": "“", "»": "”", "„": "“", "‚": "‘", "•": "*", "-lrb-": "(", "-rrb-": ")",
    "¢": "cents cent", "°": "degrees",
}  # fmt: skip
_CLITICS = {
    "'s": "of its his their is", "s": "of its his their is",
    "'t": _NOT, "n't": _NOT, "t": _NOT, "'em": "them", "o'clock": "hour morning",
    "'re": "are", "'ve": "have", "'ll": "will", "'d": "would had", "'m": "am",
}  # fmt: skip
_SHORT = {
    "a": "an the one another",
    "i": "he she we you they me",
    "u.s.": "united states american", "u.s": "united states american",
    "u.k.": "united kingdom british", "u.n.": "united nations",
    "mr.": "mr", "mrs.": "mrs", "ms.": "ms", "dr.": "dr", "st.": "st", "vs.": "vs",
    "a.m.": "am morning", "p.m.": "pm evening", "i.e.": "namely", "e.g.": "such as",
}  # fmt: skip
_VERBS = "are is was were do does did have has had would could should must need might"
_SUBJECTS = "i he she it we you they that this there here who what where how let"
_SHORTENED = {"'re": "are", "'ve": "have", "'ll": "will", "'d": "would", "'s": "is"}
_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen "
    "fourteen fifteen sixteen seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh "
    "twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth "
    "nineteenth twentieth"
)
_YEAR = (
    "january february march april june july august september october november december "
    "year"
)


def filled(embeddings: Embeddings) -> Embeddings:
    """The same table and, behind its words, the fillers that it lacks.

    A filler whose words are unknown too is left out.
    """
    wanted = dict(_fillers())
    places = _places(embeddings, list(wanted))
    lacking = [word for word, place in zip(wanted, places, strict=True) if place < 0]
    rows = {word: _mean(embeddings, wanted[word]) for word in lacking}
    found = {word: row for word, row in rows.items() if row is not None}
    if not found:
        return embeddings
    every = embeddings.rows(np.arange(len(embeddings), dtype=np.int32))
    words = [*embeddings.word_list(), *found]
    vectors = np.concatenate([every, list(found.values())])
    return Embeddings.of(embeddings.name, words, vectors.astype(np.float32))


def _fillers() -> Iterator[tuple[str, str]]:
    """Yield fillers and the words that each is the mean of; the last of one counts."""
    for letter in ascii_lowercase:
        yield letter, "letter letters initials"
    yield from _MARKS.items()
    for word, means in [*_CLITICS.items(), *_SHORT.items(), *_contractions()]:
        yield word, means
        if "'" in word:
            yield word.replace("'", "’"), means
    yield from _numbers()


def _contractions() -> Iterator[tuple[str, str]]:
    for verb in _VERBS.split():
        yield f"{verb}n't", f"{verb} not"
        yield f"{verb}n", verb  # where the apostrophe begins a word
    yield from {"can't": "can not", "won't": "will not", "i'm": _SHORT["i"]}.items()
    for subject in _SUBJECTS.split():
        for ending, verb in _SHORTENED.items():
            yield subject + ending, f"{_SHORT.get(subject, subject)} {verb}"


def _numbers() -> Iterator[tuple[str, str]]:
    for number in range(100):
        yield str(number), _spelt(number)
    for number in range(10):
        yield f"0{number}", _spelt(number)
    for tens in range(10, 100):
        hundred = f"{_spelt(tens // 10)} hundred"
        yield (
            f"{tens}0",
            f"{hundred} {_spelt(tens % 10 * 10)}" if tens % 10 else hundred,
        )
    for thousands in (*range(1, 21), *range(30, 101, 10), *range(200, 1000, 100)):
        yield f"{thousands},000", "thousand thousands"
        yield f"{thousands}000", "thousand thousands"
    for year in range(1900, 2031):
        yield str(year), _YEAR
    for decade in range(10, 100, 10):
        for form in (f"{decade}s", f"'{decade}s", f"19{decade}s", f"18{decade}s"):
            yield form, "decade decades era"
    for day in range(1, 32):
        last = {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
        yield f"{day}{'th' if 10 < day < 20 else last}", _ordinal(day)


def _ordinal(number: int) -> str:
    return _ORDINALS.split()[min(number, 20) - 1]


def _spelt(number: int) -> str:
    units = _UNITS.split()
    if number < 20:
        return units[number]
    ten = _TENS.split()[number // 10 - 2]
    return ten if number % 10 == 0 else f"{ten} {units[number % 10]}"


def _mean(embeddings: Embeddings, words: str) -> F32 | None:
    places = _places(embeddings, words.split())
    known = places[places >= 0]
    return embeddings.rows(known).mean(0) if len(known) else None


def _places(embeddings: Embeddings, words: list[str]) -> I32:
    every = np.arange(len(words), dtype=np.int32)
    offsets = np.array([0, len(words)], np.int64)
    return embeddings.places_of(Tokens(every, offsets, *pack(words)))
