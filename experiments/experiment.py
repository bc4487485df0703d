"""What all experiments share: where the data are, and how results are kept.

An experiment is a folder: `config.toml` says what is run, `run.py` writes
`result.json`, `expected.json` holds the numbers it must agree with.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
from collections.abc import Iterable
from datetime import datetime, timezone
from importlib.metadata import version
from pathlib import Path
from typing import Any

import tomllib

ROOT = Path(__file__).parents[1]


def arguments(description: str | None, *more: str) -> argparse.Namespace:
    """Read the command line: `--data`, and switches by their names."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--data",
        type=Path,
        default=Path(os.environ.get("TARJIH_DATA") or ROOT.parent / "shared/data"),
        help="the folder that holds judgments/ (default: $TARJIH_DATA)",
    )
    for name in more:
        parser.add_argument(name)
    found = parser.parse_args()
    if not (found.data / "judgments").is_dir():
        parser.error(f"no judgments in {found.data}: name their folder with --data")
    return found


def read_config(folder: Path) -> dict[str, Any]:
    """Read `config.toml`."""
    return tomllib.loads((folder / "config.toml").read_text("utf-8"))


def save(
    folder: Path,
    result: dict[str, Any],
    name: str = "result",
    packages: Iterable[str] = ("tarjih", "numpy"),
) -> None:
    """Write a result beside the old one, then put it in its place."""
    made = {
        "date": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "versions": {package: version(package) for package in packages},
    }
    path = folder / f"{name}.json"
    beside = path.with_suffix(".new")
    text = json.dumps({"made": made, **result}, indent=1, ensure_ascii=False)
    beside.write_text(text + "\n", "utf-8")
    beside.replace(path)
    print(f"wrote {path}")
