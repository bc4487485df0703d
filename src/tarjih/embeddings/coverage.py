"""How much of a text embeddings know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from tarjih.embeddings.table import Embeddings
from tarjih.text.batch import Tokens


@dataclass(frozen=True)
class Coverage:
    """Tokens and types of a text, those that are known, and what is not, most first."""

    tokens: int
    known_tokens: int
    types: int
    known_types: int
    unknown: list[tuple[str, int]]

    @property
    def share(self) -> float:
        """Of the tokens, those that are known."""
        return self.known_tokens / max(self.tokens, 1)


def coverage(table: Embeddings, texts: Iterable[Tokens], most: int = 20) -> Coverage:
    """Count tokens and types; of the unknown ones name the most frequent."""
    known: Counter[str] = Counter()
    unknown: Counter[str] = Counter()
    for tokens in texts:
        places = table.places_of(tokens).tolist()
        counts = np.bincount(tokens.ids, minlength=len(places)).tolist()
        for word, place, count in zip(tokens.types, places, counts, strict=True):
            (unknown if place < 0 else known)[word] += count
    return Coverage(
        known.total() + unknown.total(),
        known.total(),
        len(known) + len(unknown),
        len(known),
        unknown.most_common(most),
    )
