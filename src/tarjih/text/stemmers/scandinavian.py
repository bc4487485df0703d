"""What the stemmers of Danish, Norwegian and Swedish have in common."""

from __future__ import annotations

import re
from collections.abc import Callable

from tarjih.kernels.endings import Endings, region_after


def region_of(vowels: str) -> Callable[[str], int]:
    """How R1 starts in a language with these vowels: after three letters at least."""
    region = region_after(vowels)

    def start(word: str) -> int:
        return max(region(word, 0), 3)

    return start


def without_inflection(
    word: str, table: Endings, before_s: re.Pattern[str], r1: int
) -> str:
    """The word without its ending in R1; a mere -s is one after some letters only."""
    rest, action = table.cut(word, r1)
    if action == "s":
        return rest if before_s.search(rest) else word
    return rest + (action or "")


def without_last(word: str, pairs: tuple[str, ...], r1: int) -> str:
    """The word without its last letter, if it ends in one of these pairs in R1."""
    return word[:-1] if word[r1:].endswith(pairs) else word
