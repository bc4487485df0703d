"""Lines of UTF-8 to interned tokens.

A tokenizer here is a *scheme*; `tarjih.text` builds the named tokenizers from them:

- `split`: at white space, as `str.split()`.
- `char`: every character that is not white space.
- `chrf`: `split`, then one punctuation mark off the end of a word, or else its start.
- `13a`: mteval-v13a. Its mark-up, line ends and entities, then `western`, padded.
- `western`: mteval's four rules for western punctuation, nothing before or after.
- `intl`: mteval-v14's rules over the Unicode classes number, punctuation and symbol.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from string import punctuation

import numpy as np

from tarjih.kernels.arrays import I32, I64, U8
from tarjih.kernels.strings import pack, unpack

ENTITIES = {"&quot;": '"', "&amp;": "&", "&lt;": "<", "&gt;": ">"}
WESTERN_RULES = [
    (re.compile(r"([{-~\[-` -&(-+:-@/])"), r" \1 "),
    (re.compile(r"([^0-9])([.,])"), r"\1 \2 "),
    (re.compile(r"([.,])([^0-9])"), r" \1 \2"),
    (re.compile(r"([0-9])(-)"), r"\1 \2 "),
]


def tokenize(
    data: U8, offsets: I64, scheme: str, ranges: I32
) -> tuple[I32, I64, U8, I64]:
    """Tokenize every line of a packed text and number the types as they appear.

    `ranges` holds the Unicode classes of `intl` as sorted rows (first, last, class)
    with class 1 number, 2 punctuation, 3 symbol; the other schemes ignore it. White
    space at the end of a line is dropped first. Returns the ids of all tokens, the
    offsets of the lines in them, and the packed types.
    """
    split = _scheme(scheme, ranges)
    types: dict[str, int] = {}
    ids: list[int] = []
    ends = [0]
    for line in unpack(data, offsets):
        ids += [types.setdefault(token, len(types)) for token in split(line.rstrip())]
        ends.append(len(ids))
    packed, packed_offsets = pack(list(types))
    return np.array(ids, np.int32), np.array(ends, np.int64), packed, packed_offsets


def match_types(known: U8, known_offsets: I64, data: U8, offsets: I64) -> I32:
    """Number each string by its place among the distinct known ones, or -1."""
    distinct = dict.fromkeys(unpack(known, known_offsets))
    places = {text: i for i, text in enumerate(distinct)}
    found = [places.get(text, -1) for text in unpack(data, offsets)]
    return np.array(found, np.int32)


def codepoints(data: U8, offsets: I64, whitespace: bool) -> tuple[I32, I64]:
    """Decode every line to code points, leaving white space out unless wanted."""
    lines = [
        line if whitespace else "".join(line.split()) for line in unpack(data, offsets)
    ]
    ends = np.zeros(len(lines) + 1, np.int64)
    np.cumsum([len(line) for line in lines], out=ends[1:])
    return np.array([ord(c) for line in lines for c in line], np.int32), ends


def _scheme(name: str, ranges: I32) -> Callable[[str], list[str]]:
    if name == "intl":
        return _international(ranges.tobytes())
    schemes: dict[str, Callable[[str], list[str]]] = {
        "split": str.split,
        "char": _char,
        "chrf": _words,
        "13a": _mteval,
        "western": _western,
    }
    if name not in schemes:
        raise ValueError(f"unknown scheme {name}")
    return schemes[name]


def _char(line: str) -> list[str]:
    return list("".join(line.split()))


def _words(line: str) -> list[str]:
    words = []
    for word in line.split():
        if len(word) > 1 and word[-1] in punctuation:
            words += [word[:-1], word[-1]]
        elif len(word) > 1 and word[0] in punctuation:
            words += [word[0], word[1:]]
        else:
            words.append(word)
    return words


def _mteval(line: str) -> list[str]:
    line = line.replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
    for entity, character in ENTITIES.items():
        line = line.replace(entity, character)
    return _western(f" {line} ")


def _western(line: str) -> list[str]:
    for rule, replacement in WESTERN_RULES:
        line = rule.sub(replacement, line)
    return line.split()


@lru_cache(maxsize=4)
def _international(ranges: bytes) -> Callable[[str], list[str]]:
    members = {1: "", 2: "", 3: ""}
    for first, last, kind in np.frombuffer(ranges, np.int32).reshape(-1, 3):
        members[int(kind)] += rf"\U{first:08x}-\U{last:08x}"
    number, mark, symbol = members[1], members[2], members[3]
    rules = [
        (re.compile(f"([^{number}])([{mark}])"), r"\1 \2 "),
        (re.compile(f"([{mark}])([^{number}])"), r" \1 \2"),
        (re.compile(f"([{symbol}])"), r" \1 "),
    ]

    def split(line: str) -> list[str]:
        for rule, replacement in rules:
            line = rule.sub(replacement, line)
        return line.split()

    return split
