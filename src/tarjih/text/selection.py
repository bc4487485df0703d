"""Which texts of a WMT XML file a selector means."""

from __future__ import annotations

from collections.abc import Iterator

from tarjih.text.lines import Text
from tarjih.text.reader import listed
from tarjih.text.wmt_xml import Document, read_documents

_ATTRIBUTES = {"doc": "id", "domain": "domain"}


def read_xml(text: Text, selector: str | None) -> Iterator[str | None]:
    """Yield one text a segment; without a selector there must be one choice only.

    Selectors: `src`, `ref`, `ref:TRANSLATOR`, `hyp`, `hyp:SYSTEM`, `doc`, `domain`.
    """
    if selector in _ATTRIBUTES:
        return _attribute(text, _ATTRIBUTES[selector])
    return _Choice(text, selector).values()


def _attribute(text: Text, name: str) -> Iterator[str]:
    for doc in read_documents(text):
        if name not in doc.attributes:
            raise text.error(f"this <doc> has no {name!r}", line=doc.line)
        for _ in doc.ids("src"):
            yield doc.attributes[name]


class _Choice:
    """The one column that the selector means, known when it is first met."""

    def __init__(self, text: Text, selector: str | None) -> None:
        self._text = text
        self._selector = selector
        self._known: dict[str, None] = {}  # all columns met, in order
        self._chosen: str | None = None
        self._missed = 0  # segments before the first document that has the column

    def values(self) -> Iterator[str | None]:
        for doc in read_documents(self._text):
            self._choose(doc)
            yield from self._of(doc)
        if self._chosen is None and self._known:
            known = _selectors(self._known)
            raise self._text.error(f"has no {self._selector!r}; selectors: {known}")

    def _choose(self, doc: Document) -> None:
        self._known |= dict.fromkeys(doc.columns)
        meant = [name for name in self._known if self._means(name)]
        if len(meant) > 1:
            raise self._text.error(
                f"holds several texts; add one of {_selectors(meant)} to the file name",
                line=doc.line,
            )
        self._chosen = meant[0] if meant else None

    def _means(self, name: str) -> bool:
        if self._selector in (None, name):
            return True
        return self._selector in ("ref", "hyp") and name.startswith(
            f"{self._selector}:"
        )

    def _of(self, doc: Document) -> Iterator[str | None]:
        ids = doc.ids(self._chosen or "")
        if self._chosen is None:
            self._missed += len(ids)
            return
        yield from [None] * self._missed
        self._missed = 0
        column = doc.columns.get(self._chosen, {})
        if extra := column.keys() - set(ids):
            raise self._text.error(
                f"{self._chosen!r} has a segment {min(extra)!r} that 'src' has not",
                line=doc.line,
            )
        yield from map(column.get, ids)


def _selectors(names: list[str] | dict[str, None]) -> str:
    return listed(f"::{name}" for name in names)
