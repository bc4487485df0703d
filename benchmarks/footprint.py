"""What tarjih costs: time to start, space on disk, and memory for long files.

The core is installed in a fresh environment, without any extra, and measured there.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import time
import venv
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from record import circumstances, save
from wmt12 import NAME, ROOT, Text, default_data, read_systems

RUNS = 21  # starts of each command
MOST = 8  # imports and packages listed
# What `python -m venv` itself puts there.
INSTALLER = re.compile(r"(pip|setuptools|pkg_resources|_?distutils.*)(-|\.|$)")
TIME = Path("/usr/bin/time")
# Where there is no `time -v`: a small process of its own, whose only child is measured.
HELPER = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)
"""

# --- the environment ------------------------------------------------------------------


def install(folder: Path) -> Path:
    """Install the core into a new environment; return where its programs are."""
    venv.create(folder, with_pip=True)
    programs = folder / "bin"
    pip = [str(programs / "python"), "-m", "pip", "install", "-q", str(ROOT)]
    subprocess.run([*pip, "--disable-pip-version-check"], check=True)
    return programs


def size(folder: Path) -> dict[str, Any]:
    """Megabytes on disk, of the whole environment and of each package."""
    site = next(folder.glob("lib/python*/site-packages"))
    packages = {path.name: disk_use(path) for path in site.iterdir()}
    installers = sum(packages[name] for name in packages if INSTALLER.match(name))
    largest = sorted(packages, key=lambda name: -packages[name])[:MOST]
    whole = disk_use(folder)
    return {
        "environment_mb": megabytes(whole),
        "without_installers_mb": megabytes(whole - installers),
        "target_mb": 100,
        "met": whole < 100e6,
        "met_without_installers": whole - installers < 100e6,
        "largest_mb": {name: megabytes(packages[name]) for name in largest},
    }


def disk_use(path: Path) -> int:
    """What `du` says: the blocks of a file, or of all files in a folder."""
    inside = [path, *path.rglob("*")] if path.is_dir() else [path]
    return sum(found.lstat().st_blocks * 512 for found in inside)


def megabytes(size: float) -> float:
    return round(size / 1e6, 1)


# --- start-up -------------------------------------------------------------------------


def start_up(programs: Path) -> dict[str, Any]:
    """Seconds of the wall clock, in turns, and the imports that take longest."""
    python, version = str(programs / "python"), [str(programs / "tarjih"), "--version"]
    numpy = [python, "-c", "import numpy"]
    pairs = [(wall(version), wall(numpy)) for _ in range(RUNS)][1:]
    ours, theirs = (median(times) * 1e3 for times in zip(*pairs, strict=True))
    return {
        "runs": len(pairs),
        "version_ms": round(ours, 1),
        "numpy_ms": round(theirs, 1),
        "more_ms": round(ours - theirs, 1),
        "target_ms": 120,
        "met": ours - theirs < 120,
        "imports": imports([python, "-X", "importtime", "-m", "tarjih", "--version"]),
    }


def wall(command: Sequence[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - start


def imports(command: Sequence[str]) -> list[dict[str, Any]]:
    """The slowest lines of `-X importtime`, by what the module itself takes."""
    told = subprocess.run(command, check=True, capture_output=True, text=True).stderr
    lines = re.findall(r"import time: +(\d+) \| +(\d+) \| +(\S+)", told)
    rows = [
        {"module": name, "own_ms": int(own) / 1e3, "all_ms": int(total) / 1e3}
        for own, total, name in lines
    ]
    return sorted(rows, key=lambda row: -row["own_ms"])[:MOST]


# --- memory ---------------------------------------------------------------------------


def memory(
    programs: Path, texts: list[Text], pairs: int, folder: Path
) -> dict[str, Any]:
    """Peak memory and seconds of `tarjih score` on long files."""
    system, reference = folder / "system.txt", folder / "reference.txt"
    write(system, [text.hypotheses for text in texts], pairs)
    write(reference, [text.references for text in texts], pairs)
    command = [str(programs / "tarjih"), "score", str(reference), "-i", str(system)]
    command += ["-m", "bleu", "chrf", "-q", "-f", "json", "-w", "6", "--threads"]
    runs = [{"threads": n} | measured([*command, str(n)]) for n in (1, 2)]
    if runs[0]["scores"] != runs[1]["scores"]:
        raise SystemExit(f"two threads score otherwise than one: {runs}")
    return {
        "pairs": pairs,
        "file_mb": megabytes(system.stat().st_size + reference.stat().st_size),
        "target_mb": 400,
        "runs": [run | {"met": run["peak_mb"] < 400} for run in runs],
    }


def write(path: Path, systems: list[list[str]], lines: int) -> None:
    """Write one system after the other, and again, until there are enough lines."""
    blocks = ["".join(f"{line}\n" for line in system) for system in systems]
    whole, rest = divmod(lines, len(systems[0]))
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for number in range(whole):
            file.write(blocks[number % len(blocks)])
        file.writelines(f"{line}\n" for line in systems[whole % len(systems)][:rest])


def measured(command: Sequence[str]) -> dict[str, Any]:
    """Run a command; its peak is told by `time -v`, or else by a helper process."""
    wrapper = [str(TIME), "-v"] if TIME.exists() else [sys.executable, "-c", HELPER]
    start = time.perf_counter()
    done = subprocess.run(
        [*wrapper, *command], check=True, capture_output=True, text=True
    )
    seconds = time.perf_counter() - start
    kilobytes = re.search(r"Maximum resident.*: (\d+)|(\d+)\s*\Z", done.stderr)
    if kilobytes is None:
        raise SystemExit(f"no peak of memory in: {done.stderr}")
    return {
        "peak_mb": megabytes(int(kilobytes[1] or kilobytes[2]) * 1024),
        "seconds": round(seconds, 1),
        "scores": [result["score"] for result in json.loads(done.stdout)],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=default_data())
    parser.add_argument("--pairs", type=int, default=5_000_000)
    given = parser.parse_args()
    texts = read_systems(given.data)
    with TemporaryDirectory() as name:
        folder = Path(name)
        programs = install(folder / "venv")
        result = circumstances(["tarjih", "numpy"]) | {"text": NAME}
        result["size"] = said(size(folder / "venv"))
        result["start"] = said(start_up(programs))
        result["memory"] = said(memory(programs, texts, given.pairs, folder))
    save("footprint", result)


def said(part: dict[str, Any]) -> dict[str, Any]:
    print(json.dumps(part, indent=1), flush=True)
    return part


if __name__ == "__main__":
    main()
