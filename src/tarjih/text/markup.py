"""What WMT's SGML and XML have in common: the root's name, text over lines."""

from __future__ import annotations

import re

_PROLOG = re.compile(
    r"\s*(?:<\?.*?\?>|<!--.*?-->|<!doctype[^\[>]*(?:\[.*?\]\s*)?>)", re.S | re.I
)
_ROOT = re.compile(r"\s*<([a-z][\w.-]*)(?=[\s/>])", re.I)


def root_name(head: str) -> str | None:
    """Return the first tag's name in lower case, if the text begins with markup."""
    start = 0
    while prolog := _PROLOG.match(head, start):
        start = prolog.end()
    root = _ROOT.match(head, start)
    return root[1].lower() if root else None


def joined(text: str) -> str:
    """Put a segment that spans lines on one, single blanks between the lines."""
    parts = (line.strip() for line in text.split("\n"))
    return " ".join(part for part in parts if part)
