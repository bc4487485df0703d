"""The XML of WMT21 and later, streamed a document at a time.

    <dataset> [<collection>] <doc id= [domain=]>
        <src>, <ref translator=>, <hyp system=>: <p> <seg id=>

As in sacreBLEU, documents of a test suite are left out, and segments are paired by id
within their document: a segment that a `<ref>` or `<hyp>` lacks is a missing value.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NoReturn
from xml.parsers import expat

from tarjih.text.lines import Text
from tarjih.text.markup import joined

_NAMED_BY = {"src": None, "ref": "translator", "hyp": "system"}


@dataclass
class Document:
    """One `<doc>`: for each selector, the texts by segment id."""

    line: int
    attributes: dict[str, str]
    columns: dict[str, dict[str, str]] = field(default_factory=dict)

    def ids(self, selector: str) -> list[str]:
        """Return the segments' ids, in the order of the source where there is one."""
        any_column = next(iter(self.columns.values()), {})
        return list(self.columns.get("src", self.columns.get(selector, any_column)))


def read_documents(text: Text) -> Iterator[Document]:
    """Yield the documents that belong to the test set proper."""
    handler = _Handler(text)
    try:
        for chunk in text.chunks():
            handler.parser.Parse(chunk, False)
            yield from handler.take_done()
        handler.parser.Parse("", True)
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code)
        raise text.error(f"invalid XML: {reason}", line=error.lineno) from error


class _Handler:
    """What expat has met so far; every open thing is held here, once."""

    def __init__(self, text: Text) -> None:
        self._text = text
        self._done: list[Document] = []
        self._doc: Document | None = None
        self._column: dict[str, str] | None = None
        self._segment: str | None = None  # its id
        self._parts: list[str] = []
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters
        self.parser.EntityDeclHandler = self._refuse_declaration
        self.parser.SkippedEntityHandler = self._refuse_entity

    def take_done(self) -> list[Document]:
        """Return the documents that ended since the last call."""
        done, self._done = self._done, []
        return done

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "doc":
            self._doc = Document(self.parser.CurrentLineNumber, attributes)
        elif tag in _NAMED_BY and self._doc is not None:
            self._column = self._new_column(self._doc, tag, attributes)
        elif tag == "seg" and self._column is not None:
            self._open_segment(self._column, attributes)

    def _new_column(
        self, doc: Document, tag: str, attributes: dict[str, str]
    ) -> dict[str, str]:
        name = attributes.get(_NAMED_BY[tag] or "")
        selector = f"{tag}:{name}" if name else tag
        if selector in doc.columns:
            self._fail(f"a second {selector!r} in one <doc>")
        return doc.columns.setdefault(selector, {})

    def _open_segment(self, column: dict[str, str], attributes: dict[str, str]) -> None:
        if self._segment is not None:
            self._fail("<seg> inside a <seg>")
        self._segment = attributes.get("id", f"number {len(column) + 1}")
        if self._segment in column:
            self._fail(f"a second <seg id={self._segment!r}>")

    def _characters(self, data: str) -> None:
        if self._segment is not None:
            self._parts.append(data)

    def _end(self, tag: str) -> None:
        if tag == "doc":
            self._close_doc()
        elif tag in _NAMED_BY:
            self._column = None
        elif tag == "seg":
            self._close_segment()

    def _close_doc(self) -> None:
        if self._doc is not None and "testsuite" not in self._doc.attributes:
            self._done.append(self._doc)
        self._doc = None

    def _close_segment(self) -> None:
        if self._column is not None and self._segment is not None:
            self._column[self._segment] = joined("".join(self._parts))
        self._segment = None
        self._parts.clear()

    def _refuse_declaration(self, name: str, *_details: object) -> None:
        self._fail(f"declares the entity {name!r}; declarations are refused")

    def _refuse_entity(self, name: str, _is_parameter: bool) -> None:
        self._fail(f"unknown entity &{name};")

    def _fail(self, problem: str) -> NoReturn:
        raise self._text.error(problem, line=self.parser.CurrentLineNumber)
