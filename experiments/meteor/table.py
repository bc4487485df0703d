"""The tables of docs/experiments/meteor.md, from result.json."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

RESULT: dict[str, Any] = json.loads(
    (Path(__file__).parent / "result.json").read_text("utf-8")
)
SHOWN = {
    "shipped": "ours: exact, stem, synonym",
    "paraphrases": "ours, and METEOR's paraphrases",
    "jar-words": "METEOR's: exact, stem, synonym",
    "jar": "METEOR's: all modules",
}


def taus(name: str) -> str:
    """Tau of a test set by the data that were used."""
    found = RESULT["sets"][name]
    pairs = [pair for pair in found["tau"]["jar"] if "-" in pair]
    lines = [
        f"| {name.upper()} | {' | '.join(pairs)} | mean | 95 % interval | r |",
        f"|---|{'---:|' * (len(pairs) + 3)}",
    ]
    for metric, shown in SHOWN.items():
        row = found["tau"][metric]
        cells = " | ".join(f"{row[pair]:.4f}" for pair in [*pairs, "mean"])
        low, high = row["interval"]
        same = found["correlation with jar"][metric]
        lines.append(f"| {shown} | {cells} | {low:.3f} to {high:.3f} | {same:.4f} |")
    return "\n" + "\n".join(lines) + "\n\n"


def segments() -> str:
    """How many translations were scored."""
    return f"{sum(found['segments'] for found in RESULT['sets'].values()):,}"
