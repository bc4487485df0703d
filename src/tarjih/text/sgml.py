"""WMT and NIST SGML (`<refset>`, `<srcset>`, `<tstset>`), as it is found.

These files are not well-formed XML: bare `&`, bare `<`, unquoted attributes, any
letter case. Only `<seg>` and `<doc>` are tags here, in comments too, as in sacreBLEU;
everything else is text. Entities stay as they are, because the metrics of the time
resolve them themselves (`13a`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tarjih.text.lines import Text
from tarjih.text.markup import joined

# `[^<>]`: what cannot be a tag ends at the next `<`, so the scan is linear.
_TAG = re.compile(r"<(/?)(seg|doc)(?=[\s/>])([^<>]*)>", re.I)
_DOC_ID = re.compile(r"""\bdocid\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.I)
_LONGEST_TAG = 1 << 12


@dataclass(frozen=True)
class Segment:
    """One `<seg>`: its text, its document's id and the line where it begins."""

    text: str
    doc: str | None
    line: int


def read_sgml(text: Text, selector: str | None) -> Iterator[str]:
    """Yield the segments, or with the selector `doc` their documents' ids."""
    if selector not in (None, "doc"):
        raise text.error(f"SGML has no {selector!r}; the only selector is ::doc")
    for segment in _segments(text):
        yield segment.text if selector is None else _doc_id(text, segment)


def _doc_id(text: Text, segment: Segment) -> str:
    if segment.doc is None:
        raise text.error("this <seg> is in no <doc docid=...>", line=segment.line)
    return segment.doc


def _segments(text: Text) -> Iterator[Segment]:
    state = _State(text)
    for piece in _pieces(text.chunks()):
        segment = state.feed(piece)
        if segment is not None:
            yield segment
    state.expect_closed()


def _pieces(chunks: Iterator[str]) -> Iterator[str | re.Match[str]]:
    """Cut the text at the tags, wherever the chunks were cut."""
    kept = ""
    for chunk in chunks:
        buffer, end = kept + chunk, 0
        for tag in _TAG.finditer(buffer):
            yield buffer[end : tag.start()]
            yield tag
            end = tag.end()
        cut = max(end, _unfinished(buffer))
        yield buffer[end:cut]
        kept = buffer[cut:]
    yield kept


def _unfinished(buffer: str) -> int:
    """Return where a tag may have begun that the next chunk will close."""
    start = max(buffer.rfind("<"), len(buffer) - _LONGEST_TAG)
    return start if buffer.startswith("<", start) else len(buffer)


class _State:
    """Where in the file we are, and the segment that is open."""

    def __init__(self, text: Text) -> None:
        self._text = text
        self._line = 1
        self._doc: str | None = None
        self._parts: list[str] | None = None
        self._start = 0

    def feed(self, piece: str | re.Match[str]) -> Segment | None:
        """Take a text or a tag; return the segment that it closes."""
        if not isinstance(piece, str):
            segment = self._meet(*piece.groups())
            self._line += piece[0].count("\n")
            return segment
        if self._parts is not None:
            self._parts.append(piece)
        self._line += piece.count("\n")
        return None

    def _meet(self, closing: str, name: str, attributes: str) -> Segment | None:
        if name.lower() == "doc":
            self._enter_doc(None if closing else attributes)
            return None
        if closing:
            return self._close()
        self._open()
        return self._close() if attributes.endswith("/") else None

    def _enter_doc(self, attributes: str | None) -> None:
        self.expect_closed()
        found = _DOC_ID.search(attributes or "")
        self._doc = found[found.lastindex or 0] if found else None

    def _open(self) -> None:
        if self._parts is not None:
            raise self._text.error(
                f"<seg> inside the <seg> of line {self._start}", line=self._line
            )
        self._parts = []
        self._start = self._line

    def _close(self) -> Segment:
        if self._parts is None:
            raise self._text.error("</seg> without a <seg>", line=self._line)
        text = joined("".join(self._parts))
        self._parts = None
        return Segment(text, self._doc, self._start)

    def expect_closed(self) -> None:
        """Refuse the end of a document, or of the file, inside a segment."""
        if self._parts is not None:
            raise self._text.error("this <seg> is never closed", line=self._start)
