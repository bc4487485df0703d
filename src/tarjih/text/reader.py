"""What every reader of a format is: a text and a selector in, values out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from tarjih.text.lines import Text

Value: TypeAlias = "str | tuple[str | None, ...] | None"
"""One segment's cell: a text, a missing one, or several references."""

Reader: TypeAlias = Callable[[Text, "str | None"], Iterator[Value]]

_MOST = 20
_LONGEST = 40


def listed(names: Iterable[str]) -> str:
    """Join names for a message that stays one readable line."""
    shown = [name if len(name) <= _LONGEST else name[:_LONGEST] + "…" for name in names]
    more = [f"… ({len(shown)} in all)"] if len(shown) > _MOST else []
    return ", ".join(shown[:_MOST] + more)
