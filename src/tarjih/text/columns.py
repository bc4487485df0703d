"""A column of texts, as the command line names it: `PATH`, `-` or `PATH::SELECTOR`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from tarjih.errors import UsageError
from tarjih.text.decode import check_encoding
from tarjih.text.jsonl import is_jsonl, read_jsonl
from tarjih.text.lines import Text, open_text
from tarjih.text.markup import root_name
from tarjih.text.plain import read_plain
from tarjih.text.reader import Reader, Value
from tarjih.text.selection import read_xml
from tarjih.text.sgml import read_sgml
from tarjih.text.source import display_name
from tarjih.text.tsv import read_tsv

_MARKUP: dict[str, Reader] = {
    "dataset": read_xml,
    "mteval": read_sgml,
    "refset": read_sgml,
    "srcset": read_sgml,
    "tstset": read_sgml,
}


def read_by_content(text: Text, selector: str | None) -> Iterator[Value]:
    """Read the text in the format that it is found to have."""
    root = root_name(text.head)
    if root in _MARKUP:
        return _MARKUP[root](text, selector)
    if root is not None and text.head.lstrip().startswith("<?xml"):
        raise text.error(
            f"is XML with the root <{root}>; known roots: {', '.join(_MARKUP)}"
        )
    if selector is None:
        return read_plain(text)
    if is_jsonl(text.head):
        return read_jsonl(text, selector)
    return read_tsv(text, selector)


@dataclass(frozen=True)
class Column:
    """One value a segment, streamed; every iteration opens the file anew."""

    spec: str
    path: str
    selector: str | None
    encoding: str = "utf-8"
    read: Reader = read_by_content

    @property
    def name(self) -> str:
        """What messages and tables call the column."""
        return display_name(self.path) if self.path == self.spec else self.spec

    def __iter__(self) -> Iterator[Value]:
        text = open_text(self.path, self.encoding)
        values = self.read(text, self.selector)
        for first in values:
            return chain([first], values)
        raise text.error("holds no segments")


def open_column(spec: str, *, encoding: str = "utf-8") -> Column:
    """Return the column that `spec` names; iterating opens the file.

    The last `::` counts, so that `a::b.txt::` is the whole file `a::b.txt`.
    """
    check_encoding(encoding)
    path, separator, selector = spec.rpartition("::")
    if not separator:
        path, selector = spec, ""
    if not path:
        raise UsageError(f"{spec!r} names no file")
    return Column(spec, path, selector or None, encoding)
