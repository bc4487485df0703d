"""METEOR 1.5's Java program: where it is, and what it says of texts."""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

_SEGMENT = re.compile(r"^Segment \d+ score:\t(.+)$", re.M)
_CORPUS = re.compile(r"^Final score:\s+(.+)$", re.M)


def find_jar(given: Path | str | None = None) -> Path:
    """The jar that was named, or that of the package pycocoevalcap."""
    if given:
        return Path(given).absolute()
    spec = find_spec("pycocoevalcap")
    for folder in (spec and spec.submodule_search_locations) or ():
        return Path(folder) / "meteor/meteor-1.5.jar"
    raise SystemExit("no jar: pip install pycocoevalcap, or name it by --jar")


def scores(
    jar: Path, hypotheses: Sequence[str], references: Sequence[str], *options: str
) -> tuple[list[float], float]:
    """The scores of segments and of the corpus."""
    said = output(jar, hypotheses, references, *options)
    segments = [float(score) for score in _SEGMENT.findall(said)]
    return segments, float(_CORPUS.findall(said)[0])


def output(
    jar: Path, hypotheses: Sequence[str], references: Sequence[str], *options: str
) -> str:
    """What the program prints."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / name for name in ("hypotheses", "references")]
        for path, lines in zip(paths, (hypotheses, references), strict=True):
            path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
        command = ["java", "-Xmx4G", "-jar", jar, *paths, *options]
        run = subprocess.run(command, capture_output=True, check=False, cwd=folder)
    if run.returncode:
        raise SystemExit(run.stderr.decode())
    return run.stdout.decode()
