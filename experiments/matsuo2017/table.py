"""The tables of docs/experiments/matsuo2017.md, from result.json."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from experiments.experiment import read_config

HERE = Path(__file__).parent
RESULT: dict[str, Any] = json.loads((HERE / "result.json").read_text("utf-8"))
CONFIG = read_config(HERE)
ALIGNED = ("AAS", "MAS", "HAS")
CUTS = {"AAS": "AAS, 0.6", "MAS": "MAS, 0.2", "HAS": "HAS, 0.5"}  # the paper's
SHOWN = {"shipped": "shipped", "full": "all of GloVe"}


def chosen() -> str:
    """The thresholds that were chosen, and the best of each set and rule."""
    rows = [
        [
            SHOWN[vectors],
            metric.upper(),
            f"**{found['chosen'][metric]:.2f}**",
            *(
                f"{found['sweeps'][name][metric][rule]['best']:.2f}"
                for name in found["sweeps"]
                for rule in CONFIG["rules"]
            ),
        ]
        for vectors, found in RESULT["vectors"].items()
        for metric in found["chosen"]
    ]
    heads = [
        f"{name.upper()} `{rule}`"
        for name in CONFIG["sets"]
        for rule in CONFIG["rules"]
    ]
    return _markdown(["vectors", "metric", "chosen", *heads], rows, left=2)


def means() -> str:
    """Table 2: the means over language pairs."""
    columns = [(name, rule) for name in ("wmt12", "wmt13") for rule in CONFIG["rules"]]
    rows = [
        [name, "", *_cells(RESULT["baselines"], name, columns)]
        for name in CONFIG["baselines"]
    ]
    for vectors, found in RESULT["vectors"].items():
        for names in (ALIGNED, [CUTS[name] for name in ALIGNED]):
            rows += [
                [name, SHOWN[vectors], *_cells(found["tau"], name, columns)]
                for name in names
            ]
    return _markdown(["metric", "vectors", *_heads(columns)], rows, left=2)


def by_pair(name: str, rule: str = "wmt14") -> str:
    """Table 1: tau of a test set by language pair, with the shipped vectors."""
    found = RESULT["vectors"]["shipped"]["tau"][name][rule]
    rows = [
        _line(metric, row)
        for metric, row in (*found.items(), *RESULT["baselines"][name][rule].items())
    ]
    pairs = CONFIG["sets"][name]["pairs"]
    heads = [f"{name.upper()}, `{rule}`", *pairs, "mean", "95 % interval"]
    return _markdown(heads, rows)


def published() -> str:
    """Table 1 as printed, of WMT15."""
    table = CONFIG["published"]["wmt14"]
    rows = [[name, *map(_three, table[name])] for name in (*ALIGNED, "BLEU")]
    return _markdown(["the paper's WMT15, `wmt14`", *table["pairs"]], rows)


def published_means() -> str:
    """Table 2 as printed, by what its columns are."""
    table = CONFIG["published"]["mean"]
    rows = [[name, *map(_three, table[name])] for name in ALIGNED]
    rules = [f"`{rule}`" for rule in table["rules"]]
    return _markdown(["the paper's WMT15", *rules], rows)


def orders() -> str:
    """Which of the three is best, by vectors, thresholds, set and rule."""
    rows = [
        [
            SHOWN[vectors],
            kind,
            *(
                _order(found["tau"][name][rule], names)
                for name in ("wmt12", "wmt13")
                for rule in CONFIG["rules"]
            ),
        ]
        for vectors, found in RESULT["vectors"].items()
        for kind, names in (
            ("chosen", {name: name for name in ALIGNED}),
            ("the paper's", CUTS),
        )
    ]
    columns = [(name, rule) for name in ("wmt12", "wmt13") for rule in CONFIG["rules"]]
    return _markdown(["vectors", "thresholds", *_heads(columns)], rows, left=8)


def mean(vectors: str, name: str, metric: str, rule: str = "wmt12") -> str:
    """One mean tau, for a sentence."""
    found = RESULT["baselines"]
    if vectors:
        found = RESULT["vectors"][vectors]["tau"]
    return _three(found[name][rule][metric]["mean"])


def _order(found: dict[str, Any], names: dict[str, str]) -> str:
    ranked = sorted(names, key=lambda name: -found[names[name]]["mean"])
    return " > ".join(ranked)


def _cells(
    found: dict[str, Any], metric: str, columns: Iterable[tuple[str, str]]
) -> list[str]:
    return [_three(found[name][rule][metric]["mean"]) for name, rule in columns]


def _line(metric: str, row: dict[str, Any]) -> list[str]:
    low, high = row["interval"]
    values = [_three(v) for k, v in row.items() if k != "interval"]
    return [metric, *values, f"{low:.3f} to {high:.3f}"]


def _three(value: float) -> str:
    return f"{value:.3f}"


def _heads(columns: Iterable[tuple[str, str]]) -> list[str]:
    return [f"{name.upper()} `{rule}`" for name, rule in columns]


def _markdown(
    heads: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1
) -> str:
    rules = ["---" if i < left else "---:" for i in range(len(heads))]
    lines = ["| " + " | ".join(row) + " |" for row in (heads, rules, *rows)]
    return "\n" + "\n".join(lines) + "\n\n"
