"""Write tests/golden/sacrebleu.json: what sacreBLEU prints for the bundled examples.

Run: python tools/golden.py
Each entry is the command line after `sacrebleu` and the lines it printed.
"""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "tests/golden/sacrebleu.json"
FILES = [
    "ref.en.txt -i good.en.txt",
    "ref.en.txt ref2.en.txt -i fair.en.txt",
    "ref.en.txt -i poor.en.txt",
    "ref.ar.txt -i good.ar.txt",
    "ref.ar.txt -i poor.ar.txt",
]
OPTIONS = [
    "-m bleu chrf ter",
    "-m bleu -lc -tok intl -s floor",
    "-m bleu -tok char -s add-k -sv 0.5",
    "-m chrf -cw 2 --chrf-lowercase",
    "-m chrf --chrf-whitespace --chrf-eps-smoothing --chrf-beta 3",
    "-m ter --ter-normalized --ter-no-punct --ter-case-sensitive",
    "-m bleu -sl",
    "-m chrf -sl",
    "-m ter -sl",
]


def printed(line: str) -> list[str]:
    """Run sacreBLEU in the folder of the examples."""
    command = [sys.executable, "-m", "sacrebleu", *line.split()]
    ran = subprocess.run(
        command, cwd=ROOT / "examples", capture_output=True, text=True, check=True
    )
    return ran.stdout.splitlines()


def main() -> None:
    """Run all options on all files."""
    lines = [
        f"{file} {options} -f text -w 9 -q" for file in FILES for options in OPTIONS
    ]
    golden = {
        "tool": "sacrebleu",
        "version": version("sacrebleu"),
        "outputs": {line: printed(line) for line in lines},
    }
    TARGET.write_text(json.dumps(golden, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
