"""The tables of docs/experiments/tau-rules.md, from result.json."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

RESULT: dict[str, Any] = json.loads(
    (Path(__file__).parent / "result.json").read_text("utf-8")
)
SHOWN = {"bleu": "BLEU", "chrf": "chrF"}


def taus(name: str) -> str:
    """Tau of a test set by rule and language pair."""
    found = RESULT["sets"][name]
    pairs = list(found["pairs"])
    lines = [
        f"| {name.upper()} | rule | {' | '.join(pairs)} | mean | 95 % interval |",
        f"|---|---|{'---:|' * (len(pairs) + 2)}",
    ]
    lines += [
        f"| {SHOWN[metric]} | `{rule}` | {_cells(row, [*pairs, 'mean'])} "
        f"| {row['interval'][0]:.3f} to {row['interval'][1]:.3f} |"
        for metric in SHOWN
        for rule, by_metric in found["tau"].items()
        for row in [by_metric[metric]]
    ]
    counts = " | ".join(f"{count:,}" for count in found["pairs"].values())
    lines.append(f"| pairs | | {counts} | | |")
    return "\n" + "\n".join(lines) + "\n\n"


def kappas() -> str:
    """Kappa of WMT12's judges beside what was published."""
    lines = [
        "| | inter: pairs | P(E) = 1/3 | marginals | published "
        "| intra: pairs | P(E) = 1/3 | marginals | published |",
        f"|---|{'---:|' * 8}",
    ]
    for pair, row in RESULT["kappa"]["rows"].items():
        cells = [
            cell
            for kind in ("inter", "intra")
            for cell in (
                f"{row[kind]['pairs']:,}",
                *(
                    f"{row[kind][key]:.3f}"
                    for key in ("kappa", "kappa_marginals", "published")
                ),
            )
        ]
        lines.append(f"| {pair} | {' | '.join(cells)} |")
    return "\n" + "\n".join(lines) + "\n\n"


def _cells(row: dict[str, Any], names: list[str]) -> str:
    return " | ".join(f"{row[name]:.3f}" for name in names)
