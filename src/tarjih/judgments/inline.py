"""Texts that stand in the judgments themselves become segments and systems.

A segment is a source with its references; a "system" is only the number of a distinct
translation of that segment: `hyp1`, `hyp2` and so on.
"""

from __future__ import annotations

from tarjih.judgments.texts import Stream, TextKey, Texts
from tarjih.text import Value

Segment = tuple["str | None", "tuple[str, ...]"]


class InlineTexts:
    """Numbers the texts of one test set and language pair as they come."""

    def __init__(self) -> None:
        self._segments: dict[Segment, int] = {}
        self._translations: list[dict[str, str]] = []

    def segment(self, source: str | None, references: tuple[str, ...]) -> int:
        """Return the number of the segment, counted from 1."""
        number = self._segments.setdefault(
            (source, references), len(self._segments) + 1
        )
        if number > len(self._translations):
            self._translations.append({})
        return number

    def system(self, segment: int, translation: str) -> str:
        """Return the name of this translation of the segment."""
        known = self._translations[segment - 1]
        return known.setdefault(translation, f"hyp{len(known) + 1}")

    def texts(self) -> Texts:
        """Return all texts met so far."""
        sources = [source for source, _ in self._segments]
        references: list[Value] = [
            refs[0] if len(refs) == 1 else refs for _, refs in self._segments
        ]
        return Texts(
            references={"ref": Stream(references, "the references")},
            systems=self._systems(),
            source=Stream(sources, "the sources") if any(sources) else None,
        )

    def _systems(self) -> dict[str, Stream]:
        most = max(map(len, self._translations), default=0)
        columns: dict[str, list[Value]] = {
            f"hyp{i}": [None] * len(self._translations) for i in range(1, most + 1)
        }
        for number, known in enumerate(self._translations):
            for text, name in known.items():
                columns[name][number] = text
        return {name: Stream(column, name) for name, column in columns.items()}


class InlinePairs:
    """Inline texts of several language pairs."""

    def __init__(self, test_set: str) -> None:
        self.test_set = test_set
        self._pairs: dict[str, InlineTexts] = {}

    def of(self, pair: str) -> InlineTexts:
        """Return the texts of one pair."""
        return self._pairs.setdefault(pair, InlineTexts())

    def texts(self) -> dict[TextKey, Texts]:
        """Return the texts of all pairs."""
        return {(self.test_set, pair): t.texts() for pair, t in self._pairs.items()}
