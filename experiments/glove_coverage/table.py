"""The table of docs/experiments/glove-coverage.md, from result.json."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

RESULT: dict[str, Any] = json.loads(
    (Path(__file__).parent / "result.json").read_text("utf-8")
)


def shares(tokenizer: str) -> str:
    """What each table knows of the tokens and the types of each test set."""
    names = list(RESULT["tables"])
    head = " | ".join(f"{name} | types" for name in names)
    lines = [
        f"| `{tokenizer}` | tokens | {head} |",
        f"|---|---:|{'---:|---:|' * len(names)}",
    ]
    for name, found in RESULT["sets"].items():
        rows = found[tokenizer]
        cells = [
            f"{100 * rows[n][f'known {kind}'] / rows[n][kind]:.2f} %"
            for n in names
            for kind in ("tokens", "types")
        ]
        count = f"{rows['shipped']['tokens']:,}"
        lines.append(f"| {name.upper()} | {count} | {' | '.join(cells)} |")
    return "\n" + "\n".join(lines) + "\n"


def words(name: str) -> str:
    """How many words a table has."""
    return f"{RESULT['tables'][name]['words']:,}"


def unknown(name: str, tokenizer: str) -> str:
    """The most frequent words that the shipped table lacks."""
    found = RESULT["sets"][name][tokenizer]["shipped"]["unknown"]
    return ", ".join(f"*{word}*" for word in found)
