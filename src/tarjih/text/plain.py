"""Plain text: one segment a line."""

from __future__ import annotations

from collections.abc import Iterator

from tarjih.text.lines import Text


def read_plain(text: Text, _selector: str | None = None) -> Iterator[str]:
    """Yield the lines without the white space at their ends, as sacreBLEU does."""
    return map(str.rstrip, text.lines())
