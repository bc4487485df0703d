"""What the stemmers are made of: tables of endings, and the regions of a word.

The terms are those of Porter's Snowball: R1 starts after the first consonant that
follows a vowel, R2 is the R1 of R1. A region is the number of letters before it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import wraps


class Endings:
    """Endings, each with what becomes of it; the longest that a word has counts.

    `groups` maps an action to the endings that it is for, separated by spaces. The
    action is what replaces them, or a name that the algorithm knows.
    """

    def __init__(self, groups: Mapping[str, str]) -> None:
        self.actions = {
            ending: action
            for action, endings in groups.items()
            for ending in endings.split()
        }
        self.lengths = sorted(set(map(len, self.actions)), reverse=True)

    def cut(self, word: str, start: int = 0) -> tuple[str, str | None]:
        """The word without its ending, and the action; none where no ending fits.

        An ending has to lie in `word[start:]`.
        """
        room = len(word) - start
        for length in self.lengths:
            if length <= room:
                action = self.actions.get(word[-length:])
                if action is not None:
                    return word[:-length], action
        return word, None


def without(word: str, ending: str, region: int) -> str:
    """The word without this ending, if it has it and it lies in the region."""
    if word.endswith(ending) and len(word) - len(ending) >= region:
        return word.removesuffix(ending)
    return word


def region_after(vowels: str) -> Callable[[str, int], int]:
    """How a region starts: after the first consonant that follows a vowel.

    The function takes a word and where to look from. The region is empty where
    there is no such consonant.
    """
    border = re.compile(f"[{vowels}][^{vowels}]")

    def start(word: str, after: int = 0) -> int:
        found = border.search(word, after)
        return found.end() if found else len(word)

    return start


def consonants(pattern: str) -> Callable[[str], str]:
    """Make vowels that count as consonants capital: the last letter of each match."""
    matches = re.compile(pattern)

    def mark(word: str) -> str:
        return matches.sub(lambda found: found[0][:-1] + found[0][-1].upper(), word)

    return mark


def by_utf16(stem: Callable[[str], str]) -> Callable[[str], str]:
    """Make a stemmer count as Java does: a character beyond U+FFFF has two units."""

    @wraps(stem)
    def counted(word: str) -> str:
        if word.isascii() or max(word) <= "\uffff":
            return stem(word)
        units = memoryview(word.encode("utf-16-le", "surrogatepass")).cast("H")
        found = stem("".join(map(chr, units)))
        data = found.encode("utf-16-le", "surrogatepass")
        return data.decode("utf-16-le", "surrogatepass")

    return counted
