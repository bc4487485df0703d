"""What the stemmers of Italian, Portuguese, Romanian and Spanish have in common."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from tarjih.kernels.endings import Endings, region_after, without


class Regions(NamedTuple):
    """Where RV, R1 and R2 start."""

    v: int
    r1: int
    r2: int


class RomanceRegions:
    """The regions of a language with these vowels.

    RV starts after the next vowel where the second letter is a consonant, after the
    next consonant where the first two are vowels, and otherwise after the third letter.
    """

    def __init__(self, vowels: str) -> None:
        v, c = f"[{vowels}]", f"[^{vowels}]"
        self.rv = re.compile(f"{v}(?:{c}+{v}|{v}+{c})|{c}(?:{c}+{v}|{v}.)", re.DOTALL)
        self.region = region_after(vowels)

    def __call__(self, word: str) -> Regions:
        """Where the regions of a word start."""
        opening = self.rv.match(word)
        r1 = self.region(word, 0)
        rv = opening.end() if opening else len(word)
        return Regions(rv, r1, self.region(word, r1))


def without_standard(
    word: str, at: Regions, table: Endings, before: Mapping[str, Endings]
) -> str:
    """The word without its standard suffix, as the longest in the table counts.

    An action in `before` names what else is removed before the suffix. A suffix lies in
    R2, but -amente in R1 and -mento in RV.
    """
    rest, action = table.cut(word)
    region = {"amente": at.r1, "mento": at.v}.get(action or "", at.r2)
    if action is None or len(rest) < region:
        return word
    if action not in before:
        return rest if action == "mento" else rest + action
    shorter, further = before[action].cut(rest)
    if further is None or len(shorter) < at.r2:
        return rest
    return without(shorter, further, at.r2)
