"""Scores of systems, as sacreBLEU's users know them and as tables."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tarjih.report.tables import Table, to_latex, to_markdown, to_text, to_tsv
from tarjih.stats.resampling import Interval
from tarjih.types import Signature

# sacreBLEU's short keys; its TER prints `tok` as `t`.
SHORT = {
    "nrefs": "#",
    "seed": "rs",
    "case": "c",
    "eff": "e",
    "smooth": "s",
    "space": "s",
    "norm": "nr",
    "punct": "pn",
    "asian": "as",
    "version": "v",
}
SHORT_TER = {**SHORT, "tok": "t"}


@dataclass(frozen=True)
class Result:
    """One metric of one system."""

    system: str
    name: str
    score: float
    signature: Signature
    width: int = 1  # digits after the point
    verbose: str = ""
    interval: Interval | None = None
    groups: Mapping[str, tuple[int, float]] = field(default_factory=dict)

    @property
    def number(self) -> str:
        """The score, with mean and half width of its interval."""
        text = self.printed(self.score)
        return text if self.interval is None else f"{text} ({self._confidence()})"

    def printed(self, score: float) -> str:
        """A number with the digits of this result."""
        return f"{score:.{self.width}f}"

    def line(self, *, short: bool = False) -> str:
        """The line that sacreBLEU prints."""
        signature = self.short_signature() if short else str(self.signature)
        line = f"{self.name}|{signature} = {self.number}"
        return f"{line} {self.verbose}" if self.verbose else line

    def short_signature(self) -> str:
        """The signature with sacreBLEU's short keys."""
        return self.signature.short(SHORT_TER if "TER" in self.name else SHORT)

    def to_dict(self) -> dict[str, Any]:
        """The object that sacreBLEU prints as JSON, and the scores of groups."""
        found: dict[str, Any] = {
            "name": self.name,
            "score": float(self.printed(self.score)),
            "signature": str(self.signature),
        }
        if self.interval is not None:
            found["confidence_mean"] = float(self.printed(self.interval.mean))
            found["confidence_var"] = float(self.printed(self.interval.half_width))
            found["confidence"] = self._confidence()
        if self.verbose:
            found["verbose_score"] = self.verbose
        found.update(self.signature.items)
        if self.groups:
            found["groups"] = {
                label: {"segments": segments, "score": float(self.printed(score))}
                for label, (segments, score) in self.groups.items()
            }
        return found

    def _confidence(self) -> str:
        if self.interval is None:
            return ""
        mean, half = self.interval.mean, self.interval.half_width
        return f"μ = {self.printed(mean)} ± {self.printed(half)}"


def as_json(results: Sequence[Result]) -> str:
    """One object for one metric, a list for several; systems by name."""
    if len(_systems(results)) == 1:
        found = [result.to_dict() for result in results]
        texts = [json.dumps(one, indent=1, ensure_ascii=False) for one in found]
        return texts[0] if len(texts) == 1 else "[\n" + ",\n".join(texts) + "\n]"
    objects = [
        {"system": system}
        | {r.name: r.number for r in _of(results, system)}
        | {"results": [r.to_dict() for r in _of(results, system)]}
        for system in _systems(results)
    ]
    return json.dumps(objects, indent=4, ensure_ascii=False)


def as_jsonl(results: Sequence[Result]) -> str:
    """One object a line, for every metric of every system."""
    objects = [{"system": r.system} | r.to_dict() for r in results]
    return "\n".join(json.dumps(one, ensure_ascii=False) for one in objects)


def as_text(results: Sequence[Result], *, short: bool = False) -> str:
    """sacreBLEU's lines for one system, a table with signatures for several."""
    parts = []
    if len(_systems(results)) == 1:
        parts.append(_aligned([result.line(short=short) for result in results]))
    else:
        parts.append(to_text(_by_system(results)))
        recipes = _signatures(results, short=short)
        parts.append("\n".join(f"{name}|{recipe}" for name, recipe in recipes))
    if any(result.groups for result in results):
        parts.append(to_text(_by_group(results)))
    return "\n\n".join(parts)


def as_tsv(results: Sequence[Result]) -> str:
    """One line for every metric of every system, and of every group."""
    return to_tsv(_flat(results))


def as_markdown(results: Sequence[Result]) -> str:
    """A table of systems, and one of groups."""
    tables = [_by_system(results)]
    if any(result.groups for result in results):
        tables.append(_by_group(results))
    signatures = [f"- `{name}|{recipe}`" for name, recipe in _signatures(results)]
    return "\n\n".join([*map(to_markdown, tables), "\n".join(signatures)])


def as_latex(results: Sequence[Result]) -> str:
    """A booktabs table of systems, and one of groups."""
    tables = [_by_system(results)]
    if any(result.groups for result in results):
        tables.append(_by_group(results))
    signatures = [f"% {name}|{recipe}" for name, recipe in _signatures(results)]
    return "\n\n".join([*map(to_latex, tables), "\n".join(signatures)])


def _systems(results: Iterable[Result]) -> list[str]:
    return list(dict.fromkeys(result.system for result in results))


def _signatures(
    results: Iterable[Result], *, short: bool = False
) -> list[tuple[str, str]]:
    named = {result.name: result for result in results}
    return [
        (name, result.short_signature() if short else str(result.signature))
        for name, result in named.items()
    ]


def _of(results: Iterable[Result], system: str) -> list[Result]:
    return [result for result in results if result.system == system]


def _aligned(lines: list[str]) -> str:
    """Put the equals signs below each other."""
    if len(lines) == 1:
        return lines[0]
    places = [line.index("=") for line in lines]
    widest = max(places)
    return "\n".join(
        " " * (widest - place) + line for place, line in zip(places, lines, strict=True)
    )


def _by_system(results: Sequence[Result]) -> Table:
    names = list(dict.fromkeys(result.name for result in results))
    rows = [
        [system, *(result.number for result in _of(results, system))]
        for system in _systems(results)
    ]
    return Table(["System", *names], rows)


def _by_group(results: Sequence[Result]) -> Table:
    names = list(dict.fromkeys(result.name for result in results))
    rows = []
    for system in _systems(results):
        own = _of(results, system)
        for label, (segments, _) in own[0].groups.items():
            scores = [result.printed(result.groups[label][1]) for result in own]
            rows.append([system, label, str(segments), *scores])
    return Table(["System", "Group", "Segments", *names], rows)


def _flat(results: Sequence[Result]) -> Table:
    rows = []
    for r in results:
        ends = ["", ""]
        if r.interval is not None:
            ends = [r.printed(r.interval.low), r.printed(r.interval.high)]
        rows.append([r.system, r.name, "", r.printed(r.score), *ends, str(r.signature)])
        for label, (_, score) in r.groups.items():
            rows.append(
                [
                    r.system,
                    r.name,
                    label,
                    r.printed(score),
                    "",
                    "",
                    str(r.signature),
                ]
            )
    header = ["system", "metric", "group", "score", "low", "high", "signature"]
    return Table(header, rows)
