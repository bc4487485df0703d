"""What a reader left out: how often, why, and where first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Reason:
    """One reason, and the first line that it was met with."""

    count: int
    first: str  # as an error would say it: `file:line: problem`


@dataclass(frozen=True)
class Skipped:
    """Counts by reason, in the order in which they were met."""

    reasons: Mapping[str, Reason] = field(default_factory=dict)

    @classmethod
    def joined(cls, reports: Iterable[Skipped]) -> Skipped:
        """Add up what several readers left out."""
        found: dict[str, Reason] = {}
        for report in reports:
            for name, reason in report.reasons.items():
                before = found.get(name, Reason(0, reason.first))
                found[name] = Reason(before.count + reason.count, before.first)
        return cls(found)

    @property
    def total(self) -> int:
        """How much was left out in all."""
        return sum(reason.count for reason in self.reasons.values())

    def __bool__(self) -> bool:
        return bool(self.reasons)

    def lines(self) -> Iterator[str]:
        """Say it, a line for each reason."""
        for name, reason in self.reasons.items():
            yield f"left out {reason.count:,}: {name}; first {reason.first}"
