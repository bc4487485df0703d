"""What is kept of a benchmark: its numbers, and where and when they were taken."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterable
from datetime import datetime, timezone
from importlib.metadata import version
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results"


def circumstances(packages: Iterable[str]) -> dict[str, Any]:
    """Time, machine and versions; the load tells whether the machine was at rest."""
    return {
        "date": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "machine": {
            "cpu": _cpu(),
            "cores": os.cpu_count(),
            "load": round(os.getloadavg()[0], 2),
            "system": f"{platform.system()} {platform.machine()}",
            "python": platform.python_version(),
        },
        "versions": {package: version(package) for package in packages},
    }


def save(name: str, result: dict[str, Any]) -> None:
    """Write `results/NAME.json` beside the old one, then put it in its place."""
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{name}.json"
    beside = path.with_suffix(".new")
    beside.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", "utf-8")
    beside.replace(path)
    print(f"wrote {path}")


def load(name: str) -> dict[str, Any]:
    """Read `results/NAME.json`."""
    result: dict[str, Any] = json.loads((RESULTS / f"{name}.json").read_text("utf-8"))
    return result


def _cpu() -> str:
    """The model that Linux names, or else what Python knows."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    models = [line.partition(":")[2] for line in lines if line.startswith("model name")]
    return models[0].strip() if models else platform.machine()
