"""METEOR's own tokens: the rules of METEOR 1.5's `-norm`, and plain splitting."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import zip_longest

import numpy as np

from tarjih.kernels.arrays import I32, I64, U8
from tarjih.kernels.strings import unpack

# The letters that the rules know: Latin, Cyrillic and phonetic extensions.
_ALPHA = (
    "A-Za-z\u0160\u017d\u0161\u017e\u0178\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017e"
    "\u0400-\u04ff\u0500-\u0527\ua640-\ua66e\ua67e-\ua697\u1d00-\u1d7f"
)
_BLANK = " \t\n\r\f"  # what parts words; other white space is text or a mark
_WIDE_BLANKS = re.compile("[ \u2000-\u200a\u202f\u205f\u3000\u00a0]+")
_TRIMMED = "".join(map(chr, range(33)))

Rule = tuple[re.Pattern[str], str]
_COMMAS: list[Rule] = [
    (re.compile("([^0-9]),([^0-9])"), r"\1 , \2"),
    (re.compile("([0-9]),([^0-9])"), r"\1 , \2"),
    (re.compile("([^0-9]),([0-9])"), r"\1 , \2"),
]
_QUOTES: list[Rule] = [
    (re.compile("[`\u2018\u2019]"), "'"),
    (re.compile("[\u201c\u201d]|''"), ' " '),
    (re.compile("\u2013"), "-"),
    (re.compile("--"), "-"),
]
_WESTERN: list[Rule] = [
    (re.compile(f"([^0-9{_ALPHA}\\s.'`,\\-\u2018\u2019])", re.ASCII), r" \1 "),
    *_COMMAS,
    *_QUOTES,
    (re.compile(f"([0-9{_ALPHA}.])-([0-9{_ALPHA}])"), r"\1 \2"),
]
_APOSTROPHES: dict[str, list[Rule]] = {
    "english": [
        (re.compile(f"([^{_ALPHA}])'([^{_ALPHA}])"), r"\1 ' \2"),
        (re.compile(f"([^{_ALPHA}0-9])'([{_ALPHA}])"), r"\1 ' \2"),
        (re.compile(f"([{_ALPHA}])'([^{_ALPHA}])"), r"\1 ' \2"),
        (re.compile(f"([{_ALPHA}])'([{_ALPHA}])"), r"\1 '\2"),
        (re.compile("([0-9])'(s)"), r"\1 '\2"),
    ],
    "french": [
        (re.compile(f"([^{_ALPHA}])'([^{_ALPHA}])"), r"\1 ' \2"),
        (re.compile(f"([^{_ALPHA}])'([{_ALPHA}])"), r"\1 ' \2"),
        (re.compile(f"([{_ALPHA}])'([^{_ALPHA}])"), r"\1 ' \2"),
        (re.compile(f"([{_ALPHA}])'([{_ALPHA}])"), r"\1' \2"),
    ],
    "western": [(re.compile("'"), " ' ")],
}
_OTHER: list[Rule] = [
    *_COMMAS,
    *_QUOTES,
    (re.compile(r"([^0-9])\.([^0-9])"), r"\1 . \2"),
    (re.compile(r"([0-9])\.([^0-9])"), r"\1 . \2"),
    (re.compile(r"([^0-9])\.([0-9])"), r"\1 . \2"),
    (re.compile("([!-+\\-/:-@\\[-`{-\u00bf\u060c])"), r" \1 "),
]
_DOTS = re.compile(r"(\.{2,})")
_LETTER = re.compile(f"[{_ALPHA}]")
_PUNCTUATION = {
    **dict.fromkeys(_APOSTROPHES, re.compile(f"[^0-9{_ALPHA}]")),
    "other": re.compile("[!-+\\--/:-@\\[-`{-\u00bf\u060c]"),
}
_WORDS = re.compile(f"[^{_BLANK}]+")


def meteor_tokens(
    data: U8,
    offsets: I64,
    rules: str,
    keep_punctuation: bool,
    prefixes: U8,
    prefix_offsets: I64,
    always: int,
) -> tuple[I32, I64, U8, I64]:
    """Split every line of a packed batch, and number the distinct tokens.

    `rules` are `english`, `french`, `western` or `other`, or `split` for no rules but
    blanks. The first `always` prefixes keep their full stop before anything, the others
    before a number. Returns ids, where each line starts in them, the packed types, and
    where each type starts.
    """
    abbreviations = unpack(prefixes, prefix_offsets)
    kept, numeric = set(abbreviations[:always]), set(abbreviations[always:])
    ids: dict[str, int] = {}
    found: list[int] = []
    ends = [0]
    normalize = _normalizer(rules, kept, numeric)
    for line in unpack(data, offsets):
        text = normalize(line)
        if rules != "split" and not keep_punctuation:
            text = _PUNCTUATION[rules].sub(" ", text)
        for word in _WORDS.findall(_finish(text) if rules != "split" else text):
            found.append(ids.setdefault(word, len(ids)))
        ends.append(len(found))
    encoded = [word.encode() for word in ids]
    type_ends = np.cumsum([0, *map(len, encoded)], dtype=np.int64)
    types = np.frombuffer(b"".join(encoded), np.uint8)
    return np.array(found, np.int32), np.array(ends, np.int64), types, type_ends


def _normalizer(rules: str, kept: set[str], numeric: set[str]) -> Callable[[str], str]:
    if rules == "split":
        return lambda line: line
    if rules == "other":
        return lambda line: _by_dots(line, lambda text: _apply(_OTHER, text))
    if rules not in _APOSTROPHES:
        raise ValueError(f"unknown rules {rules}")
    passes = [*_WESTERN, *_APOSTROPHES[rules]]
    return lambda line: _by_dots(
        line, lambda text: _full_stops(_apply(passes, text), kept, numeric)
    )


def _by_dots(line: str, normalize: Callable[[str], str]) -> str:
    """Two full stops or more are a token of their own; no rule looks across it."""
    pieces = _DOTS.split(line)
    pieces[::2] = [normalize(f" {piece} ") for piece in pieces[::2]]
    return " ".join(pieces)


def _apply(rules: list[Rule], text: str) -> str:
    for pattern, replacement in rules:
        text = pattern.sub(replacement, text)
    return text


def _full_stops(text: str, kept: set[str], numeric: set[str]) -> str:
    """Take the full stop off the end of a word that is no abbreviation."""
    words = _WORDS.findall(text)
    return " ".join(
        _full_stop(word, after, kept, numeric)
        for word, after in zip_longest(words, words[1:], fillvalue="")
    )


def _full_stop(word: str, after: str, kept: set[str], numeric: set[str]) -> str:
    if word[-1] != "." or len(word) == 1:
        return word
    stem = word[:-1]
    if "." in stem and _LETTER.search(stem):
        return word.replace(".", "")  # U.S. -> US
    if stem in kept or "a" <= after[:1] <= "z":
        return word
    if stem in numeric and "0" <= after[:1] <= "9":
        return word
    return f"{stem} ."


def _finish(text: str) -> str:
    """All blanks to spaces; control characters at both ends fall away."""
    return _WIDE_BLANKS.sub(" ", text).strip(_TRIMMED)
